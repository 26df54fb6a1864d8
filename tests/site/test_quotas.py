"""Quotas of clubs: only new things are refused, with a sentence; the server's owners raise
them, and see which limits were reached.
"""

import uuid
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.games.access import limit_hits
from scoring.games.access.limit_hits import note_hit, write_hits
from scoring.games.access.limits import LIMITS
from scoring.games.access.quotas import PEOPLE as THE_PEOPLE
from scoring.games.access.quotas import QUOTAS, check_quota, limit_name, quota_of
from scoring.models import Club, Game, Import, LimitHit, Player
from scoring.rules import Conflict
from tests.requests import Response, html_of
from tests.scoring.clubs import a_club, a_person
from tests.scoring.clubs import a_desk as a_browser
from tests.scoring.tables import PEOPLE, PLAIN, Phone, phone_of, record, seat_from, table, told
from tests.tournaments.desks import a_desk, a_tournament, an_owner, enter, signed_in
from tests.tournaments.roles.world import World, the_world
from tests.worlds import built_once
from tichu_site.records.clubs import QuotaForm
from tichu_site.records.limit_words import WORDS
from tournaments.exchange.writing import text_of
from tournaments.models import Tournament
from tournaments.permissions import BY_ACCOUNT

pytestmark = pytest.mark.django_db
world = built_once(the_world)
Only = Callable[[str, int], None]
FOUR = {f"name_{seat}": name for seat, name in enumerate(PEOPLE[:4])}


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch) -> Only:
    """`only("games", 2)`: so many a club from now on."""

    def to(quota: str, many: int) -> None:
        name = limit_name(quota)
        monkeypatch.setitem(LIMITS, name, replace(LIMITS[name], many=many))

    return to


@pytest.fixture(autouse=True)
def nothing_waits() -> None:
    limit_hits._waiting.clear()


@pytest.fixture
def phone() -> Phone:
    """A phone that has joined a club with four people in its list."""
    phone = phone_of("Anna")
    club = a_club(phone.device)
    for name in PEOPLE[:4]:
        a_person(club, name)
    return phone


def start(phone: Phone, **names: str) -> Response:
    form = {"variant": "nanking", "action": "start", "start_id": uuid.uuid4().hex}
    return phone.client.post(reverse("new_game"), form | FOUR | names)


# Games
# ----------------------------------------------------------------------------------------


def test_a_club_starts_so_many_games_a_day_and_running_ones_go_on(phone: Phone, only: Only) -> None:
    only("games", 2)
    game = table(phone)
    assert start(phone).status_code == 302
    refused = start(phone)
    assert refused.status_code == 409
    assert "This club has started 2 games in 24 hours" in refused.content.decode()
    assert phone.send("rematch", game, {}).status_code == 409
    assert Game.objects.count() == 2
    assert phone.write(game, 1, PLAIN).status_code == 201
    Game.objects.update(started_at=timezone.now() - timedelta(days=1))
    assert start(phone).status_code == 302


def test_other_clubs_phones_without_a_club_and_matches_are_not_counted(
    phone: Phone, only: Only
) -> None:
    only("games", 1)
    table(phone)
    assert start(phone).status_code == 409
    assert start(phone_of("Beat")).status_code == 302
    other = phone_of("Carla")
    a_club(other.device, name="Other")
    assert start(other).status_code == 302
    Game.objects.update(of_match=True)
    assert start(phone).status_code == 302


def test_a_game_that_began_without_a_network_is_never_refused(phone: Phone, only: Only) -> None:
    only("games", 1)
    only("people", 4)
    table(phone)

    def send(**more: Any) -> Response:
        body = {"variant": "nanking", "players": [*PEOPLE[:3], "Zoe"], **more}
        return phone.client.post(reverse("api_games"), body, content_type="application/json")

    assert (send().status_code, told(send())) == (409, [("games_full", "game")])
    assert send(waited=60, id=str(uuid.uuid4())).status_code == 201
    assert Player.objects.filter(club=phone.device.club, name="Zoe").exists()


# People
# ----------------------------------------------------------------------------------------


