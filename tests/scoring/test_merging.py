"""Two records made one person: everything is then as if one name had been typed all along; and
parted, as before.
"""

import json
import uuid
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse

from scoring.games.actions.deleting import delete_game
from scoring.games.actions.setup_changes import Setup, put_right
from scoring.games.actions.starting import start_game
from scoring.games.queries import names_known_to, table_of
from scoring.games.verifying.games import Counts, differences_in_games
from scoring.models import Club, Device, Game, Merge, Player, Seat, TwoPeople
from scoring.pages.people.merging import Pairing, merged_into
from scoring.pages.people.personal_data import written
from scoring.people.actions.erasing import erase
from scoring.people.actions.merging import keep_apart, merge, separate
from scoring.people.rated.queries import rating_of
from scoring.people.statistics.averages import everybody_with
from scoring.people.statistics.person import Person
from scoring.people.statistics.together import Pair
from scoring.rules import RuleError, RuleSet
from tests.scoring.games import TWO_ROUNDS, a_client, a_device, a_game, believable, words
from tests.scoring.sharing import holding
from tests.tournaments.refusing import refused

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
NANKING, TRICHU = RuleSet.of("nanking", {}), RuleSet.of("trichu", {})
TABLES = (
    ("nanking", ("Anna", "Beat", "Ida", "Dino")),
    ("nanking", ("Ida", "Beat", "Anna", "Dino")),
    ("nanking", ("Ida", "Beat", "Anna", "Eva")),
    ("trichu", ("Anna", "Ida", "Beat")),
    ("nanking", ("Dino", "Ida", "Eva", "Anna")),
)
SHORT_GAMES = {"target_score": 300}
SHORT = {1, 3, 4}  # the games in which somebody typed a shorter name


def a_list(key: str, *, typed: str) -> Device:
    """A phone with the same games as every other; in some of them Ida was typed so."""
    device = a_device(key)
    for number, (variant, names) in enumerate(TABLES):
        people = [typed if name == "Ida" and number in SHORT else name for name in names]
        rules = RuleSet.of(variant, SHORT_GAMES)
        rounds = believable(rules, len(names), 40, number)
        game = a_game(variant, names=people, device=device, rounds=rounds, settings=SHORT_GAMES)
        if number == 2:
            delete_game(a_game(names=people, device=device, rounds=TWO_ROUNDS), device)
        assert game.state == Game.State.FINISHED
    return device


def person(device: Device, name: str) -> Player:
    return Player.objects.get(device=device, name=name)


def figures(device: Device) -> dict[str, Any]:
    """What is said of everybody in a list, by names."""
    listed = list(Player.listed.filter(device=device))
    names = {player.pk: player.name for player in listed}
    found: dict[str, Any] = {}
    for player in listed:
        of, rated = Person(player), rating_of(player, "teams")
        found[player.name] = (
            of.won,
            sorted((names[one.player], one.share) for one in of.partners),
            of.longest_run and of.longest_run.games,
            of.out,
            of.sums,
            of.comeback and of.comeback.behind,
            of.calls.cases,
            of.against.cases,
            rated and (rated.shown, rated.games),
            everybody_with(player).calls.cases,
        )
    return found


def differences() -> list[str]:
    return [str(one) for one in differences_in_games(Counts())]


def merged(device: Device, goes: str = "Ida S.", stays: str = "Ida") -> Merge:
    return merge(person(device, goes), person(device, stays), device)


# One person
# --------------------------------------------------------------------------------------------------


def test_everything_is_as_if_one_name_had_been_typed_all_along() -> None:
    two, one = a_list("two", typed="Ida S."), a_list("one", typed="Ida")
    assert figures(two) != figures(one)
    merged(two)
    assert figures(two) == figures(one)
    assert differences() == []
    call_command("rebuild_record")
    call_command("rebuild_ratings")
    assert figures(two) == figures(one)
    with_anna = [Pair(person(device, "Ida"), person(device, "Anna")).won for device in (two, one)]
    assert with_anna[0] == with_anna[1]


