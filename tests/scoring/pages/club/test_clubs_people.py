"""The list of a club's people, and their ratings."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games.names.validation import LONGEST_NAME
from scoring.models import Club, Device, Player, Seat
from scoring.people.actions.people_list import add_person
from scoring.people.statistics.games import won_by
from scoring.people.statistics.shares import Share
from scoring.rules import RuleSet
from tests.scoring.clubs import a_club, a_desk, a_member, a_played_club, an_account, an_evening
from tests.scoring.games import a_client, a_device, a_game, believable, words
from tests.worlds import built_once

pytestmark = pytest.mark.django_db


shared = built_once(a_played_club)


@pytest.fixture
def club(shared: Club) -> Club:
    return Club.objects.get(pk=shared.pk)


def test_the_people_stand_in_tabs_and_are_found_by_name(club: Club) -> None:
    desk = a_desk(club)
    desk.post(reverse("club_add", args=[club.pk]), {"name": "Zoë Brönnimann", "guest": "1"})
    page = words(desk, "club_people", club.pk)
    assert "All 5 Members 4 Guests 1" in page
    assert "Zoë Brönnimann guest 0 games" in page
    assert "Anna 2 games" in page
    assert "director-of" in page  # the accounts with a role
    assert "Anna" not in words(desk, "club_people", club.pk, show="guests")
    assert "Zoë" not in words(desk, "club_people", club.pk, show="members")
    found = words(desk, "club_people", club.pk, q="bronni")
    assert ("Zoë" in found, "Anna 2" in found) == (True, False)
    assert "Guests 1 1 of 5 Zoë" in " ".join(found.replace("last seen", "").split())
    assert "1 of 1" in words(desk, "club_people", club.pk, q="bronni", show="guests")
    assert "of 5" not in page
    assert "No name matches" in words(desk, "club_people", club.pk, q="\0xyz")


def named_in(page: str) -> set[str]:
    return set(re.findall(r"\bP\d{4}\b", page))


def test_the_list_says_how_many_games_each_has_won_and_a_drawn_one_is_nobody_s(club: Club) -> None:
    sides = {one.name: won_by([one.pk])[one.pk] for one in Player.listed.filter(club=club)}
    assert sum(share.hits for share in sides.values()) == 4  # two games of two winners
    page = words(a_client(), "club_people", club.pk)
    for name, share in sides.items():
        assert re.search(rf"{name} 2 games,? ?, {share.hits} won", page.replace(" ,", ",")), (
            name,
            page,
        )
    Seat.objects.filter(game__club=club).update(place=1)
    assert {won_by([one.pk])[one.pk] for one in Player.listed.filter(club=club)} == {Share(0, 2)}
    assert won_by([]) == {}


def test_everybody_of_a_long_list_is_reached_page_by_page_and_found_on_all(club: Club) -> None:
    everybody = {f"P{number:04}" for number in range(1000, 1450)}
    Player.objects.bulk_create(
        Player(club=club, name=name, guest=name < "P1300") for name in everybody
    )
    desk, phone = a_desk(club), a_client()
    first = words(desk, "club_people", club.pk)
    assert "454 people" in first
    assert "Ann – P11" in first
    for client, name, query in (
        (desk, "club_people", {}),
        (desk, "club_people", {"guests": "1"}),
        (phone, "club_me", {}),
        (phone, "people", {}),
    ):
        args = () if name == "people" else (club.pk,)
        pages = [
            named_in(words(client, name, *args, page=str(number), **query))
            for number in range(1, 4)
        ]
        assert max(map(len, pages)) == 200
        assert set.union(*pages) == everybody, name
        assert sum(map(len, pages)) == 450
    guests = words(desk, "club_people", club.pk, show="guests", page="2")
    assert named_in(guests) == {name for name in everybody if "P1200" <= name < "P1300"}
    # Which stands on the last page
    assert named_in(words(desk, "club_people", club.pk, q="P1449")) == {"P1449"}
    assert named_in(words(desk, "club_people", club.pk, page="99")) == named_in(
        words(desk, "club_people", club.pk, page="3")
    )
    html = desk.get(
        reverse("club_people", args=[club.pk]), {"q": "p12", "page": "1"}
    ).content.decode()
    assert 'class="pages' not in html  # a hundred stand on one page
    evening = an_evening(club)
    asked = {"evening": str(evening.pk), "coming": "1"}
    html = phone.get(reverse("club_me", args=[club.pk]), asked).content.decode()
    assert f"?evening={evening.pk}&amp;coming=1&amp;page=2" in html


def test_a_name_that_is_there_is_refused_beside_its_field(club: Club) -> None:
    response = a_desk(club).post(reverse("club_add", args=[club.pk]), {"name": "anna"})
    page = response.content.decode()
    assert response.status_code == 409
    assert "already in the list" in re.search(r'id="name-error">([^<]*)<', page)[1]
    assert 'value="anna"' in page


def test_a_person_can_be_added_beside_a_namesake(club: Club) -> None:
    desk, address = a_desk(club), reverse("club_add", args=[club.pk])
    page = desk.post(address, {"name": "anna"}).content.decode()
    assert 'name="beside"' in page
    assert 'name="beside"' not in desk.get(reverse("club_people", args=[club.pk])).content.decode()
    for named in ("anna (2)", "anna (3)"):
        assert desk.post(address, {"name": "anna", "beside": "1"}).status_code == 302
        assert Player.listed.filter(club=club, name=named).count() == 1
    # No name matches: no number
    assert desk.post(address, {"name": "Zoë", "beside": "1"}).status_code == 302
    assert Player.listed.filter(club=club, name="Zoë").exists()
    long = "N" * LONGEST_NAME
    assert add_person(club, long).name == long
    assert add_person(club, long, beside=True).name == f"{'N' * (LONGEST_NAME - 4)} (2)"
    game = a_game(
        names=["Anna", "anna (2)", "anna (3)", "Zoë"], device=Device.objects.get(pk=a_device().pk)
    )
    assert len({seat.player_id for seat in game.seats.all()}) == 4


def test_who_is_a_guest_is_ticked(club: Club) -> None:
    desk = a_desk(club)
    people = list(Player.objects.values_list("pk", flat=True))
    assert (
        desk.get(reverse("club_people", args=[club.pk]), {"guests": "1"})
        .content.decode()
        .count('name="guest"')
        == 5
    )
    desk.post(
        reverse("club_guests", args=[club.pk]), {"shown": people, "guest": [people[0], "x", 2**70]}
    )
    assert list(Player.objects.filter(guest=True).values_list("pk", flat=True)) == people[:1]
    assert a_client().post(reverse("club_guests", args=[club.pk])).status_code == 403
    assert "Who is a guest?" not in words(a_client(), "club_people", club.pk, guests="1")


def test_whoever_ticks_guests_comes_back_to_the_same_part_of_the_list(club: Club) -> None:
    Player.objects.bulk_create(Player(club=club, name=f"P{number:04}") for number in range(700))
    desk, asked = a_desk(club), {"q": "p0", "show": "members", "page": "3"}
    page = desk.get(reverse("club_people", args=[club.pk]), asked).content.decode()
    (choosing,) = re.findall(r'href="([^"]*guests=1)"', page)
    form = desk.get(unescape(choosing)).content.decode()
    assert form.count('name="shown"') == 200
    (action,) = re.findall(r'action="([^"]*/guests/[^"]*)"', form)
    saved = desk.post(unescape(action) + "&other=1", {"shown": [], "guest": []})
    assert saved.headers["Location"] == reverse("club_people", args=[club.pk], query=asked)


def test_names_lead_to_their_pages_for_the_club_s_phones_and_accounts(club: Club) -> None:
    anna = reverse("person", args=[Player.objects.get(name="Anna").pk])
    for name in ("club_home", "club_people"):
        address = reverse(name, args=[club.pk])
        assert anna in a_client().get(address).content.decode()
        client = Client()
        client.force_login(an_account(club, "owner", name=f"Owner{address.count('/')}"))
        assert anna in client.get(address).content.decode()


def test_the_ratings_stand_in_the_club_s_frame_for_its_phones(club: Club) -> None:
    page = a_client().get(reverse("club_ratings", args=[club.pk])).content.decode()
    assert "Anna" in page
    assert f'href="{reverse("club_ratings_of", args=[club.pk, "ranks"])}"' in page
    assert f'href="{reverse("club_evenings", args=[club.pk])}"' in page
    for client, family, status in (
        (a_client(), "ranks", 200),
        (a_client(), "none", 404),
        (a_desk(club), "ranks", 200),
    ):
        assert client.get(reverse("club_ratings_of", args=[club.pk, family])).status_code == status


def test_the_club_s_ratings_leave_out_whom_a_phone_knew_before_it_joined(club: Club) -> None:
    phone = a_device()
    type(phone).objects.filter(pk=phone.pk).update(club=None)
    a_game(
        names=["Anna", "Urs", "Carla", "Zoë"],
        rounds=believable(RuleSet.of("nanking", {}), 4, 60, 3),
        device=a_device(),
    )
    type(phone).objects.filter(pk=phone.pk).update(club=club)
    page = words(a_client(), "club_ratings", club.pk)
    assert "Urs" not in page
    assert page.count(" Anna ") == 1
    assert "Urs" in words(a_client(), "ratings")
    anna = reverse("person", args=[club.players.get(name="Anna").pk])
    assert (
        f'href="{reverse("club_ratings", args=[club.pk])}">All ratings'
        in a_client().get(anna).content.decode()
    )


def test_an_empty_list_says_how_people_come_into_it() -> None:
    new = a_club(name="Tichu Ulm")
    page = words(a_desk(new), "club_people", new.pk)
    assert "The list is empty. Add a person" in page
    assert "Names are added with your first game" in words(a_member(new), "club_people", new.pk)


def test_erasing_and_merging_stay_within_the_pages_of_the_club(club: Club) -> None:
    desk = a_desk(club)
    anna, beat = (Player.objects.get(name=name) for name in ("Anna", "Beat"))
    places = f'href="{reverse("club_evenings", args=[club.pk])}"'
    for name, args in (("person_merge", [anna.pk]), ("person_merge_with", [anna.pk, beat.pk])):
        assert places in desk.get(reverse(name, args=args)).content.decode()
    answer = desk.post(reverse("person_erase", args=[anna.pk]))
    assert answer["Location"] == f"{reverse('club_people', args=[club.pk])}?erased=1"
    page = desk.get(answer["Location"]).content.decode()
    assert "The name is gone." in page
    assert places in page
    home = desk.get(reverse("club_home", args=[club.pk])).context["page"]
    assert anna.pk not in {row.player for row in home.people_rows}
    assert beat.pk in {row.player for row in home.people_rows}
