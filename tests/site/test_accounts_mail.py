"""`EMAIL_URL`: right ones become Django's settings, wrong ones stop the start with one line and no
password.
"""

import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.processes import ROOT, clean_environment
from tests.site.starting import read_settings
from tichu_site.accounts.links import first_token
from tichu_site.environment import SettingError
from tichu_site.mail import PRINTED, mail

LINE = "EMAIL_URL must look like smtps://user:password@mail.example:465, or smtp:// with STARTTLS."


def given(
    host: str, port: int, user: str, password: str, *, tls: bool, starttls: bool
) -> dict[str, object]:
    return {
        "EMAIL_BACKEND": "tichu_site.mail_queue.QueuedEmailBackend",
        "EMAIL_HOST": host,
        "EMAIL_PORT": port,
        "EMAIL_HOST_USER": user,
        "EMAIL_HOST_PASSWORD": password,
        "EMAIL_USE_SSL": tls,
        "EMAIL_USE_TLS": starttls,
        "EMAIL_TIMEOUT": 10,
    }


@pytest.mark.parametrize(
    ("url", "settings"),
    [
        ("smtps://mail.example", given("mail.example", 465, "", "", tls=True, starttls=False)),
        ("smtp://mail.example", given("mail.example", 587, "", "", tls=False, starttls=True)),
        ("smtp://localhost", given("localhost", 25, "", "", tls=False, starttls=False)),
        (
            "smtps://desk%40club.example:p%2Fss%3Aw@mail.example:2465",
            given("mail.example", 2465, "desk@club.example", "p/ss:w", tls=True, starttls=False),
        ),
    ],
)
def test_a_mail_server_is_understood(
    monkeypatch: pytest.MonkeyPatch, url: str, settings: dict[str, object]
) -> None:
    monkeypatch.setenv("EMAIL_URL", url)
    assert mail("EMAIL_URL") == settings


@pytest.mark.parametrize(
    "url",
    [
        "mail.example",
        "http://mail.example",
        "smtp://",
        "smtps://mail.example:port",
        "smtps://mail.example:99999",
        "smtp://[::1",
        "smtps://desk:very-secret/word@mail.example",
        "smtp://mail.example?tls=yes",
    ],
)
def test_what_is_no_mail_server_is_refused_without_its_password(
    monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.setenv("EMAIL_URL", url)
    with pytest.raises(SettingError) as refused:
        mail("EMAIL_URL")
    assert str(refused.value) == LINE


def shown(folder: Path, **variables: str) -> tuple[str, int, str, bool]:
    read = read_settings(folder, **variables)
    return (
        read.EMAIL_BACKEND,
        vars(read).get("EMAIL_PORT", 25),
        read.DEFAULT_FROM_EMAIL,
        read.OPEN_SIGNUP,
    )


def test_without_a_mail_server_e_mails_stand_in_the_terminal_and_sign_up_is_closed(
    tmp_path: Path,
) -> None:
    assert shown(tmp_path) == (
        "django.core.mail.backends.console.EmailBackend",
        25,
        "desk@localhost",
        False,
    )


def test_a_shared_server_says_where_mail_goes_and_whom_it_is_from(tmp_path: Path) -> None:
    said = shown(
        tmp_path,
        EMAIL_URL="smtps://mail.example",
        ALLOWED_HOSTS="tichu.example",
        OPEN_SIGNUP="true",
    )
    assert said == ("tichu_site.mail_queue.QueuedEmailBackend", 465, "desk@tichu.example", True)
    assert shown(tmp_path, MAIL_FROM="club@club.example")[2] == "club@club.example"


def test_a_wrong_mail_server_stops_the_start_with_one_line(tmp_path: Path) -> None:
    with pytest.raises(SettingError) as refused:
        read_settings(tmp_path, EMAIL_URL="mail.example")
    assert str(refused.value) == LINE


# The tables of accounts
# -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_tables_of_accounts_can_be_taken_back_and_made_again(tmp_path: Path) -> None:
    ours = {"tichu_site_user", "tichu_site_usedinvitation", "tichu_cache"}
    for migration, expected in (((), ours), (("tichu_site", "zero"), set()), ((), ours)):
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--verbosity=0", *migration],
            cwd=ROOT,
            env=clean_environment(DATA_DIR=str(tmp_path)),
            check=True,
        )
        with closing(sqlite3.connect(tmp_path / "tichu.sqlite3")) as database:
            tables = {
                name
                for (name,) in database.execute(
                    "SELECT name FROM sqlite_master WHERE type = 'table'"
                )
            }
        assert tables & ours == expected


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name", ["account_login", "account_request_login_code", "account_reset_password", "first"]
)
def test_where_no_mail_server_is_set_up_no_page_promises_one(
    client: Client, settings: Settings, name: str
) -> None:
    address = reverse(name, args=[first_token()] if name == "first" else [])
    promises = re.compile("by e-mail|We send|Send the code")
    page = client.get(address).content.decode()
    assert (bool(promises.search(page)), "does not send e-mail" in page) == (True, False)
    settings.EMAIL_BACKEND = PRINTED
    page = client.get(address).content.decode()
    assert (bool(promises.search(page)), "does not send e-mail" in page) == (False, True)
