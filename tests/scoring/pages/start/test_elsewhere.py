"""Where the games may be of a phone that knows none here: in Safari, or under http in a hall that
has both.
"""

import pytest
from django.test import Client
from pytest_django import Settings

from tests.scoring.starting import a_game, a_phone

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("host", "there"), [("192.168.1.20:8443", "192.168.1.20"), ("[fd00::7]:8443", "[fd00::7]")]
)
def test_over_https_the_front_page_of_a_hall_says_where_http_answers(
    settings: Settings, host: str, there: str
) -> None:
    settings.LOCAL_TLS, settings.HTTP_PORT, settings.ALLOWED_HOSTS = True, 8001, ["*"]
    page = Client().get("/", secure=True, headers={"host": host}).content.decode()
    assert f'href="http://{there}:8001/"' in page
    assert 'id="over-http" hidden' in page  # until the phone itself finds nothing kept


def test_elsewhere_there_is_nothing_under_http(settings: Settings) -> None:
    assert "over-http" not in Client().get("/", secure=True).content.decode()
    settings.LOCAL_TLS = True
    assert "over-http" not in Client().get("/").content.decode()


def test_who_has_games_here_is_not_sent_to_safari(client: Client) -> None:
    assert 'id="in-safari" hidden' in client.get("/").content.decode()
    a_game(a_phone(client))
    assert "in-safari" not in client.get("/").content.decode()
