"""Sessions of duplicate in which everything happens that can happen to one."""

from typing import Any

from scoring.models import Seat
from scoring.rules import Round
from tests.scoring.games import write
from tests.tournaments import desks
from tournaments.actions import attendance, drawing, publishing, stages
from tournaments.actions.board_places import turn_table
from tournaments.actions.board_rulings import give_averages
from tournaments.actions.deals import note_given
from tournaments.actions.fouled_boards import mark_fouled
from tournaments.models import Entrant, Match, SessionRound, Tournament
from tournaments.pages.movements import numbers_in
from tournaments.pairing.duplicate.deals import DECK
from tournaments.plans import PRESETS
from tournaments.stage.history import history_of, seated_match
from tournaments.stage.ranking import ranked

ROUNDS = 5
TOTALS = PRESETS["duplicate_evening"].stages[0].rules | {"recording": "totals"}
# A missed wish alone explains the third: nobody sweeps and lets the others make a Tichu
TYPED = ((300, 0), (60, -60), (200, 100))


def a_session_with_every_mishap(*, rounds: int = ROUNDS) -> Tournament:
    """Nine pairs, until this round: an average, a pair that leaves, one that comes late, one table
    in the wrong directions, a fouled board, and cards noted.
    """
    desk = desks.a_desk()
    session = desks.a_tournament(
        "duplicate_evening", 9, desk=desk, awards={}, format_settings={"rounds": ROUNDS}
    )
    first = desks.draw(session)
    one = desks.tables(first)[0]
    note_given(one, one.boards[1], 0, DECK[:3])
    desks.play_round(first, seed=1)
    second = desks.draw(session, 2)
    desks.play_round(second, seed=2)
    one = desks.tables(first)[0]
    give_averages(one, desk.user, {one.boards[0]: ["avg+", "avg-"]}, "A card was missing")
    turn_table(desks.tables(second)[1], desk.user, "They sat the other way round")
    gone = seated_match(desks.tables(second)[0]).everybody[0]
    pair = Entrant.objects.select_related("tournament").get(pk=gone)
    attendance.withdraw(pair, desk.user, "ill")
    desks.enter(session, 1, first=100)
    for number in range(3, rounds + 1):
        desks.play_round(desks.draw(session, number), seed=number)
    start = _later_table(session, one.boards[0])
    mark_fouled(desks.first_stage(session), desk.user, start[0], start[1], "Two hands were mixed")
    session.refresh_from_db()
    return session


def _later_table(session: Tournament, other_than: int) -> tuple[int, Match]:
    """The board that most tables play, and a table in the middle of them."""
    on: dict[int, list[Match]] = {}
    matches = Match.objects.filter(session_round__stage__tournament=session)
    for match in matches.select_related("session_round__stage__tournament").order_by(
        "session_round__number", "number"
    ):
        for board in match.boards:
            on.setdefault(board, []).append(match)
    del on[other_than]
    board = max(on, key=lambda one: len(on[one]))
    return board, on[board][len(on[board]) // 2]


def with_two_totals() -> Tournament:
    """Four pairs, a round typed as two totals; the second table has the same scores turned."""
    session = desks.a_tournament("duplicate_evening", 4, awards={}, rules=TOTALS)
    drawn = desks.draw(session)
    phone = desks.table_phone()
    for match, step in zip(desks.tables(drawn), (1, -1), strict=True):
        hands = [Round(totals=totals[::step], recording="totals") for totals in TYPED]
        write(publishing.open_game(match, 1, phone), hands, phone)
    publishing.close_round(drawn, None, accept=True)
    session.refresh_from_db()
    return session


def begun(preset: str, entrants: int, **settings: int) -> Tournament:
    """All rounds drawn, the first one played and closed, a table of the second played."""
    session = desks.a_tournament(preset, entrants, awards={}, format_settings=settings)
    stage = desks.first_stage(session)
    stages.begin_stage(stage, None)
    first, second, *_ = drawing.draw_all(stage, None)
    desks.play_round(publishing.publish_round(first, None))
    published = publishing.publish_round(SessionRound.objects.get(pk=second.pk), None)
    for match in desks.tables(published):
        desks.play_match(match, seed=match.number)
    return session


def kept(session: Tournament) -> dict[str, Any]:
    """Everything that corrections at a table may change."""
    stage = desks.first_stage(session)
    history = history_of(stage)
    matches = Match.objects.filter(session_round__stage=stage).order_by("pk")
    return {
        "numbers": numbers_in(history),
        "fouled": stage.fouled_boards,
        "tables": [
            [
                (one.match.number, one.sides, one.match.fixture, one.match.boards)
                for one in rows.seated
            ]
            for rows in history.rounds
        ],
        "results": [(one.pk, one.result, one.averages, one.ruling) for one in matches],
        "ranks": [(row.id, row.rank, row.values) for row in ranked(history)],
        "seats": list(
            Seat.objects.filter(game__match_game__match__in=matches)
            .order_by("game", "number")
            .values_list("game", "number", "player")
        ),
    }
