"""Signing in and out: who gets in, who does not, and what a stranger can learn by trying."""

import re
import time

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.sessions.models import Session
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import Settings

from scoring.games.access.limits import LIMITS
from tests.requests import post
from tests.scoring.tables import PLAIN, at, phone_of, table, write
from tests.site.accounts import CODE, EMAIL, NOBODY, PASSWORD, signed_in
from tichu_site.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_cache")]

PRIVATE = (
    "account",
    "account_sessions",
    "account_change_password",
    "account_set_password",
    "account_reauthenticate",
    "mfa_list_webauthn",
    "mfa_add_webauthn",
)
FORMS = {
    "account_login": {"login": EMAIL, "password": PASSWORD},
    "account_request_login_code": {"email": EMAIL},
    "account_reset_password": {"email": EMAIL},
    "account_logout": {},
}
FOR_READING = {"account", "account_sessions"}


def asked_for_code(
    client: Client, outbox: list[EmailMessage], email: str = EMAIL, **fields: str
) -> str:
    """The code of the e-mail that the asking brings."""
    post(client, "account_request_login_code", email=email, **fields)
    return CODE.findall(str(outbox[-1].body))[0]  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    "name", ["account_login", "account_request_login_code", "account_reset_password"]
)
def test_a_field_says_what_it_asks_for_in_its_label_alone(name: str) -> None:
    page = Client().get(reverse(name)).content.decode()
    field = re.search(r'<input[^>]*type="email"[^>]*>', page)
    assert field
    assert 'id="id_' in field[0]
    assert "placeholder" not in page


def test_the_field_for_the_code_says_so_in_its_label_alone(client: Client, olga: User) -> None:
    page = client.post(
        reverse("account_request_login_code"), {"email": olga.email}, follow=True
    ).content.decode()
    assert "Code</label" in page
    assert 'autocomplete="one-time-code"' in page
    assert "placeholder" not in page


# By password
# --------------------------------------------------------------------------------------------------


def test_the_password_opens_the_account_whatever_the_capitals_of_the_e_mail(
    client: Client, olga: User
) -> None:
    answer = post(client, "account_login", login="Olga@Club.Example", password=PASSWORD)
    assert answer["Location"] == "/desk/"
    assert signed_in(client) == olga


def test_a_wrong_password_and_a_wrong_e_mail_are_answered_alike_and_the_e_mail_is_kept(
    olga: User,
) -> None:
    pages = []
    for email in (EMAIL, NOBODY):
        client = Client()
        answer = post(client, "account_login", login=email, password="six ducks in a row")
        page = answer.content.decode()
        assert "Wrong e-mail or password." in page
        assert f'value="{email}"' in page
        assert signed_in(client) is None
        pages.append(
            re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page).replace(email, "...")
        )
    assert pages[0] == pages[1]


def test_a_machine_that_tries_many_accounts_is_stopped(client: Client, olga: User) -> None:
    many = LIMITS["wrong passwords of an address"].many
    tries = [
        post(client, "account_login", login=f"guest{n}@club.example", password="wrong")
        for n in range(many + 1)
    ]
    assert ["Too many tries" in answer.content.decode() for answer in tries] == [False] * many + [
        True
    ]
    assert (
        "Too many tries"
        in post(client, "account_login", login=EMAIL, password=PASSWORD).content.decode()
    )


def test_behind_a_proxy_tries_are_counted_for_each_browser(olga: User, settings: Settings) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    for n in range(LIMITS["sign-ins of an address"].many + 1):
        # What a browser itself writes into the header stands before what the proxy adds.
        headers = {"x-forwarded-for": f"192.0.2.{n % 250}, 203.0.113.9"}
        last = Client(headers=headers).post(
            reverse("account_login"), {"login": f"{n}@a.example", "password": "x"}
        )
    assert (last.status_code, last["Retry-After"]) == (429, "60")
    other = Client(headers={"x-forwarded-for": "203.0.113.10"})
    assert other.post(reverse("account_login"), FORMS["account_login"]).status_code == 302


