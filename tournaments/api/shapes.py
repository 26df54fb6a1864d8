"""Serializers of tournaments. Entrants are given by number.

The context has the `names` and `numbers` of the entrants by id, see `tournament_data.context_of`.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scoring.games.round_words import in_form
from scoring.models import Game
from tournaments.api.tournament_data import GamePlayed, MatchPlayed
from tournaments.match import paper_sheet
from tournaments.models import Absence, Entrant, SessionRound, Stage, Tournament
from tournaments.names import is_shielded
from tournaments.stage.history import Seated
from tournaments.stage.notes import words
from tournaments.stage.words import plain_words, stage_name
from tournaments.standings.lines import Number
from tournaments.standings.numbers import dump
from tournaments.standings.points import adjust
from tournaments.standings.sums import Id, Ids, Part

EXACT = {
    "oneOf": [{"type": "integer"}, {"type": "string", "pattern": "^-?[0-9]+/[0-9]+$"}],
    "description": 'A whole number as such, any other as its exact fraction: "5/2".',
}
SIDES = {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}


def one_of(choices: Iterable[str], **options: Any) -> serializers.CharField:
    """Return a field with fixed choices. As enums they would all be named `state`, and the
    generator would rename them unpredictably.
    """
    return serializers.CharField(help_text=f"One of: {', '.join(choices)}.", **options)


@extend_schema_field(EXACT)
class Exact(serializers.Field):
    """A number that is never rounded."""

    def to_representation(self, number: Number) -> int | str:
        return number if isinstance(number, int) else dump(number)


@extend_schema_field(SIDES)
class Sides(serializers.Field):
    """The numbers of the entrants on each side."""

    def to_representation(self, sides: Iterable[Iterable[int]]) -> list[list[int]]:
        numbers = self.context["numbers"]
        return [[numbers[who] for who in side] for side in sides]


class EntrantNumber(serializers.IntegerField):
    """The number of an entrant."""

    def to_representation(self, entrant: int) -> int:
        return self.context["numbers"][entrant]


class SortedNumbers(serializers.ListField):
    """The numbers of entrants in their order."""

    child = EntrantNumber()

    def to_representation(self, entrants: Iterable[int]) -> list[int]:
        return sorted(super().to_representation(entrants))


class EntrantName(serializers.CharField):
    """The name of an entrant, as the reader sees it."""

    def to_representation(self, entrant: int) -> str:
        return self.context["names"][entrant]


class TournamentRow(serializers.Serializer):
    """A tournament. `version` grows with every change."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    club = serializers.CharField(source="club.name")
    place = serializers.CharField(allow_blank=True)
    starts_on = serializers.DateField(allow_null=True)
    unit = one_of(Tournament.Unit.values)
    state = one_of(Tournament.State.values)
    version = serializers.IntegerField()


class TournamentList(serializers.Serializer):
    """Tournaments, newest first. `next` is the `after` of the next page, null on the last."""

    tournaments = TournamentRow(many=True)
    next = serializers.UUIDField(allow_null=True)


class StageShown(serializers.Serializer):
    """A stage as data, and the same in sentences for players."""

    number = serializers.IntegerField()
    name = serializers.SerializerMethodField()
    state = one_of(Stage.State.values)
    format = serializers.CharField()
    format_settings = serializers.DictField()
    variant = serializers.CharField()
    rules = serializers.DictField()
    best_of = serializers.IntegerField()
    minutes = serializers.IntegerField(allow_null=True)
    points = serializers.CharField()
    points_settings = serializers.DictField()
    awards = serializers.DictField()
    criteria = serializers.ListField(child=serializers.CharField())
    criteria_settings = serializers.DictField()
    unplayed = serializers.CharField()
    worst_dropped = serializers.BooleanField()
    take = serializers.IntegerField(allow_null=True)
    carry = serializers.CharField()
    words = serializers.SerializerMethodField()

    def get_name(self, stage: Stage) -> str:
        return stage_name(stage)

    def get_words(self, stage: Stage) -> list[str]:
        return plain_words(stage)


class EntrantShown(serializers.Serializer):
    """An entrant, by the number used in all other responses, with the public name."""

    number = serializers.IntegerField()
    name = EntrantName(source="pk")
    state = one_of(Entrant.State.values)
    seed = serializers.IntegerField(allow_null=True)


class CorrectionShown(serializers.Serializer):
    """What was corrected after the end of a tournament, and why. `stage`, `round` and `table` are
    0 where they do not apply.
    """

    at = serializers.DateTimeField()
    action = serializers.CharField(help_text="As in the log of a tournament's document.")
    reason = serializers.CharField(allow_blank=True)
    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()


