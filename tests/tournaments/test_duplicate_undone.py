"""Duplicate: whatever a director corrects at a table comes back as it was when it is undone."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from scoring.models import Seat
from tests.requests import Response
from tests.tournaments import desks
from tests.tournaments.desk_pages import confirm, preview
from tests.tournaments.sessions import begun, kept
from tests.worlds import built_once
from tournaments.actions.integrity import undo
from tournaments.models import Change, Match, MatchGame, SessionRound, Tournament
from tournaments.stage.history import seated_match

pytestmark = pytest.mark.django_db


shared = built_once(
    lambda: {
        "pairs": begun("duplicate_evening", 5),
        "people": begun("individual_duplicate", 8, rounds=4, boards=2),
    }
)


def second(session: Tournament) -> list[Match]:
    return desks.tables(SessionRound.objects.get(stage__tournament=session, number=2))


def page(session: Tournament, name: str, *args: int, **fields: Any) -> tuple[str, dict[str, Any]]:
    return reverse(name, args=[session.pk, *args]), fields


def other_places(session: Tournament) -> tuple[str, dict[str, Any]]:
    """The first of a table and somebody who sits there too, but in the other direction; a pair
    cannot play the boards of another table that it has played.
    """
    first, *_others, last = seated_match(second(session)[0]).everybody
    return page(session, "desk_places", 1, 2, first=first, second=last)


def other_seats(session: Tournament) -> tuple[str, dict[str, Any]]:
    match = second(session)[0]
    row = MatchGame.objects.get(match=match)
    seats = Seat.objects.filter(game=row.game_id).order_by("number")
    north, east, south, west = seats.values_list("player", flat=True)
    alone = len({*row.seats}) == len(row.seats)
    order = [south, north, east, west] if alone else [east, south, west, north]
    fields = {f"seat_{number}": player for number, player in enumerate(order)}
    return page(session, "desk_seats", match.pk, **fields)


def the_other_way_round(session: Tournament) -> tuple[str, dict[str, Any]]:
    return page(session, "desk_seats", second(session)[0].pk, turn="1")


def other_boards(session: Tournament) -> tuple[str, dict[str, Any]]:
    match = second(session)[0]
    boards = {f"hand_{at}": board for at, board in enumerate(match.boards[::-1], start=1)}
    return page(session, "desk_played_boards", match.pk, **boards)


def other_cards(session: Tournament) -> tuple[str, dict[str, Any]]:
    """From the second of the tables that have played it."""
    board, matches = on_a_board(session)
    return page(session, "desk_fouled_board", 1, board, start=matches[1].pk)


def struck_out(session: Tournament) -> tuple[str, dict[str, Any]]:
    board, _matches = on_a_board(session)
    return page(session, "desk_fouled_board", 1, board, start=0)


def on_a_board(session: Tournament) -> tuple[int, list[Match]]:
    """A board that several tables have played, with their matches in order."""
    on: dict[int, list[Match]] = {}
    played = Match.objects.filter(session_round__stage__tournament=session)
    for match in played.filter(session_round__number__lte=2).order_by("session_round"):
        for board in match.boards:
            on.setdefault(board, []).append(match)
    return next((board, found) for board, found in on.items() if len(found) > 1)


def averages(session: Tournament) -> tuple[str, dict[str, Any]]:
    match = second(session)[0]
    board = match.boards[0]
    fields = {f"board_{board}_0": "avg+", f"board_{board}_1": "avg-"}
    return page(session, "desk_averages", match.pk, reason="A card was missing", **fields)


def taken(session: Tournament, address: str, fields: dict[str, Any]) -> Response:
    """Do it, with the page that shows the consequences if there is one."""
    client = desks.desk_of(session.club).client
    if "reason" in fields:
        return client.post(address, fields)
    return confirm(client, preview(client, address, **fields), address)


@pytest.mark.parametrize(
    "change",
    [
        *(other_places, other_seats, the_other_way_round, other_boards),
        *(other_cards, struck_out, averages),
    ],
)
@pytest.mark.parametrize("world", ["pairs", "people"])
def test_a_correction_is_undone_as_if_it_had_never_been(
    shared: dict[str, Tournament],
    world: str,
    change: Callable[[Tournament], tuple[str, dict[str, Any]]],
) -> None:
    session = Tournament.objects.get(pk=shared[world].pk)
    before = kept(session)
    assert taken(session, *change(session)).status_code == 302
    assert kept(session) != before
    undo(Change.objects.select_related("line__tournament").latest("pk"), None, "it was right")
    after = kept(session)
    assert {name: after[name] for name in after if after[name] != before[name]} == {}
