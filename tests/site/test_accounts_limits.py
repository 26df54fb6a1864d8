"""Tries at passwords and codes: who guesses is stopped, and nobody is shut out in somebody else's
name.
"""

from dataclasses import replace

import pytest
from django.core import signing
from django.core.mail import EmailMessage
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring.games.access.limits import LIMITS
from scoring.models import Use
from tests.requests import Response
from tests.site.accounts import CODE, EMAIL, NOBODY, PASSWORD
from tichu_site.accounts.known_browsers import COOKIE, SALT, mark_of
from tichu_site.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_cache")]

HALL, ELSEWHERE = "192.0.2.1", "203.0.113.9"
TOO_MANY = "Too many tries."


def sign_in(client: Client, password: str, address: str = HALL, email: str = EMAIL) -> Response:
    return client.post(
        reverse("account_login"), {"login": email, "password": password}, REMOTE_ADDR=address
    )


def gets_in(answer: HttpResponse) -> bool:
    return answer.status_code == 302


def guess(count: int, *, address: str = ELSEWHERE, each_its_own: bool = False) -> list[bool]:
    """Whether each of so many wrong passwords was looked at at all."""
    answers = [
        sign_in(Client(), "wrong", f"198.51.{n // 200}.{n % 200}" if each_its_own else address)
        for n in range(count)
    ]
    return [TOO_MANY not in answer.content.decode() for answer in answers]


def ask_for_code(client: Client, address: str = HALL, email: str = EMAIL) -> Response:
    return client.post(reverse("account_request_login_code"), {"email": email}, REMOTE_ADDR=address)


def test_who_guesses_is_stopped_after_five_tries_also_with_the_right_password(olga: User) -> None:
    assert guess(6) == [True] * 5 + [False]
    answer = sign_in(Client(), PASSWORD, ELSEWHERE)
    assert TOO_MANY in answer.content.decode()
    assert "with a code by e-mail or with a passkey" in answer.content.decode()


def test_a_stranger_s_wrong_passwords_do_not_shut_the_owner_out(olga: User) -> None:
    guess(20)
    assert gets_in(sign_in(Client(), PASSWORD, HALL))


def test_a_thousand_addresses_that_guess_together_are_stopped_and_known_browsers_and_codes_go_on(
    olga: User, mailoutbox: list[EmailMessage]
) -> None:
    own = Client()
    assert gets_in(sign_in(own, PASSWORD))
    own.post(reverse("account_logout"))
    many = LIMITS["wrong passwords for an account, by strangers"].many
    assert guess(many + 2, each_its_own=True) == [True] * many + [False] * 2
    assert TOO_MANY in sign_in(Client(), PASSWORD, HALL).content.decode()
    assert gets_in(sign_in(own, PASSWORD))  # here Olga has signed in before
    new = Client()
    ask_for_code(new)
    (code,) = CODE.findall(mailoutbox[-1].body)
    assert gets_in(new.post(reverse("account_confirm_login_code"), {"code": code}))


def test_somebody_in_the_hall_who_guesses_shuts_no_director_out_who_was_here_before(
    olga: User,
) -> None:
    own = Client()
    sign_in(own, PASSWORD)
    own.post(reverse("account_logout"))
    for n in range(LIMITS["wrong passwords of an address"].many + 1):
        last = sign_in(Client(), "wrong", HALL, f"guest{n}@club.example")
    assert TOO_MANY in last.content.decode()
    assert gets_in(sign_in(own, PASSWORD, HALL))


def test_a_known_browser_has_five_tries_too(olga: User) -> None:
    own = Client()
    sign_in(own, PASSWORD)
    own.post(reverse("account_logout"))
    looked_at = [
        TOO_MANY not in sign_in(own, "wrong", f"192.0.2.{n}").content.decode() for n in range(6)
    ]
    assert looked_at == [True] * 5 + [False]


def test_right_passwords_use_nothing_up(olga: User) -> None:
    for _ in range(8):
        own = Client()
        assert gets_in(sign_in(own, PASSWORD))


