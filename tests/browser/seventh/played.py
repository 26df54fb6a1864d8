"""Asked of a process that knows the made-up game: what the rule book makes of it, and what its
pages say.
"""

import uuid
from itertools import cycle, islice
from typing import Any

from django.test import Client
from django.urls import reverse

from scoring.models import Game
from scoring.rules import PRESETS, VARIANTS, RuleSet, advance, opening
from tests.browser.rule_book import an_evening, rounds_of
from tests.scoring.games import PEOPLE, believable, said, write
from tournaments.pairing.formats import FORMATS
from tournaments.plans.plan import StagePlan

KEY = "hermitage"
PAGES = ("game", "wall", "score", "game_print", "put_right")


def known() -> dict[str, Any]:
    """Where it stands among the games, and which formats of tournaments it goes with."""
    return {
        "last": list(VARIANTS)[-1],
        "preset": [each.key for each in PRESETS if each.rules.variant == KEY],
        "formats": [key for key, format_ in FORMATS.items() if KEY in format_.variants],
        "mistakes": [
            mistake.code
            for mistake in StagePlan(
                "tables_of_three", KEY, points="score", criteria=("points",)
            ).mistakes("person")
        ],
    }


def a_whole_game(seed: int) -> list[dict[str, Any]]:
    """Rounds that can be tapped in, each with what the rule book makes of it."""
    position = opening(RuleSet.of(KEY), 3)
    told = []
    for played in believable(position.rules, 3, 9, seed=seed):
        result, position = advance(position, played)
        told.append(
            {
                "round": played.to_data(),
                "totals": result.totals,
                "abbot": position.dealer,
                "won": position.winners,
            }
        )
    return told


def evenings(most: int) -> list[dict[str, Any]]:
    """So many games, in every depth of recording: what the server tells a phone at the start and
    after each round.
    """
    found = []
    for seed, recording in enumerate(islice(cycle(("full", "first", "points")), most)):
        settings = {"recording": recording, "round_limit": 2 * most}
        rounds = rounds_of(RuleSet.of(KEY, settings), 3, 2 * most, seed=seed)
        evening = an_evening(KEY, settings, 3, rounds)
        found.append(
            {
                "screen": evening.told(0),
                "rounds": [entry.data for entry in evening.entries],
                "seen": [evening.seen(number) for number in range(len(rounds) + 1)],
            }
        )
    return found


def pages() -> dict[str, str]:
    """What Django's client is shown of a game with two of its three rounds; "over" is its sheet
    after the last.
    """
    rounds = believable(RuleSet.of(KEY), 3, 3, seed=2)
    client = Client(headers={"host": "localhost"})
    found = {
        "front": client.get("/"),
        "new": client.get("/new/", {"variant": KEY}),
        "empty": client.get(f"/sheets/{KEY}/"),
    }
    game = started(client)
    write(game, rounds[:2])
    found |= {name: client.get(reverse(name, args=[game.pk])) for name in PAGES}
    write(game, rounds[2:])
    found["over"] = client.get(reverse("game", args=[game.pk]))
    refused = {
        name: answer.status_code for name, answer in found.items() if answer.status_code != 200
    }
    assert not refused, refused
    return {name: said(answer.content.decode()) for name, answer in found.items()}


def started(client: Client) -> Game:
    """The game that this client starts by the form."""
    people = {f"name_{seat}": name for seat, name in enumerate(PEOPLE[:3])}
    answer = client.post(
        "/new/", {"variant": KEY, "action": "start", "start_id": str(uuid.uuid4())} | people
    )
    assert answer.status_code in {201, 302}, answer.content
    return Game.objects.latest("started_at")
