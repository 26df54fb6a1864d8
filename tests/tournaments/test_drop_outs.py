"""Entrants who leave a schedule: below half of their matches none of these counts, from half on the
rest are forfeits.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.lengths import in_short
from tests.tournaments import desks, recounting
from tests.tournaments.desk_pages import at, text_of
from tournaments.actions import (
    attendance,
    drawing,
    entering,
    integrity,
    publishing,
    stages,
)
from tournaments.actions.new_entrants import NewEntrant
from tournaments.exchange.reading import import_tournament
from tournaments.exchange.writing import document
from tournaments.exchange.writing import text_of as written
from tournaments.models import Change, LogLine, Match, Place, Tournament
from tournaments.pages.round_tables import round_board
from tournaments.stage.history import history_of
from tournaments.stage.ranking import Ranked, ranked
from tournaments.tokens import token_of
from tournaments.verifying import Counts, difference_in

pytestmark = pytest.mark.django_db


def an_event(
    preset: str = "round_robin", entrants: int = 6, rounds: int = 0, **more: Any
) -> Tournament:
    settings = {"numbers": "seeds", **more.pop("format_settings", {})}
    cup = desks.a_tournament(
        preset, entrants, points="match", points_settings={}, format_settings=settings, **more
    )
    for number in range(1, rounds + 1):
        desks.play_round(desks.draw(cup, number), number)
    return cup


def leave(cup: Tournament, number: int) -> None:
    attendance.withdraw(cup.entrants.get(number=number), None)


def standings(cup: Tournament) -> list[Ranked]:
    return list(ranked(history_of(desks.first_stage(cup))))


def numbers(cup: Tournament) -> dict[int, int]:
    return dict(cup.entrants.values_list("pk", "number"))


def by_number(cup: Tournament) -> dict[int, tuple[int, object, bool]]:
    """Rank, points and whether nothing counts, by number."""
    number = numbers(cup)
    return {number[row.id]: (row.rank, row.points, row.void) for row in standings(cup)}


def decisions(cup: Tournament, number: int) -> list[tuple[int, str]]:
    """Session round and kind of each decision on a match of this entrant."""
    matches = Match.objects.filter(
        session_round__stage__tournament=cup, places__entrant__number=number, ruling__isnull=False
    ).order_by("session_round__number")
    return list(matches.values_list("session_round__number", "ruling__kind"))


def recounted(cup: Tournament, void: set[int]) -> dict[int, Fraction]:
    """Points from the raw rows, without the matches of those none of whose matches counts."""
    stage = desks.first_stage(cup)
    found: Counter[int] = Counter()
    for match in Match.objects.filter(session_round__stage=stage, done=True):
        sides = dict(match.places.values_list("entrant__number", "side"))
        if void & set(sides):
            continue
        if match.ruling is None:
            number = numbers(cup)
            for who, points in (recounting.points_of(stage, match) or {}).items():
                found[number[who]] += points
        elif match.ruling["kind"] == "forfeit":
            for who, side in sides.items():
                found[who] += 2 * (side == match.ruling["winner"])
        elif match.ruling["kind"] == "half":
            found.update(dict.fromkeys(sides, 1))
    return {number: Fraction(found[number]) for number in numbers(cup).values()}


def test_below_half_nothing_of_an_entrant_counts_and_the_others_are_ranked_without_it() -> None:
    cup = an_event(rounds=2)
    before = recounted(cup, set())
    leave(cup, 1)
    after = by_number(cup)
    assert after[1] == (6, 0, True)
    assert {number: points for number, (_, points, _) in after.items()} == recounted(cup, {1})
    assert recounted(cup, {1}) != before
    third = desks.draw(cup, 3)
    assert not third.places.filter(entrant__number=1).exists()


def test_from_half_on_the_rest_are_forfeits_and_everything_counts() -> None:
    cup = an_event(rounds=3)
    before = by_number(cup)[1]
    leave(cup, 1)
    assert (by_number(cup)[1], decisions(cup, 1)) == (before, [])
    for number in (4, 5):
        drawn = desks.draw(cup, number, publish=False)
        (card,) = (
            card for card in round_board(drawn).cards if "Withdrawn" in " ".join(card.warnings)
        )
        assert "decided when you publish the round" in card.warnings[0]
        desks.play_round(publishing.publish_round(drawn, None), number)
    assert decisions(cup, 1) == [(4, "forfeit"), (5, "forfeit")]
    assert {number: points for number, (_, points, _) in by_number(cup).items()} == recounted(
        cup, set()
    )
    assert LogLine.objects.filter(tournament=cup, action="ruled", reason="withdrawn").count() == 2
    assert drawing.total_rounds(desks.first_stage(cup)) == 5


def test_of_three_the_last_match_is_won_without_an_opponent() -> None:
    cup = an_event(entrants=3, rounds=2)
    other = next(
        number
        for number in (1, 2, 3)
        if Match.objects.filter(places__entrant__number=number).count() == 1
    )
    leave(cup, other)
    desks.play_round(desks.draw(cup, 3))
    assert decisions(cup, other) == [(3, "forfeit")]


def test_two_who_left_after_half_both_lose_their_match() -> None:
    cup = an_event(rounds=3)
    met = {
        frozenset(match.places.values_list("entrant__number", flat=True))
        for match in Match.objects.all()
    }
    one, other = next(two for two in combinations(range(1, 7), 2) if frozenset(two) not in met)
    leave(cup, one)
    leave(cup, other)
    for number in (4, 5):
        desks.play_round(desks.draw(cup, number), number)
    assert "both_lose" in {kind for _, kind in decisions(cup, one)}
    assert {number: points for number, (_, points, _) in by_number(cup).items()} == recounted(
        cup, set()
    )


def test_a_published_match_is_decided_at_once_and_open_again_if_they_come_back() -> None:
    cup = an_event(rounds=1)
    drawn = desks.draw(cup, 2)
    leave(cup, 1)
    assert decisions(cup, 1) == [(2, "not_played")]
    attendance.reinstate(cup.entrants.get(number=1), None)
    assert decisions(cup, 1) == []
    assert not by_number(cup)[1][2]
    match = drawn.matches.get(places__entrant__number=1)
    assert (match.done, match.agreement, match.result) == (False, "open", None)
    desks.play_round(drawn)


def test_a_match_that_has_begun_is_left_to_the_director() -> None:
    cup = an_event(rounds=1)
    drawn = desks.draw(cup, 2)
    match = drawn.matches.get(places__entrant__number=1)
    desks.play_game(publishing.open_game(match, 1, desks.table_phone()))
    leave(cup, 1)
    assert decisions(cup, 1) == []


def test_in_groups_only_the_own_group_is_affected() -> None:
    cup = an_event("groups_and_cup", 8, rounds=1, format_settings={"groups": 2})
    group = {row.id: row.group for row in standings(cup)}
    before = by_number(cup)
    leave(cup, 1)
    after, number = by_number(cup), numbers(cup)
    (own,) = (group[who] for who in group if number[who] == 1)
    assert after[1] == (4, 0, True)
    assert {number[who]: before[number[who]] for who, name in group.items() if name != own} == {
        number[who]: after[number[who]] for who, name in group.items() if name != own
    }


def test_if_results_stay_later_opponents_have_a_free_round() -> None:
    cup = an_event(rounds=2, format_settings={"withdrawals": "stay"})
    before = by_number(cup)
    leave(cup, 1)
    assert by_number(cup) == before
    third = desks.draw(cup, 3)
    assert not third.places.filter(entrant__number=1).exists()
    assert third.places.filter(kind="bye").count() == 1


def test_a_late_entrant_does_not_change_whether_an_entrant_had_played_half() -> None:
    cup = an_event(entrants=5, rounds=3)
    three = next(
        number
        for number in range(1, 6)
        if Match.objects.filter(places__entrant__number=number).count() == 2
    )
    leave(cup, three)  # two of four
    entering.enter(cup, None, [NewEntrant(("Zoe", "Yann"))])
    desks.draw(cup, 4)
    assert not by_number(cup)[three][2]


def test_it_is_undone_from_the_log_and_travels_in_a_document() -> None:
    cup = an_event(rounds=2)
    before = standings(cup)
    integrity.carry_out(cup, lambda: leave(cup, 1))
    copy = import_tournament(desks.a_desk("Ben", "Other").club, desks.a_user("Ben"), written(cup))
    assert document(copy) == document(cup)
    assert by_number(copy) == by_number(cup)
    assert difference_in(Tournament.objects.get(pk=cup.pk), Counts()) is None
    integrity.undo(Change.objects.get(line__action="withdrawn"), None, "back again")
    assert standings(cup) == before


def test_pages_say_it_before_and_after() -> None:
    desk = desks.a_desk()
    cup = an_event(rounds=2, desk=desk)
    gone = cup.entrants.get(number=1)
    press = at("desk_entrant_do", cup, gone.pk, "withdraw")
    known = text_of(desk.client.get(at("desk_entrant", cup, gone.pk)))
    assert "That is below half, so none counts. They can come back." in known
    preview = text_of(desk.client.post(press, {"reason": "ill"}))
    assert "Matches played: 2 of 5. That is below half, so none counts." in preview
    assert "Standings" in preview
    desk.client.post(press, {"reason": "ill", "sure": "1"})
    name = "Player 1 & Player 2"
    line = f"{name} left with less than half of the matches played: none of them counts."
    page = text_of(Client().get(reverse("standings", args=[cup.pk, 1])))
    assert line in page
    assert "withdrawn, does not count" in page
    paper = text_of(desk.client.get(at("desk_print_page", cup, "standings") + "?stage=1"))
    assert line in paper
    own = "Withdrawn with less than half of the matches played: none of them counts."
    assert own in text_of(Client().get(reverse("entrant", args=[cup.pk, gone.pk])))
    assert own in text_of(Client().get(reverse("own_page", args=[token_of(gone)])))
    other = Place.objects.filter(match__places__entrant=gone).exclude(entrant=gone)[0].entrant
    assert "does not count" in text_of(Client().get(reverse("entrant", args=[cup.pk, other.pk])))
    assert "does not count" in text_of(Client().get(reverse("own_page", args=[token_of(other)])))
    rows = Client().get(reverse("api_standings", args=[cup.pk, 1])).json()["rows"]
    assert [row["entrant"] for row in rows if row["void"]] == [1]
    discs = Client().get(reverse("standings", args=[cup.pk, 1])).content.decode()
    assert discs.count("class=void") == 4  # two of the one who left, one of each opponent


def test_a_page_says_that_the_rest_are_forfeits() -> None:
    desk = desks.a_desk()
    cup = an_event(rounds=3, desk=desk)
    gone = cup.entrants.get(number=1)
    press = at("desk_entrant_do", cup, gone.pk, "withdraw")
    preview = text_of(desk.client.post(press, {"reason": "ill"}))
    assert "Matches played: 3 of 5. Those left are forfeits." in preview
    desk.client.post(press, {"reason": "ill", "sure": "1"})
    page = text_of(Client().get(reverse("standings", args=[cup.pk, 1])))
    assert "Player 1 & Player 2 left: the matches not played are forfeits." in page
    assert "Withdrawn: the matches not played are forfeits." in text_of(
        Client().get(reverse("entrant", args=[cup.pk, gone.pk]))
    )


@pytest.mark.parametrize("seed", in_short(range(40), {0, 1, 2}))
def test_random_events_with_random_withdrawals_are_those_of_a_recount(seed: int) -> None:
    chance = Random(seed)
    cup = an_event(entrants=chance.randint(4, 7))
    stage = desks.first_stage(cup)
    everybody = set(numbers(cup).values())
    void: set[int] = set()
    left: set[int] = set()
    number = 1
    while number <= (drawing.total_rounds(desks.first_stage(cup)) or 0):
        desks.play_round(desks.draw(cup, number), chance.randrange(1000))
        number += 1
        there = sorted(everybody - left)
        if len(there) > 2 and chance.random() < 0.4:
            gone = chance.choice(there)
            others = everybody - void - {gone}
            played = sum(
                match.places.filter(entrant__number__in=others).exists()
                for match in Match.objects.filter(
                    session_round__stage=stage, places__entrant__number=gone, done=True
                )
                if (match.ruling or {"kind": "half"})["kind"] == "half"
            )
            leave(cup, gone)
            left.add(gone)
            if 2 * played < len(others):
                void.add(gone)
    found = by_number(cup)
    assert {one for one, (_, _, is_void) in found.items() if is_void} == void
    assert {one: points for one, (_, points, _) in found.items()} == recounted(cup, void)
    assert all(
        rank == len(everybody - void) + 1 for one, (rank, *_) in found.items() if one in void
    )
    met = Counter(
        frozenset(match.places.values_list("entrant__number", flat=True))
        for match in Match.objects.filter(session_round__stage=stage)
    )
    counting = [frozenset(two) for two in combinations(sorted(everybody - void), 2)]
    assert [met[two] for two in counting] == [1] * len(counting)
    stages.finish_stage(stage, None)
