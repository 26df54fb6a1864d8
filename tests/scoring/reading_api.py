"""What the tests of the reading API share: keys, and a club that has played beside one that has not
let anybody in.
"""

import json
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from django.test import Client

from scoring.games.access.keys import SCOPES
from scoring.games.nights import night_of
from scoring.models import Club, Game, Player
from scoring.people.actions.keys import make_key
from scoring.rules import Round
from tests.requests import Response
from tests.scoring.clubs import a_club, a_person, an_account, an_evening
from tests.scoring.games import a_client, a_device, a_game
from tests.scoring.tables import told

WINS = [Round(out=(0, 2), calls={0: "grand"})] * 3  # Anna's side has 1,200 points after them
V1 = "/api/v1/"
NOT_FOUND = (404, [("not_found", "")])


def a_key(account: Any, *scopes: str, **more: Any) -> str:
    """A new key of the account, for everything where no scope is named."""
    return make_key(account, "a program", scopes or list(SCOPES), **more)[1]


def by_key(secret: str) -> Client:
    return Client(headers={"Authorization": f"Key {secret}"})


def refused(answer: Response) -> tuple[int, list[tuple[str, str]]]:
    return answer.status_code, told(answer)


@dataclass
class World:
    """A club with a game and an evening to come; Olga, who helps at its desk; a phone that has
    joined.
    """

    club: Club
    olga: Any
    game: Game
    people: dict[str, Player]
    phone: Client

    @cached_property
    def key(self) -> Client:
        """A program with a key of Olga's, for everything."""
        return by_key(a_key(self.olga))

    def addresses(self) -> dict[str, str]:
        """An address of each kind that there is something at, by its name."""
        anna, beat, carla, dino = (
            self.people[name].pk for name in ("Anna", "Beat", "Carla", "Dino")
        )
        night = night_of(self.game.started_at)  # which a year's first hours do not begin with
        club, person = f"{V1}clubs/{self.club.pk}/", f"{V1}people/{anna}/"
        return {
            "api_clubs": f"{V1}clubs/",
            "api_club": club,
            "api_club_evenings": f"{club}evenings/",
            "api_club_evening": f"{club}evenings/{night}/",
            "api_club_people": f"{club}people/",
            "api_club_year": f"{club}years/{night.year}/",
            "api_club_year_people": f"{club}years/{night.year}/people/",
            "api_club_all_time": f"{club}all-time/",
            "api_club_records": f"{club}records/",
            "api_club_ratings": f"{club}ratings/teams/",
            "api_person": person,
            "api_person_statistics": f"{person}statistics/",
            "api_person_year": f"{person}years/{night.year}/",
            "api_person_with": f"{person}with/{carla}/",
            "api_person_against": f"{person}with/{carla}/against/{beat}/{dino}/",
            "api_person_ratings": f"{person}ratings/teams/",
            "api_chance": f"{V1}chance/?one={anna}&one={carla}&other={beat}&other={dino}",
        }


def a_world(name: str = "Tichu Bern", **more: Any) -> World:
    device = a_device(f"phone of {name}")
    club = a_club(device, name=name, **more)
    game = a_game(device=device, rounds=WINS)
    game.refresh_from_db()
    an_evening(club)
    a_person(club, "Eva", guest=True)
    people = {one.name: one for one in Player.objects.filter(club=club)}
    olga = an_account(club, "desk", name=f"Olga of {club.pk}".replace(" ", "-"))
    return World(club, olga, game, people, a_client(f"phone of {name}"))


@cache
def described() -> dict:
    answer = Client().get("/api/v1/schema/")
    assert answer.status_code == 200
    return json.loads(answer.content)


def statuses(client: Client, world: World) -> dict[str, int]:
    return {name: client.get(address).status_code for name, address in world.addresses().items()}