class TournamentShown(TournamentRow):
    """A tournament with its stages and entrants. `corrections` are those after its end, the oldest
    first.
    """

    stages = StageShown(many=True)
    entrants = EntrantShown(many=True)
    corrections = serializers.SerializerMethodField()

    @extend_schema_field(CorrectionShown(many=True))
    def get_corrections(self, _tournament: Tournament) -> Any:
        return CorrectionShown(self.context["corrections"], many=True).data


class NoteShown(serializers.Serializer):
    """A remark on the draw: a code for programs, a sentence for people."""

    code = serializers.CharField()
    message = serializers.SerializerMethodField()

    def get_message(self, note: Mapping[str, Any]) -> str:
        return words(note, self.context["names"])


class StandInShown(serializers.Serializer):
    """Somebody who plays one match of a league for a member of an entrant. Names are empty if
    hidden from the reader.
    """

    entrant = EntrantNumber()
    name = serializers.CharField(allow_blank=True)
    instead_of = serializers.CharField(allow_blank=True)


class TableDrawn(serializers.Serializer):
    """Who sits at a table, and why. `games` has the sides of each game if they change
    at the table.
    """

    number = serializers.IntegerField(
        source="match.number", help_text="Of the table; in a queue (`turn` 0) the place after them."
    )
    turn = serializers.IntegerField(
        source="match.turn", help_text="Which match at this table it is, from 1; 0 in a queue."
    )
    waiting = serializers.BooleanField(
        source="match.waits", help_text="Whether its table is not free yet."
    )
    fixture = serializers.CharField(
        source="match.fixture", allow_blank=True, help_text="The place in a bracket or schedule."
    )
    sides = Sides()
    games = serializers.ListField(source="match.plan", child=Sides())
    reasons = NoteShown(source="match.reasons", many=True)
    stand_ins = serializers.SerializerMethodField()

    @extend_schema_field(StandInShown(many=True))
    def get_stand_ins(self, seated: Seated) -> Any:
        whole, shielded = self.context["whole"], self.context["shielded"]
        rows = [
            {"entrant": who, "name": comes.name, "instead_of": out.name}
            if whole
            else {"entrant": who, "name": comes.seen, "instead_of": out.seen}
            for who, pairs in seated.stand_ins.items()
            for comes, out in pairs
            if whole or (who not in shielded and not is_shielded(*seated.then[who]))
        ]
        return StandInShown(rows, many=True, context=self.context).data


class RequestedBye(serializers.Serializer):
    """A bye that an entrant asked for."""

    entrant = EntrantNumber()
    worth = one_of(Absence.Worth.values)


class RoundDrawn(serializers.Serializer):
    """A session round as drawn: entrants by number. Drafts are visible to directors only.

    `relaxed` lists the preferences that the draw could not meet.
    """

    stage = serializers.IntegerField(source="session_round.stage.number")
    number = serializers.IntegerField(source="session_round.number")
    state = one_of(SessionRound.State.values, source="session_round.state")
    due_on = serializers.DateField(source="session_round.due_on", allow_null=True)
    relaxed = NoteShown(source="session_round.relaxed", many=True)
    tables = TableDrawn(source="seated", many=True)
    byes = SortedNumbers()
    absent = SortedNumbers()
    requested_byes = RequestedBye(
        source="requested", many=True, help_text="What rounds off among the absences are worth."
    )


class Rounds(serializers.Serializer):
    """The session rounds of all stages, in order."""

    rounds = RoundDrawn(many=True)


class EntrantResult(serializers.Serializer):
    """What a match has given an entrant so far: ranking points and Tichu points."""

    entrant = EntrantNumber()
    points = Exact(source="line.points")
    score = Exact(source="line.score")


class GameResult(serializers.Serializer):
    """A game of a match: its sides, the number of hands, and the Tichu points of each side (none in
    rank games).
    """

    number = serializers.IntegerField(source="row.number")
    state = serializers.SerializerMethodField(
        help_text=f"One of: {', '.join(['waiting', *Game.State.values])}."
    )
    sides = Sides(source="played.sides")
    hands = serializers.SerializerMethodField()
    totals = serializers.ListField(source="played.totals", child=serializers.IntegerField())

    def get_state(self, one: GamePlayed) -> str:
        return one.row.game.state if one.row.game else "waiting"

    def get_hands(self, one: GamePlayed) -> int:
        return len(one.played.hands)


class TeamBoard(serializers.Serializer):
    """A board of a match of teams of four that both tables have played, or that the director
    decided (`averages`). `scores` has the Tichu points of both sides at each table, `swing` the
    first side's margins together, `imps` what each side gains.
    """

    board = serializers.IntegerField()
    scores = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="Empty if the director decided.",
    )
    averages = serializers.ListField(child=serializers.CharField(), help_text="Mostly empty.")
    swing = serializers.IntegerField()
    imps = serializers.ListField(child=serializers.IntegerField())


