"""Duplicate as a format: a movement is fixed by the first draw and followed round by round."""

import random
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache
from typing import Any, ClassVar

from scoring.rules import Conflict, Mistake, Variant
from scoring.rules.settings import Choice, Setting, Switch
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
from tournaments.pairing.duplicate.seating import (
    Seat,
    Session,
    holders_of,
    key_of,
    pair_numbers,
)
from tournaments.pairing.format import Format, Whole
from tournaments.pairing.tables import number_tables
from tournaments.pairing.values import Draw, Field, Id, Note, Side, Table

SETS, LEVELLED = "sets", "levelled"
AT_TABLE, RECORDED, BY_APP = "table", "recorded", "app"
PAIRS = 2  # at a table
Sentences = tuple[tuple[str, Mapping[str, object]], ...]
NOTHING, PERCENT, TRAVELLER = "nothing", "percent", "traveller"


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
        "dealing": Choice((AT_TABLE, RECORDED, BY_APP)),
        "deals_secret": Switch(False),
    }
    labels: ClassVar[Mapping[str, tuple[str, str]]] = {
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
        "dealing": (
            gettext_noop("Who deals the cards"),
            gettext_noop(
                "Tables shuffle and deal when they are the first to play a board, and players may "
                "note their cards on their own pages; or the app deals, and you put the cards into "
                "the boards by printed sheets."
            ),
        ),
        "deals_secret": (
            gettext_noop("Keep the cards secret"),
            gettext_noop(
                "The cards are not shown after the session either, so that the club can use the "
                "boards again."
            ),
        ),
    }
    choices = {
        SETS: gettext_noop("as a set"),
        LEVELLED: gettext_noop("each on its own way"),
        NOTHING: gettext_noop("nothing"),
        PERCENT: gettext_noop("its own percent"),
        TRAVELLER: gettext_noop("all results of the board"),
        AT_TABLE: gettext_noop("the tables"),
        RECORDED: gettext_noop("the tables; players note their cards"),
        BY_APP: gettext_noop("the app"),
    }
    units = ("pair",)
    # What a stage without a number of rounds plays, and who sits out
    all_meet = gettext_noop("With up to 20 pairs, everybody meets everybody.")
    odd = gettext_noop("With an odd number, one pair sits out each round, at no loss.")
    whole_stage = True
    keeps_schedule = True
    byes_count = False
    compares_boards = True
    prize_lists = ("boldness",)

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
        return self.rounds(_size(field), field.settings)

    def movement(self, size: int, settings: Mapping[str, Any]) -> Movement:
        """Return the movement for this many entrants. Raises RuleError if there is none."""
        read = self.read(settings)
        levelled = read["boards_move"] == LEVELLED
        return _movement(size, read["boards"], self.rounds(size, settings), levelled)

    def check_size(self, count: int) -> None:
        """Raise RuleError (`too_few`, `too_many`) if there is no movement for this many."""
        if count < FEWEST_PAIRS:
            text = gettext_noop("Duplicate needs at least %(least)s pairs; there are %(count)s.")
            params = {"least": FEWEST_PAIRS, "count": count}
            raise Conflict([Mistake("too_few", "entrants", text, params)])
        if count > MOST_PAIRS:
            text = gettext_noop(
                "There are movements for at most %(most)s pairs, and %(count)s are here: hold two "
                "sessions."
            )
            params = {"most": MOST_PAIRS, "count": count}
            raise Conflict([Mistake("too_many", "entrants", text, params)])

    def draw(self, field: Field) -> Draw:
        """Seat the next round of the movement. Raises RuleError: `too_few`, `too_many` pairs,
        `stage_over`.
        """
        present = {one.id for one in field.entrants}
        session = self._session(field, present)
        rounds = len(session.movement.rounds)
        if field.number > rounds:
            text = gettext_noop("All rounds of the movement have been played: finish the stage.")
            raise Conflict([Mistake("stage_over", "round", text)])
        seats = session.seats(field.number)
        every = number_tables(
            [_table(one, field.number, rounds) for one in seats], field.fixed_tables
        )
        plays = {key_of(one.numbers) for one in seats if one.plays}
        tables = tuple(one for one in every if one.key in plays)
        seated = {id_ for table in tables for id_ in table.everybody}
        place = {id_: session.numbers.get(id_, MOST_PAIRS + 1) for id_ in present}
        byes = sorted(present - seated, key=lambda id_: (place[id_], id_))
        return Draw(tables, tuple(byes), warnings=tuple(_notes(session, seats, byes)))

    def _session(self, field: Field, present: Set[int]) -> Session:
        size = _size(field)
        self.check_size(size)
        found = self.movement(size, field.settings)
        numbers = pair_numbers(field.past) if field.past else _by_lot(field)
        return Session.of(found, field.past, numbers, present, field.left)

    def describe(self, settings: Mapping[str, Any]) -> Sentences:
        read = self.read(settings)
        boards = ngettext_noop(
            "Each table plays %(boards)s board a round.",
            "Each table plays %(boards)s boards a round.",
            "boards",
        )
        rounds = ngettext_noop(
            "There is %(rounds)s round.", "There are up to %(rounds)s rounds.", "rounds"
        )
        dealt = {
            BY_APP: gettext_noop("The app deals the boards from a sealed secret number."),
            RECORDED: gettext_noop("Those who play a board first note the cards they were dealt."),
        }.get(read["dealing"])
        return (
            (boards, {"boards": read["boards"]}),
            (self.all_meet, {}) if read["rounds"] is None else (rounds, {"rounds": read["rounds"]}),
            (self.odd, {}),
            *([(dealt, {})] if dealt else []),
        )

    def preview(self, settings: Mapping[str, Any], entrants: int | None) -> Sentences:
        if entrants is None or not FEWEST_PAIRS <= entrants <= MOST_PAIRS:
            text = gettext_noop("A session needs %(least)s to %(most)s pairs.")
            return ((text, {"least": FEWEST_PAIRS, "most": MOST_PAIRS}),)
        text = gettext_noop(
            "Pairs: %(count)s, rounds: %(rounds)s, boards: %(boards)s. Any two are compared on "
            "%(least)s to %(most)s boards."
        )
        return ((text, size_of(self.movement(entrants, settings))),)


