"""Correct a game that was set up wrong: names, seats, rules, the score it started with, direction,
and how the table records.

Before the first round everything can change; later whatever the recorded rounds allow. Values
before and after are kept in the game's events.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db import transaction

from scoring.games import lifecycle
from scoring.games.actions.chaining import add_event, start_chain
from scoring.games.actions.common import (
    bump_version,
    check_undisputed,
    commit_change,
    conflict,
    lock,
)
from scoring.games.actions.rating_marks import mark_games
from scoring.games.actions.record_rows import ENDED, store_sittings, write_games
from scoring.games.actions.setups import FIELDS, Raw, last_change, setup_hash, setup_of
from scoring.games.actions.spelling import people_at, people_now, rename_players
from scoring.games.carried import check_carried
from scoring.games.names.seat_names import has_compass, names_by_seat
from scoring.games.names.validation import LONGEST_TABLE, clean_text
from scoring.games.queries import Table, table_of
from scoring.games.rule_changes import play_under
from scoring.games.sittings import Sat, renamed, sits_twice
from scoring.models import Device, Entry, Game, GameEvent
from scoring.rules import (
    NOTHING_CARRIED,
    Carried,
    RuleError,
    RuleSet,
    is_played_as,
)
from scoring.rules.words import gettext_noop


@dataclass(frozen=True)
class Setup:
    """The wanted setup of a game. `names` are as typed, by seat, "" for none; `preset` is a key or
    "".
    """

    rules: RuleSet
    names: Sequence[str]
    preset: str = ""
    carried: Carried = NOTHING_CARRIED
    table_name: str = ""
    direction: str = Game.Direction.RIGHT
    saving: str = Game.Saving.ITSELF


@dataclass(frozen=True)
class SetupChange:
    """The outcome. `event` is None if nothing differs; `renamed` maps players to their former
    names.
    """

    game: Game
    event: GameEvent | None
    renamed: Mapping[int, str] = field(default_factory=dict)


def put_right(
    game: Game,
    device: Device,
    setup: Setup,
    *,
    seen: str = "",
    ends: bool = False,
    everywhere: bool = False,
) -> SetupChange:
    """Correct the setup of a game. Players who change seats take the points of the seat's rounds
    along.

    A name that is in the list means that person. Any other name is a new person or, with
    `everywhere`, the same person spelled correctly, in all games. Someone who plays in this game
    alone is always only renamed. `seen` is the hash of the setup on the person's screen, "" if they
    did not look; `ends` confirms that the game is over with this. Raises RuleError with everything
    that the rounds rule out.
    """
    names = names_by_seat(setup.rules.variant, setup.names)
    wanted: Raw = {
        "variant": setup.rules.variant,
        "settings": setup.rules.settings(),
        "preset": setup.preset,
        "carried": setup.carried.to_data(),
        "table_name": clean_text(setup.table_name, "table_name", most=LONGEST_TABLE),
        "direction": setup.direction,
        "saving": setup.saving,
    }
    with transaction.atomic():
        game = _open(game)
        table = table_of(game)
        if seen and seen != setup_hash(table):
            raise setup_changed()
        wanted["seats"], renamed = people_at(table, names, device, everywhere=everywhere)
        return _set_up(table, wanted, device, "put_right", ends=ends, renamed=renamed)


def put_back(game: Game, event_id: int, device: Device, names: Mapping[int, str]) -> SetupChange:
    """Undo the last correction of the setup. `names` are the former spellings by player, as far as
    known.

    Raises RuleError if something else has been corrected since, and if rounds recorded since do not
    allow it.
    """
    with transaction.atomic():
        game = _open(game)
        table = table_of(game)
        now = setup_of(table)
        change = _last_correction(game, event_id, now)
        renamed = rename_players(
            table, {pk: name for pk, name in names.items() if pk in change.get("renamed", ())}
        )
        wanted = now | change["before"]
        return _set_up(table, wanted, device, "put_back", ends=True, renamed=renamed)


def _last_correction(game: Game, event_id: int, now: Raw) -> Raw:
    """Return what the last correction changed. Raises RuleError if it is another event, if the
    setup has changed since, and if its people no longer exist.
    """
    event = last_change(game)
    if event is None or event.pk != event_id or event.data is None:
        raise setup_changed()
    change: Raw = event.data
    before, after = change["before"], change["after"]
    if any(now[key] != value for key, value in after.items()):
        raise setup_changed()
    if "seats" not in before:
        return change
    seats = people_now(before["seats"])
    if seats is None:
        raise setup_changed()
    return change | {"before": before | {"seats": seats}}


def change_table_settings(
    game: Game,
    device: Device,
    *,
    saving: str = "",
    recording: str = "",
    direction: str = "",
    once: uuid.UUID | None = None,
) -> Game:
    """Change how the table records: saving, level of detail, direction of play. "" keeps the value.

    The level of detail applies from the next round on; recorded rounds stay. `once` is an id made
    by the phone: if another phone has already brought this change, it is not applied again over
    later ones. Raises RuleError if the level would change in a game of a match, where the
    tournament's rules apply.
    """
    with transaction.atomic():
        game = lock(game)
        if once and GameEvent.objects.filter(game=game, data__set=str(once)).exists():
            return game
        saving, direction = saving or game.saving, direction or game.direction
        table = table_of(game)
        rules = RuleSet.of(
            game.variant, game.settings | ({"recording": recording} if recording else {})
        )
        if game.of_match:
            if rules != table.rules:
                raise conflict(
                    "rules_of_match",
                    "recording",
                    gettext_noop(
                        "The tournament sets how much is recorded. Only its director can change "
                        "that."
                    ),
                )
            # Irrelevant to the match's result: do not notify it.
            game.saving, game.direction = saving, direction
            bump_version(game, "saving", "direction")
            return game
        wanted = setup_of(table) | {
            "saving": saving,
            "direction": direction,
            "settings": rules.settings(),
        }
        return _set_up(table, wanted, device, "put_right", ends=False, renamed={}, once=once).game


# Shared steps


def _open(game: Game) -> Game:
    """Lock the game. Raises RuleError if its table may not change its setup."""
    game = lock(game)
    if game.of_match:
        raise conflict(
            "rules_of_match",
            "game",
            gettext_noop(
                "This game belongs to a match. Correct the seats on the match's page; only the "
                "director can change the rules."
            ),
        )
    lifecycle.check("put_right", game)
    return game


def setup_changed() -> RuleError:
    return conflict(
        "setup_changed",
        "game",
        gettext_noop("Something was corrected here. Check again before you change it."),
    )


def _set_up(
    table: Table,
    wanted: Raw,
    device: Device,
    action: str,
    *,
    ends: bool,
    renamed: Mapping[int, str],
    once: uuid.UUID | None = None,
) -> SetupChange:
    """Change a game's setup to `wanted`. `once` as in `change_table_settings`. The caller holds the
    lock.
    """
    game, now = table.game, setup_of(table)
    changed = [key for key in now if now[key] != wanted[key]]
    if not changed and not renamed:
        return SetupChange(game, None)
    over = _check(table, wanted, changed, ends=ends)
    if game.chain_head is None:  # the chain starts now, with the setup before the change
        start_chain(game, now["seats"])
    if "seats" in changed:
        store_sittings(table, _other_seats(table, wanted["seats"]))
    state = game.state
    for key in FIELDS:
        setattr(game, key, wanted[key])
    game.save(update_fields=[*FIELDS, "changed_at"])
    change: Raw = {"before": _only(now, changed), "after": _only(wanted, changed)}
    if renamed:
        change["renamed"] = sorted(renamed)
    if once:
        change["set"] = str(once)
    event = add_event(game, action, device, data=change)
    commit_change(game, "put_right", over=over)
    _write_rows(game, changed, state)
    return SetupChange(game, event, renamed)


def _other_seats(table: Table, people: Sequence[int | None]) -> Sequence[Sat]:
    """Return who sat where if these people sit here now. Raises RuleError if somebody would have
    two seats in an earlier round.
    """
    if len(people) != len(table.seats):
        return [Sat(number, player) for number, player in enumerate(people)]
    rows = renamed([*table.seats, *table.former], people)
    new = {*people} - {seat.player_id for seat in table.seats}
    if sits_twice(rows) or new & {row.player_id for row in table.former}:
        raise conflict(
            "sat_earlier",
            "names",
            gettext_noop(
                "Somebody here sat at this table in earlier rounds. Seat them from a round on "
                "instead: see Another player in the table's menu."
            ),
        )
    return rows


def _only(setup: Raw, keys: Sequence[str]) -> Raw:
    return {key: setup[key] for key in keys}


def _write_rows(game: Game, changed: Sequence[str], before: str) -> None:
    """Rebuild the rows derived from what was changed. `before` is the game's former state."""
    if not {"seats", "settings", "variant", "carried"} & {*changed} and game.state == before:
        return
    write_games([game])
    # The seats may be new rows, so clearing their places marks no rating
    if before in ENDED and game.state not in ENDED:
        mark_games([game])


