"""What the tests of writing rounds share: phones, tables with people at them, rounds that can be
played.
"""

import json
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring.games.access.links import follow, renew_link
from scoring.games.actions import (
    correcting,
    entries,
    game_state,
    starting,
    substitutions,
    versions,
    writing,
)
from scoring.games.queries import agreements_of, table_of
from scoring.models import Device, Entry, Game, GameEvent, Link, Round
from scoring.rules import Round as PlayedRound
from scoring.rules import RuleError, RuleSet
from tests.requests import Response
from tests.scoring import games
from tests.scoring.games import a_client, a_device

PEOPLE = [
    "Anna",
    "Beat",
    "Carla",
    "Dino",
    "Elif",
    "Fritz",
    "Gabi",
    "Hugo",
    "Ines",
    "Jan",
    "Kim",
    "Luca",
]
ANNA, BEAT, CARLA, DINO = range(4)
PLAYERS = {
    "nanking": 4,
    "tientsin": 6,
    "trichu": 3,
    "wu_wang": 3,
    "nanking_five": 5,
    "nanking_pairs": 6,
    "grand_seigneur": 6,
    "always_last": 5,
}

PLAIN = {"out": [ANNA, BEAT, CARLA, DINO], "card_points": [65, 35]}
SWEEP = {"out": [ANNA, CARLA]}  # 200 : 0
GRAND_SWEEP = {"out": [ANNA, CARLA], "calls": {"0": "grand"}}  # 400 : 0

# One round for every variant at every depth, as the script sends it.
ROUNDS: dict[tuple[str, str], dict[str, Any]] = {
    ("nanking", "full"): {
        "out": [1, 0, 2, 3],
        "calls": {"1": "tichu", "0": "grand"},
        "card_points": [40, 60],
    },
    ("nanking", "first"): {"out": [1], "calls": {"1": "tichu"}, "sweep": 1},
    ("nanking", "points"): {
        "calls": {"1": "tichu", "2": "tichu"},
        "made": 2,
        "card_points": [-25, 125],
    },
    ("tientsin", "full"): {"out": [0, 2, 4], "calls": {"3": "grand"}},
    ("tientsin", "first"): {"out": [5], "card_points": [50, 50]},
    ("tientsin", "points"): {"calls": {"4": "tichu"}, "sweep": 0},
    ("trichu", "full"): {
        "out": [3, 1, 0],
        "calls": {"3": "tichu", "1": "grand"},
        "card_points": [70, 30],
    },
    ("trichu", "first"): {"out": [3], "sweep": 0},
    ("trichu", "points"): {"card_points": [0, 100]},
    ("wu_wang", "full"): {"out": [1, 2], "calls": {"0": "tichu"}},
    ("wu_wang", "first"): {"out": [2], "card_points": [15, 85]},
    ("nanking_pairs", "full"): {"out": [4, 0, 1], "calls": {"4": "grand", "1": "tichu"}}
    | {"card_points": [50, 50]},
    ("nanking_pairs", "first"): {"out": [3], "sweep": 0},
    ("nanking_pairs", "points"): {"calls": {"3": "tichu"}, "made": 3, "card_points": [5, 95]},
    ("nanking_five", "full"): {"out": [0, 1, 2], "calls": {"3": "grand"}, "card_points": [35, 65]},
    ("nanking_five", "first"): {"out": [1], "sweep": 1},
    ("nanking_five", "points"): {"calls": {"2": "tichu"}, "made": 2, "card_points": [5, 95]},
    ("grand_seigneur", "full"): {"out": [5, 4, 3, 2, 1]},
    ("always_last", "full"): {"out": [2, 0, 1, 4, 3]},
}


