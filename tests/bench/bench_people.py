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

from tests.bench.smoke import judge, sized

GAMES, A_TIME = sized((2_200, 100), (40, 20))
WANTED_MS, WANTED_QUERIES = 150, 15
FRIENDS = 12


def write_games_of_one(games: int) -> int:
    """So many games of one person with friends, most of them of four; the person's number."""
    from scoring.games.actions.chaining import start_chain
    from scoring.games.actions.record_rows import write_games
    from scoring.games.actions.starting import players_in_list
    from scoring.models import Entry, Game, Round, Seat
    from scoring.rules import VARIANTS, RuleSet, opening
    from tests.scoring.games import a_device, believable, counting, entries_of

    chance = Random(1)
    device = a_device()
    one, *friends = players_in_list(device, None, [f"Person {number}" for number in range(FRIENDS)])
    for _ in range(0, games, A_TIME):
        made: list[Game] = []
        seats: list[Seat] = []
        entries: list[Entry] = []
        for _ in range(A_TIME):
            variant = chance.choice(["nanking"] * 8 + ["trichu", "always_last"])
            kind = VARIANTS[variant]
            rules = RuleSet.of(variant, {} if kind.has_teams else {"round_limit": 8})
            people = [one, *chance.sample(friends, kind.min_players - 1)]
            chance.shuffle(people)
            game = Game(variant=variant, settings=rules.settings(), device=device, state="finished")
            start_chain(game, [person.pk for person in people])
            made.append(game)
            seats += [
                Seat(game=game, number=number, player=person)
                for number, person in enumerate(people)
            ]
            rounds = believable(rules, kind.min_players, 60, chance.randrange(400))
            entries += entries_of(game, opening(rules, kind.min_players), rounds, device)[0]
        Game.objects.bulk_create(made)
        Seat.objects.bulk_create(seats)
        Entry.objects.bulk_create(entries)
        Round.objects.bulk_create(counting(entries))
        write_games(made)
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
    print(f"wanted for a person: {WANTED_MS} ms, {WANTED_QUERIES} queries at most")
    judge(worst[0] > WANTED_MS or worst[1] > WANTED_QUERIES, "More than wanted.")


if __name__ == "__main__":
    from bench_standings import on_a_site_of_its_own

    on_a_site_of_its_own(measure)
