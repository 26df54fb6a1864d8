"""Evening of four: one table for a whole evening, everybody partners everybody."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from scoring.rules import Conflict, Mistake, Variant
from scoring.rules.settings import Choice, Setting
from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.pairing.format import Format, Whole
from tournaments.pairing.individual.fives import FIVE, FOUR, Sizes, five_games, sizes
from tournaments.pairing.kept_apart import separated
from tournaments.pairing.meetings import seat_evenly
from tournaments.pairing.tables import number_tables
from tournaments.pairing.values import Draw, Entrant, Field, Id, Note, SessionRound, Side, Table

PLAN, LEVEL = "plan", "level"
FIVES, BYES = "fives", "byes"


class EveningOfFour(Format):
    """Each session round is an evening; the first entrant named at a table organises it."""

    key = "evening_of_four"
    name = gettext_noop("Evening of four")
    sentence = gettext_noop(
        "Tables of four for a whole evening: three games, so everyone partners everyone else."
    )
    settings: ClassVar[Mapping[str, Setting]] = {
        "rounds": Whole(10, 1, 99),
        "method": Choice((PLAN, LEVEL)),
        "odd": Choice((FIVES, BYES)),
    }
    labels = {
        "rounds": (
            gettext_noop("Evenings"),
            gettext_noop("How many evenings (match days) the season has."),
        ),
        "method": (
            gettext_noop("Who meets whom"),
            gettext_noop(
                "Everybody meets everybody as evenly as possible, or neighbours in the standings "
                "meet."
            ),
        ),
        "odd": (
            gettext_noop("Numbers not divisible by four"),
            gettext_noop("Tables of five, each sitting out one of five games, or byes."),
        ),
    }
    choices = {
        PLAN: gettext_noop("many different people"),
        LEVEL: gettext_noop("by the standings"),
        FIVES: gettext_noop("tables of five"),
        BYES: gettext_noop("byes"),
    }
    units = ("person",)
    at_four = 3

    def plays(self, game: Variant) -> bool:
        return game.side_size == 2

    def rounds(self, entrants: int, settings: Mapping[str, Any]) -> int:  # noqa: ARG002 - any number of people
        """Return the number of evenings in the settings."""
        return int(self.read(settings)["rounds"])

    def draw(self, field: Field) -> Draw:
        """Draw the tables of the next evening. Raises RuleError: `too_few` below four persons."""
        if len(field.entrants) < FOUR:
            text = gettext_noop("A table needs four people; there are %(count)s.")
            raise Conflict([Mistake("too_few", "entrants", text, {"count": len(field.entrants)})])
        lot = random.Random(f"{field.seed}:{field.number}")  # noqa: S311 - a lot, not a secret
        people = field.ranked
        counts = sizes(len(people), field.settings["odd"])
        byes = _byes(people, counts.byes, field.past, lot)
        people = [one for one in people if one.id not in byes]
        groups = _grouped(people, counts, field, lot)
        organised = Counter(one.sides[0][0] for drawn in field.past for one in drawn.tables)
        tables = [_table(group, organised, field) for group in groups]
        text = gettext_noop("Bye for %(who)s; evenings without a table so far: %(before)s.")
        before = _free_before(field.past)
        notes = tuple(Note("bye", text, {"who": Id(id_), "before": before[id_]}) for id_ in byes)
        return Draw(number_tables(tables, field.fixed_tables), tuple(byes), warnings=notes)

    def describe(self, settings: Mapping[str, Any]) -> tuple[tuple[str, Mapping[str, object]], ...]:
        read = self.read(settings)
        plan = gettext_noop(
            "Tables are set so that everybody meets everybody as evenly as possible."
        )
        level = gettext_noop(
            "The first four in the standings sit together, then the next four, and so on."
        )
        fives = gettext_noop("A table of five plays five games, and each sits out one of them.")
        byes = gettext_noop(
            "Players left over from tables of four have a bye; nobody has a second one too early."
        )
        return (
            (
                ngettext_noop(
                    "There is %(rounds)s evening.", "There are %(rounds)s evenings.", "rounds"
                ),
                {"rounds": read["rounds"]},
            ),
            (
                gettext_noop(
                    "A table of four plays three games, so everyone partners everyone else."
                ),
                {},
            ),
            (plan if read["method"] == PLAN else level, {}),
            (fives if read["odd"] == FIVES else byes, {}),
            (gettext_noop("The first person named at a table organises the evening."), {}),
        )


def games_of(members: Sequence[int]) -> tuple[tuple[Side, ...], ...]:
    """Return the games of a table of four (three games) or five (five): each pair partners once."""
    if len(members) == FIVE:
        return five_games(members)
    a, b, c, d = members
    return (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)))


def times_together(past: Sequence[SessionRound]) -> Counter[frozenset[int]]:
    """Count the evenings each two spent at the same table."""
    return Counter(
        frozenset((one, other))
        for drawn in past
        for table in drawn.tables
        for one in table.everybody
        for other in table.everybody
        if one < other
    )


def _five(table: Table) -> bool:
    return len(table.everybody) == FIVE


def _free_before(past: Sequence[SessionRound]) -> Counter[int]:
    return Counter(id_ for drawn in past for id_ in drawn.had_bye)


def _byes(
    people: Sequence[Entrant], count: int, past: Sequence[SessionRound], lot: random.Random
) -> list[int]:
    """Choose the byes: those with the fewest so far, then by lot."""
    before = _free_before(past)
    order = sorted(one.id for one in people)
    lot.shuffle(order)
    return sorted(sorted(order, key=before.__getitem__)[:count])


def _grouped(
    people: Sequence[Entrant], counts: Sizes, field: Field, lot: random.Random
) -> list[list[int]]:
    """Divide people into tables by the method of the settings, both in the order of places."""
    at_five = Counter(
        id_ for drawn in field.past for one in drawn.tables if _five(one) for id_ in one.everybody
    )
    apart = field.apart | field.not_partners  # everybody at a table is everybody's partner
    if field.settings["method"] == LEVEL:
        groups = separated(_level(people, counts.fives, at_five), apart)
    else:
        table_sizes = [FOUR] * counts.fours + [FIVE] * counts.fives
        groups = seat_evenly(people, table_sizes, times_together(field.past), at_five, lot, apart)
    rank = {one.id: index for index, one in enumerate(people)}
    return sorted(
        (sorted(group, key=rank.__getitem__) for group in groups), key=lambda group: rank[group[0]]
    )


def _level(people: Sequence[Entrant], fives: int, at_five: Mapping[int, int]) -> list[list[int]]:
    """Seat neighbours in the standings together.

    Tables of five get the persons who must sit at one, otherwise those who sat at one least often.
    Which positions become tables of five is decided from the top: the set with the least total cost
    is found step by step.
    """
    ids = [one.id for one in people]
    wanted = {one.id for one in people if one.five}

    def cost(members: Sequence[int]) -> tuple[int, int]:
        return -len(wanted.intersection(members)), sum(at_five.get(id_, 0) ** 2 for id_ in members)

    tables = (len(ids) - fives) // FOUR
    # best[k]: the cheapest way to place k tables of five among the tables so far, the later ones if
    # equal
    best: dict[int, tuple[tuple[int, int], tuple[int, ...]]] = {0: ((0, 0), ())}
    for index in range(tables):
        step: dict[int, tuple[tuple[int, int], tuple[int, ...]]] = {}
        for used, (so_far, chosen) in sorted(best.items()):
            start = index * FOUR + used
            options = [(used, so_far, (*chosen, FOUR))]
            if used < fives:
                extra = cost(ids[start : start + FIVE])
                options.append(
                    (used + 1, (so_far[0] + extra[0], so_far[1] + extra[1]), (*chosen, FIVE))
                )
            for now, total, row in options:
                if now not in step or (total, row) < step[now]:
                    step[now] = (total, row)
        best = step
    found, start = [], 0
    for size in best[fives][1]:
        found.append(ids[start : start + size])
        start += size
    return found


def _table(group: Sequence[int], organised: Mapping[int, int], field: Field) -> Table:
    """Build a table: the person who has organised least first, the others by place."""
    first = min(group, key=lambda id_: organised.get(id_, 0))
    members = [first, *(id_ for id_ in group if id_ != first)]
    text = gettext_noop("Organiser of the evening: %(who)s; times so far: %(before)s.")
    reasons = [Note("organiser", text, {"who": Id(first), "before": organised.get(first, 0)})]
    if field.settings["method"] == LEVEL:
        reasons.append(Note("level", gettext_noop("Neighbours in the standings.")))
    else:
        together = times_together(field.past)
        pairs = [
            frozenset((one, other))
            for index, one in enumerate(members)
            for other in members[index + 1 :]
        ]
        again = sum(1 for pair in pairs if together[pair])
        text = gettext_noop("New acquaintances at this table: %(new)s of %(pairs)s.")
        reasons.append(Note("meetings", text, {"pairs": len(pairs), "new": len(pairs) - again}))
    return Table(tuple((id_,) for id_ in members), games_of(members), reasons=tuple(reasons))
