"""A club's webhooks at the desk: made, tried, looked after, deleted; by its directors alone."""

import re
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from tests.requests import Response
from tests.tournaments import desks
from tests.tournaments.desk_pages import errors, queries, said, text_of
from tests.tournaments.refusing import NONSENSE
from tests.tournaments.webhooks.receiving import a_site, saying
from tournaments import webhook_sender
from tournaments.actions import webhooks
from tournaments.models import Delivery, Role, Webhook
from tournaments.webhooks.events import KINDS
from tournaments.webhooks.sending import as_text

pytestmark = pytest.mark.django_db
ELSEWHERE = "https://hooks.club.example/tichu?token=geheim"
State = Delivery.State


@dataclass
class Place:
    """A club with a webhook, and its owner's browser."""

    desk: desks.Desk
    hook: Webhook

    @property
    def client(self) -> Client:
        return self.desk.client

    @property
    def listed(self) -> str:
        return reverse("desk_webhooks", args=[self.desk.club.pk])

    @property
    def page(self) -> str:
        return self.at("desk_webhook")

    def at(self, name: str, *more: object) -> str:
        return reverse(name, args=[self.desk.club.pk, self.hook.pk, *more])

    def press(self, action: str, **fields: object) -> Response:
        return self.client.post(self.at("desk_webhook_do", action), fields)

    def row(self, **about: Any) -> Delivery:
        made = {"event": "ping", "created_at": timezone.now(), "state": State.GIVEN_UP, **about}
        return Delivery.objects.create(webhook=self.hook, **made)


@pytest.fixture
def place() -> Place:
    desk = desks.a_desk()
    return Place(
        desk, webhooks.make_webhook(desk.club, desk.user, ELSEWHERE, KINDS, "https://tichu.example")
    )


def test_a_webhook_is_made_and_its_secret_is_shown_once() -> None:
    desk = desks.a_desk()
    address = reverse("desk_webhooks", args=[desk.club.pk])
    assert (
        reverse("desk_webhooks", args=[desk.club.pk])
        in desk.client.get(reverse("desk")).content.decode()
    )
    assert "no names of players" in text_of(desk.client.get(address))
    answer = desk.client.post(
        address, {"address": f" {ELSEWHERE} ", "kinds": ["round", "tournament", "nonsense"]}
    )
    hook = Webhook.objects.get()
    assert (hook.address, hook.kinds, hook.site) == (
        ELSEWHERE,
        ["round", "tournament"],
        "http://testserver",
    )
    assert answer["Location"] == reverse("desk_webhook", args=[desk.club.pk, hook.pk])
    assert as_text(hook.secret).removeprefix("whsec_") not in str(dict(desk.client.session))
    first, second = (desk.client.get(answer["Location"]) for _ in range(2))
    assert f'value="{as_text(hook.secret)}"' in first.content.decode()
    assert "no-store" in first["Cache-Control"]
    assert "whsec_" not in second.content.decode()


