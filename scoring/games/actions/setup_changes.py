"""Putting a game right that was set up wrong: names, seats, rules, direction, how the table writes.

Before the first round all of it; later what the rounds bear. What was is kept with what is, in the
game's events.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db import transaction

from scoring.games import lifecycle
from scoring.games.actions.chaining import add_event, begin
from scoring.games.actions.common import check_undisputed, conflict, lock, touch
from scoring.games.actions.rating_marks import mark_games
from scoring.games.actions.record_rows import ENDED, write_games
from scoring.games.actions.setups import FIELDS, Raw, last_change, mark_of, set_up_as
from scoring.games.actions.spelling import people_at, respell
from scoring.games.live import announce
from scoring.games.names.seat_names import has_compass, names_by_seat
from scoring.games.names.validation import LONGEST_TABLE, clean_text
from scoring.games.queries import Table, table_of
from scoring.games.rule_changes import play_under
from scoring.models import Device, Entry, Game, GameEvent, Player, Seat
from scoring.rules import RuleError, RuleSet, is_played_as
from scoring.rules.words import gettext_noop


@dataclass(frozen=True)
class Setup:
    """How a game is to be set up. `names` are by seat as typed, empty for nobody; `preset` a key,
    empty for none.
    """

    rules: RuleSet
    names: Sequence[str]
    preset: str = ""
    table_name: str = ""
    direction: str = Game.Direction.RIGHT
    saving: str = Game.Saving.ITSELF


@dataclass(frozen=True)
class Righted:
    """What came of it. `event` is None where nothing differs; `renamed` are the names before, by
    player.
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
) -> Righted:
    """Set a game up again. Whoever changes seats takes the points of the seat's rounds along: they
    sat there all along.

    A name that the list knows is that person; any other is somebody new, or, with `everywhere`, the
    same person spelled right, in all games. Who plays in this game alone is always only spelled
    again. `seen` is the mark of what the person saw, empty where they did not look; `ends` says
    that they know that the game is over with this. Raises RuleError with all that the game does not
    bear.
    """
    names = names_by_seat(setup.rules.variant, setup.names)
    wanted: Raw = {
        "variant": setup.rules.variant,
        "settings": setup.rules.settings(),
        "preset": setup.preset,
        "table_name": clean_text(setup.table_name, "table_name", most=LONGEST_TABLE),
        "direction": setup.direction,
        "saving": setup.saving,
    }
    with transaction.atomic():
        game = _open(game)
        table = table_of(game)
        if seen and seen != mark_of(table):
            raise setup_changed()
        wanted["seats"], renamed = people_at(table, names, device, everywhere=everywhere)
        return _set_up(table, wanted, device, "put_right", ends=ends, renamed=renamed)


def put_back(game: Game, event_id: int, device: Device, names: Mapping[int, str]) -> Righted:
    """Undo what was put right last. `names` are the spellings before it, by player, as far as they
    are known.

    Raises RuleError where something else has been put right since, and where rounds written since
    do not bear it.
    """
    with transaction.atomic():
        game = _open(game)
        table = table_of(game)
        event = last_change(game)
        now = set_up_as(table)
        if event is None or event.pk != event_id or event.data is None:
            raise setup_changed()
        before, after = event.data["before"], event.data["after"]
        if any(now[key] != value for key, value in after.items()):
            raise setup_changed()
        people = {pk for pk in before.get("seats", ()) if pk is not None}
        if Player.objects.filter(pk__in=people).count() < len(people):
            raise setup_changed()
        renamed = respell(
            table, {pk: name for pk, name in names.items() if pk in event.data.get("renamed", ())}
        )
        return _set_up(table, now | before, device, "put_back", ends=True, renamed=renamed)


