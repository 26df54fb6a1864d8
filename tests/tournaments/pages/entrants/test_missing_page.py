"""Who is missing: one page for the door, and people who come late, leave or send somebody while a
round runs.
"""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.requests import Response
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, kept_out, number, owner_of, queries, text_of
from tournaments.actions import entering, publishing
from tournaments.actions.new_entrants import NewEntrant
from tournaments.models import Absence, Entrant, LogLine, Match, Place, Role, Tournament
from tournaments.pages.hall.queries import hall_of
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db


def here(cup: Tournament, *numbers: int) -> None:
    Entrant.objects.filter(tournament=cup, number__in=numbers).update(checked_in_at=timezone.now())


def page(cup: Tournament, **query: str) -> Response:
    answer = owner_of(cup).get(at("desk_missing", cup), query)
    assert answer.status_code == 200
    return answer


def names(lines: Any) -> list[int]:
    return sorted(line.entrant.number for line in lines)


def press(cup: Tournament, which: int, action: str, **form: object) -> Response:
    """A button of this page, through the preview where there is one, and where it leads."""
    name, rest = ("desk_check_in", ()) if action == "check-in" else ("desk_entrant_do", (action,))
    address = at(name, cup, number(cup, which).pk, *rest)
    return owner_of(cup).post(address, {"on": "missing", "show": "gone", **form})


# The list
# --------------------------------------------------------------------------------------------------


def test_an_open_place_is_named(cup: Tournament) -> None:
    here(cup, 1)
    assert "partner open" not in text_of(page(cup))
    entering.enter(cup, None, [NewEntrant(("Zoe",), open_places=1)], here=False)
    assert "Zoe partner open" in text_of(page(cup))


def test_whoever_has_not_come_stands_there_by_name(cup: Tournament) -> None:
    here(cup, 2)
    found = page(cup).context["found"]
    assert (found.entered, found.here, names(found.missing), found.without_table, found.absent) == (
        4,
        1,
        [1, 3, 4],
        [],
        [],
    )
    here(cup, 1, 3, 4)
    assert "Everybody is here." in text_of(page(cup))


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        *(
            ("player 3", [2]),
            ("PLAYER 7", [4]),
            ("4", [2, 4]),
            ("jorg", [3]),
            ("köniz", [1]),
            ("nobody", []),
        ),
        ("\0", [1, 2, 3, 4]),
    ],
)
def test_a_name_is_found_by_typing_a_part_of_it(
    cup: Tournament, typed: str, found: list[int]
) -> None:
    Entrant.objects.filter(pk=number(cup, 3).pk).update(label="Jörg's pair")
    Entrant.objects.filter(pk=number(cup, 1).pk).update(club_name="Koniz")
    answer = page(cup, q=typed)
    assert names(answer.context["found"].missing) == found
    assert ("Nobody missing has this name." in text_of(answer)) == (not found)
    assert (f"{len(found)} of 4 Show all" in text_of(answer)) == (typed != "\0" and found != [])


def test_one_tap_checks_in_and_leads_back_to_the_same_search(cup: Tournament) -> None:
    answer = press(cup, 1, "check-in", here="1", q="play er")
    assert answer["Location"] == f"{at('desk_missing', cup)}?q=play+er"
    assert names(page(cup).context["found"].missing) == [2, 3, 4]


def test_who_withdraws_is_missing_no_more(cup: Tournament) -> None:
    assert press(cup, 1, "withdraw")["Location"] == at("desk_missing", cup)
    assert number(cup, 1).state == "withdrawn"
    found = page(cup).context["found"]
    assert (found.entered, names(found.missing)) == (3, [2, 3, 4])


def test_who_misses_the_coming_round_stands_apart_and_can_come_after_all(cup: Tournament) -> None:
    desks.play_round(desks.draw(cup, 1))
    coming = {"stage": "1", "round": "2"}
    assert press(cup, 1, "absent", missing="1", **coming)["Location"] == at("desk_missing", cup)
    found = page(cup).context["found"]
    assert (found.coming, names(found.missing), names(found.absent)) == (2, [2, 3, 4], [1])
    press(cup, 1, "absent", missing="0", **coming)
    assert not Absence.objects.exists()
    assert names(page(cup).context["found"].missing) == [1, 2, 3, 4]


def test_where_they_are_awaited_is_said_and_who_plays_already_is_not_missing(
    cup: Tournament,
) -> None:
    first, second = Match.objects.filter(session_round=desks.draw(cup, 1))
    found = page(cup).context["found"]
    assert {line.table for line in found.missing} == {first.number, second.number}
    assert "expected at table" in text_of(page(cup))
    first.session_round.stage.tournament = cup
    desks.play_match(first)
    left = set(second.places.values_list("entrant__number", flat=True))
    assert set(names(page(cup).context["found"].missing)) == left


def test_the_role_of_the_desk_checks_in_and_decides_nothing(cup: Tournament) -> None:
    dora = desks.a_user("Dora")
    Role.objects.create(club=cup.club, user=dora, name="desk")
    client = desks.signed_in(dora)
    body = client.get(at("desk_missing", cup)).content.decode()
    assert at("desk_check_in", cup, number(cup, 1).pk) in body
    assert "/withdraw/" not in body
    assert "/absent/" not in body
    assert (
        client.post(
            at("desk_check_in", cup, number(cup, 1).pk), {"here": "1", "show": "gone"}
        ).status_code
        == 302
    )
    assert client.post(at("desk_entrant_do", cup, number(cup, 1).pk, "withdraw")).status_code == 404