@pytest.mark.parametrize(
    ("typed", "kinds", "told"),
    [
        (
            "https://127.0.0.1/",
            ["round"],
            (
                "This address is in a private network. The site's owner can allow these with the "
                "setting WEBHOOK_PRIVATE=true."
            ),
        ),
        (
            "http://club.example/",
            ["round"],
            (
                "Only https:// addresses are accepted. The site's owner can allow http:// with "
                "the setting WEBHOOK_PRIVATE=true."
            ),
        ),
        ("https://club.example/", [], "Choose at least one kind of event."),
        (
            "<script>",
            ["round"],
            "Enter a whole address, as your browser shows it, beginning with https://.",
        ),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_stays_as_typed(
    place: Place, typed: str, kinds: list[str], told: str
) -> None:
    for address in (place.listed, place.page):
        answer = place.client.post(address, {"address": typed, "kinds": kinds})
        assert answer.status_code == 422
        assert errors(answer) == [told]
        assert re.search(r'id="(address|kinds)-error"', answer.content.decode())
        assert "<script>" not in answer.content.decode()
    assert Webhook.objects.get().address == ELSEWHERE


def test_nonsense_in_a_field_is_never_an_error_page(place: Place) -> None:
    for typed in NONSENSE:
        for field in ("address", "kinds"):
            form = {"address": ELSEWHERE, "kinds": "round", field: typed}
            assert place.client.post(place.page, form).status_code == 422
    assert Webhook.objects.get().kinds == list(KINDS)


def test_a_club_has_ten_and_not_more(place: Place) -> None:
    for _ in range(9):
        webhooks.make_webhook(place.desk.club, None, ELSEWHERE, KINDS, "")
    answer = place.client.post(place.listed, {"address": ELSEWHERE, "kinds": "round"})
    assert errors(answer) == ["A club can have 10 webhooks: delete one that is no longer needed."]
    assert Webhook.objects.count() == 10


def test_in_a_list_stands_the_machine_and_not_what_may_be_a_password(place: Place) -> None:
    page = place.client.get(place.listed).content.decode()
    assert "hooks.club.example" in page
    assert "geheim" not in page


def test_the_test_button_sends_and_the_log_says_what_came_back(settings: Settings) -> None:
    settings.WEBHOOK_PRIVATE = True
    desk = desks.a_desk()
    with a_site() as site:
        site.answers = [
            saying(200, b"<b>Thanks & bye</b>"),
            saying(302, Location="https://elsewhere.example/"),
        ]
        place = Place(desk, webhooks.make_webhook(desk.club, desk.user, site.address, KINDS, ""))
        assert said(place.client, place.press("ping")) == ["A test is on its way."]
        assert "Refresh" in text_of(place.client.get(place.page))
        assert webhook_sender.send_next(timezone.now())
        page = place.client.get(place.page)
        assert "ping The answer <b>Thanks & bye</b> 200 ·" in text_of(page)
        assert "<b>Thanks" not in page.content.decode()
        assert "Refresh" not in text_of(page)
        place.press("ping")
        assert webhook_sender.send_next(timezone.now())
    text = text_of(place.client.get(place.page))
    assert "ping The answer redirects to another address, which is not followed. Next try:" in text
    assert "9 are left" in text
    assert [got.body[:8] for got in site.got] == [b'{"id":"m'] * 2


def test_the_log_tells_which_round_and_what_was_wrong_and_sends_again(place: Place) -> None:
    cup = desks.a_tournament(entrants=4, desk=place.desk)
    row = place.row(
        tournament=cup,
        event="result.changed",
        params={"stage": 1, "round": 3, "tables": [7, 9]},
        problem="too_slow",
    )
    text = text_of(place.client.get(place.page))
    assert (
        "result.changed Autumn cup · Round 3 · Table 7, 9 No answer in time. given up Send again"
        in text
    )
    assert said(place.client, place.press("again", delivery=row.pk)) == ["Sent again."]
    row.refresh_from_db()
    assert row.state == State.WAITING
    answer = place.press("again", delivery=row.pk)
    assert (answer.status_code, errors(answer)) == (
        422,
        ["Only a message given up can be sent again."],
    )


@pytest.mark.parametrize("delivery", ["", "x", "0", "-1", "9" * 19, "\0", "²"])
def test_nonsense_is_sent_again_to_nobody(place: Place, delivery: str) -> None:
    place.row()
    assert place.press("again", delivery=delivery).status_code == 422
    assert Delivery.objects.get().state == State.GIVEN_UP


def test_a_message_of_another_club_is_not_there_to_be_sent_again(place: Place) -> None:
    other = Place(desks.a_desk("Otto", "Another club"), place.hook)
    row = place.row()
    assert other.press("again", delivery=row.pk).status_code == 404
    theirs = webhooks.make_webhook(other.desk.club, None, ELSEWHERE, KINDS, "")
    answer = other.client.post(
        reverse("desk_webhook_do", args=[other.desk.club.pk, theirs.pk, "again"]),
        {"delivery": row.pk},
    )
    assert answer.status_code == 422
    row.refresh_from_db()
    assert row.state == State.GIVEN_UP


def test_another_secret_takes_the_place_of_the_first(place: Place) -> None:
    before = as_text(place.hook.secret)
    answer = place.press("renew")
    place.hook.refresh_from_db()
    page = place.client.get(answer["Location"]).content.decode()
    assert as_text(place.hook.secret) in page
    assert before not in page


def test_it_is_paused_switched_on_and_changed(place: Place) -> None:
    assert said(place.client, place.press("pause")) == ["Nothing more is sent to it."]
    assert "Paused. Events during the pause are not sent." in text_of(place.client.get(place.page))
    answer = place.press("ping")
    assert (answer.status_code, errors(answer)) == (
        422,
        ["It is switched off: switch it on first."],
    )
    assert said(place.client, place.press("resume")) == ["It receives new events again."]
    answer = place.client.post(place.page, {"address": "https://new.example/", "kinds": "result"})
    assert said(place.client, answer) == ["Saved."]
    place.hook.refresh_from_db()
    assert (place.hook.address, place.hook.kinds) == ("https://new.example/", ["result"])


def test_one_that_was_switched_off_by_the_site_says_so(place: Place) -> None:
    Webhook.objects.update(stopped_at=timezone.now(), failing_since=timezone.now())
    assert "switched off: nothing arrived" in text_of(place.client.get(place.listed))
    assert "nothing had been accepted for 5 days" in text_of(place.client.get(place.page))
    Webhook.objects.update(stopped_at=None)
    assert "Nothing has been accepted since" in text_of(place.client.get(place.page))


def test_it_is_deleted_by_two_clicks(place: Place) -> None:
    place.row()
    address = place.at("desk_webhook_delete")
    assert "its log is deleted too" in text_of(place.client.get(address))
    assert Webhook.objects.exists()
    assert said(place.client, place.client.post(address)) == ["The webhook has been deleted."]
    assert not Delivery.objects.exists()
    for gone in (place.page, address):
        assert place.client.get(gone).status_code == 404


def test_many_tests_wait_for_the_first_to_arrive(place: Place) -> None:
    for _ in range(20):
        assert place.press("ping").status_code == 302
    assert errors(place.press("ping")) == ["Too many messages are on their way: try again later."]
    assert Delivery.objects.count() == 20


def test_directors_see_it_and_nobody_else(place: Place) -> None:
    assert desks.let_direct(place.desk, "Dora").get(place.page).status_code == 200
    others = {"Rita": Role.Name.REFEREE, "Dirk": Role.Name.DESK, "Sven": Role.Name.SCREEN}
    for name, role in others.items():
        Role.objects.create(club=place.desk.club, user=desks.a_user(name), name=role)
    strangers = [desks.signed_in(desks.a_user(name)) for name in others] + [
        desks.a_desk("Otto", "Another club").client
    ]
    for client in strangers:
        for address in (place.listed, place.page, place.at("desk_webhook_delete")):
            assert client.get(address).status_code == 404
            assert client.post(address, {"address": ELSEWHERE, "kinds": "round"}).status_code == 404
        assert client.post(place.at("desk_webhook_do", "ping")).status_code == 404
    for address in (place.listed, place.page):
        assert Client().get(address)["Location"].startswith(reverse("account_login"))
    assert client.get(place.at("desk_webhook_do", "ping")).status_code == 405
    assert place.press("nonsense").status_code == 404
    assert not Delivery.objects.exists()


def test_a_page_of_the_log_is_fifty_lines_and_takes_as_many_queries_as_one(place: Place) -> None:
    cup = desks.a_tournament(entrants=4, desk=place.desk, opened=False)
    place.row(tournament=cup)
    one = queries(place.client, place.page)
    for _ in range(60):
        place.row(tournament=cup, params={"round": 1, "tables": [1]})
    assert queries(place.client, place.page) == one
    page = place.client.get(place.page)
    assert page.content.decode().count("<time") == 50
    older = re.search(r'href="(\?before=\d+)"', page.content.decode())
    assert older
    assert place.client.get(place.page + older[1]).content.decode().count("<time") == 11
    for nonsense in ("?before=x", "?before=0", f"?before={'9' * 19}", "?before=-1"):
        assert place.client.get(place.page + nonsense).status_code == 200
