"""Public pages follow their tournament:
the part that changes, drawn once for all who ask for it.
"""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.requests import Response
from tests.tournaments import desks
from tournaments.actions import draft_changes, revealing
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
PART = {"HX-Request": "true"}


def an_evening(desk: desks.Desk | None = None) -> Tournament:
    cup = desks.a_tournament("pairs_swiss", 4, desk=desk)
    desks.play_match(desks.draw(cup).matches.all()[0])
    return cup


def following(cup: Tournament) -> list[str]:
    """The pages that follow."""
    return [
        reverse("tournament", args=[cup.pk]),
        reverse("tournament_round", args=[cup.pk, 1, 1]),
        reverse("standings", args=[cup.pk, 1]),
        reverse("bracket", args=[cup.pk, 1]),
        reverse("cross_table", args=[cup.pk, 1]),
        reverse("entrant", args=[cup.pk, cup.entrants.all()[0].pk]),
    ]


def part(address: str, client: Client | None = None, etag: str = "") -> Response:
    return (client or Client()).get(
        address, headers=PART | ({"If-None-Match": etag} if etag else {})
    )


def test_every_page_that_follows_has_its_part_and_says_how_calmly_it_asks() -> None:
    cup = an_evening()
    for address in following(cup):
        whole, live = Client().get(address).content.decode(), part(address)
        assert whole.count('<div id="live"') == 1, address
        assert 'src="/static/scoring/follow' in whole, address
        text = live.content.decode()
        assert text.lstrip().startswith('<div id="live"'), address
        assert f'data-url="{address}"' in text
        assert f'data-channel="{cup.pk}"' in text
        assert 'data-calm="5"' in text
        assert "<html" not in text


def test_a_phone_that_has_the_part_is_told_so_until_a_result_comes() -> None:
    cup = an_evening()
    for address in following(cup):
        etag = part(address)["ETag"]
        again = part(address, etag=etag)
        assert (again.status_code, again.content) == (304, b"")
        whole = Client().get(address)["ETag"]
        assert whole != etag
        assert Client().get(address, headers={"If-None-Match": whole}).status_code == 304
    etags = {address: part(address)["ETag"] for address in following(cup)}
    desks.play_match(desks.first_stage(cup).session_rounds.get().matches.all()[1])
    assert [part(address, etag=etag).status_code for address, etag in etags.items()] == [200] * 6


def test_the_part_is_drawn_once_for_everybody_and_anew_for_what_is_new() -> None:
    desk = desks.a_desk()
    cup = an_evening(desk)
    address = reverse("standings", args=[cup.pk, 1])
    counts, texts = [], []
    for _phone in range(3):
        with CaptureQueriesContext(connection) as queries:
            texts.append(part(address).content)
        counts.append(len([query for query in queries if "tichu_cache" not in query["sql"]]))
    assert texts[0] == texts[1] == texts[2]
    assert counts[1] == counts[2] == 2 < counts[0]
    revealing.freeze(cup, desk.user, 1, 1)
    assert "prize-giving" in part(address).content.decode()
    assert "prize-giving" not in part(address, desk.client).content.decode()
    assert "prize-giving" in part(address).content.decode()


def test_a_page_whose_round_was_taken_back_says_so_in_our_words() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    drawn = desks.draw(cup)
    address = reverse("tournament_round", args=[cup.pk, 1, 1])
    assert part(address).status_code == 200
    draft_changes.unpublish_round(drawn, None)
    answer = part(address)
    assert (answer.status_code, [row["code"] for row in answer.json()["errors"]]) == (
        404,
        ["not_open"],
    )
    assert re.match("There is no such round", answer.json()["errors"][0]["message"])
