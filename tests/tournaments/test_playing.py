"""Matches played in bulk leave the rows that the table's scorer leaves."""

from typing import Any

import pytest
from django.db import transaction

from scoring.games.verifying.games import Counts
from scoring.models import Entry, Game, GameEvent, Grant, Seat
from scoring.models import Round as Counting
from tests.tournaments import desks, playing
from tests.tournaments.racing import hands
from tournaments.actions import publishing
from tournaments.models import Match, MatchGame, Seal, SessionRound
from tournaments.verifying import differences_in_tournaments

pytestmark = pytest.mark.django_db

OF_AN_ENTRY = (
    "number",
    "kind",
    "data",
    "sides",
    "replaces",
    "outcome",
    "device",
    "by_device",
    "position",
)
OF_A_MATCH = (
    "number",
    "result",
    "done",
    "winner",
    "agreement",
    "agreed_how",
    "agreed_side",
    "entered",
)
OF_A_GAME = (
    "variant",
    "settings",
    "table_name",
    "direction",
    "saving",
    "state",
    "version",
    "of_match",
    "chain_length",
)
# A preset each, and how many play: two sides of two and of three, a table of five, a best of three,
# all other games.
EVENTS = {
    "goettingen": (9, {"format_settings": desks.FIVES}),
    "pairs_swiss": (4, {}),
    "team_cup": (4, {}),
    "tientsin_teams": (2, {}),
    "league_evening": (4, {}),
    "trichu": (6, {}),
    "wu_wang": (3, {}),
    "grand_seigneur": (6, {}),
}


def written(session_round: SessionRound) -> dict[str, Any]:
    """Everything that playing has left, but for ids and moments."""
    rows = MatchGame.objects.filter(match__session_round=session_round).select_related("game")
    found: dict[str, Any] = {
        "matches": list(session_round.matches.order_by("number").values(*OF_A_MATCH)),
        "opened": [
            (row.match_id, row.number, row.hands, row.seats, bool(row.game))
            for row in rows.order_by("pk")
        ],
    }
    for row in rows:
        if row.game is None:
            continue
        game = Game.objects.filter(pk=row.game_id)
        found[f"{row.match_id} {row.number}"] = [
            game.values(*OF_A_GAME, "device", "club").get(),
            Seal.objects.filter(game=row.game)
            .order_by("-position")
            .values_list("game_position", flat=True)[0],
            list(Seat.objects.filter(game=row.game).values_list("number", "player__name")),
            list(Entry.objects.filter(game=row.game).values(*OF_AN_ENTRY)),
            list(
                Counting.objects.filter(game=row.game).values_list(
                    "number", "entry__position", "seen_at"
                )
            ),
            list(
                GameEvent.objects.filter(game=row.game).values_list(
                    "action", "reason", "data", "device", "position"
                )
            ),
            list(
                Grant.objects.filter(game=row.game).values_list(
                    "device", "link__role", "link__revoked_at"
                )
            ),
        ]
    return found


def test_straight_rows_are_those_that_the_scorer_leaves() -> None:
    playing.table_phone()
    for preset, (entrants, settings) in EVENTS.items():
        cup = desks.a_tournament(preset, entrants, **settings)
        drawn = desks.draw(cup)
        point = transaction.savepoint()
        for match in Match.objects.filter(session_round=drawn).select_related(
            "session_round__stage__tournament"
        ):
            for number in range(1, match.games.count() + 1):
                match.refresh_from_db(fields=["done"])
                if not match.done:
                    game = publishing.open_game(match, number, playing.table_phone())
                    playing.play_game(game, playing.seed_of(match, 1, number))
        by_the_scorer = written(drawn)
        transaction.savepoint_rollback(point)
        desks.play_round(drawn, close=False)
        assert written(drawn) == by_the_scorer, preset
        publishing.close_round(drawn, None)
    assert list(differences_in_tournaments(Counts())) == []


def test_a_match_that_was_begun_is_played_on_as_it_stands() -> None:
    cup = desks.a_tournament("pairs_swiss_timed", 4)
    drawn = desks.draw(cup)
    match = drawn.matches.get(number=1)
    game = publishing.open_game(match, 1, playing.table_phone())
    hands(game, 1)
    first = game.entries.get()
    desks.play_round(drawn)
    assert set(drawn.matches.values_list("done", flat=True)) == {True}
    assert game.entries.get(number=1) == first
    assert list(differences_in_tournaments(Counts())) == []