def test_a_new_password_by_a_code_lets_the_owner_in_again(
    olga: User, mailoutbox: list[EmailMessage]
) -> None:
    guess(6, address=HALL)
    own, new = Client(REMOTE_ADDR=HALL), "seven ducks in a row"
    own.post(reverse("account_reset_password"), {"email": EMAIL})
    (code,) = CODE.findall(mailoutbox[-1].body)
    own.post(reverse("account_confirm_password_reset_code"), {"code": code})
    own.post(reverse("account_complete_password_reset"), {"password1": new, "password2": new})
    assert gets_in(sign_in(Client(), new, HALL))


# The cookie
# --------------------------------------------------------------------------------------------------


def test_the_cookie_that_knows_a_browser_is_out_of_reach_and_opens_nothing(olga: User) -> None:
    own = Client()
    cookie = sign_in(own, PASSWORD).cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    other = Client()
    other.cookies[COOKIE] = cookie.value
    assert other.get(reverse("account"))["Location"].startswith(reverse("account_login"))


@pytest.mark.parametrize("forged", ["", "x", "[]", "é", "x" * 5000])
def test_a_forged_cookie_knows_nobody(olga: User, forged: str) -> None:
    guess(6, address=HALL)
    client = Client()
    client.cookies[COOKIE] = forged
    assert TOO_MANY in sign_in(client, PASSWORD).content.decode()


def test_the_cookie_is_worth_nothing_for_another_account_and_after_another_password(
    olga: User,
) -> None:
    dirk = User.objects.create_user("dirk@club.example", "four ducks in a row", name="Dirk")
    guess(6, address=HALL)
    client = Client()
    client.cookies[COOKIE] = signing.dumps([mark_of(dirk)], salt=SALT)
    assert TOO_MANY in sign_in(client, PASSWORD).content.decode()
    client.cookies[COOKIE] = signing.dumps([mark_of(olga)], salt=SALT)
    olga.set_password("eight ducks in a row")
    olga.save()
    assert TOO_MANY in sign_in(client, PASSWORD).content.decode()
    assert TOO_MANY in sign_in(client, "eight ducks in a row").content.decode()


def test_a_browser_of_several_directors_knows_each_of_them(olga: User) -> None:
    User.objects.create_user("dirk@club.example", PASSWORD, name="Dirk")
    shared = Client()
    for email in (EMAIL, "dirk@club.example"):
        assert gets_in(sign_in(shared, PASSWORD, HALL, email))
        shared.post(reverse("account_logout"))
    guess(6, address=HALL)
    assert gets_in(sign_in(shared, PASSWORD))


# E-mails
# --------------------------------------------------------------------------------------------------


def test_nobody_s_mailbox_is_filled_from_here(
    olga: User, mailoutbox: list[EmailMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "mails to a mailbox"
    monkeypatch.setitem(LIMITS, name, replace(LIMITS[name], many=2))
    own = Client()
    sign_in(own, PASSWORD)
    own.post(reverse("account_logout"))
    for email in (EMAIL, NOBODY):  # whether there is an account or not
        answers = [ask_for_code(Client(), f"198.51.100.{n}", email).status_code for n in range(3)]
        assert answers == [302, 302, 429]
    assert len(mailoutbox) == 4
    assert ask_for_code(own).status_code == 302  # the owner's own browser is counted apart
    assert len(mailoutbox) == 5


def test_an_address_causes_so_many_mails_whatever_it_asks_for(
    olga: User, mailoutbox: list[EmailMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(
        LIMITS, "mails of an address", replace(LIMITS["mails of an address"], many=2)
    )
    answers = [
        ask_for_code(Client(), ELSEWHERE, f"guest{n}@club.example").status_code for n in range(3)
    ]
    answers.append(
        Client(REMOTE_ADDR=ELSEWHERE)
        .post(reverse("account_reset_password"), {"email": EMAIL})
        .status_code
    )
    assert (answers, len(mailoutbox)) == ([302, 302, 429, 429], 2)
    assert ask_for_code(Client(), HALL).status_code == 302
    assert not [use for use in Use.objects.all() if "@" in use.whose or "." in use.whose]
