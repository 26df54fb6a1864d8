"""Swiss draws in large fields, where only near ones are compared: nothing is given up that need not
be.
"""

import random

import pytest

from tests.lengths import in_short
from tests.tournaments.pairing.swiss_fields import Played, drawn_best, field_of, pairs_of, round_of
from tournaments.pairing.swiss import Swiss, large
from tournaments.pairing.values import Draw

ROUNDS = 5


def fewest_same_club(here: int, clubs: dict[int, str], bye_before: dict[int, int]) -> int:
    """Tables of one club there must be: where one club is more than half, the bye is one of it if
    it can be.
    """
    names = list(clubs.values())
    largest = max((names.count(name) for name in set(names)), default=0)
    if here % 2 and 2 * largest > here:
        fewest = min(bye_before.values())
        members = [id_ for id_ in clubs if names.count(clubs[id_]) == largest]
        largest -= any(bye_before[id_] == fewest for id_ in members)
    return max(0, 2 * largest - (here - here % 2)) // 2


def clubs_of(kind: str, size: int) -> dict[int, str]:
    chance = random.Random(size)
    return {
        "none": {},
        "many": {id_: f"Club {chance.randrange(size // 8)}" for id_ in range(size)},
        "half, the best": dict.fromkeys(range((size + 1) // 2), "Bern"),
        "half, every other": dict.fromkeys(range(0, size, 2), "Bern"),
        "two thirds": dict.fromkeys(range(2 * size // 3), "Bern"),
        "three thirds": {id_: ("Bern", "Basel", "Chur")[3 * id_ // size] for id_ in range(size)},
        "all": dict.fromkeys(range(size), "Bern"),
    }[kind]


@pytest.mark.parametrize(
    "kind",
    ["none", "many", "half, the best", "half, every other", "two thirds", "three thirds", "all"],
)
@pytest.mark.parametrize("size", in_short([181, 300, 701], [181]))
def test_large_fields_have_no_rematch_no_second_bye_and_no_more_tables_of_one_club_than_must_be(
    kind: str, size: int
) -> None:
    chance = random.Random(4)
    clubs = clubs_of(kind, size)
    played = Played(byes=dict.fromkeys(range(size), 0))
    for number in range(ROUNDS):
        draw = played.draw(list(range(size)), clubs, seed=number)
        placed = [id_ for pair in pairs_of(draw) for id_ in pair] + list(draw.byes)
        assert sorted(placed) == list(range(size))
        done = drawn_best(draw, played.met, played.byes, clubs)
        must = fewest_same_club(size, clubs, played.byes)
        assert (done.rematches, done.byes_before, done.same_club) == (0, 0, must)
        played.add(draw)
        played.win(draw, chance)


def test_nobody_of_a_large_club_has_a_second_bye_for_the_sake_of_one_table_of_that_club() -> None:
    clubs = dict.fromkeys(range(151), "Bern")
    past = [round_of(byes=range(151))]
    draw = Swiss().draw(field_of(dict.fromkeys(range(301), 0), past, clubs))
    assert draw.byes == (300,)
    assert [(note.code, note.params) for note in draw.relaxed] == [("same_club", {"count": 1})]


def test_a_bye_out_of_the_middle_of_a_large_group_does_not_shift_its_slide() -> None:
    others = [id_ for id_ in range(301) if id_ != 100]
    draw = Swiss().draw(field_of(dict.fromkeys(range(301), 1), [round_of(byes=others)]))
    assert draw.byes == (100,)
    assert pairs_of(draw) == list(zip(others[:150], others[150:], strict=True))


@pytest.mark.parametrize("size", in_short([300, 1400], [300]))
def test_a_large_field_has_no_more_floaters_than_odd_groups(size: int) -> None:
    chance = random.Random(8)
    played = Played()
    for number in range(ROUNDS):
        draw = played.draw(list(range(size)), seed=number)
        points = played.points
        left, floats = 0, 0
        for own in sorted(set(points.values()), reverse=True):
            left = (list(points.values()).count(own) - left) % 2
            floats += left
        assert sum(points[a] != points[b] for a, b in pairs_of(draw)) == floats
        played.add(draw)
        played.win(draw, chance)


def test_the_whole_field_at_once_finds_what_no_line_does(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_lines(line: list[int], clubs: dict[int, str]) -> list[list[int]]:
        return []

    played = Played()
    clubs = clubs_of("three thirds", 240)
    usual = played.draw(list(range(240)), clubs)
    monkeypatch.setattr(large, "_lines", no_lines)
    draw = played.draw(list(range(240)), clubs)
    assert [drawn_best(one, set(), {}, clubs).same_club for one in (usual, draw)] == [0, 0]


def test_a_large_draw_is_the_same_whatever_the_order_of_inputs() -> None:
    def drawn(order: list[int]) -> Draw:
        chance = random.Random(2)
        played = Played()
        for number in range(3):
            draw = played.draw(order, clubs_of("many", 200), seed=number)
            played.add(draw)
            played.win(draw, chance)
        return played.draw(order, clubs_of("many", 200), seed=9)

    assert drawn(list(range(200))) == drawn(list(range(200))[::-1])
