"""How much was recorded differs from round to round: the same game comes of it, and a record that
all can read.
"""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules import (
    VARIANTS,
    Position,
    Round,
    RuleSet,
    advance,
    opening,
    play,
    recording_of,
)
from scoring.rules.record import answer, read_record, write_record
from tests.rule_errors import codes_of
from tests.scoring.rules import oracle

NAMES = ["Anna", "Beat", "Carla", "Dino", "Elif", "Fritz"]
# Without an end, and so that every call may be made.
ENDLESS = {"nanking": 4, "tientsin": 6, "trichu": 3, "wu_wang": 3}
DEPTHS = {key: VARIANTS[key].settings["recording"].choices for key in ENDLESS}  # type: ignore[attr-defined]
FULLEST = ("full", "first", "points")


def endless(variant: str, recording: str = "full") -> RuleSet:
    return RuleSet.of(variant, {"target_score": None, "round_limit": None, "recording": recording})


def written(position: Position, recording: str, chance: Random) -> Round:
    """A round that was played, as a table writes it down that records so much."""
    seats = position.n_players + VARIANTS[position.rules.variant].has_dummy
    order = chance.sample(range(seats), seats)
    half = seats // 2
    swept = next(
        (at for at, side in enumerate(position.sides) if set(order[:half]) == set(side)), None
    )
    callers = chance.sample(range(seats), chance.choice([0, 1, 1, 2]))
    said: dict[str, Any] = {
        "calls": {seat: chance.choice(position.allowed_calls(seat)) for seat in callers}
    }
    out = order[:half] if swept is not None else order[: seats - chance.randrange(2)]
    if chance.random() < 0.2:  # a wish was missed by the last, when so many were out
        swept, out = None, order[: chance.randrange(half)]
        said["wish_violation"] = next(seat for seat in reversed(order) if seat < position.n_players)
    elif swept is None:
        points = chance.randrange(-25, 126, 5)
        said["card_points"] = (points, 100 - points)
    if recording == "full":
        return Round(out=out, **said)
    if recording == "first":
        return Round(out=out[:1], sweep=swept, **said)
    made = out[0] if out and out[0] in callers else None
    return Round(made=made, sweep=swept, **said)


@pytest.mark.parametrize("recording", FULLEST)
@pytest.mark.parametrize("variant", ENDLESS)
@given(seed=st.integers(0, 2**32))
def test_the_form_of_a_round_says_as_much_as_the_setting_did(
    variant: str, recording: str, seed: int
) -> None:
    """Every round that a table may write is read to the same result where nothing else says how
    much was recorded.
    """
    if recording not in DEPTHS[variant]:
        return
    position, chance = opening(endless(variant, recording), ENDLESS[variant]), Random(seed)
    other = replace(position.rules, recording=chance.choice(DEPTHS[variant]))
    here = opening(other, ENDLESS[variant])
    for _ in range(6):
        played = written(position, recording, chance)
        assert recording_of(played, recording) == recording
        by_form = replace(played, recording=recording_of(played))
        result, position = advance(position, played)
        same, here = advance(here, by_form)
        assert same == result


