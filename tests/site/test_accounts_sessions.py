"""Where somebody is signed in, for themselves to see and to end; what is left in a browser; what
the log says.
"""

import logging
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.requests import get
from tests.site.accounts import EMAIL, PASSWORD, signed_in
from tests.tournaments.desk_pages import text_of
from tichu_site.accounts.sessions import NOTED_EVERY, USED
from tichu_site.models import SignIn, User

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_cache")]

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15"
WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36"
NEW = "seven ducks in a row"


def on(agent: str, address: str = "192.168.1.20") -> Client:
    """A browser in which Olga signs in."""
    client = Client(headers={"User-Agent": agent}, REMOTE_ADDR=address)
    assert (
        client.post(reverse("account_login"), {"login": EMAIL, "password": PASSWORD}).status_code
        == 302
    )
    return client


def test_the_list_says_which_devices_and_no_more_of_an_address_than_its_owner_knows(
    olga: User,
) -> None:
    laptop = on(WINDOWS)
    on(IPHONE, "203.0.113.9")
    said = text_of(get(laptop, "account_sessions"))
    assert "Windows 192.168.x.x This browser." in said
    assert "iPhone 203.0.x.x Signed in on" in said
    assert "Last used on" in said
    assert "192.168.1.20" not in str(SignIn.objects.values())
    assert get(laptop, "account_sessions")["Cache-Control"].count("no-store") == 1
    assert "(2)" in text_of(laptop.get(reverse("account")))


def test_one_is_ended_and_asks_to_sign_in_from_then_on(olga: User) -> None:
    laptop, phone = on(WINDOWS), on(IPHONE)
    row = SignIn.objects.get(kind="iPhone")
    answer = laptop.post(reverse("account_session_end", args=[row.pk]), follow=True)
    assert "That browser is signed out." in text_of(answer)
    assert (signed_in(laptop), phone.get(reverse("account")).status_code) == (olga, 302)
    assert [row.kind for row in SignIn.objects.all()] == ["Windows"]
    again = laptop.post(reverse("account_session_end", args=[row.pk]))  # a second tap
    assert again["Location"] == reverse("account_sessions")


def test_all_others_are_ended_at_once(olga: User) -> None:
    laptop, *others = on(WINDOWS), on(IPHONE), on("")
    answer = laptop.post(reverse("account_sessions_end"), follow=True)
    assert "All other browsers are signed out." in text_of(answer)
    assert "Nowhere else." in text_of(answer)
    assert signed_in(laptop) == olga
    assert [other.get(reverse("account")).status_code for other in others] == [302, 302]
    assert Session.objects.count() == 1


def test_the_own_one_is_ended_by_signing_out(olga: User) -> None:
    laptop = on(WINDOWS)
    answer = laptop.post(reverse("account_session_end", args=[SignIn.objects.get().pk]))
    assert (answer["Location"], signed_in(laptop), SignIn.objects.count()) == ("/", None, 0)
    assert answer["Clear-Site-Data"] == '"cache"'


def test_nobody_sees_or_ends_another_s(olga: User) -> None:
    on(WINDOWS)
    row = SignIn.objects.get()
    eve = Client()
    eve.force_login(User.objects.create_user("eve@club.example", name="Eve"))
    assert "Windows" not in text_of(get(eve, "account_sessions"))
    assert eve.post(reverse("account_session_end", args=[row.pk])).status_code == 404
    eve.post(reverse("account_sessions_end"))
    assert SignIn.objects.filter(pk=row.pk).exists()
    stranger = Client()
    for name, args in (("account_sessions_end", []), ("account_session_end", [row.pk])):
        assert stranger.post(reverse(name, args=args))["Location"].startswith(
            reverse("account_login")
        )
        assert eve.get(reverse(name, args=args)).status_code == 405


def test_another_password_ends_all_other_sessions_and_the_list_knows_it(olga: User) -> None:
    laptop, phone = on(WINDOWS), on(IPHONE)
    fields = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert laptop.post(reverse("account_change_password"), fields).status_code == 302
    assert signed_in(phone) is None
    assert phone.get(reverse("account")).status_code == 302
    said = text_of(get(laptop, "account_sessions"))
    assert ("This browser." in said, "iPhone" in said) == (True, False)


