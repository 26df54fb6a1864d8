"""Results that the director gives, byes, absences and late entries."""

from fractions import Fraction
from typing import Any

import pytest

from scoring.rules import RuleError
from tests.rule_errors import mistakes_of
from tests.tournaments.standings.points.matches import A, B, C, D, sums_are_right
from tournaments.standings.lines import Award, Line
from tournaments.standings.points import SCORING_SYSTEMS, adjust
from tournaments.standings.points.adjust import Case, Ruling, adjusted

LINES = {
    A: (
        Line(1, points=8, score=300),
        Line(2, "bye", 99, 99),
        Line(3, points=5, score=175),
        Line(4, points=77),
    ),
    B: (Line(1, points=1, score=-100), Line(3, "forfeit", 99, 99), Line(4, points=77)),
}


def case(
    key: str = "hands", sides: tuple[tuple[int, ...], ...] = ((A,), (B,)), **settings: Any
) -> Case:
    way = SCORING_SYSTEMS[key]
    return Case(4, sides, way, way.read(settings), hands=4, others=LINES)


def given(ruling: Ruling, of: Case) -> dict[int, tuple[str, object, object]]:
    found = adjusted(ruling, of)
    assert sums_are_right(found)
    return {
        id_: (award.line.kind, award.line.points, award.line.score) for id_, award in found.items()
    }


def refused(ruling: Ruling, of: Case) -> list[str]:
    with pytest.raises(RuleError) as caught:
        adjusted(ruling, of)
    assert "%(" not in str(caught.value)
    return [mistake.code for mistake in caught.value.mistakes]


def test_an_average_is_the_mean_of_the_own_other_rounds_that_were_played() -> None:
    found = adjusted(Ruling("both_average"), case())
    assert found == {
        A: Award(
            Line(
                4,
                points=Fraction(13, 2),
                score=Fraction(475, 2),
                points_against=1,
                score_against=-100,
                opponents=(B,),
            ),
            (("Mean of their own rounds, %(rounds)s of them", {"rounds": 2}, Fraction(13, 2)),),
        ),
        B: Award(
            Line(
                4,
                points=1,
                score=-100,
                points_against=Fraction(13, 2),
                score_against=Fraction(475, 2),
                opponents=(A,),
            ),
            (("Mean of their own rounds, %(rounds)s of them", {"rounds": 1}, 1),),
        ),
    }


def test_without_another_round_there_is_no_mean() -> None:
    assert refused(Ruling("both_average"), case(sides=((C,), (D,)))) == ["no_other_rounds"]


@pytest.mark.parametrize(
    ("key", "settings", "expected"),
    [
        ("match", {}, (Fraction(6, 5), Fraction(4, 5))),
        ("hands", {}, (Fraction(24, 5), Fraction(16, 5))),
        ("margin", {}, (12, 8)),
        ("margin", {"scale": "own", "table": [[0, 5], [10, 7]]}, (6, 4)),
        ("score", {}, (240, 160)),
        ("places", {}, (Fraction(36, 5), Fraction(24, 5))),
        ("shares", {}, (Fraction(18, 5), Fraction(12, 5))),
    ],
)
def test_an_average_may_be_a_percentage_of_a_clear_win(
    key: str, settings: dict[str, Any], expected: tuple[object, object]
) -> None:
    ruling = Ruling("both_average", percent=(60, 40), score=(0, 10))
    found = given(ruling, case(key, **settings))
    assert found == {A: ("played", expected[0], 0), B: ("played", expected[1], 10)}


@pytest.mark.parametrize("key", ["match", "hands", "margin", "score", "places", "shares"])
def test_fifty_per_cent_each_is_the_same_as_fifty_fifty(key: str) -> None:
    assert given(Ruling("both_average", percent=(50, 50)), case(key)) == given(
        Ruling("half"), case(key)
    )


def test_a_plain_number_may_be_typed_for_one_side_and_a_mean_taken_for_the_other() -> None:
    found = given(Ruling("both_average", points=(3, None), met=False), case())
    assert found == {A: ("forfeit", 3, 0), B: ("forfeit", 1, -100)}


def test_a_difference_has_no_clear_win_to_take_a_percentage_of() -> None:
    assert refused(Ruling("both_average", percent=(60, 40)), case("difference")) == ["no_clear_win"]
    assert refused(Ruling("forfeit", winner=0), case("difference")) == ["no_clear_win"]
    assert given(Ruling("half"), case("difference")) == {A: ("played", 0, 0), B: ("played", 0, 0)}


