"""What a club remembers: its records, an evening's, its picture, and the year on one page."""

import io
import re
from functools import partial
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from scoring.games.pictures import width
from scoring.models import Club, Game, Player
from scoring.people.actions.erasing import erase
from scoring.rules import Round
from tests.requests import html_of
from tests.scoring.games import a_client, a_device, a_game
from tests.tournaments.desk_pages import queries, text_of
from tests.tournaments.desks import in_role
from tests.tournaments.seasons.seasons import (
    AB,
    AC,
    BD,
    CD,
    LONG,
    NOVEMBER,
    OCTOBER,
    ClubWithSeason,
    an_evening,
    on_that_day,
    reread,
    today,
)
from tests.worlds import built_once
from tournaments.pages.club import evening_picture

__all__ = ["today"]  # the season's day

pytestmark = pytest.mark.django_db
LATER = NOVEMBER.replace(day=21)


shared = built_once(partial(on_that_day, planned=2))


@pytest.fixture
def club(shared: ClubWithSeason) -> ClubWithSeason:
    """Anna won two games in October and one in November, which was the clearest win."""
    return reread(shared)


def at(club: ClubWithSeason, name: str, *args: object) -> str:
    return reverse(name, args=[club.desk.club.pk, *args])


PAGES = (
    ("club_records", ()),
    ("club_record", ("run",)),
    ("club_year", (2026,)),
    ("club_evening_picture", (NOVEMBER.isoformat(),)),
)


@pytest.mark.parametrize(("name", "args"), PAGES)
def test_they_are_for_the_club_s_phones_and_its_accounts(
    club: ClubWithSeason, name: str, args: tuple[object, ...]
) -> None:
    address = at(club, name, *args)
    a_device("a stranger's phone")
    other = a_client("a stranger's phone")
    for role in ("director", "referee", "desk"):
        assert in_role(club.desk, role).get(address).status_code == 200
    assert club.desk.client.get(address).status_code == 200
    assert club.phone.get(address).status_code == 200
    assert club.phone.post(address).status_code == 405
    for visitor in (Client(), other, in_role(club.desk, "screen")):
        assert visitor.get(address).status_code == 404
    Club.objects.update(public=True)
    for visitor in (Client(), other):
        assert visitor.get(address).status_code == 403


def test_each_record_says_who_holds_it_since_when_and_opens_its_games(club: ClubWithSeason) -> None:
    page = text_of(club.phone.get(at(club, "club_records")))
    assert "Longest run of games won: 3 games Anna 20 November 2026" in page
    assert "Highest game: 900 Anna & Beat 20 November 2026" in page
    assert "Clearest win: +300 Anna & Beat 20 November 2026" in page
    assert "Most players in one evening: 4 people 16 October 2026" in page
    assert "Grand" not in page
    run = club.phone.get(at(club, "club_record", "run"))
    assert "Longest run of games won: 3 games Anna · 20 November 2026 · 3 games" in text_of(run)
    assert text_of(run).count("600") == 3
    rounds = text_of(club.phone.get(at(club, "club_record", "game")))
    assert "Highest game: 900" in rounds
    assert "1 round" in rounds
    assert "65 : 35" in rounds


@pytest.mark.parametrize("asked", ["nonsense", "grands"])
def test_there_is_no_page_of_a_record_that_is_none(club: ClubWithSeason, asked: str) -> None:
    assert club.phone.get(at(club, "club_record", asked)).status_code == 404


def test_a_record_of_a_year_or_up_to_an_evening_is_that_of_then(club: ClubWithSeason) -> None:
    address = at(club, "club_record", "win")
    page = club.phone.get(address, {"until": OCTOBER.isoformat()})
    assert "Clearest win: +200 Anna & Beat · 16 October 2026" in text_of(page)
    assert at(club, "club_evening", OCTOBER.isoformat()) in page.content.decode()
    page = club.phone.get(address, {"year": "2026"})
    assert "Clearest win: +300" in text_of(page)
    assert at(club, "club_year", 2026) in page.content.decode()
    for asked in ({"year": "2025"}, {"year": "99999"}, {"until": "x"}, {"until": "0001-01-01"}):
        assert club.phone.get(address, asked).status_code == 404