def test_nobody_else_gets_there(cup: Tournament) -> None:
    kept_out(at("desk_missing", cup), cup, post=False)
    assert owner_of(cup).post(at("desk_missing", cup)).status_code == 405


def test_it_takes_as_many_queries_with_more_people() -> None:
    small, large = desks.a_tournament("pairs_swiss", 4), desks.a_tournament("pairs_swiss", 12)
    for cup in (small, large):
        desks.draw(cup, 1)
    counted = [queries(owner_of(cup), at("desk_missing", cup)) for cup in (small, large)]
    assert counted[0] == counted[1]


# While a round runs
# -----------------------------------------------------------------------------------------------


def test_who_comes_during_the_first_round_plays_in_the_second(cup: Tournament) -> None:
    desks.draw(cup, 1)
    late = entering.enter(cup, None, [NewEntrant(("Zoe", "Yann"))])[0]
    press(cup, late.number, "check-in", here="1")
    found = page(cup).context["found"]
    assert names(found.without_table) == [late.number]
    assert "They play from round 2 on." in text_of(page(cup))
    for match in Match.objects.filter(session_round__number=1).select_related(
        "session_round__stage__tournament"
    ):
        desks.play_match(match)
    session_round = publishing.close_round(match.session_round, None)
    assert session_round.state == "closed"
    desks.draw(cup, 2)
    assert (
        Place.objects.filter(entrant=late, session_round__number=2).exclude(kind="absent").exists()
    )
    assert names(page(cup).context["found"].without_table) == []


def test_who_withdraws_from_a_running_match_leaves_it_to_the_director(cup: Tournament) -> None:
    match = Match.objects.filter(session_round=desks.draw(cup, 1)).select_related(
        "session_round__stage__tournament"
    )[0]
    publishing.open_game(match, 1, desks.table_phone())
    place = match.places.get(side=0)
    answer = press(cup, place.entrant.number, "withdraw", reason="Ill", sure="1")
    assert answer.status_code in {302, 303}
    assert number(cup, place.entrant.number).state == "withdrawn"
    shown = text_of(owner_of(cup).get(at("desk_match", cup, match.pk)))
    assert "Withdrawn: " in shown
    assert "Decide the match" in shown
    page = owner_of(cup).get(at("desk_match", cup, match.pk))
    form = page.context["form"]
    assert [key for key, *_rest, chosen in form["kinds"] if chosen] == ["forfeit"]
    assert [row["side"].index for row in form["sides"] if row["chosen"]] == [1]
    assert re.search(r'id="decide"\s+open', page.content.decode())
    board = text_of(owner_of(cup).get(at("desk_board", cup)))
    assert "withdrew: decide the match" in board
    (ask,) = [ask for ask in hall_of(cup).asks if ask.kind == "withdrawn"]
    assert ask.since == LogLine.objects.get(tournament=cup, action="withdrawn").at
    match.refresh_from_db()
    assert not match.done


# A substitute
# --------------------------------------------------------------------------------------------------


def begun(cup: Tournament) -> Match:
    match = Match.objects.filter(session_round=desks.draw(cup, 1)).select_related(
        "session_round__stage__tournament"
    )[0]
    publishing.open_game(match, 1, desks.table_phone())
    return match


def seats(match: Match) -> list[str]:
    game = match.games.get(number=1).game
    assert game is not None
    return list(game.seats.order_by("number").values_list("player__name", flat=True))


def send(cup: Tournament, match: Match, **form: object) -> tuple[str, Any]:
    """Zoe comes in for the first member of the first side: whom she replaces, and the answer."""
    entrant = match.places.get(side=0).entrant
    member = entrant.members.filter(active=True).first()
    assert member is not None
    address = at("desk_entrant_do", cup, entrant.pk, "substitute")
    return member.player.name, owner_of(cup).post(
        address, {"name": "Zoe", "instead_of": member.pk, **form}
    )


def test_a_running_game_keeps_its_people_and_the_page_says_so(cup: Tournament) -> None:
    match = begun(cup)
    before = seats(match)
    entrant = match.places.get(side=0).entrant
    said = text_of(owner_of(cup).get(at("desk_entrant", cup, entrant.pk)))
    assert f"A game is running at table {match.number}." in said
    _replaced, answer = send(cup, match)
    assert answer.status_code == 302
    assert seats(match) == before


def test_a_substitute_takes_the_seat_at_once_where_the_director_says_so(cup: Tournament) -> None:
    match = begun(cup)
    before = seats(match)
    row = match.games.get(number=1)
    assert row.game is not None
    version, seated = row.game.version, row.seats
    replaced, answer = send(cup, match, at_once="1")
    assert answer.status_code == 302
    assert seats(match) == ["Zoe" if name == replaced else name for name in before]
    row.refresh_from_db()
    row.game.refresh_from_db()
    assert (row.seats, row.game.version) == (seated, version + 1)
    phone = Client().get(reverse("match", args=[token_of(match)]))
    assert phone.status_code == 200


def test_a_game_that_is_over_keeps_its_people_in_any_case(cup: Tournament) -> None:
    match = begun(cup)
    desks.play_match(match)
    before = seats(match)
    send(cup, match, at_once="1")
    assert seats(match) == before
