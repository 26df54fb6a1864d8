"""Pairs in the Swiss system to 1000, with people who leave and one pair that comes late, through
the real pages.
"""

import re
from dataclasses import dataclass, field
from random import Random

import pytest
from django.test import Client

from tests.tournaments import desks
from tests.tournaments.hall import (
    Director,
    Hand,
    TablePhone,
    check_standings_hang_together,
    names_in,
    seats_of_tables,
    standings,
)

pytestmark = pytest.mark.django_db

TARGET, MOST_HANDS = 1000, 40
WIN, BYE = 2, 2


@dataclass
class Memory:
    """What was played, as the tables remember it:
    who met whom, with how many points, who was free.
    """

    matches: list[tuple[tuple[str, int], tuple[str, int]]] = field(default_factory=list)
    byes: list[str] = field(default_factory=list)

    def points(self, pair: str) -> int:
        won = [sides for sides in self.matches if max(sides, key=lambda side: side[1])[0] == pair]
        return WIN * len(won) + BYE * self.byes.count(pair)

    def met(self, pair: str) -> list[str]:
        return [
            other
            for one, two in self.matches
            for (name, _), (other, _) in ((one, two), (two, one))
            if name == pair
        ]

    def difference(self, pair: str) -> int:
        """Tichu points had minus Tichu points given, over all matches."""
        both = [*self.matches, *(sides[::-1] for sides in self.matches)]
        return sum(own - other for (name, own), (_, other) in both if name == pair)

    def figures(self, pair: str) -> tuple[int, int, int]:
        """Points, the sum of the opponents' points, difference."""
        return self.points(pair), sum(map(self.points, self.met(pair))), self.difference(pair)


def pairs(count: int, first: int = 1) -> list[str]:
    """Pairs as the pages name them."""
    people = desks.people(2 * count, 2 * first - 1)
    return [f"{one} & {other}" for one, other in zip(people[::2], people[1::2], strict=True)]


def remembered(hands: list[Hand]) -> tuple[tuple[str, int], tuple[str, int]]:
    people = hands[0][0]
    first, second = (sum(points[side] for _, points, _ in hands) for side in (0, 1))
    return (" & ".join(people[:2]), first), (" & ".join(people[2:]), second)


def a_swiss_evening(
    count: int, rounds: int, *, late_after: int, leaving_after: dict[int, str], seed: int
) -> None:
    director, chance, memory = Director(desks.signed_in(desks.an_owner())), Random(seed), Memory()
    answers = {"bye_points": str(BYE), "bye_score": "0", "absent_points": "0", "absent_score": "0"}
    asked = {f"awards_{key}": value for key, value in answers.items()}
    director.make("pairs_swiss", "Autumn cup", awards_late_entry="nothing", **asked)
    there, everybody = pairs(count), pairs(count + 1)
    director.enter_list(there)
    director.go_on("turn/open/")
    phones = [TablePhone(Client(), Random(chance.random())) for _ in range(count // 2 + 1)]
    for number in range(1, rounds + 1):
        round_ = director.send(f"{director.desk}rounds/", f"/rounds/1/{number}/draw/")
        page = director.look(round_)
        drawn = [tuple(table) for table in seats_of_tables(page)]
        byes = names_in(page.partition('id="byes"')[2].partition("</section>")[0])
        assert sorted([*byes, *(pair for table in drawn for pair in table)]) == sorted(there)
        assert len(byes) == len(there) % 2
        assert not [table for table in drawn if table[1] in memory.met(table[0])], "a rematch"
        assert not set(byes) & set(memory.byes), "a second bye"
        director.send(round_, "publish/")
        memory.byes += byes
        links = director.links_of_tables(round_)
        for phone, link, table in zip(phones, links, drawn, strict=False):
            memory.matches.append(remembered(phone.play(link, MOST_HANDS, grand=True)))
            assert {name for name, _ in memory.matches[-1]} == set(table)
            assert max(points for _, points in memory.matches[-1]) >= TARGET
        director.go_on(f"/rounds/1/{number}/close/")
        if number in leaving_after:
            leaves = leaving_after[number]
            director.send(director.entrant(leaves), "/withdraw/", reason="last tram", ranked="1")
            there.remove(leaves)
        if number == late_after:
            one, other = everybody[-1].split(" & ")
            director.send(f"{director.desk}entrants/", "/enter/", name_0=one, name_1=other)
            there.append(everybody[-1])
        check(director, memory, everybody if number > late_after else everybody[:-1])
    director.go_on("turn/finish/")
    check(director, memory, everybody)


def check(director: Director, memory: Memory, everybody: list[str]) -> None:
    """The public pages say what the tables remember, in the right order."""
    shown = check_standings_hang_together(director)
    figures = {
        name: tuple(int(figure.replace("−", "-")) for figure in row) for _, name, row in shown
    }
    assert figures == {name: memory.figures(name) for name in everybody}
    assert [figures[name] for _, name, _ in shown] == sorted(figures.values(), reverse=True)


LEAVING = "Player 5 & Player 6", "Player 9 & Player 10"


def test_five_pairs_and_a_late_one_play_two_rounds_and_two_leave() -> None:
    a_swiss_evening(5, 2, late_after=1, leaving_after={1: LEAVING[0], 2: LEAVING[1]}, seed=3)


@pytest.mark.slow
def test_twenty_four_pairs_and_a_late_one_play_five_rounds_and_two_leave() -> None:
    a_swiss_evening(24, 5, late_after=1, leaving_after={2: LEAVING[0], 3: LEAVING[1]}, seed=5)


def test_a_pair_that_left_stands_in_the_table_as_one_that_left() -> None:
    director = Director(desks.signed_in(desks.an_owner()))
    later = {"bye_later": "on", "absent_later": "on", "awards_late_entry": "nothing"}
    director.make("pairs_swiss", "Autumn cup", **later)
    director.enter_list(pairs(4))
    director.go_on("turn/open/")
    round_ = director.send(f"{director.desk}rounds/", "/rounds/1/1/draw/")
    director.send(round_, "publish/")
    for seed, link in enumerate(director.links_of_tables(round_)):
        TablePhone(Client(), Random(seed)).play(link, MOST_HANDS, grand=True)
    director.go_on("/rounds/1/1/close/")
    director.send(director.entrant(pairs(4)[2]), "/withdraw/", reason="last tram", ranked="1")
    public = (
        Client()
        .get(director.desk.replace("/desk/", "/tournaments/") + "standings/1/")
        .content.decode()
    )
    assert len(standings(public)) == 4
    (row,) = re.findall(r"<tr><td>\d+<td>(?:(?!<tr>).)*<small>withdrawn</small>", public)
    assert names_in(row) == [pairs(4)[2]]
