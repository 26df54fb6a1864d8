"""Two phones that both have games become one: nothing that waits, and nobody, is lost."""

import re
import uuid

import pytest
from django.core.management import call_command
from django.http import Http404
from hypothesis import given
from hypothesis import strategies as st

from scoring.games.access.claims import Holder
from scoring.games.access.devices import hash_of
from scoring.games.access.handover import pass_for, read_pass
from scoring.games.access.phone_codes import (
    ALPHABET,
    LENGTH,
    RECOVERY,
    read_code,
    renew_code,
    secret_of,
    shown_code,
)
from scoring.games.access.phones import MOST
from scoring.games.permissions import OWNER, SCORER, game_for
from scoring.games.queries import writable_by
from scoring.models import Claim, Device, Entry, Game, PhoneKey, PhoneOwner, Player, Seat
from scoring.people.actions.claiming import claim_own
from scoring.people.actions.merging import merge
from scoring.people.rated.queries import rating_of
from tests.requests import Response, post
from tests.scoring.clubs import a_club, a_person, an_account
from tests.scoring.games import NANKING, a_game, believable, said, words
from tests.scoring.tables import PLAIN, Phone, let_in, phone_of, table, write
from tests.tournaments.agreeing import a_match
from tournaments.models import Tournament
from tournaments.models.hall import Phone as MatchPhone

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def old() -> Phone:
    return phone_of("Anna, until today")


@pytest.fixture
def new() -> Phone:
    return phone_of("Anna")


def bring(old: Phone, new: Phone) -> Response:
    """The new phone types the recovery code of the old one, and confirms."""
    code = secret_of(renew_code(old.device, RECOVERY))
    return post(new.client, "bring_games", code=code, sure="1")


def pass_of(phone: Phone, game: Game) -> str:
    """The pass on this phone's page of the table."""
    found = re.search(r'"pass": ?"([^"]+)"', phone.get("score", game).content.decode())
    assert found
    return found[1]


def names(device: Device) -> list[str]:
    return sorted(Player.listed.filter(device=device).values_list("name", flat=True))


def games_of(phone: Phone, name: str) -> int:
    """How many games this person of the phone's list played."""
    return Seat.objects.filter(player__device=phone.device, player__name=name).count()


def test_a_phone_with_games_of_its_own_is_asked_first(old: Phone, new: Phone):
    write(table(old), PLAIN)
    write(table(new, names=["Zoe", "Yann", "Xenia", "Walter"]), PLAIN)
    code = secret_of(renew_code(old.device, RECOVERY))
    answer = post(new.client, "bring_games", code=code)
    page = said(answer.content.decode())
    assert (answer.status_code, PhoneKey.objects.count()) == (200, 0)
    assert "This phone has games of its own 1 game, 4 people" in page
    post(new.client, "bring_games", code=code, sure="1")
    assert "2 games, 8 people" in words(new.client, "brought")
    assert "2 games, 8 people" in words(old.client, "my_phones")


def test_games_of_both_are_owned_by_both_and_verified(old: Phone, new: Phone):
    first, second = table(old), table(new)
    write(first, PLAIN)
    write(second, PLAIN)
    bring(old, new)
    assert set(writable_by(old.device)) == {first, second}
    assert game_for(old.device.pk, second.pk)[1] == OWNER
    assert Entry.objects.get(game=second, number=1).device_id == new.device.pk  # history
    call_command("verify", verbosity=0)  # raises CommandError with the first difference


def test_what_waits_on_either_phone_is_taken_with_the_key_that_it_has(old: Phone, new: Phone):
    first, second, third = table(old), table(new), table(phone_of("Beat"))
    let_in(new, third, "scorer")
    bring(old, new)
    for phone, game, number in (
        (old, first, 1),
        (new, second, 1),
        (new, third, 1),
        (new, first, 2),
        (old, second, 2),
        (old, third, 2),
    ):
        assert phone.write(game, number, PLAIN).status_code == 201
    assert game_for(old.device.pk, third.pk)[1] == SCORER


