"""Ranks a field: one criterion after the other, each among entrants the previous ones left
level.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Unpack

from tournaments.standings.criteria import CRITERIA
from tournaments.standings.field import NO_GROUPS, Field, Settings
from tournaments.standings.lines import Entered, Number
from tournaments.standings.sums import Part


@dataclass(frozen=True)
class Standing:
    """One entrant's place. `values` by criterion, in criteria order.

    Entrants who are level on all criteria share the `rank`: 1, 2, 2, 4.
    """

    rank: int
    id: int
    values: Mapping[str, Number] = field(default_factory=dict, hash=False)


def rank(
    entered: Sequence[Entered],
    criteria: Sequence[str],
    *,
    apart: Mapping[int, str] = NO_GROUPS,
    **settings: Unpack[Settings],
) -> tuple[Standing, ...]:
    """Return the standings, best first; level entrants in seed order.

    `criteria` are keys of `CRITERIA`; for the settings see `Field`. `apart` maps entrants ranked
    only within their group to that group: groups then follow each other, each from rank 1. Raises
    KeyError for an unknown criterion and ValueError for an unknown `unplayed`.
    """
    among = Field(entered, apart=apart, **settings)
    groups = _at_first(among, apart)
    values: dict[str, Mapping[int, Number]] = {}
    for key in criteria:
        groups = _separate(among, groups, key, values)
    standings: list[Standing] = []
    ranked: Counter[str] = Counter()  # number ranked so far in each group
    for group in groups:
        name = apart.get(group[0], "")
        place = ranked[name] + 1
        ranked[name] += len(group)
        standings += [
            Standing(place, id_, {key: values[key][id_] for key in values}) for id_ in group
        ]
    return tuple(standings)


def explain(
    entered: Sequence[Entered],
    criteria: Sequence[str],
    id_: int,
    key: str,
    *,
    apart: Mapping[int, str] = NO_GROUPS,
    **settings: Unpack[Settings],
) -> tuple[Part, ...]:
    """Return the sum behind one number of these standings. Its parts add up to the value of `rank`.

    Raises KeyError for an unknown entrant or criterion.
    """
    among = Field(entered, apart=apart, **settings)
    groups = _at_first(among, apart)
    for before in criteria:
        if before == key:
            break
        groups = _separate(among, groups, before, {})
    return CRITERIA[key].explain_among(among, id_, groups)


def _at_first(among: Field, apart: Mapping[int, str]) -> list[list[int]]:
    """Return the groups before the first criterion: everybody, or each group in name order, with
    those ranked last behind the others.
    """
    groups: dict[tuple[str, bool], list[int]] = {}
    for id_, one in among.entered.items():
        groups.setdefault((apart.get(id_, ""), one.last), []).append(id_)
    return [groups[name] for name in sorted(groups)]


def _separate(
    among: Field, groups: list[list[int]], key: str, values: dict[str, Mapping[int, Number]]
) -> list[list[int]]:
    """Split the groups by one criterion. A criterion listed twice keeps its first values."""
    criterion = CRITERIA[key]
    found = criterion.values(among, groups)
    values.setdefault(key, found)
    compared = criterion.compared(among, found)
    return [still for group in groups for still in criterion.split(among, group, compared)]
