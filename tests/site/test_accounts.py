"""How accounts come to be: the link of the first start, invitations, and nothing else."""

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from allauth.account.models import EmailAddress
from django.core import signing
from django.db import IntegrityError, connections
from django.test import Client, RequestFactory
from django.urls import reverse
from pytest_django import Settings

from scoring.models import Club
from tests.requests import Response
from tests.site.accounts import signed_in
from tichu_site.accounts import links
from tichu_site.accounts.creation import (
    LinkUsedError,
    accept_invitation,
    create_first_account,
    first_link_line,
    is_first_link_open,
)
from tichu_site.models import UsedInvitation, User
from tournaments.models import Role

pytestmark = pytest.mark.usefixtures("empty_cache")

OLGA = {"name": "Olga Owner", "email": "Olga@Club.example", "password": "five ducks in a row"}
DIRK = {"name": "Dirk Director", "email": "dirk@club.example", "password": ""}


def first_address() -> str:
    return reverse("first", args=[links.first_token()])


def owner() -> User:
    return create_first_account(**OLGA)


def invitation_of(user: User, **values: str | bool) -> str:
    """The path of an invitation by this user."""
    request = RequestFactory().get("/")
    return user.invitation_address(request, **values).removeprefix("http://testserver")  # type: ignore[arg-type]


def words(answer: Response) -> str:
    return str(answer.content.decode())


# The first start
# ------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_first_link_makes_the_owner_and_signs_in(client: Client) -> None:
    assert re.search(r'name="name"[^>]*autofocus', words(client.get(first_address())))
    refused = client.post(first_address(), OLGA | {"password": "short"})
    assert "autofocus" not in words(refused)  # the cursor goes to what is wrong
    answer = client.post(first_address(), OLGA)
    assert (answer.status_code, answer["Location"]) == (302, "/desk/")
    user = User.objects.get()
    assert (user.name, user.email, user.is_owner, user.founding) == (
        "Olga Owner",
        "olga@club.example",
        True,
        True,
    )
    assert user.check_password(OLGA["password"])
    assert signed_in(client) == user
    address = EmailAddress.objects.get()
    assert (address.user, address.email, address.verified, address.primary) == (
        user,
        user.email,
        True,
        True,
    )


@pytest.mark.django_db
def test_a_password_may_be_left_out(client: Client) -> None:
    assert client.post(first_address(), OLGA | {"password": ""}).status_code == 302
    assert not User.objects.get().has_usable_password()


@pytest.mark.django_db
def test_the_first_link_is_dead_once_there_is_an_account(client: Client) -> None:
    owner()
    for answer in (client.get(first_address()), client.post(first_address(), DIRK)):
        assert answer.status_code == 404
        assert "This link is used up" in words(answer)
    assert User.objects.count() == 1
    assert signed_in(client) is None


@pytest.mark.django_db
@pytest.mark.parametrize("token", ["x", "owner", "é"])
def test_a_guessed_first_link_opens_nothing(client: Client, token: str) -> None:
    address = reverse("first", args=[token])
    assert client.get(address).status_code == 404
    assert client.post(address, OLGA).status_code == 404
    assert not User.objects.exists()


@pytest.mark.django_db
def test_another_key_makes_another_first_link(settings: Settings) -> None:
    before = links.first_token()
    settings.SECRET_KEY = "another"
    assert links.first_token() != before
    assert not links.is_first_token(before)


@pytest.mark.django_db
def test_without_any_account_the_link_works_again_and_with_another_one_it_does_not() -> None:
    first = owner()
    second = User.objects.create_user("dirk@club.example", name="Dirk")
    first.delete()
    assert not is_first_link_open()
    second.delete()
    assert is_first_link_open()
    assert owner().is_owner


@pytest.mark.django_db
def test_the_database_takes_no_second_founder() -> None:
    owner()
    with pytest.raises(IntegrityError):
        User.objects.create_user("dirk@club.example", name="Dirk", founding=True)


