"""The example: an evening in the middle of its third round, which leaves nothing behind when it is
thrown away.
"""

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.games.verifying.games import Counts
from scoring.models import Club, Entry, Player
from scoring.rules import RuleError
from tests.scoring.games import a_game
from tests.tournaments.desk_pages import at, text_of
from tests.tournaments.desks import a_desk, a_tournament, a_user, an_owner, signed_in
from tests.worlds import built_once
from tournaments.actions import backing_up
from tournaments.actions.creating import make_tournament
from tournaments.actions.example import delete_example, make_example
from tournaments.models import Match, Role, SessionRound, Tournament
from tournaments.pages.hall.advice import advice_of
from tournaments.pages.hall.queries import hall_of
from tournaments.plans import PRESETS
from tournaments.verifying import differences_in_tournaments

pytestmark = pytest.mark.django_db

APPS = ("scoring", "tournaments")


def rows() -> Mapping[str, int]:
    """How many rows there are of each kind."""
    models = [model for app in APPS for model in apps.get_app_config(app).get_models()]
    return {model._meta.label: model._base_manager.count() for model in models}


def a_world() -> tuple[Tournament, Mapping[str, int]]:
    """An example beside a real tournament, and what there was before it."""
    a_tournament(entrants=2, desk=a_desk(owner="Olga"))
    before = rows()
    return make_example(an_owner("Nora")), before


both = built_once(a_world)


@pytest.fixture
def world(both: tuple[Tournament, Mapping[str, int]]) -> Tournament:
    return both[0]


@pytest.fixture
def before(both: tuple[Tournament, Mapping[str, int]]) -> Mapping[str, int]:
    return both[1]


def nora() -> Client:
    return signed_in(a_user("Nora"))


def test_its_third_round_has_a_table_of_every_kind(world: Tournament) -> None:
    states = (
        SessionRound.objects.filter(stage__tournament=world)
        .order_by("number")
        .values_list("state", flat=True)
    )
    assert list(states) == ["closed", "closed", "published"]
    matches = Match.objects.filter(
        session_round__stage__tournament=world, session_round__number=3
    ).order_by("number")
    hands = [
        Entry.objects.filter(counts_as__game__match_game__match=match).count() for match in matches
    ]
    assert hands == [6, 6, 6, 5, 3, 2]
    assert [match.agreement for match in matches] == [
        "agreed",
        "waiting",
        "disputed",
        "open",
        "open",
        "open",
    ]
    assert [match.number for match in matches if match.remarks.filter(kind="call").exists()] == [5]
    assert SessionRound.objects.get(stage__tournament=world, number=3).clock_started_at is not None
    assert not list(differences_in_tournaments(Counts()))


def test_its_desk_says_that_it_is_one_and_leads_to_what_others_see(world: Tournament) -> None:
    client = nora()
    page = client.get(at("desk_board", world)).content.decode()
    assert "Nothing in it is real" in page
    for name in ("The public page", "A player&#x27;s own page", "A table&#x27;s phone"):
        address = page[: page.index(name)].rsplit('href="', 1)[1].split('"')[0]
        assert Client().get(address).status_code == 200, name
    assert "Nothing in it is real" in client.get(at("desk_entrants", world)).content.decode()


def test_nobody_is_told_how_quickly_its_hands_were_written_nor_that_it_is_not_backed_up(
    world: Tournament,
) -> None:
    client = nora()
    assert "two minutes" not in text_of(client.get(at("desk_checks", world)))
    SessionRound.objects.filter(stage__tournament=world, number=3).update(clock_started_at=None)
    for now in (timezone.now(), timezone.now() + timedelta(hours=1)):
        assert [
            one.kind for one in advice_of(hall_of(Tournament.objects.get(pk=world.pk), now))
        ] == []


def test_it_is_in_no_list_and_no_back_up_of_tournaments(world: Tournament) -> None:
    for client in (Client(), nora()):
        assert world.name not in client.get(reverse("tournaments")).content.decode()
        assert client.get(reverse("tournament", args=[world.pk])).status_code == 200
        found = client.get(reverse("api_tournaments")).json()["tournaments"]
        assert [one["name"] for one in found] == ["Autumn cup"]


def test_open_tournaments_are_backed_up_without_it(world: Tournament, tmp_path: Path) -> None:
    written = backing_up.back_up_tournaments({}, tmp_path)
    assert [one.name.split("-")[0] for one in written.files] == ["autumn"]


def test_its_club_takes_no_other_tournament(world: Tournament) -> None:
    preset = PRESETS["pairs_swiss"]
    with pytest.raises(RuleError) as error:
        make_tournament(world.club, None, "A real one", preset.unit, list(preset.stages))
    assert error.value.mistakes[0].code == "example_club"
    assert "Example" not in nora().get(reverse("desk_import")).content.decode()


def test_asked_for_again_it_is_the_same(world: Tournament) -> None:
    assert make_example(a_user("Nora")) == world


def test_thrown_away_it_leaves_nothing(world: Tournament, before: Mapping[str, int]) -> None:
    client = nora()
    page = client.get(reverse("desk")).content.decode()
    assert "Your example" in page
    response = client.post(at("desk_delete", world))
    assert (response.status_code, response["Location"]) == (302, "/desk/")
    assert not Club.objects.filter(example=True).exists()
    assert list(Tournament.objects.values_list("name", flat=True)) == ["Autumn cup"]
    assert rows() == before
    assert "Open an example" in client.get(reverse("desk")).content.decode()
    # Who has played, too
    assert "Open an example" in signed_in(an_owner("Olga")).get(reverse("desk")).content.decode()


def test_who_was_made_to_play_elsewhere_stays(world: Tournament) -> None:
    club, game = world.club, a_game()
    player = Player.objects.filter(club=club).order_by("pk").first()
    game.seats.filter(number=0).update(player=player)
    delete_example(club)
    assert list(Player.objects.filter(club=club)) == [player]
    assert not Club.objects.get(pk=club.pk).example


def test_a_real_club_is_not_thrown_away(world: Tournament) -> None:
    with pytest.raises(RuleError):
        delete_example(Club.objects.get(example=False))


def test_only_who_may_start_a_club_opens_one() -> None:
    assert signed_in(a_user("Paul")).post(reverse("desk_example")).status_code == 403
    assert not Role.objects.filter(user=a_user("Paul")).exists()
