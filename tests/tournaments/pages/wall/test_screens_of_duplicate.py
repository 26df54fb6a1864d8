"""A session of duplicate on venue screens, while its results are held back and at its end."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.rules import Round
from tests.scoring.games import write
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, errors, text_of
from tests.tournaments.hall import plain
from tests.tournaments.walls import a_screen
from tests.worlds import built_once
from tournaments.actions import publishing, revealing, stages
from tournaments.models import LogLine, Match, Tournament
from tournaments.names import names_of
from tournaments.pages.viewer import Viewer
from tournaments.pages.wall import ranks
from tournaments.stage.history import seated_match
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db

SHOWS = ("tables", "names", "latest", "standings", "reveal")
HELD_BACK = ("tables", "names")


def one_round() -> tuple[desks.Desk, Tournament, list[Match]]:
    """Four pairs and one round: one table scored more on every board, so that there are two first
    places and two third ones. North of the first table called Tichu on each.
    """
    desk = desks.a_desk()
    settings = {"rounds": 1, "boards": 3}
    session = desks.a_tournament(
        "duplicate_evening", 4, desk=desk, awards={}, format_settings=settings
    )
    row = desks.draw(session)
    tables = desks.tables(row)
    for match, calls, points in zip(tables, ({0: "tichu"}, {}), ((80, 20), (50, 50)), strict=True):
        phone = desks.table_phone()
        hands = [Round((0, 1, 2), calls, points) for _board in match.boards]
        write(publishing.open_game(match, 1, phone), hands, phone)
    publishing.close_round(row, None)
    return desk, session, tables


shared = built_once(one_round)


@pytest.fixture
def desk(shared: tuple[desks.Desk, Tournament, list[Match]]) -> desks.Desk:
    return shared[0]


@pytest.fixture
def session(shared: tuple[desks.Desk, Tournament, list[Match]]) -> Tournament:
    return Tournament.objects.get(pk=shared[1].pk)


@pytest.fixture
def best(shared: tuple[desks.Desk, Tournament, list[Match]]) -> list[set[str]]:
    """The names of those with 100 %, and of those with 0 %."""
    names = names_of(shared[1])
    first, second = (seated_match(match).everybody for match in shared[2])
    return [
        {names[who] for who in (first[0], second[1])},
        {names[who] for who in (first[1], second[0])},
    ]


def screen(session: Tournament, *shows: str) -> str:
    return reverse("screen", args=[token_of(a_screen(session, shows))])


def wall(address: str, page: int = 1) -> str:
    return Client().get(address, {"item": 0, "page": page}).content.decode()


def items(session: Tournament) -> list[str]:
    """What a screen with every item shows, one after the other."""
    address = screen(session, *SHOWS)
    found = []
    for number in range(len(SHOWS)):
        page = Client().get(address, {"item": number, "page": 1}).content.decode()
        found += re.findall(r'class="hung shows-(\w+)"', page)
    return list(dict.fromkeys(found))


def named(where: str, page: str) -> list[str]:
    return [plain(name) for name in re.findall(where, page)]


def public(session: Tournament) -> list[tuple[str, str, str]]:
    """Rank, name and percentage on the public standings; dashes for who is not announced."""
    page = Client().get(at("standings", session, 1)).context["page"]
    return [
        (row.rank, row.name, row.figures[0]) for section in page.sections for row in section.rows
    ]


def press(desk: desks.Desk, session: Tournament, do: str, **more: str) -> int:
    return desk.client.post(at("desk_reveal", session), {"do": do, **more}).status_code


# Held back
# --------------------------------------------------------------------------------------------------


def test_while_results_are_held_back_no_screen_lists_anybody() -> None:
    session = desks.a_tournament("duplicate_evening", 4, awards={})
    row = desks.draw(session)
    assert items(session) == list(HELD_BACK)
    desks.play_match(desks.tables(row)[0])
    assert items(session) == list(HELD_BACK)
    desks.play_round(row)
    seen = Viewer(Tournament.objects.get(pk=session.pk))
    assert ranks.standings(seen) is None
    assert "latest" not in items(session)


def test_the_prize_giving_is_not_announced_before_everything_is_played() -> None:
    session = desks.a_tournament("duplicate_evening", 4, awards={})
    row = desks.draw(session)
    address = screen(session, "reveal")
    assert "The prize-giving begins soon." not in wall(address)
    desks.play_round(row)
    assert "The prize-giving begins soon." not in wall(address)
    # It ends after one of three rounds
    stages.finish_stage(desks.first_stage(session), None)
    assert "The prize-giving begins soon." in wall(address)


def test_once_everything_is_played_it_is(session: Tournament) -> None:
    assert "The prize-giving begins soon." in wall(screen(session, "reveal"))


# Shown
# --------------------------------------------------------------------------------------------------


def test_once_shown_the_screen_has_the_percentages_of_the_page(
    session: Tournament, best: list[set[str]]
) -> None:
    revealing.unfreeze(session, None)
    page = wall(screen(session, "standings"))
    assert re.findall(r'class="sum"><abbr title="(.*?)">(.*?)</abbr>', page)[0] == (
        "Percent",
        "Percent",
    )
    rows = re.findall(
        r'<td class="num rank">(\d+)</td>.*?<td class="num figure">(.*?)</td>', page, re.DOTALL
    )
    assert rows == [(rank, figure) for rank, _name, figure in public(session)]
    assert rows == [("1", "100"), ("1", "100"), ("3", "0"), ("3", "0")]
    names = [
        plain(one) for one in re.findall(r'<span class="fitted">(.*?)</span>', page, re.DOTALL)
    ]
    as_lines = [{name.replace(" & ", " ") for name in some} for some in best]
    assert [set(names[:2]), set(names[2:])] == as_lines


def test_the_wall_ends_with_the_winners_and_then_the_list_of_boldness(
    session: Tournament, shared: tuple[desks.Desk, Tournament, list[Match]]
) -> None:
    revealing.unfreeze(session, None)
    address = screen(session, "reveal")
    podium = r'(?s)class="place place-(\d)">.*?<bdi>(.*?)</bdi>.*?class="num">(.*?)</span>'
    first, last = wall(address, 2), wall(address, 3)
    assert [(rank, figure) for rank, _name, figure in re.findall(podium, first)] == [
        ("1", "100"),
        ("1", "100"),
        ("3", "0"),
        ("3", "0"),
    ]
    bold = seated_match(shared[2][0]).everybody[0]
    ((rank, name, figure),) = re.findall(podium, last)
    assert (rank, plain(name), figure) == ("1", names_of(session)[bold], "3")
    assert re.search(r"<h1>\s*Boldness\s*</h1>", last)
    assert re.search(r"<h1>\s*Prize-giving\s*</h1>", first)
    assert re.search(
        r'</span>3<span aria-hidden="true"> / </span>.*?</span>3\s*</p>', last, re.DOTALL
    )


# One rank after the other
# --------------------------------------------------------------------------------------------------


def test_level_pairs_are_announced_together_from_the_last_rank_to_the_first(
    desk: desks.Desk, session: Tournament, best: list[set[str]]
) -> None:
    address, ranking = screen(session, "reveal"), screen(session, "standings")
    assert public(session) == []
    assert press(desk, session, "next") == 303
    told = public(session)
    assert [(rank, figure) for rank, _name, figure in told] == [
        ("1", "—"),
        ("1", "—"),
        ("3", "0"),
        ("3", "0"),
    ]
    assert {name for _rank, name, _figure in told[2:]} == best[1]
    assert {name for _rank, name, _figure in told[:2]} == {"—"}
    page = wall(address)
    assert page.count('class="newest several"') == 2
    newest = set(named(r'(?s)class="newest.*?<bdi>(.*?)</bdi>', page))
    assert newest == best[1]
    assert "Boldness" not in page
    assert wall(ranking).count("not announced yet") == 2
    assert not [name for name in best[0] if name in plain(wall(ranking))]
    assert press(desk, session, "next") == 303
    session.refresh_from_db()
    assert session.frozen_round is None
    assert {name for _rank, name, figure in public(session) if figure == "100"} == best[0]


def test_the_last_step_can_be_taken_back_and_hides_the_winners_again(
    desk: desks.Desk, session: Tournament, best: list[set[str]]
) -> None:
    assert press(desk, session, "all") == 303
    assert "All places are revealed" in text_of(desk.client.get(at("desk_reveal", session)))
    assert press(desk, session, "back") == 303
    assert [name for _rank, name, _figure in public(session)][:2] == ["—", "—"]
    assert Client().get(at("standings", session, 1)).context["page"].lists == ()
    lines = desk.client.get(at("desk_reveal", session)).context["lines"]
    assert [(line.rank, line.points, line.told) for line in lines] == [
        (1, "100\N{NO-BREAK SPACE}%", False),
        (1, "100\N{NO-BREAK SPACE}%", False),
        (3, "0\N{NO-BREAK SPACE}%", True),
        (3, "0\N{NO-BREAK SPACE}%", True),
    ]


def test_nothing_is_announced_before_all_tables_are_done() -> None:
    desk = desks.a_desk()
    session = desks.a_tournament("duplicate_evening", 4, desk=desk, awards={})
    desks.play_match(desks.tables(desks.draw(session))[0])
    answer = desk.client.post(at("desk_reveal", session), {"do": "next"})
    assert errors(answer) == ["Table 2 in round 1 has no result yet."]
    assert public(session) == []


# Freezing
# --------------------------------------------------------------------------------------------------


def test_a_session_shown_after_a_round_can_be_frozen_from_the_next_on() -> None:
    """What counts in public is the first round alone, and its boards compared by themselves."""
    desk = desks.a_desk()
    session = desks.a_tournament("duplicate_evening", 4, desk=desk, awards={})
    desks.play_round(desks.draw(session))
    assert press(desk, session, "unfreeze") == 303
    first = public(session)
    assert len(first) == 4
    assert press(desk, session, "freeze", **{"from": "1-2"}) == 303
    desks.play_round(desks.draw(session, 2), seed=2)
    assert public(session) == first
    bold = Client().get(at("standings", session, 1)).context["page"].lists
    assert [len(one.sections[0].rows) for one in bold] == [4]
    page = wall(screen(session, "standings"))
    assert "Frozen after round 1 until the prize-giving." in plain(page)
    assert re.findall(r'<td class="num figure">(.*?)</td>', page)[:1] == [first[0][2]]
    assert press(desk, session, "unfreeze") == 303
    assert public(session) != first
    assert press(desk, session, "freeze", **{"from": "1-1"}) == 303
    assert public(session) == []
    assert "standings" not in items(session)


def test_beginning_holds_everything_back_once_and_the_log_says_so() -> None:
    session = desks.a_tournament("duplicate_evening", 4, awards={})
    stages.begin_stage(desks.first_stage(session), None)
    lines = LogLine.objects.filter(tournament=session, action="frozen")
    assert [line.params for line in lines] == [{"stage": 1, "round": 1}]
    # A director who shows results early is not overruled by the next round
    revealing.unfreeze(session, None)
    desks.play_round(desks.draw(session))
    assert len(public(session)) == 4
