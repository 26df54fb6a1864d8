"""Shareable links: signed, stored hashed, revocable, drawn as QR codes.

A token is derived from the site's secret key and a random salt of 128 bits: the QR code can be
shown again, and a copy of the database alone gives access to nothing.
"""

import base64
import secrets

import segno
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.safestring import SafeString, mark_safe

from scoring.games.access.devices import hash_of
from scoring.games.actions.chaining import add_event
from scoring.games.actions.common import commit_change, lock
from scoring.models import ClaimLink, Club, Device, Game, Grant, Link

TOKEN_BYTES = 20  # 160 bits


def token_of(link: Link | ClaimLink) -> str:
    """Return the secret part of the link's address."""
    # The salt predates this package and is part of every token: with another one no link would
    # open.
    digest = salted_hmac("scoring.links", f"{link.role}:{link.salt}", algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:TOKEN_BYTES]).decode().rstrip("=")


def still_opens(link: Link | ClaimLink) -> bool:
    """Return whether the link's token can be derived again.

    It cannot if the site's secret key has changed: then the link cannot be shown, only replaced.
    """
    return hash_of(token_of(link)) == link.token_hash


def new_link(role: str, game: Game | None, club: Club | None = None) -> Link:
    """Return a link that is not saved yet."""
    link = Link(game=game, club=club, role=role, salt=secrets.token_hex(16))
    link.token_hash = hash_of(token_of(link))
    return link


def _made(role: str, game: Game | None, club: Club | None) -> Link:
    link = new_link(role, game, club)
    link.save()
    return link


def renew_link(
    role: str, device: Device | None, *, game: Game | None = None, club: Club | None = None
) -> Link:
    """Create a link and revoke the one before it, with everybody who came by it."""
    with transaction.atomic():
        held = _lock(game, club)
        _revoke(role, device, held, club)
        link = _made(role, game, club)
        if held:
            _note(held, f"link_{role}", device)
    return link


def give_link(role: str, device: Device | None, game: Game) -> Link:
    """Create the first live link of a game, whose row the caller has locked."""
    link = _made(role, game, None)
    _note(game, f"link_{role}", device)
    return link


def kept_link(role: str, club: Club) -> Link:
    """Return the live link of a role in a club, creating it if there is none that can be shown."""
    with transaction.atomic():
        _lock(None, club)
        link = Link.objects.filter(club=club, role=role, revoked_at__isnull=True).first()
        if link is not None and still_opens(link):
            return link
        Link.objects.filter(club=club, role=role, revoked_at__isnull=True).update(
            revoked_at=timezone.now()
        )
        return _made(role, None, club)


def revoke_link(
    role: str, device: Device, *, game: Game | None = None, club: Club | None = None
) -> bool:
    """Revoke the live link of a role. Returns whether there was one."""
    with transaction.atomic():
        return _revoke(role, device, _lock(game, club), club)


def _revoke(role: str, device: Device | None, game: Game | None, club: Club | None) -> bool:
    live = Link.objects.filter(game=game, club=club, role=role, revoked_at__isnull=True)
    revoked = live.update(revoked_at=timezone.now())
    # The key of a game started offline expires with the link
    if game and role == Link.Role.SCORER:
        Game.objects.filter(pk=game.pk).update(handover_salt="")
    if revoked and game:
        _note(game, f"revoke_{role}", device)
    return bool(revoked)


def _note(game: Game, action: str, device: Device | None) -> None:
    """Log a change of a game's link, and notify pages that show it or were opened by it."""
    add_event(game, action, device)
    commit_change(game, "agree", over=False)  # the state stays


def _lock(game: Game | None, club: Club | None) -> Game | None:
    # Two simultaneous taps must not create two live links; the unique constraint would answer with
    # an error page.
    if club and not game:
        Club.objects.select_for_update().get(pk=club.pk)
    return lock(game) if game else None


def live_link(token: str, role: str) -> Link | None:
    """Return the link with this token and role, None if unknown or revoked."""
    return (
        Link.objects.select_related("game", "club")
        .filter(token_hash=hash_of(token), role=role, revoked_at__isnull=True)
        .first()
    )


def follow(link: Link, device: Device) -> None:
    """Let a device write in a game by its scoring link. Repeating it changes nothing."""
    if link.game and link.game.device_id != device.pk:
        Grant.objects.get_or_create(device=device, link=link, defaults={"game": link.game})


def qr_svg(address: str) -> SafeString:
    """Return a QR code as an SVG element: black on white, with its quiet zone, sized by the style
    sheet.
    """
    code = segno.make(address, error="m", micro=False)
    drawn = code.svg_inline(
        border=4, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None
    )
    return mark_safe(drawn)  # noqa: S308  (drawn by segno from modules alone: contains no input)
