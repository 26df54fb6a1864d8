"""Who may do what: every address, every role, every form."""

import re
import uuid
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import get_resolver

from scoring.games.access.keys import SCOPE_OF
from scoring.games.access.links import follow, renew_link, revoke_link
from scoring.games.permissions import ADDRESSES, MAY, OWNER, PUBLIC, SCORER, STRANGER, game_for, may
from scoring.games.queries import table_of
from scoring.models import Game, Link
from tests.addresses import WRITE, an_address, patterns
from tests.scoring.tables import (
    PLAIN,
    Phone,
    at,
    everything,
    let_in,
    phone_of,
    posted,
    table,
    write,
)
from tests.worlds import undone
from tichu_site.permissions import ADDRESSES as OF_THE_SITE
from tournaments.permissions import ADDRESSES as OF_TOURNAMENTS

# How an address of a game is asked for; what a form of it holds.
READ = {
    "game": {},
    "game_print": {},
    "wall": {},
    "game_picture": {},
    "round_history": {"number": 1},
    "score": {},
    "correct_round": {"number": 1},
    "share": {},
    "put_right": {},
    "substitute": {},
    "table_state": {},
    "api_game": {},
    "api_record": {},
    "api_unknown": {},
}
FOR_READING = {"api_schema", "api_session", "api_game", "api_record", "api_unknown"}
OF_A_GAME = {name for name, action in ADDRESSES.items() if action != PUBLIC}


# The tables
# --------------------------------------------------------------------------------------------------


def test_every_address_has_its_permission_and_every_permission_its_address():
    names = [name for name, _ in patterns(get_resolver())]
    assert sorted(names) == sorted(set(names))
    # "<name> <action>" says more exactly what one of the things that an address does needs.
    exactly = {name for name in OF_TOURNAMENTS if " " in name}
    assert set(names) == ADDRESSES.keys() | OF_THE_SITE.keys() | (OF_TOURNAMENTS.keys() - exactly)
    assert {name.partition(" ")[0] for name in exactly} <= OF_TOURNAMENTS.keys()
    assert len(names) == len(ADDRESSES) + len(OF_THE_SITE) + len(OF_TOURNAMENTS.keys() - exactly)


def test_every_action_of_an_address_is_one_that_roles_may_or_may_not():
    assert {ADDRESSES[name] for name in OF_A_GAME} == set(MAY)


def test_what_belongs_to_a_game_is_public_nowhere():
    routes = patterns(get_resolver())
    of_a_game = {
        name for name, route in routes if route.removeprefix("api/v1/").startswith("games/<")
    }
    assert of_a_game == OF_A_GAME == set(READ) | set(WRITE)


def test_the_owner_may_all_and_each_role_no_more_than_the_one_above():
    by_role = [
        {action for action in MAY if may(role, action)} for role in (OWNER, SCORER, STRANGER)
    ]
    assert by_role == [set(MAY), set(MAY) - {"share_game", "delete_game"}, set()]


def test_what_of_a_game_is_the_owner_s_alone():
    """Said once more, beside the table: all other tests of roles go by it."""
    assert {name for name in OF_A_GAME if not may(SCORER, ADDRESSES[name])} == {
        *("start_again", "delete_game", "restore_game", "share", "renew_link", "revoke_link"),
    }


def test_every_address_that_a_template_speaks_of_is_there():
    found = set()
    for template in Path(settings.BASE_DIR, "templates").rglob("*.html"):
        page = template.read_text()
        found |= {(template.name, name) for name in re.findall(r"{%\s*url\s+[\"'](\w+)[\"']", page)}
        elements = re.sub(r"{%\s*include.*?%}", "", page)
        typed = [
            action
            for action in re.findall(
                r"(?<!\w)(?:action|hx-post|hx-get|formaction)=\"([^\"]*)\"", elements
            )
            if action and not action.startswith(("{%", "{{", "?", "#"))
        ]
        assert not typed, f"{template}: an address that no table knows"
    assert {
        name for _, name in found
    } <= ADDRESSES.keys() | OF_THE_SITE.keys() | OF_TOURNAMENTS.keys()
    assert ("_rest.html", "game") in found


# Roles
# --------------------------------------------------------------------------------------------------

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(anna: Phone) -> Game:
    game = table(anna)
    write(game, PLAIN)
    return game


def test_the_phone_that_started_the_game_owns_it_and_others_are_strangers(anna, game):
    assert game_for(anna.device.pk, game.pk)[1] == OWNER
    assert game_for(phone_of("Beat").device.pk, game.pk)[1] == STRANGER
    assert game_for(None, game.pk)[1] == STRANGER


def test_the_scoring_link_lets_a_phone_write_in_its_game_until_it_is_revoked(anna, game):
    beat = phone_of("Beat")
    let_in(beat, game, SCORER)
    assert game_for(beat.device.pk, game.pk)[1] == SCORER
    assert game_for(beat.device.pk, table(anna).pk)[1] == STRANGER
    revoke_link(SCORER, anna.device, game=game)
    assert game_for(beat.device.pk, game.pk)[1] == STRANGER


