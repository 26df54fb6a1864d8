"""A match by the rating: who sees the chance before it and what it changed, and who does not."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from scoring.games.round_words import signed
from scoring.models import Device, Player, Rating, RatingList
from scoring.people.rated.queries import chance, rating_of
from scoring.people.ratings import MODEL
from tests.scoring.games import a_client, a_device
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, text_of
from tournaments.actions import creating, publishing, stages
from tournaments.models import Entrant, Match, Member, Tournament

pytestmark = pytest.mark.django_db


def a_phone(cup: Tournament) -> Client:
    device = a_device("a phone of the club")
    Device.objects.filter(pk=device.pk).update(club=cup.club)
    return a_client("a phone of the club")


def people_of(match: Match) -> list[list[Player]]:
    places = match.places.order_by("side")
    return [
        [one.player for one in Member.objects.filter(entrant=place.entrant)] for place in places
    ]


def test_a_match_tells_the_club_its_chance_and_what_it_changed(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    cup = desks.a_tournament("pairs_swiss_timed", 4)
    drawn = desks.draw(cup, 1)
    match = drawn.matches.all()[0]
    address = reverse("tournament_match", args=[cup.pk, match.pk])
    phone, director = a_phone(cup), desks.desk_of(cup.club).client
    assert "by rating" not in text_of(phone.get(address))  # nobody has played anything
    row = RatingList.objects.get(club=cup.club, family="teams")
    for one in Player.objects.filter(club=cup.club):
        Rating.objects.create(
            in_list=row, player=one, mu=MODEL.start.mu + one.pk % 3, sigma=1, games=50
        )
    ours, theirs = people_of(match)
    expected = chance(ours, theirs, "teams")
    assert expected is not None
    told = f"{expected} : {100 - expected} by rating"
    assert told in text_of(phone.get(address))
    assert told in text_of(director.get(address))
    stranger = a_client("a phone of nobody")
    for somebody in (Client(), stranger):
        assert "by rating" not in text_of(somebody.get(address))
    # Ratings change with games elsewhere: no browser has the page as it stands
    tag = phone.get(address)["ETag"]
    assert phone.get(address, headers={"If-None-Match": tag}).status_code == 200
    Rating.objects.filter(player=ours[0]).update(games=1)
    assert "by rating" not in text_of(phone.get(address))
    Rating.objects.all().delete()
    RatingList.objects.all().delete()

    desks.play_round(drawn)
    assert not phone.get(address).context["by_rating"]  # until the tournament is over
    publishing.close_round(drawn, None)
    stages.finish_stage(desks.first_stage(cup), None)
    creating.finish_tournament(cup, None)
    changed = {one.name: one.after for one in phone.get(address).context["by_rating"].changed}
    assert len(changed) == 4
    for one in (*ours, *theirs):
        now = rating_of(one, "teams")
        assert now is not None
        assert (changed[one.name].shown, changed[one.name].change) == (
            now.shown,
            now.shown.rating - 1500,
        )
    assert f"{max(after.change for after in changed.values()):+d}" in text_of(director.get(address))
    with django_assert_max_num_queries(24):
        phone.get(address)
    assert Client().get(address).context["by_rating"] is None
    Entrant.objects.filter(members__player=ours[0]).update(hidden=True)
    assert phone.get(address).context["by_rating"] is None
    assert director.get(address).context["by_rating"] is not None


def test_the_desk_s_page_of_a_match_tells_what_it_changed_once_the_tournament_is_over() -> None:
    cup = desks.a_tournament("pairs_swiss_timed", 4)
    drawn = desks.draw(cup, 1)
    match = drawn.matches.all()[0]
    address, director = at("desk_match", cup, match.pk), desks.desk_of(cup.club).client
    desks.play_round(drawn)
    assert director.get(address).context["rated"] == ()
    publishing.close_round(drawn, None)
    stages.finish_stage(desks.first_stage(cup), None)
    creating.finish_tournament(cup, None)
    told = (
        director.get(reverse("tournament_match", args=[cup.pk, match.pk]))
        .context["by_rating"]
        .changed
    )
    assert director.get(address).context["rated"] == told
    assert len(told) == 4
    line = f"{told[0].name} {signed(told[0].after.change)} {told[0].after.rating} ±"
    assert line in text_of(director.get(address))
    Tournament.objects.filter(pk=cup.pk).update(frozen_stage=1, frozen_round=1)
    assert director.get(address).context["rated"] == ()  # before the prize-giving
