"""A game from its opening to its end:
one round after the other, each under the position it finds.
"""

from collections.abc import Iterable, Sequence

from .errors import Conflict, Mistake, RuleError, shown
from .position import GameResult, Position, RoundResult
from .rounds import Round
from .rulesets import RuleSet
from .settings import is_whole
from .variants import VARIANTS
from .words import gettext_noop

SIDES = {"out", "wish_violation", "recording", "deal_passes"}

# What a verdict rests on: keys of the round and settings. A mistake is told only where all of these
# could be read, since otherwise the one mistake may be the other's shadow. Codes that are not here
# stand alone.
RESTS_ON: dict[str, set[str]] = {
    "order_incomplete": SIDES,
    "points_missing": SIDES | {"sweep", "card_points"},
    "points_not_allowed": SIDES | {"sweep", "card_points"},
    "sweep_mismatch": SIDES | {"sweep", "made"},
    "made_not_called": {"calls", "made", "recording"},
    "unknown_call": {"extra_calls"},
    "call_not_allowed": {"extra_calls", "grand_allowed", "partners_may_both_call", "deal_passes"},
    "wrong_type": {"recording"},
    "unknown_key": {"recording"},
    "game_over": {"settings"},
}
# What a contradiction rests on: who may call what, who plays with whom, whether the round was
# played out.
CONTRADICTIONS_REST_ON = {
    *("made", "wish_violation", "recording", "deal_passes"),
    *("extra_calls", "grand_allowed", "partners_may_both_call"),
}


def opening(rules: RuleSet, n_players: int) -> Position:
    """The position before the first round.

    The first dealer or king is seat 0. Raises RuleError with `player_count` where the variant is
    not for this many players.
    """
    found = player_count_mistakes(rules.variant, n_players)
    if found:
        raise RuleError(found)
    return VARIANTS[rules.variant].opening(rules, n_players)


def player_count_mistakes(variant: str, n_players: int) -> list[Mistake]:
    """The mistake of too few or too many players for a known variant, if there is one."""
    game = VARIANTS[variant]
    if is_whole(n_players) and game.min_players <= n_players <= game.max_players:
        return []
    params = {"count": shown(n_players), "least": game.min_players, "most": game.max_players}
    text = gettext_noop("The game is for %(least)s to %(most)s players, not for %(count)s.")
    if game.min_players == game.max_players:
        text = gettext_noop("The game is for %(least)s players, not for %(count)s.")
    return [Mistake("player_count", "players", text, params)]


def advance(position: Position, played: Round) -> tuple[RoundResult, Position]:
    """Score one round and move the game on.

    Raises RuleError with every mistake of the round, and what no order of going out explains:
    Conflict where the game has ended, with `game_over` among them.
    """
    result, after, found = step(position, played, new=True)
    if result is None:
        raise (Conflict if position.finished else RuleError)(found)
    return result, after


def play(
    rules: RuleSet, n_players: int, rounds: Iterable[Round], *, new: int | None = None
) -> GameResult:
    """Play a whole game through, oldest round first.

    Raises RuleError with the mistakes of all rounds, each with its round's number: Conflict where
    rounds came after the end. What rests on a round that could not be scored is not held against
    the rounds after it. `new` is the number of the one that is being written: it is also asked for
    contradictions, and who missed a wish in it has to hold cards. Records that were written
    elsewhere may tell it otherwise.
    """
    position = opening(rules, n_players)
    results: list[RoundResult] = []
    mistakes: list[Mistake] = []
    after_the_end = False
    for number, played in enumerate(rounds, start=1):
        after_the_end = after_the_end or position.finished
        if number == new:
            mistakes += _late_wish(position, played)
        result, position, found = step(position, played, new=number == new)
        mistakes += found
        if result is not None:
            results.append(result)
    if mistakes:
        raise (Conflict if after_the_end else RuleError)(mistakes)
    return GameResult(tuple(results), position)


def _late_wish(position: Position, played: Round) -> list[Mistake]:
    """The mistake of a wish missed by somebody who is out, or when all are out who go out in a
    round.
    """
    if played.wish_violation is None or not position.sides:
        return []
    places = sum(map(len, position.sides))
    swept = any(set(played.out[: len(side)]) == set(side) for side in position.sides)
    if not (
        swept
        or len(played.out) >= places - 1
        or played.wish_violation in {*played.out, played.made}
    ):
        return []
    text = gettext_noop("Only a player who still holds cards can miss a wish.")
    return _numbered([Mistake("unknown_player", "wish_violation", text)], position)


def played_by(position: Position, sides: Sequence[Sequence[int]]) -> Position | None:
    """The position as a table took it that believed these sides to play: with another king, where
    earlier rounds were written otherwise there. None where no game under this rule set could have
    come to these sides.
    """
    seen = tuple(tuple(side) for side in sides)
    if seen == position.sides:
        return position
    return VARIANTS[position.rules.variant].played_by(position, seen)


def step(
    position: Position,
    played: Round,
    unreadable: frozenset[str] = frozenset(),
    *,
    new: bool = False,
) -> tuple[RoundResult | None, Position, list[Mistake]]:
    """One round of a game that may hold mistakes: the result if there is one, what follows, the
    mistakes.

    `unreadable` are keys of the round or settings that could not be read; see `RESTS_ON`. A `new`
    round is also asked for contradictions.
    """
    variant = VARIANTS[position.rules.variant]
    found = variant.mistakes(position, played)
    if new and not CONTRADICTIONS_REST_ON & unreadable:
        found += variant.contradictions(position, played)
    scorable = not found and not unreadable and position.totals_known
    if position.finished:
        text = gettext_noop(
            "The game was over before this round; remove the round or start a new game."
        )
        found.append(Mistake("game_over", "rounds", text))
    if scorable:
        result, after = variant.settle(position, played)
        # A round after the end has no result, but who plays with whom in the rounds after it is
        # known.
        return (None if found else result), after, _numbered(found, position)
    after = variant.after_mistake(position, None if "out" in unreadable else played)
    told = [mistake for mistake in found if not RESTS_ON.get(mistake.code, set()) & unreadable]
    return None, after, _numbered(told, position)


def _numbered(mistakes: list[Mistake], position: Position) -> list[Mistake]:
    return [mistake.in_round(position.number) for mistake in mistakes]
