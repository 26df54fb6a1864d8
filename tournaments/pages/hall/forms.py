"""The form for how the evening is run: agreement, end of time, objections."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.games.parsing import whole_of
from scoring.rules import Mistake, RuleError
from scoring.rules.words import gettext_noop
from tournaments.models import Tournament
from tournaments.pages.settings import LONGEST_KEPT

MOST_LAST_HAND = 60
MOST_OBJECTION = 1440
A, U = Tournament.Agreement, Tournament.Unfinished

# Each choice with its name and its effect on a table.
AGREEMENTS = (
    (
        A.CONFIRM,
        _("The other side agrees with one tap"),
        _("It sees the result in big digits. The usual way."),
    ),
    (
        A.TRUST,
        _("The table's result counts"),
        _("Nobody has to agree. Quick, and fine among friends."),
    ),
    (
        A.BLIND,
        _("Both sides enter the result"),
        _("Neither sees what the other enters; it counts if both are the same. For championships."),
    ),
)
UNFINISHED = (
    (
        U.HAND,
        _("The current hand is finished"),
        _("The match then counts as it stands: it stops with the next hand entered."),
    ),
    (
        U.NOW,
        _("The match counts as it stands"),
        _("It stops immediately. An unfinished hand does not count."),
    ),
    (U.PLAYS_ON, _("The match is played to its end"), _("The clock only shows who is late.")),
    (
        U.RULING,
        _("The director decides each of them"),
        _("Nothing stops automatically; the board shows where."),
    ),
)
NO_CHOICE = gettext_noop("Choose one of these.")
NO_MINUTES = gettext_noop("Enter whole minutes from 0 to %(most)s.")


@dataclass
class EveningForm:
    """The four settings as texts."""

    texts: dict[str, str]

    KEYS = ("agreement", "unfinished", "last_hand_minutes", "objection_minutes")

    @classmethod
    def of(cls, tournament: Tournament) -> "EveningForm":
        return cls({key: str(getattr(tournament, key)) for key in cls.KEYS})

    @classmethod
    def read(cls, data: Mapping[str, str]) -> "EveningForm":
        return cls({key: data.get(key, "")[:LONGEST_KEPT] for key in cls.KEYS})

    def check(self) -> dict[str, Any]:
        """Return columns of `Tournament`. Raises RuleError with each error at its field."""
        mistakes: list[Mistake] = []
        found: dict[str, Any] = {}
        for key, choices in (("agreement", A.values), ("unfinished", U.values)):
            found[key] = self.texts[key]
            if self.texts[key] not in choices:
                mistakes.append(Mistake("unknown_choice", key, NO_CHOICE))
        for key, most in (
            ("last_hand_minutes", MOST_LAST_HAND),
            ("objection_minutes", MOST_OBJECTION),
        ):
            minutes = whole_of(self.texts[key].strip(), None)
            if minutes is not None and minutes <= most:
                found[key] = minutes
            else:
                mistakes.append(Mistake("bad_minutes", key, NO_MINUTES, {"most": most}))
        if mistakes:
            raise RuleError(mistakes)
        return found