def test_a_full_list_takes_nobody_new_and_everybody_who_is_there(phone: Phone, only: Only) -> None:
    only("people", 4)
    assert start(phone).status_code == 302
    refused = start(phone, name_3="Zoe")
    assert refused.status_code == 409
    assert "may have 4 people" in refused.content.decode()
    club = phone.device.club
    assert club
    add = a_browser(club).post(reverse("club_add", args=[club.pk]), {"name": "Zoe"})
    assert add.status_code == 409
    assert "may have 4 people" in add.content.decode()
    Player.objects.filter(club=club, name="Dino").update(erased_at=timezone.now(), name="")
    assert start(phone, name_3="Zoe").status_code == 302


def test_a_table_changes_people_in_the_middle_of_a_game_whatever_the_quota(
    phone: Phone, only: Only
) -> None:
    game = table(phone)
    record(game, 1)
    only("people", 4)
    seat_from(game, 2, "Zoe")
    game.refresh_from_db()
    fields = {"name_0": "Zoe", "name_1": "Yann", "name_2": "Carla", "name_3": "Dino"}
    assert phone.send("put_right", game, fields | {"seen": game.version}).status_code < 500
    assert Player.objects.filter(club=phone.device.club, name="Zoe").exists()


def test_entrants_are_people_too(only: Only) -> None:
    tournament = a_tournament("pairs_swiss", 0)
    only("people", 2)
    enter(tournament, 1)
    with pytest.raises(Conflict, match="people"):
        enter(tournament, 1, first=50)
    assert tournament.entrants.count() == 1


# Imports and tournaments
# ----------------------------------------------------------------------------------------


def test_a_club_makes_so_many_imports_a_day(only: Only) -> None:
    club = a_club()
    client, address = a_browser(club), reverse("club_imports", args=[club.pk])
    only("imports", 1)

    def made(name: str) -> Response:
        return client.post(address, {"text": f"name\n{name}\n", "make": "1"})

    assert made("Zoe").status_code == 302
    refused = made("Yann")
    assert refused.status_code == 409
    assert "has made 1 import in 24 hours" in refused.content.decode()
    assert Player.listed.filter(club=club).count() == 1
    Import.objects.update(at=timezone.now() - timedelta(days=1))
    only("people", 1)
    refused = made("Yann")
    assert (refused.status_code, Import.objects.count()) == (409, 1)
    assert "may have 1 person" in refused.content.decode()


def test_a_club_has_so_many_tournaments_by_whatever_way(only: Only) -> None:
    desk = a_desk()
    tournament = a_tournament("pairs_swiss", 2, desk=desk)
    document = text_of(tournament)
    only("tournaments", 1)
    new = {"name": "More", "preset": "pairs_swiss", "rounds": "3"}
    file = SimpleUploadedFile("t.json", document.encode())
    answers = [
        desk.client.post(reverse("desk_new", args=[desk.club.pk]), new),
        desk.client.post(reverse("desk_again", args=[tournament.pk]), {"name": "More"}),
        desk.client.post(reverse("desk_import"), {"club": desk.club.pk, "file": file}),
    ]
    assert answers[2].status_code == 200  # the preview, which has the document
    packed = answers[2].content.decode().split('name="packed"')[1].split('value="')[1].split('"')[0]
    form = {"club": desk.club.pk, "packed": packed}
    answers[2] = desk.client.post(reverse("desk_import"), form)
    for answer in answers:
        assert answer.status_code in {409, 422}, answer.content.decode()
        assert "This club has 1 tournament, as many as it may." in answer.content.decode()
    assert Tournament.objects.count() == 1


def test_a_club_that_is_imported_whole_is_not_counted(only: Only) -> None:
    club = a_club()
    only("people", 1)
    with pytest.raises(Conflict):
        check_quota(club, THE_PEOPLE, more=2)
    club.coming = timezone.now()
    check_quota(club, THE_PEOPLE, more=2)


# What owners of the server may
# ----------------------------------------------------------------------------------------


@pytest.fixture
def owner() -> Client:
    return signed_in(an_owner("Wanda"))


def wanted(**more: object) -> dict[str, object]:
    return {quota: LIMITS[limit_name(quota)].many for quota in QUOTAS} | more


