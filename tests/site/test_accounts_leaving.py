"""An account changes its name and its e-mail, and is deleted by its owner."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse

from tests.tournaments import desks
from tichu_site.models import SignIn, User
from tournaments.models import LogLine, Role, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> desks.Desk:
    return desks.a_desk()


def test_another_name_is_seen_where_the_old_one_was(desk: desks.Desk) -> None:
    assert desk.client.post(reverse("account_name"), {"name": " "}).status_code == 422
    assert desk.client.post(reverse("account_name"), {"name": "Olga Neu"}).status_code == 302
    assert "Olga Neu" in desk.client.get(reverse("account")).content.decode()


def test_another_e_mail_counts_once_its_code_was_typed(desk: desks.Desk) -> None:
    before = User.objects.get(pk=desk.user.pk).email
    EmailAddress.objects.get_or_create(
        user=desk.user, email=before, defaults={"verified": True, "primary": True}
    )
    address = reverse("account_email")
    assert before in desk.client.get(address).content.decode()
    answer = desk.client.post(address, {"email": "new@club.example", "action_add": "1"})
    assert answer.status_code == 302
    assert User.objects.get(pk=desk.user.pk).email == before
    (sent,) = mail.outbox
    assert sent.to == ["new@club.example"]
    code = re.search(r"^ *([A-Z0-9]{4}-[A-Z0-9]{4})$", sent.body, re.MULTILINE)
    assert code, sent.body
    desk.client.post(reverse("account_email_verification_sent"), {"code": code.group(1)})
    assert User.objects.get(pk=desk.user.pk).email == "new@club.example"
    assert list(EmailAddress.objects.values_list("email", "verified", "primary")) == [
        ("new@club.example", True, True)
    ]


def test_the_account_goes_with_its_ways_in_and_its_work_stays(desk: desks.Desk) -> None:
    cup = desks.a_tournament("pairs_swiss", 2, desk=desk)
    address = reverse("account_delete")
    page = desk.client.get(address).content.decode()
    assert "no other owner" in page
    # Nor by a form kept from before
    assert desk.client.post(address, {"email": desk.user.email}).status_code == 422
    assert User.objects.filter(pk=desk.user.pk).exists()

    Role.objects.create(club=desk.club, user=desks.a_user("Otto"), name=Role.Name.OWNER)
    page = desk.client.get(address).content.decode()
    assert "Tichu club" in page
    assert desk.client.post(address, {"email": "somebody@else.example"}).status_code == 422
    assert desk.client.post(address, {"email": desk.user.email.upper()}).status_code == 302
    assert not User.objects.filter(pk=desk.user.pk).exists()
    assert not SignIn.objects.filter(user=desk.user.pk).exists()
    assert Tournament.objects.filter(pk=cup.pk).exists()
    assert LogLine.objects.filter(tournament=cup, action="open", by=None).exists()
    assert "login" in desk.client.get(reverse("desk")).headers["Location"]
    assert (
        desks.signed_in(User.objects.get(name="Otto"))
        .get(reverse("desk_log", args=[cup.pk]))
        .status_code
        == 200
    )


def test_the_last_owner_of_a_site_stays(desk: desks.Desk) -> None:
    owner = desks.an_owner("Regula")
    User.objects.filter(is_owner=True).exclude(pk=owner.pk).update(is_owner=False)
    client = desks.signed_in(owner)
    assert (
        "You are the only owner of this site"
        in client.get(reverse("account_delete")).content.decode()
    )
    assert client.post(reverse("account_delete"), {"email": owner.email}).status_code == 422
    assert User.objects.filter(pk=owner.pk).exists()
    assert Client().get(reverse("account_delete")).status_code == 302
