"""Consequences of a change for standings, tables, byes and results. Ids and numbers only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from tournaments.actions.integrity_rows import Difference, Row, Snapshot
from tournaments.models import Match, Place, SessionRound, Stage, Tournament
from tournaments.pairing.formats import FORMATS
from tournaments.stage.history import history_of
from tournaments.stage.qualifying import projected_qualifiers, same_field
from tournaments.stage.ranking import Ranked, ranked
from tournaments.standings.lines import Number

Sides = tuple[tuple[int, ...], ...]
Standings = Mapping[int, Sequence[Ranked]]  # by stage number
# What depends on a tournament outside of it, in words: by heading, what each id and name
# has
Beyond = Mapping[str, Mapping[tuple[int, str], str]]


@dataclass(frozen=True)
class RankChange:
    """An entrant whose rank or points change; None where they are not in the standings."""

    id: int
    before: Ranked | None
    after: Ranked | None


@dataclass(frozen=True)
class StandingsChange:
    """A stage's standings: who moves, best first, how many stay, and the full standings."""

    number: int
    moved: Sequence[RankChange]
    stay: int
    before: Sequence[Ranked] = ()
    after: Sequence[Ranked] = ()


@dataclass(frozen=True)
class TableChanged:
    """A table of a session round with a changed seating: sides before and after, None without the
    table.
    """

    stage: int
    round: int
    number: int
    before: Sides | None
    after: Sides | None


@dataclass(frozen=True)
class ResultChanged:
    """A match with a changed result: Tichu points and ranking points (as texts) by side, None
    without a result.
    """

    stage: int
    round: int
    number: int
    sides: Sides
    before: Sequence[Row] | None
    after: Sequence[Row] | None


@dataclass(frozen=True)
class QualifiersChange:
    """Changed qualifiers of a later stage: entrants who would drop out (`out`) and come in (`on`).

    If both are empty, the same entrants get other seeds.
    """

    stage: int
    out: Sequence[int]
    on: Sequence[int]


@dataclass(frozen=True)
class Consequences:
    """All consequences of a change.

    `later` are session rounds (stage, round) drawn from the previous standings, `coming` the next
    ones of their stages, to be drawn from the new ones. `kept` results do not change; `reagreeing`
    matches need the agreement of both sides again.
    """

    standings: Sequence[StandingsChange] = ()
    through: Sequence[QualifiersChange] = ()
    later: Sequence[tuple[int, int]] = ()
    coming: Sequence[tuple[int, int]] = ()
    kept: int = 0
    reagreeing: int = 0
    tables: Sequence[TableChanged] = ()
    bye_given: Sequence[int] = ()
    bye_taken: Sequence[int] = ()
    results: Sequence[ResultChanged] = ()
    # Stage, round, its state before and after
    rounds: Sequence[tuple[int, int, str | None, str | None]] = ()
    entrants: Sequence[tuple[int, str | None, str | None]] = ()  # their states before and after
    # Columns of "stage" and "tournament"
    settings: Mapping[str, Sequence[str]] = field(default_factory=dict)
    changed: Difference = field(default_factory=dict, repr=False)
    # Names of all entrants after the change
    names: Mapping[int, str] = field(default_factory=dict, repr=False)
    # Outside of the tournament, before and after
    beyond: tuple[Beyond, Beyond] = ({}, {})
    rates_again: bool = False  # whether people's ratings are calculated again

    @property
    def nothing(self) -> bool:
        """Whether nothing changes."""
        return not self.changed


def standings_now(tournament: Tournament) -> Standings:
    """Return the standings of every stage that has begun: five queries per stage."""
    stages = Stage.objects.filter(tournament=tournament).exclude(state=Stage.State.WAITING)
    return {
        stage.number: ranked(history_of(stage, drafts=False))
        for stage in stages.select_related("tournament")
    }


def compare(
    tournament: Tournament,
    standings: Standings,
    before: Snapshot,
    after: Snapshot,
    changed: Difference,
) -> Consequences:
    """Return the consequences of a change just made, compared with the previous standings."""
    where = _Locator(before, after)
    rounds = _changed_rounds(where, changed)
    moves = _moves(standings, standings_now(tournament))
    results = _results(where, before, after, changed)
    return Consequences(
        standings=moves,
        through=_through(tournament, before, {stage.number for stage in moves}),
        later=_later(where, rounds),
        coming=_next_rounds(where, {stage.number for stage in moves}),
        kept=sum(row["done"] for row in after["match"].values())
        - sum(one.after is not None for one in results),
        reagreeing=_reagreeing(before, after, changed),
        tables=_tables(where, before, after, changed),
        bye_given=_byes(before, after),
        bye_taken=_byes(after, before),
        results=results,
        rounds=_rounds(where, changed),
        entrants=_entrants(changed),
        settings={
            name: sorted({column for pair in changed[name].values() for column in (pair[0] or {})})
            for name in ("stage", "tournament")
            if name in changed
        },
        changed=changed,
    )


