"""Score records, version 1: a game as a table played it, with names, and the answer to it.

A record comes from anywhere, so nothing in it is trusted; whatever the JSON, the answer is a dict.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .bounds import FROM_FILE, MOST_IN_ROUND, Bounds
from .dummies import DUMMY_NAME
from .errors import Mistake, RuleError, collect, first_mistakes, is_text, shown
from .game import play, player_count_mistakes, step
from .point_game import arithmetic_mistakes
from .position import GameResult, Position, RoundResult
from .record_form import VERSION, form_mistakes
from .recordings import RECORDINGS, in_recording, recording_of
from .rounds import RECORD_KEYS, ROUND_KEYS, Round, read_round
from .rulesets import RuleSet, read_rules
from .variant import name_mistakes
from .variants import VARIANTS
from .words import gettext_noop, ngettext_noop

FORMAT = "tichu-score-record"
KEYS = ("format", "version", "variant", "players", "settings", "rounds")
SEATS_UNCLEAR = {"wrong_type", "duplicate_player", "reserved_name", "player_count"}


@dataclass(frozen=True)
class ScoreRecord:
    """A record without mistakes: the players by seat, the rules, the rounds, and the result."""

    players: tuple[str, ...]
    rules: RuleSet
    rounds: tuple[Round, ...]
    game: GameResult

    @property
    def names(self) -> tuple[str, ...]:
        """Names by seat index, the dummy's after the players'."""
        return (
            (*self.players, DUMMY_NAME) if VARIANTS[self.rules.variant].has_dummy else self.players
        )

    def answer(self) -> dict[str, Any]:
        """Return the answer to the record, in the form of the score record's contract."""
        names, game = self.names, self.game
        columns = [" & ".join(names[seat] for seat in column) for column in game.columns]
        return {
            "ok": True,
            "columns": columns,
            "rounds": [_round_answer(result, names, self.rules.variant) for result in game.rounds],
            "totals": list(game.totals),
            "finished": game.finished,
            "winners": [columns[column] for column in game.winners],
        }


def answer(record: object, bounds: Bounds = FROM_FILE) -> dict[str, Any]:
    """Return the answer to a record that is already parsed JSON. Never raises."""
    try:
        return read_record(record, bounds).answer()
    except RuleError as error:
        return refusal(error.mistakes, bounds.mistakes)


def refusal(mistakes: Iterable[Mistake], most: int = FROM_FILE.mistakes) -> dict[str, Any]:
    """Return the answer to a record with these mistakes, listing at most `most`."""
    return {
        "ok": False,
        "errors": [
            {"round": one.round, "field": one.field, "code": one.code, "message": one.message}
            for one in first_mistakes(mistakes, most)
        ],
    }


def write_record(
    players: Sequence[str], rules: RuleSet, rounds: Iterable[Round], *, kept: bool = False
) -> dict[str, Any]:
    """Return the record of a game as plain JSON data; `read_record` reads it back.

    A record has one level of detail: if rounds differ, it contains what all of them have. `kept`:
    it comes back to this program, with what a score record has no key for. Otherwise bombs, which
    score nothing, are left out. Raises RuleError if calls would be left out, or totals alone are
    known.
    """
    names = (*players, DUMMY_NAME)
    rules, rounds = _recorded_alike(len(players), rules, tuple(rounds))
    if not kept and any(played.side_calls for played in rounds):
        text = gettext_noop(
            "This game has calls of which only the team is known, and a score record needs the "
            "caller: export the club instead."
        )
        raise RuleError([Mistake("unknown_key", "side_calls", text)])
    if not kept and any(played.totals for played in rounds):
        text = gettext_noop(
            "This game has hands of which only two totals are known, and a score record needs what "
            "was played: export the tournament instead."
        )
        raise RuleError([Mistake("unknown_key", "totals", text)])
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "variant": rules.variant,
        "players": list(players),
    }
    if settings := rules.settings():
        data["settings"] = settings
    if not kept:
        rounds = [replace(played, bombs=None) for played in rounds]
    data["rounds"] = [_round_data(played, names) for played in rounds]
    return data


def _recorded_alike(
    n_players: int, rules: RuleSet, rounds: tuple[Round, ...]
) -> tuple[RuleSet, Iterable[Round]]:
    usual = rules.recording
    if all(one.recording is None or recording_of(one, usual) == usual for one in rounds):
        return rules, rounds
    recording = max(map(recording_of, rounds), key=list(RECORDINGS).index)
    results = play(rules, n_players, rounds).rounds
    alike = [in_recording(one, recording, came) for one, came in zip(rounds, results, strict=True)]
    return replace(rules, recording=recording), alike


