"""The records of the server: for its owner alone, each list and page opens, and nothing can be
changed.
"""

import re
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.models import Entry, Game, Player
from tests.markup import FORBIDDEN
from tests.scoring.tables import phone_of
from tests.tournaments.desks import signed_in
from tests.tournaments.roles.world import World, the_world
from tests.worlds import built_once
from tichu_site import __version__
from tichu_site.middleware.https_only import needs_an_account
from tichu_site.models import User
from tichu_site.permissions import ADDRESSES, OWNER_OF_SITE, RECORDS
from tichu_site.records import urls  # noqa: F401  (each registers its lists)
from tichu_site.records.site import records
from tournaments.models import Match, Tournament
from tournaments.permissions import BY_ACCOUNT

pytestmark = pytest.mark.django_db

INDEX = "/desk/records/"
GAMES = f"{INDEX}scoring/game/"
# Queries of a page, whatever stands on it: the session, the account, its passkey, the rows, what
# they name
ENOUGH = 25
OPENS = re.compile(r"hash|salt|key|password|secret|mark|token")

world = built_once(the_world)


@pytest.fixture
def olga() -> User:
    return User.objects.create_user("olga@club.example", name="Olga", is_owner=True)


@pytest.fixture
def owner(olga: User) -> Client:
    return signed_in(olga)


def came_by(olga: User, client: Client, *methods: dict[str, Any]) -> Client:
    """This session came in by `methods`."""
    session = client.session
    session["account_authentication_methods"] = list(methods)
    session["account_authentication_methods_user"] = str(olga.pk)
    session.save()
    return client


# Who
# --------------------------------------------------------------------------------------------------


def test_every_record_has_its_row_in_the_table_and_is_the_owner_s() -> None:
    assert sorted(RECORDS) == sorted(
        admin.opts.label_lower.replace(".", "_") for admin in records.tables.values()
    )
    of_records = {name: who for name, who in ADDRESSES.items() if name.startswith("admin:")}
    assert set(of_records.values()) == {OWNER_OF_SITE}
    assert len(of_records) == 2 + 2 * len(RECORDS)
    assert all(needs_an_account(name) for name in of_records)


def test_nobody_but_the_owner_of_the_site_is_let_in(world: World) -> None:
    game = Game.objects.values_list("pk", flat=True)[0]
    addresses = (
        INDEX,
        f"{INDEX}scoring/",
        GAMES,
        f"{GAMES}{game}/",
        f"{GAMES}nothing/",
        f"{INDEX}nothing/",
    )
    phone = phone_of("Anna").client
    for address in addresses:
        for stranger in (Client(), phone):
            answer = stranger.get(address)
            assert (answer.status_code, answer["Location"]) == (
                302,
                f"{reverse('account_login')}?next={address}",
            )
        # Of a club's people too: its owner owns the club, and not the server.
        answered = {role: world.clients[role].get(address).status_code for role in BY_ACCOUNT}
        assert answered == dict.fromkeys(BY_ACCOUNT, 404), address


def test_an_owner_who_is_switched_off_is_let_in_no_more(olga: User, owner: Client) -> None:
    assert owner.get(INDEX).status_code == 200
    User.objects.filter(pk=olga.pk).update(is_active=False)
    assert owner.get(INDEX).status_code in {302, 404}
    User.objects.filter(pk=olga.pk).update(is_active=True, is_owner=False)
    assert owner.get(INDEX).status_code == 404


def test_who_has_a_passkey_came_in_by_it_or_is_led_there(olga: User, owner: Client) -> None:
    by_code = {"method": "code", "at": 1.0}
    assert came_by(olga, owner, by_code).get(GAMES).status_code == 200
    key = Authenticator.objects.create(
        user=olga, type=Authenticator.Type.WEBAUTHN, data={"name": "Phone"}
    )
    by_passkey = {"method": "mfa", "type": "webauthn", "id": key.pk, "at": 2.0}
    removed, other = by_passkey | {"id": key.pk + 1}, by_passkey | {"type": "totp"}
    for methods in ((), (by_code,), (by_code, other), (removed,)):
        answer = came_by(olga, owner, *methods).get(f"{GAMES}?q=Anna&p=1")
        assert answer.status_code == 403
        page = answer.content.decode()
        assert (
            f'href="{reverse("mfa_reauthenticate_webauthn")}?next=%2Fdesk%2Frecords%2Fscoring%2Fgame%2F%3Fq'
            in page
        )
        assert "change_list" not in str([one.name for one in answer.templates])
    for methods in ((by_passkey,), (by_code, by_passkey)):
        assert came_by(olga, owner, *methods).get(GAMES).status_code == 200


