"""A German championship from the empty desk to the final standings, through the real pages and the
phones' own API.
"""

from collections import Counter
from random import Random

import pytest
from django.test import Client

from tests.tournaments import desks
from tests.tournaments.hall import (
    Director,
    Hand,
    TablePhone,
    check_standings_hang_together,
    ranked,
    seats_of_tables,
)

pytestmark = pytest.mark.django_db

HANDS = 4
SPECIAL = ("Ágnes O'Brien", "Łukasz <Ö>", 'Zoë "Zack" M.')  # what a page must not stumble over


def names(count: int) -> list[str]:
    # "Player 1" alone in a first line would be the head of a column.
    return [*SPECIAL, *desks.people(count - len(SPECIAL))]


def counted(hands: list[Hand]) -> dict[str, tuple[int, int]]:
    """Victory points and Tichu points of everybody: 2 for a hand won, 1 for a level one, 3 for a
    double victory.
    """
    victory: Counter[str] = Counter()
    tichu: Counter[str] = Counter()
    for people, points, swept in hands:
        for side in (0, 1):
            if swept is None:
                gained = 1 if points[0] == points[1] else 2 * (points[side] > points[1 - side])
            else:
                gained = 3 * (side == swept)
            for who in people[2 * side : 2 * side + 2]:
                victory[who] += gained
                tichu[who] += points[side]
    return {
        who: (victory[who], tichu[who]) for who in {who for people, *_ in hands for who in people}
    }


def a_championship(persons: int, rounds: int, seed: int) -> None:
    director, chance = Director(desks.signed_in(desks.an_owner())), Random(seed)
    zero = {
        f"awards_{key}": "0" for key in ("bye_points", "bye_score", "absent_points", "absent_score")
    }
    director.make("german_championship", "Championship", awards_late_entry="nothing", **zero)
    director.enter_list(names(persons))
    director.go_on("turn/open/")
    phones = [TablePhone(Client(), Random(chance.random())) for _ in range(persons // 4)]
    played: list[Hand] = []
    for number in range(1, rounds + 1):
        round_ = director.send(f"{director.desk}rounds/", f"/rounds/1/{number}/draw/")
        drawn = seats_of_tables(director.look(round_))
        assert sorted(who for table in drawn for who in table) == sorted(names(persons))
        one, other = director.swap_first_two_tables(round_)
        drawn[0][0], drawn[1][0] = other, one
        assert seats_of_tables(director.look(round_)) == drawn
        director.send(round_, "publish/")
        links = director.links_of_tables(round_)
        assert len(set(links)) == len(phones)
        hands = [
            phone.play(link, HANDS, sweep_value=100)
            for phone, link in zip(phones, links, strict=True)
        ]
        # Whoever sat at a table wrote there what the draw had said.
        assert [sorted(some[0][0]) for some in hands] == [sorted(table) for table in drawn]
        played += [hand for some in hands for hand in some]
        director.go_on(f"/rounds/1/{number}/close/")
        check_standings(director, counted(played))
    director.go_on("turn/finish/")
    check_standings(director, counted(played))
    assert len(played) == persons // 4 * HANDS * rounds


def check_standings(director: Director, expected: dict[str, tuple[int, int]]) -> None:
    """The public pages say what the hands say."""
    assert sorted(check_standings_hang_together(director)) == sorted(ranked(expected))


@pytest.mark.slow  # in short: test_whole_events.py
def test_twelve_persons_play_two_rounds_and_the_pages_say_what_they_played() -> None:
    a_championship(12, 2, seed=4)


@pytest.mark.slow
def test_forty_eight_persons_play_a_whole_championship() -> None:
    a_championship(48, 6, seed=6)