def test_a_club_without_games_has_no_record(club: ClubWithSeason) -> None:
    Game.objects.update(deleted_at=timezone.now())
    page = text_of(club.phone.get(at(club, "club_records")))
    assert "Records appear here once games are finished." in page


def test_an_erased_person_holds_a_record_without_a_name(club: ClubWithSeason) -> None:
    erase(Player.objects.get(name="Anna"), a_device("phone of the club"))
    page = text_of(club.phone.get(at(club, "club_records")))
    assert "Longest run of games won: 3 games Somebody" in page
    assert "Anna" not in page


# The evening
# --------------------------------------------------------------------------------------------------


def an_evening_page(club: ClubWithSeason, night: object = NOVEMBER) -> str:
    return text_of(club.phone.get(at(club, "club_evening", str(night))))


def test_an_evening_says_which_records_it_broke(club: ClubWithSeason) -> None:
    page = an_evening_page(club)
    assert "Records of the club" in page
    assert "Longest run of games won: 3 games Anna" in page
    assert "Clearest win: +300 Anna & Beat" in page
    assert "record" not in an_evening_page(club, OCTOBER).lower()  # the first evening
    an_evening(club.desk.club, LATER, (CD, AB, 400))
    page = an_evening_page(club, LATER)
    assert "Clearest win: +400 Carla & Dino" in page
    assert "Longest run" not in page
    assert "Clearest win: +300 Anna & Beat" in an_evening_page(club)  # as it was then
    Club.objects.update(public=True)
    visitor = text_of(Client().get(at(club, "club_evening", str(NOVEMBER))))
    assert "Clearest win" not in visitor
    assert "Share" not in visitor


def test_its_record_opens_what_it_was_then(club: ClubWithSeason) -> None:
    page = html_of(club.phone, at(club, "club_evening", str(NOVEMBER)))
    address = f"{at(club, 'club_record', 'win')}?until={NOVEMBER}"
    assert f'href="{address}"' in page
    assert "+300" in text_of(club.phone.get(address))


def test_many_evenings_take_as_few_queries_as_two(club: ClubWithSeason) -> None:
    phone, address = club.phone, at(club, "club_evening", str(NOVEMBER))
    few = queries(phone, address)
    for day in range(1, 6):
        an_evening(club.desk.club, OCTOBER.replace(day=day), (AB, CD, 10 * day), (AC, BD, day))
    assert queries(phone, address) == few <= 22
    for name, args, most in (
        ("club_records", (), 8),
        ("club_year", (2026,), 45),
        ("club_record", ("run",), 16),
    ):
        cache.clear()
        assert queries(phone, at(club, name, *args)) <= most


# Its picture
# --------------------------------------------------------------------------------------------------


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    made: list[str] = []
    monkeypatch.setattr(evening_picture, "as_png", lambda svg: made.append(svg) or b"")
    return made


def texts(
    club: ClubWithSeason, drawn: list[str], night: object = NOVEMBER, language: str = "en"
) -> list[ET.Element]:
    address = at(club, "club_evening_picture", str(night))
    club.phone.get(address, headers={"Accept-Language": language})
    return [one for one in ET.fromstring(drawn[-1]).iter() if one.tag.endswith("text")]


def test_the_picture_says_who_won_the_ranks_and_the_records(
    club: ClubWithSeason, drawn: list[str]
) -> None:
    said = [" ".join((one.text or "").split()) for one in texts(club, drawn)]
    assert " ".join(said).startswith("Anna and Beat won the evening Tichu club Fri 20 Nov · 4")
    assert said[said.index("Anna") - 1] == "1"
    assert said[said.index("Anna") + 1] == "1"
    assert "Clearest win: +300 · Anna & Beat" in said


