"""Rulings that award the mean of an entrant's other rounds: stored as a formula, and recomputed
with every result of a stage.

The mean includes only rounds with a result of their own: what another such ruling awarded is
excluded, so that the order of such rulings does not matter.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from tournaments.match.line_data import line_of
from tournaments.models import Match
from tournaments.stage.history import RoundRows, Seated
from tournaments.standings.lines import Line
from tournaments.standings.points.adjust import BOTH_AVERAGE, own_mean

# Session round, result, ruling
Result = tuple[int, Mapping[str, Any] | None, Mapping[str, Any] | None]


def takes_mean(ruling: Mapping[str, Any] | None) -> bool:
    """Whether a ruling gives any side the mean of its other rounds instead of a typed number."""
    return bool(_sides_with_mean(ruling, 2))


def _sides_with_mean(ruling: Mapping[str, Any] | None, sides: int) -> list[int]:
    if not ruling or ruling.get("kind") != BOTH_AVERAGE:
        return []
    typed = [ruling.get(key) or [] for key in ("points", "percent")]
    return [
        side
        for side in range(sides)
        if all(numbers[side : side + 1] in ([], [None]) for numbers in typed)
    ]


def other_rounds(rounds: Iterable[RoundRows]) -> dict[int, list[Line]]:
    """Return the lines that means are computed from, by entrant, from rounds already read."""
    matches = [seated.match for rows in rounds for seated in rows.seated if seated.match.done]
    return _lines((match.session_round.number, match.result, match.ruling) for match in matches)


def read_other_rounds(stage_id: int, who: Collection[int]) -> dict[int, list[Line]]:
    """Read the same for these entrants: one query."""
    matches = Match.objects.filter(
        session_round__stage=stage_id, done=True, places__entrant__in=who
    ).distinct()
    return _lines(matches.order_by("pk").values_list("session_round__number", "result", "ruling"))


def _lines(results: Iterable[Result]) -> dict[int, list[Line]]:
    found: dict[int, list[Line]] = {}
    for number, result, ruling in results:
        if takes_mean(ruling):
            continue
        for who, data in (result or {}).items():
            found.setdefault(int(who), []).append(line_of(data, number))
    return found


def matches_with_mean(stage_id: int, who: Collection[int]) -> list[Match]:
    """Return matches of a stage in which one of these entrants gets a mean: one query."""
    matches = Match.objects.filter(
        session_round__stage=stage_id, ruling__kind=BOTH_AVERAGE, places__entrant__in=who
    ).select_related("session_round__stage__tournament")
    return [match for match in matches.order_by("pk").distinct() if takes_mean(match.ruling)]


def check_other_rounds(seated: Seated) -> None:
    """Raise RuleError with `no_other_rounds` if a ruling gives the mean of nothing."""
    sides: Sequence[Sequence[int]] = seated.sides
    wanted = [
        who for side in _sides_with_mean(seated.match.ruling, len(sides)) for who in sides[side]
    ]
    if not wanted:
        return
    number, stage_id = seated.match.session_round.number, seated.match.session_round.stage_id
    others = read_other_rounds(stage_id, wanted)
    for who in wanted:
        own_mean(others.get(who, ()), number)
