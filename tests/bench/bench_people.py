"""How long the pages of people take the server for somebody with 20,000 rounds, beside those of
somebody with one game.

python tests/bench/bench_people.py
"""

import gc
import sys
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.smoke import judge, sized, slower

GAMES, A_TIME = sized((2_200, 100), (40, 20))
WANTED_MS, WANTED_QUERIES = 150, 17
FRIENDS = 12


def write_games_of_one(games: int) -> int:
    """So many games of one person with friends, most of them of four; the person's number."""
    from django.db import transaction
    from django.utils import timezone

    from scoring.games.actions.bulk_insert import BulkGames, Played
    from scoring.games.actions.starting import players_in_list
    from scoring.rules import VARIANTS, RuleSet
    from tests.scoring.games import a_device, believable

    chance = Random(1)
    device = a_device()
    one, *friends = players_in_list(device, None, [f"Person {number}" for number in range(FRIENDS)])
    for _ in range(0, games, A_TIME):
        bulk = BulkGames()
        for _ in range(A_TIME):
            variant = chance.choice(["nanking"] * 8 + ["trichu", "always_last"])
            kind = VARIANTS[variant]
            rules = RuleSet.of(variant, {} if kind.has_teams else {"round_limit": 8})
            people = [one, *chance.sample(friends, kind.min_players - 1)]
            chance.shuffle(people)
            rounds = believable(rules, kind.min_players, 60, chance.randrange(400))
            ids = [person.pk for person in people]
            bulk.add(device, None, Played(rules, ids, rounds, timezone.now()))
        with transaction.atomic():
            bulk.insert()
    return int(one.pk)


def measure() -> None:
    from bench_standings import timed
    from django.db import connection
    from django.test.utils import CaptureQueriesContext
    from django.urls import reverse

    from scoring.models import Player, Round
    from tests.scoring.games import PEOPLE, TWO_ROUNDS, a_client, a_device, a_game

    def asked(client: Any, address: str) -> None:
        answer = client.get(address)
        assert answer.status_code == 200, answer.status_code

    a_game(names=PEOPLE[:4], rounds=TWO_ROUNDS, device=a_device("another"))
    few = reverse("person", args=[Player.objects.get(name="Anna").pk])
    many = write_games_of_one(GAMES)
    partner = Player.objects.get(name="Person 1").pk
    rounds = Round.objects.filter(game__seats__player=many).count()
    other, own = a_client("another"), a_client()
    gc.collect()
    gc.freeze()  # as the server does when it has started
    _, base = timed(lambda: asked(other, few))
    print(
        f"{rounds} rounds; beside it the page of somebody with two: {median(base):.1f} ms of the "
        "processor"
    )
    worst = []
    for name, args in {
        "person": [many],
        "person_with": [many, partner],
        "person_rounds": [many, "rounds"],
        "person_games": [many, "all"],
        "people": [],
    }.items():
        address = reverse(name, args=args)
        clock, processor = timed(lambda address=address: asked(own, address))
        with CaptureQueriesContext(connection) as queries:
            asked(own, address)
        times = median(processor) / median(base)
        print(
            f"{name:14}{median(clock):7.1f} ms by the clock{median(processor):7.1f} ms of the "
            "processor"
            f"{times:6.1f} times as long{len(queries):4} queries"
        )
        if name == "person":
            worst = [median(processor), len(queries)]
    wanted = WANTED_MS * slower()
    print(f"wanted for a person: {wanted:.0f} ms, {WANTED_QUERIES} queries at most")
    judge(worst[0] > wanted or worst[1] > WANTED_QUERIES, "More than wanted.")


if __name__ == "__main__":
    from bench_standings import on_a_site_of_its_own

    on_a_site_of_its_own(measure)