@given(
    st.lists(
        st.tuples(
            st.permutations(range(4)),
            st.sampled_from(oracle.CARD_POINTS),
            st.dictionaries(st.integers(0, 3), st.sampled_from(["tichu", "grand"])),
            st.sampled_from(FULLEST),
        ),
        min_size=1,
        max_size=12,
    ),
    st.sampled_from(FULLEST),
)
def test_scores_are_those_of_the_rounds_that_were_played_however_much_was_written(
    evening: list[tuple[list[int], tuple[int, int], dict[int, str], str]], usual: str
) -> None:
    """Held against the second opinion, which knows the whole order of every round."""
    rounds, expected = [], []
    for order, points, calls, depth in evening:
        swept = tuple(order[:2]) in oracle.SWEEPS
        expected.append(oracle.scores(order, None if swept else points, calls))
        sweep = oracle.TEAM[order[0]] if swept else None
        told = {"calls": calls, "card_points": None if swept else points}
        made = order[0] if order[0] in calls else None
        found = {
            "full": Round(out=order[:2] if swept else order, **told),
            "first": Round(out=order[:1], sweep=sweep, **told),
            "points": Round(sweep=sweep, made=made, **told),
        }[depth]
        assert recording_of(found) == depth
        rounds.append(replace(found, recording=depth))
    rules = endless("nanking", usual)
    game = play(rules, 4, rounds)
    assert [one.scores for one in game.rounds] == expected
    record = write_record(NAMES[:4], rules, rounds)
    told_by_record = answer(record)
    assert [tuple(one["scores"]) for one in told_by_record["rounds"]] == expected
    depths = {depth for *_, depth in evening}
    assert record.get("settings", {}).get("recording", "full") == max(depths, key=FULLEST.index)


@pytest.mark.parametrize("variant", ENDLESS)
@given(seed=st.integers(0, 2**32))
def test_a_record_holds_what_all_rounds_have_and_comes_to_the_same(variant: str, seed: int) -> None:
    chance, n_players = Random(seed), ENDLESS[variant]
    position = opening(endless(variant, chance.choice(DEPTHS[variant])), n_players)
    rules, rounds = position.rules, []
    for _ in range(8):
        played = written(position, chance.choice(DEPTHS[variant]), chance)
        rounds.append(replace(played, recording=recording_of(played)))
        position = advance(position, rounds[-1])[1]
    read = read_record(write_record(NAMES[:n_players], rules, rounds))
    results = play(rules, n_players, rounds).rounds
    for mine, theirs in zip(results, read.game.rounds, strict=True):
        assert (mine.scores, mine.sweep, mine.sides) == (theirs.scores, theirs.sweep, theirs.sides)
        assert (mine.calls_made, mine.calls_failed) == (theirs.calls_made, theirs.calls_failed)
    assert read.rules.recording in DEPTHS[variant]
    if all(recording_of(one, rules.recording) == rules.recording for one in rounds):
        assert (read.rules, read.rounds) == (rules, tuple(rounds))


def test_a_round_that_a_wish_stopped_may_have_been_recorded_in_several_ways() -> None:
    nobody_out, one_out = Round(wish_violation=1), Round(out=[0], wish_violation=1)
    assert [recording_of(nobody_out, usual) for usual in FULLEST] == ["full", "first", "points"]
    assert [recording_of(one_out, usual) for usual in FULLEST] == ["full", "first", "full"]
    assert recording_of(Round(calls={0: "tichu"}, made=0, wish_violation=1)) == "points"


@pytest.mark.parametrize("setting", FULLEST)
@pytest.mark.parametrize("depth", FULLEST)
def test_a_record_itself_has_one_recording_as_ever(setting: str, depth: str) -> None:
    """What a record holds is held against its own setting, in whatever form its rounds are."""
    row = {"full": {"out": NAMES[:4]}, "first": {"out": NAMES[:1]}, "points": {}}[depth] | {
        "card_points": [60, 40]
    }
    record = {
        "format": "tichu-score-record",
        "version": 1,
        "variant": "nanking",
        "players": NAMES[:4],
        "settings": {"recording": setting},
        "rounds": [row],
    }
    assert answer(record)["ok"] is (setting == depth)


def test_a_round_is_held_against_its_own_recording_not_its_games() -> None:
    rules, one_out = endless("nanking"), Round(out=[0], card_points=[60, 40])
    assert play(rules, 4, [replace(one_out, recording="first")]).totals == (60, 40)
    for recording, code in (
        ("full", "order_incomplete"),
        ("points", "unknown_key"),
        (None, "order_incomplete"),
    ):
        assert codes_of(play, rules, 4, [replace(one_out, recording=recording)]) == [code]
