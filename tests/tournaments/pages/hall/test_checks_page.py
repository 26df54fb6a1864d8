"""The double-check list: results by where they come from, the most worth a look first."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.tournaments import desks
from tests.tournaments.desk_pages import at, errors, kept_out, text_of
from tests.tournaments.racing import a_phone, game_at, hands
from tournaments.actions import judging
from tournaments.models import Match, SessionRound, Tournament

pytestmark = pytest.mark.django_db

TEN_HANDS = {"target_score": None, "round_limit": 10}


def a_hall(entrants: int = 10) -> tuple[Tournament, SessionRound, Client, list[Match]]:
    tournament = desks.a_tournament(entrants=entrants, rules=TEN_HANDS)
    row = desks.draw(tournament)
    found = Match.objects.filter(session_round=row).select_related(
        "session_round__stage__tournament"
    )
    return tournament, row, desks.signed_in(desks.a_user()), list(found.order_by("number"))


def agreed(match: Match, how: str) -> None:
    hands(game_at(match, a_phone(f"table {match.number}")), 10)
    state = "agreed" if how else "waiting"
    Match.objects.filter(pk=match.pk).update(agreement=state, agreed_how=how)


def groups(client: Client, tournament: Tournament, **asked: str) -> list[tuple[str, list[int]]]:
    """The groups with the numbers of their tables, as they stand there."""
    page = client.get(at("desk_checks", tournament), asked).content.decode()
    sections = re.findall(r'<h2 id="g\d+">(.*?)</h2>(.*?)</section>', page, re.DOTALL)
    return [
        (name, [int(number) for number in re.findall(r'<li id="t(\d+)"', rows)])
        for name, rows in sections
    ]


def test_results_stand_by_who_says_that_they_are_so() -> None:
    tournament, _row, client, matches = a_hall()
    for match, how in zip(matches, ("other", "same", "", "blind"), strict=False):
        agreed(match, how)
    judging.rule_match(matches[4], desks.a_user(), {"kind": "half"}, "off paper")
    assert groups(client, tournament) == [
        ("Entered at the desk by Olga", [5]),
        ("Agreed on the phone that entered it", [2]),
        ("Nobody has agreed", [3]),
        ("Agreed by the other side", [1, 4]),
    ]
    assert "5 of 5 unchecked" in text_of(client.get(at("desk_checks", tournament)))


def test_a_result_is_ticked_off_and_the_tick_taken_back() -> None:
    tournament, _row, client, matches = a_hall(4)
    agreed(matches[0], "other")
    agreed(matches[1], "other")
    address = at("desk_check", tournament, matches[0].pk)
    answer = client.post(address, {"show": "open"})
    assert answer["Location"] == f"{at('desk_checks', tournament)}?round=1-1&show=open#t1"
    match = Match.objects.get(pk=matches[0].pk)
    assert (match.checked_at is None, match.checked_by) == (False, desks.a_user())
    assert groups(client, tournament) == [("Agreed by the other side", [2, 1])]
    assert groups(client, tournament, show="open") == [("Agreed by the other side", [2])]
    assert "1 of 2 unchecked" in text_of(client.get(at("desk_checks", tournament)))
    client.post(address, {"undo": "1"})
    match.refresh_from_db()
    assert (match.checked_at, match.checked_by) == (None, None)


def test_a_table_without_a_result_is_not_ticked_off() -> None:
    tournament, _row, client, matches = a_hall(4)
    answer = client.post(at("desk_check", tournament, matches[0].pk))
    assert (answer.status_code, errors(answer)) == (409, ["This table has no result yet."])
    assert groups(client, tournament) == []


def test_another_session_round_can_be_asked_for() -> None:
    tournament, row, client, _matches = a_hall(4)
    desks.play_round(row)
    desks.draw(tournament, 2)
    assert groups(client, tournament) == []
    assert [numbers for _, numbers in groups(client, tournament, round="1-1")] == [[1, 2]]
    for nonsense in ("9-9", "x", "1"):
        assert groups(client, tournament, round=nonsense) == []


def test_before_anything_is_published_there_is_nothing_to_look_at() -> None:
    tournament = desks.a_tournament(entrants=4)
    page = text_of(desks.signed_in(desks.a_user()).get(at("desk_checks", tournament)))
    assert "No round has been published yet." in page


def test_strangers_neither_see_the_list_nor_tick_anything_off() -> None:
    tournament, _row, _client, matches = a_hall(4)
    agreed(matches[0], "other")
    kept_out(at("desk_checks", tournament), tournament, post=False)
    kept_out(at("desk_check", tournament, matches[0].pk), tournament)
    assert Match.objects.get(pk=matches[0].pk).checked_at is None


def test_the_list_costs_the_same_at_one_table_and_at_three(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    counts = []
    for entrants, owner in ((2, "Olga"), (6, "Otto")):
        desk = desks.a_desk(owner, f"Club of {owner}")
        tournament = desks.a_tournament(entrants=entrants, desk=desk, rules=TEN_HANDS)
        row = desks.draw(tournament)
        for match in Match.objects.filter(session_round=row).select_related(
            "session_round__stage__tournament"
        ):
            judging.rule_match(match, desk.user, {"kind": "half"}, "off paper")
            desk.client.post(at("desk_check", tournament, match.pk))
        with django_assert_num_queries(20, exact=False) as queries:
            desk.client.get(at("desk_checks", tournament))
        counts.append(len(queries))
    assert counts[0] == counts[1], counts
