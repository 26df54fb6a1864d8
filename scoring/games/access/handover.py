"""What lets another phone send what this one wrote, and go on writing in its place: a pass, or a
key.
"""

import uuid
from typing import cast

from django.core import signing
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from scoring.games.access.devices import hash_of
from scoring.games.access.links import follow, give_link
from scoring.games.actions.chaining import add_event
from scoring.games.actions.common import lock, touch
from scoring.games.permissions import ADDRESSES, STRANGER, game_for, may
from scoring.models import Device, Game, Link

# Not the name of this module: passes that are under way are signed with it
SALT = "scoring.handover"
# In one request: each is played and committed by itself. An evening comes in two or three parts
MOST_ENTRIES = 20
AGE = 14 * 24 * 3600  # seconds: an evening in a cellar is sent before the next but one


def pass_for(game: Game, device: Device) -> str:
    """A signed text, about a hundred characters, that says: this phone may write in this game, and
    hands it on to whoever has read this off its screen.
    """
    return signing.dumps([game.pk.hex, device.pk], salt=SALT)


def read_pass(text: str, game_id: uuid.UUID) -> tuple[Game, Device]:
    """The game and the phone that wrote. Raises Http404 where the pass is not ours, too old, or not
    this game's, and where the phone may not write there any more.
    """
    try:
        game_hex, device_id = signing.loads(text, salt=SALT, max_age=AGE)
    except (signing.BadSignature, ValueError, TypeError):
        game_hex, device_id = "", 0
    device = Device.objects.filter(pk=device_id).first() if game_hex == game_id.hex else None
    game, role = game_for(device.pk, game_id) if device else (None, STRANGER)
    if game is None or device is None or not may(role, ADDRESSES["api_entries"]):
        raise Http404(
            _(
                "This code does not open the game (any more). Show a new one on the phone that "
                "wrote it."
            )
        )
    return game, device


def let_write(game: Game, giver: Device, taker: Device) -> None:
    """Let the phone that brought a pass write in the game, as if it had followed the owner's link,
    which is made where there is none: its right ends with that link.

    Not in a game of a match: there its table says who writes. Nothing changes where the taker may
    write already.
    """
    if (
        game.of_match
        or game.deleted_at is not None
        or may(game_for(taker.pk, game.pk)[1], "write_rounds")
    ):
        return
    with transaction.atomic():
        game = lock(game)  # its chain has grown by what came with the pass
        _let_in(_live(game.pk).first() or give_link(Link.Role.SCORER, giver, game), taker)


# A game of which the server has never heard
# ---------------------------------------------------------------------------
#
# There no pass can be signed. The phone that begins it makes a key of 122 random bits, sends it
# with the start, and shows it in its code. The first of two phones that reaches the server starts
# the game with the key, of which the game keeps a hash: who starts it with the key later follows
# its scoring link, until the owner ends or replaces that.


def follow_key(game_id: uuid.UUID, key: uuid.UUID, taker: Device) -> Game | None:
    """The game that another phone has started with this key, in which `taker` may write from now
    on; None where there is none, or its owner has ended that.
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
    """What a game keeps of its key."""
    return hash_of(f"{game_id.hex}:{key.hex}")[:32]


def _live(game_id: uuid.UUID) -> QuerySet[Link]:
    return Link.objects.filter(game=game_id, role=Link.Role.SCORER, revoked_at__isnull=True)


def _let_in(link: Link, taker: Device) -> None:
    """By the game's scoring link, in a transaction of the caller's."""
    follow(link, taker)
    game = lock(cast("Game", link.game))
    add_event(game, "handed_over", taker)
    touch(game, "agree", over=False)