def test_an_account_that_is_switched_off_opens_to_nobody(
    client: Client, olga: User, mailoutbox: list[EmailMessage]
) -> None:
    client.force_login(olga)
    User.objects.update(is_active=False)
    assert signed_in(client) is None
    other = Client()
    assert post(other, "account_login", login=EMAIL, password=PASSWORD)["Location"] == reverse(
        "account_inactive"
    )
    assert signed_in(other) is None
    post(Client(), "account_request_login_code", email=EMAIL)
    assert not CODE.search(mailoutbox[-1].body)


# By code
# --------------------------------------------------------------------------------------------------


def test_the_code_opens_the_account_once(olga: User, mailoutbox: list[EmailMessage]) -> None:
    client = Client()
    code = asked_for_code(client, mailoutbox)
    assert mailoutbox[-1].to == [EMAIL]
    assert code not in mailoutbox[-1].subject
    assert post(client, "account_confirm_login_code", code=code.lower())["Location"] == "/desk/"
    assert signed_in(client) == olga
    other = Client()
    assert post(other, "account_confirm_login_code", code=code)["Location"] == reverse(
        "account_request_login_code"
    )
    assert signed_in(other) is None


def test_a_code_is_for_the_browser_that_asked(olga: User, mailoutbox: list[EmailMessage]) -> None:
    code = asked_for_code(Client(), mailoutbox)
    eve = Client()
    post(eve, "account_request_login_code", email=NOBODY)
    answer = post(eve, "account_confirm_login_code", code=code)
    assert "Wrong code." in answer.content.decode()
    assert signed_in(eve) is None


def test_after_three_wrong_codes_the_right_one_is_worth_nothing(
    client: Client, olga: User, mailoutbox: list[EmailMessage]
) -> None:
    code = asked_for_code(client, mailoutbox)
    answers = [post(client, "account_confirm_login_code", code="WRONG") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 302]
    assert 'value="WRONG"' in answers[0].content.decode()
    post(client, "account_confirm_login_code", code=code)
    assert signed_in(client) is None


