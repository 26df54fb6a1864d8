"""What clubs weigh, and who floats twice the same way: held against trying all, large fields
against a matching.
"""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from scoring.rules import RuleError
from tests.lengths import in_short
from tests.tournaments.pairing.swiss_fields import Played, field_of, pairs_of, round_of, texts
from tournaments.pairing.swiss import Swiss, drawing
from tournaments.pairing.swiss.past import manual_float_note
from tournaments.pairing.values import Draw, Entrant, Field, Id, Note, SessionRound, Table

MODES = ("never", "points", "always")
CLUBS = ("", "Bern", "Bern", "Chur")


def ways_to_pair(ids: list[int]) -> Iterator[list[tuple[int, int]]]:
    if not ids:
        yield []
        return
    first, *rest = ids
    for other in rest:
        for more in ways_to_pair([one for one in rest if one != other]):
            yield [(first, other), *more]


def float_table(down: int, up: int) -> Table:
    """A table of the round before, at which the first had more points."""
    return Table(((down,), (up,)), reasons=(Note("floated", "", {"floated": Id(down)}),))


def what_it_costs(field: Field, pairs: Iterable[tuple[int, ...]], mode: str) -> tuple[int, ...]:
    """Rematches, tables of one club where they come first, squares of points, the other tables of
    one club, floats.
    """
    by_id = {one.id: one for one in field.entrants}
    met = {frozenset(table.everybody) for drawn in field.past for table in drawn.tables}
    ways = {}
    for table in field.past[-1].tables:
        for note in table.reasons:
            down = note.params["floated"]
            ways |= {id_: "down" if id_ == down else "up" for id_ in table.everybody}
    rematches = clubs = squares = floats = 0
    for a, b in pairs:
        one, other = sorted((by_id[a], by_id[b]), key=lambda who: who.points)
        rematches += frozenset((a, b)) in met
        clubs += mode != "never" and bool(one.club) and one.club == other.club
        squares += int((other.points - one.points) ** 2)
        if one.points != other.points:
            floats += (ways.get(one.id) == "up") + (ways.get(other.id) == "down")
    first, then = (clubs, 0) if mode == "always" else (0, clubs)
    return rematches, first, squares, then, floats


def test_trying_all_finds_no_draw_that_keeps_clubs_points_and_floats_better() -> None:
    told = 0
    for number in range(120):
        mode = MODES[number % 3]
        # Six or eight who stand by points, some of one club; some floated in the one round before
        lot = random.Random(number)
        ids = list(range(lot.choice([6, 8])))
        points = sorted((lot.randrange(4) for _ in ids), reverse=True)
        mixed = lot.sample(ids, len(ids))
        tables = []
        for a, b in zip(mixed[::2], mixed[1::2], strict=True):
            tables.append(float_table(a, b) if lot.random() < 0.7 else Table(((a,), (b,))))
        clubs = {id_: lot.choice(CLUBS) for id_ in ids}
        field = field_of(
            dict(zip(ids, points, strict=True)), [SessionRound(tuple(tables))], clubs, apart=mode
        )
        draw = Swiss().draw(field)
        found = what_it_costs(field, pairs_of(draw), mode)
        best = min(
            what_it_costs(field, way, mode)
            for way in ways_to_pair([one.id for one in field.entrants])
        )
        assert found == best, number
        again = [
            note for table in draw.tables for note in table.reasons if note.code == "floats_again"
        ]
        assert len(again) == found[-1]
        told += len(again)
    assert told > 10


def test_nobody_floats_down_twice_where_somebody_else_of_the_group_can() -> None:
    points = {1: 1, 2: 1, 3: 1, 4: 0}
    free = field_of(points, [round_of((3, 9))])
    assert pairs_of(Swiss().draw(free)) == [(1, 2), (3, 4)]
    before = field_of(points, [SessionRound((float_table(3, 9),))])
    draw = Swiss().draw(before)
    assert [3 in pair and 4 in pair for pair in pairs_of(draw)] == [False, False]
    assert not any(note.code == "floats_again" for table in draw.tables for note in table.reasons)
    up = field_of({1: 1, 2: 0, 3: 0, 4: 0}, [SessionRound((float_table(9, 2),))])
    assert (1, 2) not in pairs_of(Swiss().draw(up))


def test_who_must_float_the_same_way_again_is_told_so() -> None:
    draw = Swiss().draw(field_of({1: 2, 2: 0}, [SessionRound((float_table(1, 9),))]))
    assert texts(draw.tables[0].reasons) == [
        "#1 floated down: an odd number had the same points.",
        "#1 floats the same way as in the round before: in every draw as good somebody does.",
    ]


def test_a_table_set_by_hand_says_who_floated_so_that_the_next_draw_can_read_it() -> None:
    table = Table(((1,), (2,)))
    assert [note.params for note in manual_float_note(table, {1: 0, 2: 3})] == [{"floated": 2}]
    assert manual_float_note(table, {1: 3, 2: 3}) == ()
    field = field_of({1: 3, 2: 0}, [round_of((1, 9))])
    assert [note.params for note in Swiss().manual_notes(table, field)] == [{"floated": 1}]
    assert Swiss().manual_notes(table, replace(field, number=1)) == ()


# Clubs
# --------------------------------------------------------------------------------------------------


