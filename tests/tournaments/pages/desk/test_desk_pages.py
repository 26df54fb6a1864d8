"""The desk's first pages: my clubs, a new tournament, where one stands, turning it on, its log."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club
from tests.requests import Response
from tests.tournaments.desk_pages import ANSWERS, at, queries, words_of
from tests.tournaments.desks import (
    Desk,
    a_desk,
    a_tournament,
    a_user,
    an_owner,
    draw,
    enter,
    let_direct,
    play_round,
    signed_in,
)
from tournaments.actions import entering, judging, registering, stages
from tournaments.actions.new_entrants import NewEntrant
from tournaments.models import LogLine, Match, Role, Stage, Tournament
from tournaments.pages.next_action import current_state

pytestmark = pytest.mark.django_db


# My clubs
# --------------------------------------------------------------------------------------------------


def test_without_a_club_the_desk_asks_for_one_and_then_for_a_tournament() -> None:
    user = an_owner("Nora")
    client = signed_in(user)
    page = client.get("/desk/").content.decode()
    assert "Who is playing?" in page
    assert re.findall(r'class="button main"[^>]*>([^<]+)', page) == ["Prepare the first evening"]
    assert page.count('class="sketch"') == 3
    response = client.post("/desk/clubs/", {"name": "  Tichu   Bern "})
    club = Club.objects.get(name="Tichu Bern")
    assert (response.status_code, response["Location"]) == (302, f"/desk/clubs/{club.pk}/new/")
    assert list(Role.objects.values_list("club", "user", "name")) == [(club.pk, user.pk, "owner")]
    page = client.get("/desk/").content.decode()
    assert re.findall(r'class="button main"[^>]*>([^<]+)', page) == ["New tournament"]
    assert page.count('class="sketch"') == 3
    a_tournament(entrants=0, desk=Desk(club, user, client))
    assert 'class="sketch"' not in client.get("/desk/").content.decode()


def test_a_club_without_a_name_is_asked_for_again() -> None:
    client = signed_in(an_owner("Nora"))
    response = client.post("/desk/clubs/", {"name": "  "})
    assert response.status_code == 422
    assert "Please type the club" in words_of(response)
    assert not Club.objects.exists()


@pytest.mark.parametrize("role", ["", "referee", "desk", "screen"])
def test_an_account_without_a_say_starts_no_club_and_is_told_how_it_gets_into_one(
    role: str,
) -> None:
    client = signed_in(user := a_user("Nora"))
    if role:
        Role.objects.create(club=Club.objects.create(name="Tichu Bern"), user=user, name=role)
    page = client.get("/desk/")
    assert "/desk/clubs/" not in page.content.decode()
    assert ("ask a club’s owner for an invitation" in words_of(page)) == (not role)
    answer = client.post("/desk/clubs/", {"name": "Tichu Thun"})
    assert (answer.status_code, "can start a club" in words_of(answer)) == (403, True)
    assert not Club.objects.filter(name="Tichu Thun").exists()


def places(client: Client, address: str) -> list[str]:
    """Where the places beside a page lead to, and the foot below them."""
    page = client.get(address).content.decode()
    rail = re.search(r'<header class="top rail.*?</header>', page, re.DOTALL)
    assert rail, address
    # The first is the way to the front page
    return re.findall(r'<a[^>]*?href="([^"]+)"', rail[0])[1:]


def test_all_pages_of_a_clubs_desk_have_the_same_places_beside_them() -> None:
    desk = a_desk("Olga", "Tichu Bern")
    at_desk = [
        reverse(name, args=[desk.club.pk])
        for name in ("desk_new", "desk_names", "desk_webhooks", "desk_seasons")
    ]
    found = {
        address: places(desk.client, address)
        for address in ["/desk/", *at_desk, f"{at_desk[0]}?kinds=all"]
    }
    assert len({tuple(one) for one in found.values()}) == 1, found
    club = [
        reverse(name, args=[desk.club.pk])
        for name in ("club_people", "club_evenings", "desk_seasons", "club_home")
    ]
    theirs = {reverse("club_ratings", args=[desk.club.pk]), "/me/", reverse("account")}
    assert set(found["/desk/"]) == {"/desk/", *club, *at_desk[1:3], *theirs}
    for address in found:
        current = re.findall(
            r'href="([^"]+)"\s+aria-current="page"', desk.client.get(address).content.decode()
        )
        assert current == [address if address in at_desk[1:] else "/desk/"], address


def test_who_only_helps_or_has_two_clubs_is_led_nowhere_that_is_not_theirs() -> None:
    desk = a_desk("Olga", "Tichu Bern")
    helper = a_user("Hanna")
    Role.objects.create(club=desk.club, user=helper, name=Role.Name.DESK)
    offered = places(signed_in(helper), "/desk/")
    assert reverse("club_people", args=[desk.club.pk]) in offered
    assert not {
        reverse(name, args=[desk.club.pk])
        for name in ("desk_names", "desk_webhooks", "desk_seasons")
    } & set(offered)
    Role.objects.create(
        club=Club.objects.create(name="Tichu Thun"), user=helper, name=Role.Name.OWNER
    )
    assert set(places(signed_in(helper), "/desk/")) == {"/desk/", reverse("account")}


def test_each_page_of_the_desk_and_the_club_names_who_is_signed_in_but_no_visitor() -> None:
    desk = a_desk("Olga", "Tichu Bern")
    desk.club.public = True
    desk.club.save()
    tournament = a_tournament(desk=desk)
    pages = ["/desk/", at("desk_board", tournament), reverse("club_home", args=[desk.club.pk])]
    for address in pages:
        rail = desk.client.get(address).content.decode()
        assert re.search(rf'class="me"\s+href="{reverse("account")}"\s*><bdi>Olga</bdi>', rail), (
            address
        )
    assert 'class="me"' not in Client().get(pages[-1]).content.decode()


# A new tournament
# ---------------------------------------------------------------------------------------------


def new(desk: Desk, **typed: str) -> Response:
    return desk.client.post(
        reverse("desk_new", args=[desk.club.pk]),
        {"preset": "german_championship", "name": "Open", **ANSWERS, **typed},
    )


def test_a_tournament_is_made_from_a_ready_made_event_with_its_answers() -> None:
    desk = a_desk()
    response = new(desk, starts_on="2026-12-05", place="Bear")
    made = Tournament.objects.get()
    assert (response.status_code, response["Location"]) == (302, at("desk_board", made))
    assert (made.name, made.place, str(made.starts_on), made.unit, made.preset, made.state) == (
        "Open",
        "Bear",
        "2026-12-05",
        "person",
        "german_championship",
        "draft",
    )
    assert made.stages.get().awards == {
        "bye_points": 2,
        "bye_score": 0,
        "absent_points": 0,
        "absent_score": 0,
        "late_entry": "nothing",
    }


def test_every_ready_made_event_is_offered_with_its_sentence() -> None:
    desk = a_desk()
    shown = words_of(desk.client.get(reverse("desk_new", args=[desk.club.pk]), {"kinds": "all"}))
    assert "German championship Players; six rounds of four hands" in shown
    assert "Team cup, best of three Teams of two to four people" in shown


def test_no_answer_about_byes_is_refused_beside_the_question_and_all_that_was_typed_stays() -> None:
    desk = a_desk()
    response = new(desk, name="Advent", awards_bye_points="", awards_absent_score="x", place="Bear")
    shown = words_of(response)
    assert response.status_code == 422
    assert "Enter a number here too, or 0." in shown
    assert "Not saved: check" in shown
    content = response.content.decode()
    assert 'value="Advent"' in content
    assert 'value="Bear"' in content
    assert 'id="awards_absent_score" name="awards_absent_score" value="x"' in content
    assert not Tournament.objects.exists()


def test_deciding_later_is_an_answer_and_the_first_page_reminds_of_it() -> None:
    desk = a_desk()
    empty = {key: "" for key in ANSWERS if key not in {"awards", "awards_late_entry"}}
    assert new(desk, **empty, bye_later="on", absent_later="on").status_code == 302
    made = Tournament.objects.get()
    assert made.stages.get().awards == {"late_entry": "nothing"}
    assert "It is not decided yet what a bye is worth. Decide now" in words_of(
        desk.client.get(at("desk_board", made))
    )


def test_a_cup_asks_nothing_about_byes() -> None:
    desk = a_desk()
    address = reverse("desk_new", args=[desk.club.pk])
    assert "What is a bye worth?" not in words_of(desk.client.get(f"{address}?preset=cup"))
    assert desk.client.post(address, {"preset": "cup", "name": "Cup"}).status_code == 302
    assert Stage.objects.get().awards == {
        "bye_points": 0,
        "bye_score": 0,
        "absent_points": 0,
        "absent_score": 0,
    }


def test_groups_and_a_cup_get_their_answers_each_and_names_of_their_own() -> None:
    desk = a_desk()
    assert new(desk, preset="groups_and_cup").status_code == 302
    groups, cup = Stage.objects.all()
    assert (groups.name, groups.awards["bye_points"], cup.name, cup.awards["bye_points"]) == (
        "Groups",
        2,
        "Cup",
        0,
    )


def test_a_club_that_is_not_mine_is_not_there() -> None:
    desk, other = a_desk(), a_desk("Otto", "Tichu Basel")
    address = reverse("desk_new", args=[desk.club.pk])
    assert other.client.get(address).status_code == 404
    assert other.client.post(address, {"preset": "cup", "name": "Cup"}).status_code == 404
    assert Client().get(address)["Location"].startswith("/account/login/")
    assert not Tournament.objects.exists()


# Where it stands
# ----------------------------------------------------------------------------------------------


def next_step(tournament: Tournament) -> tuple[str, str]:
    tournament.refresh_from_db()
    step = current_state(tournament).step
    assert step is not None
    return step.key, step.label


def test_the_next_thing_to_do_is_there_through_a_whole_tournament() -> None:
    desk = a_desk()
    tournament = a_tournament(
        "pairs_swiss", 0, desk=desk, opened=False, format_settings={"rounds": 2}
    )
    assert next_step(tournament) == ("enter", "Enter people")
    enter(tournament, 4)
    assert next_step(tournament) == ("open", "Open it to the public")
    desk.client.post(at("desk_turn", tournament, "open"))
    assert next_step(tournament) == ("draw", "Begin and draw round 1")
    first = draw(tournament, 1, publish=False)
    assert next_step(tournament) == ("publish", "Check and publish the draft")
    draw(tournament, 1)
    assert next_step(tournament) == ("results", "To the board")
    step = current_state(tournament).step
    assert step is not None
    assert step.sentence == "Round 1 is being played: 2 tables have no result yet."
    play_round(first, close=False)
    assert next_step(tournament) == ("close", "Close round 1 and draw round 2")
    # Nobody has agreed yet: the tables are named, and whoever did not see them is asked once more.
    asked = desk.client.post(step_address(tournament))
    assert asked.status_code == 409
    assert (
        "Nobody has agreed to the results of these tables: 1, 2. They count as they are."
        in words_of(asked)
    )
    assert desk.client.post(step_address(tournament), {"accept": "1"}).status_code == 302
    assert next_step(tournament) == ("publish", "Check and publish the draft")
    play_round(draw(tournament, 2), close=False)
    assert next_step(tournament) == ("close", "Close round 2, the last")
    assert desk.client.post(step_address(tournament), {"accept": "1"}).status_code == 302
    assert next_step(tournament) == ("finish_stage", "Finish the tournament")
    desk.client.post(step_address(tournament))
    assert next_step(tournament) == ("standings", "Final standings")
    assert [one.key for one in current_state(tournament).others] == [
        "certificates",
        "wrong",
        "reopen",
    ]
    Tournament.objects.update(frozen_stage=1, frozen_round=2)
    assert next_step(tournament) == ("prizes", "Prize-giving")
    assert [one.key for one in current_state(tournament).others] == [
        "standings",
        "certificates",
        "wrong",
        "reopen",
    ]


def step_address(tournament: Tournament) -> str:
    step = current_state(tournament).step
    assert step is not None
    assert step.does
    return step.address


def test_the_big_button_leads_through_two_stages() -> None:
    desk = a_desk()
    tournament = a_tournament("groups_and_cup", 4, desk=desk, format_settings={"groups": 1})
    assert next_step(tournament) == ("draw", "Begin Groups and draw its round 1")
    for number in (1, 2, 3):
        play_round(draw(tournament, number), close=number < 3)
    assert next_step(tournament) == ("close", "Close round 3 and finish Groups")
    desk.client.post(step_address(tournament), {"accept": "1"})
    assert next_step(tournament) == ("draw", "Begin Cup and draw its round 1")


def test_where_people_may_enter_themselves_opening_comes_first() -> None:
    tournament = a_tournament("pairs_swiss", 0, opened=False)
    Tournament.objects.update(registration=True)
    assert next_step(tournament) == ("open", "Open it to the public")
    Tournament.objects.update(state="open")
    tournament.refresh_from_db()
    registering.register(tournament, NewEntrant(("Ann", "Bea")))
    assert next_step(tournament) == ("confirm", "Answer requests")


def test_a_draw_asks_whether_only_those_who_are_here_shall_play() -> None:
    desk = a_desk()
    tournament = a_tournament("pairs_swiss", 6, desk=desk)
    for entrant in tournament.entrants.all()[:4]:
        entering.check_in(entrant, None)
    assert "Only those checked in: 4 of 6" in words_of(
        desk.client.get(at("desk_board", tournament))
    )


def test_the_first_page_needs_as_many_queries_for_many_people_tables_and_rounds_as_for_few() -> (
    None
):
    desk = a_desk()
    small = a_tournament("pairs_swiss", 4, desk=desk)
    draw(small, 1)
    few = queries(desk.client, at("desk_board", small))
    large = a_tournament("pairs_swiss", 12, desk=desk)
    for number in (1, 2):
        for match in draw(large, number).matches.all():
            judging.rule_match(match, None, {"kind": "half"}, "shortened")
        desk.client.post(reverse("desk_round_do", args=[large.pk, 1, number, "close"]))
    draw(large, 3)
    assert Match.objects.filter(session_round__stage__tournament=large).count() == 18
    assert queries(desk.client, at("desk_board", large)) == few


def test_finishing_ends_the_last_stage_too_and_reopening_opens_both() -> None:
    desk = a_desk()
    tournament = a_tournament("pairs_swiss", 4, desk=desk, format_settings={"rounds": 1})
    play_round(draw(tournament, 1))
    assert desk.client.post(at("desk_turn", tournament, "finish")).status_code == 302
    assert states(tournament) == ("finished", "finished")
    assert desk.client.post(at("desk_turn", tournament, "reopen")).status_code == 302
    assert states(tournament) == ("open", "running")


def states(tournament: Tournament) -> tuple[str, str]:
    tournament.refresh_from_db()
    return tournament.state, tournament.stages.get().state


def test_a_tournament_with_an_open_round_is_not_finished_and_the_page_says_why() -> None:
    desk = a_desk()
    tournament = a_tournament("pairs_swiss", 4, desk=desk)
    draw(tournament, 1)
    response = desk.client.post(at("desk_turn", tournament, "finish"))
    assert response.status_code == 409
    assert "Close round 1 first" in words_of(response)
    assert states(tournament) == ("open", "running")


def test_only_one_that_was_never_opened_can_be_thrown_away_and_only_by_an_owner() -> None:
    desk = a_desk()
    prepared, opened = a_tournament(desk=desk, opened=False), a_tournament(desk=desk)
    director = let_direct(desk, "Dora")
    assert director.post(at("desk_delete", prepared)).status_code == 404
    assert desk.client.post(at("desk_delete", opened)).status_code == 409
    assert desk.client.post(at("desk_delete", prepared))["Location"] == "/desk/"
    assert list(Tournament.objects.all()) == [opened]


# The small family
# ---------------------------------------------------------------------------------------------

PAGES = ["desk_board", "desk_about", "desk_log", "desk_stage"]
BUTTONS = ["desk_turn", "desk_delete", "desk_stage_add", "desk_stage_remove"]
FURTHER = {"desk_stage": (1,), "desk_turn": ("finish",), "desk_stage_remove": (1,)}


@pytest.mark.parametrize("name", PAGES)
def test_pages_are_for_the_club_s_directors_alone(name: str) -> None:
    desk, other = a_desk(), a_desk("Otto", "Tichu Basel")
    tournament = a_tournament(desk=desk, entrants=2)
    address = at(name, tournament, *FURTHER.get(name, ()))
    assert desk.client.get(address).status_code == 200
    assert let_direct(desk, "Dora").get(address).status_code == 200
    assert other.client.get(address).status_code == 404
    assert signed_in(a_user("Stranger")).get(address).status_code == 404
    assert Client().get(address)["Location"] == f"/account/login/?next={address}"
    gone = address.replace(str(tournament.pk), "00000000-0000-4000-8000-000000000000")
    assert desk.client.get(gone).status_code == 404
    assert "no-store" in desk.client.get(address)["Cache-Control"]


@pytest.mark.parametrize("name", BUTTONS)
def test_buttons_are_for_the_club_s_directors_alone_and_do_nothing_when_they_are_opened(
    name: str,
) -> None:
    desk, other = a_desk(), a_desk("Otto", "Tichu Basel")
    tournament = a_tournament(desk=desk, entrants=2, opened=name != "desk_delete")
    address = at(name, tournament, *FURTHER.get(name, ()))
    assert desk.client.get(address).status_code == 405
    assert other.client.post(address).status_code == 404
    assert signed_in(a_user("Stranger")).post(address).status_code == 404
    assert Client().post(address)["Location"] == f"/account/login/?next={address}"
    tournament.refresh_from_db()
    assert tournament.state != "finished"


def test_a_turn_that_there_is_not_is_not_there() -> None:
    desk = a_desk()
    assert desk.client.post(at("desk_turn", a_tournament(desk=desk), "explode")).status_code == 404


def test_a_stage_begins_only_through_its_own_button() -> None:
    tournament = a_tournament(entrants=4)
    stages.begin_stage(tournament.stages.get(), None)
    assert LogLine.objects.filter(action="stage_begun").count() == 1
