"""Somebody is erased who is entered in a tournament: its record keeps the name, everything else does not."""

import pytest
from django.urls import reverse

from scoring.actions import erase, start_game
from scoring.actions.erasing import forget, looked_at
from scoring.host import host
from scoring.models import Device, Player
from scoring.queries import names_known_to, table_of
from scoring.rules import RuleSet
from tests.scoring.games import a_client, a_device, believable, words, write
from tests.tournaments import desks
from tournaments.actions import publishing
from tournaments.models import Match, Member

pytestmark = pytest.mark.django_db
NANKING = RuleSet.of("nanking", {})


@pytest.fixture
def match() -> Match:
    """A match of a tournament whose director's phone, of the same club, has a game at home with its people, too."""
    desks.draw(desks.a_tournament("pairs_swiss", 4))
    match = Match.objects.select_related("session_round__stage__tournament").order_by("number")[0]
    Device.objects.filter(pk=a_device().pk).update(club=match.session_round.stage.tournament.club)
    return match


def test_a_tournament_keeps_the_name_and_nobody_else_does(match: Match) -> None:
    tournament = match.session_round.stage.tournament
    played = publishing.open_game(match, 1, a_device())
    names = table_of(played).people
    at_home = start_game(a_device(), NANKING, names)
    write(at_home, believable(NANKING, 4, 3), a_device())
    player = Player.objects.get(name=names[0])
    assert list(host().entered(player)) == [tournament.name]
    assert looked_at(player).entered
    client = a_client()
    client.force_login(desks.an_owner("Regula"))
    assert tournament.name in words(client, "person", player.pk, erase="1")
    assert tournament.name in words(client, "person_data", player.pk)

    erase(player, a_device())

    assert table_of(played).people == names
    assert names[0] in client.get(reverse("standings", args=[tournament.pk, 1])).content.decode()
    assert table_of(at_home).names[0] == "Somebody"
    assert names[0] not in client.get(reverse("game", args=[at_home.pk])).content.decode()
    assert names[0] not in names_known_to(a_device())
    assert client.get(reverse("person", args=[player.pk])).status_code == 404
    assert names[0] not in words(client, "people")
    assert names[0] not in words(client, "person", Player.objects.get(name=names[1]).pk)
    assert forget() == 0


def test_who_is_entered_again_is_somebody_new(match: Match) -> None:
    (player, *_others) = Player.objects.filter(memberships__isnull=False).order_by("pk")
    erase(player, a_device())
    start_game(a_device(), NANKING, [player.name, "Xaver", "Yves", "Zoe"])
    assert Player.listed.get(name=player.name).pk != player.pk


def test_once_no_tournament_goes_by_it_the_name_goes(match: Match) -> None:
    player = Player.objects.filter(memberships__isnull=False).order_by("pk")[0]
    erase(player, a_device())
    Member.objects.filter(player=player).delete()
    assert forget() == 1
    assert Player.objects.get(pk=player.pk).name == ""
