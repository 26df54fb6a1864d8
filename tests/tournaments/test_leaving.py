"""Entrants withdraw on their own page; and what pages say after the last round."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import desks
from tests.tournaments.desk_pages import at, number, text_of
from tests.tournaments.leagues import being_played as league
from tests.tournaments.refusing import refused
from tournaments.actions import attendance, drawing, publishing, registering, stages
from tournaments.actions.integrity import undo
from tournaments.actions.new_entrants import NewEntrant
from tournaments.models import Change, Entrant, LogLine, Match, Participation, Place, Tournament
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db


def own(entrant: Entrant) -> str:
    return reverse("own_page", args=[token_of(entrant)])


def leave(entrant: Entrant, **sent: str) -> Any:
    return Client().post(reverse("own_leave", args=[token_of(entrant)]), sent or {"when": "now"})


def after_a_round(desk: desks.Desk | None = None) -> Tournament:
    cup = desks.a_tournament("pairs_swiss", 8, desk=desk or desks.a_desk())
    desks.play_round(desks.draw(cup))
    return cup


def test_between_two_rounds_one_leaves_and_is_not_drawn_any_more() -> None:
    desk = desks.a_desk()
    cup = after_a_round(desk)
    one = number(cup, 1)
    page = Client().get(own(one))
    assert reverse("own_leave", args=[token_of(one)]) in page.content.decode()
    asked = Client().get(reverse("own_leave", args=[token_of(one)]))
    assert "Nothing has changed yet." in text_of(asked)
    assert "What you have played stays" in text_of(asked)
    assert "When do you leave?" not in text_of(asked)
    assert number(cup, 1).state == "entered"
    answer = leave(one)
    assert (answer.status_code, answer["Location"]) == (303, own(one))
    assert number(cup, 1).state == "withdrawn"
    line = LogLine.objects.get(tournament=cup, action="withdrawn")
    assert (line.by, line.params) == (None, {"entrant": one.pk})
    board = text_of(desk.client.get(at("desk_board", cup)))
    assert "Player 1 & Player 2 withdrew on their own page." in board.replace("&amp;", "&")
    drawn = desks.draw(cup, 2)
    assert not Place.objects.filter(session_round=drawn, entrant=one, kind="table").exists()
    assert "withdrew on their own page" not in text_of(desk.client.get(at("desk_board", cup)))


def test_it_is_taken_back_until_the_next_draw() -> None:
    cup = after_a_round()
    one = number(cup, 1)
    leave(one)
    assert "I keep playing after all" in text_of(Client().get(own(one)))
    assert leave(one, back="1").status_code == 303
    assert number(cup, 1).state == "entered"
    assert Participation.objects.get(entrant=one).last_round is None
    leave(number(cup, 1))
    desks.draw(cup, 2)
    assert "I keep playing after all" not in text_of(Client().get(own(one)))
    answer = leave(one, back="1")
    assert (answer.status_code, "A round was drawn since" in text_of(answer)) == (409, True)
    assert number(cup, 1).state == "withdrawn"


def test_what_a_director_withdrew_is_not_taken_back_on_the_own_page() -> None:
    desk = desks.a_desk()
    cup = after_a_round(desk)
    attendance.withdraw(number(cup, 1), desk.user)
    assert "I keep playing after all" not in text_of(Client().get(own(number(cup, 1))))
    assert leave(number(cup, 1), back="1").status_code == 409
    # And a director can undo what an entrant did
    leave(number(cup, 2))
    change = Change.objects.get(line__action="withdrawn", line__by=None)
    undo(change, desk.user, "they stay")
    assert number(cup, 2).state == "entered"


def in_round_two(desk: desks.Desk) -> tuple[Tournament, Match]:
    cup = after_a_round(desk)
    drawn = desks.draw(cup, 2)
    match = Match.objects.get(session_round=drawn, places__entrant__number=1)
    return cup, match


@pytest.mark.parametrize("begun", [False, True])
def test_after_this_round_the_match_is_still_played_and_counts(begun: bool) -> None:
    desk = desks.a_desk()
    cup, match = in_round_two(desk)
    if begun:
        publishing.open_game(desks.reread(match), 1, desks.table_phone())
    one = number(cup, 1)
    asked = text_of(Client().get(reverse("own_leave", args=[token_of(one)])))
    assert "After round 2: we play our match to its end" in asked
    leave(one, when="after")
    assert Participation.objects.get(entrant=one).last_round == 2
    for page in ("desk_board", "desk_round", "desk_match"):
        args = {"desk_round": (1, 2), "desk_match": (match.pk,)}.get(page, ())
        text = text_of(desk.client.get(at(page, cup, *args)))
        assert "ecide the match, or draw again" not in text
        assert "withdrew: decide the match" not in text
        assert "Withdrawn:" not in text
    board = text_of(desk.client.get(at("desk_board", cup)))
    assert "withdrew on their own page, after the match of this round." in board
    desks.play_match(desks.reread(match))
    match.refresh_from_db()
    assert match.done
    for other in Match.objects.filter(session_round=match.session_round, done=False):
        desks.play_match(desks.reread(other))
    publishing.close_round(match.session_round, None)
    page = Client().get(reverse("standings", args=[cup.pk, 1]))
    assert "withdrawn" in text_of(page)
    third = desks.draw(cup, 3)
    assert not Place.objects.filter(session_round=third, entrant=one, kind="table").exists()


def test_now_leaves_the_match_to_the_director() -> None:
    desk = desks.a_desk()
    cup, match = in_round_two(desk)
    leave(number(cup, 1), when="now")
    assert Participation.objects.get(entrant__number=1).last_round == 1
    assert "withdrew: decide the match" in text_of(desk.client.get(at("desk_board", cup)))
    assert "Withdrawn:" in text_of(desk.client.get(at("desk_match", cup, match.pk)))


def test_in_a_league_the_matches_left_are_forfeits_as_the_page_says_first() -> None:
    cup = league()
    one = number(cup, 1)
    asked = text_of(Client().get(reverse("own_leave", args=[token_of(one)])))
    assert "Matches played: 0 of 3. That is below half, so none counts." in asked
    assert "When do you leave?" not in asked
    leave(one, when="after")
    assert Match.objects.filter(places__entrant=one, done=False).count() == 0


def test_not_where_the_director_does_not_want_it() -> None:
    desk = desks.a_desk()
    cup = after_a_round(desk)
    sent = {"agreement": "confirm", "unfinished": "hand"}
    sent |= {"last_hand_minutes": "5", "objection_minutes": "30"}
    assert desk.client.post(at("desk_evening", cup), sent).status_code == 302
    assert "I have to leave" not in text_of(Client().get(own(number(cup, 1))))
    assert Client().get(reverse("own_leave", args=[token_of(number(cup, 1))])).status_code == 303
    answer = leave(number(cup, 1))
    assert (answer.status_code, "Only a director" in text_of(answer)) == (409, True)
    assert number(cup, 1).state == "entered"


def test_not_with_a_link_of_nobody_and_not_once_finished() -> None:
    cup = after_a_round()
    assert Client().post(reverse("own_leave", args=["1-nonsense"])).status_code == 404
    Tournament.objects.filter(pk=cup.pk).update(state="finished")
    assert leave(number(cup, 1)).status_code == 409
    assert number(cup, 1).state == "entered"


# After the last round
# --------------------------------------------------------------------------------------------------


def all_played(preset: str = "pairs_league", entrants: int = 4) -> Tournament:
    cup = desks.a_tournament(preset, entrants)
    Tournament.objects.filter(pk=cup.pk).update(registration=True)
    stage = desks.first_stage(cup)
    if preset == "pairs_league":
        for drawn in drawing.draw_all(stages.begin_stage(stage, None), None):
            desks.play_round(publishing.publish_round(drawn, None), drawn.number)
    else:
        rounds = drawing.total_rounds(stage) or 0
        for round_number in range(1, rounds + 1):
            desks.play_round(desks.draw(cup, round_number), round_number)
    cup.refresh_from_db()
    return cup


@pytest.mark.parametrize(("preset", "entrants"), [("pairs_league", 4), ("pairs_swiss", 8)])
def test_after_the_last_round_no_table_is_promised_and_nobody_is_offered_to_enter(
    preset: str, entrants: int
) -> None:
    cup = all_played(preset, entrants)
    text = text_of(Client().get(own(number(cup, 1))))
    assert "All rounds are played." in text
    assert "Your table appears here" not in text
    assert "Check in when you arrive" not in text
    assert "I am here" not in text
    assert "I have to leave" not in text
    public = Client().get(reverse("tournament", args=[cup.pk]))
    assert "Enter this tournament" not in text_of(public)
    form = text_of(Client().get(reverse("register", args=[cup.pk])))
    assert "All rounds of this tournament are played." in form
    with refused("registration_closed"):
        registering.register(cup, NewEntrant(("Zoe", "Yves")))


def test_before_it_a_table_is_promised_and_people_may_enter() -> None:
    cup = after_a_round()
    Tournament.objects.filter(pk=cup.pk).update(registration=True)
    assert "All rounds are played." not in text_of(Client().get(own(number(cup, 1))))
    public = Client().get(reverse("tournament", args=[cup.pk]))
    assert "Enter this tournament" in text_of(public)
