"""Serializers of tournaments, for the API's schema."""

from collections.abc import Iterable
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scoring.models import Game
from tournaments.models import Entrant, SessionRound, Stage, Tournament

EXACT = {
    "oneOf": [{"type": "integer"}, {"type": "string", "pattern": "^-?[0-9]+/[0-9]+$"}],
    "description": 'A whole number as such, any other as its exact fraction: "5/2".',
}
SIDES = {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}


def one_of(words: Iterable[str]) -> serializers.CharField:
    """Return a field with fixed choices. As enums they would all be named `state`, and the
    generator would rename them unpredictably.
    """
    return serializers.CharField(help_text=f"One of: {', '.join(words)}.")


@extend_schema_field(EXACT)
class Exact(serializers.Field):
    """A number that is never rounded."""


@extend_schema_field(SIDES)
class Sides(serializers.Field):
    """The numbers of the entrants on each side."""


@extend_schema_field({"type": "object", "additionalProperties": EXACT})
class Values(serializers.Field):
    """Exact numbers by criterion."""


class TournamentRow(serializers.Serializer):
    """A tournament. `version` grows with every change."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    club = serializers.CharField()
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
    name = serializers.CharField()
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
    words = serializers.ListField(child=serializers.CharField())


class EntrantShown(serializers.Serializer):
    """An entrant, by the number used in all other responses, with the public name."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    state = one_of(Entrant.State.values)
    seed = serializers.IntegerField(allow_null=True)


class TournamentShown(TournamentRow):
    """A tournament with its stages and entrants."""

    stages = StageShown(many=True)
    entrants = EntrantShown(many=True)


class NoteShown(serializers.Serializer):
    """A remark on the draw: a code for programs, a sentence for people."""

    code = serializers.CharField()
    message = serializers.CharField()


class TableDrawn(serializers.Serializer):
    """Who sits at a table, and why. `games` has the sides of each game if they change
    at the table.
    """

    number = serializers.IntegerField()
    fixture = serializers.CharField(
        allow_blank=True, help_text="The place in a bracket or schedule."
    )
    sides = Sides()
    games = serializers.ListField(child=Sides())
    reasons = NoteShown(many=True)


class RoundDrawn(serializers.Serializer):
    """A session round as drawn: entrants by number. Drafts are visible to directors only.

    `relaxed` lists the preferences that the draw could not meet.
    """

    stage = serializers.IntegerField()
    number = serializers.IntegerField()
    state = one_of(SessionRound.State.values)
    due_on = serializers.DateField(allow_null=True)
    relaxed = NoteShown(many=True)
    tables = TableDrawn(many=True)
    byes = serializers.ListField(child=serializers.IntegerField())
    absent = serializers.ListField(child=serializers.IntegerField())


class Rounds(serializers.Serializer):
    """The session rounds of all stages, in order."""

    rounds = RoundDrawn(many=True)


class EntrantResult(serializers.Serializer):
    """What a match has given an entrant so far: ranking points and Tichu points."""

    entrant = serializers.IntegerField()
    points = Exact()
    score = Exact()


class GameResult(serializers.Serializer):
    """A game of a match: its sides, the number of hands, and the Tichu points of each side (none in
    rank games).
    """

    number = serializers.IntegerField()
    state = one_of(["waiting", *Game.State.values])
    sides = Sides()
    hands = serializers.IntegerField()
    totals = serializers.ListField(child=serializers.IntegerField())


class MatchResult(serializers.Serializer):
    """A match. `winner` is the index of a side, null if none has won. `ruled`: decided by a
    director.
    """

    number = serializers.IntegerField()
    sides = Sides()
    done = serializers.BooleanField()
    ruled = serializers.BooleanField()
    winner = serializers.IntegerField(allow_null=True)
    entrants = EntrantResult(many=True)
    games = GameResult(many=True)


class RoundResults(serializers.Serializer):
    """The matches of a session round. `frozen`: results are withheld until the prize-giving, and
    shown as if nothing was played.
    """

    stage = serializers.IntegerField()
    number = serializers.IntegerField()
    state = one_of(SessionRound.State.values)
    frozen = serializers.BooleanField()
    matches = MatchResult(many=True)


class StandingsRow(serializers.Serializer):
    """A row of the standings. Tied entrants share a rank. `values` has every criterion by key.

    `open`: in a knock-out in progress, the place is still to be played for.
    """

    rank = serializers.IntegerField()
    entrant = serializers.IntegerField()
    name = serializers.CharField()
    group = serializers.CharField(allow_blank=True)
    open = serializers.BooleanField()
    points = Exact()
    values = Values()


class PartShown(serializers.Serializer):
    """One addend of a value."""

    message = serializers.CharField()
    number = Exact()


class CriterionExplained(serializers.Serializer):
    """One entrant's value for a criterion, with the parts that add up to it."""

    criterion = serializers.CharField()
    value = Exact()
    parts = PartShown(many=True)


class Explained(serializers.Serializer):
    """The sums behind one row."""

    entrant = serializers.IntegerField()
    criteria = CriterionExplained(many=True)


class StandingsShown(serializers.Serializer):
    """The current standings of a stage, best first. `explained` is null unless requested.

    `frozen_from`: results from this session round on are withheld until the prize-giving; null if
    all are public.
    """

    stage = serializers.IntegerField()
    state = one_of(Stage.State.values)
    frozen_from = serializers.IntegerField(allow_null=True)
    criteria = serializers.ListField(child=serializers.CharField())
    rows = StandingsRow(many=True)

    def get_fields(self) -> dict[str, Any]:
        return {**super().get_fields(), "explained": Explained(allow_null=True)}
