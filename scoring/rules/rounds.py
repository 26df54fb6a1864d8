"""One deal as a table recorded it. Nothing here is derived; scores are computed elsewhere."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeGuard

from .bombs import Bomb, looks_like_bomb
from .bounds import MOST_IN_ROUND
from .errors import Mistake, RuleError, listed, shown
from .settings import is_whole
from .words import gettext_noop, ngettext_noop

RECORD_KEYS = ("out", "calls", "card_points", "sweep", "made", "wish_violation")
# Score records have no key for an unknown caller, nor for bombs or two totals, and only games in
# which one is tapped for who sits out
ROUND_KEYS = (*RECORD_KEYS, "side_calls", "bombs", "sits_out", "totals")
LAST_SEAT_DIGITS = 4

SeatOf = Callable[[object], int | None]


class SideCall(NamedTuple):
    """A call of which only the side is known, not who made it."""

    side: int
    call: str
    made: bool


@dataclass(frozen=True, init=False, slots=True)
class Round:
    """One deal as the table recorded it.

    Players are seat indexes from 0, in the direction of play; in three-player games the dummy is
    seat 3. `out` is the order of going out, `calls` are pairs of seat and call in order of seats,
    `card_points` the two sides' points in side order. `sweep` (index of a side) and `made` (seat of
    the caller who was first) belong to the lower levels of detail. `wish_violation` is the seat of
    the player who did not fulfil a wish. `side_calls` are calls whose caller was not recorded.
    `bombs` are those that the table noted, None if it did not note any in this round; they change
    no score. `sits_out` is the seat that sat out, if the people chose it. `totals` are what the two
    sides scored in all, if nothing else was recorded.
    `recording` is the level of detail, None for the game's own; it is not part of the data.

    Whether it is valid under a rule set is checked when the round is played, not here.
    """

    out: tuple[int, ...]
    calls: tuple[tuple[int, str], ...]
    card_points: tuple[int, int] | None
    sweep: int | None
    made: int | None
    wish_violation: int | None
    side_calls: tuple[SideCall, ...]
    bombs: tuple[Bomb, ...] | None
    sits_out: int | None
    totals: tuple[int, int] | None
    recording: str | None = field(compare=False)

    def __init__(
        self,
        out: Iterable[int] = (),
        calls: Mapping[int, str] | Iterable[tuple[int, str]] = (),
        card_points: Iterable[int] | None = None,
        sweep: int | None = None,
        made: int | None = None,
        wish_violation: int | None = None,
        recording: str | None = None,
        side_calls: Iterable[tuple[int, str, bool]] = (),
        bombs: Iterable[tuple[int, ...]] | None = None,
        sits_out: int | None = None,
        totals: Iterable[int] | None = None,
    ) -> None:
        """Calls may be given as a mapping of seat to call or as pairs, one call per seat.

        Raises ValueError if a seat occurs twice in pairs, or card points or totals are not two
        numbers.
        """
        pairs = tuple(sorted(calls.items() if isinstance(calls, Mapping) else calls))
        if len({seat for seat, _ in pairs}) != len(pairs):
            raise ValueError("A seat has two calls; a player makes one call a round.")
        write = object.__setattr__
        write(self, "out", tuple(out))
        write(self, "calls", pairs)
        write(self, "card_points", None if card_points is None else _two(card_points))
        write(self, "sweep", sweep)
        write(self, "made", made)
        write(self, "wish_violation", wish_violation)
        write(self, "side_calls", tuple(sorted(SideCall(*one) for one in side_calls)))
        noted = None if bombs is None else tuple(sorted(Bomb(*one) for one in bombs))
        write(self, "bombs", noted)
        write(self, "sits_out", sits_out)
        write(self, "totals", None if totals is None else _two(totals))
        write(self, "recording", recording)

    def call_of(self, seat: int) -> str | None:
        """Return the call of this seat, None without one."""
        return next((call for caller, call in self.calls if caller == seat), None)

    @classmethod
    def from_data(cls, data: object) -> "Round":
        """Build a round from plain JSON data with seat indexes; the keys of `calls` are "0", "1",
        ...

        Keys may be absent; null is the same as absent for those of one value. Raises RuleError with
        every `wrong_type` and `unknown_key`.
        """
        played, mistakes, _ = read_round(data, _seat_index, ROUND_KEYS)
        if mistakes:
            raise RuleError(mistakes)
        return played

    def to_data(self) -> dict[str, object]:
        """Return plain JSON data without empty keys; `from_data` reads it back to an
        equal round.
        """
        data: dict[str, object] = {}
        if self.out:
            data["out"] = list(self.out)
        if self.calls:
            data["calls"] = {str(seat): call for seat, call in self.calls}
        if self.card_points is not None:
            data["card_points"] = list(self.card_points)
        keys = ("sweep", "made", "wish_violation", "sits_out")
        single = {key: getattr(self, key) for key in keys}
        data.update((key, value) for key, value in single.items() if value is not None)
        if self.side_calls:
            data["side_calls"] = [list(one) for one in self.side_calls]
        if self.bombs is not None:  # an empty list says that there was none
            data["bombs"] = [list(one) for one in self.bombs]
        if self.totals is not None:
            data["totals"] = list(self.totals)
        return data


def _two(points: Iterable[int]) -> tuple[int, int]:
    first, second = points
    return first, second


def _seat_index(value: object) -> int | None:
    """Parse a seat index of JSON: an integer, or its digits as an object's key."""
    if isinstance(value, str):
        # "01" and "1" would be one seat with two calls, so only the plain spelling is accepted.
        plain = (
            value.isascii()
            and value.isdigit()
            and len(value) < LAST_SEAT_DIGITS
            and value == str(int(value))
        )
        return int(value) if plain else None
    return value if isinstance(value, int) and is_whole(value) else None


