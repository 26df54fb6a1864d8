"""Requested byes in words, for visitors, the desk and the entrants themselves."""

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Absence, Entrant, SessionRound
from tournaments.stage.history import RoundRows

W = Absence.Worth
OFF = "off"  # kind of a round that is a requested bye
WORDS = {
    W.NONE: gettext_lazy("requested bye, worth nothing"),
    W.HALF: gettext_lazy("requested bye, worth half"),
    W.FULL: gettext_lazy("requested bye, in full"),
}


def word_of(worth: str) -> str:
    """Return what a round off is called."""
    return str(WORDS[W(worth)]) if worth else _("absent")


def absence_words(rows: RoundRows, who: int) -> str:
    """Return why an absent entrant has no table."""
    return word_of(rows.worth.get(who, ""))


def coming_byes(entrant: Entrant) -> list[str]:
    """Return a sentence for each round off that is not published yet. One query."""
    published = SessionRound.objects.filter(
        stage=OuterRef("stage"), number=OuterRef("round_number")
    ).exclude(state=SessionRound.State.DRAFT)
    rows = Absence.objects.filter(~Exists(published), entrant=entrant)
    rows = rows.order_by("stage__number", "round_number")
    return [
        _("Round %(round)s: %(off)s.") % {"round": number, "off": word_of(worth)}
        for number, worth in rows.values_list("round_number", "worth")
    ]
