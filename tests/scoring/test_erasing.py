"""Erasing a person: the name is nowhere any more, everything else is as it was."""

import io
import logging
import uuid
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

from scoring.games.access.links import renew_link, token_of
from scoring.games.actions.deleting import delete_game
from scoring.games.actions.game_state import finish_early
from scoring.games.actions.setup_changes import Setup, put_back, put_right
from scoring.games.actions.starting import rematch, start_game
from scoring.games.queries import names_known_to, table_of
from scoring.games.verifying.games import Counts, differences_in_games
from scoring.models import Club, Device, Erasure, Game, GameEvent, Link, Player, Seat
from scoring.pages.people.personal_data import written
from scoring.people.actions.erasing import (
    REMEMBERED,
    erase,
    preview_erasing,
    purge_remnants,
    without_erased,
)
from scoring.people.rated.queries import rating_of
from scoring.people.statistics.person import Person
from scoring.rules import RuleError, RuleSet
from tests.scoring.games import TWO_ROUNDS, a_client, a_device, a_game, believable, words
from tests.scoring.sharing import holding
from tichu_site.backups.backup_folder import back_up_site
from tichu_site.backups.file_types import Kind
from tichu_site.backups.signature import signature
from tichu_site.backups.site_document import read_site

pytestmark = pytest.mark.django_db
ODD = "Xqürz Ǽ'Øý"  # nobody else is called so, and no word of ours has it in it
NANKING = RuleSet.of("nanking", {})
FOUR = ("Anna", "Beat", ODD, "Dino")


@pytest.fixture
def odd() -> Player:
    """Somebody who sat in several games, of which one is deleted and one is put right."""
    for seed in (4, 9):
        a_game(
            names=FOUR, rounds=believable(NANKING, 4, 60, seed), table_name=f"chez {ODD.upper()}"
        )
    a_game("trichu", names=(ODD, "Anna", "Eva"), rounds=believable(RuleSet.of("trichu", {}), 3, 3))
    delete_game(a_game(names=FOUR, rounds=TWO_ROUNDS), a_device())
    righted = a_game(names=("Anna", "Beat", "Carla", "Dino"), rounds=TWO_ROUNDS)
    put_right(righted, a_device(), Setup(NANKING, ["Anna", ODD, "Carla", "Dino"]))
    return Player.objects.get(name=ODD)


def erased(player: Player) -> Player:
    assert erase(player, a_device())
    return Player.objects.get(pk=player.pk)


def figures() -> dict[str, Any]:
    """What the statistics say of everybody who has a name."""
    found = {}
    for player in Player.listed.exclude(name=ODD):
        person = Person(player)
        sums = (
            person.won,
            person.partners,
            person.longest_run,
            person.out,
            person.sums,
            person.calls.share("tichu"),
        )
        found[player.name] = (
            *sums,
            person.against.share("tichu"),
            person.comeback,
            rating_of(player, "teams"),
        )
    return found


# Nowhere any more
# --------------------------------------------------------------------------------------------------


