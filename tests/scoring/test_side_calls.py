"""A game with calls of which only the team is known: whom they count for, and that no correction,
document or repair loses them.
"""

import io
import json
import uuid
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.urls import reverse

from scoring.games.verifying.rebuilding import rebuild
from scoring.models import Call, Device, Entry, Game, Player
from scoring.people.statistics.at_tables import rounds_of, table_rounds
from scoring.people.statistics.averages import everybody_in, everybody_with
from scoring.people.statistics.calls import Counted
from scoring.people.statistics.club import numbers_of
from scoring.people.statistics.drilldown import rounds_of_figure
from scoring.people.statistics.person import Person
from scoring.people.statistics.together import Pair, Versus
from tests.requests import Response
from tests.scoring.clubs import a_club
from tests.scoring.games import a_client, a_device
from tests.scoring.tables import an_entry, at, totals
from tests.scoring.team_calls import GRANDS, OF_FIRST_TEAM, TICHUS, a_game_by_team
from tests.tournaments.club_document.a_club import document_of
from tests.tournaments.tampering import found
from tournaments.clubs.club_document.reading import import_club

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
NOT_RECORDED = "Jo & Ed (who: not recorded)"


@pytest.fixture
def game(phone: Device) -> Game:
    return a_game_by_team(phone)


def told(calls: Counted) -> tuple[tuple[int, int], tuple[int, int]]:
    """Tichus and Grands: made, of how many."""
    tichus, grands = calls.tichus, calls.grands
    return (tichus.hits, tichus.of), (grands.hits, grands.of)


def people() -> list[Player]:
    return [Player.objects.get(name=name) for name in ("Al", "Jo", "Mo", "Ed")]


# Whom they count for
# --------------------------------------------------------------------------------------------------


def test_they_count_for_the_club_and_for_the_other_team_and_for_nobody_in_person(
    game: Game,
) -> None:
    al, jo, mo, ed = people()
    everybody = Game.objects.all()
    assert game.club is not None
    assert told(numbers_of(game.club, 2007, []).calls) == (TICHUS, GRANDS)
    nothing = (0, 0), (0, 0)
    assert [told(Person(one).calls) for one in (al, jo, mo, ed)] == [nothing] * 4
    assert told(everybody_in(everybody).calls) == told(everybody_with(al).calls) == nothing
    assert told(Person(jo).against) == told(Pair(jo, ed).against) == OF_FIRST_TEAM
    assert told(Versus(al, mo, [jo, ed]).against) == ((1, 1), (0, 1))
    assert told(Versus(al, mo, [jo, ed]).of_others.against) == OF_FIRST_TEAM
    assert set(Call.objects.values_list("player", "seat")) == {(None, None)}


def test_the_rounds_behind_a_number_are_as_many_and_name_the_team(game: Game) -> None:
    al, jo, _mo, _ed = people()
    behind = [
        rounds_of_figure([who.pk], figure)
        for who in (al, jo)
        for figure in ("against-tichu", "against-grand", "tichu", "grand")
    ]
    assert [one.count() for one in behind if one is not None] == [1, 1, 0, 0, 3, 0, 0, 0]
    of_club = rounds_of(Game.objects.filter(pk=game.pk), "grand")
    assert of_club is not None
    (shown,) = table_rounds(of_club)
    assert [(one.name, one.call, one.made) for one in shown.calls] == [
        (NOT_RECORDED, "grand", False)
    ]


def test_the_page_of_both_pairs_shows_the_calls_of_each(game: Game) -> None:
    al, jo, mo, ed = people()
    write_tichu_of_second_team(game)
    address = reverse("person_against", args=[al.pk, mo.pk, jo.pk, ed.pk])
    page = a_client().get(address).content.decode()
    assert "3 of 3" in page
    assert "1 of 2" in page


def write_tichu_of_second_team(game: Game) -> None:
    answer = corrected(game, 4, {"card_points": [35, 65], "side_calls": [[1, "tichu", False]]})
    assert answer.status_code == 201


