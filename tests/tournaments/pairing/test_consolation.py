"""A cup and its consolation cup in one stage: each is what it would be alone, whoever stays away,
and the second is behind the first.
"""

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from scoring.rules import RuleError
from tests.lengths import in_short
from tests.rule_errors import codes_of
from tests.tournaments.pairing.brackets import entrants
from tournaments.pairing.consolation import GROUP
from tournaments.pairing.elimination import Elimination
from tournaments.pairing.knockout import CONSOLATION, Knockout
from tournaments.pairing.values import Draw, Entrant, Field, SessionRound, Table

CUP = Knockout()


def winner(table: Table, seed: int) -> int:
    """Who wins whenever these two meet."""
    better = random.Random(f"{seed}:{sorted(table.everybody)}").choice(sorted(table.everybody))
    return table.everybody.index(better)


def played(draw: Draw, seed: int) -> SessionRound:
    tables = tuple(replace(table, winner=winner(table, seed)) for table in draw.tables)
    return SessionRound(tables, draw.byes)


def drawn(
    format_: Elimination,
    there: tuple[Entrant, ...],
    past: list[SessionRound],
    groups: Mapping[int, str],
    **settings: Any,
) -> Draw:
    field = Field(there, tuple(past), len(past) + 1, 7, format_.read(settings), groups=groups)
    return format_.draw(field)


def course(
    format_: Elimination,
    everybody: tuple[Entrant, ...],
    groups: Mapping[int, str],
    seed: int,
    away: float,
    **settings: Any,
) -> list[SessionRound]:
    """All rounds; who is away in which depends only on the person and the number of the round."""
    past: list[SessionRound] = []
    while True:
        chance = (random.Random(f"{seed}:{one.id}:{len(past)}").random() for one in everybody)
        there = tuple(
            one for one, share in zip(everybody, chance, strict=True) if not past or share >= away
        )
        try:
            past.append(played(drawn(format_, there, past, groups, **settings), seed))
        except RuleError as error:
            if [mistake.code for mistake in error.mistakes] != ["stage_over"]:
                raise
            return past


def part(past: list[SessionRound], ids: set[int]) -> list[tuple[set[frozenset[int]], set[int]]]:
    """Who met whom and who had a bye in each round, of these."""
    found = [
        (
            {frozenset(table.everybody) for table in one.tables if ids & set(table.everybody)},
            ids & set(one.byes),
        )
        for one in past
    ]
    return [one for one in found if one != (set(), set())]


def came_back(both: list[SessionRound], alone: list[SessionRound], ids: set[int]) -> bool:
    """Whether a cup that would have been over for lack of anybody was drawn on beside the other,
    because somebody came back.
    """
    found, expected = part(both, ids), part(alone, ids)
    return len(found) > len(expected) and found[: len(expected)] == expected


@pytest.mark.parametrize("seeds", in_short([range(5), range(5, 60)], [range(5)]))
@pytest.mark.parametrize("placement", ["none", "8"])
def test_each_cup_is_drawn_as_if_it_were_alone(placement: str, seeds: range) -> None:
    for seed in seeds:
        for main in (2, 3, 4, 8, 9):
            for rest in (1, 2, 3, 5, 8, 13):
                everybody = entrants(main + rest)
                of_main, others = everybody[:main], everybody[main:]
                groups = {one.id: GROUP for one in others}
                away = (0, 0.15)[seed % 2]
                settings = {"placement": placement}
                both = course(CUP, everybody, groups, seed, away, **settings)
                alone = course(CUP, of_main, {}, seed, away, **settings)
                case = seed, main, rest
                ids = [one.id for one in everybody]
                beside = course(CONSOLATION, others, {}, seed, away) if rest > 1 else []
                if came_back(both, alone, set(ids[:main])) or (
                    rest > 1 and came_back(both, beside, set(ids[main:]))
                ):
                    continue
                assert part(both, set(ids[:main])) == part(alone, set(ids[:main])), case
                levels = CUP.reached(both, ids, settings, ids, groups).levels
                expected = CUP.reached(alone, ids[:main], settings, ids).levels
                if rest > 1:
                    assert part(both, set(ids[main:])) == part(beside, set(ids[main:])), case
                    expected += CONSOLATION.reached(beside, ids[main:], {}, ids).levels
                else:
                    expected += ((ids[-1],),)
                assert levels == expected, case
                for one in both:  # no number twice, and nobody twice
                    assert len({table.number for table in one.tables}) == len(one.tables), case
                    seats = [who for table in one.tables for who in table.everybody]
                    assert len(seats) == len(set(seats)), case


def test_byes_of_both_cups_are_told_apart_once_their_people_have_left() -> None:
    everybody = entrants(6)
    groups = {one.id: GROUP for one in everybody[3:]}
    past = [played(drawn(CUP, everybody, [], groups), 1)]
    assert past[0].byes == (101, 104)
    here = tuple(one for one in everybody if one.id not in {101, 104})
    draw = drawn(CUP, here, past, groups)
    assert (draw.tables, len(draw.byes)) == ((), 2)
    past.append(played(draw, 1))
    assert codes_of(drawn, CUP, here, past, groups) == ["stage_over"]
    found = CUP.reached(past, [one.id for one in everybody], {}, [one.id for one in here], groups)
    assert found.champion in {102, 103}
    assert [groups.get(level[0], "") for level in found.levels] == ["", "", "", "C", "C", "C"]


def test_the_tree_shows_both_before_and_after_the_draw() -> None:
    everybody = entrants(7)
    groups = {one.id: GROUP for one in everybody[4:]}
    past: list[SessionRound] = []
    for _round in range(3):
        tree = CUP.bracket(past, everybody, {}, groups)
        assert [one.key for one in tree] == ["1:1", "1:2", "2:1", "C1:1", "C1:2", "C2:1"]
        if len(past) < 2:
            past.append(played(drawn(CUP, everybody, past, groups), 3))
    assert all(one.winner is not None for one in tree)


def test_a_single_one_behind_the_line_has_no_cup() -> None:
    everybody = entrants(5)
    groups = {105: GROUP}
    draw = drawn(CUP, everybody, [], groups)
    assert [table.key for table in draw.tables] == ["1:1", "1:2"]
    assert [one.key for one in CUP.bracket([], everybody, {}, groups)] == ["1:1", "1:2", "2:1"]
    assert codes_of(drawn, CUP, everybody[4:], [], groups) == ["too_few"]


def test_tables_of_both_cups_are_numbered_together_once() -> None:
    everybody = tuple(replace(one, fixed_table=1) for one in entrants(8))
    groups = {one.id: GROUP for one in everybody[4:]}
    draw = drawn(CUP, everybody, [], groups)
    assert [table.number for table in draw.tables] == [1, 2, 3, 4]
    for table in draw.tables:
        notes = [note for note in (*table.reasons, *table.warnings) if "fixed" in note.params]
        code = "fixed_table" if table.number == 1 else "fixed_table_missed"
        assert [(note.code, note.params["who"]) for note in notes] == [
            (code, who) for who in table.everybody
        ]
