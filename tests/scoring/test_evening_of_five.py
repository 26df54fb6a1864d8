"""Five friends, a score on paper, a substitute: every figure of their evening counted again."""

import uuid
from typing import Any

import pytest

from tests.scoring import evening_of_five as evening
from tests.scoring.clubs import a_club, tonight
from tests.scoring.games import a_client, a_device

pytestmark = pytest.mark.django_db


def test_every_page_says_what_was_played() -> None:
    club, phone, game = a_club(a_device()), a_client(), str(uuid.uuid4())

    def send(address: str, **body: Any) -> None:
        answer = phone.post(address, body, content_type="application/json")
        assert answer.status_code == 201, answer.content

    carried = {"rounds": evening.ON_PAPER, "totals": evening.CARRIED}
    start: dict[str, Any] = {"id": game, "variant": "nanking_five", "players": evening.FIVE}
    send("/api/v1/games/", **start, carried=carried)
    entries = f"/api/v1/games/{game}/entries/"
    for number, tapped in enumerate(evening.ROUNDS, start=evening.ON_PAPER + 1):
        if number == evening.SINCE:
            people = [evening.SUBSTITUTE if seat == evening.AT else "" for seat in range(5)]
            send(entries, id=str(uuid.uuid4()), kind="seats", number=number, people=people)
        played: dict[str, Any] = {"out": tapped.out, "calls": tapped.calls}
        if tapped.points is not None:
            played["card_points"] = [tapped.points, 100 - tapped.points]
        send(entries, id=str(uuid.uuid4()), number=number, round=played)
    told = phone.get(f"/api/v1/games/{game}/").json()
    found = evening.counted()
    assert (told["state"], told["totals"]) == ("finished", found.totals)
    assert [(one["number"], one["scores"]) for one in told["rounds"]] == found.rows
    evening.check_everywhere(
        lambda where: phone.get(where).content.decode(), club.pk, game, tonight().isoformat()
    )
