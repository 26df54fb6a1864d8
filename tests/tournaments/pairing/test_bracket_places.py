"""Places, the champion, and what is open: after every step of many brackets, with people who leave
at any moment.
"""

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from scoring.rules import RuleError
from tests.lengths import in_short
from tests.tournaments.pairing.bracket_truth import Truth, counted_alive
from tests.tournaments.pairing.brackets import drawn, entrants, played, the_better
from tournaments.pairing.bracket_progress import Reached
from tournaments.pairing.brackets import bracket_size
from tournaments.pairing.double_elimination import DoubleElimination
from tournaments.pairing.elimination import Elimination
from tournaments.pairing.knockout import Knockout
from tournaments.pairing.values import Entrant, SessionRound, Table

CUP, DOUBLE = Knockout(), DoubleElimination()
KINDS: tuple[tuple[Elimination, Mapping[str, Any]], ...] = (
    (CUP, {"third_place": False}),
    (CUP, {"third_place": True}),
    (DOUBLE, {"reset": True}),
    (DOUBLE, {"reset": False}),
    (CUP, {"third_place": True, "placement": "16"}),
    (CUP, {"third_place": False, "placement": "8"}),
    (CUP, {"third_place": True, "placement": "all"}),
    (CUP, {"third_place": True, "placement": "second_chance"}),
    (CUP, {"third_place": False, "placement": "second_chance"}),
)
# All kinds in each
BLOCKS = [range(8), range(8, 20), *(range(start, start + 20) for start in range(20, 2000, 20))]


class Course:
    """One bracket played to its end in the smallest steps:
    a draw, a result, somebody who leaves.
    """

    def __init__(self, number: int) -> None:
        self.chance = random.Random(number)
        self.format, kind = KINDS[number % len(KINDS)]
        self.settings = {**kind, "first_round": self.chance.choice(["seeds", "lot"])}
        self.there: tuple[Entrant, ...] = entrants(self.chance.randint(2, 33))
        self.ids = tuple(entrant.id for entrant in self.there)
        self.share = self.chance.choice([0, 0.02, 0.1])
        self.gone: set[int] = set()
        self.past: list[SessionRound] = []
        self.truth: Truth | None = None

    @property
    def here(self) -> list[Entrant]:
        return [entrant for entrant in self.there if entrant.id not in self.gone]

    def steps(self) -> Iterator[None]:
        """Everything that happens, until the stage is over."""
        yield
        while True:
            try:
                draw = drawn(self.format, self.here, self.past, **self.settings)
            except RuleError as error:
                (mistake,) = error.mistakes
                assert mistake.code == "stage_over"
                assert self.truth is not None
                assert mistake.params.get("winner") == self.truth.now(self.gone).champion
                return
            if self.truth is None:
                self.truth = Truth(self.format, draw, bracket_size(len(self.ids)), self.settings)
            else:
                self.truth.drawn(draw, self.gone)
            self.past.append(SessionRound(draw.tables, draw.byes))
            yield
            yield from self.leave()
            for place in self.chance.sample(range(len(draw.tables)), len(draw.tables)):
                self.decide(place)
                yield
                yield from self.leave()

    def decide(self, place: int) -> None:
        """A table has its winner: whoever wins, or by decision whoever has stayed."""
        table = self.past[-1].tables[place]
        stay = [side for side in (0, 1) if table.sides[side][0] not in self.gone]
        winner = (
            stay[0] if len(stay) == 1 and self.chance.random() < 0.9 else self.chance.randrange(2)
        )
        tables = list(self.past[-1].tables)
        tables[place] = replace(table, winner=winner)
        self.past[-1] = SessionRound(tuple(tables), self.past[-1].byes)
        assert self.truth is not None
        self.truth.result(table.key, table.sides[winner][0])

    def leave(self) -> Iterator[None]:
        """Some leave, but not the last who may still win: after that nobody could say who left
        first.
        """
        for id_ in self.ids:
            if id_ in self.gone or self.chance.random() >= self.share:
                continue
            assert self.truth is not None
            place, open_ = self.truth.now(self.gone).places(self.gone)
            if {one for one in open_ if place[one] == 0 and one not in self.gone} != {id_}:
                self.gone.add(id_)
                yield

    def reached(self) -> Reached:
        return self.format.reached(
            self.past, self.ids, self.settings, {entrant.id for entrant in self.here}
        )


def check(course: Course) -> None:
    """One moment of a bracket against the truth, and against what counting alone can tell."""
    found = course.reached()
    if course.truth is None:
        assert found == Reached((course.ids,), open=frozenset(course.ids))
        return
    truth = course.truth.now(course.gone)
    place, open_ = truth.places(course.gone)
    assert found.champion == truth.champion
    assert found.levels == tuple(
        tuple(id_ for id_ in course.ids if place[id_] == wanted)
        for wanted in sorted({place[id_] for id_ in course.ids})
    )
    assert found.open == open_
    tree = {
        match.key: match
        for match in course.format.bracket(course.past, course.here, course.settings)
    }
    for key, (winner, _loser) in truth.done.items():
        shown = tree[key]
        if shown.needed and winner != -1:
            assert shown.winner is not None
            assert shown.sides[shown.winner].id == winner
    assert all(match.winner is None for key, match in tree.items() if key not in truth.done)
    _by_counting(course, found)