def _check_nothing_entered(game: Game) -> None:
    if Entry.objects.filter(game=game).exists():
        raise conflict(
            "seats_fixed",
            "names",
            gettext_noop(
                "Once a round is entered, the game and its number of seats are fixed. Start "
                "another game."
            ),
        )


def _check_no_rounds_before(game: Game) -> None:
    if Entry.objects.filter(game=game).exists():
        raise conflict(
            "rounds_fixed",
            "carried_rounds",
            gettext_noop(
                "Once a round is entered, the number of rounds before it is fixed; only the score "
                "can be corrected."
            ),
        )


def _check_direction(game: Game, wanted: Raw, changed: Sequence[str]) -> None:
    if "direction" not in changed or not has_compass(game.variant):
        return
    if None in wanted["seats"][1::2]:
        raise conflict(
            "direction_fixed",
            "direction",
            gettext_noop("West and East would change places: name the people there first."),
        )


def _check(table: Table, wanted: Raw, changed: Sequence[str], *, ends: bool) -> bool:
    """Return whether the game is over with `wanted`. Raises RuleError with all that its rounds rule
    out.
    """
    game, carried = table.game, Carried.from_data(wanted["carried"])
    rules = RuleSet.of(wanted["variant"], wanted["settings"])
    rules.check_offered()
    check_carried(rules, len(wanted["seats"]), carried)
    if carried.rounds != table.carried.rounds:
        _check_no_rounds_before(game)
    if "variant" in changed or len(wanted["seats"]) != len(table.seats):
        _check_nothing_entered(game)
        return False
    if not table.entries:
        return False
    _check_direction(game, wanted, changed)
    if is_played_as(rules, table.rules) and carried == table.carried:
        return table.result.finished
    check_undisputed(game)
    result = play_under(rules, table.result, table.played, carried=carried)
    if result.finished and not table.result.finished and not ends:
        raise conflict(
            "ends_now", "ends", gettext_noop("This ends the game. Confirm if that is right.")
        )
    return result.finished
