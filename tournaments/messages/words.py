"""What a message says, read when it is sent: nothing about a dispute that is over, and of a round
that was taken back only to those who were told their table.
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
    """A message in the current language. `about` is equal if it says the same in any language, and
    begins with the round if it is about one; `seconds` is how long it is worth delivering to a
    phone that is off.
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
        return _table(entrant, message.subscription.sent.get(message.kind, ""))
    if message.kind == Message.Kind.DISPUTE:
        return _dispute(entrant, message.match_id)
    return _prizes(entrant)


SEATED, WAITS, BYE, TAKEN_BACK = "seat", "wait", "bye", "back"


def _table(entrant: Entrant, told: str) -> Words | None:
    """Return where an entrant plays next: the first of their open matches, else a bye.

    `told` is what the last such message was about. If that round is no longer published and nothing
    else is known of it, the message takes it back.
    """
    now = _place_now(entrant, told)
    of_round, _colon, rest = told.partition(":")
    if rest in {"", TAKEN_BACK} or (now is not None and now.about.startswith(f"{of_round}:")):
        return now
    stage, number = map(int, of_round.split("."))
    there = SessionRound.objects.filter(
        stage__tournament=entrant.tournament, stage__number=stage, number=number
    )
    if there.exclude(state=SessionRound.State.DRAFT).exists():
        return now
    title = _("Round %(round)s is taken back") % {"round": number}
    text = _("Do not sit down yet: your table comes with the new draw.")
    return Words(title, text, f"{of_round}:{TAKEN_BACK}", HOUR)


def _place_now(entrant: Entrant, told: str) -> Words | None:
    places = (
        Place.objects.filter(entrant=entrant, **OPEN_ROUND)
        .select_related("match", "session_round__stage")
        .order_by("session_round__stage__number", "session_round__number")
    )
    rows = list(places)
    for place in rows:
        if place.match is not None and not place.match.done:
            return _seat(entrant, place, place.match, told)
    if rows and rows[-1].kind == Place.Kind.BYE:
        row = rows[-1].session_round
        title = _("Round %(round)s: you have a bye") % {"round": row.number}
        return Words(title, "", _about(row, BYE, row.pk))
    return None


def _seat(entrant: Entrant, place: Place, match: Match, told: str) -> Words:
    seated = seated_match(match)
    people = Entrant.objects.filter(pk__in=seated.everybody)
    names = names_of(entrant.tournament, in_full=True, entrants=people)
    sides = side_names(seated.sides, names_at_table(seated, names, in_full=True))
    own = next(at for at, side in enumerate(seated.sides) if entrant.pk in side)
    others = ", ".join([*sides[:own], *sides[own + 1 :]])
    row = place.session_round
    about = _about(row, WAITS if match.waits else SEATED, match.pk, match.number, seated.sides)
    values = {"round": row.number, "table": match.table_label, "day": ""}
    if row.due_on is not None:  # they choose when and where
        title, seconds = _("Round %(round)s: to be played by %(day)s"), 24 * HOUR
        values["day"] = date_format(row.due_on)
    elif match.waits:
        title, seconds = _("Round %(round)s: your match waits for a free table"), HOUR
    elif _corrects(told, about):
        title, seconds = _("Round %(round)s: you sit at table %(table)s now"), 2 * HOUR
    else:
        title, seconds = _("Round %(round)s: you sit at table %(table)s"), 2 * HOUR
    text = _("%(own)s against %(others)s") % {"own": sides[own], "others": others}
    return Words(title % values, text[:MOST_LETTERS], about, seconds)


def _about(row: SessionRound, what: str, *parts: object) -> str:
    return f"{row.stage.number}.{row.number}:{what}-{_hash(*parts)}"


def _corrects(told: str, about: str) -> bool:
    """Return whether another seat in the same round was told before, or a bye."""
    before, _colon, what = told.partition(":")
    return about.startswith(f"{before}:") and told != about and what.startswith((SEATED, BYE))


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