def _by_counting(course: Course, found: Reached) -> None:
    single_final = course.format is DOUBLE and not course.settings["reset"]
    tables = {table.key: table for played_round in course.past for table in played_round.tables}
    if single_final and (final := tables.get("F:1")) is not None and final.winner is not None:
        assert found.champion == final.sides[final.winner][0]
        return
    alive = counted_alive(course.past, course.ids, course.gone, 1 if course.format is CUP else 2)
    if len(alive) > 1:
        assert (found.champion, set(found.levels[0])) == (None, alive)
    elif alive and not any(table.winner is None for table in tables.values()):
        assert found.champion in alive
    if found.champion is not None:
        assert found.levels[0] == (found.champion,)


@pytest.mark.parametrize("block", in_short(BLOCKS, BLOCKS[:1]))
def test_after_every_step_of_2000_brackets_places_and_champion_are_the_true_ones(
    block: range,
) -> None:
    for number in block:
        course = Course(number)
        for _ in course.steps():
            check(course)


# The cases that made it necessary
# ------------------------------------------------------------------------------


def four_with_a_second_final() -> list[SessionRound]:
    """101 is unbeaten, 102 comes from the losers' bracket and wins the first grand final."""
    past: list[SessionRound] = []
    for _ in range(3):
        past.append(played(drawn(DOUBLE, entrants(4), past), the_better))
    final = drawn(DOUBLE, entrants(4), past)
    past.append(played(final, lambda table: table.everybody.index(102)))
    return past


IDS = (101, 102, 103, 104)


def test_while_the_second_final_is_open_nobody_has_won_and_both_finalists_are_first() -> None:
    past = four_with_a_second_final()
    expected = Reached(((101, 102), (103,), (104,)), open=frozenset({101, 102}))
    assert DOUBLE.reached(past, IDS, {}, IDS) == expected
    second = drawn(DOUBLE, entrants(4), past)
    past.append(SessionRound(second.tables, second.byes))
    assert DOUBLE.reached(past, IDS, {}, IDS) == expected


def test_whoever_stays_has_won_where_the_other_withdraws_before_the_second_final() -> None:
    past = four_with_a_second_final()
    assert DOUBLE.reached(past, IDS, {}, {101, 103, 104}) == Reached(
        ((101,), (102,), (103,), (104,)), champion=101
    )
    assert DOUBLE.reached(past, IDS, {}, {102, 103, 104}) == Reached(
        ((102,), (101,), (103,), (104,)), champion=102
    )


def test_where_both_finalists_leave_nobody_has_won() -> None:
    past = four_with_a_second_final()
    assert DOUBLE.reached(past, IDS, {}, {103, 104}) == Reached(((101, 102), (103,), (104,)))


def test_who_left_a_table_that_is_not_decided_is_behind_but_not_out() -> None:
    past = [played(drawn(CUP, entrants(4)), the_better)]
    past.append(SessionRound((Table(((101,), (102,)), key="2:1"),)))
    found = CUP.reached(past, IDS, {}, {101, 103, 104})
    assert found == Reached(((101,), (102,), (103, 104)), open=frozenset({101, 102}))


def test_the_losers_of_the_semi_finals_share_third_place_until_they_have_played_for_it() -> None:
    past = [played(drawn(CUP, entrants(4), third_place=True), the_better)]
    last = drawn(CUP, entrants(4), past, third_place=True)
    final = [replace(table, winner=0 if table.key == "2:1" else None) for table in last.tables]
    past.append(SessionRound(tuple(final)))
    settings = {"third_place": True}
    assert CUP.reached(past, IDS, settings, IDS) == Reached(
        ((101,), (102,), (103, 104)), 101, frozenset({103, 104})
    )
    assert CUP.reached(past, IDS, {}, IDS) == Reached(((101,), (102,), (103, 104)), 101)
    past[-1] = SessionRound(tuple(replace(table, winner=0) for table in last.tables))
    assert CUP.reached(past, IDS, settings, IDS).levels == ((101,), (102,), (103,), (104,))


def test_somebody_seated_by_hand_in_the_grand_final_plays_the_second_one_too() -> None:
    past = four_with_a_second_final()
    table = past[-1].tables[0]
    assert table.everybody == (101, 102)
    past[-1] = SessionRound((replace(table, sides=((101,), (104,)), winner=1),))  # 102 had to go
    found = DOUBLE.reached(past, IDS, {}, {101, 103, 104})
    assert found == Reached(((101, 104), (102,), (103,)), open=frozenset({101, 104}))
    assert [one.everybody for one in drawn(DOUBLE, entrants(4), past).tables] == [(101, 104)]
