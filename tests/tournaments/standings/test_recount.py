"""Random events: every number counted again in another way, and every explanation added up."""

from fractions import Fraction
from random import Random
from typing import Any

from hypothesis import strategies as st

from tests.lengths import examples
from tests.tournaments.standings.recount import Recount
from tournaments.standings import CRITERIA, explain, rank
from tournaments.standings.field import UNPLAYED, Field
from tournaments.standings.lines import Entered, Line
from tournaments.standings.numbers import plain
from tournaments.standings.record import CRITERIA as OF_THE_RECORD
from tournaments.standings.record import FURTHER_CRITERIA as FURTHER
from tournaments.standings.record import answer, read_record

AMONG_LEVEL_ONES = {"head_to_head", "head_to_head_score", "lot", "place_points"}
RECOUNTED = [key for key in OF_THE_RECORD + FURTHER if key not in AMONG_LEVEL_ONES]
RESULTS = ([2, 0], [0, 2], [1, 1], [2.5, 0.5], [0, 0], [13, 7], [0, 3])


@st.composite
def records(draw: st.DrawFn) -> dict[str, Any]:
    """An event of up to six with byes, absences, forfeits and people who are not there."""
    names = list("ABCDEF"[: draw(st.integers(1, 6))])
    rounds = []
    for _ in range(draw(st.integers(0, 5))):
        order = draw(st.permutations(names))
        matches: list[dict[str, Any]] = []
        while order:
            points = draw(st.sampled_from(RESULTS))
            score = [draw(st.sampled_from([-50, 0, 400])), draw(st.sampled_from([0, 600]))]
            kind = draw(
                st.sampled_from(
                    ["played", "played", "forfeit", "both_lose", "void", "bye", "absent", "missing"]
                )
            )
            if kind in {"played", "forfeit", "both_lose", "void"} and len(order) > 1:
                a, b, *order = order
                points = [0, 0] if kind == "both_lose" else points
                matches.append({"a": a, "b": b, "kind": kind, "points": points, "score": score})
                continue
            a, *order = order
            if kind in {"bye", "absent"}:
                matches.append({"a": a, "b": None, "kind": kind, "points": points, "score": score})
        rounds.append(matches)
    return {
        "format": "tichu-standings-record",
        "version": 1,
        "entrants": names,
        "rounds": rounds,
        "criteria": draw(st.permutations(RECOUNTED)),
        "settings": {
            "unplayed": draw(st.sampled_from(UNPLAYED)),
            "round_robin": draw(st.booleans()),
            "koya_limit": draw(st.sampled_from([0, 50, 60])),
        },
    }


@examples(20, 80, records())
def test_every_value_and_rank_is_the_same_when_counted_again(record: dict[str, Any]) -> None:
    recount = Recount(record)
    found = answer(record)
    values = {one["entrant"]: one["values"] for one in found["standings"]}
    assert values == {
        name: {key: plain(recount.value(key, name)) for key in record["criteria"]}
        for name in record["entrants"]
    }
    ranks = [(one["rank"], one["entrant"]) for one in found["standings"]]
    assert ranks == recount.standings(record["criteria"])


@examples(
    12,
    200,
    records(),
    st.permutations(list(CRITERIA)),
    st.booleans(),
    st.randoms(use_true_random=False),
)
def test_the_parts_of_every_explanation_add_up_to_the_value(
    record: dict[str, Any], criteria: list[str], dropped: bool, lot: Random
) -> None:
    entered = read_record(record).entered
    way = record["settings"]["unplayed"]
    standings = rank(entered, criteria, unplayed=way, worst_dropped=dropped)
    for key in criteria:
        one = lot.choice(standings)
        parts = explain(entered, criteria, one.id, key, unplayed=way, worst_dropped=dropped)
        assert sum((part.number for part in parts), Fraction(0)) == one.values[key], (key, one.id)
        assert all(part.message for part in parts)


@examples(12, 40, records(), st.permutations(list(CRITERIA)))
def test_ranks_and_groups_make_sense(record: dict[str, Any], criteria: list[str]) -> None:
    entered = read_record(record).entered
    way = record["settings"]["unplayed"]
    standings = rank(entered, criteria, unplayed=way)
    assert sorted(one.id for one in standings) == [one.id for one in entered]
    # The lot leaves nobody level; without it whoever shares a rank is level on every value.
    assert [one.rank for one in standings] == list(range(1, len(entered) + 1))
    without = rank(entered, [key for key in criteria if key != "lot"], unplayed=way)
    for place, one in enumerate(without):
        before = without[place - 1] if place else None
        if before and one.rank == before.rank:
            assert (one.values, one.id > before.id) == (before.values, True)
        else:
            assert one.rank == place + 1


whole = st.integers(-3, 9)


@st.composite
def fields_of_persons(draw: st.DrawFn) -> list[Entered]:
    """Four to eight persons who sit at tables of four or five, with everything that a line can
    hold.
    """
    count = draw(st.integers(4, 8))
    rounds = draw(st.integers(1, 3))
    lines: dict[int, list[Line]] = {id_: [] for id_ in range(1, count + 1)}
    for number in range(1, rounds + 1):
        order = draw(st.permutations(list(lines)))
        for place, id_ in enumerate(order):
            if place > 3:
                lines[id_].append(
                    Line(number, draw(st.sampled_from(["bye", "absent"])), draw(whole))
                )
                continue
            lines[id_].append(
                Line(
                    number, draw(st.sampled_from(["played", "played", "void"])),
                    draw(whole), draw(whole), draw(whole), draw(whole),
                    opponents=(order[0], order[1]) if place > 1 else (order[2], order[3]),
                    partners=(order[place ^ 1],), games_won=draw(whole), games_lost=draw(whole),
                    hands=draw(st.integers(0, 8)), sweeps=draw(st.integers(0, 3)),
                    calls_made=draw(st.integers(0, 5)), calls_failed=draw(st.integers(0, 5)),
                    penalties=draw(st.integers(0, 2)),
                    places=tuple(draw(st.lists(st.integers(1, 4), max_size=2))),
                    penalty_points=draw(whole), penalty_score=draw(whole),
                )
            )  # fmt: skip
    return [
        Entered(
            id_,
            id_,
            tuple(own),
            draw(whole),
            draw(whole),
            draw(whole),
            draw(whole),
            draw(st.integers(0, 2)),
        )
        for id_, own in lines.items()
    ]


@examples(
    8,
    100,
    fields_of_persons(),
    st.sampled_from(UNPLAYED),
    st.booleans(),
    st.randoms(use_true_random=False),
)
def test_explanations_of_persons_in_drawn_pairs_add_up_too(
    of: list[Entered], way: str, dropped: bool, lot: Random
) -> None:
    criteria = list(CRITERIA)
    standings = rank(of, criteria, unplayed=way, worst_dropped=dropped)
    for key in criteria:
        one = lot.choice(standings)
        parts = explain(of, criteria, one.id, key, unplayed=way, worst_dropped=dropped)
        assert sum((part.number for part in parts), Fraction(0)) == one.values[key], (key, one.id)


@examples(8, 20, fields_of_persons())
def test_each_round_weighs_the_same_however_many_sat_on_the_other_side(of: list[Entered]) -> None:
    field = Field(of)
    for id_, contributions in field.contributions.items():
        for line, one in zip(field.lines[id_], contributions, strict=True):
            points = [field.points[other] for other in line.opponents]
            assert one.points == (Fraction(sum(points)) / len(points) if points else 0)
