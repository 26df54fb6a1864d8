"""Let another phone send and continue this one's game, by a signed pass or a key."""

import uuid
from collections.abc import Sequence
from typing import cast

from django.core import signing
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from scoring.games.access.devices import hash_of
from scoring.games.access.links import follow, give_link
from scoring.games.actions.chaining import add_event
from scoring.games.actions.common import commit_change, lock
from scoring.games.permissions import ADDRESSES, STRANGER, game_for, may
from scoring.models import Device, Game, Link, PhoneKey

# Independent of this module's name: passes already handed out are signed with it
SALT = "scoring.handover"
# Per request: each is checked and committed by itself. An evening takes two or three requests.
MOST_ENTRIES = 20
AGE = 14 * 24 * 3600  # seconds: rounds from a cellar are sent within two weeks


def pass_for(game: Game, device: Device) -> str:
    """Return a signed pass of about a hundred characters: this phone may write in this game, and
    lets the phone that scans the pass from its screen do so too, until this phone is cut off.

    `device` is that of the request: see `device_with`.
    """
    phone = getattr(device, "phone", None)
    return signing.dumps([game.pk.hex, device.pk, *([phone] if phone else [])], salt=SALT)


def read_pass(text: str, game_id: uuid.UUID) -> tuple[Game, Device]:
    """Return the game and the phone that wrote it.

    Raises Http404 if the pass is forged, too old or for another game, and if that phone may no
    longer write there or was cut off.
    """
    try:
        game_hex, device_id, *phone = signing.loads(text, salt=SALT, max_age=AGE)
    except (signing.BadSignature, ValueError, TypeError):
        game_hex, device_id, phone = "", 0, []
    rows = Device.objects.select_related("joined").filter(pk=device_id)
    device = rows.first() if game_hex == game_id.hex else None
    if device is not None:
        device = _not_cut_off(device, phone)
    game, role = game_for(device.pk, game_id) if device else (None, STRANGER)
    if game is None or device is None or not may(role, ADDRESSES["api_entries"]):
        raise Http404(
            _(
                "This code does not open the game, or no longer does. Show a new one on the phone "
                "that made it."
            )
        )
    return game, device


def _not_cut_off(device: Device, phone: Sequence[int]) -> Device | None:
    """Return the device that a pass's phone is now, which may have been brought in since; None if
    it was cut off. `phone` has the key of its `PhoneKey`, or is empty for the first phone.
    """
    now = device.joined or device
    keys = PhoneKey.objects.filter(device=now)
    if phone:
        there = keys.filter(pk=phone[0]).exists()
    elif device.joined is None:
        there = device.cut_off_at is None
    else:
        there = keys.filter(key_hash=device.key_hash).exists()
    return now if there else None


def let_write(game: Game, giver: Device, taker: Device) -> None:
    """Let the phone that brought a pass write in the game, as if it had followed the owner's link.

    The link is created if there is none; the right ends with it. Does nothing in a game of a match,
    where the table decides who writes, and if the phone may write already.
    """
    if (
        game.of_match
        or game.deleted_at is not None
        or may(game_for(taker.pk, game.pk)[1], "write_rounds")
    ):
        return
    with transaction.atomic():
        game = lock(game)  # reload: the entries that came with the pass have extended its chain
        _let_in(_live(game.pk).first() or give_link(Link.Role.SCORER, giver, game), taker)


# A game that the server does not know yet
#
# No pass can be signed for it. The phone that starts the game makes a key of 122 random bits, sends
# it with the start, and shows it in its code. The first of two phones that reaches the server
# starts the game with the key, of which the game stores a hash. A phone that starts it with the key
# later follows its scoring link, until the owner revokes or replaces that.


def follow_key(game_id: uuid.UUID, key: uuid.UUID, taker: Device) -> Game | None:
    """Return the game that another phone has started with this key, and let `taker` write in it.

    None if there is none, or its owner has revoked the link.
    """
    with transaction.atomic():
        started = Game.objects.filter(
            pk=game_id, handover_salt=salt_of(game_id, key), of_match=False
        )
        game = started.select_for_update(no_key=True).first()
        if game is not None and not may(game_for(taker.pk, game.pk)[1], "write_rounds"):
            _let_in(_live(game.pk).first() or give_link(Link.Role.SCORER, game.device, game), taker)
        return game


def salt_of(game_id: uuid.UUID, key: uuid.UUID) -> str:
    """Return the hash of a game's key that is stored."""
    return hash_of(f"{game_id.hex}:{key.hex}")[:32]


def _live(game_id: uuid.UUID) -> QuerySet[Link]:
    return Link.objects.filter(game=game_id, role=Link.Role.SCORER, revoked_at__isnull=True)


def _let_in(link: Link, taker: Device) -> None:
    """Grant access by the game's scoring link, in the caller's transaction."""
    follow(link, taker)
    game = lock(cast("Game", link.game))
    add_event(game, "handed_over", taker)
    commit_change(game, "agree", over=False)
