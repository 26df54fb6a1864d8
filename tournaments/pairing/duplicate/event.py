"""Duplicate as a format: a movement is fixed by the first draw and followed round by round."""

import random
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

from scoring.rules import Conflict, Mistake, Variant
from scoring.rules.settings import Choice, Setting
from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.pairing.duplicate.movement import (
    FEWEST_PAIRS,
    MOST_BOARDS,
    MOST_PAIRS,
    MOST_TO_MEET_ALL,
    USUAL_BOARDS,
    USUAL_ROUNDS,
    Movement,
    movement,
)
from tournaments.pairing.format import Format, Whole
from tournaments.pairing.tables import number_tables
from tournaments.pairing.values import Draw, Field, Id, Note, SessionRound, Table

SETS, LEVELLED = "sets", "levelled"
NOTHING, PERCENT, TRAVELLER = "nothing", "percent", "traveller"
KEY = re.compile(r"([0-9]{1,2})-([0-9]{1,2})", re.ASCII)  # numbers of north-south and east-west


class Duplicate(Format):
    """Pairs play the same boards at different tables."""

    key = "duplicate"
    name = gettext_noop("Duplicate")
    sentence = gettext_noop(
        "Everybody plays the same cards, and results are compared board by board."
    )
    settings: ClassVar[Mapping[str, Setting]] = {
        "boards": Whole(USUAL_BOARDS, 1, MOST_BOARDS),
        "rounds": Whole(None, 1, MOST_PAIRS - 1, open_=True),
        "boards_move": Choice((SETS, LEVELLED)),
        "others": Choice((NOTHING, PERCENT, TRAVELLER)),
    }
    labels = {
        "boards": (
            gettext_noop("Boards a round"),
            gettext_noop("Each table plays each of them once."),
        ),
        "rounds": (
            gettext_noop("Rounds to play"),
            gettext_noop(
                "Empty: until everybody has met everybody; with more than 20 pairs, nine rounds."
            ),
        ),
        "boards_move": (
            gettext_noop("How boards move"),
            gettext_noop(
                "Together, as a set; or each on its own way, so that more pairs are compared "
                "equally often."
            ),
        ),
        "others": (
            gettext_noop("Results of other tables during the session"),
            gettext_noop(
                "What a pair sees on its own page for a board that it has played. Nobody else sees "
                "anything before the session ends."
            ),
        ),
    }
    choices = {
        SETS: gettext_noop("as a set"),
        LEVELLED: gettext_noop("each on its own way"),
        NOTHING: gettext_noop("nothing"),
        PERCENT: gettext_noop("its own percent"),
        TRAVELLER: gettext_noop("all results of the board"),
    }
    units = ("pair",)
    whole_stage = True
    keeps_schedule = True
    byes_count = False
    takes_late = False
    compares_boards = True

    def plays(self, game: Variant) -> bool:
        return game.has_teams and game.side_size == 2

    def rounds(self, entrants: int, settings: Mapping[str, Any]) -> int:
        """Return the rounds of the movement for this many pairs."""
        wanted = self.read(settings)["rounds"]
        until_all_met = max(entrants, FEWEST_PAIRS) - 1 + entrants % 2
        if wanted is None:
            wanted = until_all_met if entrants <= MOST_TO_MEET_ALL else USUAL_ROUNDS
        return int(min(wanted, until_all_met))

    def rounds_of(self, field: Field) -> int:
        pairs = len(_numbers(field)) if field.past else len(field.entrants)
        return self.rounds(pairs, field.settings)

    def movement(self, pairs: int, settings: Mapping[str, Any]) -> Movement:
        """Return the movement for this many pairs. Raises RuleError if there is none."""
        read = self.read(settings)
        levelled = read["boards_move"] == LEVELLED
        return _movement(pairs, read["boards"], self.rounds(pairs, settings), levelled)

    def draw(self, field: Field) -> Draw:
        """Seat the next round of the movement. Raises RuleError: `too_few`, `too_many` pairs,
        `stage_over`.
        """
        numbers = _numbers(field)
        _check(len(numbers))
        rounds = self.movement(len(numbers), field.settings).rounds
        if field.number > len(rounds):
            text = gettext_noop("All rounds of the movement have been played: finish the stage.")
            raise Conflict([Mistake("stage_over", "round", text)])
        pair_of = {number: id_ for id_, number in numbers.items()}
        present = {one.id for one in field.entrants}
        tables: list[Table] = []
        notes: list[Note] = []
        for seat in rounds[field.number - 1]:
            ids = pair_of[seat.ns], pair_of[seat.ew]
            here = [id_ for id_ in ids if id_ in present]
            if len(here) == 2:
                tables.append(_table(ids, (seat.ns, seat.ew), seat.boards, field, len(rounds)))
            elif here:
                away = next(id_ for id_ in ids if id_ not in present)
                notes.append(_away(here[0], away))
        seated = {id_ for table in tables for id_ in table.everybody}
        byes = sorted(present - seated, key=lambda id_: (numbers.get(id_, MOST_PAIRS), id_))
        told = {note.params["who"] for note in notes}
        notes += [_sits_out(id_, numbers) for id_ in byes if id_ not in told]
        return Draw(number_tables(tables, field.fixed_tables), tuple(byes), warnings=tuple(notes))

    def describe(self, settings: Mapping[str, Any]) -> tuple[tuple[str, Mapping[str, object]], ...]:
        read = self.read(settings)
        boards = ngettext_noop(
            "Each table plays %(boards)s board a round.",
            "Each table plays %(boards)s boards a round.",
            "boards",
        )
        all_meet = gettext_noop("With up to 20 pairs, everybody meets everybody.")
        rounds = ngettext_noop(
            "There is %(rounds)s round.", "There are up to %(rounds)s rounds.", "rounds"
        )
        odd = gettext_noop("With an odd number, one pair sits out each round, at no loss.")
        return (
            (boards, {"boards": read["boards"]}),
            (all_meet, {}) if read["rounds"] is None else (rounds, {"rounds": read["rounds"]}),
            (odd, {}),
        )

    def preview(
        self, settings: Mapping[str, Any], entrants: int | None
    ) -> tuple[tuple[str, Mapping[str, object]], ...]:
        if entrants is None or not FEWEST_PAIRS <= entrants <= MOST_PAIRS:
            text = gettext_noop("A session needs %(least)s to %(most)s pairs.")
            return ((text, {"least": FEWEST_PAIRS, "most": MOST_PAIRS}),)
        found = self.movement(entrants, settings)
        text = gettext_noop(
            "Pairs: %(pairs)s, rounds: %(rounds)s, boards: %(boards)s. Any two are compared on "
            "%(least)s to %(most)s boards."
        )
        compared = found.comparisons
        params = {
            "pairs": entrants,
            "rounds": len(found.rounds),
            "boards": found.boards,
            "least": compared.least,
            "most": compared.most,
        }
        return ((text, params),)


