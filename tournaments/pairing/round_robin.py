"""Round robin. The schedule is fixed before the first round; see `fixtures` for late entries and
withdrawals.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from scoring.rules import Conflict, Mistake
from scoring.rules.settings import Choice, Setting
from scoring.rules.words import gettext_noop
from tournaments.pairing.fixtures import (
    Fixture,
    Schedule,
    circle_rounds,
    group_of,
    late_numbers,
    numbers_found,
    opponent_planned,
    order_by_seeds,
    schedule,
    times_met,
)
from tournaments.pairing.format import Format, Whole
from tournaments.pairing.tables import number_tables
from tournaments.pairing.values import Draw, Entrant, Field, Id, Note, SessionRound, Table, in_order

LOT, SEEDS = "lot", "seeds"
LEGS = Whole(1, 1, 2)
LEGS_LABEL = (
    gettext_noop("Legs"),
    gettext_noop("How often each two meet: once, or twice with the sides swapped."),
)
NUMBERS = Choice((LOT, SEEDS))
NUMBERS_LABEL = (
    gettext_noop("Numbers in the schedule"),
    gettext_noop("Drawn by lot, or by the seeds: then the two best meet in the last round."),
)
HALF, STAY = "half", "stay"
WITHDRAWALS = Choice((HALF, STAY))
WITHDRAWALS_LABEL = (
    gettext_noop("When an entrant leaves"),
    gettext_noop(
        "Below half of their matches played, none of them counts; from half on, the rest are "
        "forfeits. Or results stay, and later opponents have a free round."
    ),
)
WORDS = {
    LOT: gettext_noop("by lot"),
    SEEDS: gettext_noop("by the seeds"),
    HALF: gettext_noop("half of the matches decides"),
    STAY: gettext_noop("results stay"),
}


class RoundRobin(Format):
    """Each meets each, in one group."""

    key = "round_robin"
    name = gettext_noop("Round robin")
    sentence = gettext_noop(
        "Everybody meets everybody, by a schedule fixed before the first round."
    )
    settings: ClassVar[Mapping[str, Setting]] = {
        "legs": LEGS,
        "numbers": NUMBERS,
        "withdrawals": WITHDRAWALS,
    }
    labels = {"legs": LEGS_LABEL, "numbers": NUMBERS_LABEL, "withdrawals": WITHDRAWALS_LABEL}
    choices = WORDS
    whole_stage = True
    keeps_schedule = True
    byes_count = False

    def rounds(self, entrants: int, settings: Mapping[str, Any]) -> int | None:
        """Return the rounds of all legs: entrants - 1 each, or as many as entrants if odd.

        Late entries may need more: `rounds_of` counts them.
        """
        return circle_rounds(entrants, self.read(settings)["legs"])

    def rounds_of(self, field: Field) -> int:
        """Return the total number of session rounds as known now: past rounds and those left."""
        left = self._schedules(field, self.groups_of(field)).values()
        return field.number - 1 + max((len(one.rounds) for one in left), default=0)

    def groups_of(self, field: Field) -> dict[int, str]:
        """Return the group of everybody present, by id."""
        return {entrant.id: "" for entrant in field.entrants}

    def draw(self, field: Field) -> Draw:
        """Draw the next scheduled round. Raises RuleError: `too_few`, `stage_over`."""
        groups = self.groups_of(field)
        if max(Counter(groups.values()).values(), default=0) < 2:
            text = gettext_noop("A match needs two; there are %(count)s.")
            raise Conflict([Mistake("too_few", "entrants", text, {"count": len(field.entrants)})])
        schedules = self._schedules(field, groups)
        if not any(one.rounds for one in schedules.values()):
            text = gettext_noop("Everybody has met everybody: finish the stage.")
            raise Conflict([Mistake("stage_over", "round", text)])
        tables = [
            self._table(field, name, plan, fixture)
            for name, plan in schedules.items()
            for fixture in plan.next_round
        ]
        playing = {id_ for table in tables for id_ in table.everybody}
        free = sorted(groups.keys() - playing, key=lambda id_: (groups[id_], id_))
        notes = [self._free_note(field, schedules[groups[id_]], id_) for id_ in free]
        dealt = () if schedules.keys() == {""} else tuple(sorted(groups.items()))
        numbered = number_tables(tables, field.fixed_tables)
        return Draw(numbered, tuple(free), warnings=tuple(notes), groups=dealt)

    def describe(self, settings: Mapping[str, Any]) -> tuple[tuple[str, Mapping[str, object]], ...]:
        once = gettext_noop("Everybody meets everybody once.")
        twice = gettext_noop(
            "Everybody meets everybody twice; the second time the sides are swapped."
        )
        odd = gettext_noop("With an odd number, everybody has one bye in each leg.")
        half = gettext_noop(
            "If an entrant leaves below half of their matches, none of them counts; from half on, "
            "the rest are forfeits."
        )
        stay = gettext_noop(
            "If an entrant leaves, results stay, and later opponents have a free round."
        )
        return (
            (once if self.read(settings)["legs"] == 1 else twice, {}),
            (odd, {}),
            (half if self.ends_at_half(settings) else stay, {}),
        )

    def ends_at_half(self, settings: Mapping[str, Any]) -> bool:
        """Whether FIDE's rule for round robins applies: article 6.6 of its rules for
        competitions.
        """
        return bool(self.read(settings)["withdrawals"] == HALF)

    def _schedules(self, field: Field, groups: Mapping[int, str]) -> dict[str, Schedule]:
        met = times_met(field.past)
        found = {}
        for name in sorted(set(groups.values())):
            members = [one for one in field.entrants if groups[one.id] == name]
            numbers = self._numbers(field, name, groups)
            present = {one.id for one in members}
            known = late_numbers(field.past, name, numbers)
            found[name] = schedule(
                numbers, present, met, int(field.settings["legs"]), field.number, known
            )
        return found

    def _numbers(self, field: Field, name: str, groups: Mapping[int, str]) -> dict[int, int]:
        members = [one for one in field.entrants if groups[one.id] == name]
        first = field.past[0] if field.past else SessionRound()
        if any(group_of(table) == name for table in first.tables):
            ids = {one.id for one in members}
            # One group: entrants who left belong to it too
            return numbers_found(first, name, ids | first.everybody if name == "" else ids)
        return {id_: number for number, id_ in enumerate(_numbered(members, field, name), start=1)}

    def _table(self, field: Field, name: str, plan: Schedule, fixture: Fixture) -> Table:
        legs = int(field.settings["legs"])
        reasons = []
        if fixture.extra:
            text = gettext_noop("These two have a match left that the schedule could not hold.")
            reasons.append(Note("made_up", text))
        else:
            text = gettext_noop("Each meets each: round %(round)s of %(rounds)s.")
            reasons.append(
                Note("each_meets_each", text, {"round": field.number, "rounds": plan.planned})
            )
        if legs > 1:
            leg = (gettext_noop("First leg."), gettext_noop("Second leg."))[min(fixture.leg, 2) - 1]
            reasons.append(Note("leg", leg))
        if name:
            reasons.append(Note("group", gettext_noop("Group %(group)s."), {"group": name}))
        sides = ((fixture.sides[0],), (fixture.sides[1],))
        return Table(sides, reasons=tuple(reasons), key=_free_key(field, name, fixture))

    def _free_note(self, field: Field, plan: Schedule, id_: int) -> Note:
        if plan.numbers[id_] <= plan.first and field.number <= plan.planned:
            numbers = {one: number for one, number in plan.numbers.items() if number <= plan.first}
            other = opponent_planned(numbers, id_, int(field.settings["legs"]), field.number)
            present = {one.id for one in field.entrants}
            if other is not None and other not in present:
                text = gettext_noop(
                    "Free: %(who)s. Not there: %(opponent)s, the opponent by the schedule."
                )
                return Note("opponent_away", text, {"who": Id(id_), "opponent": Id(other)})
            if other is None and plan.first % 2:
                return Note(
                    "bye", gettext_noop("Bye for %(who)s: the number is odd."), {"who": Id(id_)}
                )
        return Note(
            "free",
            gettext_noop("Free: %(who)s. Nobody is left to meet in this round."),
            {"who": Id(id_)},
        )


def _numbered(members: Sequence[Entrant], field: Field, name: str) -> list[int]:
    """Return the ids in number order, before the first round."""
    ids = [one.id for one in in_order(members)]
    if field.settings["numbers"] == SEEDS:
        return order_by_seeds(ids)
    ids.sort()
    random.Random(f"{field.seed}:{name}").shuffle(ids)  # noqa: S311 - a lot, not a secret
    return ids


def _free_key(field: Field, name: str, fixture: Fixture) -> str:
    """Return the key of a fixture; if tables changed by hand already use it, the next free leg."""
    start = f"{name}:" if name else ""
    taken = {table.key for drawn in field.past for table in drawn.tables}
    low, high = fixture.numbers
    leg = fixture.leg
    while taken & {f"{start}{low}-{high}:{leg}", f"{start}{high}-{low}:{leg}"}:
        leg += 1
    return f"{start}{low}-{high}:{leg}"