def test_the_page_counts_all_games_that_go_along() -> None:
    """Also one that is deleted, one that was only started, and one of a tournament that is not
    over.
    """
    device = a_list("two", typed="Ida S.")
    stays, goes = person(device, "Ida"), person(device, "Ida S.")
    names = ("Ida S.", "Anna", "Beat", "Dino")
    delete_game(a_game(names=names, device=device, rounds=TWO_ROUNDS), device)
    Game.objects.filter(pk=a_game(names=names, device=device).pk).update(of_match=True)
    shown = [record.games for record in Pairing(stays, goes).records]
    merged(device)
    (row,) = merged_into(stays)
    assert (shown[1], shown[2]) == (row.games, Seat.objects.filter(player=stays).count())


def test_parted_everything_is_as_before_and_what_was_played_since_stays() -> None:
    device = a_list("two", typed="Ida S.")
    before, tables = (
        figures(device),
        [table_of(game).names for game in Game.objects.order_by("started_at")],
    )
    made = merged(device)
    separate(made, device)
    separate(made, device)  # a second tap
    assert figures(device) == before
    assert [table_of(game).names for game in Game.objects.order_by("started_at")] == tables
    again = merged(device)
    since = a_game(names=("Ida S.", "Beat", "Anna", "Dino"), device=device, rounds=TWO_ROUNDS)
    separate(again, device)
    assert table_of(since).names[0] == "Ida"
    assert differences() == []


def test_a_game_that_was_put_right_since_goes_back_as_well() -> None:
    device = a_list("two", typed="Ida S.")
    made = merged(device)
    game = Seat.objects.filter(player=person(device, "Ida"), game__variant="trichu").get().game
    put_right(game, device, Setup(TRICHU, ["Ida", "Anna", "Beat"]))  # seats are kept as new rows
    separate(made, device)
    assert (
        table_of(game).names == ["Ida S.", "Anna", "Beat", "the Table"][: len(table_of(game).names)]
    )
    assert differences() == []


def test_one_after_the_other_and_parted_in_any_order() -> None:
    device = a_list("three", typed="Ida S.")
    a_game(names=("Ida Schwarz", "Beat", "Anna", "Dino"), device=device, rounds=TWO_ROUNDS)
    before = figures(device)
    first, second = merged(device, "Ida S.", "Ida"), merged(device, "Ida", "Ida Schwarz")
    assert person(device, "Ida S.").merged_into == person(device, "Ida Schwarz")
    with refused("people_changed"):
        separate(first, device)
    separate(second, device)
    separate(first, device)
    assert figures(device) == before
    assert differences() == []


def test_it_is_done_once_and_written_down_without_names() -> None:
    device = a_list("two", typed="Ida S.")
    ida, short = person(device, "Ida"), person(device, "Ida S.")
    assert merge(short, ida, device, 7) == merge(short, ida, device, 7)
    (deed,) = Merge.objects.all()
    assert (deed.person, deed.merged, deed.device, deed.by_device, deed.by_account) == (
        ida.pk,
        short.pk,
        device,
        device.pk,
        7,
    )
    assert set(holding("Ida S.")) == {"scoring_player"}


@pytest.mark.parametrize(
    ("goes", "stays", "then"),
    [
        (("hidden", "", False), ("full", "", False), ("hidden", "", False)),
        (("", "", True), ("alias", "Fox", False), ("alias", "Fox", True)),
        (("alias", "Fox", False), ("", "", True), ("alias", "Fox", True)),
        (("full", "", False), ("", "", False), ("full", "", False)),
    ],
)
def test_visitors_see_no_more_of_one_person_than_of_the_two(
    goes: Any, stays: Any, then: Any
) -> None:
    device = a_device("two")
    made = [Player.objects.create(device=device, name=name) for name in ("Ida S.", "Ida")]
    for player, (shown, alias, minor) in zip(made, (goes, stays), strict=True):
        Player.objects.filter(pk=player.pk).update(shown=shown, alias=alias, minor=minor)
    merged(device)
    assert Player.objects.values_list("shown", "alias", "minor").get(name="Ida") == then


