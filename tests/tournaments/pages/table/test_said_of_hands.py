"""At a tournament's table every word of its game speaks of hands, in English."""

import json
import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Device
from tests.tournaments import desks
from tests.tournaments.racing import hands
from tournaments.actions import publishing
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db


def test_the_tables_screen_and_sheet_speak_of_hands() -> None:
    """At home a deal is a round; a tournament has rounds of its own, so here every word of it is a
    hand.
    """
    drawn = desks.draw(
        desks.a_tournament("pairs_swiss", 4, rules={"target_score": None, "round_limit": 3})
    )
    match, phone = drawn.matches.get(number=1), Client()
    phone.post(reverse("match_play", args=[token_of(match), 1]), {"side": "0"})
    game = publishing.open_game(match, 1, Device.objects.get(sat_at__writes=True))
    hands(game, 2)
    addresses = {each: reverse(each, args=[game.pk]) for each in ("score", "game", "table_state")}
    addresses |= {
        each: reverse(each, args=[game.pk, 1]) for each in ("correct_round", "round_history")
    }
    shown = {
        each: phone.get(at, headers={"Accept-Language": "en"}).content.decode()
        for each, at in addresses.items()
    }
    words = json.loads(shown["table_state"])["words"]
    shown["table_state"] = str(json.loads(shown["table_state"])["parts"])
    # What stands between tags and what is read out: not classes, addresses and what the script is
    # told.
    told = r'>[^<]*\b[Rr]ounds?\b[^<]*|(?:aria-label|content|title|data-words)="[^"]*\b[Rr]ounds?\b'
    plain = {
        each: re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)
        for each, text in shown.items()
    }
    assert {each: re.findall(told, text) for each, text in plain.items()} == {
        each: [] for each in plain
    }
    assert [text for text in words.values() if re.search(r"(?<!%\()\b[Rr]ound", str(text))] == []
    assert "Hand 3" in plain["score"]
    assert words["undoRound"] == "Undo hand %(number)s"
    refused = phone.post(
        reverse("api_entries", args=[game.pk]),
        {
            "id": str(uuid.uuid4()),
            "kind": "round",
            "number": 9,
            "round": {"out": [0, 1, 2, 3], "card_points": [50, 50]},
        },
        "application/json",
    )
    assert "Hand 9 cannot be entered yet: hand 3 comes next." in refused.content.decode()
    german = phone.get(
        reverse("score", args=[game.pk]), headers={"Accept-Language": "de"}
    ).content.decode()
    assert "Runde 3" in german