@pytest.mark.parametrize("language", ["en", "de", "fr", "pl", "ru"])
def test_nothing_leaves_the_picture_or_covers_anything(
    club: ClubWithSeason, drawn: list[str], language: str
) -> None:
    tables = [((f"{LONG} {a}", f"{LONG} {a}2"), (f"B{a}", f"C{a}"), 310 + a) for a in range(5)]
    an_evening(club.desk.club, LATER, *tables)
    placed = texts(club, drawn, LATER, language)
    rows: dict[float, list[tuple[float, float]]] = {}
    for one in placed:
        x, y, size = (float(one.get(key) or 0) for key in ("x", "y", "font-size"))
        if "end" in (one.get("class") or ""):
            x -= size * width(one.text or "")
        assert x >= 60
        assert x + size * 0.9 * width(one.text or "") <= 1030
        assert y - size * 0.8 >= 60
        assert y < 1330
        rows.setdefault(y, []).append((x, size))
    heights = sorted(y for y in rows if y < 1260)  # below is the site's name
    for above, below in pairwise(heights):
        assert below - above >= 0.95 * max(size for _x, size in rows[below])


def test_it_is_a_png_and_there_is_none_of_a_night_without_games(club: ClubWithSeason) -> None:
    answer = club.phone.get(at(club, "club_evening_picture", NOVEMBER.isoformat()))
    assert answer["Content-Type"] == "image/png"
    assert Image.open(io.BytesIO(answer.content)).size == (1080, 1350)
    for night in (LATER.isoformat(), "nonsense"):
        assert club.phone.get(at(club, "club_evening_picture", night)).status_code == 404
    page = html_of(club.phone, at(club, "club_evening", str(NOVEMBER)))
    assert f'href="{at(club, "club_evening_picture", NOVEMBER.isoformat())}"' in page
    assert 'data-words="Anna and Beat won the evening, Fri 20 Nov"' in page


def test_a_running_evening_has_no_winner_on_it(club: ClubWithSeason, drawn: list[str]) -> None:
    device = a_device("phone of the club")
    device.club = club.desk.club
    device.save()
    a_game(rounds=[Round(out=(0, 1, 2, 3), card_points=(65, 35))], device=device)
    said = [one.text or "" for one in texts(club, drawn, "2026-11-24")]
    assert said[0] == "1 game"


# The year
# --------------------------------------------------------------------------------------------------


def test_the_year_has_its_evenings_people_winners_and_records(club: ClubWithSeason) -> None:
    an_evening(club.desk.club, OCTOBER.replace(year=2025), (CD, AB, 400))
    page = text_of(club.phone.get(at(club, "club_year", 2026)))
    assert "The year 2026 3 games · 3 rounds · 0 double victories · 2 evenings" in page
    assert "Seasons and tournaments Fri 20 Nov Season 2026 Anna Records" in page
    assert "Fri 20 Nov Clearest win : +300 Anna & Beat" in page  # not that of 2025
    assert "Fri 16 Oct 4 2 Anna" in page
    assert "Fri 20 Nov 4 1 Anna & Beat" in page
    assert "Anna 3 of 3 won Beat 2 of 3 won Carla 1 of 3 won Dino 0 of 3 won" in page
    before = text_of(club.phone.get(at(club, "club_year", 2025)))
    assert "The year 2025" in before
    assert "+400 Carla & Dino" in before
    assert "Season 2026" not in before


@pytest.mark.parametrize("year", [2024, 2027, 0, 99999])
def test_there_is_no_page_of_a_year_without_anything(club: ClubWithSeason, year: int) -> None:
    assert club.phone.get(at(club, "club_year", year)).status_code == 404


def test_the_club_s_page_leads_to_all_of_it(club: ClubWithSeason) -> None:
    page = html_of(club.phone, at(club, "club_home"))
    inside = [at(club, "club_records"), at(club, "club_year", 2026)]
    for address in (at(club, "club_all_time"), *inside):
        assert f'href="{address}"' in page
    Club.objects.update(public=True)
    page = html_of(Client(), at(club, "club_home"))
    assert f'href="{at(club, "club_all_time")}"' in page
    for address in inside:
        assert not re.search(rf'href="{address}"', page)
