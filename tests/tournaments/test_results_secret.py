"""Nobody sees a result of duplicate before its time, by any address, in any role: not a director
who plays either.
"""

from collections.abc import Callable, Collection, Iterable

import pytest
from django.urls import reverse

from scoring.rules import Round
from tests.lengths import in_short
from tests.tournaments.desk_pages import text_of
from tests.tournaments.held_back import (
    AHEAD,
    ALL,
    ELSEWHERE,
    KEY,
    KEY_PLAYS,
    PLAYS,
    THERE,
    THERE_OWN,
    Asked,
    Evening,
    an_evening,
    every_address,
    of_tournaments,
    play,
    settle,
    some_addresses,
    told,
)
from tests.tournaments.roles.world import NOBODY
from tests.worlds import built_once
from tournaments.actions import publishing, revealing
from tournaments.models import LogLine, Stage
from tournaments.permissions import BY_ACCOUNT, PERSONAL, TABLE, may

pytestmark = pytest.mark.django_db

BOARDS = 3  # a round
# Those who differ in what they are shown; all of them in the slow version
SOME = (PLAYS, PERSONAL, NOBODY)
MAY = {*(role for role in BY_ACCOUNT if may(role, "attend")), KEY, THERE, THERE_OWN}
OWN = ("own_page", "own_boards", "own_board", "own_log", "match", "card")
SHOWN_AT_DESK = {"desk_round", "desk_match", "desk_export", "desk_checks"}
SHOWN = {
    *("tournament_board", "tournament_match", "standings", "standings_csv", "results_csv"),
    *("api_results", "api_standings"),
}

world = built_once(lambda: an_evening("duplicate_evening", 4))


@pytest.fixture
def pairs(world: Evening) -> Evening:
    return world


def of(names: Collection[str]) -> Callable[[Evening, str], Iterable[Asked]]:
    """Only these addresses."""

    def asked(evening: Evening, role: str) -> Iterable[Asked]:
        return [one for one in of_tournaments(evening, role) if one[0] in names]

    return asked


def play_there(evening: Evening, hand: Round) -> None:
    """The first table plays and agrees; the other has not played a hand."""
    play(evening.there, THERE, hand, BOARDS)
    settle(evening.there)


def play_both(evening: Evening, hand: Round) -> None:
    play_there(evening, hand)
    play(evening.elsewhere, TABLE, ELSEWHERE, BOARDS)
    settle(evening.elsewhere)


@pytest.mark.parametrize("roles", in_short([SOME, ALL], [SOME]))
def test_no_address_tells_a_result_of_pairs_before_its_time(
    pairs: Evening, roles: tuple[str, ...]
) -> None:
    addresses = every_address if roles == ALL else some_addresses
    found = told(pairs, roles, lambda hand: play_there(pairs, hand), addresses)
    assert {role: keys for role, keys in found.items() if role not in MAY and keys} == {}
    assert all(found[role] for role in MAY & {*roles})


@pytest.mark.slow
def test_no_address_tells_a_result_of_individuals_before_its_time() -> None:
    evening = an_evening("individual_duplicate", 8)
    boards = len(evening.there.boards)

    def until(hand: Round) -> None:
        play(evening.there, THERE, hand, boards)
        settle(evening.there)

    found = told(evening, ALL, until, of_tournaments)
    assert {role: keys for role, keys in found.items() if role not in MAY and keys} == {}
    assert all(found[role] for role in MAY)


@pytest.mark.slow
def test_a_board_of_teams_is_told_once_both_tables_have_played_it() -> None:
    """Other cards are played at other matches: a director who plays there may see these."""
    evening = an_evening("teams_of_four", 4)
    found = told(evening, ALL, lambda hand: play(evening.there, THERE, hand, 2), every_address)
    allowed = (MAY | {PLAYS, KEY_PLAYS}) - {THERE_OWN}
    assert {role: keys for role, keys in found.items() if role not in allowed and keys} == {}
    assert found[THERE]
    assert found[PLAYS]


@pytest.mark.parametrize(
    ("others", "shown"),
    [
        ("nothing", set()),
        ("percent", {"own_boards"}),
        ("traveller", {"own_boards", "own_board"}),
    ],
)
def test_pairs_that_have_played_the_board_see_what_the_stage_allows(
    pairs: Evening, others: str, shown: set[str]
) -> None:
    Stage.objects.filter(tournament=pairs.session).update(format_settings={"others": others})
    roles = (PERSONAL, TABLE, NOBODY)
    found = told(pairs, roles, lambda hand: play_both(pairs, hand), of(OWN))
    assert found == {PERSONAL: shown, TABLE: set(), NOBODY: set()}