def test_signing_out_takes_the_row_away_and_the_browser_s_pages(olga: User) -> None:
    laptop = on(WINDOWS)
    answer = laptop.post(reverse("account_logout"))
    assert answer["Clear-Site-Data"] == '"cache"'  # never "storage": rounds wait in it
    assert not SignIn.objects.exists()
    assert "Clear-Site-Data" not in laptop.get("/")


def test_a_browser_whose_session_was_ended_elsewhere_empties_its_cache_with_its_next_page(
    olga: User,
) -> None:
    laptop, phone = on(WINDOWS), on(IPHONE)
    laptop.post(reverse("account_sessions_end"))
    assert phone.get(reverse("account"))["Clear-Site-Data"] == '"cache"'


def test_what_has_ended_by_itself_is_forgotten(olga: User) -> None:
    laptop = on(WINDOWS)
    on(IPHONE)
    on("")
    SignIn.objects.filter(kind="iPhone").update(created_at=timezone.now() - timedelta(days=31))
    Session.objects.filter(session_key=SignIn.objects.get(kind="").session_key).delete()
    assert "Nowhere else." in text_of(get(laptop, "account_sessions"))
    assert SignIn.objects.count() == 1


def test_a_session_lasts_thirty_days_from_signing_in_however_often_it_is_used(olga: User) -> None:
    laptop = on(WINDOWS)
    end = laptop.session.get_expiry_date()
    session = laptop.session
    session[USED] = 0
    session.save()
    laptop.get(reverse("account"))
    assert laptop.session.get_expiry_date() == end
    assert timedelta(days=29) < end - timezone.now() <= timedelta(days=30)


def test_when_it_was_used_is_noted_every_ten_minutes_and_costs_no_page_more_than_that(
    olga: User,
) -> None:
    laptop = on(WINDOWS)
    SignIn.objects.update(used_at=timezone.now() - timedelta(hours=1))
    with CaptureQueriesContext(connection) as asked:
        laptop.get(reverse("account"))
    assert not [query["sql"] for query in asked if "UPDATE" in query["sql"]]
    session = laptop.session
    session[USED] -= NOTED_EVERY
    session.save()
    laptop.get(reverse("account"))
    assert timezone.now() - SignIn.objects.get().used_at < timedelta(minutes=1)


def test_a_session_of_before_there_was_a_list_stands_in_it_after_its_next_page(olga: User) -> None:
    laptop = on(WINDOWS)
    SignIn.objects.all().delete()
    session = laptop.session
    for key in (USED, "sign_in"):
        del session[key]
    session.save()
    laptop.get(reverse("account"))
    assert "Windows 192.168.x.x This browser." in text_of(get(laptop, "account_sessions"))


# The log
# --------------------------------------------------------------------------------------------------


def test_the_log_says_who_came_and_who_did_not_and_nothing_that_was_typed(
    olga: User, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "tichu_site.sign_in"):
        laptop, phone = on(WINDOWS), on(IPHONE, "203.0.113.9")
        for email in (EMAIL, "no-such@club.example\nSigned in: account 1"):
            Client().post(
                reverse("account_login"),
                {"login": email, "password": "very secret"},
                REMOTE_ADDR="203.0.113.7",
            )
        phone.post(reverse("account_logout"))
        laptop.post(
            reverse("account_change_password"),
            {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW},
        )
    said = [record.getMessage() for record in caplog.records if record.name == "tichu_site.sign_in"]
    assert said == [
        f"Signed in: account {olga.pk} by password, from 192.168.1.20.",
        f"Signed in: account {olga.pk} by password, from 203.0.113.9.",
        f"Wrong password for account {olga.pk}, from 203.0.113.7.",
        f"Signed out: account {olga.pk}.",
        f"The password of account {olga.pk} was changed.",
    ]
    assert "secret" not in caplog.text
    assert EMAIL not in caplog.text


def test_signing_in_is_told_also_where_the_log_is_quiet() -> None:
    from django.conf import settings

    assert settings.LOGGING["root"]["level"] == "WARNING"
    assert settings.LOGGING["loggers"]["tichu_site.sign_in"]["level"] == "INFO"