def test_the_first_page_shows_which_version_runs(olga: User, owner: Client) -> None:
    assert f"Version {__version__}" in owner.get(INDEX).content.decode()


# Nothing changes
# --------------------------------------------------------------------------------------------------


def test_nothing_can_be_changed_by_any_address(world: World, owner: Client) -> None:
    entry = Entry.objects.all()[0]
    game = Game.objects.all()[0]
    before = list(Entry.objects.order_by("pk").values()), list(Game.objects.order_by("pk").values())
    one = f"{GAMES}{game.pk}/"
    action = {
        "action": "delete_selected",
        "_selected_action": str(game.pk),
        "post": "yes",
        "index": "0",
    }
    for address in (INDEX, GAMES, one, f"{GAMES}add/", f"{INDEX}scoring/entry/{entry.pk}/"):
        assert (
            owner.post(address, {**action, "state": "stopped", "_save": "1"}).status_code == 405
        ), address
        assert owner.delete(address).status_code == 405
    for more in ("change/", "delete/", "history/"):
        assert owner.post(f"{one}{more}", action).status_code == 404
        assert owner.get(f"{one}{more}").status_code == 404
    for gone in ("add/", "autocomplete/", f"{'9' * 40}/"):
        assert owner.get(f"{GAMES}{gone}").status_code == 404
    for gone in ("login/", "logout/", "jsi18n/", "password_change/", "r/1/1/"):
        assert owner.get(f"{INDEX}{gone}").status_code == 404
    assert (
        list(Entry.objects.order_by("pk").values()),
        list(Game.objects.order_by("pk").values()),
    ) == before


def test_the_admin_brings_no_table() -> None:
    assert list(apps.get_app_config("admin").get_models()) == []
    assert "django_admin_log" not in connection.introspection.table_names()


# What is shown
# --------------------------------------------------------------------------------------------------


def test_every_list_and_a_page_of_each_open_with_few_queries_and_nothing_inline(
    world: World, owner: Client
) -> None:
    pages, shown = [INDEX, f"{INDEX}scoring/"], 0
    for admin in records.tables.values():
        at = reverse(f"admin:{admin.opts.label_lower.replace('.', '_')}_changelist")
        filters = [
            f"{at}?{name}__isnull=True" for name in admin.list_filter if str(name).endswith("_at")
        ]
        pages += [at, f"{at}?q=Anna+1", *filters[:1]]
        row = admin.model._default_manager.first()
        if row is not None:
            pages.append(f"{at}{row.pk}/")
            shown += 1
    assert shown >= 22
    for page in pages:
        with CaptureQueriesContext(connection) as asked:
            answer = owner.get(page)
        assert answer.status_code == 200, page
        assert len(asked) <= ENOUGH, (page, len(asked))
        text = answer.content.decode()
        found = {
            what: re.search(pattern, text, re.I)
            for what, pattern in FORBIDDEN.items()
            if what != "another host"
        }
        assert {what: match[0] for what, match in found.items() if match} == {}, page
        assert "script-src 'self'" in answer["Content-Security-Policy"]