def a_round(clubs: str, points: Sequence[int], number: int, **settings: Any) -> Draw:
    """Four of these clubs, a letter each, with these points; nobody has met anybody."""
    entrants = tuple(Entrant(id_, id_, points[id_ - 1], clubs[id_ - 1]) for id_ in (1, 2, 3, 4))
    return Swiss().draw(
        Field(entrants, (SessionRound(),) * (number - 1), number, 1, {"rounds": None, **settings})
    )


@pytest.mark.parametrize(
    ("settings", "among_equals", "by_points"),
    [
        ({"clubs_apart": "never"}, True, True),
        ({"clubs_apart": False}, True, True),
        ({}, True, True),
        ({"clubs_apart": "points"}, False, True),
        ({"clubs_apart": "always"}, False, False),
        ({"clubs_apart": True}, False, False),
        ({"clubs_apart": "first_rounds", "clubs_rounds": 3}, False, False),
        ({"clubs_apart": "first_rounds", "clubs_rounds": 2}, True, True),
    ],
)
def test_clubs_weigh_as_the_setting_says(
    settings: Mapping[str, Any], among_equals: bool, by_points: bool
) -> None:
    """Whether two of a club meet in round 3: where all have the same points, and where others have
    fewer.
    """
    level = pairs_of(a_round("ABAB", (1, 1, 1, 1), 3, **settings))
    assert [set(pair) for pair in level] == ([{1, 3}, {2, 4}] if among_equals else [{1, 4}, {2, 3}])
    apart = pairs_of(a_round("AABB", (2, 2, 1, 1), 3, **settings))
    assert ({1, 2} in map(set, apart)) == by_points


def test_where_points_weigh_more_a_table_of_one_club_is_explained_and_is_no_warning() -> None:
    draw = a_round("AABB", (2, 2, 1, 1), 3, clubs_apart="points")
    assert (draw.relaxed, [table.warnings for table in draw.tables]) == ((), [(), ()])
    assert texts(draw.tables[0].reasons) == [
        "Both have the same points.",
        "Both are from the club A: no other opponent is as close on points.",
    ]


def test_the_setting_is_said_in_plain_words_and_nonsense_is_refused() -> None:
    said = {
        chosen: [
            text % params
            for text, params in Swiss().describe({"clubs_apart": chosen, "clubs_rounds": 4})
        ]
        for chosen in ("never", "first_rounds", "points", True)
    }
    assert said == {
        "never": [],
        "first_rounds": ["In the first rounds (4) members of the same club are kept apart."],
        "points": ["Among those with similar points, members of the same club do not meet."],
        True: ["Members of the same club are kept apart where possible, whatever the points."],
    }
    for wrong in ({"clubs_apart": "sometimes"}, {"clubs_apart": 1}, {"clubs_rounds": 0}):
        with pytest.raises(RuleError):
            Swiss().read(wrong)


def test_clubs_are_something_to_look_at_only_while_they_are_kept_apart() -> None:
    def matter(number: int, **settings: object) -> bool:
        return Swiss().clubs_matter(Field((), number=number, settings=settings))

    assert [matter(one, clubs_apart="first_rounds", clubs_rounds=2) for one in (1, 2, 3)] == [
        True,
        True,
        False,
    ]
    assert [matter(9, clubs_apart=mode) for mode in MODES] == [False, True, True]


# Large fields
# --------------------------------------------------------------------------------------------------


def squares(draw: Draw, points: Mapping[int, Any]) -> int:
    return int(sum((points[a] - points[b]) ** 2 for a, b in pairs_of(draw)))


@pytest.mark.parametrize("apart", ["always", "points"])
@pytest.mark.parametrize("share", [0.45, 0.6, 0.8])
@pytest.mark.parametrize("case", in_short([(60, 46), (174, 160)], [(60, 46)]))
def test_with_one_club_over_half_the_squares_of_points_are_as_small_as_an_exact_matching_makes_them(
    case: tuple[int, int], share: float, apart: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    size, exact_up_to = case
    lot = random.Random(f"{share}")
    clubs = {id_: "Bern" for id_ in range(size) if id_ < share * size}
    played = Played()
    for number in range(4):
        here = list(range(size))
        lot.shuffle(here)
        monkeypatch.setattr(drawing, "EXACT", exact_up_to)
        draw = played.draw(here, clubs, number, clubs_apart=apart)
        monkeypatch.setattr(drawing, "EXACT", size)
        exact = played.draw(here, clubs, number, clubs_apart=apart)
        assert squares(draw, played.points) == squares(exact, played.points)
        of_one_club = [
            sum(a in clubs and b in clubs for a, b in pairs_of(one)) for one in (draw, exact)
        ]
        assert of_one_club[0] == of_one_club[1]
        played.add(draw)
        for table in draw.tables:  # the club is the stronger
            a, b = table.everybody
            chances = 3 if (a in clubs) > (b in clubs) else 1
            played.points[a if lot.randrange(4) < chances else b] += 1


def test_in_a_first_round_by_lot_no_points_are_named() -> None:
    draw = a_round("AAAA", (0, 0, 0, 0), 1, clubs_apart="points", first_round="random")
    assert texts(draw.tables[0].reasons) == ["Drawn by lot.", "Both are from A."]
