"""Phones that send everything several times, in any order and at once: each round once, each answer
the same.
"""

import uuid
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest
from django.db import connections

from scoring.games.queries import agreements_of, table_of
from scoring.models import Entry, Game, Round
from tests.scoring.racing import apart, at_once, writing
from tests.scoring.tables import PLAIN, SWEEP, Phone, an_entry, let_in, phone_of, table

pytestmark = pytest.mark.django_db(transaction=True)

AT_ONCE = 4
Sent = tuple[Game, dict[str, Any]]


def by_threads(tasks: list[Callable[[], Any]]) -> list[Any]:
    """What these gave, four at a time, each thread on a connection of its own."""

    def run(task: Callable[[], Any]) -> Any:
        try:
            return task()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(AT_ONCE) as threads:
        return list(threads.map(run, tasks))


def entries_of(games: list[Game], rounds: int) -> Iterator[Sent]:
    """So many rounds for each game, each with points of its own, so that one in the wrong place is
    seen.
    """
    for game in games:
        for number in range(1, rounds + 1):
            own = number % 21 * 5
            yield game, an_entry(number, {**PLAIN, "card_points": [own, 100 - own]})


def send_all_three_times(anna: Phone, n_games: int, rounds: int) -> None:
    """An entry that comes before its turn is refused, and sent again in the next pass, as a phone
    does.
    """
    games = [table(anna, target_score=None) for _ in range(n_games)]
    entries = list(entries_of(games, rounds))
    waiting, chance = [sent for sent in entries for _ in range(3)], Random(3)
    answers: dict[str, set[bytes]] = defaultdict(set)

    def sending(game: Game, entry: dict[str, Any]) -> Callable[[], Any]:
        return lambda: apart(anna).post("api_entries", game, entry)

    for _ in range(3 * rounds):
        chance.shuffle(waiting)
        came = by_threads([sending(*sent) for sent in waiting])
        later = []
        for sent, answer in zip(waiting, came, strict=True):
            if answer.status_code == 201:
                answers[sent[1]["id"]].add(answer.content)
            else:
                assert answer.json()["errors"][0]["code"] == "round_out_of_turn", answer.content
                later.append(sent)
        waiting = later
        if not waiting:
            break
    assert not waiting
    assert Entry.objects.count() == Round.objects.count() == len(entries)
    assert {entry: len(bodies) for entry, bodies in answers.items()} == {
        entry["id"]: 1 for _, entry in entries
    }
    for game in games:
        wanted = [entry["round"] for of, entry in entries if of is game]
        assert [entry.data for entry in table_of(game).entries] == wanted


def race_for_rounds(anna: Phone, races: int) -> None:
    """Two phones write each round at once and differently: one counts, the other stands beside it,
    and both hear so.
    """
    beat = phone_of("Beat")
    rounds = 50
    for start in range(0, races, rounds):
        game = table(anna, target_score=None)
        let_in(beat, game, "scorer")
        wanted = min(rounds, races - start)
        for number in range(1, wanted + 1):
            answers = at_once(
                writing(anna, game, number, PLAIN), writing(beat, game, number, SWEEP)
            )
            assert [answer.status_code for answer in answers] == [201, 201]
            assert sorted(answer.json()["outcome"] for answer in answers) == ["counted", "rival"]
            counting = next(
                answer.json()["id"] for answer in answers if answer.json()["outcome"] == "counted"
            )
            assert table_of(game).entries[-1].pk == uuid.UUID(counting)
        beside = {number: len(rivals) for number, rivals in agreements_of(game).rivals.items()}
        assert beside == dict.fromkeys(range(1, wanted + 1), 1)
        shown = [phone.read(game)["rounds"] for phone in (anna, beat)]
        assert all([len(line["others"]) for line in lines] == [1] * wanted for lines in shown)
    assert Entry.objects.count() == 2 * races
    assert Round.objects.count() == races


def test_twelve_entries_sent_three_times_each_in_any_order_are_twelve_rounds(anna):
    send_all_three_times(anna, n_games=3, rounds=4)


@pytest.mark.slow
def test_a_hundred_entries_sent_three_times_each_in_any_order_are_a_hundred_rounds(anna):
    send_all_three_times(anna, n_games=10, rounds=10)


@pytest.mark.slow
def test_a_thousand_entries_sent_three_times_each_in_any_order_are_a_thousand_rounds(anna):
    send_all_three_times(anna, n_games=20, rounds=50)


def test_of_six_races_for_a_round_each_has_one_that_counts_and_one_beside_it(anna):
    race_for_rounds(anna, 6)


@pytest.mark.slow
def test_of_a_thousand_races_for_a_round_each_has_one_that_counts_and_one_beside_it(anna):
    race_for_rounds(anna, 1000)