def read_round(
    data: object, seat_of: SeatOf, keys: Sequence[str] = RECORD_KEYS
) -> tuple[Round, list[Mistake], frozenset[str]]:
    """Read as much of a round as possible: return the round, the mistakes of form, and unreadable
    keys.

    `seat_of` converts whatever denotes a player into a seat index, None if it cannot. It may return
    numbers that are no seats: whether somebody sits there is for the rules to check. `keys` are
    those that the round may have.
    """
    if not isinstance(data, Mapping):
        text = gettext_noop(
            "A round must be an object with keys such as out, calls and card_points."
        )
        return Round(), [Mistake("wrong_type", "rounds", text)], frozenset(ROUND_KEYS)
    form = _Form()
    for key in data:
        if key not in keys:
            text = gettext_noop("A round has no key %(key)s; the keys are: %(known)s.")
            form.found.append(
                Mistake("unknown_key", shown(key), text, {"key": shown(key), "known": listed(keys)})
            )
    out = _read_out(data.get("out", ()), seat_of, form)
    calls = _read_calls(data.get("calls", {}), seat_of, form)
    card_points = _read_two(data.get("card_points"), "card_points", form)
    totals = _read_two(data.get("totals") if "totals" in keys else None, "totals", form)
    sweep = data.get("sweep")
    if sweep is not None and not is_whole(sweep):
        sweep = None
        form.wrong("sweep", gettext_noop("sweep must be the index of the side that swept, 0 or 1."))
    made, missed = (_read_one(data, key, seat_of, form) for key in ("made", "wish_violation"))
    rests = _read_one(data, "sits_out", seat_of, form) if "sits_out" in keys else None
    side_calls = _read_side_calls(data.get("side_calls", ()) if "side_calls" in keys else (), form)
    bombs = _read_bombs(data.get("bombs") if "bombs" in keys else None, seat_of, form)
    played = Round(
        out,
        calls,
        card_points,
        sweep,
        made,
        missed,
        side_calls=side_calls,
        bombs=bombs,
        sits_out=rests,
        totals=totals,
    )
    return played, form.found, frozenset(form.unreadable)


