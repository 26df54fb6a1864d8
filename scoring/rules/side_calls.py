"""Calls of which only the side is known: old score sheets often have the team of a call, not who
made it.

Such calls belong to rounds recorded by points only, in games of two teams: elsewhere the caller is
known or the order of going out would show who it can have been.
"""

from collections import Counter
from collections.abc import Collection, Sequence

from .errors import Mistake, listed, shown
from .position import Position
from .recordings import side_of
from .rounds import Round, SideCall
from .words import gettext_noop

NOT_HERE = Mistake(
    "unknown_key",
    "side_calls",
    gettext_noop(
        "A call needs its caller here: only games of two teams that record points only can do "
        "without."
    ),
)


def calls_by_side(
    played: Round, sides: Sequence[Sequence[int]], made: Collection[int | None]
) -> list[SideCall]:
    """Return all calls of a round by side; `made` are the seats whose call was made."""
    known = [SideCall(int(seat not in sides[0]), call, seat in made) for seat, call in played.calls]
    return [*known, *played.side_calls]


def side_call_mistakes(position: Position, played: Round) -> list[Mistake]:
    """Return what cannot be true of the calls whose caller is not known."""
    found: list[Mistake] = []
    allowed = position.allowed_calls(0)
    for call in sorted({one.call for one in played.side_calls} - {*allowed}):
        text = gettext_noop("A team cannot call %(call)s here; the calls are: %(known)s.")
        params = {"call": shown(call), "known": listed(allowed)}
        found.append(Mistake("unknown_call", "side_calls", text, params))
    return found + _made_mistakes(position, played) + _count_mistakes(position, played)


def _made_mistakes(position: Position, played: Round) -> list[Mistake]:
    first_out = [one.side for one in played.side_calls if one.made]
    maker = side_of(position, played.made)
    if len(first_out) + (maker is not None) > 1:
        text = gettext_noop(
            "Only one call in a round can be made: that of the player who was first out."
        )
        return [Mistake("made_not_called", "side_calls", text)]
    if first_out and played.sweep in {0, 1}.difference(first_out):
        text = gettext_noop(
            "The team whose call was made was first out, so only that team can have swept."
        )
        return [Mistake("sweep_mismatch", "sweep", text)]
    return []


def _count_mistakes(position: Position, played: Round) -> list[Mistake]:
    calls = Counter(side_of(position, seat) for seat, _ in played.calls)
    calls.update(one.side for one in played.side_calls)
    size = len(position.sides[0]) if position.rules.partners_may_both_call else 1
    if all(calls[one.side] <= size for one in played.side_calls):
        return []
    text = gettext_noop("A team has more calls here than its players may make in a round.")
    return [Mistake("call_not_allowed", "side_calls", text)]
