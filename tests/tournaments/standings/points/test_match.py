"""Match points: the match, however high it was won."""

from fractions import Fraction
from typing import Any

import pytest

from scoring.rules import RuleError
from tests.rule_errors import codes_of
from tests.tournaments.standings.points.matches import (
    A,
    B,
    C,
    D,
    awards,
    game,
    points,
    ranked,
    sums_are_right,
)
from tournaments.standings.lines import Line, Played
from tournaments.standings.points import SCORING_SYSTEMS, ScoringSystem


@pytest.mark.parametrize(
    ("scores", "settings", "expected"),
    [
        ([(620, 380)], {}, (2, 0)),
        ([(380, 620)], {}, (0, 2)),
        ([(500, 500)], {}, (1, 1)),
        ([(300, 100), (50, 250)], {}, (1, 1)),
        ([(620, 380)], {"win": 3, "draw": 1}, (3, 0)),
        ([(50, 50)], {"win": 1, "draw": 0.5}, (Fraction(1, 2), Fraction(1, 2))),
        ([(510, 490)], {"margin_of_draw": 20}, (1, 1)),
        ([(515, 490)], {"margin_of_draw": 20}, (2, 0)),
        ([(-25, 125)], {"loss": 0.5}, (Fraction(1, 2), 2)),
    ],
)
def test_one_game_is_decided_by_its_tichu_points(
    scores: list[tuple[int, int]], settings: dict[str, Any], expected: tuple[object, object]
) -> None:
    found = awards("match", game(*scores), **settings)
    assert points(found) == dict(zip((A, B), expected, strict=True))
    assert sums_are_right(found)


def test_a_stopped_game_counts_as_it_stands() -> None:
    assert points(awards("match", game((120, 80), finished=False))) == {A: 2, B: 0}


def test_several_games_are_decided_by_the_games_won_whatever_the_seats() -> None:
    games = [game((1000, 10)), game((510, 500), sides=((B,), (A,))), game((500, 505))]
    found = awards("match", *games)
    assert points(found) == {A: 0, B: 2}
    assert found[B].line == Line(
        1, points=2, points_against=0, score=10 + 510 + 505, score_against=1000 + 500 + 500,
        opponents=(A,), games_won=2, games_lost=1, hands=3,
    )  # fmt: skip
    assert found[A].parts == (("Games %(own)s : %(other)s, lost", {"own": 1, "other": 2}, 0),)


def test_as_many_games_each_is_a_draw_unless_tichu_points_decide() -> None:
    games = [game((1000, 10)), game((500, 510))]
    assert points(awards("match", *games)) == {A: 1, B: 1}
    found = awards("match", *games, level_games="score")
    assert points(found) == {A: 2, B: 0}
    assert found[A].parts == (("Points %(own)s : %(other)s, won", {"own": 1500, "other": 520}, 2),)


def test_a_winner_named_without_points_wins_the_game() -> None:
    assert points(awards("match", Played(((A,), (B,)), winners=(1,)))) == {A: 0, B: 2}
    assert points(awards("match", Played(((A,), (B,)), winners=(0, 1)))) == {A: 1, B: 1}


def test_a_match_in_which_no_hand_was_played_gives_nothing_and_says_nothing() -> None:
    found = awards("match", Played(((A,), (B,)), finished=False))
    assert found[A].line == Line(1, opponents=(B,))
    assert found[A].parts == ()


def test_drawn_partners_both_have_the_points_of_their_side() -> None:
    found = awards(
        "match", game((70, 30), sides=((A, C), (B, D)), calls_made={C: 1}, wish_violations={B: 1})
    )
    assert points(found) == {A: 2, B: 0, C: 2, D: 0}
    assert found[C].line == Line(
        1,
        points=2,
        score=70,
        score_against=30,
        opponents=(B, D),
        partners=(A,),
        games_won=1,
        hands=1,
        calls_made=1,
    )
    assert found[B].line.penalties == 1


def test_three_who_play_alone_or_games_without_points_are_refused_with_a_sentence() -> None:
    for wrong in (game((30, 70, 30), sides=((A,), (B,), (C,))), ranked((A, B))):
        assert codes_of(awards, "match", wrong) == ["wrong_table"]


@pytest.mark.parametrize(
    ("key", "settings", "code"),
    [
        ("match", {"win": -1}, "bad_setting"),
        ("match", {"win": 0.3}, "bad_setting"),
        ("match", {"win": True}, "bad_setting"),
        ("match", {"win": float("nan")}, "bad_setting"),
        ("match", {"won": 2}, "unknown_setting"),
        ("margin", {"table": [[5, 10]]}, "bad_setting"),
        ("margin", {"table": [[0, 10], [0, 11]]}, "bad_setting"),
        ("margin", {"table": [[0, 10], [5, 21]]}, "bad_setting"),
        ("margin", {"table": [[0, 10], [5, 9]]}, "bad_setting"),
        ("margin", {"unit": None}, "bad_setting"),
        ("shares", {"ladder": []}, "bad_setting"),
        ("places", {"table": [3, 2, 1]}, "bad_setting"),
        ("places", {"table": [[3, 2, 1], [5, 4, 3]]}, "bad_setting"),
        ("difference", {"cap": 0}, "bad_setting"),
        ("score", {"cap": 5}, "unknown_setting"),
    ],
)
def test_settings_that_cannot_be_are_refused_with_a_sentence(
    key: str, settings: dict[str, object], code: str
) -> None:
    with pytest.raises(RuleError) as caught:
        SCORING_SYSTEMS[key].read(settings)
    assert [mistake.code for mistake in caught.value.mistakes] == [code]
    assert "%(" not in str(caught.value)


@pytest.mark.parametrize("way", SCORING_SYSTEMS.values(), ids=lambda way: way.key)
def test_every_setting_has_a_label_and_reads_back_what_it_writes(way: ScoringSystem) -> None:
    assert list(way.labels) == list(way.settings)
    complete = way.read({})
    assert way.read(complete) == complete
    assert (
        way.read({key: way.settings[key].thawed(value) for key, value in complete.items()})
        == complete
    )
    words = [word for setting in way.settings.values() for word in getattr(setting, "choices", ())]
    assert set(way.choices) == set(words)
