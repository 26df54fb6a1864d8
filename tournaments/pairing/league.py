"""League: a round robin over months, on dates the entrants agree on; divisions and reminders."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, ClassVar

from scoring.rules.settings import Setting
from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.pairing.format import Whole
from tournaments.pairing.groups import NAMES, Groups
from tournaments.pairing.round_robin import (
    LEGS,
    LEGS_LABEL,
    NUMBERS,
    NUMBERS_LABEL,
    WITHDRAWALS,
    WITHDRAWALS_LABEL,
    WORDS,
)
from tournaments.pairing.values import Entrant, in_order

SOON, OVERDUE = "soon", "overdue"
SOON_DAYS = 7


class League(Groups):
    """Round robin within a division. Matches may be played at any time of the season."""

    key = "league"
    has_divisions = True
    name = gettext_noop("League")
    sentence = gettext_noop(
        "Everybody meets everybody over months, on dates that the players agree."
    )
    settings: ClassVar[Mapping[str, Setting]] = {
        "legs": LEGS,
        "groups": Whole(1, 1, len(NAMES)),
        "weeks": Whole(2, 0, 52),
        "up": Whole(2, 0, 20),
        "down": Whole(2, 0, 20),
        "numbers": NUMBERS,
        "withdrawals": WITHDRAWALS,
    }
    labels = {
        "legs": LEGS_LABEL,
        "groups": (
            gettext_noop("Divisions"),
            gettext_noop("How many; the best seeds play in the first."),
        ),
        "weeks": (
            gettext_noop("Weeks per round"),
            gettext_noop("How long players have for the match of a round; 0 for no deadline."),
        ),
        "up": (
            gettext_noop("Promoted"),
            gettext_noop("How many go up from each division after the season."),
        ),
        "down": (
            gettext_noop("Relegated"),
            gettext_noop("How many go down from each division after the season."),
        ),
        "numbers": NUMBERS_LABEL,
        "withdrawals": WITHDRAWALS_LABEL,
    }
    choices = WORDS

    def deal(
        self,
        entrants: Sequence[Entrant],
        groups: int | None,
        seed: int,  # noqa: ARG002 - by seeds
        apart: Collection[frozenset[int]] = frozenset(),  # noqa: ARG002
    ) -> dict[int, str]:
        """Deal divisions by strength: see `deal_divisions`. A single one has no name."""
        if groups == 1 and not any(one.group for one in entrants):
            return {one.id: "" for one in entrants}
        return deal_divisions(entrants, groups or 1)

    def describe(self, settings: Mapping[str, Any]) -> tuple[tuple[str, Mapping[str, object]], ...]:
        read = self.read(settings)
        found: list[tuple[str, Mapping[str, object]]] = [
            (gettext_noop("The two sides of a match agree on a date."), {}),
        ]
        if read["weeks"]:
            found.append(
                (
                    gettext_noop("Weeks for the match of each round: %(weeks)s."),
                    {"weeks": read["weeks"]},
                )
            )
        if read["groups"] > 1:
            text = ngettext_noop(
                "There is %(groups)s division. After the season, promoted from each: %(up)s, "
                "relegated: %(down)s.",
                "There are %(groups)s divisions. After the season, promoted from each: %(up)s, "
                "relegated: %(down)s.",
                "groups",
            )
            found.append((text, {key: read[key] for key in ("groups", "up", "down")}))
        return (*found, *super(Groups, self).describe(settings))

    def preview(
        self,
        settings: Mapping[str, Any],  # noqa: ARG002 - divisions are of any size
        entrants: int | None,  # noqa: ARG002
    ) -> tuple[tuple[str, Mapping[str, object]], ...]:
        return ()


def deal_divisions(entrants: Sequence[Entrant], n: int) -> dict[int, str]:
    """Return the division of each id: best seeds in "A", the next in "B"; sizes differ by at most
    one, larger ones first.

    Entrants that have a division keep it. Late ones go into the smallest, the lowest if several.
    """
    found = {one.id: one.group for one in entrants if one.group}
    people = in_order(one for one in entrants if not one.group)
    if not found:
        sizes_by_name = zip(NAMES, division_sizes(len(entrants), n), strict=False)
        names = [name for name, size in sizes_by_name for _ in range(size)]
        return {one.id: name for one, name in zip(people, names, strict=True)}
    sizes = Counter(found.values())
    lowest_first = sorted(sizes, reverse=True)
    for one in people:
        name = min(lowest_first, key=sizes.__getitem__)
        found[one.id] = name
        sizes[name] += 1
    return found


def division_sizes(entrants: int, n: int) -> list[int]:
    """Return the sizes of `n` divisions, fewer if there are too few entrants: they differ by at
    most one, larger ones first.
    """
    count = max(1, min(n, entrants // 2))
    size, larger = divmod(entrants, count)
    return [size + (index < larger) for index in range(count)]


def due(number: int, start: date, weeks: int) -> date | None:
    """Return the deadline of session round `number` (from 1); None for 0 weeks."""
    return start + timedelta(days=7 * weeks * number - 1) if weeks else None


@dataclass(frozen=True)
class Move:
    """A promotion or relegation: an entrant's division this season and next."""

    id: int
    before: str
    after: str


def movers(standings: Mapping[str, Sequence[int]], up: int, down: int) -> tuple[Move, ...]:
    """Return promotions and relegations. `standings` are ids by division, best first; "A" is
    highest.

    There is no promotion from the first and no relegation from the last. If a division is too small
    for both, promotion takes precedence.
    """
    names = sorted(standings)
    found = []
    for index, name in enumerate(names):
        ids = list(standings[name])
        risers = ids[:up] if index > 0 else []
        rest = ids[len(risers) :]
        fallers = rest[max(0, len(rest) - down) :] if index < len(names) - 1 else []
        found += [Move(id_, name, names[index - 1]) for id_ in risers]
        found += [Move(id_, name, names[index + 1]) for id_ in fallers]
    return tuple(found)


def next_divisions(standings: Mapping[str, Sequence[int]], up: int, down: int) -> tuple[Move, ...]:
    """Return everybody's division this season and next, strongest first, also of those who stay.

    After promotion and relegation the divisions are as large as a draw makes them. A place that is
    free because somebody left goes to the best of those who would have gone down, else to one more
    from below.
    """
    names = sorted(standings)
    before = {one: name for name in names for one in standings[name]}
    after = before | {move.id: move.after for move in movers(standings, up, down)}
    # Within a division: from above, stayed, from below; each in the order of the last standings
    order = sorted(after, key=lambda one: (after[one], before[one]))
    sizes = zip(names, division_sizes(len(order), len(names)), strict=False)
    following = [name for name, size in sizes for _ in range(size)]
    return tuple(Move(one, before[one], name) for one, name in zip(order, following, strict=True))


@dataclass(frozen=True)
class Dated:
    """A league match: its key, the sides, its deadline (None: none), and whether it is done."""

    key: str
    sides: tuple[int, ...]
    due: date | None
    done: bool = False


@dataclass(frozen=True)
class Reminder:
    """A match to remind of: "soon" or "overdue", with the days left (negative: days late)."""

    match: Dated
    kind: str
    days: int


def reminders(matches: Iterable[Dated], today: date) -> tuple[Reminder, ...]:
    """Return unplayed matches due within a week (today and day seven included) or overdue, most
    urgent first.
    """
    found = []
    for match in matches:
        if match.done or match.due is None:
            continue
        days = (match.due - today).days
        if days <= SOON_DAYS:
            found.append(Reminder(match, OVERDUE if days < 0 else SOON, days))
    return tuple(sorted(found, key=lambda one: (one.days, one.match.key)))