def test_the_desk_sees_results_at_once_and_everybody_when_they_are_shown(pairs: Evening) -> None:
    """That an answer is the same says something only if it differs where it may."""
    only = of(SHOWN | SHOWN_AT_DESK | {"desk_board"})

    def show(hand: Round) -> None:
        play_both(pairs, hand)
        publishing.close_round(pairs.there.session_round, None)
        revealing.unfreeze(pairs.session, None)

    found = told(pairs, ["referee", NOBODY], lambda hand: play_there(pairs, hand), only)
    assert found["referee"] >= {"desk_round", "desk_board", "desk_match", "tournament_board"}
    assert not found[NOBODY]
    found = told(pairs, [PLAYS, NOBODY], show, only)
    assert found[NOBODY] == SHOWN
    assert found[PLAYS] >= SHOWN | SHOWN_AT_DESK


# A director who plays
# --------------------------------------------------------------------------------------------------


def test_a_director_who_plays_is_asked_before_they_see_results(pairs: Evening) -> None:
    play_there(pairs, AHEAD)
    session, client = pairs.session, pairs.world.clients[PLAYS]
    boards = "–".join(str(one) for one in (min(pairs.there.boards), max(pairs.there.boards)))
    text = f"You have not played these boards yet: {boards}."
    match = reverse("desk_match", args=[session.pk, pairs.there.pk])
    traveller = reverse("tournament_board", args=[session.pk, 1, pairs.there.boards[0]])
    whole_round = reverse("desk_round", args=[session.pk, 1, 1])
    one_board = text.replace(boards, str(pairs.there.boards[0]))
    for address, status, hidden in (
        (match, 403, text),
        (traveller, 200, one_board),
        (whole_round, 200, text),
    ):
        answer = client.get(address)
        assert (answer.status_code, hidden in text_of(answer)) == (status, True)
        assert not {"215", "645"} & {*text_of(answer).split()}
    board = reverse("desk_board", args=[session.pk])
    advice = "Table 1: a very clear result. Is it right?"
    assert text in text_of(client.get(board))
    assert advice not in text_of(client.get(board))
    opens = reverse("desk_open_results", args=[session.pk, 1])
    assert client.get(opens).status_code == 405
    for _ in range(2):
        answer = client.post(opens, {"back": match})
        assert (answer.status_code, answer["Location"]) == (302, match)
    line = LogLine.objects.get(tournament=session, action="results_opened")
    assert (line.by.name, line.params) == ("Dora Director", {"stage": 1})
    for address in (match, traveller, whole_round):
        answer = client.get(address)
        assert answer.status_code == 200
        assert "You have not played" not in text_of(answer)
        assert {"215", "645"} & {*text_of(answer).split()}
    assert advice in text_of(client.get(board))
    log = client.get(reverse("desk_log", args=[session.pk]))
    assert "Plays in stage 1, and opened its results while they were held back." in text_of(log)


def test_after_their_round_a_director_who_plays_sees_its_boards(pairs: Evening) -> None:
    play_both(pairs, AHEAD)
    session, client = pairs.session, pairs.world.clients[PLAYS]
    assert "215" in text_of(client.get(reverse("desk_match", args=[session.pk, pairs.there.pk])))


def test_nobody_opens_results_who_does_not_play_or_may_not(pairs: Evening) -> None:
    play_there(pairs, AHEAD)
    opens = reverse("desk_open_results", args=[pairs.session.pk, 1])
    statuses = {
        role: pairs.world.clients[role].post(opens, {"back": "https://elsewhere.example/"})
        for role in ("director", "screen", NOBODY)
    }
    assert [one.status_code for one in statuses.values()] == [302, 404, 302]
    assert statuses["director"]["Location"] == reverse("desk_board", args=[pairs.session.pk])
    assert "/account/" in statuses[NOBODY]["Location"]
    assert not LogLine.objects.filter(action="results_opened").exists()
    missing = reverse("desk_open_results", args=[pairs.session.pk, 9])
    assert pairs.world.clients[PLAYS].post(missing).status_code == 404