@dataclass
class Phone:
    """A browser that the site knows by its cookie."""

    key: str
    device: Device
    client: Client

    def get(self, address: str, game: Game, **places: Any) -> Response:
        return self.client.get(at(address, game, **places))

    def send(self, address: str, game: Game, fields: dict[str, Any], **places: Any) -> Response:
        """Post a form, as a browser without script does."""
        return self.client.post(at(address, game, **places), fields)

    def write(self, game: Game, number: int, data: object = None, **more: Any) -> Response:
        """Post an entry to the API, as the page's script does."""
        return self.post("api_entries", game, an_entry(number, data, **more))

    def post(self, address: str, game: Game, body: object) -> Response:
        """Post this as JSON."""
        return self.client.post(
            at(address, game), json.dumps(body), content_type="application/json"
        )

    def read(self, game: Game) -> dict[str, Any]:
        """The game as the API shows it to this phone."""
        answer = self.get("api_game", game)
        assert answer.status_code == 200
        shown: dict[str, Any] = json.loads(answer.content)
        return shown


def at(address: str, game: Game, **places: Any) -> str:
    return reverse(address, kwargs={"game_id": game.pk, **places})


def phone_of(owner: str) -> Phone:
    key = f"the phone of {owner}"
    return Phone(key, a_device(key), a_client(key))


def table(
    phone: Phone, variant: str = "nanking", *, names: list[str] | None = None, **settings: Any
) -> Game:
    """A game that this phone starts, with as many people as the variant usually has."""
    rules = RuleSet.of(variant, settings)
    return starting.start_game(phone.device, rules, names or PEOPLE[: PLAYERS[variant]])


def let_in(phone: Phone, game: Game, role: str) -> Link:
    """Let a phone into a game by the game's link of this role."""
    live = Link.objects.filter(game=game, role=role, revoked_at__isnull=True).first()
    link = live or renew_link(role, game.device, game=game)
    follow(link, phone.device)
    return link


# Writing without a browser
# ----------------------------------------------------------------------------------


def record(
    game: Game, number: int, data: object = PLAIN, entry_id: uuid.UUID | None = None
) -> entries.Recorded:
    return writing.record_round(game, entry_id or uuid.uuid4(), number, data, game.device)


def record_on(
    phone: Phone,
    game: Game,
    number: int,
    data: object,
    entry_id: uuid.UUID | None = None,
    **more: Any,
) -> Entry:
    """Write a round on this phone."""
    return writing.record_round(
        game, entry_id or uuid.uuid4(), number, data, phone.device, **more
    ).entry


def undo(game: Game, number: int, entry_id: uuid.UUID | None = None) -> entries.Recorded:
    return writing.undo_round(game, entry_id or uuid.uuid4(), number, game.device)


def correct(
    game: Game,
    number: int,
    data: object,
    *,
    entry_id: uuid.UUID | None = None,
    replaces: uuid.UUID | None = None,
) -> entries.Recorded:
    """Correct a round from the owner's phone, which has seen what counts now unless `replaces` says
    otherwise.
    """
    seen = replaces or table_of(game).entries[number - 1].pk
    return correcting.correct_round(
        game, entry_id or uuid.uuid4(), number, data, game.device, replaces=seen
    )


def choose(
    game: Game, number: int, chosen: Entry, entry_id: uuid.UUID | None = None
) -> entries.Recorded:
    return versions.choose_version(game, entry_id or uuid.uuid4(), number, chosen.pk, game.device)


def agree(
    game: Game, number: int, phone: Phone, entry_id: uuid.UUID | None = None
) -> entries.Recorded:
    """Agree from this phone to what counts for a round now."""
    seen = table_of(game).entries[number - 1].pk
    return versions.agree_to(game, entry_id or uuid.uuid4(), number, seen, phone.device)


def write(game: Game, *rounds: dict[str, Any]) -> list[Entry]:
    """Write these rounds after those that stand:
    all but the last straight, the last by the action.
    """
    games.write(game, map(PlayedRound.from_data, rounds), game.device)
    return list(table_of(game).entries[-len(rounds) :])


