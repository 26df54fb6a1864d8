"""Tables of three: Trichu and Wu Wang, where the fourth hand is an open dummy."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from scoring.rules import Variant
from scoring.rules.settings import Setting
from scoring.rules.words import gettext_noop
from tournaments.pairing.tables_alone.alone import ROUNDS, ROUNDS_LABEL, Alone, seated, too_few
from tournaments.pairing.tables_alone.seating import (
    choose_byes,
    seat_evenly,
    times_met,
    times_to_avoid,
)
from tournaments.pairing.values import Draw, Field, Note


class TablesOfThree(Alone):
    """Three at every table, meeting as evenly as possible; one or two may have a bye."""

    key = "tables_of_three"
    name = gettext_noop("Tables of three")
    sentence = gettext_noop(
        "Three people sit at every table and meet as many different people as possible."
    )
    settings: ClassVar[Mapping[str, Setting]] = {"rounds": ROUNDS}
    labels = {"rounds": ROUNDS_LABEL}

    def plays(self, game: Variant) -> bool:
        return not game.has_teams and game.min_players == game.max_players == 3

    def draw(self, field: Field) -> Draw:
        """Draw the next session round. Raises RuleError: `too_few`."""
        people = [entrant.id for entrant in field.entrants]
        if len(people) < 3:
            raise too_few(field, 3)
        byes = choose_byes(people, len(people) % 3, field.past, field.seed)
        met = times_met(field.past)
        avoid = times_to_avoid(field.past, field.apart)
        sizes = [3] * (len(people) // 3)
        groups = seat_evenly(set(people) - set(byes), sizes, avoid, {}, field.seed)
        drawn = seated(field, groups, byes, met, {})
        if not byes:
            return drawn
        text = gettext_noop(
            "A table takes three people, no more and no less: %(count)s of %(all)s have a bye."
        )
        return replace(
            drawn, relaxed=(Note("byes", text, {"count": len(byes), "all": len(people)}),)
        )

    def describe(self, settings: Mapping[str, Any]) -> tuple[tuple[str, Mapping[str, object]], ...]:
        text = gettext_noop("Rounds: %(rounds)s. Three sit at a table, and byes are shared evenly.")
        return ((text, {"rounds": self.read(settings)["rounds"]}),)