def read_record(
    record: object, bounds: Bounds = FROM_FILE, *, kept: bool = False, side_calls: bool = False
) -> ScoreRecord:
    """Read a record from parsed JSON and play it.

    What is beyond `bounds` is not examined further. `kept`: the record was accepted before and
    comes back, so its rounds are not checked for contradictions. `side_calls`: they may have calls
    of unknown players, as in a record that is kept.

    Raises RuleError with all mistakes that can be distinguished, those of the record before those
    of its rounds, with names in their messages. Nothing is reported that may just follow from
    another mistake.
    """
    if not isinstance(record, Mapping):
        text = gettext_noop("A score record must be a JSON object.")
        raise RuleError([Mistake("wrong_type", "record", text)])
    found = form_mistakes(record, FORMAT, KEYS)
    rules, of_rules = read_rules(record.get("variant"), record.get("settings", {}))
    if record.get("settings", {}) is None:
        text = gettext_noop(
            "settings must be an object that holds what differs from the usual rules."
        )
        of_rules.append(Mistake("wrong_type", "settings", text))
    if rules is not None and not kept:
        with collect(of_rules):
            rules.check_offered()
    players, of_players = _read_players(record.get("players", []), rules, bounds)
    found += of_rules + of_players
    rounds, of_rounds = _read_rounds(record.get("rounds"), bounds)
    found += of_rounds
    unclear = {mistake.code for mistake in of_players} & SEATS_UNCLEAR
    if rules is None or unclear:
        raise RuleError(found + _loose_mistakes(rounds, players, rules, unclear))
    # Only the games that the contract does not know have rounds that tell who sits out
    keys = ROUND_KEYS if kept or side_calls else RECORD_KEYS
    if VARIANTS[rules.variant].turns:
        keys = tuple(dict.fromkeys((*keys, "sits_out")))
    unreadable = _unreadable_settings(of_rules, rules)
    return _play(rounds, players, rules, found, unreadable, keys, new=not kept)


def _play(
    rounds: Sequence[object],
    players: Sequence[str],
    rules: RuleSet,
    found: list[Mistake],
    unreadable: frozenset[str],
    keys: Sequence[str],
    *,
    new: bool,
) -> ScoreRecord:
    """Play the rounds of a record whose seats are clear. Raises RuleError if any
    mistake was found.
    """
    variant = VARIANTS[rules.variant]
    names = _Names(players, has_dummy=variant.has_dummy)
    position = variant.opening(rules, len(players))
    played_rounds: list[Round] = []
    results: list[RoundResult] = []
    for number, data in enumerate(rounds, 1):
        played, wrong_form, lost = read_round(data, names.seat, keys)
        missing = lost | unreadable if lost or unreadable else unreadable
        result, position, wrong = step(position, played, missing, new=new)
        played_rounds.append(played)
        if result is not None:
            results.append(result)
        if wrong_form or wrong:
            found += [one.in_round(number).named(names.by_seat) for one in (*wrong_form, *wrong)]
    if found:
        raise RuleError(found)
    game = GameResult(tuple(results), position)
    return ScoreRecord(tuple(players), rules, tuple(played_rounds), game)


def read_round_in(
    position: Position, data: object, players: Sequence[str]
) -> tuple[Round, RoundResult, Position]:
    """Read one round of a record and play it in this position; return the position after it, too.

    Raises RuleError with its mistakes, with names in their messages.
    """
    names = _Names(players, has_dummy=VARIANTS[position.rules.variant].has_dummy)
    played, wrong_form, lost = read_round(data, names.seat, ROUND_KEYS)
    # It was accepted before: as in `read_record`, it is not checked for contradictions.
    result, after, wrong = step(position, played, lost, new=False)
    if wrong_form or wrong or result is None:
        raise RuleError(one.named(names.by_seat) for one in (*wrong_form, *wrong))
    return played, result, after


def _read_rounds(given: object, bounds: Bounds) -> tuple[Sequence[object], list[Mistake]]:
    """Return the rounds, none if they are not a list or too many, and the mistake of the list."""
    if not isinstance(given, list | tuple):
        text = gettext_noop("rounds must be the list of rounds, oldest first; it may be empty.")
        return [], [Mistake("wrong_type", "rounds", text)]
    if bounds.rounds is not None and len(given) > bounds.rounds:
        text = ngettext_noop(
            "The record has %(found)s round; at most %(most)s are allowed.",
            "The record has %(found)s rounds; at most %(most)s are allowed.",
            "found",
        )
        params = {"found": len(given), "most": bounds.rounds}
        return [], [Mistake("wrong_type", "rounds", text, params)]
    return given, []


def _loose_mistakes(
    rounds: Sequence[object], players: Sequence[str], rules: RuleSet | None, unclear: set[str]
) -> list[Mistake]:
    """Return the mistakes in the rounds that do not depend on seats: form, unknown names,
    impossible counts.
    """
    variant = VARIANTS[rules.variant] if rules else None
    has_dummy = variant is None or variant.has_dummy
    has_points = variant is None or not variant.is_rank_game
    names = _Names(players, has_dummy=has_dummy)
    found: list[Mistake] = []
    for number, data in enumerate(rounds, 1):
        played, wrong, _ = read_round(data, names.seat)
        if "wrong_type" not in unclear:
            of_names = name_mistakes(played, len(players) + has_dummy, len(players))
            if "duplicate_player" in unclear:
                of_names = [one for one in of_names if one.code != "duplicate_out"]
            wrong += of_names
        if has_points and played.card_points is not None and played.wish_violation is None:
            wrong += arithmetic_mistakes(played.card_points)
        found += [one.in_round(number).named(names.by_seat) for one in wrong]
    return found