def size_of(found: Movement) -> dict[str, object]:
    """Return the figures of a movement, for a sentence."""
    compared = found.comparisons
    return {
        "count": found.size,
        "rounds": len(found.rounds),
        "boards": found.boards,
        "least": compared.least,
        "most": compared.most,
    }


@cache
def _movement(pairs: int, boards: int, rounds: int, levelled: bool) -> Movement:
    return movement(pairs, boards, rounds, levelled)


def _size(field: Field) -> int:
    """Return for how many the movement is: those of the first round."""
    return len(pair_numbers(field.past[:1])) if field.past else len(field.entrants)


def _by_lot(field: Field) -> dict[int, int]:
    ids = sorted(one.id for one in field.entrants)
    random.Random(f"{field.seed}:duplicate").shuffle(ids)  # noqa: S311 - a lot, not a secret
    return {id_: number for number, id_ in enumerate(ids, start=1)}


def _table(seat: Seat, number: int, rounds: int) -> Table:
    """Return a seat as a table of a draw; 0 stands for somebody who is not there."""
    params: dict[str, object] = {"round": number, "rounds": rounds}
    if len(seat.numbers) == PAIRS:
        text = gettext_noop("Movement: round %(round)s of %(rounds)s, pairs %(ns)s and %(ew)s.")
        params |= zip(("ns", "ew"), seat.numbers, strict=True)
    else:
        text = gettext_noop(
            "Movement: round %(round)s of %(rounds)s, %(north)s and %(south)s against %(east)s and "
            "%(west)s."
        )
        params |= zip(("north", "south", "east", "west"), seat.numbers, strict=True)
    reasons = [Note("movement", text, params)]
    if seat.instead:
        text = gettext_noop(
            "Pair %(number)s is missing: a pair that would otherwise sit out plays instead."
        )
        reasons.append(Note("takes_place", text, {"number": seat.instead}))
    if seat.already:
        text = gettext_noop("Not played here, since one of them has played it: board %(boards)s.")
        params = {"boards": ", ".join(map(str, sorted(seat.already)))}
        reasons.append(Note("already_played", text, params))
    return Table(
        sides_of(seat.who), reasons=tuple(reasons), key=key_of(seat.numbers), boards=seat.boards
    )


def sides_of(who: Sequence[int | None]) -> tuple[Side, Side]:
    """Return those at a table as its sides: the first half is north-south."""
    everybody, half = tuple(one or 0 for one in who), len(who) // 2
    return everybody[:half], everybody[half:]


def _notes(session: Session, seats: Sequence[Seat], byes: Sequence[int]) -> Iterator[Note]:
    """Yield why each of these has no table."""
    seat_of = {who: one for one in seats for who in one.here}
    holders = holders_of(session.numbers)
    for who in byes:
        number = session.numbers.get(who)
        if number is None:
            yield _no_place(who, pairs=len(seats[0].numbers) == PAIRS)
        elif holders[number] != who:
            text = gettext_noop("Their place in the movement is taken: %(who)s.")
            yield Note("not_in_movement", text, {"who": Id(who)})
        elif who not in seat_of:
            text = gettext_noop("Sits out by the movement: %(who)s.")
            yield Note("bye", text, {"who": Id(who)})
        else:
            yield _sits_out(who, seat_of[who], session)


def _sits_out(who: int, seat: Seat, session: Session) -> Note:
    """Return why somebody does not play the boards of a seat."""
    if None not in seat.who:
        text = gettext_noop("Sits out, because somebody there has played these boards: %(who)s.")
        return Note("already_played", text, {"who": Id(who)})
    missing = seat.numbers[seat.who.index(None)]
    text = gettext_noop("Sits out: %(who)s. Not there: %(opponent)s, the opponent by the movement.")
    if len(seat.numbers) > PAIRS:
        text = gettext_noop("Sits out: %(who)s. Not there: %(opponent)s, of the same table.")
    opponent = Id(holders_of(session.numbers)[missing])
    return Note("opponent_away", text, {"who": Id(who), "opponent": opponent})


def _no_place(who: int, *, pairs: bool) -> Note:
    text = gettext_noop(
        "No place in the movement: %(who)s. Who comes late can take the place of somebody who has "
        "left."
    )
    if pairs:
        text = gettext_noop(
            "No place in the movement: %(who)s. A late pair can take the place of one that has "
            "left or, with an odd number of pairs, play against the one that sits out."
        )
    return Note("not_in_movement", text, {"who": Id(who)})
