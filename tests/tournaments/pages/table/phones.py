"""Phones at the tables of a published round: what they press, and what they see."""

from typing import Any

from django.test import Client
from django.urls import reverse

from scoring.models import Device
from tests.requests import Response
from tests.tournaments import desks
from tests.tournaments.desk_pages import text_of
from tests.tournaments.racing import hands
from tournaments.actions import publishing
from tournaments.models import Match, Tournament
from tournaments.tokens import token_of

ONE_HAND = {"target_score": None, "round_limit": 1}
TWO_GAMES = {"rules": ONE_HAND, "best_of": 3}


def two_matches() -> None:
    """A published round with two tables, each for one hand."""
    desks.draw(desks.a_tournament("pairs_swiss", 4, rules=ONE_HAND))


def published(
    mode: str = "confirm", preset: str = "pairs_swiss", entrants: int = 4, **stage: Any
) -> Match:
    """The first match of a round that was published: of the two tables that are there, or of other
    ones.
    """
    if (preset, entrants, stage) != ("pairs_swiss", 4, {}) or not Tournament.objects.exists():
        desks.draw(desks.a_tournament(preset, entrants, **({"rules": ONE_HAND} | stage)))
    Tournament.objects.update(agreement=mode)
    return fresh()


def fresh() -> Match:
    """That match as it is now."""
    rows = Match.objects.filter(
        session_round__stage__tournament=Tournament.objects.latest("created_at")
    )
    return rows.select_related("session_round__stage__tournament").order_by(
        "session_round", "number"
    )[0]


def page(phone: Client, match: Match) -> str:
    return text_of(phone.get(reverse("match", args=[token_of(match)])))


def do(client: Client, match: Match, action: str, /, **fields: Any) -> Response:
    return client.post(reverse("match_do", args=[token_of(match), action]), fields)


def play(phone: Client, match: Match, number: int = 1, **fields: Any) -> Response:
    return phone.post(reverse("match_play", args=[token_of(match), number]), fields)


def names(match: Match) -> list[str]:
    """The names of the sides, as their places are ordered."""
    rows = match.places.order_by("side", "order").select_related("entrant")
    return [" & ".join(row.entrant.members.values_list("player__name", flat=True)) for row in rows]


def written(match: Match, side: str = "0", games: int = 1) -> Client:
    """The phone of a side that has written the whole match: 65 to 35 for the first seats in each
    game.
    """
    phone = Client()
    for number in range(1, games + 1):
        assert play(phone, match, number, side=side).status_code == 303
        hands(publishing.open_game(match, number, Device.objects.get(sat_at__writes=True)), 1)
    return phone


def looking(match: Match, side: str = "1") -> Client:
    phone = Client()
    assert do(phone, match, "sit", side=side).status_code == 303
    return phone


def seen(phone: Client, match: Match) -> str:
    html = phone.get(reverse("match", args=[token_of(match)])).content.decode()
    return html.partition('name="seen" value="')[2].partition('"')[0]