def _entrants(changed: Difference) -> list[tuple[int, str | None, str | None]]:
    """Return entrants whose state changed, with the state before and after."""
    return [
        (int(key), (one or {}).get("state"), (other or {}).get("state"))
        for key, (one, other) in changed.get("entrant", {}).items()
        if "state" in {**(one or {}), **(other or {})}
    ]


class _Locator:
    """Looks up the stage, round and table of a row, before or after."""

    def __init__(self, before: Snapshot, after: Snapshot) -> None:
        self.stages = {
            key: row["number"] for snap in (before, after) for key, row in snap["stage"].items()
        }
        self.formats = {
            key: row["format"] for snap in (before, after) for key, row in snap["stage"].items()
        }
        self.rounds = {key: row for snap in (before, after) for key, row in snap["round"].items()}
        self.matches = {key: row for snap in (before, after) for key, row in snap["match"].items()}
        self.after = after

    def round(self, key: str) -> tuple[int, int]:
        """Return the stage and number of a session round."""
        row = self.rounds[key]
        return self.stages[str(row["stage_id"])], row["number"]

    def table(self, key: str) -> tuple[int, int, int]:
        """Return the stage, session round and number of a match."""
        row = self.matches[key]
        return (*self.round(str(row["session_round_id"])), row["number"])

    def spot(self, key: str) -> tuple[int, int, int, int]:
        """Return the stage, session round, turn and table of a match."""
        stage, session_round, number = self.table(key)
        return stage, session_round, self.matches[key]["turn"], number


def _rounds(where: _Locator, changed: Difference) -> list[tuple[int, int, str | None, str | None]]:
    """Return session rounds whose state changed. One discarded and redrawn is the same round."""
    found: dict[tuple[int, int], tuple[str | None, str | None]] = {}
    for key, pair in changed.get("round", {}).items():
        one, other = ((row or {}).get("state") for row in pair)
        if one or other:
            was, then = found.get(where.round(key), (None, None))
            found[where.round(key)] = (was or one, then or other)
    return [(*key, one, other) for key, (one, other) in sorted(found.items())]


def _through(tournament: Tournament, before: Snapshot, moved: set[int]) -> list[QualifiersChange]:
    """Return stages with other qualifiers by the current standings: six queries each."""
    stages = (
        Stage.objects.filter(tournament=tournament).select_related("tournament").order_by("number")
    )
    found = []
    for one, after in pairwise(stages):
        seeded = _qualified(before, after)
        if one.number not in moved or not seeded:
            continue
        now = projected_qualifiers(history_of(one, drafts=False), after)
        if not same_field(after, now, seeded):
            out = [who for who in seeded if who not in now]
            on = [who for who in now if who not in seeded]
            found.append(QualifiersChange(after.number, out, on))
    return found


def _qualified(snapshot: Snapshot, stage: Stage) -> tuple[int, ...]:
    """Return the entrants of a stage by seed."""
    rows = [row for row in snapshot["participation"].values() if row["stage_id"] == stage.pk]
    return tuple(row["entrant_id"] for row in sorted(rows, key=lambda row: row["seed"]))


def _changed_rounds(where: _Locator, changed: Difference) -> set[tuple[int, int]]:
    """Return the session rounds (stage, round) with a change."""
    found = {where.round(key) for key in changed.get("round", {})}
    found |= {where.table(key)[:2] for key in changed.get("match", {})}
    for pair in changed.get("ruling", {}).values():
        row = {**(pair[0] or {}), **(pair[1] or {})}
        if "round_number" in row:
            found.add((where.stages[str(row["stage_id"])], row["round_number"] or 0))
    return found


