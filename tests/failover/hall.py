"""An event, put into the records of a running server."""

import uuid
from typing import Any

HANDS = 10  # rounds of a match


def an_event(tables: int) -> list[tuple[str, str]]:
    """A published round of a tournament with a phone at each table: games and phones' keys."""
    from tests.scoring.games import a_device
    from tests.tournaments import desks
    from tournaments.actions import table_phones

    rules: dict[str, Any] = {"target_score": None, "round_limit": HANDS}
    desk = desks.a_desk(uuid.uuid4().hex, uuid.uuid4().hex)
    row = desks.draw(desks.a_tournament("pairs_swiss", 2 * tables, desk=desk, rules=rules))
    found = []
    for match in row.matches.order_by("number"):
        key = uuid.uuid4().hex
        game = table_phones.sit_to_write(desks.reread(match), 1, a_device(key), 0)
        found.append((str(game.pk), key))
    return found
