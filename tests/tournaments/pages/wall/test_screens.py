"""What a screen on the wall shows, step by step, and what the director changes about it."""

import datetime
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import desks
from tests.tournaments.desk_pages import text_of
from tests.tournaments.refusing import refused
from tests.tournaments.walls import a_screen
from tournaments.actions import revealing, venue_screens
from tournaments.models import Entrant, Screen, SessionRound, Tournament
from tournaments.pages.viewer import Viewer
from tournaments.pages.wall import queries as screens
from tournaments.pages.wall.items import ClockFace, clock_face
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db
NOW = datetime.datetime(2026, 11, 20, 20, 0, tzinfo=datetime.UTC)
ADDRESS = "https://tichu.example.org/tournaments/1/"


def step(screen: Screen, item: int = 0, page: int = 1) -> screens.Step:
    screen.refresh_from_db()
    return screens.step_of(
        screen, Viewer(Tournament.objects.get(pk=screen.tournament_id)), item, page, NOW, ADDRESS
    )


def shown(screen: Screen, steps: int) -> list[str]:
    """What a screen shows one after the other, as it asks for the next each time."""
    found, item, page = [], 0, 1
    for _step in range(steps):
        now = step(screen, item, page)
        found.append(now.key)
        item, page = (int(part.partition("=")[2]) for part in now.after.split("&"))
    return found


def test_the_playlist_is_shown_in_its_order_and_what_is_empty_is_passed_over() -> None:
    cup = desks.a_tournament("pairs_swiss", 8)
    screen = a_screen(cup)
    assert shown(screen, 2) == ["code-1", "code-1"]  # nothing is drawn yet
    playing = desks.draw(cup)
    assert shown(screen, 5) == ["tables-1", "names-1", "clock-1", "standings-1", "code-1"]
    desks.play_match(playing.matches.all()[0])
    venue_screens.set_text(screen, "Soup is served")
    assert shown(screen, 8) == [
        "tables-1", "names-1", "clock-1", "latest-1", "standings-1", "words-1", "code-1", "tables-1"
    ]  # fmt: skip
    venue_screens.pin(screen, "clock")
    assert shown(screen, 2) == ["clock-1", "clock-1"]
    venue_screens.pin(screen, "")
    assert shown(screen, 2) == ["tables-1", "names-1"]


def test_a_long_list_is_cut_into_pages_each_of_which_is_a_step() -> None:
    cup = desks.a_tournament("pairs_swiss", 60)
    desks.draw(cup)
    screen = a_screen(cup, ("tables", "names"))
    assert shown(screen, 5) == ["tables-1", "tables-2", "names-1", "names-2", "tables-1"]
    tables = [line.number for page in (1, 2) for line in step(screen, 0, page).rows]
    assert tables == list(range(1, 31))
    last = step(screen, 1, 2)
    assert last.pages == 2
    names = [line.where.name for page in (1, 2) for line in step(screen, 1, page).rows]
    assert names == [f"Player {number}" for number in range(1, 121)]
    assert last.after == "item=0&page=1"
    assert step(screen, 1, 99).key == "tables-1"  # a page that is gone: on to the next item


def test_who_asked_not_to_be_named_is_named_on_no_screen() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    first, second = cup.entrants.all()[:2]
    Entrant.objects.filter(pk=first.pk).update(alias="The foxes")
    Entrant.objects.filter(pk=second.pk).update(hidden=True)
    desks.play_round(desks.draw(cup), close=False)
    screen = a_screen(cup)
    said = " ".join(str(step(screen, item).rows) for item in range(8))
    assert "The foxes" in said
    assert "No. 2" in said
    for name in ("Player 1'", "Player 2'", "Player 3'", "Player 4'", "Player 1 ", "Player 3 "):
        assert name not in said


def test_the_clock_tells_how_long_is_left_and_who_still_plays() -> None:
    cup = desks.a_tournament("pairs_swiss", 8)
    playing = desks.draw(cup)
    screen = a_screen(cup, ("clock",))
    assert step(screen).content.about["going"] is None
    began = NOW - datetime.timedelta(minutes=26, seconds=21)
    SessionRound.objects.filter(pk=playing.pk).update(minutes=75, clock_started_at=began)
    desks.play_match(playing.matches.get(number=2))
    about = step(screen).content.about
    assert (about["playing"], about["done"], about["of"]) == ([1, 3, 4], 1, 4)
    assert (about["going"].digits, about["going"].state, about["going"].paused) == (
        "48:39",
        "running",
        False,
    )
    assert ClockFace("over", -65, NOW).digits == "\u22121:05"
    assert clock_face(None, NOW) is None


