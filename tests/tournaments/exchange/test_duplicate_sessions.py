"""Sessions of duplicate, over or half-way, exported and imported elsewhere: the same document, the
same standings, the same travellers.
"""

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments import desks
from tests.tournaments.asking_api import read
from tests.tournaments.sessions import a_session_with_every_mishap, with_two_totals
from tournaments.actions import creating, revealing, stages
from tournaments.actions.board_rulings import give_averages
from tournaments.exchange.reading import import_tournament
from tournaments.exchange.writing import document, text_of
from tournaments.models import GivenCards, Match, Tournament
from tournaments.stage.history import history_of
from tournaments.stage.ranking import ranked

pytestmark = pytest.mark.django_db


def finished() -> Tournament:
    session = a_session_with_every_mishap()
    stages.finish_stage(desks.first_stage(session), None)
    creating.finish_tournament(session, None)
    revealing.unfreeze(session, None)
    return session


def running() -> Tournament:
    """Half-way: a fourth round is being played, and one of its tables is through."""
    session = a_session_with_every_mishap(rounds=3)
    drawn = desks.draw(session, 4)
    desks.play_match(desks.tables(drawn)[0], 3)
    return session


def individuals() -> Tournament:
    session = desks.a_tournament("individual_duplicate", 8, awards={})
    for number in (1, 2):
        desks.play_round(desks.draw(session, number), seed=number)
    match = desks.tables(desks.first_stage(session).session_rounds.all()[0])[0]
    give_averages(match, None, {match.boards[0]: ["avg++", "avg"]}, "A card was missing")
    return session


SESSIONS: dict[str, Callable[[], Tournament]] = {
    made.__name__: made for made in (finished, running, individuals, with_two_totals)
}


def standings(session: Tournament) -> list[Any]:
    numbers = dict(session.entrants.values_list("pk", "number"))
    rows = ranked(history_of(desks.first_stage(session)))
    return [(row.rank, numbers[row.id], dict(row.values), row.unranked) for row in rows]


def travellers(session: Tournament) -> Any:
    """All boards, with the six values of each result, as the desk reads them."""
    return read(session, "boards/1/", desks.desk_of(session.club).client)


def copied(session: Tournament) -> Tournament:
    elsewhere = desks.a_desk("Ben", "Another club")
    return import_tournament(elsewhere.club, elsewhere.user, text_of(session))


def fresh(session: Tournament) -> Tournament:
    return Tournament.objects.get(pk=session.pk)


@pytest.mark.parametrize("kind", SESSIONS)
def test_a_session_that_was_read_back_has_the_same_standings_and_travellers(kind: str) -> None:
    session = fresh(SESSIONS[kind]())
    before, shown = standings(session), travellers(session)
    assert len(before) >= 4
    assert sum(len(one["results"]) for one in shown["boards"]) >= 6
    copy = fresh(copied(session))
    assert document(copy) == document(session)
    assert standings(copy) == before == standings(session)
    assert travellers(copy) == shown == travellers(session)
    keys = ("frozen_stage", "frozen_round")
    assert [getattr(copy, key) for key in keys] == [getattr(session, key) for key in keys]


def test_every_mishap_is_in_the_travellers_that_are_compared() -> None:
    shown = travellers(finished())
    results = [one for board in shown["boards"] for one in board["results"]]
    assert {one["deal"] for one in results} == {1, 2}
    assert [one["averages"] for one in results if one["averages"]] == [["avg+", "avg-"]]
    numbers = {who for one in results for side in one["sides"] for (who,) in [side]}
    assert len(numbers) == 10  # with the pair that left and the one that came late


def test_a_running_session_goes_on_as_the_original_would() -> None:
    session = fresh(running())
    copy = fresh(copied(session))
    for one in (session, copy):
        drawn = (
            desks.first_stage(one).session_rounds.select_related("stage__tournament").get(number=4)
        )
        desks.play_round(drawn, seed=3)
        desks.play_round(desks.draw(one, 5), seed=4)
    assert standings(copy) == standings(session)
    shown = travellers(copy)
    assert shown == travellers(session)
    assert {one["round"] for board in shown["boards"] for one in board["results"]} == {*range(1, 6)}


def test_cards_that_were_noted_stay_where_they_are() -> None:
    """They are for those who sat there, who have other links elsewhere."""
    session = fresh(running())
    assert GivenCards.objects.count() == 1
    copy = copied(session)
    assert GivenCards.objects.count() == 1
    assert Match.objects.filter(session_round__stage__tournament=copy).exists()
