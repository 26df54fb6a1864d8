"""Validate a document's games: score records, and what else belongs to a table."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scoring.games.names.validation import tidy
from scoring.models import Entry, Game
from scoring.rules import Mistake, Position, RuleError, opening
from scoring.rules.bounds import FROM_NETWORK
from scoring.rules.record import ScoreRecord, read_record, read_round_in
from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.exchange.shapes import (
    Found,
    a_known_moment,
    a_mapping,
    a_number,
    a_text,
    an_object,
    anything,
    one_of,
    several,
)
from tournaments.match.played_games import has_two_sides

MOST_ROUNDS = 500  # per game, as at the table
LONGEST_NAME = 80
# Rounds that may be replayed for a game's late entries, however short it is
LEAST_REPLAYED = 500

LATE_KINDS = (
    Entry.Kind.ROUND.value,
    Entry.Kind.CORRECTION.value,
    Entry.Kind.UNDO.value,
    Entry.Kind.CHOICE.value,
)
A_LATE_ENTRY = an_object(
    {
        "number": a_number(1, MOST_ROUNDS),
        "kind": one_of(LATE_KINDS),
        "round": anything,
        "at": a_known_moment,
    }
)
A_PLAYED_GAME = an_object(
    {
        "record": a_mapping,
        "late": several(A_LATE_ENTRY, 100),
        "rivals": several(an_object({"number": a_number(1, MOST_ROUNDS), "round": anything}), 100),
        "table_name": a_text(40),
        "direction": one_of(Game.Direction.values),
        "saving": one_of(Game.Saving.values),
        "state": one_of(Game.State.values),
        "stopped_because": a_text(200, tidied=False),
        "started_at": a_known_moment,
    },
    or_none=True,
    later={"late": []},
)


def check_game(game: dict[str, Any], variant: str, at: str, found: Found) -> None:
    """Replay a game of a match. Adds `played`, a ScoreRecord, to its `game`, and the `played` round
    to each rival.
    """
    data = game["game"]
    played = _replayed(data["record"], f"{at}.game.record", found)
    if played is None:
        return
    data["played"] = played
    if played.rules.variant != variant:
        text = gettext_noop("The record is of a different game than the stage.")
        found.add("variant_mismatch", f"{at}.game.record.variant", text)
        return
    for name in played.players:
        if tidy(name) != name or len(name) > LONGEST_NAME:
            text = gettext_noop(
                "A name at this table has more than %(most)s characters, or a space at either end."
            )
            found.add("bad_text", f"{at}.game.record.players", text, most=LONGEST_NAME)
    if not _seats_fit(game, played):
        text = gettext_noop(
            "Seats and sides do not match: each seat must have the side of its place at the table."
        )
        found.add("wrong_seats", f"{at}.seats", text)
    course = _Course(played, data["record"]["rounds"])
    _check_rivals(data, course, f"{at}.game", found)
    _check_late(data, course, f"{at}.game", found)
    if not _state_fits(data["state"], played, data["rivals"]):
        text = gettext_noop(
            "The state does not match the rounds: the rules disagree on whether the game is over."
        )
        found.add("wrong_state", f"{at}.game.state", text)


def _replayed(record: dict[str, Any], at: str, found: Found) -> ScoreRecord | None:
    rounds = record.get("rounds")
    if isinstance(rounds, list) and len(rounds) > MOST_ROUNDS:
        text = ngettext_noop(
            "%(field)s has %(found)s member; the limit is %(most)s.",
            "%(field)s has %(found)s members; the limit is %(most)s.",
            "found",
        )
        found.add("too_many", f"{at}.rounds", text, found=len(rounds), most=MOST_ROUNDS)
        return None
    try:
        return read_record(record, FROM_NETWORK, kept=True)
    except RuleError as error:
        found.extend(_moved(one, at) for one in error.mistakes)
        return None


def _state_fits(state: str, played: ScoreRecord, rivals: Sequence[object]) -> bool:
    """Return whether a game is finished exactly if its rounds end it. A stopped game may be either.

    While a round has two versions, the game goes on.
    """
    ended = played.game.finished and not rivals
    return state == Game.State.STOPPED or (state == Game.State.FINISHED) == ended


def _moved(mistake: Mistake, at: str) -> Mistake:
    where = (
        f"{at}.{mistake.field}"
        if mistake.round is None
        else f"{at}.rounds.{mistake.round - 1}.{mistake.field}"
    )
    return replace(mistake, field=where, round=None)


def _seats_fit(game: dict[str, Any], played: ScoreRecord) -> bool:
    """Return whether partners sit on the same side of the game, and everyone has a seat."""
    seats: Sequence[int] = game["seats"]
    sides = [frozenset(side) for side in game["sides"]]
    if len(seats) != len(played.players):
        return False
    if not has_two_sides(played.rules.variant):
        return sorted(seats) == sorted(who for side in sides for who in side) and all(
            len(one) == 1 for one in sides
        )
    return len(sides) == 2 and {frozenset(seats[0::2]), frozenset(seats[1::2])} == set(sides)


class _Course:
    """The rounds of a game as a phone had them, and the position before each. A round is replayed
    only if an earlier one differs.
    """

    def __init__(self, played: ScoreRecord, rounds: Sequence[Any]) -> None:
        self.players = played.players
        self.rounds = list(rounds)
        # Before each round, as far as they were played
        self.positions = [opening(played.rules, len(played.players))]
        # A phone that was offline may correct its entries; this limit prevents endless replays.
        self.left = 4 * len(self.rounds) + LEAST_REPLAYED

    def before(self, number: int) -> Position:
        """Return the position before round `number`. Raises RuleError if the rounds before it are
        invalid.
        """
        while len(self.positions) < number:
            self._count()
            data = self.rounds[len(self.positions) - 1]
            self.positions.append(read_round_in(self.positions[-1], data, self.players)[2])
        return self.positions[number - 1]

    def take(self, number: int, data: Any) -> None:
        """Set the round with this number, or with None remove it and all later ones."""
        self.rounds = self.rounds[: number - 1] if data is None else self.rounds
        if data is not None:
            self.rounds[number - 1 : number] = [data]
        del self.positions[number:]

    def _count(self) -> None:
        self.left -= 1
        if self.left < 0:
            text = gettext_noop(
                "There are too many late entries about early rounds to check them all."
            )
            raise RuleError([Mistake("too_many", "round", text)])


def _check_rivals(data: dict[str, Any], course: _Course, at: str, found: Found) -> None:
    for index, rival in enumerate(data["rivals"]):
        if rival["number"] > len(course.rounds):
            text = gettext_noop("There is no round %(number)s for this other version.")
            found.add("no_such_round", f"{at}.rivals.{index}.number", text, number=rival["number"])
            continue
        try:
            position = course.before(rival["number"])
            rival["played"] = read_round_in(position, rival["round"], course.players)[0]
        except RuleError as error:
            found.extend(
                replace(one, field=f"{at}.rivals.{index}.round", round=None)
                for one in error.mistakes
            )


def _check_late(data: dict[str, Any], course: _Course, at: str, found: Found) -> None:
    """Check late entries in order, as the phone that wrote them had its game. Adds the `played`
    round and the `seen` sides to each.
    """
    for index, late in enumerate(data["late"]):
        where, number = f"{at}.late.{index}", late["number"]
        taken_back = late["kind"] == Entry.Kind.UNDO
        if number > len(course.rounds) + (late["kind"] == Entry.Kind.ROUND) or taken_back != (
            late["round"] is None
        ):
            text = gettext_noop("There is no round %(number)s for this late entry.")
            found.add("no_such_round", f"{where}.number", text, number=number)
            return
        late["played"], late["seen"] = None, []
        if not taken_back:
            try:
                position = course.before(number)
                late["played"], result, _after = read_round_in(
                    position, late["round"], course.players
                )
            except RuleError as error:
                found.extend(
                    replace(one, field=f"{where}.round", round=None) for one in error.mistakes
                )
                return
            late["seen"] = [list(side) for side in result.sides]
        course.take(number, late["round"])