@pytest.mark.django_db(transaction=True)
def test_of_two_at_the_same_moment_one_becomes_the_owner() -> None:
    together = Barrier(2)

    def make(number: int) -> str:
        try:
            together.wait()
            create_first_account(name=f"Olga {number}", email=f"olga{number}@club.example")
        except LinkUsedError:
            return "used"
        finally:
            connections.close_all()
        return "made"

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(make, range(2))) == ["made", "used"]
    assert User.objects.filter(is_owner=True).count() == 1
    assert EmailAddress.objects.count() == 1


@pytest.mark.django_db
def test_a_wrong_form_keeps_what_was_typed_but_never_the_password(client: Client) -> None:
    answer = client.post(first_address(), OLGA | {"email": "olga at club", "password": "short"})
    assert answer.status_code == 422
    page = words(answer)
    assert 'value="Olga Owner"' in page
    assert 'value="olga at club"' in page
    assert 'value="short"' not in page
    assert page.count('aria-invalid="true"') == 2
    assert not User.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "password", ["password123", "1234567890", "olga@club.example", "ninechars"]
)
def test_a_password_that_is_easily_guessed_is_refused(client: Client, password: str) -> None:
    assert client.post(first_address(), OLGA | {"password": password}).status_code == 422
    assert not User.objects.exists()


@pytest.mark.django_db
def test_a_start_prints_the_link_until_there_is_an_account(settings: Settings) -> None:
    assert (
        first_link_line("http://localhost:8000/")
        == f"Create the owner account: http://localhost:8000{first_address()}"
    )
    settings.HTTPS, settings.ALLOWED_HOSTS = True, ["tichu.example", "localhost"]
    assert (
        first_link_line("http://localhost:8000")
        == f"Create the owner account: https://tichu.example{first_address()}"
    )
    owner()
    assert first_link_line("http://localhost:8000") == ""


@pytest.mark.django_db
def test_who_comes_to_sign_in_before_there_is_an_account_is_told_where_the_link_stands(
    client: Client,
) -> None:
    told = "Nobody has an account here yet"
    assert told in client.get(reverse("account_login")).content.decode()
    owner()
    assert told not in client.get(reverse("account_login")).content.decode()


# Invitations
# --------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_an_invitation_makes_one_account_and_leads_on(client: Client) -> None:
    address = invitation_of(owner(), next_address="/desk/spring/")
    answer = client.post(address, DIRK)
    assert (answer.status_code, answer["Location"]) == (302, "/desk/spring/")
    dirk = User.objects.get(email=DIRK["email"])
    assert (dirk.name, dirk.is_owner, dirk.founding) == ("Dirk Director", False, None)
    assert signed_in(client) == dirk
    stranger = Client()
    assert stranger.get(address).status_code == 404
    assert stranger.post(address, DIRK | {"email": "eve@club.example"}).status_code == 404
    assert User.objects.count() == 2


