"""Signed links to a match, a card or an entrant's own page, revoked by giving the row a new key."""

import base64
import hmac

from django.urls import reverse
from django.utils.crypto import salted_hmac

from scoring.models import Game
from tournaments.models import Card, Entrant, Match, Screen
from tournaments.models.entrants import a_key

LENGTH = 12  # bytes: 96 bits

Keyed = Card | Entrant | Match | Screen


def token_of(row: Keyed) -> str:
    """Return a link's token: the row's number with a signature over it and its key."""
    return f"{row.pk}-{_signature(row)}"


def _signature(row: Keyed) -> str:
    kind = type(row).__name__
    digest = salted_hmac(
        "tournaments.tokens", f"{kind}:{row.pk}:{row.key}", algorithm="sha256"
    ).digest()
    return base64.urlsafe_b64encode(digest[:LENGTH]).decode()


def match_of(token: str) -> Match | None:
    """Return the match for a token, or None."""
    pk, given = _parts(token)
    match = (
        Match.objects.select_related("session_round__stage__tournament__club").filter(pk=pk).first()
        if pk
        else None
    )
    return match if match is not None and hmac.compare_digest(_signature(match), given) else None


def match_address(match: Match) -> str:
    """Return the URL path of a match's link."""
    return reverse("match", args=[token_of(match)])


def match_of_game(game: Game) -> Match | None:
    """Return a game's match with its related rows. None if it was redrawn. One query."""
    return (
        Match.objects.select_related("session_round__stage__tournament")
        .filter(games__game=game)
        .first()
    )


def entrant_of(token: str) -> Entrant | None:
    """Return the entrant whose own page a token opens, or None."""
    pk, given = _parts(token)
    entrant = (
        Entrant.objects.select_related("tournament__club").filter(pk=pk).first() if pk else None
    )
    return (
        entrant if entrant is not None and hmac.compare_digest(_signature(entrant), given) else None
    )


def card_of(token: str) -> Card | None:
    """Return the card for a token, or None."""
    pk, given = _parts(token)
    card = Card.objects.select_related("tournament__club").filter(pk=pk).first() if pk else None
    return card if card is not None and hmac.compare_digest(_signature(card), given) else None


def screen_of(token: str) -> Screen | None:
    """Return the wall screen for a token, or None."""
    pk, given = _parts(token)
    screen = Screen.objects.select_related("tournament__club").filter(pk=pk).first() if pk else None
    return screen if screen is not None and hmac.compare_digest(_signature(screen), given) else None


def _parts(token: str) -> tuple[int | None, str]:
    pk, _, given = token.partition("-")
    # Reject numbers of a thousand digits and non-ASCII digits.
    plain = pk.isascii() and pk.isdigit() and len(pk) <= 15 and given.isascii()
    return (int(pk), given) if plain else (None, "")


def renew(row: Keyed) -> None:
    """Revoke the links that were handed out."""
    row.key = a_key()
    row.save(update_fields=["key"])
