"""The levels of detail in which rounds are recorded, and what each reveals: the first out, and the
side that swept.

Each level is one function. It returns what it could read and the mistakes, and continues after a
mistake: a wrong name counts as unknown, so that nothing is concluded from it.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from .errors import Mistake, Seat
from .position import Position, RoundResult
from .rounds import Round
from .settings import TOTALS
from .words import gettext_noop


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a round's record reveals.

    `first` is the seat that was first out, None if nobody was or it is unknown. `sweep` is the
    index of the sweeping side or None; `sweep_known` is False if mistakes leave that open.
    """

    first: int | None
    sweep: int | None
    sweep_known: bool = True


Reading = tuple[Outcome, list[Mistake]]


def side_of(position: Position, seat: int | None) -> int | None:
    """Return the index of this seat's side in the next round; None if unknown."""
    for index, side in enumerate(position.sides):
        if seat in side:
            return index
    return None


def full(position: Position, played: Round, places: int) -> Reading:
    """The whole order of going out. A sweep is derived from it, never recorded."""
    found = _not_recorded_here(played, ("sweep", "made"))
    out = _certain(played.out, _seats(position, places))
    first = out[0] if out else None
    if played.wish_violation is not None:
        return Outcome(first, None), found
    size = places // 2
    head = [side_of(position, seat) for seat in out[:size]]
    known = {*head} - {None}
    if len(known) == 1 and len(head) == size and None not in head:
        return Outcome(first, head[0]), found
    sweep_open = len(known) < 2
    if len(out) < places - 1 and not (sweep_open and len(out) >= size):
        text = gettext_noop(
            "Too few names in the order of going out: the round is over when one side is out "
            "first, or when "
            "%(needed)s are out."
        )
        found.append(Mistake("order_incomplete", "out", text, {"needed": places - 1}))
    return Outcome(first, None, sweep_known=not sweep_open), found


def _seats(position: Position, places: int) -> int:
    """Return how many seats there are: more than `places`, the hands, if somebody sits out."""
    return max(places, position.n_players)


def _certain(out: Sequence[int], places: int) -> list[int | None]:
    """Return the order of going out, with None for invalid seats, and for seats listed twice:
    either entry may be the wrong one.
    """
    if len(set(out)) == len(out) and all(0 <= seat < places for seat in out):
        return list(out)
    times = Counter(out)
    return [seat if 0 <= seat < places and times[seat] == 1 else None for seat in out]


def first_only(position: Position, played: Round, places: int) -> Reading:
    """The first out alone; a sweep is recorded, and must be the first out's."""
    found = _not_recorded_here(played, ("made",))
    if len(played.out) > 1:
        text = gettext_noop("This game records only the first out; out must contain one name.")
        found.append(Mistake("wrong_type", "out", text))
    elif not played.out and played.wish_violation is None:
        text = gettext_noop("The first out is missing; out must contain one name.")
        found.append(Mistake("order_incomplete", "out", text))
    known = range(_seats(position, places))
    first = played.out[0] if len(played.out) == 1 and played.out[0] in known else None
    wrong_sweep = _recorded_sweep_mistakes(played)
    found += wrong_sweep
    if (
        not wrong_sweep
        and played.sweep is not None
        and side_of(position, first) not in {None, played.sweep}
    ):
        text = gettext_noop("%(player)s was first out, so only that side can have swept.")
        found.append(Mistake("sweep_mismatch", "sweep", text, {"player": Seat(first or 0)}))
    return Outcome(first, played.sweep), found


def points_only(position: Position, played: Round, places: int) -> Reading:
    """No order at all: the call that was made, and a sweep, are recorded."""
    found: list[Mistake] = []
    if played.out:
        text = gettext_noop(
            "This game records points only; leave out the order of going out and name who made a "
            "call."
        )
        found.append(Mistake("unknown_key", "out", text))
    made = played.made
    if made is not None and played.call_of(made) is None:
        text = gettext_noop(
            "%(player)s cannot have made a call without calling; name a player who called."
        )
        found.append(Mistake("made_not_called", "made", text, {"player": Seat(made)}))
    wrong_sweep = _recorded_sweep_mistakes(played)
    found += wrong_sweep
    maker_side = side_of(position, made)
    if not wrong_sweep and None not in {played.sweep, maker_side} and maker_side != played.sweep:
        text = gettext_noop(
            "%(player)s made a call and so was first out; only that side can have swept."
        )
        found.append(Mistake("sweep_mismatch", "sweep", text, {"player": Seat(made or 0)}))
    known = made is not None and made in range(_seats(position, places))
    return Outcome(made if known else None, played.sweep), found


def totals_only(position: Position, played: Round, places: int) -> Reading:  # noqa: ARG001
    """What each side scored in all, and nothing else: see `totals.total_mistakes`."""
    return Outcome(None, None), []


def _not_recorded_here(played: Round, keys: tuple[str, ...]) -> list[Mistake]:
    text = gettext_noop("In this game %(key)s follows from the order of going out; leave it out.")
    return [
        Mistake("sweep_mismatch", key, text, {"key": key})
        for key in keys
        if getattr(played, key) is not None
    ]


def _recorded_sweep_mistakes(played: Round) -> list[Mistake]:
    if played.sweep is None:
        return []
    if played.wish_violation is not None:
        text = gettext_noop(
            "A missed wish ends the round, so nobody swept; leave out one of the two."
        )
        return [Mistake("sweep_mismatch", "sweep", text)]
    if not 0 <= played.sweep <= 1:
        text = gettext_noop("sweep names the side that swept: it must be 0 or 1.")
        return [Mistake("sweep_mismatch", "sweep", text)]
    return []


RECORDINGS: dict[str, Callable[[Position, Round, int], Reading]] = {
    "full": full,
    "first": first_only,
    "points": points_only,
    TOTALS: totals_only,
}


def recording_of(played: Round, usual: str = "full") -> str:
    """Return the level of detail of a valid round, by its form.

    A round stopped by a missed wish may fit several: then `usual` if it is one of them, else the
    fullest.
    """
    if played.totals is not None:
        return TOTALS
    places = min(len(played.out), 2)
    points_only = played.made is not None or bool(played.side_calls)
    is_certain = played.wish_violation is None or points_only
    possible = ("points", "first", "full")[places : places + 1 if is_certain else None]
    return usual if usual in possible else possible[-1]


def in_recording(played: Round, recording: str, brought: RoundResult) -> Round:
    """Return a round, which `brought` this, reduced to a level of detail."""
    if recording_of(played, recording) == recording:
        return played
    if recording == TOTALS:
        return Round(totals=brought.side_scores)
    first = played.out[0]
    if recording == "first":
        return replace(played, out=(first,), sweep=brought.sweep)
    made = first if played.call_of(first) is not None else None
    return replace(played, out=(), sweep=brought.sweep, made=made)