def test_a_game_that_was_started_offline_on_the_new_phone_is_both_s(old: Phone, new: Phone):
    table(old)
    bring(old, new)
    game_id = uuid.uuid4()
    people = {f"name_{seat}": name for seat, name in enumerate(["Anna", "Beat", "Carla", "Dino"])}
    post(new.client, "new_game", variant="nanking", action="start", start_id=game_id, **people)
    assert Game.objects.get(pk=game_id).device == old.device


def test_a_pass_of_the_phone_that_came_still_opens_its_game(old: Phone, new: Phone):
    game = table(new)
    given = pass_for(game, new.device)
    bring(old, new)
    assert read_pass(given, game.pk) == (game, old.device)


@pytest.mark.parametrize("lost", ["the first phone", "the phone that came"])
def test_a_pass_that_a_phone_kept_ends_when_it_is_cut_off(old: Phone, new: Phone, lost: str):
    first, second = table(old), table(new)
    before = [(first, old, pass_of(old, first)), (second, new, pass_of(new, second))]
    bring(old, new)
    kept = [
        *before,
        *[(game, one, pass_of(one, game)) for game in (first, second) for one in (old, new)],
    ]
    for game, _phone, carried in kept:
        assert read_pass(carried, game.pk) == (game, old.device)
    gone, stays = (old, new) if lost == "the first phone" else (new, old)
    number = 0 if gone is old else PhoneKey.objects.get().pk
    post(stays.client, "my_phones_remove", number)
    for game, phone, carried in kept:
        if phone is stays:
            assert read_pass(carried, game.pk) == (game, old.device)
        else:
            with pytest.raises(Http404):
                read_pass(carried, game.pk)


# People
# --------------------------------------------------------------------------------------------------


def test_the_same_name_is_one_person_with_the_games_of_both(old: Phone, new: Phone):
    write(table(old, names=["Anna", "Beat", "Carla", "Dino"]), PLAIN)
    write(table(new, names=["Anna", "Eva", "Carla", "Franz"]), PLAIN)
    bring(old, new)
    assert names(old.device) == ["Anna", "Beat", "Carla", "Dino", "Eva", "Franz"]
    assert names(new.device) == []
    anna = Player.listed.get(name="Anna")
    assert Seat.objects.filter(player=anna).count() == 2
    call_command("verify", verbosity=0)


def test_a_name_that_was_merged_into_another_still_means_that_person(old: Phone, new: Phone):
    table(old, names=["Anni", "Beat", "Carla", "Dino"])
    anna = Player.objects.create(name="Anna", device=old.device)
    merge(Player.objects.get(name="Anni"), anna, old.device)
    table(new, names=["Anni", "Eva", "Franz", "Gabi"])
    bring(old, new)
    assert games_of(old, "Anna") == 2
    assert "Anni" not in names(old.device)


def test_two_who_are_somebody_each_stay_two_people(old: Phone, new: Phone):
    table(old)
    table(new)
    for phone, name in ((old, "Olga"), (new, "Paul")):
        player = Player.objects.get(device=phone.device, name="Anna")
        claim_own(player, Holder(account=an_account(name=name)), phone.device)
    bring(old, new)
    assert [name for name in names(old.device) if name.startswith("Anna")] == ["Anna", "Anna (2)"]
    assert Claim.objects.filter(ended_at__isnull=True).count() == 2
    call_command("verify", verbosity=0)


def test_who_the_phones_are_is_known_to_both(old: Phone, new: Phone):
    table(old)
    table(new)
    for phone, name in ((old, "Anna"), (new, "Anna")):
        player = Player.objects.get(device=phone.device, name=name)
        claim_own(player, Holder(phone=phone.device), phone.device)
    bring(old, new)
    (claim,) = Claim.objects.filter(ended_at__isnull=True)
    assert (claim.phone, claim.player.name) == (old.device, "Anna")
    assert "Anna" in words(new.client, "my_game")


def test_the_club_and_the_owner_of_a_phone_come_along_where_the_other_has_none(
    old: Phone, new: Phone
):
    club = a_club(new.device)
    lena = a_person(club, "Lena")
    PhoneOwner.objects.create(device=new.device, player=lena)
    bring(old, new)
    old.device.refresh_from_db()
    assert (old.device.club, old.device.owner.player) == (club, lena)