class _Names:
    """Seats by name, and names by seat. A name not at the table gets a number that is no seat."""

    def __init__(self, players: Sequence[str], *, has_dummy: bool) -> None:
        everybody = [*players, DUMMY_NAME] if has_dummy else players
        self.by_seat: dict[int, str] = dict(enumerate(everybody))
        self._seats = {name: seat for seat, name in self.by_seat.items()}
        self._next_stranger = len(everybody) + 1

    def seat(self, name: object) -> int | None:
        """Return the seat of this name, None if it is not a name."""
        if not isinstance(name, str):
            return None
        seat = self._seats.get(name)
        if seat is None:
            seat = self._next_stranger
            self._next_stranger += 1
            self._seats[name] = seat
            self.by_seat[seat] = name
        return seat


def _read_players(
    given: object, rules: RuleSet | None, bounds: Bounds
) -> tuple[list[str], list[Mistake]]:
    """Return the names that can be read, and the mistakes of the list. Of a list longer than any
    table, only the length is checked.
    """
    if not isinstance(given, list | tuple):
        text = gettext_noop("players must be the list of names in the order of seats.")
        return [], [Mistake("wrong_type", "players", text)]
    of_count = player_count_mistakes(rules.variant, len(given)) if rules is not None else []
    if len(given) > MOST_IN_ROUND:
        return [], of_count
    found: list[Mistake] = []
    players = [name for name in given if isinstance(name, str)]
    if bounds.name is not None and any(len(name) > bounds.name for name in players):
        text = gettext_noop("A name at this table has more than %(most)s characters.")
        found.append(Mistake("wrong_type", "players", text, {"most": bounds.name}))
        players = [name[: bounds.name] for name in players]
    if len(players) < len(given):
        text = gettext_noop(
            "players contains something that is not a name; each entry must be text."
        )
        found.append(Mistake("wrong_type", "players", text))
    return players, found + of_count + _players_mistakes(players)


def _players_mistakes(players: Sequence[str]) -> list[Mistake]:
    """Return mistakes in the names, and names that conflict."""
    found: list[Mistake] = []
    if not all(map(is_text, players)):
        text = gettext_noop(
            "A name has an unsupported character (NUL, or half of a surrogate pair)."
        )
        found.append(Mistake("wrong_type", "players", text))
    if not all(name.strip() for name in players):
        text = gettext_noop("A player has an empty name; each player needs one.")
        found.append(Mistake("empty_name", "players", text))
    if DUMMY_NAME in players:
        text = gettext_noop(
            "No player may be called dummy, as the hand without a player is; choose another name."
        )
        found.append(Mistake("reserved_name", "players", text))
    text = gettext_noop("Two players are called %(name)s; each name may appear once at a table.")
    again = [name for at, name in enumerate(players) if name in players[:at] and name.strip()]
    return found + [
        Mistake("duplicate_player", "players", text, {"name": shown(name)})
        for name in dict.fromkeys(again)
    ]


def _unreadable_settings(mistakes: Sequence[Mistake], rules: RuleSet) -> frozenset[str]:
    """Return the settings that nothing may depend on, and "settings" itself if there is any mistake
    in them.
    """
    if not mistakes:
        return frozenset()
    if any(mistake.code == "wrong_type" for mistake in mistakes):
        return frozenset({"settings", *VARIANTS[rules.variant].settings})
    return frozenset({"settings", *(one.field for one in mistakes if one.code == "bad_setting")})


def _round_answer(result: RoundResult, names: Sequence[str], variant: str) -> dict[str, Any]:
    return {
        "scores": list(result.scores),
        "totals": list(result.totals),
        "sweep": result.sweep,
        "calls_made": [names[seat] for seat in result.calls_made],
        "calls_failed": [names[seat] for seat in result.calls_failed],
        "next": {key: _next_value(result, key, names) for key in VARIANTS[variant].settles},
    }


def _next_value(result: RoundResult, key: str, names: Sequence[str]) -> object:
    value = getattr(result.next, key)
    if key == "pushes":
        return [
            {
                "from": names[push.giver],
                "to": names[push.taker],
                "cards": push.cards,
                "kind": push.kind,
            }
            for push in value
        ]
    if key == "deck":
        return {"packs": value.packs, "cards": value.cards}
    if key == "seating":
        return [names[seat] for seat in value]
    if isinstance(value, tuple):
        return list(value)
    return None if value is None else names[value]


def _round_data(played: Round, names: Sequence[str]) -> dict[str, Any]:
    """Return a round as in a record: the same keys as in data with seats, with names for seats."""
    data: dict[str, Any] = dict(played.to_data())
    if played.out:
        data["out"] = [names[seat] for seat in played.out]
    if played.calls:
        data["calls"] = {names[seat]: call for seat, call in played.calls}
    for key in ("made", "wish_violation", "sits_out"):
        if key in data:
            data[key] = names[data[key]]
    if played.bombs is not None:
        data["bombs"] = [[names[seat], *known] for seat, *known in played.bombs]
    return data
