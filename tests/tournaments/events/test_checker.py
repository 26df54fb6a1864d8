"""The checker can fail: it is fed draws that are broken on purpose, and has to say so."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.tournaments.events import avoidable, wholes
from tests.tournaments.events.checker import complaints, draw_complaints
from tests.tournaments.events.playing import Event, Step, play
from tests.tournaments.events.recount import Recount, wrong_standings
from tournaments.pairing.formats import FORMATS
from tournaments.pairing.values import Draw, Entrant, Field, Id, Note, SessionRound, Table
from tournaments.standings.lines import Entered, Line

SWISS = FORMATS["swiss"].read({})
INDIVIDUAL = FORMATS["individual"].read({"odd": "byes"})
FIVES = FORMATS["individual"].read({"odd": "fives"})


def field(
    people: int, *past: SessionRound, clubs: Sequence[str] = (), fixed: Sequence[int | None] = ()
) -> Field:
    entrants = (
        Entrant(
            id_,
            id_,
            club=clubs[id_ - 1] if clubs else "",
            fixed_table=fixed[id_ - 1] if fixed else None,
        )
        for id_ in range(1, people + 1)
    )
    return Field(tuple(entrants), past, len(past) + 1)


def pairs(*text: str, byes: Sequence[int] = ()) -> Draw:
    """A draw of tables "1-2" (two entrants) or "12-34" (two pairs of persons)."""
    tables = [
        Table(tuple(tuple(map(int, side)) for side in one.split("-")), number=number)
        for number, one in enumerate(text, 1)
    ]
    return Draw(tuple(tables), tuple(byes))


def after(*text: str, byes: Sequence[int] = ()) -> SessionRound:
    drawn = pairs(*text, byes=byes)
    return SessionRound(drawn.tables, drawn.byes)


def swiss(field: Field, draw: Draw, **settings: object) -> list[str]:
    return draw_complaints("swiss", {**SWISS, **settings}, field, draw)


def individual(field: Field, draw: Draw) -> list[str]:
    return draw_complaints("individual", INDIVIDUAL, field, draw)


def test_a_good_draw_has_no_complaint() -> None:
    assert swiss(field(5, after("1-2", "3-4", byes=[5])), pairs("1-3", "2-5", byes=[4])) == []
    assert individual(field(8, after("12-34", "56-78")), pairs("13-57", "24-68")) == []


def test_somebody_who_is_drawn_twice_is_seen() -> None:
    assert swiss(field(4), pairs("1-2", "1-4", byes=[3])) == ["1 is drawn 2 times"]


def test_somebody_who_has_a_table_and_a_bye_is_seen() -> None:
    assert swiss(field(4), pairs("1-2", "3-4", byes=[4])) == ["4 is drawn 2 times"]


def test_somebody_who_is_forgotten_is_seen() -> None:
    assert swiss(field(4), pairs("1-2")) == [
        f"{id_} is there and has no table and no bye" for id_ in (3, 4)
    ]


def test_somebody_who_is_not_there_is_seen() -> None:
    assert swiss(field(2), pairs("1-2", "3-4")) == [
        f"{id_} is drawn and not there" for id_ in (3, 4)
    ]


def test_a_second_meeting_that_was_not_needed_is_seen() -> None:
    assert swiss(field(4, after("1-2", "3-4")), pairs("1-2", "3-4")) == [
        "2 meet again, and nobody need"
    ]


def test_a_second_meeting_that_was_not_needed_is_seen_in_a_large_field() -> None:
    people = 20
    past = SessionRound(
        tuple(Table(((one,), (one + 1,)), number=one) for one in range(1, people, 2))
    )
    again = Draw(tuple(replace(table, number=at) for at, table in enumerate(past.tables, 1)))
    assert swiss(field(people, past), again) == ["10 meet again, and nobody need"]


def test_a_second_meeting_that_is_needed_passes() -> None:
    assert swiss(field(2, after("1-2")), pairs("1-2")) == []


def test_more_second_meetings_than_needed_are_seen() -> None:
    past = [after("1-2", "3-4"), after("1-3", "2-4"), after("1-4", "2-3"), after("1-2", "3-4")]
    assert swiss(field(4, *past), pairs("1-2", "3-4")) == [
        "2 meet again (squares 8), and 2 (2) is possible"
    ]


def test_one_table_of_two_who_met_twice_is_better_than_two_of_those_who_met_once() -> None:
    past = [
        after("1-2", "3-5"),
        after("1-2", "3-5"),
        after("1-3", "2-5"),
        after("1-4", "2-3"),
        after("2-4", "1-5"),
    ]
    best, more = pairs("1-2", "3-4", byes=[5]), pairs("1-3", "2-4", byes=[5])
    assert swiss(field(5, *past), best) == []
    assert swiss(field(5, *past), more) == ["2 meet again (squares 2), and 1 (4) is possible"]


def test_a_second_bye_that_was_not_needed_is_seen() -> None:
    assert swiss(field(3, after("1-2", byes=[3])), pairs("1-2", byes=[3])) == [
        "1 meet again, and nobody need"
    ]
    assert swiss(field(5, after("1-2", "3-4", byes=[5])), pairs("1-3", "2-4", byes=[5])) == [
        "5 has bye number 2, and somebody with 0 could rest"
    ]


def test_two_of_a_club_who_could_be_kept_apart_are_seen() -> None:
    clubs = ["lake", "lake", "", ""]
    together = pairs("1-2", "3-4")
    complaint = ["two of a club meet, and nobody need"]
    assert swiss(field(4, clubs=clubs), together, clubs_apart="always") == complaint
    assert swiss(field(4, clubs=clubs), together, clubs_apart="first_rounds") == complaint
    assert (
        swiss(
            field(4, after("1-3", "2-4"), clubs=clubs),
            together,
            clubs_apart="first_rounds",
            clubs_rounds=1,
        )
        == []
    )
    assert swiss(field(4, clubs=clubs), together) == []


def with_points(drawn_from: Field, *points: int) -> Field:
    return replace(
        drawn_from,
        entrants=tuple(
            replace(one, points=own) for one, own in zip(drawn_from.entrants, points, strict=True)
        ),
    )


def test_points_that_could_lie_nearer_are_seen() -> None:
    before = with_points(field(4, after("1-3", "2-4")), 1, 1, 0, 0)
    assert swiss(before, pairs("1-2", "3-4")) == []
    assert swiss(before, pairs("1-4", "2-3")) == ["squares of points: 2, and 0 is possible"]


def test_two_of_a_club_with_the_same_points_are_seen_where_points_weigh_more() -> None:
    before = with_points(field(4, after("1-4", "2-3"), clubs=["lake", "lake", "", ""]), 0, 0, 0, 0)
    assert swiss(before, pairs("1-3", "2-4"), clubs_apart="points") == []
    assert swiss(before, pairs("1-2", "3-4"), clubs_apart="points") == [
        "tables of one club at these points: 1, and 0 is possible"
    ]
    assert swiss(with_points(before, 1, 1, 0, 0), pairs("1-2", "3-4"), clubs_apart="points") == []


def test_somebody_who_floats_twice_the_same_way_without_need_is_seen() -> None:
    down = Note("floated", "", {"floated": Id(2)})
    past = SessionRound(
        (replace(pairs("2-5").tables[0], reasons=(down,)), *after("1-6", "3-4").tables)
    )
    before = with_points(field(6, past), 2, 2, 2, 1, 1, 0)
    assert swiss(before, pairs("1-2", "3-5", "4-6")) == ["same floats: 1, and 0 is possible"]
    assert swiss(before, pairs("1-2", "3-6", "4-5")) == ["squares of points: 4, and 2 is possible"]
    assert swiss(before, pairs("1-3", "2-4", "5-6")) == ["same floats: 1, and 0 is possible"]


def test_a_partner_again_who_was_not_needed_is_seen() -> None:
    assert individual(field(8, after("12-34", "56-78")), pairs("12-57", "34-68")) == [
        "partners again cost 2 and 0 rest or sit at a five again, where 0 and 0 are possible"
    ]


def test_a_second_bye_among_persons_is_seen() -> None:
    assert individual(field(5, after("12-34", byes=[5])), pairs("13-24", byes=[5])) == [
        "partners again cost 0 and 1 rest or sit at a five again, where 0 and 0 are possible"
    ]


def five(*ids: int, number: int = 1) -> Table:
    games = tuple(
        tuple((ids[(out + a) % 5], ids[(out + b) % 5]) for a, b in ((1, 4), (2, 3)))
        for out in range(len(ids))
    )
    return Table(tuple((id_,) for id_ in ids), games=games, number=number)


def test_a_second_table_of_five_that_was_not_needed_is_seen() -> None:
    past = SessionRound((five(1, 2, 3, 4, 5), Table(((6, 7), (8, 9)), number=2)))
    again = Draw((five(1, 6, 8, 2, 3), Table(((4, 7), (5, 9)), number=2)))
    found = draw_complaints("individual", FIVES, field(9, past), again)
    assert found == [
        "partners again cost 3 and 3 rest or sit at a five again, where 3 and 2 are possible"
    ]


def test_games_in_which_partners_are_left_out_are_seen() -> None:
    table = five(1, 2, 3, 4, 5)
    broken = replace(table, games=(*table.games[:4], table.games[0]))
    found = draw_complaints("individual", FIVES, field(5), Draw((broken,)))
    assert found == [
        "table 1: not everybody partners everybody once",
        "table 1: not everybody plays as many games",
    ]


@pytest.mark.parametrize(
    ("format_", "draw"),
    [
        ("swiss", pairs("12-34")),
        ("individual", pairs("1-2", "3-4")),
        ("tables_of_three", pairs("1-2-3-4")),
        ("large_tables", pairs("1-2-3-4")),
        ("evening_of_four", pairs("12-34")),
    ],
)
def test_a_table_of_the_wrong_size_is_seen(format_: str, draw: Draw) -> None:
    found = draw_complaints(format_, FORMATS[format_].read({}), field(4), draw)
    assert found
    assert "has sides of" in found[0]


def test_large_tables_of_different_sizes_are_seen() -> None:
    tables = (
        Table(tuple((id_,) for id_ in range(1, 6)), number=1),
        Table(tuple((id_,) for id_ in range(6, 13)), number=2),
    )
    found = draw_complaints(
        "large_tables", FORMATS["large_tables"].read({}), field(12), Draw(tables)
    )
    assert found == ["tables have [5, 7] people"]


def test_more_byes_than_needed_are_seen() -> None:
    found = draw_complaints(
        "tables_of_three",
        FORMATS["tables_of_three"].read({}),
        field(6),
        pairs("1-2-3", byes=[4, 5, 6]),
    )
    assert found == ["3 byes among 6 people, not 0"]


def test_a_bye_out_of_turn_is_seen() -> None:
    past = after("1-2-3", byes=[4])
    found = draw_complaints(
        "tables_of_three",
        FORMATS["tables_of_three"].read({}),
        field(4, past),
        pairs("1-2-3", byes=[4]),
    )
    assert found == ["4 has bye number 2, and somebody at a table has had 0"]


def test_table_numbers_that_are_wrong_are_seen() -> None:
    twice = Draw(tuple(replace(table, number=1) for table in pairs("1-2", "3-4").tables))
    assert swiss(field(4), twice) == [
        "table numbers are [1, 1]",
        "tables that nobody asked for have the numbers [1, 1]",
    ]
    assert swiss(field(4, fixed=[None, None, 1, None]), pairs("1-2", "3-4")) == [
        "table 2 should be 1, as somebody at it needs",
    ]


# Whole events
# --------------------------------------------------------------------------------------------------


def event(
    format_: str,
    *steps: tuple[Field, SessionRound],
    refusal: str = "stage_over",
    **settings: object,
) -> Event:
    return Event(
        0,
        format_,
        FORMATS[format_].read(settings),
        [Step(there, Draw(played.tables, played.byes), played) for there, played in steps],
        refusal=refusal,
        refused=steps[-1][0],
    )


def won(session_round: SessionRound, *winners: int) -> SessionRound:
    tables = zip(session_round.tables, winners, strict=True)
    return replace(
        session_round, tables=tuple(replace(table, winner=winner) for table, winner in tables)
    )


def whole(one: Event) -> list[str]:
    """What is wrong with the whole, without drawing anything again."""
    found = {
        "round_robin": wholes._complete,
        "knockout": wholes._knocked_out,
        "double_elimination": wholes._lost_twice,
    }
    return list(found[one.format](one))


def test_a_loser_who_comes_back_is_seen() -> None:
    first, second = won(after("1-2", "3-4"), 0, 0), won(after("2-3"), 0)
    assert whole(event("knockout", (field(4), first), (field(4, first), second))) == [
        "round 2: 1 has not lost and does not go on",
        "round 2: [2] come back",
        "[] are left",
    ]


def test_somebody_who_lost_twice_and_comes_back_is_seen() -> None:
    first, second, third = (
        won(after("1-2", "3-4"), 0, 0),
        won(after("2-4", "1-3"), 0, 0),
        won(after("3-4"), 0),
    )
    found = whole(
        event(
            "double_elimination",
            (field(4), first),
            (field(4, first), second),
            (field(4, first, second), third),
        )
    )
    assert found[0] == "round 3: 4 comes back after losing 2 times"


def test_in_duplicate_tables_keep_their_numbers_where_another_is_empty() -> None:
    third = Draw(tuple(replace(table, number=3) for table in pairs("1-2").tables), (3, 4))
    settings = FORMATS["duplicate"].read({})
    assert draw_complaints("duplicate", settings, field(4), third) == []
    assert swiss(field(4), third) != []


def test_a_match_that_is_never_played_is_seen() -> None:
    one = after("1-2", byes=[3])
    found = whole(event("round_robin", (field(3), one)))
    assert found[:2] == ["1 and 3 have met 0 times only", "2 and 3 have met 0 times only"]


def test_a_match_that_is_played_too_often_is_seen() -> None:
    one = after("1-2")
    assert (
        whole(event("round_robin", (field(2), one), (field(2, one), one)))[0]
        == "[1, 2] meet 2 times"
    )


def test_a_refusal_without_need_is_seen() -> None:
    one = event("swiss", (field(4), after("1-2", "3-4")), refusal="too_few")
    assert complaints(one)[0] == "refused with 4 people there, and 1 are enough"


def test_a_draw_that_hangs_on_the_order_of_names_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    played = next(
        play(number, "swiss") for number in range(50) if len(play(number, "swiss").steps) > 3
    )
    honest = FORMATS["swiss"].draw

    def by_order(field: Field) -> Draw:
        drawn = honest(field)
        return replace(drawn, byes=(*drawn.byes, field.entrants[0].id))

    monkeypatch.setattr(FORMATS["swiss"], "draw", by_order)
    assert "the same people in another order are drawn otherwise" in next(
        wholes._repeatable(played)
    )


# Standings
# --------------------------------------------------------------------------------------------------


def test_a_wrong_number_in_the_standings_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    played = play(9)
    assert not wrong_standings(played)
    honest = Recount.value
    monkeypatch.setattr(Recount, "value", lambda self, key, who: honest(self, key, who) + 1)
    assert wrong_standings(played)


def test_the_recount_agrees_with_a_small_event_counted_by_hand() -> None:
    lines = {
        1: (
            Line(1, points=2, score=600, points_against=0, score_against=400, opponents=(2,)),
            Line(2, "bye", 2),
        ),
        2: (
            Line(1, points=0, score=400, points_against=2, score_against=600, opponents=(1,)),
            Line(2, "absent"),
        ),
    }
    recount = Recount([Entered(id_, id_, found) for id_, found in lines.items()])
    assert [
        recount.value(key, 1) for key in ("points", "score", "difference", "wins", "buchholz")
    ] == [
        4,
        600,
        200,
        1,
        0,
    ]
    assert [
        recount.value(key, 2) for key in ("points", "score", "difference", "wins", "buchholz")
    ] == [
        0,
        400,
        -200,
        0,
        4,
    ]
    assert recount.standings(["points"]) == [(1, 1), (2, 2)]


def test_both_ways_to_find_the_cheapest_pairs_agree() -> None:
    def cost(one: int, other: int) -> int:
        return (one * 7 + other * 13) % 11 - 1 if one < other else cost(other, one)

    for people in (2, 4, 6, 8):
        ids = list(range(1, people + 1))
        assert avoidable._by_hand(tuple(ids), cost) == avoidable.by_matching(ids, cost)
