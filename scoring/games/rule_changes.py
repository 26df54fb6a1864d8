"""Change the rules of a running game: check that its rounds allow it, and name the one that does
not.
"""

from collections.abc import Sequence
from dataclasses import replace

from scoring.rules import (
    VARIANTS,
    Carried,
    Conflict,
    GameResult,
    Mistake,
    Position,
    Round,
    RoundResult,
    RuleError,
    RuleSet,
    opening,
    seated,
    shown,
)
from scoring.rules.game import step
from scoring.rules.settings import GRAND
from scoring.rules.words import gettext_noop, ngettext_noop


def changed_settings(old: RuleSet, new: RuleSet) -> list[str]:
    """Return the keys of settings that differ between two rule sets of one variant, in rule-book
    order.
    """
    return [key for key in VARIANTS[old.variant].settings if getattr(old, key) != getattr(new, key)]


def play_under(
    rules: RuleSet, now: GameResult, rounds: Sequence[Round], *, carried: Carried | None = None
) -> GameResult:
    """Replay the rounds under other rules of the same variant, and from another score if one is
    given. `now` is the game as it is.

    The partners must have been the same, and the game must not have ended before its last round.
    Raises RuleError with the first round that rules out each setting's change, with the setting's
    key or `carried` as the field; or with `rules` as the field if each could change alone but not
    all together.
    """
    old, was_carried = now.position.rules, now.position.carried
    carried = was_carried if carried is None else carried
    against = _obstacle(rules, carried, now, rounds)
    if against is None:
        return _played(rules, carried, now, rounds)
    alone = []
    if carried != was_carried and (found := _obstacle(old, carried, now, rounds)) is not None:
        alone.append(replace(found, field="carried"))
    for key in changed_settings(old, rules):
        changed = replace(old, **{key: getattr(rules, key)})
        found = _obstacle(changed, was_carried, now, rounds)
        if found is not None:
            alone.append(replace(found, field=key))
    raise Conflict(alone or [against])


def _played(
    rules: RuleSet, carried: Carried, now: GameResult, rounds: Sequence[Round]
) -> GameResult:
    position, results = opening(rules, now.position.n_players, carried), list[RoundResult]()
    for played in rounds:
        result, position, found = step(position, played)
        if result is None:
            raise RuleError(found)
        results.append(result)
    return GameResult(tuple(results), position)


def _obstacle(
    rules: RuleSet, carried: Carried, now: GameResult, rounds: Sequence[Round]
) -> Mistake | None:
    """Return why these rounds could not have been played like this; None if they could."""
    position = opening(rules, now.position.n_players, carried)
    for played, was in zip(rounds, now.rounds, strict=True):
        if position.finished:
            text = ngettext_noop(
                "The game would have ended with round %(number)s, but it has %(written)s round.",
                "The game would have ended with round %(number)s, but it has %(written)s rounds.",
                "written",
            )
            params = {"number": was.number - 1, "written": now.position.number - 1}
            return Mistake("ended_before", "rules", text, params)
        if seated(position, played).sides != was.sides:
            text = gettext_noop("Different people would have played together in round %(number)s.")
            return Mistake("others_together", "rules", text, {"number": was.number})
        result, after, _found = step(position, played)
        if result is None:
            return _against(position, played)
        position = after
    return None


def _against(position: Position, played: Round) -> Mistake:
    """Return what in a round these rules do not allow."""
    rules, number = position.rules, position.number
    values = rules.call_values()
    calls = [*(call for _, call in played.calls), *(one.call for one in played.side_calls)]
    unknown = next((call for call in calls if call not in values), None)
    if unknown is not None:
        text = gettext_noop("Round %(number)s has a call that would be lost: %(call)s.")
        return Mistake("round_against", "rules", text, {"number": number, "call": shown(unknown)})
    if not rules.grand_allowed and GRAND in calls:
        text = gettext_noop(
            "Round %(number)s has a Grand Tichu, so it can no longer be switched off."
        )
        return Mistake("round_against", "rules", text, {"number": number})
    if not rules.partners_may_both_call and len(calls) > 1:
        text = gettext_noop(
            "Both partners called in round %(number)s, so this can no longer be switched off."
        )
        return Mistake("round_against", "rules", text, {"number": number})
    text = gettext_noop("Round %(number)s could not have been played like this.")
    return Mistake("round_against", "rules", text, {"number": number})
