"""Nine pairs through the pages of the desk: one average, one fouled board, a pair that leaves, and
one wrong direction. Standings and travellers are compared with the record and the second count.
"""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from tests.tournaments import desks
from tests.tournaments.board_records import record_of
from tests.tournaments.desk_pages import confirm, preview
from tests.tournaments.standings.duplicate.second_count import expected
from tournaments.actions import revealing
from tournaments.models import Match, SessionRound, Stage, Tournament
from tournaments.names import names_of
from tournaments.pages.travellers import boards_of, traveller
from tournaments.stage.history import history_of, seated_match
from tournaments.stage.ranking import ranked
from tournaments.standings.duplicate.record import read_record

pytestmark = pytest.mark.django_db

ROUNDS = 5
SIDES = ("ns", "ew")


def desk_page(tournament: Tournament, name: str, *rest: object) -> str:
    return reverse(name, args=[tournament.pk, *rest])


def take(client: Client, address: str, **fields: Any) -> None:
    """Press a button at the desk and confirm what its preview shows."""
    assert confirm(client, preview(client, address, **fields), address).status_code == 302


def play_round(client: Client, tournament: Tournament, number: int) -> list[Match]:
    """Draw, publish, play and close a round by the buttons of the desk."""
    where = desk_page(tournament, "desk_round_do", 1, number, "draw")
    assert client.post(where).status_code == 302
    publish = desk_page(tournament, "desk_round_do", 1, number, "publish")
    assert client.post(publish).status_code == 302
    row = SessionRound.objects.select_related("stage__tournament").get(
        stage__tournament=tournament, number=number
    )
    desks.play_round(row, seed=number, close=False)
    close = desk_page(tournament, "desk_round_do", 1, number, "close")
    assert client.post(close, {"accept": "1"}).status_code == 302
    return desks.tables(row)


def test_a_session_with_every_mishap_is_ranked_as_its_record() -> None:
    desk = desks.a_desk()
    tournament = desks.a_tournament(
        "duplicate_evening", 9, desk=desk, awards={}, format_settings={"rounds": ROUNDS}
    )
    desk.client.post(desk_page(tournament, "desk_stage_do", 1, "begin"))
    client = desk.client
    first = play_round(client, tournament, 1)
    second = play_round(client, tournament, 2)
    # One average: 60 and 40 per cent
    ruled = first[0]
    averages = desk_page(tournament, "desk_averages", ruled.pk)
    board = ruled.boards[0]
    given = {f"board_{board}_0": "avg+", f"board_{board}_1": "avg-", "reason": "A card was missing"}
    answer = client.post(averages, given)
    if answer.status_code == 200:
        confirm(client, answer, averages)
    # One wrong direction
    turned = second[1]
    both = seated_match(turned).everybody
    take(client, desk_page(tournament, "desk_seats", turned.pk), turn="1")
    assert seated_match(turned).everybody == both[::-1]
    # One pair leaves
    gone = seated_match(second[0]).everybody[0]
    take(client, desk_page(tournament, "desk_entrant_do", gone, "withdraw"), ranked="1")
    for number in range(3, ROUNDS + 1):
        matches = play_round(client, tournament, number)
        assert all(gone not in seated_match(one).everybody for one in matches)
    # One fouled board: other cards from its third table on
    on: dict[int, list[Match]] = {}
    for match in Match.objects.filter(session_round__stage__tournament=tournament).order_by(
        "session_round__number", "number"
    ):
        for one in match.boards:
            on.setdefault(one, []).append(match)
    fouled = next(one for one, matches in on.items() if len(matches) > 3 and one != board)
    where = desk_page(tournament, "desk_fouled_board", 1, fouled)
    take(client, where, start=on[fouled][2].pk)

    stage = desks.first_stage(tournament)
    record = record_of(stage)
    assert {"average", "deal"} <= {key for one in record["results"] for key in one}
    answered, counted = read_record(record).answer(), expected(record)
    shown = [(row.rank, str(row.id)) for row in ranked(history_of(stage))]
    assert shown == [(one["rank"], one["pair"]) for one in answered["standings"]]
    assert shown == [(one["rank"], one["pair"]) for one in counted["standings"]]
    by_pair = {one["pair"]: one["values"] for one in counted["standings"]}
    for row in ranked(history_of(stage)):
        assert float(row.values["matchpoints"]) == pytest.approx(
            float(by_pair[str(row.id)]["matchpoints"])
        )
        assert float(row.values["board_percent"]) == pytest.approx(
            float(by_pair[str(row.id)]["percent"])
        )
    check_travellers(stage, answered)
    check_public_travellers(stage, answered)


def check_travellers(stage: Stage, answered: dict[str, Any]) -> None:
    """Each side of each traveller has the percentage of the record."""
    history = history_of(stage)
    boards, names = boards_of(history), {row.entrant_id: "" for row in history.participations}
    compared = 0
    for one in answered["boards"]:
        page = traveller(history, names, one["board"], boards)
        assert not page.open
        percents = {side.who[0]: side.percent for result in page.results for side in result.sides}
        for result in one["results"]:
            for side in SIDES:
                percent = result[f"{side}_values"]["percent"]
                said = percents[int(result[side])]
                if percent is None:
                    assert said == ""
                else:
                    assert float(said) == pytest.approx(percent, abs=0.051)
                    compared += 1
        deals = {result.deal for result in page.results}
        assert len([result for result in page.results if result.another]) == len(deals) - 1
    assert compared > 60


SIDE_SHOWN = re.compile(
    r'<div class="side .*?<bdi[^>]*>(.*?)</bdi>.*?<b class="score">(.*?)</b>'
    r'.*?<b class="percent">(.*?)</b>',
    re.DOTALL,
)


def check_public_travellers(stage: Stage, answered: dict[str, Any]) -> None:
    """Everybody reads the same percentages, once the results are shown and not before."""
    tournament = stage.tournament
    visitor, names = Client(), names_of(tournament, public=False)
    pages = {
        one["board"]: reverse("tournament_board", args=[tournament.pk, 1, one["board"]])
        for one in answered["boards"]
    }
    assert not any(SIDE_SHOWN.search(visitor.get(page).content.decode()) for page in pages.values())
    revealing.unfreeze(tournament, None)
    for one in answered["boards"]:
        page = visitor.get(pages[one["board"]]).content.decode()
        shown = {
            unescape(strip_tags(name)): percent
            for name, _score, percent in SIDE_SHOWN.findall(page)
        }
        assert len(shown) == 2 * len(one["results"])
        for result in one["results"]:
            for side in SIDES:
                said = shown[names[int(result[side])]]
                percent = result[f"{side}_values"]["percent"]
                if percent is None:
                    assert said == "–"
                else:
                    assert float(said) == pytest.approx(percent, abs=0.051)