def test_the_club_and_the_owner_of_the_old_phone_stay(old: Phone, new: Phone):
    club, other = a_club(old.device), a_club(new.device, name="Tichu Basel")
    for phone, of in ((old, club), (new, other)):
        PhoneOwner.objects.create(device=phone.device, player=a_person(of, "Lena"))
    bring(old, new)
    old.device.refresh_from_db()
    assert (old.device.club, old.device.owner.player.club) == (club, club)
    assert PhoneOwner.objects.count() == 1


def test_people_are_rated_by_the_games_of_both(old: Phone, new: Phone):
    for phone, seed in ((old, 3), (new, 5)):
        a_game(rounds=believable(NANKING, 4, 60, seed), device=phone.device)
        assert rated(phone) == 1
    bring(old, new)
    assert rated(old) == 2


def rated(phone: Phone) -> int:
    found = rating_of(Player.listed.get(device=phone.device, name="Anna"), "teams")
    return found.games if found else 0


# Matches, families, limits
# --------------------------------------------------------------------------------------------------


def test_a_phone_that_writes_at_a_match_goes_on_after_it_joined(old: Phone, new: Phone):
    match = a_match(Tournament.Agreement.TRUST)
    MatchPhone.objects.update(device=new.device)
    table(new)
    bring(old, new)
    assert MatchPhone.objects.get(match=match).device == old.device


def test_phones_of_which_each_has_another_become_one_family(old: Phone, new: Phone):
    tablet, laptop = phone_of("Anna's tablet"), phone_of("Anna's laptop")
    for phone in (old, new, tablet, laptop):
        write(table(phone), PLAIN)
    bring(new, tablet)
    bring(old, laptop)
    bring(old, tablet)  # by a phone that was brought in itself
    for phone in (old, new, tablet, laptop):
        assert "4 games, 4 people" in words(phone.client, "my_phones")
    assert {key.key_hash for key in PhoneKey.objects.all()} == {
        hash_of(phone.key) for phone in (new, tablet, laptop)
    }
    assert set(PhoneKey.objects.values_list("device", flat=True)) == {old.device.pk}


def test_codes_of_the_phone_that_came_open_nothing_any_more(old: Phone, new: Phone):
    write(table(new), PLAIN)
    code = secret_of(renew_code(new.device, RECOVERY))
    bring(old, new)
    assert post(phone_of("Zoe").client, "bring_games", code=code).status_code == 422


def test_a_device_has_a_dozen_phones_at_most(old: Phone):
    for number in range(MOST - 1):
        PhoneKey.objects.create(device=old.device, key_hash=hash_of(f"phone {number}"))
    answer = bring(old, phone_of("Zoe"))
    assert answer.status_code == 409
    assert f"on {MOST} phones already" in said(answer.content.decode())
    assert PhoneKey.objects.count() == MOST - 1


# Typed codes
# --------------------------------------------------------------------------------------------------


@given(st.text(ALPHABET, min_size=LENGTH, max_size=LENGTH), st.data())
def test_a_code_is_read_however_it_is_spaced_and_with_look_alikes(code: str, data: st.DataObject):
    """Against a reading of its own: each character stands for five bits."""
    alike = {"0": "0Oo", "1": "1IiLl"}
    text = "".join(
        data.draw(st.sampled_from(alike.get(one, one + one.lower())))
        + data.draw(st.sampled_from(["", " ", "-"]))
        for one in code
    )
    assert read_code(text) == code == read_code(shown_code(code))


@given(st.text(max_size=80))
def test_no_text_is_read_as_a_code_of_another_length(text: str):
    assert read_code(text) == "" or len(read_code(text)) == LENGTH


def test_codes_have_eighty_bits_that_differ_from_each_other(old: Phone):
    codes = {secret_of(renew_code(old.device, RECOVERY)) for _ in range(40)}
    assert len(codes) == 40
    assert len(ALPHABET) ** LENGTH == 2**80
    assert {len(set(column)) > 1 for column in zip(*codes, strict=True)} == {True}