class _Form:
    """The mistakes in a round's form, and its unreadable keys."""

    def __init__(self) -> None:
        self.found: list[Mistake] = []
        self.unreadable: set[str] = set()

    def wrong(self, key: str, text: str, **params: object) -> None:
        self.unreadable.add(key)
        self.found.append(Mistake("wrong_type", key, text, {"key": key, **params}))

    def measured(self, given: Sequence[object] | Mapping[object, object], key: str) -> bool:
        """Check that there is no more in it than a table can hold; its contents are not
        examined.
        """
        if len(given) <= MOST_IN_ROUND:
            return True
        text = ngettext_noop(
            "%(key)s has %(found)s entry; no table has more than %(most)s.",
            "%(key)s has %(found)s entries; no table has more than %(most)s.",
            "found",
        )
        self.wrong(key, text, found=len(given), most=MOST_IN_ROUND)
        return False


def _read_two(given: object, key: str, form: _Form) -> tuple[int, int] | None:
    """Return a list of two numbers, one for each side."""
    if isinstance(given, list | tuple) and len(given) == 2 and all(map(is_whole, given)):
        return (given[0], given[1])
    if given is not None:
        text = gettext_noop("%(key)s must be a list of two whole numbers, one for each side.")
        form.wrong(key, text)
    return None


def _read_one(data: Mapping[object, object], key: str, seat_of: SeatOf, form: _Form) -> int | None:
    """Return the one player under a key."""
    given = data.get(key)
    seat = None if given is None else seat_of(given)
    if given is not None and seat is None:
        form.wrong(key, gettext_noop("%(key)s must be one player."))
    return seat


def _read_out(given: object, seat_of: SeatOf, form: _Form) -> list[int]:
    if not isinstance(given, list | tuple):
        form.wrong(
            "out",
            gettext_noop("out must list the players in the order they went out."),
        )
        return []
    if not form.measured(given, "out"):
        return []
    seats = [seat_of(who) for who in given]
    out = [seat for seat in seats if seat is not None]
    if len(out) < len(seats):
        form.wrong(
            "out",
            gettext_noop(
                "out contains something that is not a player; each entry must be one player."
            ),
        )
    return out


def _read_calls(given: object, seat_of: SeatOf, form: _Form) -> dict[int, str]:
    calls: dict[int, str] = {}
    if not isinstance(given, Mapping):
        form.wrong("calls", gettext_noop("calls must be an object of players and their calls."))
    elif form.measured(given, "calls"):
        for who, call in given.items():
            seat = seat_of(who)
            if seat is None or not isinstance(call, str):
                text = gettext_noop(
                    "calls contains an entry that is not a player with the word for a call."
                )
                form.wrong("calls", text)
            elif seat in calls:
                form.wrong(
                    "calls",
                    gettext_noop("calls names a player twice; a player makes one call a round."),
                )
            else:
                calls[seat] = call
    return calls


def _read_side_calls(given: object, form: _Form) -> list[SideCall]:
    entries = given if isinstance(given, list | tuple) else ()
    if not form.measured(entries, "side_calls"):
        return []
    calls = [SideCall(*one) for one in entries if _is_side_call(one)]
    if not isinstance(given, list | tuple) or len(calls) < len(given):
        text = gettext_noop(
            "side_calls must be a list; each entry is a side (0 or 1), its call, and whether it "
            "was made."
        )
        form.wrong("side_calls", text)
    return calls


def _is_side_call(one: object) -> TypeGuard[tuple[int, str, bool]]:
    if not isinstance(one, list | tuple) or len(one) != 3:
        return False
    side, call, made = one
    return is_whole(side) and side in {0, 1} and isinstance(call, str) and isinstance(made, bool)


def _read_bombs(given: object, seat_of: SeatOf, form: _Form) -> list[tuple[int, ...]] | None:
    if given is None:
        return None
    entries = given if isinstance(given, list | tuple) else ()
    if not form.measured(entries, "bombs"):
        return None
    bombs: list[tuple[int, ...]] = []
    for one in entries:
        seat = seat_of(one[0]) if looks_like_bomb(one) else None
        if seat is not None:
            bombs.append((seat, *one[1:]))
    if not isinstance(given, list | tuple) or len(bombs) < len(entries):
        text = gettext_noop(
            "bombs must be a list; each entry is a player, and if known the number of cards and "
            "the highest rank."
        )
        form.wrong("bombs", text)
    return bombs