def test_without_a_clock_the_item_says_in_words_how_many_tables_are_over() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    row = desks.draw(cup)
    desks.play_match(row.matches.get(number=1))
    wall = reverse("screen", args=[token_of(a_screen(cup, ("clock",)))])
    page = Client().get(wall)
    assert "1 / 2" not in text_of(page)
    assert text_of(page).count("1 of 2 tables done") == 1
    assert "1 of 2" in page.content.decode().partition('class="digits')[2].partition("</p>")[0]


def test_a_text_keeps_its_lines() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    screen = venue_screens.set_text(
        a_screen(cup, ("words",)), "Dinner at 20:00 & <b>soup\r\n in the bar\n"
    )
    page = Client().get(reverse("screen", args=[token_of(screen)])).content.decode()
    assert "Dinner at 20:00 &amp; &lt;b&gt;soup<br>in the bar" in page


def test_a_disputed_result_is_not_among_the_latest() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    row = desks.draw(cup)
    for match in row.matches.all():
        desks.play_match(match)
    screen = a_screen(cup, ("latest",))
    assert {line.number for line in step(screen).rows} == {1, 2}
    row.matches.filter(number=1).update(agreement="disputed")
    assert {line.number for line in step(screen).rows} == {2}


def test_what_is_kept_for_the_prize_giving_is_on_no_screen() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.play_round(desks.draw(cup))
    before = step(a_screen(cup, ("standings",)))
    desks.play_round(desks.draw(cup, 2), seed=5, close=False)
    screen = a_screen(cup, ("latest", "standings"))
    assert step(screen).show == "latest"
    told = step(screen, 1).rows
    revealing.freeze(cup, None, 1, 2)
    kept = step(screen)
    assert (kept.show, kept.rows) == ("standings", before.rows)
    assert told != before.rows
    assert kept.content.heading == "Standings after round 1"
    assert kept.content.note == "Frozen after round 1 until the prize-giving."


def test_the_standings_of_a_knock_out_are_its_tree_once_a_screen_has_room_for_it() -> None:
    cup = desks.a_tournament("cup", 16)
    screen = a_screen(cup, ("standings",))
    wall = reverse("screen", args=[token_of(screen)])
    row = desks.draw(cup)
    # Eight matches below each other would be cut off
    assert "trees" not in step(screen).content.about
    assert b'class="tree' not in Client().get(wall).content
    desks.play_round(row)
    content = step(screen).content
    main, third = content.about["trees"]
    assert (content.heading, content.note) == ("Bracket", "")
    assert [one.name for one in main.rounds] == ["Quarter-finals", "Semi-finals", "Final"]
    assert [one.name for one in third.rounds] == ["Match for third place"]
    page = text_of(Client().get(wall))
    assert "winner of quarter-final 1" in page
    assert "prize-giving" not in page


def test_in_a_cup_too_large_for_its_tree_no_points_stand_beside_the_names() -> None:
    """The bracket makes the places: a bye gives points, and who has more of them may be out."""
    cup = desks.a_tournament("cup", 18)
    desks.play_round(desks.draw(cup))
    screen = a_screen(cup, ("standings",))
    now = step(screen)
    assert (now.content.about["columns"], now.content.about["legend"]) == ([], [])
    assert {row.rank: row.figures for row in now.rows} == {1: [], 17: []}
    page = text_of(Client().get(reverse("screen", args=[token_of(screen)])))
    assert "Points" not in page


def test_the_tree_on_a_wall_tells_nothing_of_what_is_kept() -> None:
    cup = desks.a_tournament("cup", 4)
    desks.play_round(desks.draw(cup))
    desks.play_round(desks.draw(cup, 2), close=False)
    screen = a_screen(cup, ("standings",))
    final = [
        match for tree in step(screen).content.about["trees"] for match in tree.rounds[-1].matches
    ]
    assert all(any(side.won for side in match.sides) for match in final)
    revealing.freeze(cup, None, 1, 2)
    content = step(screen).content
    final = [match for tree in content.about["trees"] for match in tree.rounds[-1].matches]
    assert not any(side.won or side.score for match in final for side in match.sides)
    assert content.note == "Frozen after round 1 (Semi-finals) until the prize-giving."


