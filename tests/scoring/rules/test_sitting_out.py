"""Nanking with more people than four: who sits out, who plays with whom, and what it counts."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules import Carried, Round, RuleError, RuleSet, advance, opening, play
from scoring.rules.breakdown import breakdown_of, ranked
from scoring.rules.record import answer, read_record, write_record
from tests.scoring.rules.contract import codes_of, untimed

MIRA, ELIF, JONAS, DINO, FRANZ = range(5)
FIVE = opening(RuleSet.of("nanking_five"), 5)
LAST_OUT = RuleSet.of("nanking_five", {"who_sits_out": "last_out"})
TAPPED = RuleSet.of("nanking_five", {"who_sits_out": "tapped"})


def rounds_of(position):
    """A legal round in this position, of any kind."""
    playing = [seat for side in position.sides for seat in side]

    def build(out, share, calls, wish):
        swept = any(set(out[:2]) == set(side) for side in position.sides)
        if wish is not None:
            return Round(out[: wish % 2], calls, wish_violation=out[3])
        return Round(out if not swept else out[:2], calls, None if swept else (share, 100 - share))

    return st.builds(
        build,
        st.permutations(playing),
        st.integers(-5, 25).map(lambda step: 5 * step),
        st.dictionaries(st.sampled_from(playing), st.sampled_from(["tichu", "grand"])),
        st.none() | st.none() | st.integers(0, 5),
    )


def mixed(position):
    """A round of these four without a sweep; the last of the first side is last."""
    (one, other), (two, three) = position.sides
    return Round((one, two, three, other), {}, (60, 40))


def schedule(rounds, rules=FIVE.rules):
    position, found = opening(rules.__class__.of(rules.variant, {"round_limit": None}), 5), []
    for _ in range(rounds):
        found.append(position.sides)
        position = advance(position, mixed(position))[1]
    return found


def test_the_first_rounds_are_those_of_the_drawing():
    assert schedule(3) == [
        ((MIRA, JONAS), (ELIF, DINO)),
        ((ELIF, DINO), (JONAS, FRANZ)),
        ((MIRA, DINO), (JONAS, FRANZ)),
    ]


@pytest.mark.parametrize("rounds", [5, 10, 15, 20])
def test_everybody_plays_as_often_and_as_evenly_with_each_partner(rounds):
    played, partners = Counter(), Counter(dict.fromkeys(combinations(range(5), 2), 0))
    for sides in schedule(rounds):
        played.update(seat for side in sides for seat in side)
        partners.update(sides)
    assert set(played.values()) == {rounds * 4 // 5}
    # Five rounds have ten partnerships: each of ten pairs gets as many as all the others, or, in
    # an odd number of laps, half of them two more.
    spread = sorted(set(partners.values()))
    assert spread == ([rounds // 5] if rounds % 10 == 0 else [rounds // 5 - 1, rounds // 5 + 1])


def test_opponents_are_met_evenly_too():
    met = Counter()
    for one, other in schedule(10):
        met.update(tuple(sorted((a, b))) for a in one for b in other)
    assert set(met.values()) == {4}


def test_each_partner_writes_down_the_sides_points_and_who_sits_out_none():
    played = Round((MIRA, ELIF, JONAS), {MIRA: "tichu", DINO: "grand"}, (35, 65))
    result, after = advance(FIVE, played)
    assert (result.side_scores, result.scores) == ((135, -135), (135, -135, 135, -135, 0))
    assert (after.totals, after.sits_out, after.rested) == (
        (135, -135, 135, -135, 0),
        MIRA,
        (0, 0, 0, 0, 1),
    )


def test_the_round_is_over_when_three_of_the_four_are_out():
    assert codes_of(FIVE, Round((MIRA, ELIF), {}, (35, 65))) == ["order_incomplete"]
    assert advance(FIVE, Round((MIRA, JONAS)))[0].sweep == 0


@pytest.mark.parametrize(
    ("played", "settings"),
    [
        (Round((FRANZ, MIRA, ELIF), {}, (35, 65)), {}),
        (Round((MIRA, ELIF, JONAS), {FRANZ: "tichu"}, (35, 65)), {}),
        (Round((MIRA,), {}, None, wish_violation=FRANZ), {}),
        (Round((FRANZ,), {}, (35, 65)), {"recording": "first"}),
        (Round((), {FRANZ: "grand"}, (35, 65)), {"recording": "points"}),
    ],
)
def test_nobody_who_sits_out_goes_out_calls_or_misses_a_wish(played, settings):
    position = opening(RuleSet.of("nanking_five", settings), 5)
    with pytest.raises(RuleError) as caught:
        advance(position, played)
    assert "sits out this round" in "".join(one.text for one in caught.value.mistakes)


def test_whoever_was_last_out_sits_out_where_the_table_says_so():
    position = opening(LAST_OUT, 5)
    after = advance(position, Round((MIRA, ELIF, JONAS), {}, (35, 65)))[1]
    assert after.sits_out == DINO
    again = advance(after, Round((FRANZ, MIRA, ELIF, JONAS), {}, (35, 65)))[1]
    assert again.sits_out == JONAS


def test_the_next_in_turn_sits_out_when_nobody_knows_who_was_last():
    after = advance(opening(LAST_OUT, 5), Round((MIRA, JONAS)))[1]
    assert after.sits_out == MIRA


def test_the_one_who_was_tapped_sits_out_and_the_next_in_turn_is_proposed():
    rounds = [Round((MIRA, ELIF, DINO), {}, (35, 65), sits_out=JONAS)]
    game = play(TAPPED, 5, rounds)
    assert game.rounds[0].sides == ((MIRA, DINO), (ELIF, FRANZ))
    assert (game.rounds[0].scores, game.position.sits_out) == ((35, 65, 0, 35, 65), DINO)
    assert play(TAPPED, 5, [Round((MIRA, JONAS))]).rounds[0].sides == FIVE.sides


def test_who_sits_out_is_recorded_only_where_it_is_tapped():
    assert codes_of(FIVE, Round((MIRA, JONAS), sits_out=FRANZ)) == ["unknown_key"]
    assert codes_of(opening(TAPPED, 5), Round((MIRA, JONAS), sits_out=9)) == ["unknown_player"]


def test_a_round_reads_back_with_who_sat_out():
    played = Round((MIRA, JONAS), sits_out=FRANZ)
    assert Round.from_data(played.to_data()) == played


def test_ten_rounds_and_the_highest_total_wins():
    position = FIVE
    for _ in range(10):
        position = advance(position, mixed(position))[1]
    assert position.finished
    assert position.winners == tuple(
        seat for seat, total in enumerate(position.totals) if total == max(position.totals)
    )


def test_the_points_per_round_decide_when_not_all_have_played_as_often():
    rules = RuleSet.of("nanking_five", {"round_limit": 2})
    rounds = [Round((MIRA, ELIF, JONAS), {}, (100, 0)), Round((JONAS, ELIF, DINO), {}, (45, 55))]
    game = play(rules, 5, rounds)
    # Mira 100 in one round, Jonas 155 in two
    assert game.totals == (100, 45, 155, 45, 55)
    assert game.winners == (MIRA,)
    assert [one.place for one in ranked(game, 5)] == [1, 4, 2, 4, 3]


def test_rounds_sat_out_are_no_part_of_a_breakdown():
    rounds = [Round((MIRA, ELIF, JONAS), {}, (35, 65))]
    one = breakdown_of(rounds, play(FIVE.rules, 5, rounds))[0]
    assert [(place.seat, place.place) for place in one.places] == [
        (MIRA, 1), (ELIF, 2), (JONAS, 3), (DINO, 4),
    ]  # fmt: skip
    assert [scored.column for scored in one.scores] == [MIRA, ELIF, JONAS, DINO]


def test_a_score_carried_over_begins_a_new_lap():
    position = opening(FIVE.rules, 5, Carried(7, (10, 20, 30, 40, 50)))
    assert (position.number, position.sits_out, position.sides) == (8, FRANZ, FIVE.sides)
    after = advance(position, Round((MIRA, JONAS)))[1]
    assert after.totals == (210, 20, 230, 40, 50)


@untimed
@given(data=st.data(), who=st.sampled_from(["in_turn", "last_out", "tapped"]))
def test_totals_and_winners_agree_with_a_recount(data, who):
    limit = data.draw(st.integers(1, 12))
    rules = RuleSet.of("nanking_five", {"who_sits_out": who, "round_limit": limit})
    position, totals, times = opening(rules, 5), Counter(), Counter()
    resting = FRANZ
    while not position.finished:
        played = data.draw(rounds_of(position))
        around = [0, 1, 2, 3, 4] if (position.number - 1) // 5 % 2 == 0 else [0, 2, 4, 1, 3]
        at = around.index(resting)
        ring = around[at + 1 :] + around[:at]
        sides = sorted([sorted(ring[::2]), sorted(ring[1::2])])
        assert [list(side) for side in position.sides] == sides
        result, position = advance(position, played)
        for side, points in zip(sides, result.side_scores, strict=True):
            for seat in side:
                totals[seat] += points
                times[seat] += 1
        missing = [seat for seat in ring if seat not in played.out]
        known = len(played.out) >= 3
        last = missing[0] if missing and known else played.out[-1] if known else None
        resting = last if who == "last_out" and last is not None else (resting + 1) % 5
    assert position.totals == tuple(totals[seat] for seat in range(5))
    means = {seat: Fraction(totals[seat], times[seat]) for seat in range(5) if times[seat]}
    ranking = totals if len({times[seat] for seat in range(5)}) == 1 else means
    best = max(ranking.values())
    assert position.winners == tuple(s for s in range(5) if s in ranking and ranking[s] == best)


PAIRS = opening(RuleSet.of("nanking_pairs"), 6)


@pytest.mark.parametrize("rounds", [3, 6, 9])
def test_each_pair_plays_the_other_two_as_often(rounds):
    position, met = PAIRS, Counter()
    for _ in range(rounds):
        met.update([position.sides])
        position = advance(position, mixed(position))[1]
    assert met == dict.fromkeys(combinations([(0, 3), (1, 4), (2, 5)], 2), rounds // 3)


def test_a_pair_has_one_total_and_sits_out_together():
    result, after = advance(PAIRS, Round((0, 1, 3), {4: "tichu"}, (70, 30)))
    assert (result.scores, after.sits_out) == ((70, -70, 0), 0)
    assert codes_of(after, Round((3, 1, 2), {}, (70, 30))) == ["unknown_player"]
    assert [one.place for one in ranked(play(PAIRS.rules, 6, [Round((0, 3))]), 6)] == [
        *(1, 2, 3, 1, 2, 3),
    ]


def test_who_was_last_out_takes_the_partner_along():
    rules = RuleSet.of("nanking_pairs", {"who_sits_out": "last_out"})
    after = advance(opening(rules, 6), Round((0, 1, 3), {}, (70, 30)))[1]
    assert (after.sits_out, after.sides) == (1, ((0, 3), (2, 5)))


def test_a_record_names_who_was_tapped():
    names = ["Mira", "Elif", "Jonas", "Dino", "Franz"]
    rounds = [Round((MIRA, ELIF, DINO), {}, (35, 65), sits_out=JONAS), Round((MIRA, JONAS))]
    record = write_record(names, TAPPED, rounds)
    assert [one.get("sits_out") for one in record["rounds"]] == ["Jonas", None]
    assert read_record(record).rounds == tuple(rounds)
    assert answer(record)["rounds"][0]["next"] == {"sits_out": "Dino"}
