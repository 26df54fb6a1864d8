"""What the tests of starting a game share: a phone, a game, the form as a browser sends it."""

import re
import uuid
from typing import Any

from django.http import HttpResponse
from django.test import Client

from scoring.games.access.devices import COOKIE, hash_of
from scoring.games.actions import starting, writing
from scoring.models import Device, Game, Seat
from scoring.rules import RuleSet

FOUR = ["Anna", "Beat", "Carla", "Dino"]
TWELVE = [*FOUR, "Eva", "Finn", "Gina", "Hans", "Ines", "Jan", "Kim", "Leo"]
NEW = "/new/"


def a_phone(client: Client, key: str = "the phone of Anna") -> Device:
    """Known to the site by its cookie."""
    client.cookies[COOKIE] = key
    return Device.objects.create(key_hash=hash_of(key), kind="iPhone")


def a_game(
    device: Device, names: list[str] = FOUR, variant: str = "nanking", **options: Any
) -> Game:
    return starting.start_game(device, RuleSet.of(variant), names, **options)


def write_a_round(game: Game, device: Device) -> None:
    data = {"out": [0, 1, 2], "card_points": [65, 35]}
    writing.record_round(game, uuid.uuid4(), 1, data, device)


def form(names: list[str] = FOUR, **fields: Any) -> dict[str, Any]:
    seats = {f"name_{seat}": name for seat, name in enumerate(names)}
    return {"variant": "nanking", "action": "start", **seats, **fields}


def shown(**fields: Any) -> dict[str, Any]:
    """The form as a browser sends it: with the house rules that were shown, boxes ticked as in the
    official game.
    """
    boxes = {"rule_grand_allowed": "on", "rule_partners_may_both_call": "on"}
    return form(**{"preset": "nanking", "rules_of": "nanking", **boxes, **fields})


def names_of(game: Game) -> list[str]:
    return [seat.player.name for seat in Seat.objects.filter(game=game).select_related("player")]


def rules_of(game: Game) -> RuleSet:
    return RuleSet.of(game.variant, game.settings)


def field_of(response: HttpResponse, name: str) -> str:
    """The field of this name as it stands in the page."""
    found = re.search(rf'<input[^>]*\bname="{name}"[^>]*>', response.content.decode())
    assert found, f"no field {name}"
    return found[0]


def refused(response: HttpResponse, field: str, word: str, status: int = 422) -> None:
    """The page says what is wrong beside the field, and nothing was begun."""
    assert response.status_code == status
    page = response.content.decode()
    beside = re.search(rf'id="{field}-error">([^<]*)<', page)
    assert beside, f"no message beside {field}"
    assert word in beside[1]
    if f'name="{field}"' in page:
        assert f'aria-describedby="{field}-error"' in page or f" {field}-error" in page
        assert 'aria-invalid="true"' in page
    assert not Game.objects.exists()


def seated(response: HttpResponse) -> list[str]:
    """The names as they stand in the seats' fields."""
    assert response.status_code == 200
    return re.findall(r'name="name_\d+" value="([^"]*)"', response.content.decode())