def test_columns_of_a_wall_bear_whole_words_where_they_fit_and_the_others_are_explained() -> None:
    cup = desks.a_tournament("pairs_swiss", 4, criteria=["points", "buchholz", "score_against"])
    desks.play_round(desks.draw(cup))
    about = step(a_screen(cup, ("standings",))).content.about
    assert [one.short for one in about["columns"]] == ["Points", "Buchholz", "Agst"]
    assert [(one.short, one.name) for one in about["legend"]] == [("Agst", "Tichu points against")]


def test_a_difference_on_a_wall_bears_its_sign() -> None:
    cup = desks.a_tournament("pairs_swiss", 4, criteria=["points", "difference"])
    desks.play_round(desks.draw(cup))
    rows = step(a_screen(cup, ("standings",))).rows
    assert all(row.figures[1][0] in "+\u22120" for row in rows)
    assert any(row.figures[1][0] == "+" for row in rows)


@pytest.mark.parametrize("show", screens.ITEMS)
def test_a_screen_costs_as_many_queries_for_many_tables_as_for_one(show: str) -> None:
    counts = []
    for entrants in (2, 6):
        cup = desks.a_tournament(
            "pairs_swiss", entrants, desk=desks.a_desk(f"Olga{entrants}", f"Club {entrants}")
        )
        desks.play_round(desks.draw(cup), close=False)
        screen = venue_screens.set_text(a_screen(cup, (show,)), "Soup")
        seen = Viewer(Tournament.objects.get(pk=cup.pk))
        with CaptureQueriesContext(connection) as queries:
            screens.step_of(screen, seen, 0, 1, timezone.now(), ADDRESS)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 8


def test_playlists_are_checked_and_every_change_moves_the_screen_and_the_tournament() -> None:
    cup = desks.a_tournament("pairs_swiss", 2)
    screen = venue_screens.make_screen(cup, "  By   the door ", screens.ready_made("pairings"))
    assert (screen.name, [row["show"] for row in screen.playlist]) == (
        "By the door",
        ["names", "tables"],
    )

    def save(*rows: dict[str, Any], name: str = "Bar") -> Screen:
        return venue_screens.save_playlist(
            screen, name, rows, least=5, most=120, known=screens.ITEMS
        )

    for code, rows in (
        ("playlist_empty", []),
        ("playlist_wrong", [{"show": "fish", "seconds": 10}]),
        ("playlist_wrong", [{"show": "clock", "seconds": 10}] * 2),
        ("seconds_wrong", [{"show": "clock", "seconds": 4}]),
        ("seconds_wrong", [{"show": "clock", "seconds": 121}]),
    ):
        with refused(code):
            save(*rows)
    with refused("name_missing"):
        save({"show": "clock", "seconds": 5}, name=" ")
    for change in (
        lambda: save({"show": "clock", "seconds": 5}),
        lambda: venue_screens.pin(screen, "clock"),
        lambda: venue_screens.set_text(screen, "Soup"),
        lambda: venue_screens.renew_link(screen),
    ):
        cup.refresh_from_db()
        screen.refresh_from_db()
        old, mine = cup.version, screen.version
        change()
        cup.refresh_from_db()
        screen.refresh_from_db()
        assert (cup.version, screen.version) == (old + 1, mine + 1)
    assert (screen.name, screen.pinned, screen.text) == ("Bar", "clock", "Soup")
    venue_screens.remove(screen)
    with refused("screen_gone"):
        venue_screens.pin(screen, "clock")


def test_words_that_are_taken_away_are_not_shown_any_more() -> None:
    cup = desks.a_tournament("pairs_swiss", 2)
    screen = venue_screens.set_text(a_screen(cup), "Soup")
    venue_screens.pin(screen, "words")
    assert step(screen).show == "words"
    assert venue_screens.set_text(screen, " ").pinned == ""


def test_there_is_an_end_to_the_number_of_screens() -> None:
    cup = desks.a_tournament("pairs_swiss", 0)
    for _number in range(venue_screens.MOST_SCREENS):
        a_screen(cup)
    with refused("too_many_screens"):
        a_screen(cup)