# Two people
# --------------------------------------------------------------------------------------------------


def test_two_who_sat_at_one_table_are_two_people() -> None:
    device = a_list("two", typed="Ida S.")
    a_game(names=("Ida S.", "Beat", "Ida", "Dino"), device=device)
    before = figures(device)
    with refused("two_people"):
        merged(device)
    assert (figures(device), Merge.objects.exists(), differences()) == (before, False, [])


def test_people_of_two_lists_or_gone_are_not_merged() -> None:
    device, other = a_list("two", typed="Ida S."), a_list("one", typed="Ida")
    ida = person(device, "Ida")
    for gone in (person(other, "Ida"), ida):
        with refused("people_changed"):
            merge(gone, ida, device)
    short = person(device, "Ida S.")
    erase(short, device)
    with refused("people_changed"):
        merge(short, ida, device)


# The name of before
# ------------------------------------------------------------------------------------------------


def test_whoever_types_the_name_of_before_means_the_same_person() -> None:
    device = a_list("two", typed="Ida S.")
    merged(device)
    assert "Ida S." not in names_known_to(device)
    key = uuid.uuid4()
    game = start_game(device, NANKING, ["Ida S.", "Beat", "Anna", "Dino"], game_id=key)
    assert table_of(game).names == ["Ida", "Beat", "Anna", "Dino"]
    # Its answer was lost
    assert start_game(device, NANKING, ["Ida S.", "Beat", "Anna", "Dino"], game_id=key) == game
    put_right(game, device, Setup(NANKING, ["Carla", "Beat", "Ida S.", "Dino"]))
    assert table_of(game).names == ["Carla", "Beat", "Ida", "Dino"]


def test_a_start_before_the_merge_that_is_sent_again_gives_its_game() -> None:
    device = a_list("two", typed="Ida S.")
    key = uuid.uuid4()
    names = ["Ida S.", "Beat", "Anna", "Dino"]
    game = start_game(device, NANKING, names, game_id=key)
    merged(device)
    assert start_game(device, NANKING, names, game_id=key) == game
    with pytest.raises(RuleError):
        start_game(device, NANKING, ["Eva", *names[1:]], game_id=key)


def test_both_names_at_one_table_are_two_people_from_then_on() -> None:
    device = a_list("two", typed="Ida S.")
    merged(device)
    game = a_game(names=("Ida S.", "Beat", "Ida", "Dino"), device=device, rounds=TWO_ROUNDS)
    assert table_of(game).names == ["Ida S.", "Beat", "Ida", "Dino"]
    assert "Ida S." in names_known_to(device)
    righted = a_game(names=("Ida", "Beat", "Anna", "Dino"), device=device)
    put_right(righted, device, Setup(NANKING, ["Ida", "Beat", "Ida S.", "Dino"]))
    assert table_of(righted).names == ["Ida", "Beat", "Ida S.", "Dino"]
    assert differences() == []


def test_erasing_takes_the_name_of_before_along() -> None:
    device = a_list("two", typed="Xqürz")
    a_game(names=("Ida", "Beat", "Anna", "Dino"), device=device, table_name="chez Xqürz")
    merged(device, "Xqürz", "Ida")
    erase(person(device, "Ida"), device)
    assert holding("Xqürz") == []
    assert differences() == []
    assert Player.objects.filter(device=device, name="").count() == 2


def test_the_names_of_before_are_among_what_is_kept() -> None:
    device = a_list("two", typed="Ida S.")
    merged(device)
    assert json.loads("".join(written(person(device, "Ida"))))["other_names"] == ["Ida S."]
    assert "Other names Ida S." in words(a_client("two"), "person_data", person(device, "Ida").pk)


# The pages
# --------------------------------------------------------------------------------------------------


