"""Everything that is kept about a person, to take along: who may have it, and what stands in it."""

import json
from collections.abc import Sequence

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.games.actions.deleting import delete_game
from scoring.models import Club, Device, Player
from scoring.rules import Round, RuleSet
from tests.scoring.games import TWO_ROUNDS, a_client, a_device, a_game, believable, words
from tichu_site.models import User

pytestmark = pytest.mark.django_db
ADDRESSES = ("person_data", "person_file")


def taken(player: Player, client: Client | None = None) -> dict:
    answer = (client or a_client()).get(reverse("person_file", args=[player.pk]))
    assert answer.status_code == 200
    assert "attachment" in answer["Content-Disposition"]
    return json.loads(b"".join(answer.streaming_content))


def statuses(player: int, client: Client) -> list[int]:
    return [client.get(reverse(name, args=[player])).status_code for name in ADDRESSES]


def a_club(*phones: Device) -> Club:
    club = Club.objects.create(name="Tichu Bern")
    Device.objects.filter(pk__in=[phone.pk for phone in phones]).update(club=club)
    return club


def test_the_file_holds_all_of_one_person_and_nobody_else_s_name() -> None:
    a_game(rounds=TWO_ROUNDS)
    deleted = a_game("trichu", rounds=believable(RuleSet.of("trichu", {}), 3, 3))
    delete_game(deleted, a_device())
    carla = Player.objects.get(name="Carla")
    data = taken(carla)
    assert (data["name"], data["list"], data["tournaments"]) == ("Carla", {"of": "phone"}, [])
    trichu, nanking = data["games"]
    assert (trichu["deleted"], nanking["deleted"]) == (True, False)
    assert data["first_seen"] == nanking["started_at"]
    assert data["ratings"] == []  # no game is over
    assert [(one["who"], one.get("as")) for one in nanking["seats"]] == [
        ("another player", "partner"),
        ("another player", "opponent"),
        ("self", None),
        ("another player", "opponent"),
    ]
    first, second = nanking["rounds"]
    assert (first["points"], first["points_of_others"], first["place"], first["call"]) == (
        165,
        35,
        3,
        None,
    )
    assert second["call"] == {"call": "grand", "made": False, "ahead": 130}
    assert (second["points"], second["total"]) == (-200, -35)
    assert not [name for name in ("Anna", "Beat", "Dino") if name in json.dumps(data)]


def test_the_page_says_the_same_to_read() -> None:
    a_game(rounds=TWO_ROUNDS)
    page = words(a_client(), "person_data", Player.objects.get(name="Carla").pk)
    assert "seat 3 of 4 · with another player · against 2 other players" in page
    assert "2 Grand Tichu, failed" in page
    assert not [name for name in ("Anna", "Beat", "Dino") if name in page]


def test_how_strong_somebody_is_taken_for_is_among_it() -> None:
    a_game(rounds=believable(RuleSet.of("nanking", {}), 4, 60))
    anna = Player.objects.get(name="Anna")
    (rating,) = taken(anna)["ratings"]
    assert (rating["family"], rating["games"]) == ("teams", 1)
    assert f"Rating, Team games {rating['rating']} ± {rating['give_or_take']}" in words(
        a_client(), "person_data", anna.pk
    )


def test_who_never_played_has_a_page_and_a_file_all_the_same() -> None:
    player = Player.objects.create(name="Ida", device=a_device())
    assert taken(player)["games"] == []
    assert "0 games" in words(a_client(), "person_data", player.pk)


def test_many_games_take_few_queries_and_several_pages() -> None:
    rules = RuleSet.of("nanking", {})
    a_game(rounds=believable(rules, 4, 3))
    anna = Player.objects.get(name="Anna")

    def queries(address: str) -> int:
        with CaptureQueriesContext(
            connection,
        ) as found:
            answer = a_client().get(reverse(address, args=[anna.pk]))
            if answer.streaming:
                b"".join(answer.streaming_content)
        return len(found)

    queries("person_data")  # rates who played
    before = [queries(address) for address in ADDRESSES]
    for _ in range(21):
        a_game(rounds=believable(rules, 4, 2))
    assert [queries(address) for address in ADDRESSES] == before
    assert max(before) <= 20
    assert "1 of 2" in words(a_client(), "person_data", anna.pk)
    assert "2 of 2" in words(a_client(), "person_data", anna.pk, page="2")
    assert len(taken(anna)["games"]) == 22


# Who may -----------------------------------------------------------------------


def test_a_phone_keeps_its_own_list_and_no_other() -> None:
    a_game(rounds=TWO_ROUNDS)
    anna = Player.objects.get(name="Anna")
    a_device("another")
    assert statuses(anna.pk, a_client()) == [200, 200]
    assert statuses(anna.pk, a_client("another")) == statuses(anna.pk, Client()) == [404, 404]
    assert statuses(anna.pk + 99, a_client()) == statuses(2**70, a_client()) == [404, 404]
    for address in ADDRESSES:
        assert a_client().post(reverse(address, args=[anna.pk])).status_code == 405


@pytest.mark.parametrize(
    ("owner", "expected"), [(True, [200, 200]), (False, [403, 403]), (None, [403, 403])]
)
def test_a_club_s_list_is_kept_by_who_leads_the_club(
    owner: bool | None, expected: Sequence[int]
) -> None:
    a_club(a_device())
    a_game(rounds=TWO_ROUNDS, device=a_device())
    anna = Player.objects.get(name="Anna")
    client, stranger = a_client(), a_client("another")
    a_device("another")
    if owner is not None:
        user = User.objects.create_user("olga@club.example", name="Olga", is_owner=owner)
        client.force_login(user)
        stranger.force_login(user)
    assert statuses(anna.pk, client) == expected
    # Who owns the site owns each club
    assert statuses(anna.pk, stranger) == ([200, 200] if owner else [404, 404])
    page = client.get(reverse("person", args=[anna.pk])).content.decode()
    assert (reverse("person_data", args=[anna.pk]) in page) == (expected == [200, 200])


def test_the_file_says_of_each_game_whether_it_was_won_drawn_or_lost() -> None:
    for own in (60, 50, 40):
        a_game(
            rounds=[Round(out=(0, 1, 2, 3), card_points=(own, 100 - own))],
            settings={"round_limit": 1},
        )
    a_game(rounds=TWO_ROUNDS)
    anna = Player.objects.get(name="Anna")
    assert sorted(str(game["result"]) for game in taken(anna)["games"]) == [
        "None",
        "drawn",
        "lost",
        "won",
    ]