def test_the_name_is_nowhere_and_everybody_else_s_figures_are_as_before(
    odd: Player, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert set(holding(ODD)) == {"scoring_player", "scoring_game"}
    before, other = figures(), Player.objects.get(name="Anna")
    with caplog.at_level(logging.DEBUG):
        erased(odd)
        call_command("rebuild_record")
    assert holding(ODD) == []
    assert ODD not in caplog.text
    assert f"person {odd.pk} in the list of phone {a_device().pk}" in caplog.text
    assert figures() == before
    assert ODD not in "".join(written(other))
    kept = back_up_site(tmp_path, kind=Kind.SITE)
    assert not [row for row in read_site(kept.path) if ODD.casefold() in str(row).casefold()]
    call_command("verify", verbosity=0)  # raises CommandError with the first difference


def test_a_back_up_is_written_also_where_no_game_has_moved() -> None:
    nobody_yet = Player.objects.create(name=ODD, device=a_device())
    before = signature()
    erased(nobody_yet)
    assert signature() != before


def test_what_others_see(odd: Player) -> None:
    game = Game.objects.filter(variant="nanking", deleted_at=None).order_by("started_at").first()
    assert game is not None
    watching = renew_link(Link.Role.VIEWER, a_device(), game=game)
    erased(odd)
    client = a_client()
    anna = Player.objects.get(name="Anna")
    for page in (
        client.get("/"),
        client.get("/new/"),
        client.get("/people/"),
        client.get(reverse("person", args=[anna.pk])),
        client.get(reverse("person_games", args=[anna.pk, "all"])),
        client.get(reverse("person_rounds", args=[anna.pk, "rounds"])),
        *(
            client.get(reverse(name, args=[game.pk]))
            for name in ("game", "score", "game_print", "wall", "put_right")
        ),
        client.get(reverse("api_game", args=[game.pk])),
        client.get(reverse("api_record", args=[game.pk])),
        client.get(reverse("look", args=[token_of(watching)])),
    ):
        assert page.status_code == 200
        assert ODD not in unescape(page.content.decode())
    assert "Somebody" in words(client, "game", game.pk)
    assert "Somebody" in words(client, "person", anna.pk)
    assert f"/with/{odd.pk}/" not in client.get(reverse("person", args=[anna.pk])).content.decode()
    assert "with Somebody" in words(client, "person_rounds", anna.pk, "rounds")
    client.cookies["language"] = "de"
    assert (
        "Jemand"
        in client.get(
            reverse("game", args=[game.pk]), headers={"Accept-Language": "de"}
        ).content.decode()
    )


def test_there_is_no_page_of_them_any_more(odd: Player) -> None:
    erased(odd)
    anna = Player.objects.get(name="Anna")
    for address in (
        reverse("person", args=[odd.pk]),
        reverse("person_data", args=[odd.pk]),
        reverse("person_file", args=[odd.pk]),
        reverse("person_rounds", args=[odd.pk, "rounds"]),
        reverse("person_games", args=[odd.pk, "all"]),
        reverse("person_with", args=[anna.pk, odd.pk]),
        reverse("person_games", args=[anna.pk, f"with-{odd.pk}"]),
        reverse("person_rounds", args=[anna.pk, "rounds"]) + f"?with={odd.pk}",
    ):
        assert a_client().get(address).status_code == 404, address


def test_two_of_them_at_one_table_stay_apart(odd: Player) -> None:
    game = Game.objects.filter(variant="nanking").order_by("started_at").first()
    assert game is not None
    erased(odd)
    erased(Player.objects.get(name="Beat"))
    assert table_of(game).names == ["Anna", "Somebody", "Somebody 2", "Dino"]
    assert table_of(game).people == ["Anna", "", "", "Dino"]


def test_every_game_of_theirs_moves_on_so_that_it_is_drawn_anew(odd: Player) -> None:
    own = Seat.objects.filter(player=odd).values("game")
    before = dict(Game.objects.values_list("pk", "version"))
    erased(odd)
    after = dict(Game.objects.values_list("pk", "version"))
    moved = {pk for pk in before if after[pk] != before[pk]}
    assert moved == set(Game.objects.filter(pk__in=own).values_list("pk", flat=True))


def test_it_is_written_down_without_the_name_and_happens_once(odd: Player) -> None:
    erased(odd)
    assert not erase(odd, a_device())
    (deed,) = Erasure.objects.all()
    assert (deed.person, deed.device_id, deed.club_id, deed.by_device) == (
        odd.pk,
        a_device().pk,
        None,
        a_device().pk,
    )


# It does not come back
# ------------------------------------------------------------------------------------------------


def test_a_game_with_the_same_people_leaves_the_seat_without_a_name(odd: Player) -> None:
    erased(odd)
    game = Game.objects.filter(variant="nanking", deleted_at=None).order_by("started_at").first()
    assert game is not None
    again = rematch(game, a_device())
    assert table_of(again).names == ["Anna", "Beat", "South", "Dino"]
    assert names_known_to(a_device())
    assert "" not in names_known_to(a_device())


def test_whoever_puts_a_game_right_leaves_them_on_their_seat() -> None:
    game = a_game(names=FOUR, rounds=TWO_ROUNDS)
    odd = erased(Player.objects.get(name=ODD))
    put_right(game, a_device(), Setup(NANKING, ["Anna", "Bea", "", "Dino"]))
    assert [seat.player_id for seat in game.seats.all()][2] == odd.pk
    put_right(game, a_device(), Setup(NANKING, ["Anna", "", "Bea", "Dino"]))  # both change seats
    assert [seat.player_id for seat in game.seats.all()][1] == odd.pk
    put_right(game, a_device(), Setup(NANKING, ["Anna", "Carla", "Bea", "Dino"]))
    assert Player.objects.get(pk=odd.pk).name == ""
    assert list(differences_in_games(Counts())) == []


def test_a_spelling_that_a_page_still_knows_is_not_put_back() -> None:
    game = a_game(names=("Anna", ODD, "Carla", "Dino"), rounds=TWO_ROUNDS)
    odd = Player.objects.get(name=ODD)
    righted = put_right(game, a_device(), Setup(NANKING, ["Anna", "Bob", "Carla", "Dino"]))
    assert righted.renamed == {odd.pk: ODD}
    assert righted.event is not None
    erased(odd)
    put_back(game, righted.event.pk, a_device(), righted.renamed)
    assert holding(ODD) == []


def test_a_start_that_is_sent_again_gives_its_game_and_no_name() -> None:
    key = uuid.uuid4()
    start_game(a_device(), NANKING, FOUR, game_id=key)
    erased(Player.objects.get(name=ODD))
    assert start_game(a_device(), NANKING, FOUR, game_id=key).pk == key
    with pytest.raises(RuleError):
        start_game(a_device(), NANKING, ["Berta", "Beat", ODD, "Dino"], game_id=key)
    assert holding(ODD) == []


def test_a_game_begun_before_on_a_phone_without_a_network_seats_nobody_by_that_name() -> None:
    a_game(names=FOUR)
    erased(Player.objects.get(name=ODD))
    sent = {"variant": "nanking", "players": ["Anna", "Beat", f" {ODD} ", "Dino"]}

    def start(**more: int) -> list[str]:
        answer = a_client().post("/api/v1/games/", sent | more, content_type="application/json")
        assert answer.status_code == 201
        return table_of(Game.objects.get(pk=answer.json()["id"])).people

    assert start(waited=3600) == ["Anna", "Beat", "", "Dino"]
    assert holding(ODD) == []
    assert start(waited=0)[2] == ODD  # somebody means it
    assert (
        without_erased(a_device("another"), sent["players"], timezone.now() - REMEMBERED)
        == sent["players"]
    )


def test_after_a_fortnight_nothing_is_left_of_the_name_s_digest(odd: Player) -> None:
    erased(odd)
    purge_remnants()
    assert Erasure.objects.exclude(mark="").exists()
    Erasure.objects.update(at=timezone.now() - REMEMBERED)
    purge_remnants()
    assert not Erasure.objects.exclude(mark="").exists()


def test_somebody_new_may_have_the_name_and_is_erased_as_well(odd: Player) -> None:
    erased(odd)
    a_game(names=FOUR)
    new = Player.objects.get(name=ODD)
    assert new.pk != odd.pk
    erased(new)
    assert holding(ODD) == []


# Reasons that somebody typed
# ------------------------------------------------------------------------------------


def test_a_reason_with_the_name_goes_and_the_chain_is_as_it_was_written() -> None:
    game, other = a_game(names=FOUR), a_game(names=FOUR)
    finish_early(game, a_device(), f"{ODD} had to go")
    finish_early(other, a_device(), "The last tram")
    odd = Player.objects.get(name=ODD)
    heads = dict(Game.objects.values_list("pk", "chain_head"))
    erased(odd)
    assert holding(ODD) == []
    assert [event.reason for event in GameEvent.objects.order_by("pk")] == ["…", "The last tram"]
    assert {pk: bytes(head) for pk, head in Game.objects.values_list("pk", "chain_head")} == {
        pk: bytes(head) for pk, head in heads.items()
    }
    said = io.StringIO()
    call_command("verify", stdout=said)
    assert "as written; reasons erased with a name: 1." in said.getvalue()


@pytest.mark.parametrize(
    "change",
    [
        {"reason": "He left in a rage"},
        {"reason_seal": ""},
        {"action": "reopen"},
        {"reason": "", "reason_seal": ""},
    ],
)
@pytest.mark.parametrize("first", [False, True], ids=["as typed", "erased"])
def test_the_chain_covers_an_event_whose_reason_is_erased_as_any_other(
    change: dict[str, str], first: bool
) -> None:
    finish_early(a_game(names=FOUR), a_device(), f"{ODD} had to go")
    if first:
        erased(Player.objects.get(name=ODD))
    GameEvent.objects.update(**change)
    with pytest.raises(CommandError, match="Differs from the entries"):
        call_command("verify", verbosity=0)


# What it would do
# --------------------------------------------------------------------------------------------------


def test_what_goes_and_what_stays_is_told_beforehand(odd: Player) -> None:
    found = preview_erasing(odd)
    assert (found.games, found.tables, found.reasons, found.written) == (5, 2, 0, 0)
    finish_early(a_game(names=FOUR), a_device(), f"{ODD} had to go")
    page = words(a_client(), "person", odd.pk, erase="1")
    assert "Scores and places of 6 games, as “Somebody”" in page
    assert "The table names of 2 games" in page
    assert "1 typed reason that contains the name" in page
    assert "former table name" not in page
    assert "14 days" in page
    assert "cannot be undone" in page
    assert "Erase the name" not in words(a_client(), "person", odd.pk)


def test_the_name_in_what_a_table_was_called_before_stays_and_is_told_beforehand() -> None:
    game = a_game(names=FOUR, table_name=f"chez {ODD}")
    put_right(game, a_device(), Setup(NANKING, FOUR, table_name="In the corner"))
    odd = Player.objects.get(name=ODD)
    assert (preview_erasing(odd).tables, preview_erasing(odd).written) == (0, 1)
    told = "The name in 1 former table name: its history cannot be changed"
    assert told in words(a_client(), "person", odd.pk, erase="1")


# Who may
# --------------------------------------------------------------------------------------------------


def test_the_phone_erases_in_its_own_list_and_nobody_else_does(odd: Player) -> None:
    address = reverse("person_erase", args=[odd.pk])
    a_device("another")
    assert a_client("another").post(address).status_code == 404
    assert a_client().get(address).status_code == 405
    assert a_client().post(reverse("person_erase", args=[odd.pk + 99])).status_code == 404
    assert Player.objects.get(pk=odd.pk).name == ODD
    answer = a_client().post(address, follow=True)
    assert "The name is gone." in answer.content.decode()
    assert a_client().post(address).status_code == 302  # a double tap
    assert Erasure.objects.count() == 1


def test_in_a_club_it_takes_somebody_with_a_say(django_user_model: Any) -> None:
    Device.objects.filter(pk=a_device().pk).update(club=Club.objects.create(name="Tichu Bern"))
    a_game(names=FOUR, rounds=TWO_ROUNDS, device=a_device())
    odd = Player.objects.get(name=ODD)
    client, address = a_client(), reverse("person_erase", args=[odd.pk])
    assert client.post(address).status_code == 403
    assert "Erase" not in words(client, "person", odd.pk, erase="1")
    user = django_user_model.objects.create_user("olga@club.example", name="Olga", is_owner=True)
    client.force_login(user)
    assert client.post(address).status_code == 302
    (deed,) = Erasure.objects.all()
    assert (deed.club, deed.by_account) == (a_device().club, user.pk)
