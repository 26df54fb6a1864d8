"""Messages on an entrant's own page: offered on a server alone, turned on and off by a tap."""

import re

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.requests import Response
from tests.tournaments import desks
from tests.tournaments.desk_pages import number, text_of
from tests.tournaments.messages.phones import SERVICE, Browser, PushService
from tests.tournaments.refusing import NONSENSE
from tournaments.actions import creating
from tournaments.messages.push import public_key
from tournaments.models import Entrant, Subscription, Tournament
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db
OFFER = "Tell me on this phone"


@pytest.fixture(autouse=True)
def of_a_server(settings: Settings) -> None:
    settings.MESSAGES = settings.MESSAGES_BY_MAIL = True


@pytest.fixture
def cup() -> Tournament:
    return desks.a_tournament("pairs_swiss", 4)


@pytest.fixture
def anna(cup: Tournament) -> Entrant:
    return number(cup, 1)


def page(entrant: Entrant, client: Client | None = None) -> Response:
    return (client or Client()).get(reverse("own_page", args=[token_of(entrant)]))


def tap(entrant: Entrant, do: str, client: Client | None = None, **fields: object) -> Response:
    where = reverse("own_messages", args=[token_of(entrant)])
    return (client or Client()).post(where, {"do": do, **fields}, follow=True)


def of_a_phone(name: str = "a") -> dict[str, object]:
    receiver = Browser().receiver(SERVICE + name)
    return {"address": receiver.address, "p256dh": receiver.p256dh, "auth": receiver.auth}


def test_one_tap_turns_them_on_and_one_off(anna: Entrant) -> None:
    before = page(anna).content.decode()
    assert OFFER in before
    assert f'data-key="{public_key()}"' in before
    assert 'data-phones=""' in before
    answer = tap(anna, "phone_on", **of_a_phone())
    assert answer.redirect_chain == [(f"/own/{token_of(anna)}/#messages", 302)]
    row = Subscription.objects.get()
    assert (row.entrant, row.language, row.site) == (anna, "en", "http://testserver")
    assert re.search(r'data-phones="[0-9a-f]{32}"', answer.content.decode())
    assert SERVICE not in answer.content.decode()  # the others of a team see this page too
    tap(anna, "phone_off", address=f"{SERVICE}a")
    assert not Subscription.objects.exists()


def test_they_come_in_the_language_of_the_page(anna: Entrant) -> None:
    client = Client(headers={"accept-language": "pl"})
    tap(anna, "phone_on", client, **of_a_phone())
    assert Subscription.objects.get().language == "pl"


def test_a_laptop_shows_nothing_and_takes_nothing(anna: Entrant, settings: Settings) -> None:
    settings.MESSAGES = False
    shown = page(anna).content.decode()
    assert OFFER not in shown
    assert "messages.js" not in shown
    assert f'href="{reverse("manifest")}"' in shown
    answer = tap(anna, "phone_on", **of_a_phone())
    assert answer.status_code == 409
    assert not Subscription.objects.exists()


def test_they_are_not_offered_once_the_tournament_is_over(cup: Tournament, anna: Entrant) -> None:
    creating.finish_tournament(cup, None)
    assert OFFER not in page(anna).content.decode()
    answer = tap(anna, "phone_on", **of_a_phone())
    assert answer.status_code == 409
    assert "Messages cannot be turned on here now." in text_of(answer)


def test_without_a_mail_server_no_e_mail_is_offered(anna: Entrant, settings: Settings) -> None:
    settings.MESSAGES_BY_MAIL = False
    assert "Tell me by e-mail" not in page(anna).content.decode()


def test_a_mailbox_is_turned_on_by_its_code_and_off_again(anna: Entrant) -> None:
    answer = tap(anna, "mail_on", email="Anna@example.org")
    assert "The code that was sent to A…@example.org" in text_of(answer)
    assert "Anna@example.org" not in answer.content.decode()
    assert "Send me a code" not in text_of(answer)  # the one that waits first
    row = Subscription.objects.get()
    wrong = tap(anna, "mail_code", mailbox=row.pk, code="1")
    assert wrong.status_code == 422
    assert "This code is wrong or too old." in text_of(wrong)
    code = re.search(r"\d{6}", mail.outbox[0].subject)
    assert code
    answer = tap(anna, "mail_code", mailbox=row.pk, code=code[0])
    assert "By e-mail to A…@example.org" in text_of(answer)
    assert "Send me a code" in text_of(answer)
    assert OFFER in tap(anna, "mail_off", mailbox=row.pk).content.decode()
    assert not Subscription.objects.exists()


