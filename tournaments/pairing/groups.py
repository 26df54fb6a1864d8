"""Groups: round robin within groups, dealt by seeds with clubs kept apart."""

import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import Any, ClassVar

from scoring.rules.settings import Setting
from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.pairing.fixtures import circle_rounds
from tournaments.pairing.format import Whole
from tournaments.pairing.round_robin import (
    LEGS,
    LEGS_LABEL,
    NUMBERS,
    NUMBERS_LABEL,
    WITHDRAWALS,
    WITHDRAWALS_LABEL,
    WORDS,
    RoundRobin,
)
from tournaments.pairing.values import Entrant, Field, in_order

THREE, FOUR = 3, 4
KEPT_APART = 10_000  # clashes of a club
NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Groups(RoundRobin):
    """Several groups, each a round robin."""

    key = "groups"
    name = gettext_noop("Groups")
    sentence = gettext_noop("Groups of equal strength; everybody in a group meets.")
    settings: ClassVar[Mapping[str, Setting]] = {
        "groups": Whole(None, 1, len(NAMES), open_=True),
        "legs": LEGS,
        "numbers": NUMBERS,
        "withdrawals": WITHDRAWALS,
    }
    labels = {
        "groups": (
            gettext_noop("Groups"),
            gettext_noop(
                "Number of groups; empty: groups of about four. Dealt by seed, clubs apart."
            ),
        ),
        "legs": LEGS_LABEL,
        "numbers": NUMBERS_LABEL,
        "withdrawals": WITHDRAWALS_LABEL,
    }
    choices = WORDS

    def rounds(self, entrants: int, settings: Mapping[str, Any]) -> int | None:
        """Return the rounds the largest group needs, unless a group was enlarged by hand."""
        read = self.read(settings)
        return circle_rounds(max(sizes_of(read["groups"], entrants)), read["legs"])

    def groups_of(self, field: Field) -> dict[int, str]:
        """Return everybody's group: existing ones are kept, new entrants are dealt."""
        return self.deal(field.entrants, field.settings["groups"], field.seed, field.apart)

    def deal(
        self,
        entrants: Sequence[Entrant],
        groups: int | None,
        seed: int,
        apart: Collection[frozenset[int]] = frozenset(),
    ) -> dict[int, str]:
        """Return the group of each id: see `deal_groups`."""
        return deal_groups(entrants, groups, seed, apart)

    def describe(self, settings: Mapping[str, Any]) -> tuple[tuple[str, Mapping[str, object]], ...]:
        groups = self.read(settings)["groups"]
        dealt = ngettext_noop(
            "There is %(groups)s group.",
            "There are %(groups)s groups of equal strength; clubs are kept apart if possible.",
            "groups",
        )
        if groups is None:
            dealt = gettext_noop(
                "There are groups of about four, of equal strength; clubs are kept apart if "
                "possible."
            )
        return ((dealt, {"groups": groups}), *super().describe(settings))

    def preview(
        self, settings: Mapping[str, Any], entrants: int | None
    ) -> tuple[tuple[str, Mapping[str, object]], ...]:
        """Return the number and sizes of the groups, with a warning if they are too small."""
        if entrants is None:
            return ()
        sizes = sizes_of(self.read(settings)["groups"], entrants)
        params = {"groups": len(sizes), "least": min(sizes), "most": max(sizes)}
        text = gettext_noop("Groups: %(groups)s, of %(least)s to %(most)s.")
        if params["least"] == params["most"]:
            text = gettext_noop("Groups: %(groups)s, of %(most)s each.")
        found = [(text, params)]
        if params["least"] < THREE and len(sizes) > 1:
            found.append(
                (
                    gettext_noop(
                        "In a group of two, one match decides everything: choose fewer groups."
                    ),
                    {},
                )
            )
        return tuple(found)


