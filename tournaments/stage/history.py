"""A stage's draws and results, read once: four queries for any number of rounds and tables."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from django.db.models import BigIntegerField

from scoring.games.names.visibility import COLUMNS, Person, person
from scoring.games.prepared import Given, Prepared
from scoring.models import Player
from tournaments.models import Absence, Entrant, Match, Participation, Place, SessionRound, Stage
from tournaments.pairing import values
from tournaments.stage.notes import notes_of

FULL = Absence.Worth.FULL


@dataclass
class Seated:
    """A match with the entrant ids of each side."""

    match: Match
    sides: tuple[tuple[int, ...], ...] = ()
    # Entrants whose members were different then, with their names: see
    # `tournaments.names.names_at_table`.
    then: dict[int, tuple[Entrant, list[Person]]] = field(default_factory=dict)
    # Stand-ins for this match, with the members they play for, by entrant. Each is in `then` too.
    stand_ins: dict[int, list[tuple[Person, Person]]] = field(default_factory=dict)

    @property
    def everybody(self) -> tuple[int, ...]:
        return tuple(who for side in self.sides for who in side)

    def side_of(self, who: int) -> int | None:
        """Return the index of an entrant's side."""
        return next((index for index, side in enumerate(self.sides) if who in side), None)

    def table(self) -> values.Table:
        """Return the match as input of a draw."""
        games = tuple(tuple(tuple(side) for side in sides) for sides in self.match.plan)
        return values.Table(
            sides=self.sides,
            games=games,
            number=self.match.number,
            reasons=notes_of(self.match.reasons),
            key=self.match.fixture,
            winner=self.match.winner if self.match.settled else None,
            no_winner=self.match.both_lost,
            boards=tuple(self.match.boards),
        )


@dataclass
class RoundRows:
    """One session round: its tables in order, byes (in draw order), and absences.

    `worth`: what the requested byes among the absences are worth.
    """

    session_round: SessionRound
    seated: list[Seated] = field(default_factory=list)
    byes: list[int] = field(default_factory=list)
    absent: list[int] = field(default_factory=list)
    worth: dict[int, str] = field(default_factory=dict)

    @property
    def requested(self) -> list[dict[str, int | str]]:
        """Return the requested byes: entrant and worth."""
        return [{"entrant": who, "worth": worth} for who, worth in sorted(self.worth.items())]

    @property
    def everybody(self) -> set[int]:
        """Return all entrants with a place in it."""
        return {who for seated in self.seated for who in seated.everybody} | {
            *self.byes,
            *self.absent,
        }

    def as_drawn(self) -> values.SessionRound:
        """Return the session round as input of a later draw."""
        return values.SessionRound(
            tables=tuple(seated.table() for seated in self.seated),
            byes=tuple(self.byes),
            absent=tuple(sorted(self.absent)),
            free=tuple(sorted(who for who, worth in self.worth.items() if worth == FULL)),
        )


@dataclass
class History:
    """A stage's session rounds, oldest first, and its participants.

    `cut`: results are hidden from this session round on, see `tournaments.stage.frozen_results`.
    """

    stage: Stage
    rounds: Sequence[RoundRows]
    participations: Sequence[Participation]
    cut: int | None = None

    def shows_results(self, number: int) -> bool:
        """Whether the results of a session round are visible."""
        return self.cut is None or number < self.cut

    @cached_property
    def by_number(self) -> Mapping[int, RoundRows]:
        return {rows.session_round.number: rows for rows in self.rounds}

    @cached_property
    def active(self) -> frozenset[int]:
        """The entrants in the stage who have not left it."""
        return frozenset(row.entrant_id for row in self.participations if not row.has_left)

    @cached_property
    def groups(self) -> Mapping[int, str]:
        """The group of each entrant who has one."""
        return {row.entrant_id: row.group for row in self.participations if row.group}

    def past(self, number: int) -> tuple[values.SessionRound, ...]:
        """Return the session rounds before this one."""
        return tuple(rows.as_drawn() for rows in self.rounds if rows.session_round.number < number)


def history_of(stage: Stage, *, drafts: bool = True) -> History:
    """Read a stage. `drafts`: include session rounds that only directors may see."""
    rounds = SessionRound.objects.filter(stage=stage)
    if not drafts:
        rounds = rounds.exclude(state=SessionRound.State.DRAFT)
    found = list(rounds)
    for row in found:
        row.stage = stage  # no query when a page asks
    return History(stage, rows_of(found), participations_of(stage))


def participations_of(stage: Stage) -> list[Participation]:
    """Read the participants of a stage in seed order, each with the entrant: one query."""
    return list(Participation.objects.filter(stage=stage).select_related("entrant"))


def void_entrants(participations: Iterable[Participation]) -> frozenset[int]:
    """Return the entrants none of whose matches counts: see `Participation`."""
    return frozenset(row.entrant_id for row in participations if row.void)


def unranked_entrants(participations: Iterable[Participation]) -> frozenset[int]:
    """Return the entrants ranked below all others: see `Participation`."""
    return frozenset(row.entrant_id for row in participations if row.unranked)


