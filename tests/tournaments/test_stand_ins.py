"""Somebody plays a single match of a league for somebody else."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Player, RatingChange, Seat
from scoring.people.actions.erasing import erase
from scoring.people.actions.merging import merge
from scoring.people.rated.lists import bring_up_to_date
from tests.rule_errors import codes_of
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, text_of
from tests.tournaments.leagues import being_played as league
from tests.tournaments.refusing import refused
from tournaments.actions import attendance, creating, publishing, stages
from tournaments.actions.draft_changes import swap_places
from tournaments.actions.match_seats import reseat
from tournaments.actions.stand_ins import name_stand_in, take_back_stand_in
from tournaments.exchange.reading import import_tournament
from tournaments.exchange.writing import text_of as document_of
from tournaments.models import LogLine, Match, Member, Place, Tournament
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db

WORDS = "Zoe for Player 1"


def match_of(cup: Tournament, number: int = 1, entrant: int = 1) -> Match:
    return desks.reread(
        Match.objects.get(
            session_round__number=number,
            session_round__stage__tournament=cup,
            places__entrant__number=entrant,
        )
    )


def member(cup: Tournament, name: str = "Player 1") -> int:
    return Member.objects.get(tournament=cup, player__name=name, active=True).pk


def seats(match: Match) -> set[str]:
    return set(
        Seat.objects.filter(game__match_game__match=match).values_list("player__name", flat=True)
    )


def play(match: Match) -> None:
    desks.play_match(desks.reread(match))


# What it does
# --------------------------------------------------------------------------------------------------


def test_the_stand_in_plays_one_match_and_the_member_the_others() -> None:
    desk = desks.a_desk()
    cup = league(desk)
    name_stand_in(match_of(cup), member(cup), "Zoe", desk.user)
    for number in (1, 2):
        play(match_of(cup, number))
    assert "Zoe" in seats(match_of(cup))
    assert "Player 1" not in seats(match_of(cup))
    assert "Player 1" in seats(match_of(cup, 2))
    assert "Zoe" not in seats(match_of(cup, 2))
    # The result is the pair's
    first = cup.entrants.get(number=1)
    assert str(first.pk) in (match_of(cup).result or {})
    line = LogLine.objects.get(tournament=cup, action="stood_in")
    assert (line.by, line.params["table"]) == (desk.user, match_of(cup).number)


def test_figures_and_ratings_are_those_of_the_people_who_sat_there() -> None:
    desk = desks.a_desk()
    cup = league(desk)
    zoe = name_stand_in(match_of(cup), member(cup), "Zoe", desk.user)
    for drawn in cup.stages.get().session_rounds.all():
        desks.play_round(drawn, drawn.number)
    stages.finish_stage(desks.first_stage(cup), None)
    creating.finish_tournament(cup, None)
    bring_up_to_date()
    played = {
        name: RatingChange.objects.filter(player__name=name).count()
        for name in ("Zoe", "Player 1", "Player 2")
    }
    assert played == {"Zoe": 1, "Player 1": 2, "Player 2": 3}
    assert Seat.objects.filter(player=zoe).count() == 1


@pytest.mark.parametrize("when", ["before", "after"])
def test_it_is_taken_back_before_the_first_hand_also_of_an_open_table(when: str) -> None:
    desk = desks.a_desk()
    cup = league(desk)
    match = match_of(cup)
    if when == "after":
        publishing.open_game(match, 1, desks.table_phone())
    name_stand_in(match, member(cup), "Zoe", desk.user)
    if when == "before":
        publishing.open_game(desks.reread(match), 1, desks.table_phone())
    assert "Zoe" in seats(match)
    take_back_stand_in(match, member(cup), desk.user)
    assert seats(match) >= {"Player 1", "Player 2"}
    assert "Zoe" not in seats(match)
    assert not Place.objects.exclude(stand_ins=[]).exists()
    assert not Place.objects.filter(people__isnull=False).exists()
    assert LogLine.objects.filter(tournament=cup, action="stood_in", params__back=True).count() == 1
    take_back_stand_in(match, member(cup), desk.user)  # nothing more to take back
    assert LogLine.objects.filter(tournament=cup, action="stood_in").count() == 2


def test_one_stand_in_replaces_another_and_a_pair_may_have_two() -> None:
    desk = desks.a_desk()
    cup = league(desk)
    for name, out in (("Zoe", "Player 1"), ("Yves", "Player 1"), ("Xenia", "Player 2")):
        name_stand_in(match_of(cup), member(cup, out), name, desk.user)
    play(match_of(cup))
    assert seats(match_of(cup)) & {"Zoe", "Yves", "Xenia", "Player 1"} == {"Yves", "Xenia"}


def test_a_member_replaced_for_good_takes_the_stand_in_along() -> None:
    desk = desks.a_desk()
    cup = league(desk)
    name_stand_in(match_of(cup), member(cup), "Zoe", desk.user)
    name_stand_in(match_of(cup, 2), member(cup, "Player 2"), "Zoe", desk.user)
    one = cup.entrants.get(number=1)
    gone = one.members.get(player__name="Player 1")
    attendance.substitute(one, None, "Yves", instead_of=gone)
    for number in (1, 2):
        play(match_of(cup, number))
    assert seats(match_of(cup)) >= {"Yves", "Player 2"}
    assert seats(match_of(cup, 2)) >= {"Yves", "Zoe"}


# What is refused
# --------------------------------------------------------------------------------------------------


def test_not_once_a_hand_is_written() -> None:
    desk = desks.a_desk()
    cup = league(desk)
    play(match_of(cup))
    with refused("match_begun"):
        name_stand_in(match_of(cup), member(cup), "Zoe", desk.user)
    with refused("match_begun"):
        take_back_stand_in(match_of(cup), member(cup), desk.user)


def test_not_where_matches_have_no_dates_of_their_own() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament("pairs_swiss", 4, desk=desk)
    match = desks.reread(desks.draw(cup).matches.first())
    one = match.places.first().entrant.members.first()
    with refused("no_stand_ins"):
        name_stand_in(match, one.pk, "Zoe", desk.user)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "empty_name"),
        ("x" * 1000, "too_long"),
        ("Player 1", "sits_here"),
        ("Player 2", "sits_here"),
        ("Player 5", "plays_for_others"),
    ],
)
def test_names_that_cannot_stand_in(name: str, code: str) -> None:
    desk = desks.a_desk()
    cup = league(desk)
    match = match_of(cup)
    others = {one.entrant.number for one in match.places.all()}
    if name == "Player 5" and 3 in others:
        name = "Player 3"
    with refused(code):
        name_stand_in(match, member(cup), name, desk.user)
    assert not LogLine.objects.filter(tournament=cup, action="stood_in").exists()


def test_who_plays_for_others_needs_the_director_s_yes() -> None:
    desk = desks.a_desk()
    cup = league(desk, names_stand_ins=True)
    match = match_of(cup)
    away = cup.entrants.exclude(places__match=match).first()
    name = away.members.first().player.name
    with refused("plays_for_others"):
        name_stand_in(match, member(cup), name, None, agreed=True)
    name_stand_in(match, member(cup), name, desk.user, agreed=True)
    assert Place.objects.exclude(stand_ins=[]).count() == 1


def test_a_limit_of_matches_for_each_person() -> None:
    desk = desks.a_desk()
    cup = league(desk, stand_in_limit=1)
    name_stand_in(match_of(cup), member(cup), "Zoe", desk.user)
    name_stand_in(match_of(cup), member(cup, "Player 2"), "Yves", desk.user)
    name_stand_in(match_of(cup), member(cup, "Player 1"), "Zoe", desk.user)  # the same match
    with refused("stood_in_enough"):
        name_stand_in(match_of(cup, 2), member(cup), "Zoe", desk.user)
    name_stand_in(match_of(cup, 2), member(cup), "Xenia", desk.user)


def test_players_only_if_the_director_lets_them_and_for_members_of_the_match() -> None:
    desk = desks.a_desk()
    cup = league(desk)
    with refused("director_names_stand_ins"):
        name_stand_in(match_of(cup), member(cup), "Zoe", None)
    away = cup.entrants.exclude(places__match=match_of(cup)).first()
    with refused("not_a_member"):
        name_stand_in(match_of(cup), away.members.first().pk, "Zoe", desk.user)


# Pages
# --------------------------------------------------------------------------------------------------


def test_every_page_of_the_match_names_the_stand_in() -> None:
    desk = desks.a_desk()
    cup = league(desk)
    name_stand_in(match_of(cup), member(cup), "Zoe", desk.user)
    play(match_of(cup))
    match, public = match_of(cup), Client()
    other = match.places.exclude(entrant__number=1).get().entrant
    pages = {
        "round": public.get(reverse("tournament_round", args=[cup.pk, 1, 1])),
        "match": public.get(reverse("tournament_match", args=[cup.pk, match.pk])),
        "opponents": public.get(reverse("entrant", args=[cup.pk, other.pk])),
        "standings": public.get(reverse("standings", args=[cup.pk, 1])),
        "results": public.get(reverse("results_csv", args=[cup.pk])),
        "own page": public.get(reverse("own_page", args=[token_of(other)])),
        "table": public.get(reverse("match", args=[token_of(match)])),
        "log": desk.client.get(at("desk_log", cup)),
        "desk round": desk.client.get(at("desk_round", cup, 1, 1)),
        "desk match": desk.client.get(at("desk_match", cup, match.pk)),
        "printed pairings": desk.client.get(at("desk_print_page", cup, "pairings") + "?round=1"),
        "printed standings": desk.client.get(at("desk_print_page", cup, "standings")),
        "filled sheets": desk.client.get(at("desk_print_page", cup, "filled") + "?round=1"),
    }
    said = {"log": "Zoe stands in for Player 1"}
    for where, answer in pages.items():
        assert answer.status_code == 200, where
        assert said.get(where, WORDS) in text_of(answer), where
    drawn = public.get(reverse("api_round", args=[cup.pk, 1, 1])).json()
    found = [one for table in drawn["tables"] for one in table["stand_ins"]]
    assert found == [{"entrant": 1, "name": "Zoe", "instead_of": "Player 1"}]


def test_an_entrant_who_asked_to_be_hidden_is_not_found_by_a_stand_in() -> None:
    desk = desks.a_desk()
    cup = league(desk)
    cup.entrants.filter(number=1).update(alias="The Owls")
    name_stand_in(match_of(cup), member(cup), "Zoe", desk.user)
    public = Client()
    for name, *args in (("tournament_round", 1, 1), ("standings", 1), ("api_round", 1, 1)):
        page = public.get(reverse(name, args=[cup.pk, *args])).content.decode()
        assert "Zoe" not in page
        assert "Player 1" not in page
    assert WORDS in text_of(desk.client.get(at("desk_round", cup, 1, 1)))


def test_the_director_names_somebody_on_the_page_of_the_match() -> None:
    desk = desks.a_desk()
    cup = league(desk)
    match = match_of(cup)
    page = at("desk_stand_ins", cup, match.pk)
    assert page in desk.client.get(at("desk_match", cup, match.pk)).content.decode()
    assert "Who is replaced" in text_of(desk.client.get(page))
    one = member(cup)
    assert desk.client.post(page, {"member": one, "name": ""}).status_code == 422
    assert desk.client.post(page, {"member": "x", "name": "Zoe"}).status_code == 422
    assert desk.client.post(page, {"member": one, "name": "Zoe"}).status_code == 302
    assert "Zoe stands in for Player 1" in text_of(desk.client.get(page))
    assert desk.client.post(page, {"back": one}).status_code == 302
    assert f"({WORDS})" not in text_of(desk.client.get(at("desk_match", cup, match.pk)))
    assert desk.client.post(page, {"back": "nonsense"}).status_code in {409, 422}
    away = cup.entrants.exclude(places__match=match).first().members.first().player.name
    sent = {"member": one, "name": away}
    answer = desk.client.post(page, sent)
    assert answer.status_code == 409
    assert 'name="agreed"' in answer.content.decode()
    assert desk.client.post(page, {**sent, "agreed": "on"}).status_code == 302


@pytest.mark.parametrize("where", ["own_stand_ins", "match_stand_ins"])
def test_players_name_somebody_themselves_if_they_may(where: str) -> None:
    cup = league()
    match, phone = match_of(cup), Client()
    one = cup.entrants.get(number=1)
    first = {
        "own_stand_ins": ("own_page", [token_of(one)]),
        "match_stand_ins": ("match", [token_of(match)]),
    }
    name, args = first[where]
    page = reverse(where, args=[*args, match.pk] if where == "own_stand_ins" else args)
    before = phone.get(reverse(name, args=args)).content.decode()
    assert page not in before
    sent = {"member": member(cup), "name": "Zoe"}
    assert phone.post(page, sent).status_code == 409
    Tournament.objects.filter(pk=cup.pk).update(names_stand_ins=True)
    assert page in phone.get(reverse(name, args=args)).content.decode()
    assert phone.post(page, sent).status_code == 303
    assert "Zoe stands in for Player 1" in text_of(phone.get(page))
    play(match)
    assert "Zoe" in seats(match)
    assert page not in phone.get(reverse(name, args=args)).content.decode()
    assert phone.post(page, {"back": member(cup)}).status_code == 409


def test_the_own_page_draws_who_sits_there_and_says_for_whom() -> None:
    desk = desks.a_desk()
    cup = league(desk)
    for number in (1, 2):
        name_stand_in(match_of(cup, number), member(cup), "Zoe", desk.user)
    answer = Client().get(reverse("own_page", args=[token_of(cup.entrants.get(number=1))]))
    table = answer.context["table"]
    assert {table.seats.own, table.seats.opposite} == {"Zoe", "Player 2"}
    assert (table.stand_ins, text_of(answer).count(f"Stand-in: {WORDS}")) == ([WORDS], 2)
    # With several tables to come it loads htmx as every page does
    assert "htmx-4.min" in re.findall(r'<script src="([^"]+)" defer>', answer.content.decode())[0]


def test_on_their_own_page_only_for_their_own_people_and_matches() -> None:
    cup = league(names_stand_ins=True)
    match, one = match_of(cup), cup.entrants.get(number=1)
    other = match.places.exclude(entrant=one).get().entrant
    page = reverse("own_stand_ins", args=[token_of(one), match.pk])
    theirs = other.members.first()
    assert Client().post(page, {"member": theirs.pk, "name": "Zoe"}).status_code == 422
    away = Match.objects.filter(session_round=match.session_round).exclude(pk=match.pk).get()
    assert Client().get(reverse("own_stand_ins", args=[token_of(one), away.pk])).status_code == 404
    assert Client().get(reverse("own_stand_ins", args=["1-nonsense", match.pk])).status_code == 404


def test_the_settings_are_for_leagues_and_say_what_they_do() -> None:
    desk = desks.a_desk()
    cup, other = league(desk), desks.a_tournament("pairs_swiss", 4, desk=desk)
    page = at("desk_evening", cup)
    assert "Players name their own stand-ins" in text_of(desk.client.get(page))
    assert "stand-ins" not in text_of(desk.client.get(at("desk_evening", other)))
    sent = {
        "agreement": "confirm",
        "unfinished": "hand",
        "last_hand_minutes": "5",
        "objection_minutes": "30",
        "may_leave": "on",
        "names_stand_ins": "on",
        "stand_in_limit": "2",
    }
    assert desk.client.post(page, {**sent, "stand_in_limit": "0"}).status_code == 422
    assert desk.client.post(page, sent).status_code == 302
    cup.refresh_from_db()
    assert (cup.names_stand_ins, cup.stand_in_limit, cup.may_leave) == (True, 2, True)
    line = LogLine.objects.get(tournament=cup, action="evening_changed")
    assert line.params == {"what": ["names_stand_ins", "stand_in_limit"]}


# What travels, and who is renamed
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("played", [False, True])
def test_a_document_carries_who_stood_in(played: bool) -> None:
    desk = desks.a_desk()
    cup = league(desk)
    name_stand_in(match_of(cup), member(cup), "Zoe", desk.user)
    if played:
        play(match_of(cup))
    text = document_of(cup)
    made = import_tournament(desks.a_desk("Ben", "Another club").club, None, text)
    assert document_of(made) == text
    assert WORDS in text_of(Client().get(reverse("tournament_round", args=[made.pk, 1, 1])))
    data = json.loads(text)
    tables = data["stages"][0]["session_rounds"][0]["tables"]
    (one,) = [one for table in tables for one in table["stand_ins"]]
    assert one == {"entrant": 1, "name": "Zoe", "for": "Player 1"}
    one["for"] = "Nobody"
    club = desks.a_desk("Ben", "Another club").club
    assert "wrong_stand_in" in codes_of(import_tournament, club, None, json.dumps(data))


def test_a_stand_in_who_is_merged_or_erased_is_so_in_the_match_too() -> None:
    desk = desks.a_desk()
    cup = league(desk)
    zoe = name_stand_in(match_of(cup), member(cup), "Zoe", desk.user)
    page, public = reverse("tournament_round", args=[cup.pk, 1, 1]), Client()
    assert WORDS in text_of(public.get(page))
    other = Player.objects.create(name="Zoé", club=cup.club)
    merge(zoe, other, cup.desk)
    assert "Zoé for Player 1" in text_of(public.get(page))
    erase(Player.objects.get(pk=other.pk), cup.desk)
    assert "Zoé" not in text_of(public.get(page))
    play(match_of(cup))
    assert Seat.objects.filter(player=other).count() == 1


def test_wrong_seats_are_corrected_with_the_stand_in_or_the_member() -> None:
    desk = desks.a_desk()
    cup = league(desk)
    match = match_of(cup)
    name_stand_in(match, member(cup), "Zoe", desk.user)
    publishing.open_game(desks.reread(match), 1, desks.table_phone())
    listed = desk.client.get(at("desk_seats", cup, match.pk)).content.decode()
    assert ("Zoe" in listed, "Player 1" in listed) == (True, True)
    order = list(
        Seat.objects.filter(game__match_game__match=match)
        .order_by("number")
        .values_list("player", flat=True)
    )
    order[0], order[2] = order[2], order[0]
    reseat(match, order, by=desk.user, reason="they sat the other way round")
    assert "Zoe" in seats(match)


def test_places_that_are_swapped_have_no_stand_in() -> None:
    cup = league()
    match = match_of(cup)
    place = match.places.get(entrant__number=1)
    name_stand_in(match, member(cup), "Zoe", desks.a_desk().user)
    other = Place.objects.filter(session_round=match.session_round).exclude(match=match).first()
    swap_places(place, other)
    assert not Place.objects.exclude(stand_ins=[]).exists()
