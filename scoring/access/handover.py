"""The pass that lets another phone send what this one wrote, when this one has no network."""

import uuid

from django.core import signing
from django.http import Http404
from django.utils.translation import gettext as _

from scoring.models import Device, Game
from scoring.permissions import ADDRESSES, STRANGER, game_for, may

SALT = "scoring.handover"  # not the name of this module: passes that are under way are signed with it
MOST_ENTRIES = 20  # in one request: each is played and committed by itself. An evening comes in two or three parts
AGE = 14 * 24 * 3600  # seconds: an evening in a cellar is sent before the next but one


def pass_for(game: Game, device: Device) -> str:
    """A signed text, about a hundred characters, that says: this phone may write in this game."""
    return signing.dumps([game.pk.hex, device.pk], salt=SALT)


def read_pass(text: str, game_id: uuid.UUID) -> tuple[Game, Device]:
    """The game and the phone that wrote. Raises Http404 where the pass is not ours, too old, or not this game's,
    and where the phone may not write there any more.
    """
    try:
        game_hex, device_id = signing.loads(text, salt=SALT, max_age=AGE)
    except (signing.BadSignature, ValueError, TypeError):
        game_hex, device_id = "", 0
    device = Device.objects.filter(pk=device_id).first() if game_hex == game_id.hex else None
    game, role = game_for(device.pk, game_id) if device else (None, STRANGER)
    if game is None or device is None or not may(role, ADDRESSES["api_entries"]):
        raise Http404(_("This code does not open the game (any more). Show a new one on the phone that wrote it."))
    return game, device