@pytest.mark.django_db
def test_an_owner_can_invite_a_second_owner(client: Client) -> None:
    client.post(invitation_of(owner(), owner=True), DIRK)
    assert list(User.objects.order_by("pk").values_list("is_owner", "founding")) == [
        (True, True),
        (True, None),
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("owner_to_be", [False, True])
def test_an_invitation_opens_nothing_when_who_made_it_has_no_say_any_more(
    client: Client, owner_to_be: bool
) -> None:
    user = owner()
    address = invitation_of(user, owner=owner_to_be)
    User.objects.update(is_owner=False)
    assert client.get(address).status_code == 404
    assert client.post(address, DIRK).status_code == 404
    Role.objects.create(
        club=Club.objects.create(name="Tichu Bern"), user=user, name=Role.Name.DIRECTOR
    )
    assert client.get(address).status_code == (404 if owner_to_be else 200)


@pytest.mark.django_db
def test_an_account_that_anybody_may_make_invites_nobody(client: Client) -> None:
    eve = User.objects.create_user("eve@club.example", name="Eve")
    assert client.get(invitation_of(eve)).status_code == 404


@pytest.mark.django_db
def test_an_invitation_for_an_address_is_for_no_other(client: Client) -> None:
    address = invitation_of(owner(), email="Dirk@Club.example")
    assert "dirk@club.example" in words(client.get(address))
    client.post(address, DIRK | {"email": "eve@elsewhere.example"})
    assert set(User.objects.values_list("email", flat=True)) == {
        "olga@club.example",
        "dirk@club.example",
    }


@pytest.mark.django_db
def test_who_has_an_account_goes_on_and_uses_nothing_up(client: Client) -> None:
    user = owner()
    address = invitation_of(user, next_address="/desk/spring/")
    client.force_login(user)
    assert client.get(address)["Location"] == "/desk/spring/"
    assert not UsedInvitation.objects.exists()
    assert Client().get(address).status_code == 200


@pytest.mark.django_db
def test_an_address_that_has_an_account_is_told_and_the_link_stays(client: Client) -> None:
    address = invitation_of(owner())
    answer = client.post(address, DIRK | {"email": "OLGA@club.example"})
    assert answer.status_code == 422
    assert "Sign in instead" in words(answer)
    assert signed_in(client) is None
    assert client.post(address, DIRK).status_code == 302


@pytest.mark.django_db
@pytest.mark.parametrize("gone", ["deleted", "switched off"])
def test_an_invitation_ends_with_who_gave_it(client: Client, gone: str) -> None:
    user = owner()
    address = invitation_of(user)
    if gone == "deleted":
        user.delete()
    else:
        User.objects.update(is_active=False)
    assert client.get(address).status_code == 404
    assert client.post(address, DIRK).status_code == 404


@pytest.mark.django_db
def test_an_invitation_that_was_changed_or_is_too_old_opens_nothing(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = invitation_of(owner())
    assert client.get(address[:-2] + "/").status_code == 404
    monkeypatch.setattr(links, "INVITATION_AGE", -1)
    assert client.get(address).status_code == 404


@pytest.mark.django_db
def test_a_token_signed_for_something_else_is_no_invitation(client: Client) -> None:
    token = signing.dumps(
        {"by": owner().pk, "email": "", "next": "", "owner": True, "key": "k"}, salt="other"
    )
    assert client.get(reverse("invitation", args=[token])).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address", ["https://evil.example/", "//evil.example", "javascript:alert(1)"]
)
def test_an_invitation_never_leads_to_another_site(address: str) -> None:
    user = owner()
    with pytest.raises(ValueError, match="leads away from this site"):
        invitation_of(user, next_address=address)


@pytest.mark.django_db(transaction=True)
def test_of_two_with_one_invitation_one_gets_in() -> None:
    invited = links.read_invitation(links.sign_invitation(by=owner().pk))
    together = Barrier(2)

    def accept(number: int) -> str:
        try:
            together.wait()
            accept_invitation(invited, name="Dirk", email=f"dirk{number}@club.example")
        except LinkUsedError:
            return "used"
        finally:
            connections.close_all()
        return "made"

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(accept, range(2))) == ["made", "used"]
    assert User.objects.count() == 2


@pytest.mark.django_db
def test_making_accounts_is_limited(client: Client) -> None:
    wrong = OLGA | {"password": "short"}
    statuses = [client.post(first_address(), wrong).status_code for _ in range(21)]
    assert statuses == [422] * 20 + [429]
    assert client.get(first_address()).status_code == 200


# Open sign-up
# --------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_nobody_signs_up_without_a_link(client: Client) -> None:
    address = reverse("account_signup")
    form = {"name": "Eve", "email": "eve@elsewhere.example", "password1": "five ducks in a row"}
    for answer in (client.get(address), client.post(address, form)):
        assert "by invitation" in words(answer)
    assert not User.objects.exists()


@pytest.mark.django_db
def test_a_shared_server_may_be_open_to_all_and_then_asks_for_a_code_first(
    client: Client, settings: Settings, mailoutbox: list[object]
) -> None:
    settings.OPEN_SIGNUP = True
    form = {"name": "Eve", "email": "Eve@elsewhere.example", "password1": ""}
    answer = client.post(reverse("account_signup"), form)
    assert answer["Location"] == reverse("account_email_verification_sent")
    assert signed_in(client) is None
    code = re.findall(r"(?m)^    (\S+)$", mailoutbox[0].body)[0]  # type: ignore[attr-defined]
    assert client.post(answer["Location"], {"code": code})["Location"] == "/desk/"
    user = User.objects.get()
    assert (user.name, user.email, user.is_owner) == ("Eve", "eve@elsewhere.example", False)
    assert signed_in(client) == user
    assert EmailAddress.objects.get(user=user).verified
