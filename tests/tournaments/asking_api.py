"""What the tests of the API of tournaments share."""

from typing import Any

from django.test import Client

from tests.requests import Response
from tournaments.models import Tournament

ADDRESSES = ("", "rounds/", "rounds/1/1/", "results/1/1/", "standings/1/", "standings/1/?explain=1")


def at(tournament: Tournament, rest: str = "") -> str:
    return f"/api/v1/tournaments/{tournament.pk}/{rest}"


def read(tournament: Tournament, rest: str = "", client: Client | None = None) -> Any:
    answer = (client or Client()).get(at(tournament, rest))
    assert answer.status_code == 200, answer.content
    return answer.json()


def listed(client: Client, **query: str) -> Any:
    return client.get("/api/v1/tournaments/", query).json()


def told(answer: Response) -> tuple[int, list[tuple[str, str]]]:
    errors = answer.json()["errors"]
    assert all(error["message"] for error in errors)
    return answer.status_code, [(error["code"], error["field"]) for error in errors]
