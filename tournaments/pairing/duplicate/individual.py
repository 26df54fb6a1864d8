"""Individual duplicate: everybody has a new partner every round, and all play the same boards."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, ClassVar

from scoring.rules import Conflict, Mistake
from scoring.rules.settings import Setting
from scoring.rules.words import gettext_noop
from tournaments.pairing.duplicate.designs_individual import DESIGNS
from tournaments.pairing.duplicate.development import developed
from tournaments.pairing.duplicate.event import Duplicate, Sentences, size_of
from tournaments.pairing.duplicate.movement import Movement, tables_of
from tournaments.pairing.format import Whole

USUAL_ROUNDS = {8: 7, 12: 11, 16: 8, 20: 10}  # by players for whom there is a movement
SIZES = tuple(USUAL_ROUNDS)
AT_A_TABLE = 4


class IndividualDuplicate(Duplicate):
    """People with changing partners play the same boards at different tables."""

    key = "duplicate_individual"
    name = gettext_noop("Individual duplicate")
    sentence = gettext_noop(
        "Everybody plays the same cards with a new partner every round, and results are compared "
        "board by board."
    )
    settings: ClassVar[Mapping[str, Setting]] = {
        **{key: one for key, one in Duplicate.settings.items() if key != "boards_move"},
        "rounds": Whole(None, 1, SIZES[-1] - 1, open_=True),
    }
    labels: ClassVar[Mapping[str, tuple[str, str]]] = {
        **{key: one for key, one in Duplicate.labels.items() if key != "boards_move"},
        "rounds": (
            gettext_noop("Rounds to play"),
            gettext_noop(
                "Empty: until everybody has been everybody’s partner with 8 or 12 players, 8 "
                "rounds with 16, 10 with 20."
            ),
        ),
    }
    units = ("person",)
    all_meet = gettext_noop("With 8 or 12 players, everybody is everybody’s partner once.")
    odd = gettext_noop("It is for 8, 12, 16 or 20 players.")

    def rounds(self, entrants: int, settings: Mapping[str, Any]) -> int:
        """Return the rounds of the movement for this many people."""
        wanted = self.read(settings)["rounds"]
        if wanted is None:
            return USUAL_ROUNDS.get(entrants, 1)
        return int(min(wanted, max(entrants, SIZES[0]) - 1))

    def movement(self, size: int, settings: Mapping[str, Any]) -> Movement:
        self.check_size(size)
        return individual_movement(size, self.read(settings)["boards"], self.rounds(size, settings))

    def check_size(self, count: int) -> None:
        if count not in SIZES:
            text = gettext_noop(
                "Individual duplicate is for 8, 12, 16 or 20 players; there are %(count)s."
            )
            code = "too_few" if count < SIZES[-1] else "too_many"
            raise Conflict([Mistake(code, "entrants", text, {"count": count})])

    def preview(self, settings: Mapping[str, Any], entrants: int | None) -> Sentences:
        if entrants not in SIZES:
            return ((self.odd, {}),)
        text = gettext_noop(
            "Players: %(count)s, rounds: %(rounds)s, boards: %(boards)s. Any two are compared on "
            "%(least)s to %(most)s boards."
        )
        return ((text, size_of(self.movement(entrants, settings))),)


@cache
def individual_movement(people: int, boards_a_round: int, rounds: int) -> Movement:
    """Return the most level movement known for 8, 12, 16 or 20 people: nobody has the same partner
    twice, or plays a board twice. If it ends before everybody has been everybody's partner, some
    boards may have fewer results than others.
    """
    size, text = DESIGNS[people, rounds]
    found = developed(text, size, people // size, AT_A_TABLE)[:rounds]
    used = sorted({one.sets for tables in found for one in tables})
    sets = {given: (number,) * boards_a_round for number, given in enumerate(used, start=1)}
    every = [[replace(one, sets=sets[one.sets]) for one in tables] for tables in found]
    return Movement(people, boards_a_round, tuple(map(tables_of, every)))
