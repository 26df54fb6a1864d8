"""What a message says, read when it is sent: nothing about a round that was taken back, or a
dispute that is over.
"""

import hashlib
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.match.agreement import A
from tournaments.models import Entrant, Match, Message, Place, SessionRound, Stage
from tournaments.names import names_at_table, names_of, side_names
from tournaments.stage import frozen_results
from tournaments.stage.history import seated_match

OPEN_ROUND = {
    "session_round__state": SessionRound.State.PUBLISHED,
    "session_round__stage__state": Stage.State.RUNNING,
}
HOUR = 3600  # seconds
MOST_LETTERS = 500  # of names: six people with long ones


@dataclass(frozen=True)
class Words:
    """A message in the current language. `about` is equal if it says the same in any language;
    `seconds` is how long it is worth delivering to a phone that is off.
    """

    title: str
    text: str
    about: str
    seconds: int = 2 * HOUR


def words_of(message: Message) -> Words | None:
    """Return what a message says now; None if its cause is gone. Nine queries at most.

    The message's subscription with entrant and tournament must be loaded.
    """
    entrant = message.subscription.entrant
    if message.kind == Message.Kind.TABLE:
        return _table(entrant)
    if message.kind == Message.Kind.DISPUTE:
        return _dispute(entrant, message.match_id)
    return _prizes(entrant)


def _table(entrant: Entrant) -> Words | None:
    """Return where an entrant plays next: the first of their open matches, else a bye."""
    places = (
        Place.objects.filter(entrant=entrant, **OPEN_ROUND)
        .select_related("match", "session_round__stage")
        .order_by("session_round__stage__number", "session_round__number")
    )
    rows = list(places)
    for place in rows:
        if place.match is not None and not place.match.done:
            return _seat(entrant, place, place.match)
    if rows and rows[-1].kind == Place.Kind.BYE:
        row = rows[-1].session_round
        title = _("Round %(round)s: you have a bye") % {"round": row.number}
        return Words(title, "", _hash("bye", row.pk))
    return None


def _seat(entrant: Entrant, place: Place, match: Match) -> Words:
    seated = seated_match(match)
    people = Entrant.objects.filter(pk__in=seated.everybody)
    names = names_of(entrant.tournament, in_full=True, entrants=people)
    sides = side_names(seated.sides, names_at_table(seated, names, in_full=True))
    own = next(at for at, side in enumerate(seated.sides) if entrant.pk in side)
    others = ", ".join([*sides[:own], *sides[own + 1 :]])
    row = place.session_round
    values = {"round": row.number, "table": match.table_label, "day": ""}
    if row.due_on is not None:  # they choose when and where
        title, seconds = _("Round %(round)s: to be played by %(day)s"), 24 * HOUR
        values["day"] = date_format(row.due_on)
    elif match.waits:
        title, seconds = _("Round %(round)s: your match waits for a free table"), HOUR
    else:
        title, seconds = _("Round %(round)s: you sit at table %(table)s"), 2 * HOUR
    text = _("%(own)s against %(others)s") % {"own": sides[own], "others": others}
    about = _hash("table", match.pk, match.waits, match.number, seated.sides)
    return Words(title % values, text[:MOST_LETTERS], about, seconds)


def _dispute(entrant: Entrant, match_id: int) -> Words | None:
    place = (
        Place.objects.filter(entrant=entrant, match=match_id, match__agreement=A.DISPUTED)
        .exclude(session_round__state=SessionRound.State.DRAFT)
        .select_related("match", "session_round")
        .first()
    )
    if place is None or place.match is None:
        return None
    title = _("Round %(round)s: your result is disputed") % {"round": place.session_round.number}
    text = _("Table %(table)s: the sides do not agree. Answer on your page.")
    text %= {"table": place.match.table_label}
    return Words(title, text, _hash("dispute", match_id), 12 * HOUR)


def _prizes(entrant: Entrant) -> Words | None:
    tournament = entrant.tournament
    if not frozen_results.is_frozen(tournament) or not tournament.revealed:
        return None  # it was taken back, or is over
    about = _hash("prizes", tournament.frozen_stage, tournament.frozen_round)
    return Words(_("The prize-giving begins"), _("The ranks appear on your page."), about)


def _hash(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