def test_a_new_link_lets_nobody_in_who_came_by_the_old_one(anna, game):
    beat, carla = phone_of("Beat"), phone_of("Carla")
    let_in(beat, game, SCORER)
    follow(renew_link(SCORER, anna.device, game=game), carla.device)
    assert game_for(beat.device.pk, game.pk)[1] == STRANGER
    assert game_for(carla.device.pk, game.pk)[1] == SCORER


def test_the_owner_who_follows_an_own_link_stays_the_owner(anna, game):
    let_in(anna, game, SCORER)
    assert game_for(anna.device.pk, game.pk)[1] == OWNER
    assert not Link.objects.get().grants.exists()


def somebody(role: str, anna: Phone, game: Game) -> Phone:
    if role == OWNER:
        return anna
    beat = phone_of("Beat")
    if role != STRANGER:
        let_in(beat, game, role)
    return beat


@pytest.mark.parametrize("role", [OWNER, SCORER, STRANGER])
def test_who_may_see_a_page(anna, game, role):
    phone = somebody(role, anna, game)
    for address, places in READ.items():
        expected = 404 if role == STRANGER else 200 if may(role, ADDRESSES[address]) else 403
        assert phone.get(address, game, **places).status_code == expected, address
        assert phone.client.head(at(address, game, **places)).status_code == expected, address


@pytest.mark.parametrize("role", [OWNER, SCORER, STRANGER])
def test_who_may_press_a_button(anna, game, role):
    phone = somebody(role, anna, game)
    before = everything(game)
    counting = str(table_of(game).entries[0].pk)
    for address in (*WRITE, "correct_round", "put_right", "substitute"):
        places = (READ | WRITE)[address]
        fields = posted(
            PLAIN, number=1 if places else 2, reason="last tram", replaces=counting, chosen=counting
        )
        fields["about"] = counting
        with undone():
            by_api = address == "api_entries"
            answer = (
                phone.write(game, 2, PLAIN)
                if by_api
                else phone.send(address, game, fields, **places)
            )
            if may(role, ADDRESSES[address]):
                assert answer.status_code in {200, 201, 204, 302, 409, 422}, address
            else:
                assert answer.status_code == (404 if role == STRANGER else 403), address
                assert everything(game) == before, address


def test_looking_at_a_writing_address_changes_nothing(anna, game):
    before, beat = everything(game), phone_of("Beat")
    for address, places in WRITE.items():
        for phone in (anna, beat):
            for method in (
                phone.client.get,
                phone.client.head,
                phone.client.put,
                phone.client.delete,
            ):
                assert method(at(address, game, **places)).status_code == 405, address
    assert everything(game) == before


def test_a_game_that_is_not_there_is_answered_like_a_stranger_s(anna, game):
    nowhere, other = Game(pk=uuid.uuid4()), table(phone_of("Beat"))
    for address, places in (READ | WRITE).items():
        ask = (
            anna.send
            if address in WRITE
            else lambda *arguments, **more: anna.get(*arguments[:2], **more)
        )
        answers = [ask(address, each, {}, **places) for each in (nowhere, other)]
        assert [answer.status_code for answer in answers] == [404, 404], address
    assert anna.client.get(f"/games/{game.pk}x/").status_code == 404
    assert anna.client.get("/games/1/score/").status_code == 404


def test_a_stranger_and_a_scorer_are_told_whose_it_is(game):
    beat = phone_of("Beat")
    assert "Ask someone at the table" in beat.get("score", game).content.decode()
    let_in(beat, game, SCORER)
    assert (
        "Only the phone that started this game can do this."
        in beat.get("share", game).content.decode()
    )


# Forms from elsewhere
# -------------------------------------------------------------------------------------


def test_no_address_takes_a_form_without_its_token(anna, game):
    careful = Client(enforce_csrf_checks=True)
    careful.cookies = anna.client.cookies
    before, games = everything(game), Game.objects.count()
    for name, route in patterns(get_resolver()):
        answer = careful.post(an_address(route, game), posted(PLAIN, number=2))
        if name in FOR_READING or name in SCOPE_OF:
            assert answer.status_code == 405, name
            continue
        assert answer.status_code == 403, name
        assert "Nothing was changed" in answer.content.decode()
    assert everything(game) == before
    assert Game.objects.count() == games


def test_the_token_in_the_page_is_taken(anna, game):
    careful = Client(enforce_csrf_checks=True)
    careful.cookies = anna.client.cookies
    page = careful.get(at("score", game)).content.decode()
    token = re.search(r'"csrf":"(\w+)"', page)
    form = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    for number, found in enumerate((token, form), start=2):
        assert found
        fields = posted(PLAIN, number=number, csrfmiddlewaretoken=found[1])
        assert careful.post(at("record_round", game), fields).status_code == 302