@cache
def _movement(pairs: int, boards: int, rounds: int, levelled: bool) -> Movement:
    return movement(pairs, boards, rounds, levelled)


def pair_numbers(first: SessionRound) -> dict[int, int]:
    """Return each pair's number in the movement, as the first round was drawn.

    Someone without a table has the number that is left.
    """
    found: dict[int, int] = {}
    for table in first.tables:
        if (key := KEY.fullmatch(table.key)) and len(table.everybody) == 2:
            found |= zip(table.everybody, map(int, key.groups()), strict=True)
    left = [one for one in range(1, len(first.everybody) + 1) if one not in found.values()]
    others = sorted(first.everybody - found.keys())
    return found | dict(zip(others, left, strict=False))


def _numbers(field: Field) -> dict[int, int]:
    """Return the numbers by id; before the first round they are drawn by lot."""
    if field.past:
        return pair_numbers(field.past[0])
    ids = sorted(one.id for one in field.entrants)
    random.Random(f"{field.seed}:duplicate").shuffle(ids)  # noqa: S311 - a lot, not a secret
    return {id_: number for number, id_ in enumerate(ids, start=1)}


def _check(pairs: int) -> None:
    if pairs < FEWEST_PAIRS:
        text = gettext_noop("Duplicate needs at least %(least)s pairs; there are %(count)s.")
        params = {"least": FEWEST_PAIRS, "count": pairs}
        raise Conflict([Mistake("too_few", "entrants", text, params)])
    if pairs > MOST_PAIRS:
        text = gettext_noop(
            "There are movements for at most %(most)s pairs, and %(count)s are here: hold two "
            "sessions."
        )
        params = {"most": MOST_PAIRS, "count": pairs}
        raise Conflict([Mistake("too_many", "entrants", text, params)])


def _table(
    ids: Sequence[int],
    numbers: tuple[int, int],
    boards: tuple[int, ...],
    field: Field,
    rounds: int,
) -> Table:
    text = gettext_noop("Movement: round %(round)s of %(rounds)s, pairs %(ns)s and %(ew)s.")
    ns, ew = numbers
    params = {"round": field.number, "rounds": rounds, "ns": ns, "ew": ew}
    reasons = (Note("movement", text, params),)
    sides = ((ids[0],), (ids[1],))
    return Table(sides, reasons=reasons, key=f"{ns}-{ew}", boards=boards)


def _away(who: int, opponent: int) -> Note:
    text = gettext_noop("Sits out: %(who)s. Not there: %(opponent)s, the opponent by the movement.")
    return Note("opponent_away", text, {"who": Id(who), "opponent": Id(opponent)})


def _sits_out(who: int, numbers: Mapping[int, int]) -> Note:
    if who in numbers:
        return Note("bye", gettext_noop("Sits out by the movement: %(who)s."), {"who": Id(who)})
    text = gettext_noop(
        "No place in the movement: %(who)s. The first round was drawn without them."
    )
    return Note("not_in_movement", text, {"who": Id(who)})