def _later(where: _Locator, touched: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return rounds of the same stage drawn from results after the first changed one."""
    first: dict[int, int] = {}
    for stage, number in touched:
        first[stage] = min(number, first.get(stage, number))
    by_results = {
        number
        for key, number in where.stages.items()
        if not FORMATS[where.formats[key]].whole_stage
    }
    rounds = [where.round(key) for key in where.after["round"]]
    return sorted(
        (stage, number)
        for stage, number in rounds
        if stage in by_results
        and stage in first
        and number > first[stage]
        and (stage, number) not in touched
    )


def _next_rounds(where: _Locator, stages: set[int]) -> list[tuple[int, int]]:
    """Return the next session round of running stages that draw by standings round by round."""
    rounds = [where.round(key)[0] for key in where.after["round"]]
    taking_part = [str(row["stage_id"]) for row in where.after["participation"].values()]
    found = []
    for key, row in where.after["stage"].items():
        format_ = FORMATS[row["format"]]
        if row["number"] not in stages or row["state"] != Stage.State.RUNNING:
            continue
        if not (format_.whole_stage or format_.ranks_itself):
            planned = (
                format_.rounds(taking_part.count(key), format_.read(row["format_settings"])) or 0
            )
            coming = rounds.count(row["number"]) + 1
            found += [(row["number"], coming)] if coming <= planned else []
    return found


def _reagreeing(before: Snapshot, after: Snapshot, changed: Difference) -> int:
    waiting = Match.Agreement.WAITING
    old, new = before["match"], after["match"]
    return sum(
        key in old and key in new and new[key]["agreement"] == waiting != old[key]["agreement"]
        for key in changed.get("match", {})
    )


def _moves(before: Standings, after: Standings) -> list[StandingsChange]:
    found = []
    for number in sorted({*before, *after}):
        old = {row.id: row for row in before.get(number, ())}
        new = {row.id: row for row in after.get(number, ())}
        order = [
            *(row.id for row in after.get(number, ())),
            *(who for who in old if who not in new),
        ]
        moved = [
            RankChange(who, old.get(who), new.get(who))
            for who in order
            if _rank_and_points(old, who) != _rank_and_points(new, who)
        ]
        if moved:
            whole = (before.get(number, ()), after.get(number, ()))
            found.append(StandingsChange(number, moved, len(order) - len(moved), *whole))
    return found


def _rank_and_points(rows: Mapping[int, Ranked], who: int) -> tuple[int, Number] | None:
    return (rows[who].rank, rows[who].points) if who in rows else None


def sides_in(snap: Snapshot) -> dict[int, Sides]:
    """Return the sides of every match of a snapshot, by id."""
    seats: dict[int, dict[int, list[tuple[int, int]]]] = {}
    for row in snap["place"].values():
        if row["match_id"] is not None:
            seats.setdefault(row["match_id"], {}).setdefault(row["side"], []).append(
                (row["order"], row["entrant_id"])
            )
    return {
        match: tuple(tuple(who for _, who in sorted(side)) for _, side in sorted(sides.items()))
        for match, sides in seats.items()
    }


def _tables(
    where: _Locator, before: Snapshot, after: Snapshot, changed: Difference
) -> list[TableChanged]:
    """Compare matches by table and turn: a redrawn one is the same table with others at it."""
    if not {"place", "match"} & set(changed):
        return []
    old = {where.spot(str(match)): sides for match, sides in sides_in(before).items()}
    new = {where.spot(str(match)): sides for match, sides in sides_in(after).items()}
    return [
        TableChanged(stage, number, table, old.get(key), new.get(key))
        for key in sorted({*old, *new})
        if old.get(key) != new.get(key)
        for stage, number, _turn, table in [key]
    ]


def _byes(one: Snapshot, other: Snapshot) -> list[int]:
    """Return who has a bye in `other` but not in `one`."""
    found = [
        {
            (row["session_round_id"], row["entrant_id"])
            for row in snap["place"].values()
            if row["kind"] == Place.Kind.BYE
        }
        for snap in (one, other)
    ]
    return sorted(who for _, who in found[1] - found[0])


def _results(
    where: _Locator, before: Snapshot, after: Snapshot, changed: Difference
) -> list[ResultChanged]:
    """Return matches with a changed result; deleted ones have none."""
    sides = {**sides_in(before), **sides_in(after)}
    drafts = {
        key for key, row in after["round"].items() if row["state"] == SessionRound.State.DRAFT
    }
    found = []
    for key in changed.get("match", {}):
        one, other = before["match"].get(key), after["match"].get(key)
        old, new = (
            _side_results(one, sides.get(int(key), ())),
            _side_results(other, sides.get(int(key), ())),
        )
        if old != new and str((other or one or {})["session_round_id"]) not in drafts:
            found.append(ResultChanged(*where.table(key), sides.get(int(key), ()), old, new))
    return sorted(found, key=lambda one: (one.stage, one.round, one.number))


def _side_results(row: Row | None, sides: Sides) -> list[Row] | None:
    """Return each side's result in a match that is done."""
    if row is None or not row["done"] or not row["result"]:
        return None
    result: Mapping[str, Any] = row["result"]
    return [result.get(str(side[0]), {}) for side in sides]
