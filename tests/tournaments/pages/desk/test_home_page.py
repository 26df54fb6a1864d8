"""The desk's first page: what is played, what is to come with its next step, what is over with who
won; the season, the people, the back-ups.
"""

import datetime
import re

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.models import Player
from tests.requests import Response
from tests.tournaments.desk_pages import queries, text_of
from tests.tournaments.desks import a_desk, a_tournament, a_user, draw, play_round, signed_in
from tests.tournaments.seasons import seasons
from tournaments.actions import creating, stages, timing
from tournaments.models import Match, Remark, Role, SessionRound, Stage, Tournament
from tournaments.seasons.presets import PRESETS

pytestmark = pytest.mark.django_db

DAY = datetime.date(2026, 12, 11)


@pytest.fixture(autouse=True)
def on_that_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "localdate", lambda *_: DAY)


def blocks(page: Response, name: str) -> list[str]:
    """The parts of this class, as people read them."""
    found = re.findall(rf'(?s)(<(article|section)\s+class="{name}".*?</\2>)', page.content.decode())
    return [" ".join(re.sub(r"<[^>]+>", " ", one).split()) for one, _tag in found]


def red(page: Response) -> list[str]:
    found = re.findall(
        r'class="button[^"]* main[^"]*"[^>]*>(.*?)</a>', page.content.decode(), re.DOTALL
    )
    return [" ".join(re.sub(r"<[^>]+>", " ", one).split()) for one in found]


def over(tournament: Tournament) -> Tournament:
    """Its one stage played to the end of a round, and the tournament finished."""
    play_round(draw(tournament))
    stages.finish_stage(Stage.objects.select_related("tournament").get(tournament=tournament), None)
    return creating.finish_tournament(tournament, None)


def test_my_clubs_are_shown_and_no_others() -> None:
    mine, other = a_desk("Olga", "Tichu Bern"), a_desk("Otto", "Tichu Basel")
    a_tournament(entrants=0, desk=other)
    a_tournament(entrants=0, desk=mine)
    page = mine.client.get("/desk/")
    assert "Tichu Bern" in page.content.decode()
    assert len(blocks(page, "planned")) == 1
    assert "Basel" not in text_of(page)


def test_as_many_queries_for_many_tournaments_as_for_two() -> None:
    desk = a_desk()
    for _ in range(2):
        a_tournament(entrants=0, desk=desk)
    few = queries(desk.client, "/desk/")
    for _ in range(9):
        a_tournament(entrants=0, desk=desk)
    assert queries(desk.client, "/desk/") == few
    page = desk.client.get("/desk/")
    assert len(blocks(page, "planned")) == 8
    assert "3 more" in text_of(page)


def test_what_is_played_is_first_with_its_round_clock_who_needs_you_and_its_board() -> None:
    desk = a_desk()
    a_tournament(entrants=0, desk=desk)
    quiet = draw(a_tournament(entrants=6, desk=desk)).stage.tournament
    asking = draw(a_tournament(entrants=6, desk=desk, minutes=50)).stage.tournament
    timing.start_clock(
        SessionRound.objects.select_related("stage__tournament").get(stage__tournament=asking), None
    )
    match = Match.objects.filter(session_round__stage__tournament=asking).earliest("pk")
    Remark.objects.create(match=match, kind="call", side=0)
    page = desk.client.get("/desk/")
    first, second = blocks(page, "running")
    assert re.fullmatch(
        r"Autumn cup Round 1 of 5 (50:00|49:\d\d) left ends \d\d:\d\d 0 of 3 done 1 needs you Open "
        r"the board",
        first,
    )
    assert second == "Autumn cup Round 1 of 5 0 of 3 done Open the board"
    assert red(page) == ["Open the board"]
    boards = re.findall(r'class="button big[^"]*"\s+href="([^"]+)"', page.content.decode())
    assert boards == [reverse("desk_board", args=[one.pk]) for one in (asking, quiet)]


def test_what_is_to_come_has_its_day_what_is_settled_and_its_next_step() -> None:
    desk = a_desk()
    cup = a_tournament(entrants=9, desk=desk)
    rows = Tournament.objects.filter(pk=cup.pk)
    rows.update(starts_on=DAY + datetime.timedelta(days=7), place="Rosengarten", registration=True)
    page = desk.client.get("/desk/")
    (shown,) = blocks(page, "planned")
    when, what = (
        "Friday Fri 18 December Dec Autumn cup sign-up open ",
        "Rosengarten 9 pairs entered 5 rounds to 1000 ",
    )
    assert shown == f"{when}{what}Open the entries"
    assert red(page) == ["Open the entries"]
    rows.update(starts_on=DAY)
    assert blocks(desk.client.get("/desk/"), "planned")[0].endswith("Check in")
    cup.entrants.filter(number__lte=8).update(checked_in_at=timezone.now())
    page = desk.client.get("/desk/")
    assert red(page) == ["Open the board"]
    board = reverse("desk_board", args=[cup.pk])  # what it does is pressed there
    assert f'class="button main" href="{board}"' in " ".join(page.content.decode().split())
    rows.update(state="draft")
    (shown,) = blocks(desk.client.get("/desk/"), "planned")
    assert shown.startswith("Friday Fri 11 December Dec Autumn cup being prepared")
    assert shown.endswith("Open the board"), "a link is not called what only a button there does"


