"""What a visitor sees of somebody's name, chosen on their page by whoever keeps the list."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.games.names.visibility import ALIAS, FULL, HIDDEN, INITIAL
from scoring.models import Club, Device, Player
from tests.requests import post
from tests.scoring.clubs import an_account
from tests.scoring.games import a_client, a_device, words
from tests.tournaments import desks
from tournaments.models import Entrant, Member, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def lucja() -> Player:
    """In the list of a club, of which the phone is;
    with two others, one of whom goes by an alias.
    """
    club = Club.objects.create(name="Tichu Bern", shown=INITIAL)
    Device.objects.filter(pk=a_device().pk).update(club=club)
    Player.objects.create(name="Олег Белов", club=club, last_played_at="2026-11-02T20:00Z")
    Player.objects.create(
        name="Beat Zürcher",
        club=club,
        shown=ALIAS,
        alias="Fuchs",
        last_played_at="2026-11-01T20:00Z",
    )
    return Player.objects.create(name="Łucja Wiśniewska", club=club)


@pytest.fixture
def client() -> Client:
    client = a_client()
    client.force_login(desks.an_owner("Regula"))
    return client


def test_it_shows_each_way_with_what_comes_of_it_and_the_name_among_others(
    client: Client, lucja: Player
) -> None:
    page = client.get(reverse("person_name", args=[lucja.pk])).context["page"]
    assert [(way.key, way.seen, way.chosen) for way in page.ways] == [
        ("", "Łucja W.", True),
        (FULL, "Łucja Wiśniewska", False),
        (INITIAL, "Łucja W.", False),
        (ALIAS, "", False),
        (HIDDEN, "Somebody", False),
    ]
    assert page.among == [(1, "Олег Б.", False), (2, "Łucja W.", True), (3, "Fuchs", False)]


def test_a_choice_is_kept_and_said_and_stands_in_what_is_kept_of_them(
    client: Client, lucja: Player
) -> None:
    assert post(client, "person_name", lucja.pk, shown=ALIAS, alias="Żubr").status_code == 302
    said = words(client, "person_name", lucja.pk, saved="1")
    assert "saved" in said
    assert "2 Żubr" in said
    assert "What a visitor sees Żubr" in words(client, "person", lucja.pk)
    assert "Alias Żubr" in words(client, "person_data", lucja.pk)
    file = b"".join(client.get(reverse("person_file", args=[lucja.pk])).streaming_content).decode()
    assert '"alias": "Żubr"' in file


def test_what_is_refused_comes_back_as_it_was_typed(client: Client, lucja: Player) -> None:
    assert post(client, "person_name", lucja.pk, shown=ALIAS, alias="Wiśniewska").status_code == 422
    answer = client.post(
        reverse("person_name", args=[lucja.pk]), {"shown": ALIAS, "alias": "Wiśniewska"}
    )
    assert 'value="Wiśniewska"' in answer.content.decode()
    assert "contains part of the name" in answer.content.decode()
    assert Player.objects.get(pk=lucja.pk).shown == ""


def test_to_somebody_under_18_the_full_name_is_not_offered(client: Client, lucja: Player) -> None:
    assert post(client, "person_name", lucja.pk, shown=FULL, minor="1").status_code == 302
    page = client.get(reverse("person_name", args=[lucja.pk])).context["page"]
    assert FULL not in [way.key for way in page.ways]
    assert page.seen == "Łucja W."


def test_only_whoever_keeps_the_list_chooses_and_a_phone_s_own_list_is_seen_by_nobody(
    client: Client, lucja: Player
) -> None:
    assert (
        post(a_client(), "person_name", lucja.pk, shown=HIDDEN).status_code == 403
    )  # a phone of the club without a say
    assert post(Client(), "person_name", lucja.pk, shown=HIDDEN).status_code == 404
    assert Player.objects.get(pk=lucja.pk).shown == ""
    own = Player.objects.create(name="Own", device=a_device())
    assert "games at home are private" in words(a_client(), "person_name", own.pk)


def test_as_many_queries_for_a_large_list(client: Client, lucja: Player) -> None:
    def asked() -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get(reverse("person_name", args=[lucja.pk]))
        return len(queries)

    asked()
    few = asked()
    Player.objects.bulk_create(
        Player(name=f"Player {number}", club=lucja.club) for number in range(30)
    )
    assert asked() == few


def test_the_published_results_that_would_show_another_name_are_named_before(
    client: Client, lucja: Player
) -> None:
    told = "These published results will also show the new name:"
    assert told not in words(client, "person_name", lucja.pk)
    other = Player.objects.create(name="L. Wisniewska", club=lucja.club)
    merge = ("person_merge_with", other.pk, lucja.pk)
    assert told not in words(client, *merge)
    cup = Tournament.objects.create(
        club=lucja.club, desk=a_device(), name="Spring cup", state="finished"
    )
    draft = Tournament.objects.create(
        club=lucja.club, desk=a_device("desk"), name="Secret cup", state="draft"
    )
    for tournament in (cup, draft):
        entrant = Entrant.objects.create(tournament=tournament, number=1)
        Member.objects.create(tournament=tournament, entrant=entrant, player=lucja)
    for page in (words(client, "person_name", lucja.pk), words(client, *merge)):
        assert f"{told} Spring cup." in page
        assert "Secret cup" not in page
    # The name that stays is shown there
    assert told not in words(client, "person_merge_with", lucja.pk, other.pk)


@pytest.fixture
def cup(lucja: Player) -> Tournament:
    """A tournament that is over, in which she played."""
    cup = Tournament.objects.create(
        club=lucja.club, desk=a_device(), name="Spring cup", state="finished"
    )
    entrant = Entrant.objects.create(tournament=cup, number=1)
    Member.objects.create(tournament=cup, entrant=entrant, player=lucja)
    return cup


def test_whoever_keeps_the_list_gives_another_name_and_reads_before_where_it_shows(
    client: Client, lucja: Player, cup: Tournament
) -> None:
    assert (
        reverse("person_name", args=[lucja.pk]) + "#rename"
        in client.get(reverse("person", args=[lucja.pk])).content.decode()
    )
    before = words(client, "person_name", lucja.pk)
    assert "The new name replaces this one in all games" in before
    assert f"These published results will also show the new name: {cup.name}." in before
    version = Tournament.objects.get(pk=cup.pk).version
    answer = post(client, "person_rename", lucja.pk, name="  Łucja   Nowak ")
    assert (answer.status_code, answer["Location"]) == (302, reverse("person", args=[lucja.pk]))
    lucja.refresh_from_db()
    assert lucja.name == "Łucja Nowak"
    assert Tournament.objects.get(pk=cup.pk).version > version  # its pages follow
    assert (
        post(client, "person_rename", lucja.pk, name="Łucja Nowak").status_code == 302
    )  # a double tap
    assert "Łucja Nowak" in words(client, "person", lucja.pk)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "Enter a name."),
        (
            "олег белов",
            "олег белов is already in the list. If they are the same person, merge them",
        ),
        ("Dummy", "reserved for the dummy"),
        ("x" * 81, "80"),
    ],
)
def test_a_name_that_cannot_be_is_told_and_stays_in_the_field(
    client: Client, lucja: Player, name: str, said: str
) -> None:
    answer = post(client, "person_rename", lucja.pk, name=name)
    assert 400 <= answer.status_code < 500
    page = answer.content.decode()
    assert said in page
    assert f'value="{name}"' in page
    lucja.refresh_from_db()
    assert lucja.name == "Łucja Wiśniewska"


def test_only_whoever_keeps_the_list_renames(client: Client, lucja: Player) -> None:
    member, stranger = a_client(), Client()
    assert 'id="rename"' not in member.get(reverse("person", args=[lucja.pk])).content.decode()
    assert post(member, "person_rename", lucja.pk, name="Eva").status_code == 403
    assert post(stranger, "person_rename", lucja.pk, name="Eva").status_code == 404
    assert (
        client.post(reverse("person_rename", args=[lucja.pk + 99]), {"name": "Eva"}).status_code
        == 404
    )
    assert client.get(reverse("person_rename", args=[lucja.pk])).status_code == 405
    elsewhere = Client()
    elsewhere.force_login(an_account(Club.objects.create(name="Tichu Ulm"), "owner", name="Elsa"))
    assert post(elsewhere, "person_rename", lucja.pk, name="Eva").status_code == 404
    lucja.refresh_from_db()
    assert lucja.name == "Łucja Wiśniewska"


def test_a_phone_renames_in_its_own_list() -> None:
    own = Player.objects.create(name="Ana", device=a_device())
    client = a_client()
    assert "Rename" in words(client, "person", own.pk)
    assert post(client, "person_rename", own.pk, name="Anna").status_code == 302
    assert "Anna" in words(client, "person_name", own.pk)