def test_a_pair_is_asked_about_until_somebody_answers() -> None:
    device = a_list("anna's phone", typed="Ida S.")
    ida, short = person(device, "Ida"), person(device, "Ida S.")
    client = a_client()
    assert "One person?" in words(client, "people")
    preview = words(client, "person_merge_with", short.pk, ida.pk)
    for figure in ("Games 3 3 6", "Merge into Ida S."):
        assert figure in preview
    address = reverse("person_merge_with", args=[short.pk, ida.pk])
    assert "Großes Tichu" in client.get(address, headers={"accept-language": "de"}).content.decode()
    client.post(reverse("person_apart", args=[ida.pk, short.pk]))
    assert "One person?" not in words(client, "people")
    assert TwoPeople.objects.count() == 1
    keep_apart(short, ida)  # once is enough
    done = client.post(reverse("person_merge_with", args=[short.pk, ida.pk]))
    assert done["Location"] == reverse("person", args=[short.pk])
    assert client.get(reverse("person", args=[ida.pk]))["Location"] == done["Location"]
    assert not TwoPeople.objects.exists()
    page = words(client, "person", short.pk)
    assert "Ida 3 games, merged on" in page
    made = Merge.objects.get()
    parted = client.post(reverse("person_part", args=[short.pk, made.pk]))
    assert client.get(parted["Location"]).status_code == 200
    assert "merged on" not in words(client, "person", short.pk)


def test_of_two_spellings_the_one_with_more_games_stays() -> None:
    device = a_device("anna's phone")
    a_game(names=("Claudia Franck", "Beat", "Carla", "Dino"), device=device)
    a_game(names=("Claudia Frank", "Beat", "Carla", "Dino"), device=device)
    assert "Merge into Claudia Franck " in words(a_client(), "people")
    a_game(names=("Claudia Frank", "Beat", "Carla", "Dino"), device=device)
    assert "Merge into Claudia Frank " in words(a_client(), "people")


def test_what_cannot_be_is_said_on_the_page() -> None:
    device = a_list("anna's phone", typed="Ida S.")
    ida, short = person(device, "Ida"), person(device, "Ida S.")
    client = a_client()
    a_game(names=("Ida S.", "Beat", "Ida", "Dino"), device=device)
    assert "One person?" not in words(client, "people")
    refused = client.post(reverse("person_merge_with", args=[short.pk, ida.pk]))
    assert (refused.status_code, "These are two people" in refused.content.decode()) == (422, True)
    gone = Merge.objects.create(person=ida.pk, merged=0, at=device.created_at, by_device=device.pk)
    assert client.post(reverse("person_part", args=[ida.pk, gone.pk])).status_code == 409


def test_only_whoever_keeps_the_list_may() -> None:
    device = a_list("two", typed="Ida S.")
    ida, short = person(device, "Ida"), person(device, "Ida S.")
    made = merged(device)
    stranger, own = a_client("stranger"), a_client("two")
    for name, args in (
        ("person_merge", (ida.pk,)),
        ("person_merge_with", (ida.pk, person(device, "Anna").pk)),
        ("person_apart", (ida.pk, person(device, "Anna").pk)),
        ("person_part", (ida.pk, made.pk)),
    ):
        address = reverse(name, args=args)
        a_device("stranger")
        assert (stranger.get(address).status_code, stranger.post(address).status_code) in {
            (404, 404),
            (405, 404),
        } or (name == "person_merge" and stranger.get(address).status_code == 404)
    assert own.get(reverse("person_merge_with", args=[ida.pk, ida.pk])).status_code == 404
    # Merged already
    assert own.get(reverse("person_merge_with", args=[ida.pk, short.pk])).status_code == 404
    assert own.post(reverse("person_part", args=[ida.pk, made.pk + 1])).status_code == 404
    assert (
        own.post(reverse("person_part", args=[person(device, "Anna").pk, made.pk])).status_code
        == 404
    )
    assert own.get(reverse("person_part", args=[ida.pk, made.pk])).status_code == 405
    assert own.get(reverse("person_merge", args=[ida.pk])).status_code == 200
    club = Club.objects.create(name="Löwen")
    Device.objects.filter(pk=device.pk).update(club=club)
    member = Player.objects.create(name="Ida Meier", club=club)
    assert own.get(reverse("person_merge", args=[member.pk])).status_code == 403