def test_a_forfeit_gives_one_side_the_win_and_the_other_nothing() -> None:
    four = case("match", sides=((A, C), (B, D)), win=3)
    found = adjusted(Ruling("forfeit", winner=1), four)
    assert found[D] == Award(
        Line(4, "forfeit", points=3, opponents=(A, C), partners=(B,)), (("Won by forfeit", {}, 3),)
    )
    assert found[A] == Award(
        Line(4, "forfeit", points_against=3, opponents=(B, D), partners=(C,)),
        (("Lost by forfeit", {}, 0),),
    )
    typed = Ruling("forfeit", winner=0, points=(5, None), score=(400, None))
    assert given(typed, case()) == {A: ("forfeit", 5, 400), B: ("forfeit", 0, 0)}


@pytest.mark.parametrize("key", ["match", "hands", "margin", "score", "difference", "shares"])
def test_a_match_that_both_lose_is_a_forfeit_without_a_winner(key: str) -> None:
    found = adjusted(Ruling("both_lose"), case(key))
    assert found[A] == Award(
        Line(4, "forfeit", opponents=(B,), both_lose=True), (("Lost by both sides", {}, 0),)
    )
    assert found[B].line == Line(4, "forfeit", opponents=(A,), both_lose=True)


def test_a_match_that_was_not_played_gives_nothing_and_a_typed_one_what_was_typed() -> None:
    assert given(Ruling("not_played"), case()) == {A: ("void", 0, 0), B: ("void", 0, 0)}
    typed = Ruling("given", points=(Fraction(5, 2), -1), score=(620, 380))
    assert given(typed, case()) == {A: ("played", Fraction(5, 2), 620), B: ("played", -1, 380)}


@pytest.mark.parametrize(
    ("ruling", "code"),
    [
        (Ruling("coin"), "unknown_kind"),
        (Ruling("forfeit"), "bad_ruling"),
        (Ruling("forfeit", winner=2), "bad_ruling"),
        (Ruling("both_lose", winner=0), "bad_ruling"),
        (Ruling("given", points=(1, 0)), "bad_ruling"),
        (Ruling("given", points=(1, None), score=(0, 0)), "bad_ruling"),
        (Ruling("both_average", percent=(50,)), "bad_ruling"),
        (Ruling("both_average", percent=(150, 50)), "bad_ruling"),
    ],
)
def test_a_ruling_that_says_too_little_is_refused_with_a_sentence(
    ruling: Ruling, code: str
) -> None:
    assert refused(ruling, case()) == [code]


def test_byes_and_absences_wait_for_the_directors_answer() -> None:
    settings = adjust.read({"bye_points": 2, "absent_score": 0})
    for award, field in ((adjust.bye, "bye_score"), (adjust.absence, "absent_points")):
        assert mistakes_of(award, settings, 3) == [("bye_not_settled", field)]


def test_byes_and_absences_give_what_was_settled() -> None:
    settings = adjust.read(
        {"bye_points": 1.5, "bye_score": 200, "absent_points": -3, "absent_score": -150}
    )
    assert adjust.bye(settings, 3) == Award(
        Line(3, "bye", Fraction(3, 2), 200), (("Bye", {}, Fraction(3, 2)),)
    )
    assert adjust.absence(settings, 3) == Award(
        Line(3, "absent", -3, -150), (("Missed this round", {}, -3),)
    )


def test_who_comes_late_has_nothing_a_missed_round_or_the_own_mean() -> None:
    own = LINES[A]
    assert adjust.late_entry(adjust.read({}), 2, own) == Award(
        Line(2, "absent"), (("Came later", {}, 0),)
    )
    missed = adjust.read({"late_entry": "absent", "absent_points": 1, "absent_score": 0})
    assert adjust.late_entry(missed, 2, own).line == Line(2, "absent", 1, 0)
    with pytest.raises(RuleError):
        adjust.late_entry(adjust.read({"late_entry": "absent"}), 2, own)
    mean = adjust.read({"late_entry": "average"})
    assert adjust.late_entry(mean, 2, own).line == Line(2, "absent", 30, Fraction(475, 3))
    assert adjust.late_entry(mean, 2, ()).line == Line(2, "absent")


def test_every_setting_and_ruling_has_words() -> None:
    assert set(adjust.LABELS) == set(adjust.SETTINGS)
    numbers = {code for code in adjust.SETTINGS if "points" in code or "score" in code}
    assert numbers - {"bye_again_points", "bye_again_score"} == set(adjust.NOT_SETTLED)
