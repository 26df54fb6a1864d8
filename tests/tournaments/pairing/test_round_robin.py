"""Schedules in which each meets each: complete ones, late entries, withdrawals, groups."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import Any

import pytest

from tests.lengths import in_short
from tests.rule_errors import codes_of
from tournaments.pairing.fixtures import circle
from tournaments.pairing.groups import Groups, clashes, deal_groups, sizes_of
from tournaments.pairing.league import League
from tournaments.pairing.round_robin import RoundRobin
from tournaments.pairing.values import Draw, Entrant, Field, Id, SessionRound

EACH = RoundRobin()


def people(count: int, clubs: Sequence[str] = ()) -> list[Entrant]:
    """Entrants whose id is 100 more than their seed."""
    return [Entrant(100 + n, n, club=clubs[n - 1] if clubs else "") for n in range(1, count + 1)]


def drawn(
    format_: RoundRobin,
    there: Iterable[Entrant],
    past: Sequence[SessionRound] = (),
    **settings: Any,
) -> Draw:
    return format_.draw(Field(tuple(there), tuple(past), len(past) + 1, 7, format_.read(settings)))


def kept(draw: Draw, absent: Iterable[int] = ()) -> SessionRound:
    return SessionRound(draw.tables, draw.byes, tuple(absent))


def to_the_end(
    format_: RoundRobin,
    there: Sequence[Entrant],
    past: Sequence[SessionRound] = (),
    **settings: Any,
) -> list[SessionRound]:
    """Play on until the stage is over.
    Standings change from round to round, so places are mixed.
    """
    rounds = list(past)
    lot = random.Random(3)
    groups: dict[int, str] = {one.id: one.group for one in there}
    while True:
        places = list(range(1, len(there) + 1))
        if rounds:
            lot.shuffle(places)
        now = [
            replace(one, place=place if rounds else one.place, group=groups[one.id])
            for one, place in zip(there, places, strict=True)
        ]
        field = Field(tuple(now), tuple(rounds), len(rounds) + 1, 7, format_.read(settings))
        if format_.rounds_of(field) == len(rounds):
            assert codes_of(format_.draw, field) == ["stage_over"]
            return rounds
        draw = format_.draw(field)
        groups |= dict(draw.groups)
        rounds.append(kept(draw))
        assert len(rounds) < 200


def meetings(rounds: Iterable[SessionRound]) -> Counter[frozenset[int]]:
    return Counter(frozenset(table.everybody) for one in rounds for table in one.tables)


def nobody_is_twice_in_a_round(rounds: Iterable[SessionRound]) -> bool:
    lists = [
        [*(id_ for table in one.tables for id_ in table.everybody), *one.byes] for one in rounds
    ]
    return all(len(ids) == len(set(ids)) for ids in lists)


def every_pair(ids: Iterable[int], times: int) -> dict[frozenset[int], int]:
    return {frozenset(pair): times for pair in combinations(ids, 2)}


@pytest.mark.parametrize("count", in_short(range(2, 25), {*range(2, 10), 16, 17}))
def test_everybody_meets_everybody_once_a_leg_and_byes_are_even(count: int) -> None:
    for legs, numbers in product((1, 2), ("lot", "seeds")):
        there = people(count)
        rounds = to_the_end(EACH, there, legs=legs, numbers=numbers)
        assert len(rounds) == EACH.rounds(count, {"legs": legs})
        assert meetings(rounds) == every_pair((one.id for one in there), legs)
        assert nobody_is_twice_in_a_round(rounds)
        byes = Counter(id_ for one in rounds for id_ in one.byes)
        assert byes == ({one.id: legs for one in there} if count % 2 else {})
        keys = [table.key for one in rounds for table in one.tables]
        assert len(keys) == len(set(keys))
        half = len(rounds) // legs
        assert meetings(rounds[:half]) == every_pair((one.id for one in there), 1)
        named_first = Counter(table.sides[0][0] for one in rounds for table in one.tables)
        assert max(named_first.values()) - min(named_first[one.id] for one in there) <= (
            1 if legs == 1 else 0
        )


def test_the_schedule_of_six_is_the_table_known_to_clubs() -> None:
    assert circle(6) == (
        ((1, 6), (2, 5), (3, 4)),
        ((1, 2), (5, 3), (6, 4)),
        ((3, 1), (2, 6), (4, 5)),
        ((1, 4), (2, 3), (6, 5)),
        ((5, 1), (4, 2), (3, 6)),
    )


def test_one_person_alone_is_too_few() -> None:
    assert codes_of(drawn, EACH, people(1)) == ["too_few"]


def test_by_seeds_the_two_best_meet_in_the_last_round() -> None:
    for count in range(4, 17):
        last = to_the_end(EACH, people(count), numbers="seeds")[-1]
        assert {101, 102} in [set(table.everybody) for table in last.tables], count


@pytest.mark.parametrize("format_", [EACH, Groups(), League()])
def test_the_order_of_the_entrants_changes_nothing(format_: RoundRobin) -> None:
    there = people(13, list("aabbccddeeffg"))
    first = drawn(format_, there)
    for seed in range(5):
        mixed = list(there)
        random.Random(seed).shuffle(mixed)
        assert drawn(format_, mixed) == first


def test_another_seed_draws_other_numbers() -> None:
    field = Field(tuple(people(8)), settings=EACH.read({}))
    assert EACH.draw(replace(field, seed=1)).tables != EACH.draw(replace(field, seed=2)).tables


def test_every_table_says_which_round_and_leg_it_is() -> None:
    rounds = to_the_end(EACH, people(4), legs=2)
    assert [[note.text % note.params for note in one.tables[0].reasons] for one in rounds[2:4]] == [
        ["Each meets each: round 3 of 6.", "First leg."],
        ["Each meets each: round 4 of 6.", "Second leg."],
    ]


@pytest.mark.parametrize("count", in_short(range(3, 13), range(3, 9)))
def test_who_comes_late_still_meets_everybody(count: int) -> None:
    for legs in (1, 2):
        before = to_the_end(EACH, people(count), legs=legs)
        for after in (1, 2, 4):
            meets_the_late_one(count, legs, before[:after], after)


def meets_the_late_one(count: int, legs: int, before: Sequence[SessionRound], after: int) -> None:
    there = people(count)
    rounds = to_the_end(EACH, [*there, Entrant(999, count + 1)], before, legs=legs)
    assert meetings(rounds) == every_pair([one.id for one in there] + [999], legs)
    assert nobody_is_twice_in_a_round(rounds)
    planned = EACH.rounds(count, {"legs": legs}) or 0
    if count % 2:  # the late one takes over the byes that are left
        assert len(rounds) <= max(planned, after) + legs * count - max(0, planned - after) + legs
    else:  # nobody is free before the end of the schedule
        assert len(rounds) == planned + legs * count


def test_who_goes_away_leaves_free_rounds_that_say_why_and_nothing_else_changes() -> None:
    for count in range(4, 13):
        there = people(count)
        whole = to_the_end(EACH, there)
        gone = whole[0].tables[0].everybody[1]
        left = [one for one in there if one.id != gone]
        rounds = to_the_end(EACH, left, whole[:1])
        for before, now in zip(whole[1:], rounds[1:], strict=True):
            kept_tables = {
                frozenset(table.everybody) for table in before.tables if gone not in table.everybody
            }
            assert {frozenset(table.everybody) for table in now.tables} == kept_tables
        draw = drawn(EACH, left, whole[:1])
        if gone not in whole[1].byes:
            opponent = next(
                id_
                for table in whole[1].tables
                if gone in table.everybody
                for id_ in table.everybody
                if id_ != gone
            )
            assert {"who": Id(opponent), "opponent": Id(gone)} in [
                note.params for note in draw.warnings if note.code == "opponent_away"
            ]


def test_a_match_missed_by_absence_is_made_up_at_the_end() -> None:
    there = people(6)
    first = kept(drawn(EACH, there))
    away = there[2]
    second = kept(drawn(EACH, [one for one in there if one != away], [first]), [away.id])
    rounds = to_the_end(EACH, there, [first, second])
    assert meetings(rounds) == every_pair((one.id for one in there), 1)
    assert len(rounds) == 6
    assert [note.code for note in rounds[-1].tables[0].reasons] == ["made_up"]


def test_who_is_absent_from_the_first_round_is_a_late_one() -> None:
    there = people(7)
    first = kept(drawn(EACH, there[1:]), [101])
    rounds = to_the_end(EACH, there, [first])
    assert meetings(rounds) == every_pair((one.id for one in there), 1)


def test_tables_swapped_by_hand_leave_nobody_out_and_nobody_twice() -> None:
    there = people(8)
    first, second, *_ = to_the_end(EACH, there)
    one, other, *rest = second.tables
    swapped = (
        replace(one, sides=(one.sides[0], other.sides[0]), key=""),
        replace(other, sides=(one.sides[1], other.sides[1])),
        *rest,
    )
    rounds = to_the_end(EACH, there, [first, SessionRound(swapped)])
    assert meetings(rounds) == every_pair((one.id for one in there), 1)
    keys = [table.key for one in rounds for table in one.tables]
    assert len(keys) == len(set(keys))


def test_numbers_and_keys_stay_when_late_ones_come_one_after_the_other_and_one_goes() -> None:
    there = people(7)
    rounds = to_the_end(EACH, there)[:2]
    for late in (Entrant(999, 8), Entrant(500, 9), Entrant(50, 10)):
        there = [*there, late]
        rounds = to_the_end(EACH, there, rounds)[: len(rounds) + 2]
    there = [one for one in there if one.id != 999]
    rounds = to_the_end(EACH, there, rounds)
    found = meetings(rounds)
    assert {pair: times for pair, times in found.items() if 999 not in pair} == every_pair(
        (e.id for e in there), 1
    )
    keys = [table.key for one in rounds for table in one.tables]
    assert len(keys) == len(set(keys))


def test_rounds_of_counts_the_extra_rounds_that_late_ones_need() -> None:
    there = people(8)
    before = to_the_end(EACH, there)[:4]
    late = (*there, Entrant(999, 9))
    field = Field(late, tuple(before), 5, 7, EACH.read({}))
    assert EACH.rounds_of(field) == len(to_the_end(EACH, late, before)) == 7 + 8


def test_a_fixed_table_is_kept() -> None:
    there = [replace(one, fixed_table=3) if one.id == 108 else one for one in people(8)]
    numbers = [
        table.number
        for one in to_the_end(EACH, there)
        for table in one.tables
        if 108 in table.everybody
    ]
    assert numbers == [3] * 7


@pytest.mark.parametrize("count", in_short(range(2, 30), {*range(2, 13), 17}))
def test_groups_play_complete_schedules_of_their_own(count: int) -> None:
    for format_, groups in product((Groups(), League()), (1, 2, 3, 4)):
        there = people(count)
        rounds = to_the_end(format_, there, groups=groups)
        assert len(rounds) == format_.rounds(count, {"groups": groups})
        dealt = dict(drawn(format_, there, groups=groups).groups) or dict.fromkeys(
            (one.id for one in there), ""
        )
        sizes = Counter(dealt.values())
        assert max(sizes.values()) - min(sizes.values()) <= 1
        wanted: dict[frozenset[int], int] = {}
        for name in sizes:
            wanted |= every_pair((id_ for id_, group in dealt.items() if group == name), 1)
        assert meetings(rounds) == wanted
        keys = {table.key for one in rounds for table in one.tables}
        assert len(keys) == len(wanted)


@pytest.mark.parametrize("numbers", ["lot", "seeds"])
def test_late_and_gone_in_groups_change_their_own_group_alone(numbers: str) -> None:
    format_ = Groups()
    there = people(10)
    first = drawn(format_, there, groups=2, numbers=numbers)
    groups = dict(first.groups)
    gone = first.byes[0]
    left = [replace(one, group=groups[one.id]) for one in there if one.id != gone]
    rounds = to_the_end(
        format_, [*left, Entrant(999, 11)], [kept(first)], groups=2, numbers=numbers
    )
    groups[999] = groups[gone]  # the smaller one by then
    wanted: dict[frozenset[int], int] = {}
    for name in "AB":
        wanted |= every_pair(
            (id_ for id_, group in groups.items() if group == name and id_ != gone), 1
        )
    assert meetings(rounds) == wanted


def test_a_snake_deals_the_seeds() -> None:
    dealt = deal_groups(people(16), 4, 1)
    assert "".join(dealt[100 + n] for n in range(1, 17)) == "ABCDDCBAABCDDCBA"


def test_a_group_set_by_hand_is_kept() -> None:
    there = [replace(one, group="B") if one.id == 101 else one for one in people(6)]
    dealt = deal_groups(there, 2, 1)
    assert (dealt[101], Counter(dealt.values())) == ("B", {"A": 3, "B": 3})


def test_clubs_are_as_far_apart_as_rows_of_the_snake_allow() -> None:
    for seed in range(30):
        lot = random.Random(seed)
        groups = lot.choice([2, 3])
        count = groups * lot.choice([2, 3])
        clubs = [lot.choice(["", "a", "b", "c"]) for _ in range(count)]
        there = people(count, clubs)
        club = {one.id: one.club for one in there}
        rows = [list(range(101 + start, 101 + start + groups)) for start in range(0, count, groups)]
        best = min(
            clashes(
                {
                    id_: str(way[n])
                    for row, way in zip(rows, ways, strict=True)
                    for n, id_ in enumerate(row)
                },
                club,
            )
            for ways in product(_orders(groups), repeat=len(rows))
        )
        dealt = deal_groups(there, groups, seed)
        assert clashes(dealt, club) == best, seed
        assert all(len({dealt[id_] for id_ in row}) == groups for row in rows), seed


def _orders(count: int) -> list[tuple[int, ...]]:
    return [way for way in product(range(count), repeat=count) if len(set(way)) == count]


def test_in_a_large_field_no_two_of_a_club_share_a_group_where_that_can_be() -> None:
    for seed in range(10):
        clubs = [name for name in "abcdefghijklmnop" for _ in range(4)]
        random.Random(seed).shuffle(clubs)
        there = people(64, clubs)
        assert clashes(deal_groups(there, 16, seed), {one.id: one.club for one in there}) == 0, seed


# Groups of about four
# -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entrants", "sizes"),
    [
        (2, [2]),
        (3, [3]),
        (4, [4]),
        (5, [5]),
        (6, [3, 3]),
        (7, [4, 3]),
        (8, [4, 4]),
        (9, [3, 3, 3]),
        (10, [4, 3, 3]),
        (11, [4, 4, 3]),
        (12, [4, 4, 4]),
        (13, [4, 3, 3, 3]),
        (16, [4] * 4),
        (17, [4, 4, 3, 3, 3]),
    ],
)
def test_groups_of_about_four_follow_from_the_field(entrants: int, sizes: list[int]) -> None:
    assert sizes_of(None, entrants) == sizes
    dealt = deal_groups([Entrant(id_, place=id_) for id_ in range(1, entrants + 1)], None, 1)
    assert sorted(Counter(dealt.values()).values(), reverse=True) == sizes


def test_no_field_makes_a_group_of_two_or_one_that_is_larger_than_five() -> None:
    assert {size for entrants in range(3, 100) for size in sizes_of(None, entrants)} == {3, 4, 5}


def test_who_comes_late_makes_no_further_group() -> None:
    people = [Entrant(id_, place=id_, group="ABC"[id_ % 3]) for id_ in range(1, 13)]
    late = Entrant(13, place=13)
    assert sorted(Counter(deal_groups([*people, late], None, 1).values()).values()) == [4, 4, 5]


def test_what_the_field_makes_is_foretold() -> None:
    def foretold(entrants: int | None, groups: int | None = None) -> list[str]:
        return [text % params for text, params in Groups().preview({"groups": groups}, entrants)]

    assert foretold(12) == ["Groups: 3, of 4 each."]
    assert foretold(11) == ["Groups: 3, of 3 to 4."]
    assert foretold(None) == []
    assert foretold(8, 4) == [
        "Groups: 4, of 2 each.",
        "In a group of two, one match decides everything: choose fewer groups.",
    ]
