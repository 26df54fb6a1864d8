"""A game from opening to end: round by round, each in the position it finds."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from .errors import Conflict, Mistake, RuleError, shown
from .position import NOTHING_CARRIED, Carried, GameResult, Position, RoundResult
from .rounds import Round
from .rulesets import RuleSet
from .settings import is_whole
from .sitting_out import SITS_OUT_BY_RULE, TAPPED
from .variants import VARIANTS
from .words import gettext_noop

SIDES = {"out", "wish_violation", "recording", "deal_passes", "sits_out", "who_sits_out"}

# What each mistake depends on: keys of the round, and settings. It is reported only if all of these
# could be read, since otherwise it may just follow from the other mistake. Codes not listed depend
# on nothing.
RESTS_ON: dict[str, set[str]] = {
    "order_incomplete": SIDES,
    "points_missing": SIDES | {"sweep", "card_points"},
    "points_not_allowed": SIDES | {"sweep", "card_points"},
    "sweep_mismatch": SIDES | {"sweep", "made"},
    "made_not_called": {"calls", "made", "recording"},
    "unknown_call": {"extra_calls"},
    "call_not_allowed": {
        *("extra_calls", "grand_allowed", "partners_may_both_call", "deal_passes"),
        *("sits_out", "who_sits_out"),
    },
    "wrong_type": {"recording"},
    "unknown_key": {"recording"},
    "game_over": {"settings"},
}
# What a contradiction depends on: who may call what, who plays with whom, whether the round was
# finished.
CONTRADICTIONS_REST_ON = {
    *("made", "wish_violation", "recording", "deal_passes", "sits_out", "who_sits_out"),
    *("extra_calls", "grand_allowed", "partners_may_both_call"),
}


def opening(rules: RuleSet, n_players: int, carried: Carried = NOTHING_CARRIED) -> Position:
    """Return the position before the first round, or before the first after those `carried`.

    The first dealer or king is seat 0. Raises RuleError with `player_count` if the variant is not
    for this many players.
    """
    found = player_count_mistakes(rules.variant, n_players)
    if found:
        raise RuleError(found)
    variant = VARIANTS[rules.variant]
    position = variant.opening(rules, n_players)
    return variant.carry(position, carried) if carried else position


def player_count_mistakes(variant: str, n_players: int) -> list[Mistake]:
    """Return the mistake of too few or too many players for a known variant, if any."""
    game = VARIANTS[variant]
    if is_whole(n_players) and game.min_players <= n_players <= game.max_players:
        return []
    params = {"count": shown(n_players), "least": game.min_players, "most": game.max_players}
    text = gettext_noop("The game is for %(least)s to %(most)s players, not for %(count)s.")
    if game.min_players == game.max_players:
        text = gettext_noop("The game is for %(least)s players, not for %(count)s.")
    return [Mistake("player_count", "players", text, params)]


def advance(
    position: Position, played: Round, *, recorded: bool = False
) -> tuple[RoundResult, Position]:
    """Score one round; return its result and the next position.

    Raises RuleError with every mistake of the round, contradictions included: Conflict if the game
    has ended, with `game_over` among them. A round that is being `recorded` is also checked for a
    missed wish by somebody without cards.
    """
    late = _late_wish(seated(position, played), played) if recorded else []
    result, after, found = step(position, played, new=True)
    if late or result is None:
        raise (Conflict if position.finished else RuleError)([*late, *found])
    return result, after


def play(
    rules: RuleSet,
    n_players: int,
    rounds: Iterable[Round],
    *,
    new: int | None = None,
    carried: Carried = NOTHING_CARRIED,
) -> GameResult:
    """Play a whole game, oldest round first, from the score that it `carried`.

    Raises RuleError with the mistakes of all rounds, each with its round's number: Conflict if
    rounds came after the end. A round that could not be scored is not held against later ones that
    depend on it. `new` is the number of the round being recorded: it is also checked for
    contradictions, and for a missed wish by somebody without cards. Records written elsewhere may
    differ in that.
    """
    position = opening(rules, n_players, carried)
    results: list[RoundResult] = []
    mistakes: list[Mistake] = []
    after_the_end = False
    for played in rounds:
        number = position.number
        after_the_end = after_the_end or position.finished
        if number == new:
            mistakes += _late_wish(seated(position, played), played)
        result, position, found = step(position, played, new=number == new)
        mistakes += found
        if result is not None:
            results.append(result)
    if mistakes:
        raise (Conflict if after_the_end else RuleError)(mistakes)
    return GameResult(tuple(results), position)


def _late_wish(position: Position, played: Round) -> list[Mistake]:
    """Return the mistake of a missed wish by a player who is out, or in a round that is over."""
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


def seated(position: Position, played: Round) -> Position:
    """Return the position as this round was played in it, where the people choose who sits out."""
    return VARIANTS[position.rules.variant].seated(position, played)


def played_by(position: Position, sides: Sequence[Sequence[int]]) -> Position | None:
    """Return the position of a table that had these sides: with another king, after other earlier
    rounds.

    None if no game under this rule set could have these sides.
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
    """Play one round of a game that may have mistakes: return its result if any, the next position,
    and the mistakes.

    `unreadable` are keys of the round or settings that could not be read; see `RESTS_ON`. A `new`
    round is also checked for contradictions.
    """
    variant = VARIANTS[position.rules.variant]
    position = variant.seated(position, played)
    if variant.turns and {"sits_out", "who_sits_out"} & unreadable:
        position = replace(position, sits_out=None, sides=())
    found = _mistakes(position, played)
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
        # A round after the end has no result, but the sides of the rounds after it are known.
        return (None if found else result), after, _numbered(found, position)
    after = variant.after_mistake(position, None if "out" in unreadable else played)
    reported = [mistake for mistake in found if not RESTS_ON.get(mistake.code, set()) & unreadable]
    return None, after, _numbered(reported, position)


def _mistakes(position: Position, played: Round) -> list[Mistake]:
    found = VARIANTS[position.rules.variant].mistakes(position, played)
    if played.sits_out is not None and position.rules.who_sits_out != TAPPED:
        found.append(SITS_OUT_BY_RULE)
    return found


def _numbered(mistakes: list[Mistake], position: Position) -> list[Mistake]:
    return [mistake.in_round(position.number) for mistake in mistakes]