def seat_from(game: Game, number: int, *people: str, key: uuid.UUID | None = None) -> uuid.UUID:
    """Seat these people from a round on; "" stays. Return the change's id."""
    key = key or uuid.uuid4()
    names = [*people, *[""] * (table_of(game).n_players - len(people))]
    substitutions.change_seats(game, key, number, names, game.device)
    return key


def pause(game: Game) -> None:
    game_state.pause_game(game, game.device)


def resume(game: Game) -> None:
    game_state.resume_game(game, game.device)


def stop(game: Game) -> None:
    game_state.finish_early(game, game.device, "last tram")


def reopen(game: Game) -> None:
    game_state.reopen_game(game, game.device)


def finish(game: Game) -> None:
    """Play a game of Nanking to its end: in three rounds from the start."""
    while state(game) == Game.State.RUNNING:
        write(game, GRAND_SWEEP)


# What a browser sends and is told
# ---------------------------------------------------------------------------


def an_entry(number: int, data: object = None, **more: Any) -> dict[str, Any]:
    """An entry with an id of its own, as the API takes it: a round, or without `data` the kind that
    `more` names.
    """
    rounds = {} if data is None else {"round": data}
    return {"id": str(uuid.uuid4()), "number": number, **rounds, **more}


def posted(data: object, number: int = 1, **more: Any) -> dict[str, Any]:
    """The fields of a form that bears a round as JSON."""
    return {"id": str(uuid.uuid4()), "number": number, "round": json.dumps(data), **more}


def typed(data: dict[str, Any], number: int = 1, **more: Any) -> dict[str, Any]:
    """The fields that the form without script sends for the same round."""
    fields = {"id": str(uuid.uuid4()), "number": number, "points": "", **more}
    fields |= {f"place_{seat}": place for place, seat in enumerate(data.get("out", ()), start=1)}
    fields |= {f"call_{seat}": call for seat, call in data.get("calls", {}).items()}
    if "card_points" in data:
        fields["points"] = data["card_points"][0]
    names = {"sweep": "sweep", "made": "made", "wish_violation": "wish"}
    return fields | {names[key]: data[key] for key in names if key in data}


def totals(game: Game) -> tuple[int, ...]:
    return table_of(game).result.totals


def places(game: Game) -> list[str]:
    """How far each round has come: server, seen, agreed."""
    return [agreements_of(game).sync_state(entry) for entry in table_of(game).entries]


def state(game: Game) -> str:
    return Game.objects.get(pk=game.pk).state


def everything(game: Game) -> dict[str, Any]:
    """All that is kept of a game, to be compared before and after."""
    return {
        "game": Game.objects.filter(pk=game.pk).values().get(),
        "rounds": list(
            Round.objects.filter(game=game).order_by("number").values_list("number", "entry_id")
        ),
        "entries": list(Entry.objects.filter(game=game).order_by("pk").values()),
        "events": list(GameEvent.objects.filter(game=game).order_by("pk").values()),
    }


@contextmanager
def unchanged(game: Game) -> Iterator[None]:
    """Whatever happens inside changes nothing that is kept of the game."""
    before = everything(game)
    yield
    assert everything(game) == before


@contextmanager
def refused(game: Game, *mistakes: tuple[str, str]) -> Iterator[None]:
    """What is tried is refused with these mistakes (code and field) and no others, and changes
    nothing.
    """
    with unchanged(game), pytest.raises(RuleError) as caught:
        yield
    assert [(mistake.code, mistake.field) for mistake in caught.value.mistakes] == list(mistakes)
    assert all(mistake.message for mistake in caught.value.mistakes)


def told(response: HttpResponse) -> list[tuple[str, str]]:
    """Code and field of each mistake that the script is told;
    the shape of the answer is held here.
    """
    said = json.loads(response.content)
    assert set(said) == {"errors"}
    assert all(
        set(error) == {"code", "field", "message"} and error["message"] for error in said["errors"]
    )
    return [(error["code"], error["field"]) for error in said["errors"]]