def test_the_queries_of_a_list_do_not_grow_with_its_rows(
    world: World, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for admin in records.tables.values():
        at = reverse(f"admin:{admin.opts.label_lower.replace('.', '_')}_changelist")
        counted = []
        for per_page in (1, 50):
            monkeypatch.setattr(type(admin), "list_per_page", per_page)
            with CaptureQueriesContext(connection) as asked:
                owner.get(at)
            counted.append(len(asked))
        assert counted[1] <= counted[0] + 1, at


def test_a_game_leads_to_its_seats_and_its_entries_in_order(world: World, owner: Client) -> None:
    game = Match.objects.get(pk=world.played.pk).games.get(number=1).game
    assert game is not None
    page = owner.get(f"{GAMES}{game.pk}/").content.decode()
    for other in ("seat", "entry", "gameevent", "round"):
        assert f'href="{INDEX}scoring/{other}/?game__exact={game.pk}"' in page
    listed = owner.get(f"{INDEX}scoring/entry/?game__exact={game.pk}").context["cl"].result_list
    assert [entry.pk for entry in listed] == list(
        game.entries.order_by("position").values_list("pk", flat=True)[:50]
    )
    assert len(listed) > 2
    person = game.seats.get(number=0).player
    assert person is not None
    own = owner.get(f"{INDEX}scoring/player/{person.pk}/").content.decode()
    assert f"scoring/game/?seats__player__exact={person.pk}" in own
    found = owner.get(f"{GAMES}?seats__player__exact={person.pk}").context["cl"].result_list
    assert game in found
    assert {seat.player for each in found for seat in each.seats.all()} >= {person}
    assert (
        owner.get(f"{GAMES}?q={person.name}").context["cl"].result_count < Game.objects.count() + 1
    )
    assert "Entries</h1>" in owner.get(f"{INDEX}scoring/entry/").content.decode()
    log = owner.get(f"{INDEX}tournaments/tournament/{world.tournament.pk}/").content.decode()
    assert f"tournaments/logline/?tournament__exact={world.tournament.pk}" in log


def test_json_stands_with_its_lines_and_no_page_shows_what_opens_something(
    world: World, owner: Client
) -> None:
    entry = Entry.objects.exclude(data={})[0]
    assert "<pre>{\n  &quot;" in owner.get(f"{INDEX}scoring/entry/{entry.pk}/").content.decode()
    open_fields = {
        (admin.opts.label, field.name)
        for admin in records.tables.values()
        for field in admin.opts.concrete_fields
        if OPENS.search(field.name) and field.name not in admin.secret
    }
    assert open_fields == set()
    key = Tournament.objects.get(pk=world.tournament.pk).entrants.all()[0].key
    assert key not in owner.get(f"{INDEX}tournaments/entrant/{world.entrant.pk}/").content.decode()


def test_somebody_who_was_erased_is_named_nowhere(world: World, owner: Client) -> None:
    seat = Game.objects.filter(seats__player__isnull=False)[0].seats.exclude(player=None)[0]
    assert seat.player is not None
    Player.objects.filter(pk=seat.player.pk).update(name="Zebulon", erased_at=timezone.now())
    for page in ("player/", f"player/{seat.player_id}/", "seat/", f"seat/{seat.pk}/", "game/"):
        assert "Zebulon" not in owner.get(f"{INDEX}scoring/{page}").content.decode(), page


NONSENSE = (
    *(
        "p=999999",
        "p=-1",
        "p=x",
        "o=99.x",
        "all=",
        "state__exact=nonsense",
        "started_at__year=99999",
        "q=%00",
    ),
    *(
        "started_at__gte=nonsense",
        "seats__player__exact=x",
        f"club__exact={'9' * 40}",
        f"q={'a+' * 3000}",
        "e=1&x=1",
    ),
    *(
        "variant=nonsense",
        "club__devices__key_hash__startswith=a",
        "_popup=1",
        "_to_field=device__key_hash",
    ),
)


def test_nonsense_in_an_address_breaks_nothing_and_tells_nothing(
    world: World, owner: Client
) -> None:
    answered = {query: owner.get(f"{GAMES}?{query}", follow=True).status_code for query in NONSENSE}
    assert {
        query: status for query, status in answered.items() if status not in {200, 400, 404}
    } == {}
    for hidden in (
        "device__key_hash__startswith=a",
        "links__token_hash__startswith=a",
        "device__key_hash=a",
    ):
        assert owner.get(f"{GAMES}?{hidden}").status_code == 400


def test_in_german_the_admin_speaks_german(owner: Client) -> None:
    owner.post("/language/", {"language": "de", "next": "/"})
    assert "Suchen" in owner.get(GAMES).content.decode()