class MatchResult(serializers.Serializer):
    """A match. `winner` is the index of a side, null if none has won. `done`: over and undisputed,
    otherwise the result counts for nothing yet. `ruled`: decided by a director; `ruling` is
    how, null if it was not.
    """

    number = serializers.IntegerField(source="match.number")
    turn = serializers.IntegerField(
        source="match.turn", help_text="Which match at this table it is, from 1; 0 in a queue."
    )
    sides = Sides(source="seated.sides")
    done = serializers.BooleanField(source="match.settled")
    ruled = serializers.SerializerMethodField()
    ruling = serializers.SerializerMethodField(
        help_text=f"One of: {', '.join([*adjust.KINDS, paper_sheet.KIND])}; or null."
    )
    winner = serializers.IntegerField(allow_null=True)
    entrants = EntrantResult(source="lines", many=True)
    games = GameResult(many=True)
    boards = TeamBoard(many=True, help_text="Of teams of four, else empty.")

    def get_ruled(self, one: MatchPlayed) -> bool:
        return one.match.ruling is not None

    def get_ruling(self, one: MatchPlayed) -> str | None:
        return one.match.ruling["kind"] if one.match.ruling else None


class RoundResults(serializers.Serializer):
    """The matches of a session round. `frozen`: results are withheld until the prize-giving, and
    shown as if nothing was played.
    """

    stage = serializers.IntegerField(source="session_round.stage.number")
    number = serializers.IntegerField(source="session_round.number")
    state = one_of(SessionRound.State.values, source="session_round.state")
    frozen = serializers.BooleanField()
    matches = MatchResult(many=True)


class StandingsRow(serializers.Serializer):
    """A row of the standings. Tied entrants share a rank. `values` has every criterion by key.

    `open`: in a knock-out in progress, the place is still to be played for. `void`: the entrant
    left a schedule with less than half of it played, and none of their matches counts.
    `unranked`: the entrant withdrew, and the director ranks them below all others.
    """

    rank = serializers.IntegerField()
    entrant = EntrantNumber(source="id")
    name = EntrantName(source="id")
    group = serializers.CharField(allow_blank=True)
    open = serializers.BooleanField()
    void = serializers.BooleanField()
    unranked = serializers.BooleanField()
    points = Exact()
    values = serializers.DictField(child=Exact())


class PrizeListRow(serializers.Serializer):
    """A row of a prize list. Tied entrants share a rank."""

    rank = serializers.IntegerField()
    entrant = EntrantNumber(source="id")
    name = EntrantName(source="id")
    group = serializers.CharField(allow_blank=True)
    value = Exact()


class PrizeList(serializers.Serializer):
    """Everybody who played, ranked by one criterion alone, best first.

    There are no rows if no result has its calls.
    """

    criterion = serializers.CharField()
    rows = PrizeListRow(many=True)


class PartShown(serializers.Serializer):
    """One addend of a value."""

    message = serializers.SerializerMethodField()
    number = Exact()

    def get_message(self, part: Part) -> str:
        params = {name: self._shown(value) for name, value in part.params.items()}
        return in_form(part.text, part.params) % params

    def _shown(self, value: object) -> object:
        """Return a parameter of a sentence: the names of entrants, anything else as it is."""
        names = self.context["names"]
        if isinstance(value, Id):
            return names.get(int(value), str(value))
        if isinstance(value, Ids):
            return ", ".join(names.get(int(one), str(one)) for one in value)
        return value


class CriterionExplained(serializers.Serializer):
    """One entrant's value for a criterion, with the parts that add up to it."""

    criterion = serializers.CharField()
    value = Exact()
    parts = PartShown(many=True)


class Explained(serializers.Serializer):
    """The sums behind one row."""

    entrant = EntrantNumber()
    criteria = CriterionExplained(many=True)


class StandingsShown(serializers.Serializer):
    """The current standings of a stage, best first. `explained` is null unless requested.

    `frozen_from`: results from this session round on are withheld until the prize-giving; null if
    all are public. There are no rows while all results of a session of duplicate are withheld.
    `lists` are prize lists beside the standings: in duplicate one by boldness, unless that ranks
    first anyway. There are none before anything counts.
    """

    stage = serializers.IntegerField(source="history.stage.number")
    state = one_of(Stage.State.values, source="history.stage.state")
    frozen_from = serializers.IntegerField(source="history.cut", allow_null=True)
    criteria = serializers.ListField(source="history.stage.criteria", child=serializers.CharField())
    rows = StandingsRow(many=True)
    lists = PrizeList(many=True)
    explained = Explained(allow_null=True)
