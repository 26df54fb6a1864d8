"""An example of a finished game: a fixed record, scored by the rules and shown as any other.
Nothing is stored.
"""

from datetime import UTC, datetime, timedelta

from scoring.games.queries import Agreements, Table
from scoring.models import Entry, Game, Player, Seat
from scoring.pages.sheet.queries import Sheet
from scoring.rules import Round

NAMES = ("Łucja", "Beat", "Anna", "Олег")
# Start of the first round, and time per round
BEGAN, EACH = datetime(2026, 1, 3, 19, 5, tzinfo=UTC), timedelta(minutes=9)
ROUNDS = (
    Round(out=(0, 1, 2, 3), calls={0: "tichu"}, card_points=(65, 35)),
    Round(out=(1, 3)),
    Round(out=(2, 3, 0, 1), calls={2: "grand"}, card_points=(45, 55)),
    Round(out=(3, 0, 1, 2), calls={0: "tichu", 3: "tichu"}, card_points=(30, 70)),
    Round(out=(0, 2), calls={0: "tichu"}),
    Round(out=(1, 0, 3, 2), calls={1: "grand"}, card_points=(40, 60)),
    Round(out=(3, 2, 1, 0), card_points=(55, 45)),
    Round(out=(2, 0), calls={2: "tichu"}),
)


def example() -> Sheet:
    """Return its score sheet. No query: its rows are never saved."""
    game = Game(variant="nanking", preset="nanking", state=Game.State.FINISHED)
    seats = [
        Seat(game=game, number=number, player=Player(name=name))
        for number, name in enumerate(NAMES)
    ]
    entries = [
        Entry(game=game, number=number, data=played.to_data(), created_at=BEGAN + number * EACH)
        for number, played in enumerate(ROUNDS, start=1)
    ]
    sheet = Sheet(Table(game, seats, entries))
    sheet.agreements = Agreements({}, frozenset(entry.pk for entry in entries))
    return sheet
