"""Clubs that close: a notice before, a sentence or the new address after, reopened or erased."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.games.nights import night_of
from scoring.models import Club, Device, Game, Player
from scoring.models.games import KEPT_CLOSED, KEPT_MOVED
from tests.requests import html_of
from tests.scoring.clubs import a_club, a_desk, a_member, a_person, an_account, an_evening, tonight
from tests.scoring.tables import PLAIN, phone_of, table
from tests.tournaments.desks import an_owner, signed_in
from tests.tournaments.roles.ways import WAYS
from tests.tournaments.roles.world import World, the_world
from tests.worlds import built_once
from tichu_site.models import User
from tournaments.clubs.actions.closing import close_club, erase_closed_clubs
from tournaments.models import Role, Season, Tournament
from tournaments.permissions import BY_ACCOUNT, PERSONAL, TABLE, WALL

pytestmark = pytest.mark.django_db
world = built_once(the_world)
ELSEWHERE = "https://tichu.example/clubs/7/"


def closes(club: Club, days: int, moved_to: str = "") -> Club:
    """The club, as if it closed in so many days; a negative number: it did so long ago."""
    Club.objects.filter(pk=club.pk).update(
        closes_on=tonight() + timedelta(days=days), moved_to=moved_to
    )
    return Club.objects.get(pk=club.pk)


def form(club: Club, **more: object) -> dict[str, object]:
    day = (tonight() + timedelta(days=7)).isoformat()
    return {"day": day, "moved_to": "", "name": club.name} | more


def at(club: Club, name: str = "club_close") -> str:
    return reverse(name, args=[club.pk])


# Closing
# ----------------------------------------------------------------------------------------


def test_an_owner_closes_it_by_its_name_and_keeps_it_open_again() -> None:
    club = a_club()
    owner = a_desk(club, "owner")
    assert (KEPT_CLOSED.days, KEPT_MOVED.days) == (90, 365)
    assert "for 90 days, or for a year if it has moved" in html_of(owner, at(club))
    for wrong in ({"name": ""}, {"name": "Tichu"}, {"day": ""}, {"day": "soon"}):
        assert owner.post(at(club), form(club, **wrong)).status_code == 422, wrong
    for day in (tonight(), tonight() + timedelta(days=400)):
        refused = owner.post(at(club), form(club, day=day.isoformat()))
        assert refused.status_code == 422
        assert "Choose a day from tomorrow on, within a year." in refused.content.decode()
    club.refresh_from_db()
    assert club.closes_on is None
    assert owner.post(at(club), form(club, name=f" {club.name.upper()} ")).status_code == 302
    club.refresh_from_db()
    assert club.closes_on == tonight() + timedelta(days=7)
    assert not club.closed
    assert owner.post(at(club), {"keep": "1"}).status_code == 302
    club.refresh_from_db()
    assert club.closes_on is None


@pytest.mark.parametrize(
    "address",
    [
        "http://tichu.example/",
        "javascript:alert(1)",
        "//tichu.example/",
        "tichu.example",
        "https://club.example@evil.example/",
        "https://",
        "https://tichu.example/ x",
        f"https://tichu.example/{'a' * 200}",
    ],
)
def test_a_new_address_is_a_whole_one_with_https(address: str) -> None:
    club = a_club()
    refused = a_desk(club, "owner").post(at(club), form(club, moved_to=address))
    assert refused.status_code == 422
    club.refresh_from_db()
    assert (club.closes_on, club.moved_to) == (None, "")


def test_only_its_owners_and_those_of_the_server_close_it(world: World) -> None:
    club = world.tournament.club
    expected = dict.fromkeys(BY_ACCOUNT, 403) | {"owner": 302, "screen": 404}
    for role in (*BY_ACCOUNT[1:], "owner"):
        client = world.clients[role]
        assert client.post(at(club), form(club)).status_code == expected[role], role
        if role != "owner":
            assert client.get(at(club)).status_code == expected[role]
    for client in (Client(), a_member(a_club(name="Other")), world.clients["signed in"]):
        assert client.post(at(club), {"keep": "1"}).status_code == 404
    club.refresh_from_db()
    assert club.closes_on is not None
    assert signed_in(an_owner("Wanda")).post(at(club), {"keep": "1"}).status_code == 302


def test_its_people_see_the_day_before_and_where_to_save_what_is_theirs() -> None:
    club = closes(a_club(public=True), 7)
    notice = "This club closes on"
    phone, keeper, visitor = a_member(club), a_desk(club), Client()
    for client, link in (
        (phone, reverse("my_game")),
        (keeper, at(club, "desk_club_export")),
        (visitor, ""),
    ):
        page = " ".join(html_of(client, at(club, "club_home")).split())
        said = page.partition('class="note warn"')[2].partition("</p>")[0]
        assert notice in said
        assert ("href" in said) is bool(link)
        assert link in said
    assert keeper.get(at(club, "desk_club_export")).status_code == 200
    moved = closes(club, 7, ELSEWHERE)
    assert f'href="{ELSEWHERE}"' in html_of(visitor, at(moved, "club_home"))
    Club.objects.update(closes_on=None)
    assert notice not in html_of(phone, at(club, "club_home"))


# Closed
# ----------------------------------------------------------------------------------------

# Of the account or the site, not of one club
NOT_OF_IT = {
    *("tournaments", "seasons", "table_code", "desk", "desk_club", "desk_example"),
    *("desk_import", "desk_club_import", "api_tournaments", "api_seasons"),
    "desk_club_export",  # its owners still can
}


def test_every_address_of_a_closed_club_says_so_and_that_again_when_it_is_reopened(
    world: World,
) -> None:
    club = world.tournament.club
    owns = {"match": TABLE, "card": TABLE, "own": PERSONAL, "pair": PERSONAL, "screen": WALL}

    def answers() -> dict[str, int]:
        found = {}
        for key, way in WAYS.items():
            if "GET" not in way.methods or key in NOT_OF_IT:
                continue
            role = owns.get(way.page, "owner")
            found[key] = world.clients[role].get(way.address(key, world, role)).status_code
        return found

    before = answers()
    there = [key for key, status in before.items() if status < 400]
    assert len(there) > 60
    closes(club, 0)
    after = answers()
    assert {key: after[key] for key in there if after[key] != 410} == {}
    assert not [key for key, status in after.items() if status < 400]
    closes(club, 1)
    assert answers() == before


def test_what_is_sent_to_a_closed_club_changes_nothing(world: World) -> None:
    closes(world.tournament.club, 0)
    before = Tournament.objects.count()
    for key in ("desk_new", "desk_round_do", "desk_entrant_do", "desk_seasons", "register"):
        way = WAYS[key]
        answer = world.clients["owner"].post(
            way.address(key, world, "owner"), dict(way.form(world))
        )
        assert answer.status_code == 410, key
    assert Tournament.objects.count() == before


def test_the_pages_of_a_closed_club_and_of_its_people_say_so() -> None:
    club = a_club()
    an_evening(club)
    anna = a_person(club)
    phone, helper = a_member(club), a_desk(club, "desk")
    closes(club, 0)
    for name in ("club_home", "club_people", "club_evenings", "club_setup", "club_records"):
        for client in (phone, helper):
            assert client.get(at(club, name)).status_code == 410, name
        assert Client().get(at(club, name)).status_code == 404  # as before
    for name in ("person", "person_data"):
        assert phone.get(reverse(name, args=[anna.pk])).status_code == 410, name
    page = phone.get(at(club, "club_home")).content.decode()
    assert "This club was closed on" in page
    assert "Leave this club" in page
    assert reverse("club_close", args=[club.pk]) not in page
    assert phone.post(reverse("club_leave")).status_code == 302
    for name, status in (("api_club", 410), ("api_club_people", 410)):
        answer = helper.get(at(club, name))
        assert answer.status_code == status
        assert answer.json()["errors"][0]["code"] == "club_closed"
    assert helper.get(reverse("api_person", args=[anna.pk])).status_code == 410
    assert helper.get(reverse("api_clubs")).json()["clubs"] == []


def test_lists_leave_it_out_and_owners_find_the_way_to_reopen_it(world: World) -> None:
    club, name = world.tournament.club, world.tournament.name
    owner = world.clients["owner"]
    seasons = reverse("seasons")
    assert owner.get(seasons).status_code == 302  # to the only one
    for listed in ("tournaments", "desk"):
        closes(club, 1)
        assert name in html_of(owner, reverse(listed)), listed
        closes(club, 0)
        gone = html_of(owner, reverse(listed))
        assert name not in gone, listed
    assert reverse("season", args=[world.season.pk]) not in html_of(owner, seasons)
    assert at(club) in gone  # of the desk
    assert "Reopen the club" in html_of(owner, at(club))
    assert at(club) not in html_of(world.clients["director"], reverse("desk"))


def test_links_to_a_club_that_has_moved_name_its_new_address(world: World) -> None:
    club = closes(world.tournament.club, 0, ELSEWHERE)
    tournament = reverse("tournament", args=[world.tournament.pk])
    answer = Client().get(tournament)
    assert answer.status_code == 410  # no redirect
    page = answer.content.decode()
    assert f'<a href="{ELSEWHERE}"' in page
    assert club.name in page
    assert "refresh" not in page
    for link in (WAYS["own_page"], WAYS["match"]):
        key = "own_page" if link.page == "own" else "match"
        role = PERSONAL if link.page == "own" else TABLE
        gone = world.clients[role].get(link.address(key, world, role))
        assert ELSEWHERE in gone.content.decode()
    told = Client().get(reverse("api_tournament", args=[world.tournament.pk]))
    assert told.status_code == 410
    assert told.json()["errors"][0]["message"] == f"This club has moved to {ELSEWHERE}."


def test_a_closed_club_gets_another_address_and_no_other_day() -> None:
    club = closes(a_club(), -3)
    owner = a_desk(club, "owner")
    assert owner.post(at(club), form(club, moved_to=ELSEWHERE)).status_code == 302
    club.refresh_from_db()
    assert (club.closes_on, club.moved_to) == (tonight() - timedelta(days=3), ELSEWHERE)
    assert owner.get(at(club, "desk_club_export")).status_code == 200
    assert a_desk(club).get(at(club, "desk_club_export")).status_code == 410


def test_it_closes_in_the_morning_of_its_day(monkeypatch: pytest.MonkeyPatch) -> None:
    club = Club(closes_on=date(2027, 1, 3))
    for hour, minute, closed in ((3, 59, False), (4, 59, False), (5, 0, True)):
        at_that = timezone.make_aware(timezone.datetime(2027, 1, 3, hour, minute))
        monkeypatch.setattr("scoring.models.games.timezone.now", lambda at_that=at_that: at_that)
        assert club.closed is closed
        assert (night_of(at_that) >= date(2027, 1, 3)) is closed


# Playing on
# ----------------------------------------------------------------------------------------


def test_friends_play_on_with_a_list_of_their_own() -> None:
    phone = phone_of("Anna")
    club = a_club(phone.device)
    game = table(phone)
    closes(club, 0)
    assert phone.write(game, 1, PLAIN).status_code == 201
    assert phone.get("score", game).status_code == 200
    assert phone.client.get(reverse("front")).status_code == 200
    names = {f"name_{n}": name for n, name in enumerate(("Anna", "Zoe", "Yann", "Xena"))}
    answer = phone.client.post(
        reverse("new_game"), {"variant": "nanking", "action": "start", **names}
    )
    assert answer.status_code == 302
    new = Game.objects.filter(device=phone.device).exclude(pk=game.pk).get()
    assert new.club is None
    assert Player.objects.get(name="Zoe").device == phone.device


# Erased
# ----------------------------------------------------------------------------------------


def rows_of(model: type[Model], **of: Any) -> int:
    return model._default_manager.filter(**of).count()


@pytest.mark.parametrize(("moved_to", "kept"), [("", KEPT_CLOSED), (ELSEWHERE, KEPT_MOVED)])
def test_once_its_time_is_over_everything_in_it_is_erased_and_nothing_else(
    world: World, moved_to: str, kept: timedelta
) -> None:
    club = Club.objects.get(pk=world.tournament.club_id)  # the object is shared
    phone = phone_of("Anna")
    Device.objects.filter(pk=phone.device.pk).update(club=club)
    phone.device.club = club
    in_club = table(phone)
    phone.device.club = None
    at_home = table(phone)
    other = a_club(name="Other")
    a_person(other, "Zoe")
    closes(club, 1 - kept.days, moved_to)
    erase_closed_clubs()
    assert Club.objects.filter(pk=club.pk).exists()
    closes(club, -kept.days, moved_to)
    erase_closed_clubs()
    assert not Club.objects.filter(pk=club.pk).exists()
    assert rows_of(Tournament) == rows_of(Season) == rows_of(Role, club=club.pk) == 0
    assert list(Club.objects.values_list("name", flat=True)) == ["Another club", "Other"]
    assert [game.pk for game in Game.objects.all()] == [at_home.pk]
    assert in_club.club_id == club.pk
    assert set(Player.objects.values_list("name", flat=True)) == {
        *("Anna", "Beat", "Carla", "Dino", "Zoe"),
    }
    phone.device.refresh_from_db()
    assert phone.device.club is None
    assert User.objects.filter(name="Olga").exists()  # accounts stay
    assert world.clients["owner"].get(at(club)).status_code == 404


def test_a_club_that_is_open_is_never_erased() -> None:
    clubs = [a_club(), closes(a_club(name="Soon"), 7)]
    close_club(clubs[0], tonight() + timedelta(days=1), "", an_account().pk)
    erase_closed_clubs()
    assert Club.objects.filter(pk__in=[club.pk for club in clubs]).count() == 2
