from collections import Counter
from dataclasses import replace

import pytest

from tests.tournaments.pairing.individual.events import (
    field_of,
    met,
    people,
    play,
    round_of,
    shuffled_places,
)
from tournaments.pairing.individual import Individual
from tournaments.pairing.values import SessionRound


def codes(past: list[SessionRound], seed: int, count: int) -> list[str]:
    return [
        note.code
        for note in Individual()
        .draw(field_of(people(count), past, seed, method="schedule"))
        .relaxed
    ]


@pytest.mark.parametrize("count", [4, 8, 9, 13, 16])
def test_everyone_partners_everyone_once_whatever_the_places_are(count: int) -> None:
    rounds = count if count % 2 else count - 1
    past = play(shuffled_places(count, rounds, 5), seed=3, method="schedule")
    partners, opponents = met(past)
    assert (len(partners), set(partners.values())) == (count * (count - 1) // 2, {1})
    assert (len(opponents), set(opponents.values())) == (count * (count - 1) // 2, {2})
    assert set(Counter(id_ for session_round in past for id_ in session_round.byes).values()) <= {1}


@pytest.mark.parametrize("count", [6, 7, 10, 11])
def test_with_several_byes_a_later_round_finds_the_numbers_again(count: int) -> None:
    past = play([people(count)] * count, method="schedule")
    assert set(met(past)[0].values()) == {1}
    assert set(Counter(id_ for session_round in past for id_ in session_round.byes).values()) == {
        count % 4
    }


def test_the_numbers_are_given_by_lot() -> None:
    rounds = {play([people(12)], seed=seed, method="schedule")[0].tables for seed in range(6)}
    assert len(rounds) == 6


def test_later_rounds_follow_the_numbers_of_round_1_and_not_the_seed() -> None:
    past = play([people(9)], seed=1, method="schedule")
    for seed in range(2, 10):
        past.append(round_of(Individual().draw(field_of(people(9), past, seed, method="schedule"))))
    assert set(met(past)[0].values()) == {1}
    assert len(met(past)[0]) == 36


def test_a_swap_by_hand_in_round_1_changes_the_schedule_for_good() -> None:
    first, *_ = play([people(8)], method="schedule")
    one, other = first.tables
    (a, b), right = one.sides
    (c, d), far = other.sides
    changed = (replace(one, sides=((c, b), right)), replace(other, sides=((a, d), far)))
    past = [SessionRound(changed)]
    for _ in range(6):
        past.append(round_of(Individual().draw(field_of(people(8), past, method="schedule"))))
    assert (len(met(past)[0]), set(met(past)[0].values())) == (28, {1})


def test_with_somebody_away_the_round_is_drawn_by_lot_and_says_so() -> None:
    past = play([people(16)] * 3, method="schedule")
    draw = Individual().draw(field_of(people(16)[:13], past, method="schedule"))
    assert [note.code for note in draw.relaxed][:1] == ["schedule_left"]
    assert {note.code for table in draw.tables for note in table.reasons} <= {"by_lot", "five"}
    assert sorted(len(table.everybody) for table in draw.tables) == [4, 4, 5]


def test_back_in_full_number_the_schedule_goes_on_only_where_it_repeats_no_partner() -> None:
    fields = [people(12), people(12), people(12)[:8], *[people(12)] * 6]
    past = play(fields, method="schedule")
    assert set(met(past)[0].values()) == {1}


def test_a_first_round_that_was_no_schedule_leads_to_lots() -> None:
    past = play([people(12)], method="random")
    assert codes(past, 1, 12)[:1] == ["schedule_left"]
    tampered = [SessionRound(tuple(replace(table, key="1-2-3-99") for table in past[0].tables))]
    assert codes(tampered, 1, 12)[:1] == ["schedule_left"]


def test_there_is_no_schedule_above_forty() -> None:
    assert codes([], 1, 41) == ["no_schedule"]


def test_a_reason_names_the_round_and_the_size_of_the_schedule() -> None:
    draw = Individual().draw(field_of(people(9), method="schedule"))
    assert {note.text % note.params for table in draw.tables for note in table.reasons} == {
        "Round 1 of the schedule for 9 persons."
    }
