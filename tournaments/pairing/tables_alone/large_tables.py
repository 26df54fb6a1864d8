"""Large tables: Grand Seigneur (5 to 12 people) and Always Last (5 to 10)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar

from scoring.rules import Mistake, RuleError, Variant
from scoring.rules.settings import Choice, Setting
from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.pairing.format import Whole
from tournaments.pairing.kept_apart import separated
from tournaments.pairing.tables_alone.alone import ROUNDS, ROUNDS_LABEL, Alone, seated, too_few
from tournaments.pairing.tables_alone.seating import (
    choose_byes,
    seat_evenly,
    times_at_bigger,
    times_met,
    times_to_avoid,
)
from tournaments.pairing.values import Draw, Field, Note

LEAST_AT_A_TABLE, MOST_AT_A_TABLE = 3, 12
EVEN, LEVEL = "even", "level"


class LargeTables(Alone):
    """Tables of nearly equal size: they differ by at most one person."""

    key = "large_tables"
    name = gettext_noop("Large tables")
    sentence = gettext_noop(
        "Everyone plays for themselves, at tables of five or more, all about the same size."
    )
    settings: ClassVar[Mapping[str, Setting]] = {
        "rounds": ROUNDS,
        "method": Choice((EVEN, LEVEL)),
        "prefer": Whole(6, LEAST_AT_A_TABLE, MOST_AT_A_TABLE),
        "least": Whole(5, LEAST_AT_A_TABLE, MOST_AT_A_TABLE),
        "most": Whole(10, LEAST_AT_A_TABLE, MOST_AT_A_TABLE),
    }
    labels = {
        "rounds": ROUNDS_LABEL,
        "method": (
            gettext_noop("Who meets whom"),
            gettext_noop(
                "Everybody meets as many others as possible, or neighbours in the standings meet."
            ),
        ),
        "prefer": (
            gettext_noop("Best size of a table"),
            gettext_noop("Tables come as close to this as possible."),
        ),
        "least": (
            gettext_noop("Smallest table"),
            gettext_noop("The fewest people at a table."),
        ),
        "most": (
            gettext_noop("Largest table"),
            gettext_noop("The most people at a table."),
        ),
    }
    choices = {EVEN: gettext_noop("many different people"), LEVEL: gettext_noop("by the standings")}

    def plays(self, game: Variant) -> bool:
        return not game.has_teams and game.min_players < game.max_players

    def read(self, settings: Mapping[str, Any]) -> dict[str, Any]:
        """Return the settings completed with defaults.

        Raises RuleError: `unknown_setting`, `bad_setting`.
        """
        read = super().read(settings)
        if not read["least"] <= read["prefer"] <= read["most"]:
            text = gettext_noop(
                "The best size of a table is %(prefer)s; it must be between the smallest "
                "(%(least)s) and the largest (%(most)s)."
            )
            params = {key: read[key] for key in ("prefer", "least", "most")}
            raise RuleError([Mistake("bad_setting", "prefer", text, params)])
        return read

    def draw(self, field: Field) -> Draw:
        """Draw the next session round. Raises RuleError: `too_few`."""
        settings = self.read(field.settings)
        people = [entrant.id for entrant in field.entrants]
        if len(people) < settings["least"]:
            raise too_few(field, settings["least"])
        sizes = table_sizes(len(people), settings["least"], settings["most"], settings["prefer"])
        byes = choose_byes(people, len(people) - sum(sizes), field.past, field.seed)
        playing = [entrant.id for entrant in field.ranked if entrant.id not in byes]
        met, bigger = times_met(field.past), times_at_bigger(field.past)
        reasons: dict[int, Note] = {}
        if settings["method"] == LEVEL:
            groups = separated(blocks(playing, sizes, bigger), field.apart)
            place = {entrant.id: entrant.place for entrant in field.entrants}
            text = gettext_noop("Places %(first)s to %(last)s of the standings.")
            for index, group in enumerate(groups):
                reasons[index] = Note(
                    "level", text, {"first": place[group[0]], "last": place[group[-1]]}
                )
        else:
            avoid = times_to_avoid(field.past, field.apart)
            groups = seat_evenly(playing, sizes, avoid, bigger, field.seed)
        drawn = seated(field, groups, byes, met, reasons)
        if not byes:
            return drawn
        text = ngettext_noop(
            "%(all)s person cannot be shared out to tables of %(least)s to %(most)s: %(count)s of "
            "them have a bye.",
            "%(all)s people cannot be shared out to tables of %(least)s to %(most)s: %(count)s of "
            "them have a bye.",
            "all",
        )
        params = {
            "all": len(people),
            "least": settings["least"],
            "most": settings["most"],
            "count": len(byes),
        }
        return replace(drawn, relaxed=(Note("byes", text, params),))

    def describe(self, settings: Mapping[str, Any]) -> tuple[tuple[str, Mapping[str, object]], ...]:
        read = self.read(settings)
        sizes = gettext_noop(
            "Rounds: %(rounds)s. Tables have %(least)s to %(most)s people, best %(prefer)s."
        )
        even = gettext_noop("Everybody meets as many different people as possible.")
        level = gettext_noop("Neighbours in the standings sit together.")
        return ((sizes, read), (even if read["method"] == EVEN else level, {}))


def table_sizes(people: int, least: int, most: int, prefer: int) -> list[int]:
    """Return the table sizes, bigger ones first, for as many of `people` (>= `least`) as can sit.

    Chooses the number of tables whose sizes are closest to `prefer`; if equal, the smaller tables.
    """
    for seats in range(people, 0, -1):
        numbers = range(-(-seats // most), seats // least + 1)
        if numbers:
            tables = min(numbers, key=lambda count: (abs(Fraction(seats, count) - prefer), -count))
            size, rest = divmod(seats, tables)
            return [size + 1] * rest + [size] * (tables - rest)
    return []


def blocks(
    order: Sequence[int], sizes: Sequence[int], bigger: Mapping[int, int]
) -> list[list[int]]:
    """Cut the people, in standings order, into tables of these sizes.

    Bigger tables are placed so that those who sat at one before do so least; if equal, further
    down.
    """
    small, more = min(sizes), sum(size > min(sizes) for size in sizes)
    # Bigger tables so far -> (cost, sizes)
    options: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for _ in sizes:
        longer: dict[int, tuple[int, tuple[int, ...]]] = {}
        for used, (cost, chosen) in options.items():
            for extra in (0, 1):
                if used + extra > more:
                    continue
                start = sum(chosen)
                added = (
                    sum(bigger.get(id_, 0) for id_ in order[start : start + small + 1])
                    if extra
                    else 0
                )
                found = (cost + added, (*chosen, small + extra))
                longer[used + extra] = min(longer.get(used + extra, found), found)
        options = longer
    groups, start = [], 0
    for size in options[more][1]:
        groups.append(list(order[start : start + size]))
        start += size
    return groups
