"""What the tests of reliability share: an evening's rounds as they are tapped in, and as the server
has them.
"""

import sqlite3
import uuid
from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
from playwright.sync_api import Page, expect

from scoring.rules import Round, RuleSet
from scoring.rules.record import write_record
from tests.browser.playing import FOUR, Hand, rested
from tests.browser.servers import Site
from tests.reliability.phones import Phone
from tests.scoring.games import believable

ENDLESS = {"rule_target_score": "100000"}


def evening(most: int = 12, seed: int = 1) -> list[Round]:
    """Rounds of Nanking as a table plays them, in a game without a target."""
    return believable(RuleSet.of("nanking", {"target_score": None}), 4, most, seed)


def on_round(page: Page, number: int) -> None:
    expect(page.locator("#heading")).to_have_text(f"Round {number}")


def take_back(hand: Hand, number: int) -> None:
    """Take the last round back, and then, one by one, the taps that stand again with it."""
    hand.tap(".undo")
    on_round(hand.page, number)
    rested(hand.page)
    while hand.order():
        hand.tap(".undo")
    rested(hand.page)


# What the server has
# ------------------------------------------------------------------------------------------


def game_of(address: str) -> uuid.UUID:
    """The id of the game at this address."""
    return uuid.UUID(address.rstrip("/").rpartition("/")[2])


def record(page: Page, address: str) -> list[dict[str, Any]]:
    """The rounds of a game as the API tells them, with names."""
    answer = page.context.request.get(f"/api/v1/games/{game_of(address)}/record/")
    assert answer.ok, answer.text()
    return answer.json()["rounds"]


def as_recorded(rounds: list[Round]) -> list[dict[str, Any]]:
    """The same for rounds that were tapped in."""
    return write_record(FOUR, RuleSet.of("nanking"), rounds)["rounds"]


def rows(site: Site, query: str) -> list[tuple[Any, ...]]:
    """What a query of the server's own records gives, whatever its database."""
    if "DATABASE_URL" in site.env:
        with psycopg.connect(site.env["DATABASE_URL"]) as server:
            return server.execute(query).fetchall()
    with closing(sqlite3.connect(Path(site.env["DATA_DIR"]) / "tichu.sqlite3")) as file:
        return file.execute(query).fetchall()


def taken_in(site: Site, game: uuid.UUID) -> list[tuple[str, str]]:
    """Kind and outcome of every entry that the server has taken in for a game."""
    found = rows(site, "SELECT kind, outcome, game_id FROM scoring_entry")
    return [(kind, outcome) for kind, outcome, of in found if uuid.UUID(str(of)) == game]


def check_nothing_is_lost(site: Site, phones: Sequence[Phone], each: int) -> None:
    """Each phone's entries are there, each once and in order, and no others."""
    entries = by_game(site, "SELECT game_id, id FROM scoring_entry")
    rounds = by_game(site, "SELECT game_id, entry_id FROM scoring_round ORDER BY number")
    for phone in phones:
        assert len(phone.acknowledged) == each
        there = entries[phone.game]
        lost = set(phone.acknowledged) - set(there)
        assert not lost, f"{len(lost)} of {each} acknowledged entries are lost"
        assert sorted(there) == sorted(phone.acknowledged), "there are entries that nobody wrote"
        assert rounds[phone.game] == phone.acknowledged


def by_game(site: Site, query: str) -> dict[uuid.UUID, list[uuid.UUID]]:
    """The ids of each game, in the order of a query that gives game and id."""
    found = defaultdict(list)
    for game, one in rows(site, query):
        found[uuid.UUID(str(game))].append(uuid.UUID(str(one)))
    return found