def test_between_two_rounds_the_next_draw_is_on_the_board() -> None:
    desk = a_desk()
    play_round(draw(a_tournament(entrants=4, desk=desk)))
    (shown,) = blocks(desk.client.get("/desk/"), "planned")
    assert shown == "Autumn cup after round 1 4 pairs entered 5 rounds to 1000 Open the board"


def test_what_is_to_come_is_in_the_order_of_its_days() -> None:
    desk = a_desk()
    for days in (9, None, 2):
        cup = a_tournament(entrants=0, desk=desk)
        day = None if days is None else DAY + datetime.timedelta(days=days)
        Tournament.objects.filter(pk=cup.pk).update(name=f"In {days} days", starts_on=day)
    found = [
        re.findall(r"In \w+ days", one)[0] for one in blocks(desk.client.get("/desk/"), "planned")
    ]
    assert found == ["In 2 days", "In 9 days", "In None days"]


def test_the_last_four_that_are_over_have_their_winners_and_all_of_them_can_be_held_again() -> None:
    desk = a_desk()
    for number in range(5):
        cup = over(a_tournament(entrants=4, desk=desk))
        Tournament.objects.filter(pk=cup.pk).update(
            name=f"Cup {number}", starts_on=DAY - datetime.timedelta(number)
        )
    page = desk.client.get("/desk/")
    (shown,) = blocks(page, "over")
    assert re.findall(r"Cup \d", shown) == ["Cup 0", "Cup 1", "Cup 2", "Cup 3"]
    assert shown.startswith("Finished All 5 Cup 0 11 December 2026 · 4 pairs")
    assert len(re.findall(r"Player \d+ &amp; Player \d+", shown)) >= 4
    assert red(page) == ["New tournament"]
    page = desk.client.get(f"/desk/?all={desk.club.pk}")
    (shown,) = blocks(page, "over")
    assert re.findall(r"Cup \d", shown) == [
        f"Cup {number}" for number in range(5) for _ in range(2)
    ]
    assert shown.count("Again : Cup") == 5
    assert "All 5" not in shown
    assert desk.client.get("/desk/?all=x%00").status_code == 200


def test_the_season_and_the_people_stand_below_and_are_absent_where_there_are_none() -> None:
    desk = a_desk()
    page = text_of(desk.client.get("/desk/"))
    assert "Find a name" not in page
    assert "Season" not in page.replace("Seasons", "")
    seasons.of_evenings(desk, 3, PRESETS["best_of"].formula)
    page = desk.client.get("/desk/")
    (season,) = blocks(page, "in-season")
    assert re.search(r"All \d+", season)
    assert len(re.findall(r"<li><b>\d+</b>", page.content.decode())) == 4
    Player.objects.create(club=desk.club, name="Zora Zimmermann")
    Player.objects.create(club=desk.club, name="Zora Zimmerman")
    (people,) = blocks(desk.client.get("/desk/"), "of-people")
    assert re.match(r"\d+ people Find a name", people)
    assert "1 pair of similar names" in people
    assert people.endswith("Add somebody")


def test_a_helper_sees_what_runs_and_changes_nothing_and_a_screen_hangs_up() -> None:
    desk = a_desk()
    cup = a_tournament(entrants=4, desk=desk)
    for role, links in (("desk", "desk_board"), ("screen", "desk_hang")):
        user = a_user(role)
        Role.objects.create(club=desk.club, user=user, name=role)
        page = signed_in(user).get("/desk/").content.decode()
        assert reverse(links, args=[cup.pk]) in page
        assert "Begin and draw" not in page
        assert "New tournament" not in page
        assert "Download the club" not in page
        assert "merge" not in page


def test_a_director_of_one_club_sees_nothing_of_another() -> None:
    mine, other = a_desk("Olga", "Tichu Bern"), a_desk("Otto", "Tichu Basel")
    Player.objects.create(club=other.club, name="Zora Zimmermann")
    over(a_tournament(entrants=4, desk=other))
    page = text_of(mine.client.get(f"/desk/?all={other.club.pk}"))
    assert "Zimmermann" not in page
    assert "Autumn cup" not in page


def test_two_clubs_each_have_their_name_and_their_places() -> None:
    desk, other = a_desk("Olga", "Tichu Bern"), a_desk("Otto", "Tichu Basel")
    Role.objects.create(club=other.club, user=desk.user, name="director")
    a_tournament(entrants=4, desk=other)
    page = text_of(desk.client.get("/desk/"))
    assert page.index("Tichu Basel") < page.index("Autumn cup") < page.index("Tichu Bern")
    assert page.count("New tournament") == 2