def test_a_signed_in_reader_needs_one_tap(anna: Entrant) -> None:
    nora = desks.signed_in(desks.a_user("Nora"))
    assert "Tell me by e-mail nora@example.org" in " ".join(text_of(page(anna, nora)).split())
    tap(anna, "mail_on", nora, email="nora@example.org")
    assert (Subscription.objects.get().code, mail.outbox) == ("", [])
    tap(anna, "mail_on", nora, email="somebody@example.org")
    assert len(mail.outbox) == 1


def test_an_address_that_is_none_is_kept_with_an_error(anna: Entrant) -> None:
    for email in ("anna", "a@b@c", "anna@example.org\nBcc: x@y.org", *NONSENSE):
        answer = tap(anna, "mail_on", email=email)
        assert answer.status_code == 422, email
        assert "Enter a whole e-mail address" in text_of(answer)
    assert 'value="a@b@c"' in tap(anna, "mail_on", email="a@b@c").content.decode()
    assert (Subscription.objects.count(), mail.outbox) == (0, [])


@pytest.mark.parametrize("field", ["address", "p256dh", "auth"])
def test_nonsense_from_a_browser_is_refused(field: str, anna: Entrant) -> None:
    for bad in NONSENSE:
        answer = tap(anna, "phone_on", **(of_a_phone() | {field: bad}))
        assert answer.status_code == 422, bad
    assert not Subscription.objects.exists()


def test_an_address_that_is_no_push_service_s_is_refused_in_words(anna: Entrant) -> None:
    fields = of_a_phone() | {"address": "https://127.0.0.1/hook"}
    assert "a push service that this site does not know" in text_of(tap(anna, "phone_on", **fields))
    assert not Subscription.objects.exists()


def test_nonsense_for_a_mailbox_changes_nothing(anna: Entrant) -> None:
    PushService().phone("a", anna)
    for bad in NONSENSE[:6]:
        assert tap(anna, "mail_code", mailbox=bad, code=bad).status_code in {404, 422}, bad
        assert tap(anna, "mail_off", mailbox=bad).status_code in {200, 404}, bad
    assert Subscription.objects.count() == 1


def test_another_entrant_s_link_reaches_nothing_of_this_one(cup: Tournament, anna: Entrant) -> None:
    tap(anna, "phone_on", **of_a_phone())
    row = Subscription.objects.get()
    other = number(cup, 2)
    tap(other, "mail_off", mailbox=row.pk)
    tap(other, "phone_off", address=row.address)
    assert Subscription.objects.get() == row
    assert 'data-phones=""' in page(other).content.decode()


def test_only_the_link_opens_it_and_only_by_a_post(anna: Entrant) -> None:
    assert Client().get(reverse("own_messages", args=[token_of(anna)])).status_code == 405
    assert tap(anna, "nothing").status_code == 404
    assert tap(anna, "").status_code == 404
    where = reverse("own_messages", args=[f"{anna.pk}-abcdefghijklmnop"])
    assert Client().post(where, {"do": "phone_on", **of_a_phone()}).status_code == 404
    assert not Subscription.objects.exists()
    strict = Client(enforce_csrf_checks=True)
    where = reverse("own_messages", args=[token_of(anna)])
    assert strict.post(where, {"do": "phone_on", **of_a_phone()}).status_code == 403


def test_the_page_on_a_home_screen_opens_itself(anna: Entrant) -> None:
    where = reverse("own_manifest", args=[token_of(anna)])
    assert f'href="{where}"' in page(anna).content.decode()
    answer = Client().get(where)
    assert answer.json()["start_url"] == reverse("own_page", args=[token_of(anna)])
    assert answer.json()["display"] == "standalone"
    assert answer["Cache-Control"] == "no-store"
    assert Client().get(reverse("own_manifest", args=["1-x"])).status_code == 404
