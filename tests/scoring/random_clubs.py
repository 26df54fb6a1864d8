"""Clubs for tests with all that happens at their tables: draws, double victories, missed wishes,
rounds of which the first out alone or nothing is written down, dummies, seats without names,
corrections, undone rounds, deleted games.
"""

import uuid
from datetime import date, datetime, time, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone

from scoring.games.actions.correcting import correct_round
from scoring.games.actions.deleting import delete_game
from scoring.games.actions.game_state import finish_early
from scoring.games.actions.setup_changes import change_table_settings
from scoring.games.actions.starting import start_game
from scoring.games.actions.writing import record_round, undo_round
from scoring.games.queries import Table, table_of
from scoring.games.round_words import recordings_of
from scoring.models import Club, Device, Game
from scoring.rules import VARIANTS, Position, Round, RuleError, RuleSet, advance
from tests.scoring.clubs import a_club
from tests.scoring.games import PEOPLE, a_device

YEAR = 2026
NIGHTS = (date(YEAR - 1, 12, 31), *(date(YEAR, month, 5 + 2 * month) for month in (1, 2, 5, 11)))
VARIANT = ("nanking",) * 6 + (
    "tientsin",
    "trichu",
    "trichu",
    "wu_wang",
    "nanking_five",
    "grand_seigneur",
    "always_last",
)


def a_random_club(seed: int) -> tuple[Club, Device]:
    """The same for the same seed, with the phone that wrote all of it."""
    chance = Random(seed)
    device = a_device()
    club = a_club(device, name=f"Club {seed}")
    people = list(PEOPLE[: chance.randrange(7, 10)])
    for hour in range(chance.randrange(10, 17)):
        game = _played(chance, device, people)
        night = chance.choice(NIGHTS)
        began = datetime.combine(night, time(19), ZoneInfo(timezone.get_current_timezone_name()))
        began += timedelta(minutes=5 * hour, hours=chance.choice([0, 1, 7]))  # some after midnight
        Game.objects.filter(pk=game.pk).update(started_at=began)
    return club, device


def _played(chance: Random, device: Device, people: list[str]) -> Game:
    variant = chance.choice(VARIANT)
    rules = RuleSet.of(variant, _settings(chance, variant))
    names = chance.sample(people, VARIANTS[variant].min_players)
    if chance.random() < 0.15:
        names[chance.randrange(len(names))] = ""
    game = start_game(device, rules, names)
    for _ in range(chance.randrange(0, 12)):
        table = table_of(game)
        if table.position.finished:
            break
        if table.position.sides and chance.random() < 0.15:
            table = _record_otherwise(game, chance, device)
        _write(game, table, a_hand(table.position, chance), device)
        if chance.random() < 0.1:
            correct_one(game, chance, device)
        if chance.random() < 0.07 and (written := game.rounds.count()):
            undo_round(game, uuid.uuid4(), written, device)
    game.refresh_from_db()
    _end(game, chance, device)
    return game


def _settings(chance: Random, variant: str) -> dict[str, Any]:
    if not VARIANTS[variant].settings.get("sweep_value"):
        return {"round_limit": 6} if chance.random() < 0.5 else {}
    found: dict[str, Any] = {"recording": chance.choice(["full", "full", "first", "points"])}
    if variant == "wu_wang" and found["recording"] == "points":
        found["recording"] = "first"
    if VARIANTS[variant].has_teams:
        found |= {
            "target_score": chance.choice([200, 400, 1000]),
            "tie_at_target": chance.choice(["draw", "play_on"]),
        }
    else:
        found["round_limit"] = chance.choice([3, 6])
    found["failed_call_pays_opponents"] = chance.random() < 0.2
    return found


def a_hand(position: Position, chance: Random, *, level: bool = False) -> Round:
    """A round as a table might write it down, in as much depth as its rules say."""
    playing = sorted(sum(position.sides, ())) or range(position.n_players)
    seats = len(playing)
    order = chance.sample(playing, seats)
    if not position.sides:
        return Round(out=order if chance.random() < 0.5 else order[:-1])
    recording, half = position.rules.recording, seats // 2
    calls = {
        seat: chance.choice(position.allowed_calls(seat))
        for seat in chance.sample(playing, seats // 2)
    }
    calls = (
        {}
        if level or chance.random() < 0.4
        else dict(list(calls.items())[: chance.randrange(1, 3)])
    )
    first = order[0]
    told: dict[str, Any] = {"calls": calls}
    sweep = next(
        (at for at, side in enumerate(position.sides) if set(order[:half]) == set(side)), None
    )
    if level:
        sweep = None
        order = [position.sides[at % 2][at // 2] for at in range(seats)]
    if recording == "full":
        told["out"] = order[:half] if sweep is not None else order[: seats - chance.randrange(2)]
    elif recording == "first":
        told |= {"out": [first], "sweep": sweep}
    else:
        told |= {"sweep": sweep, "made": first if first in calls else None}
    if sweep is None and not level and chance.random() < 0.05:
        told["wish_violation"] = chance.choice(position.sides[0])
        told["out"] = told.get("out", [])[
            : chance.choice([0, 1, 2] if recording == "full" else [0, 1])
        ]
        told["made"] = None
    elif sweep is None:
        own = _own_points(position, chance, level=level)
        told["card_points"] = (own, 100 - own)
    return Round(**told)


def _own_points(position: Position, chance: Random, *, level: bool) -> int:
    behind = position.totals[1] - position.totals[0]
    if level and behind % 10 == 0 and -150 <= behind <= 150:
        return (100 + behind) // 2
    return chance.randrange(-25, 126, 5)


def _write(game: Game, table: Table, played: Round, device: Device) -> None:
    try:
        advance(table.position, played)
        record_round(game, uuid.uuid4(), len(table.played) + 1, played.to_data(), device)
    except RuleError:  # made up, and no table could have played it: one more call than there may be
        return
    game.refresh_from_db()


def _record_otherwise(game: Game, chance: Random, device: Device) -> Table:
    """From now on more of each round is written down, or less."""
    recording = chance.choice([key for key, _label in recordings_of(game.variant)])
    change_table_settings(
        game, device, saving=game.saving, recording=recording, direction=game.direction
    )
    game.refresh_from_db()
    return table_of(game)


def correct_one(game: Game, chance: Random, device: Device) -> None:
    """Put another round in the place of one; where later rounds would break, it stays as it was."""
    table = table_of(game)
    if not table.entries:
        return
    number = chance.randrange(len(table.entries))
    before = table.entries[number]
    position = table_of(game).position
    other = a_hand(position, chance)
    try:
        now = position.rules.recording if position.sides else None
        correct_round(
            game,
            uuid.uuid4(),
            number + 1,
            other.to_data(),
            device,
            replaces=before.pk,
            recording=now,
        )
    except RuleError:
        return
    game.refresh_from_db()


def _end(game: Game, chance: Random, device: Device) -> None:
    table = table_of(game)
    if not table.position.finished and VARIANTS[game.variant].has_teams and chance.random() < 0.4:
        _write(game, table, a_hand(table.position, chance, level=True), device)
    table = table_of(game)
    if not table.position.finished and table.played and chance.random() < 0.8:
        finish_early(game, device)
    if chance.random() < 0.07:
        delete_game(game, device)