def sizes_of(groups: int | None, entrants: int) -> list[int]:
    """Return the group sizes, largest first.

    Without a number of groups: fours first, then threes, and fives rather than twos. No group has a
    single entrant if that can be avoided.
    """
    count = _how_many(groups, entrants)
    return [entrants // count + (index < entrants % count) for index in range(count)]


def deal_groups(
    entrants: Sequence[Entrant],
    n: int | None,
    seed: int,
    apart: Collection[frozenset[int]] = frozenset(),
) -> dict[int, str]:
    """Deal entrants into groups ("A", "B" ...), by id: a snake through the seeds, clubs spread.

    The seeds are taken in rows of `n`, one for each group, so no group is stronger by more than a
    row allows. Within a row entrants are swapped so that as few of `apart` as possible are in one
    group, then each club is spread as evenly as possible; ties are broken by lot from `seed`.
    Entrants that have a group keep it; new ones go into a smallest group. There are never so many
    groups that an entrant would be alone, unless put there by hand. Without `n` groups have about
    four, and late entrants never open another one.
    """
    found = {one.id: one.group for one in entrants if one.group}
    names = NAMES[
        : _how_many(len(set(found.values())) if n is None and found else n, len(entrants))
    ]
    names = "".join(sorted(set(names) | set(found.values()))) if found else names
    people = in_order(one for one in entrants if not one.group)
    club = {one.id: one.club for one in entrants}
    rows = _deal_snake(people, names, found)
    lot = random.Random(seed)  # noqa: S311 - a lot, not a secret
    _keep_apart(found, rows, club, lot, apart)
    return found


def _deal_snake(people: Sequence[Entrant], names: str, found: dict[int, str]) -> list[list[int]]:
    """Deal people into the smallest groups, row by row, in alternating direction.

    Adds them to `found`. Returns the rows: ids that may swap places with each other.
    """
    sizes = Counter(found.values())
    rows: list[list[int]] = []
    while people:
        least = min(sizes[name] for name in names)
        open_names = [name for name in names if sizes[name] == least]
        row, people = people[: len(open_names)], people[len(open_names) :]
        if len(rows) % 2:
            open_names.reverse()
        for one, name in zip(row, open_names, strict=False):
            found[one.id] = name
            sizes[name] += 1
        rows.append([one.id for one in row])
    return rows


def clashes(groups: Mapping[int, str], club: Mapping[int, str]) -> int:
    """Count the pairs of one club in the same group."""
    counts = Counter((groups[id_], club[id_]) for id_ in groups if club.get(id_))
    return sum(count * (count - 1) // 2 for count in counts.values())


def _shuffled(
    found: Mapping[int, str], rows: Sequence[Sequence[int]], lot: random.Random
) -> dict[int, str]:
    """Return the groups shuffled within each row."""
    trial = dict(found)
    for row in rows:
        groups = [trial[id_] for id_ in row]
        lot.shuffle(groups)
        trial |= dict(zip(row, groups, strict=True))
    return trial


def _keep_apart(
    found: dict[int, str],
    rows: Sequence[Sequence[int]],
    club: Mapping[int, str],
    lot: random.Random,
    apart: Collection[frozenset[int]],
) -> None:
    """Swap within rows to spread clubs best; several starts, the plain snake first."""
    if not apart and not any(count > 1 for one, count in Counter(club.values()).items() if one):
        return
    mates = _mates(apart)

    def cost(groups: Mapping[int, str]) -> int:
        together = sum(
            groups[id_] == groups.get(other)
            for id_ in mates.keys() & groups.keys()
            for other in mates[id_]
        )
        return clashes(groups, club) + KEPT_APART * together

    best = dict(found)
    best_clashes = cost(best)
    for start in range(40):
        trial = _shuffled(found, rows, lot) if start else dict(found)
        _Swaps(trial, club, mates).improve(rows)
        now = cost(trial)
        if now < best_clashes:
            best, best_clashes = trial, now
        if best_clashes == 0:
            break
    found |= best


def _mates(apart: Collection[frozenset[int]]) -> dict[int, set[int]]:
    """Return with whom each must not be."""
    found: dict[int, set[int]] = {}
    for pair in apart:
        for id_ in pair:
            found.setdefault(id_, set()).update(pair - {id_})
    return found


class _Swaps:
    """Swaps of two between groups, which keep count of each club's members in each group.

    `mates`: with whom each must not be, which outweighs all clubs.
    """

    def __init__(
        self, groups: dict[int, str], club: Mapping[int, str], mates: Mapping[int, set[int]]
    ) -> None:
        self.groups, self.club, self.mates = groups, club, mates
        self.counts = Counter((group, club[id_]) for id_, group in groups.items())

    def improve(self, rows: Sequence[Sequence[int]]) -> None:
        """Swap two of a row as long as that puts fewer club members into one group."""
        better = True
        while better:
            better = False
            for one, other in (two for row in rows for two in combinations(row, 2)):
                if self._gain(one, other) > 0:
                    here, there = self.groups[one], self.groups[other]
                    self._move(one, there)
                    self._move(other, here)
                    better = True

    def _gain(self, one: int, other: int) -> int:
        """Return how many fewer of their clubs the two are with if they swap."""
        gain = 0
        if self.club[one] != self.club[other]:
            gain = self._left_behind(one, self.groups[other])
            gain += self._left_behind(other, self.groups[one])
        if self.mates:
            gain += KEPT_APART * (self._parted(one, other) + self._parted(other, one))
        return gain

    def _parted(self, id_: int, instead_of: int) -> int:
        """Return how many fewer one must not be with in the group of another, who leaves it."""
        here, there = self.groups[id_], self.groups[instead_of]
        groups = [self.groups.get(one) for one in self.mates.get(id_, set()) - {instead_of}]
        return groups.count(here) - groups.count(there)

    def _left_behind(self, id_: int, there: str) -> int:
        """Return how many fewer of the same club there are in another group."""
        club = self.club[id_]
        here = self.groups[id_]
        return self.counts[here, club] - 1 - self.counts[there, club] if club else 0

    def _move(self, id_: int, there: str) -> None:
        self.counts[self.groups[id_], self.club[id_]] -= 1
        self.counts[there, self.club[id_]] += 1
        self.groups[id_] = there


def _how_many(groups: int | None, entrants: int) -> int:
    """Return the number of groups, reduced so that no entrant is alone.

    Without a number: groups of four, or fewer groups if one would have only two entrants.
    """
    if groups is None:
        return max(1, min(-(-entrants // FOUR), entrants // THREE, len(NAMES)))
    return max(1, min(groups, entrants // 2))
