"""Sessions of duplicate in which everything happens that can happen to one."""

from scoring.rules import Round
from tests.scoring.games import write
from tests.tournaments import desks
from tournaments.actions import attendance, publishing
from tournaments.actions.board_places import turn_table
from tournaments.actions.board_rulings import give_averages
from tournaments.actions.deals import note_given
from tournaments.actions.fouled_boards import mark_fouled
from tournaments.models import Entrant, Match, Tournament
from tournaments.pairing.duplicate.deals import DECK
from tournaments.plans import PRESETS
from tournaments.stage.history import seated_match

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