def test_a_row_is_of_a_seat_or_of_a_side(game: Game) -> None:
    row = Call.objects.latest("pk")
    for wrong in ({"seat": 1}, {"side": None}, {"player": people()[0]}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Call.objects.filter(pk=row.pk).update(**wrong)


# Nothing loses them
# --------------------------------------------------------------------------------------------------


def corrected(game: Game, number: int, data: dict[str, Any]) -> Response:
    replaced = Entry.objects.get(counts_as__game=game, number=number)
    entry = an_entry(number, data, kind="correction", replaces=str(replaced.pk))
    return a_client().post(
        at("api_entries", game), json.dumps(entry), content_type="application/json"
    )


def kept(game: Game) -> list[tuple[int, Any]]:
    rows = Entry.objects.filter(counts_as__game=game).order_by("number")
    return [(one.number, one.data.get("side_calls")) for one in rows if "side_calls" in one.data]


ALL = [
    (2, [[1, "tichu", True]]),
    *((number, [[0, "tichu", True]]) for number in (3, 5, 7)),
    (8, [[1, "grand", False]]),
]


def test_what_is_verified_and_rebuilt_stays_as_it_is(game: Game) -> None:
    call_command("verify")
    before = sorted(Call.objects.values_list("round", "side", "call", "made", "margin"))
    Call.objects.filter(Q(call="grand")).delete()
    difference = found()
    assert difference is not None
    assert "calls" in str(difference)
    assert rebuild(Game.objects.all()) == 1
    assert found() is None
    assert sorted(Call.objects.values_list("round", "side", "call", "made", "margin")) == before
    Entry.objects.filter(number=8).update(data={"sweep": 0})
    assert found() is not None, "the chain covers them"


def test_a_correction_of_another_round_leaves_them_and_moves_the_totals(game: Game) -> None:
    assert kept(game) == ALL
    assert corrected(game, 4, {"card_points": [40, 60]}).status_code == 201
    assert (kept(game), totals(game)) == (ALL, (1150, 150))
    call_command("verify")


def test_the_forms_of_a_correction_bring_them_back(game: Game) -> None:
    page = a_client().get(at("correct_round", game, number=8)).content.decode()
    assert f"{NOT_RECORDED}: Grand Tichu ✗ failed" in page.replace("&amp;", "&")
    assert 'name="side_calls" value="[[1, &quot;grand&quot;, false]]"' in page
    assert "?recording=" not in page, "no fuller form could keep them"
    replaced = Entry.objects.get(counts_as__game=game, number=8)
    fields = {
        "id": str(uuid.uuid4()),
        "number": 8,
        "replaces": str(replaced.pk),
        "recording": "points",
        "points": "60",
        "side_calls": '[[1, "grand", false]]',
    }
    wrong = a_client().post(
        at("correct_round", game, number=8), fields | {"side_calls": '[[1, "grand", true]]x'}
    )
    assert wrong.status_code == 422
    answer = a_client().post(at("correct_round", game, number=8), fields)
    assert answer.status_code == 302
    assert (kept(game), totals(game)) == (ALL, (1005, 195))


def test_a_correction_may_name_the_caller(game: Game) -> None:
    named = {"card_points": [70, 30], "calls": {"1": "tichu"}, "made": 1}
    both = corrected(game, 2, named | {"side_calls": [[1, "tichu", True]]})
    assert (both.status_code, [one["code"] for one in both.json()["errors"]]) == (
        422,
        ["made_not_called"],
    )
    assert corrected(game, 2, named).status_code == 201
    assert totals(game) == (1145, 155)
    assert told(Person(people()[1]).calls) == ((1, 1), (0, 0))
    call_command("verify")


def test_the_club_goes_out_and_comes_back_with_them() -> None:
    with transaction.atomic():
        device = a_device()
        club = a_club(device)
        a_game_by_team(device)
        document = document_of(club)
        transaction.set_rollback(True)
    made = import_club(io.BytesIO(document))
    assert document_of(made) == document
    game = Game.objects.get(club=made)
    assert (kept(game), totals(game)) == (ALL, (1145, 155))
    assert found() is None
    assert told(numbers_of(made, 2007, []).calls) == (TICHUS, GRANDS)


# How they are shown
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "places"),
    [("game", {}), ("round_history", {"number": 8}), ("game_print", {}), ("score", {})],
)
def test_each_page_of_the_game_says_that_nobody_knows_who(
    game: Game, address: str, places: dict[str, Any]
) -> None:
    page = a_client().get(at(address, game, **places)).content.decode()
    assert "Jo &amp; Ed (who: not recorded)" in page
    assert "failed" in page


def test_the_api_shows_them_and_refuses_a_score_record(game: Game) -> None:
    shown = a_client().get(at("api_game", game)).json()
    assert [one["round"].get("side_calls") for one in shown["rounds"]][7] == [[1, "grand", False]]
    answer = a_client().get(at("api_record", game))
    (error,) = answer.json()["errors"]
    assert (answer.status_code, error["code"], error["field"]) == (422, "unknown_key", "side_calls")
    assert error["message"] == (
        "This game has calls of which only the team is known, and a score record needs the "
        "caller: export the club instead."
    )