def test_owners_of_the_server_raise_a_quota_and_never_lower_it(
    owner: Client, phone: Phone, only: Only
) -> None:
    club = phone.device.club
    assert club
    address = reverse("server_club", args=[club.pk])
    table(phone)
    most = LIMITS["games of a club"].many
    assert f"Now: 1. Every club may have {most}." in html_of(owner, address)
    for wrong in (most - 1, "x", "", 10_000_001):
        refused = owner.post(address, wanted(games=wrong))
        assert refused.status_code == 422
        said = f"Enter a whole number from {most} to 10000000."
        assert said in refused.content.decode()
    assert owner.post(address, wanted(games=most + 1)).status_code == 302
    club.refresh_from_db()
    assert club.quotas == {"games": most + 1}  # nothing that every club may
    assert quota_of(club, "games") == most + 1
    assert quota_of(Club.objects.create(name="Other"), "games") == most


def test_a_raised_quota_counts(phone: Phone, only: Only) -> None:
    only("games", 1)
    table(phone)
    assert start(phone).status_code == 409
    Club.objects.update(quotas={"games": 2})
    assert start(phone).status_code == 302
    assert start(phone).status_code == 409


def test_only_owners_of_the_server_see_and_raise_quotas(world: World) -> None:
    club = world.tournament.club
    address = reverse("server_club", args=[club.pk])
    assert Client().get(address).status_code == 302
    for role in BY_ACCOUNT:
        for ask in (world.clients[role].get, world.clients[role].post):
            assert ask(address, wanted(games="99999")).status_code == 404
    club.refresh_from_db()
    assert club.quotas == {}
    wanda = signed_in(an_owner("Wanda"))
    assert wanda.get(reverse("server_club", args=[10**9])).status_code == 404
    Club.objects.filter(pk=club.pk).update(coming=timezone.now())
    assert wanda.get(address).status_code == 404


# Limits that were reached
# ----------------------------------------------------------------------------------------


def test_a_reached_quota_is_shown_with_its_club_and_nobody_else(
    owner: Client, phone: Phone, only: Only
) -> None:
    only("games", 0)
    club = phone.device.club
    assert club
    assert "None. Nobody was asked to wait." in html_of(owner, reverse("server"))
    for _ in range(2):
        assert start(phone).status_code == 409
    page = " ".join(html_of(owner, reverse("server")).split())
    hits = page.split('id="hits"')[1].split("</section>")[0]
    assert "Games of a club in 24 hours (<bdi>Tichu Bern</bdi>)" in hits
    assert "2 times today" in hits
    page = " ".join(html_of(owner, reverse("server_club", args=[club.pk])).split())
    assert "2 times today" in page
    LimitHit.objects.update(day=timezone.localdate() - timedelta(days=1))
    assert "0 times today" in html_of(owner, reverse("server"))


def test_a_reached_limit_is_one_row_without_anybody_in_it() -> None:
    for _ in range(3):
        note_hit("games of an address")
        write_hits(now=True)
    note_hit("games of an address")
    note_hit("games of an address")
    write_hits(now=True)
    (hit,) = LimitHit.objects.values()
    assert hit.keys() == {"id", "what", "club_id", "last_at", "day", "times"}
    assert (hit["what"], hit["club_id"], hit["times"]) == ("games of an address", None, 5)
    LimitHit.objects.update(day=hit["day"] - timedelta(days=1))
    note_hit("games of an address")
    write_hits(now=True)
    assert LimitHit.objects.get().times == 1


def test_a_flood_is_written_once_in_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr(limit_hits, "_written_at", 0.0)
    monkeypatch.setattr(limit_hits.time, "monotonic", lambda: clock[0])

    def writes() -> int:
        with CaptureQueriesContext(connection) as asked:
            note_hit("games of a phone")
            write_hits()
        return len(asked)

    first, *rest = [writes() for _ in range(20)]
    assert first
    assert rest == [0] * 19
    clock[0] += limit_hits.EVERY
    assert writes()
    assert LimitHit.objects.get().times == 21


def test_a_club_that_is_gone_breaks_nothing() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limit_hits, "_add", lambda *_: Club.objects.get(pk=0))
        note_hit("games of a club", 10**9)
        with pytest.raises(Club.DoesNotExist):  # only errors of the database are passed over
            write_hits(now=True)
    write_hits(now=True)
    assert not LimitHit.objects.exists()


def test_every_limit_has_words_for_owners_and_every_quota_a_field() -> None:
    assert tuple(QuotaForm.base_fields) == QUOTAS
    assert WORDS.keys() == LIMITS.keys()