def change_table_settings(
    game: Game,
    device: Device,
    *,
    saving: str = "",
    recording: str = "",
    direction: str = "",
    once: uuid.UUID | None = None,
) -> Game:
    """How the table writes: saves itself or asks, how much it records, which way the play goes;
    each "" as before.

    How much is recorded holds from the next round on: the rounds that were written stay as they
    are. `once` is the id of the setting, made by the phone: another phone may have brought it
    already, and it was changed again since. Raises RuleError where it is to change in a game of a
    match, which is played by the tournament's rules as all others of it.
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
                        "How much is recorded is the tournament's rule: only its director can "
                        "change it."
                    ),
                )
            # Nothing that the match counts: it need not hear of it.
            game.saving, game.direction, game.version = saving, direction, game.version + 1
            game.save(update_fields=["saving", "direction", "version", "changed_at"])
            announce(game.pk, game.version)
            return game
        wanted = set_up_as(table) | {
            "saving": saving,
            "direction": direction,
            "settings": rules.settings(),
        }
        return _set_up(table, wanted, device, "put_right", ends=False, renamed={}, once=once).game


# What all of it goes through
# ------------------------------------------------------------------------------------


def _open(game: Game) -> Game:
    """The game, locked. Raises RuleError where it is not its table's to put right."""
    game = lock(game)
    if game.of_match:
        raise conflict(
            "rules_of_match",
            "game",
            gettext_noop(
                "This game belongs to a match: correct seats on the match's page; only its "
                "director changes the rules."
            ),
        )
    lifecycle.check("put_right", game)
    return game


def setup_changed() -> RuleError:
    return conflict(
        "setup_changed",
        "game",
        gettext_noop("Something was corrected here: check again, then change it."),
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
) -> Righted:
    """Let a game be as `wanted`; `once` as in `change_table_settings`.
    The caller holds its lock.
    """
    game, now = table.game, set_up_as(table)
    changed = [key for key in now if now[key] != wanted[key]]
    if not changed and not renamed:
        return Righted(game, None)
    over = _check(table, wanted, changed, ends=ends)
    if game.chain_head is None:  # begun now, as it was set up until now
        begin(game, now["seats"])
    if "seats" in changed:
        _seat(game, wanted["seats"])
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
    touch(game, "put_right", over=over)
    _write_rows(game, changed, state)
    return Righted(game, event, renamed)


def _seat(game: Game, people: Sequence[int | None]) -> None:
    Seat.objects.filter(game=game).delete()
    Seat.objects.bulk_create(Seat(game=game, number=n, player_id=pk) for n, pk in enumerate(people))


def _only(setup: Raw, keys: Sequence[str]) -> Raw:
    return {key: setup[key] for key in keys}


def _write_rows(game: Game, changed: Sequence[str], before: str) -> None:
    """Write the rows again that follow from what was changed; `before` is the state it was in."""
    if not {"seats", "settings", "variant"} & {*changed} and game.state == before:
        return
    write_games([game])
    # Its seats may be new ones, with no end in them that went
    if before in ENDED and game.state not in ENDED:
        mark_games([game])


def _check(table: Table, wanted: Raw, changed: Sequence[str], *, ends: bool) -> bool:
    """Whether the game is over as `wanted`.
    Raises RuleError with all that its rounds do not bear.
    """
    game = table.game
    if "variant" in changed or len(wanted["seats"]) != len(table.seats):
        if Entry.objects.filter(game=game).exists():
            raise conflict(
                "seats_fixed",
                "names",
                gettext_noop(
                    "The game and its number of seats stay once a round was written: start another "
                    "game."
                ),
            )
        return False
    if not table.entries:
        return False
    if "direction" in changed and has_compass(game.variant) and None in wanted["seats"][1::2]:
        raise conflict(
            "direction_fixed",
            "direction",
            gettext_noop("West and East would change places: name the people there first."),
        )
    rules = RuleSet.of(wanted["variant"], wanted["settings"])
    if is_played_as(rules, table.rules):
        return table.result.finished
    check_undisputed(game)
    result = play_under(rules, table.result, table.played)
    if result.finished and not table.result.finished and not ends:
        raise conflict(
            "ends_now", "ends", gettext_noop("This ends the game. If that is right, confirm here.")
        )
    return result.finished
