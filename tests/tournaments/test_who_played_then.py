"""Somebody comes in for somebody else: what was played before stays with those who played it."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.models import Player
from tests.rule_errors import codes_of
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, text_of
from tournaments.actions import attendance, paper_results, publishing
from tournaments.actions.integrity import carry_out, undo
from tournaments.exchange.reading import import_tournament
from tournaments.exchange.writing import text_of as document_of
from tournaments.models import Entrant, Match, Place, SessionRound, Tournament
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db

BEFORE, AFTER = "Player 1 & Player 2", "Zoe & Player 2"


def first(cup: Tournament) -> Entrant:
    return cup.entrants.select_related("tournament").get(number=1)


def on_paper(session_round: SessionRound) -> None:
    for match in session_round.matches.all():
        paper_results.enter_paper(
            desks.reread(match), None, paper_results.paper_of([[1000, 500]]), "paper sheet"
        )


def zoe_comes(cup: Tournament, *, at_once: bool = False) -> Any:
    one = first(cup)
    member = one.members.select_related("player").get(player__name="Player 1")
    return attendance.substitute(one, None, "Zoe", instead_of=member, immediate=at_once)


def match_of(cup: Tournament, number: int) -> Match:
    place = Place.objects.select_related("match").get(
        session_round__number=number, entrant=first(cup)
    )
    assert place.match
    return place.match


def two_rounds(desk: desks.Desk) -> Tournament:
    """The first round is played, on paper, by Player 1; the second is published when Zoe comes."""
    cup = desks.a_tournament("pairs_swiss", 4, desk=desk)
    drawn = desks.draw(cup)
    on_paper(drawn)
    publishing.close_round(drawn, None)
    desks.draw(cup, 2)
    return cup


def pages(desk: desks.Desk, cup: Tournament, number: int) -> dict[str, str]:
    """Every page that tells who sat at a table in a session round."""
    match, public = match_of(cup, number), Client()
    answers = {
        "round": public.get(reverse("tournament_round", args=[cup.pk, 1, number])),
        "match": public.get(reverse("tournament_match", args=[cup.pk, match.pk])),
        "desk round": desk.client.get(at("desk_round", cup, 1, number)),
        "desk match": desk.client.get(at("desk_match", cup, match.pk)),
        "pairings": desk.client.get(
            reverse("desk_print_page", args=[cup.pk, "pairings"]) + f"?round={number}"
        ),
    }
    if number == 1:
        other = match.places.exclude(entrant=first(cup)).get().entrant
        answers["filled"] = desk.client.get(
            reverse("desk_print_page", args=[cup.pk, "filled"]) + "?round=1"
        )
        answers["their page"] = public.get(reverse("entrant", args=[cup.pk, other.pk]))
        answers["own page"] = public.get(reverse("own_page", args=[token_of(other)]))
    return {where: text_of(answer).replace("&amp;", "&") for where, answer in answers.items()}


def test_every_page_of_a_played_round_keeps_who_played_it() -> None:
    desk = desks.a_desk()
    cup = two_rounds(desk)
    zoe_comes(cup)
    for where, text in pages(desk, cup, 1).items():
        assert BEFORE in text, where
        # Pages of one entrant have the second round as well.
        assert AFTER not in text or where.endswith("page"), where
    for where, text in pages(desk, cup, 2).items():
        assert (BEFORE in text, AFTER in text) == (False, True), where
    standings = text_of(Client().get(reverse("standings", args=[cup.pk, 1])))
    assert (BEFORE in standings, AFTER in standings) == (False, True)


def names_of_then(cup: Tournament, number: int) -> list[str]:
    people = Place.objects.get(entrant=first(cup), session_round__number=number).people
    return [Player.objects.get(pk=one).name for one in people or ()]


def test_each_substitute_leaves_what_was_played_before_as_it_was() -> None:
    cup = two_rounds(desks.a_desk())
    zoe_comes(cup)
    assert (names_of_then(cup, 1), names_of_then(cup, 2)) == (["Player 1", "Player 2"], [])
    on_paper(SessionRound.objects.get(stage__tournament=cup, number=2))
    member = first(cup).members.select_related("player").get(player__name="Player 2")
    attendance.substitute(first(cup), None, "Yves", instead_of=member)
    assert (names_of_then(cup, 1), names_of_then(cup, 2)) == (
        ["Player 1", "Player 2"],
        ["Zoe", "Player 2"],
    )


def test_a_substitute_is_undone_with_what_was_kept() -> None:
    cup = two_rounds(desks.a_desk())
    change = carry_out(cup, lambda: zoe_comes(cup))
    assert change
    undo(change, None, "the wrong one")
    assert not Place.objects.filter(people__isnull=False).exists()
    assert first(cup).members.get(active=True, order=0).player.name == "Player 1"


def test_a_running_game_keeps_its_people_unless_the_seat_is_taken_at_once() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    drawn = desks.draw(cup)
    match = match_of(cup, 1)
    publishing.open_game(desks.reread(match), 1, desks.table_phone())
    zoe_comes(cup, at_once=True)
    assert not Place.objects.filter(people__isnull=False).exists()
    member = first(cup).members.select_related("player").get(player__name="Zoe")
    attendance.substitute(first(cup), None, "Yves", instead_of=member)
    (place,) = Place.objects.filter(people__isnull=False)
    assert (place.match_id, place.session_round_id) == (match.pk, drawn.pk)


def test_a_document_carries_who_played_then() -> None:
    desk = desks.a_desk()
    cup = two_rounds(desk)
    zoe_comes(cup)
    text = document_of(cup)
    made = import_tournament(desks.a_desk("Ben", "Another club").club, None, text)
    assert document_of(made) == text
    page = text_of(Client().get(reverse("tournament_round", args=[made.pk, 1, 1])))
    assert (BEFORE in page, AFTER in page) == (True, False)
    data = json.loads(text)
    tables = data["stages"][0]["session_rounds"][0]["tables"]
    (people,) = [one for table in tables for one in table["people"]]
    assert people == {"entrant": 1, "names": ["Player 1", "Player 2"]}
    people["names"] = ["Player 3"]
    assert codes_of(
        import_tournament, desks.a_desk("Ben", "Another club").club, None, json.dumps(data)
    ) == ["wrong_people"]


def test_as_many_queries_for_one_substitute_as_for_many() -> None:
    cup = two_rounds(desks.a_desk())
    client, page = Client(), reverse("tournament_round", args=[cup.pk, 1, 1])
    counts = set()
    for number in (1, 2, 3):
        one = cup.entrants.select_related("tournament").get(number=number)
        attendance.substitute(
            one, None, f"Guest {number}", instead_of=one.members.filter(active=True).first()
        )
        with CaptureQueriesContext(connection) as counted:
            client.get(page)
        counts.add(len(counted))
    assert len(counts) == 1