def test_a_code_is_worth_nothing_after_a_quarter_of_an_hour(
    client: Client, olga: User, mailoutbox: list[EmailMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    code = asked_for_code(client, mailoutbox)
    later = time.time() + 15 * 60 + 1
    monkeypatch.setattr("allauth.account.internal.flows.code_verification.time.time", lambda: later)
    post(client, "account_confirm_login_code", code=code)
    assert signed_in(client) is None


def test_asking_for_a_code_tells_nobody_whether_there_is_an_account(
    olga: User, mailoutbox: list[EmailMessage]
) -> None:
    pages = []
    for email in (EMAIL, NOBODY):
        client = Client()
        answer = client.post(reverse("account_request_login_code"), {"email": email}, follow=True)
        page = answer.content.decode()
        wrong = post(client, "account_confirm_login_code", code="WRONG").content.decode()
        pages.append(
            [
                answer.redirect_chain,
                *(
                    re.sub(r'value="\w{64}"', "", one).replace(email, "...")
                    for one in (page, wrong)
                ),
            ]
        )
    assert pages[0] == pages[1]
    assert [mail.to for mail in mailoutbox] == [[EMAIL], [NOBODY]]  # equally slow, too
    assert "there is no account with this address" in mailoutbox[1].body


def test_the_codes_for_one_address_are_limited(olga: User, mailoutbox: list[EmailMessage]) -> None:
    answers = [post(Client(), "account_request_login_code", email=EMAIL) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [302] * 3 + [429]
    assert "Try again in 1 minute." in answers[-1].content.decode()
    assert len(mailoutbox) == 3


def test_a_mail_server_that_does_not_answer_is_told(
    client: Client, olga: User, settings: Settings
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    answer = client.post(reverse("account_request_login_code"), {"email": EMAIL}, follow=True)
    assert answer.status_code == 200
    assert "The e-mail could not be sent." in answer.content.decode()


@pytest.mark.parametrize("language", ["en", "de"])
def test_e_mails_have_no_links(
    client: Client, olga: User, mailoutbox: list[EmailMessage], language: str
) -> None:
    client.cookies["django_language"] = language
    for name, email in (
        ("account_request_login_code", EMAIL),
        ("account_reset_password", EMAIL),
        ("account_request_login_code", NOBODY),
    ):
        post(client, name, email=email)
        post(client, "account_logout")
    assert len(mailoutbox) == 3
    assert not [mail.body for mail in mailoutbox if "://" in mail.body or "testserver" in mail.body]


# A new password
# -------------------------------------------------------------------------------------------------


def test_a_forgotten_password_is_replaced_by_a_code_and_ends_other_sessions(
    olga: User, mailoutbox: list[EmailMessage]
) -> None:
    lost = Client()
    lost.force_login(olga)
    client = Client()
    post(client, "account_reset_password", email=EMAIL)
    (code,) = CODE.findall(mailoutbox[0].body)
    assert (
        post(client, "account_complete_password_reset", password1="x", password2="x").status_code
        == 302
    )
    post(client, "account_confirm_password_reset_code", code=code)
    new = "seven ducks in a row"
    post(client, "account_complete_password_reset", password1=new, password2=new)
    olga.refresh_from_db()
    assert olga.check_password(new)
    assert signed_in(lost) is None


def test_the_password_is_changed_by_who_knows_it(client: Client, olga: User) -> None:
    client.force_login(olga)
    new = {"password1": "seven ducks in a row", "password2": "seven ducks in a row"}
    answer = post(client, "account_change_password", oldpassword="wrong", **new)
    assert "This is not your current password." in answer.content.decode()
    assert post(client, "account_change_password", oldpassword=PASSWORD, **new)[
        "Location"
    ] == reverse("account")
    olga.refresh_from_db()
    assert olga.check_password(new["password1"])
    assert signed_in(client) == olga


# Passkeys
# --------------------------------------------------------------------------------------------------


def test_a_passkey_is_added_only_after_the_password_once_more(client: Client, olga: User) -> None:
    post(client, "account_login", login=EMAIL, password=PASSWORD)
    answer = client.get(reverse("mfa_add_webauthn"))
    assert (
        answer["Location"]
        == f"{reverse('account_reauthenticate')}?next=%2Faccount%2Fpasskeys%2Fadd%2F"
    )
    post(client, "account_reauthenticate", password=PASSWORD)
    page = client.get(reverse("mfa_add_webauthn")).content.decode()
    assert 'id="js_data" type="application/json"' in page
    assert '"residentKey"' in page


def test_a_lost_passkey_locks_nobody_out(
    client: Client, olga: User, mailoutbox: list[EmailMessage]
) -> None:
    Authenticator.objects.create(
        user=olga, type=Authenticator.Type.WEBAUTHN, data={"name": "Phone"}
    )
    assert post(client, "account_login", login=EMAIL, password=PASSWORD)["Location"] == "/desk/"
    other = Client()
    code = asked_for_code(other, mailoutbox)
    assert post(other, "account_confirm_login_code", code=code)["Location"] == "/desk/"


@pytest.mark.parametrize(
    "credential", ["", "{}", "[]", "nonsense", '{"id": "AA", "rawId": "AA", "response": {}}']
)
def test_nonsense_for_a_passkey_opens_nothing(client: Client, olga: User, credential: str) -> None:
    client.get(reverse("mfa_login_webauthn"), headers={"accept": "application/json"})
    answer = post(client, "mfa_login_webauthn", credential=credential)
    assert answer["Location"] == reverse("account_login")
    assert signed_in(client) is None


def test_nobody_sees_or_removes_another_s_passkey(client: Client, olga: User) -> None:
    key = Authenticator.objects.create(
        user=olga, type=Authenticator.Type.WEBAUTHN, data={"name": "Phone"}
    )
    dirk = User.objects.create_user("dirk@club.example", name="Dirk")
    client.force_login(dirk)
    assert "Phone" not in client.get(reverse("mfa_list_webauthn")).content.decode()
    for name in ("mfa_remove_webauthn", "mfa_edit_webauthn"):
        address = reverse(name, args=[key.pk])
        assert (
            client.get(address).status_code
            == client.post(address, {"name": "Mine"}).status_code
            == 404
        )
    assert Authenticator.objects.get().wrap().name == "Phone"


# Strangers, other sites
# -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRIVATE)
def test_a_stranger_is_asked_to_sign_in(client: Client, name: str) -> None:
    answer = client.get(reverse(name))
    assert answer.status_code == 302
    assert answer["Location"].startswith(f"{reverse('account_login')}?next=")
    assert client.post(reverse(name)).status_code == (405 if name in FOR_READING else 302)


def test_looking_at_the_page_for_signing_out_signs_nobody_out(client: Client, olga: User) -> None:
    client.force_login(olga)
    assert client.get(reverse("account_logout")).status_code == 200
    assert client.head(reverse("account_logout")).status_code == 200
    assert signed_in(client) == olga
    assert post(client, "account_logout")["Location"] == "/"
    assert signed_in(client) is None
    assert not Session.objects.exists()


@pytest.mark.parametrize("name", FORMS)
def test_a_form_of_another_site_is_refused(olga: User, name: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(olga)
    assert client.post(reverse(name), FORMS[name]).status_code == 403
    assert signed_in(client) == olga


@pytest.mark.parametrize(
    "goal", ["//evil.example", "https://evil.example/desk/", "/\\evil.example", "javascript:x"]
)
def test_nobody_is_led_to_another_site(
    olga: User, mailoutbox: list[EmailMessage], goal: str
) -> None:
    client = Client()
    assert (
        post(client, "account_login", next=goal, **FORMS["account_login"])["Location"] == "/desk/"
    )
    assert client.get(reverse("account_login"), {"next": goal})["Location"] == "/desk/"
    assert post(client, "account_logout", next=goal)["Location"] == "/"
    code = asked_for_code(client, mailoutbox, next=goal)
    assert post(client, "account_confirm_login_code", code=code, next=goal)["Location"] == "/desk/"


def test_who_came_from_a_page_of_ours_goes_back_to_it(client: Client, olga: User) -> None:
    answer = post(client, "account_login", next="/desk/spring/", **FORMS["account_login"])
    assert answer["Location"] == "/desk/spring/"


def test_the_session_is_a_new_one_after_signing_in_and_out_of_reach_of_scripts(
    client: Client, olga: User
) -> None:
    post(client, "account_request_login_code", email=EMAIL)
    before = client.cookies["sessionid"].value
    post(client, "account_logout")
    post(client, "account_login", **FORMS["account_login"])
    cookie = client.cookies["sessionid"]
    assert cookie.value != before
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert 30 * 24 * 3600 - 60 < cookie["max-age"] <= 30 * 24 * 3600


# The tables know nothing of it
# ----------------------------------------------------------------------------------


def test_the_pages_of_a_table_never_look_a_session_up(olga: User) -> None:
    anna = phone_of("Anna")
    game = table(anna)
    write(game, PLAIN)
    addresses = ["/", reverse("new_game"), *(at(name, game) for name in ("game", "score", "wall"))]
    before = {address: looked(anna.client, address) for address in addresses}
    anna.client.force_login(olga)
    assert {address: looked(anna.client, address) for address in addresses} == before
    assert not [
        text
        for queries, _ in before.values()
        for text in queries
        if "session" in text or "user" in text
    ]


def looked(client: Client, address: str) -> tuple[list[str], list[str]]:
    """The queries of a page, and the names of the cookies that it sets."""
    with CaptureQueriesContext(connection) as seen:
        answer = client.get(address)
    assert answer.status_code == 200
    return [query["sql"] for query in seen], sorted(answer.cookies)


def test_the_address_of_an_account_is_unique_whatever_its_capitals(olga: User) -> None:
    assert EmailAddress.objects.get().email == EMAIL
    assert User.objects.get_by_natural_key("OLGA@club.example") == olga