def rows_of(rounds: Iterable[SessionRound], *, without: Sequence[str] = ()) -> list[RoundRows]:
    """Read the tables and free entrants of these session rounds. `without`: match columns to defer.

    Matches and places are read one after the other. If a draw is repeated in between, halves are
    left out: a table without players, a place at a table that did not exist yet.
    """
    found = {session_round.pk: RoundRows(session_round) for session_round in rounds}
    matches = Match.objects.filter(session_round__in=found).defer(*without)
    seated = {match.pk: Seated(match) for match in matches}
    sides, kept, instead = _read_places(found)
    _read_requested(found.values())
    _add_people(seated, kept, instead)
    for match_id, one in seated.items():
        one.sides = tuple(tuple(who) for _, who in sorted(sides.get(match_id, {}).items()))
        rows = found[one.match.session_round_id]
        one.match.session_round = rows.session_round  # no query when a page asks
        if one.sides:
            rows.seated.append(one)
    return list(found.values())


# The values by match, then by side or entrant
ByMatch = dict[int, dict[int, list[int]]]
Instead = dict[int, dict[int, list[tuple[int, int]]]]  # members and their stand-ins


def _read_places(found: Mapping[int, RoundRows]) -> tuple[ByMatch, ByMatch, Instead]:
    """Add byes and absent entrants to the rounds. One query.

    Return the entrants of each side, members who were recorded with their place, and stand-ins, by
    match.
    """
    sides: ByMatch = {}
    kept: ByMatch = {}
    instead: Instead = {}
    places = Place.objects.filter(session_round__in=found).order_by("side", "order", "pk")
    for round_id, kind, match_id, side, entrant_id, people, stand_ins in places.values_list(
        "session_round_id", "kind", "match_id", "side", "entrant_id", "people", "stand_ins"
    ):
        if people:
            kept.setdefault(match_id, {})[entrant_id] = people
        if stand_ins:
            instead.setdefault(match_id, {})[entrant_id] = stand_ins
        if kind == Place.Kind.TABLE:
            sides.setdefault(match_id, {}).setdefault(side, []).append(entrant_id)
        elif kind == Place.Kind.BYE:
            found[round_id].byes.append(entrant_id)
        else:
            found[round_id].absent.append(entrant_id)
    return sides, kept, instead


def requested_byes(stages: Iterable[int]) -> dict[tuple[int, int], dict[int, str]]:
    """Return what requested byes are worth, by stage and round, then by entrant. One query."""
    found: dict[tuple[int, int], dict[int, str]] = {}
    rows = Absence.objects.filter(stage__in=set(stages)).exclude(worth="")
    for stage, number, who, worth in rows.values_list("stage", "round_number", "entrant", "worth"):
        found.setdefault((stage, number), {})[who] = worth
    return found


def _read_requested(rounds: Collection[RoundRows]) -> None:
    """Add what the requested byes are worth: one query, none without absences."""
    missed = [rows for rows in rounds if rows.absent]
    if not missed:
        return
    worths = requested_byes(rows.session_round.stage_id for rows in missed)
    for rows in missed:
        given = worths.get((rows.session_round.stage_id, rows.session_round.number), {})
        rows.worth = {who: given[who] for who in rows.absent if who in given}


def seated_match(match: Match) -> Seated:
    """Read one match with its seating: one query, three if a member was substituted since or
    somebody stands in.
    """
    sides: dict[int, list[int]] = {}
    kept: dict[int, list[int]] = {}
    instead: dict[int, list[tuple[int, int]]] = {}
    for place in _PLACES_OF.rows(match=match.pk):
        who = place.entrant_id
        sides.setdefault(place.side, []).append(who)
        if place.people:
            kept[who] = place.people
        if place.stand_ins:
            instead[who] = place.stand_ins
    seated = Seated(match, tuple(tuple(who) for _, who in sorted(sides.items())))
    _add_people({match.pk: seated}, {match.pk: kept} if kept else {}, {match.pk: instead})
    return seated


_PLACES_OF = Prepared(
    lambda: Place.objects.filter(match=Given("match", BigIntegerField())).order_by("side", "order")
)


def _add_people(
    seated: Mapping[int, Seated],
    kept: Mapping[int, Mapping[int, Sequence[int]]],
    instead: Mapping[int, Mapping[int, Sequence[tuple[int, int]]]],
) -> None:
    """Add former members and stand-ins to their matches: two queries if there are any."""
    if not kept:
        return
    entrants = Entrant.objects.in_bulk(set(chain.from_iterable(kept.values())))
    known = _people_then(kept, instead)
    for match in kept.keys() & seated.keys():
        seated[match].then = {
            who: (entrants[who], [known[pk] for pk in people if pk in known])
            for who, people in kept[match].items()
        }
        seated[match].stand_ins = {
            who: _known_pairs(pairs, known) for who, pairs in instead.get(match, {}).items()
        }


def _people_then(
    kept: Mapping[int, Mapping[int, Sequence[int]]],
    instead: Mapping[int, Mapping[int, Sequence[tuple[int, int]]]],
) -> dict[int, Person]:
    """Return those who sat at the tables, and those whom stand-ins replaced there."""
    sat = {pk for one in kept.values() for pk in chain.from_iterable(one.values())}
    replaced = {pk for one in instead.values() for pk, _ in chain.from_iterable(one.values())}
    rows = Player.objects.filter(pk__in=sat | replaced).values_list("pk", *COLUMNS)
    return {pk: person(*about) for pk, *about in rows}


def _known_pairs(
    pairs: Iterable[tuple[int, int]], known: Mapping[int, Person]
) -> list[tuple[Person, Person]]:
    """Return each stand-in with whom they replace, unless one of the two was deleted."""
    return [(known[comes], known[out]) for out, comes in pairs if {out, comes} <= known.keys()]
