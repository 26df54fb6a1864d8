"""Shared by the four games with points: sides, card points, calls, and the end of a game."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .bombs import bomb_mistakes
from .errors import Mistake, Seat, listed, shown
from .leads import FIRST_OUT_SHUFFLES, Lead
from .position import Next, Position, RoundResult
from .recordings import RECORDINGS, Outcome, side_of
from .rounds import Round
from .settings import GRAND, TOTALS, Choice, Limit, OwnCalls, PointValue, Setting, Switch
from .side_calls import NOT_HERE, calls_by_side, side_call_mistakes
from .totals import HIGHEST, IN_THE_DECK, LOWEST, STEP, total_mistakes, totals_not_here
from .variant import Variant, limit_reached, name_mistakes
from .words import gettext_noop

if TYPE_CHECKING:
    from .rulesets import RuleSet


def point_settings(
    *,
    target_score: int | None,
    round_limit: int | None,
    sweep_value: int,
    recordings: tuple[str, ...] = ("full", "first", "points"),
    in_duplicate: tuple[str, ...] = (),
) -> dict[str, Setting]:
    """Return the settings of a game with points. Values are points; the arguments differ by game.
    `in_duplicate` are further levels of detail, for its hands alone.
    """
    return {
        "target_score": Limit(target_score),
        "round_limit": Limit(round_limit),
        "tichu_value": PointValue(100),
        "grand_value": PointValue(200),
        "grand_allowed": Switch(True),
        "sweep_value": PointValue(sweep_value),
        "wish_penalty": PointValue(200),
        "partners_may_both_call": Switch(True),
        "tie_at_target": Choice(("play_on", "draw")),
        "recording": Choice(recordings, in_duplicate),
        "mercy_lead": Limit(None),
        "failed_call_pays_opponents": Switch(False),
        "extra_calls": OwnCalls(),
    }


@dataclass(frozen=True)
class PointGame(Variant):
    """A game in which two sides score points in every round."""

    def places(self, n_players: int) -> int:
        """Return how many hands are played, the dummy's included."""
        return n_players + self.has_dummy

    def seats(self, n_players: int) -> int:
        """Return how many seats there are, with those that sit out."""
        return max(n_players, self.places(n_players))

    @abstractmethod
    def column_scores(self, position: Position, side_scores: tuple[int, int]) -> tuple[int, ...]:
        """Convert the two sides' points to points by score column."""

    @abstractmethod
    def moves_on(
        self, position: Position, first: int | None, played: Round
    ) -> tuple[Next, Position]:
        """Return who leads, deals, reigns or sits out next; `first` is the first out or None.

        The returned position has the sides of the next round; number and totals are set elsewhere.
        """

    def ended_before(self, position: Position) -> bool:
        before = replace(position, number=position.carried.rounds)
        return ending(before, position.totals)[0]

    def mistakes(self, position: Position, played: Round) -> list[Mistake]:
        places = self.places(position.n_players)
        found = name_mistakes(played, self.seats(position.n_players), position.n_players)
        recording = _recording(position, played)
        if recording == TOTALS:
            return found + total_mistakes(position, played)
        found += totals_not_here(played)
        outcome, wrong = RECORDINGS[recording](position, played, places)
        found += wrong
        if played.calls:
            found += call_mistakes(position, played)
        if played.side_calls:
            kept = self.has_teams and recording == "points"
            found += side_call_mistakes(position, played) if kept else [NOT_HERE]
        if played.bombs:
            found += bomb_mistakes(played.bombs, self.seats(position.n_players))
        return found + card_point_mistakes(played, outcome)

    def contradictions(self, position: Position, played: Round) -> list[Mistake]:
        if _recording(position, played) != "points":
            return []
        return nobody_first_mistakes(position, played, self.places(position.n_players))

    def settle(self, position: Position, played: Round) -> tuple[RoundResult, Position]:
        places = self.places(position.n_players)
        outcome, _ = RECORDINGS[_recording(position, played)](position, played, places)
        made = tuple(seat for seat, _ in played.calls if seat == outcome.first)
        failed = tuple(seat for seat, _ in played.calls if seat != outcome.first)
        side_scores = score_sides(position, played, outcome)
        scores = self.column_scores(position, side_scores)
        totals = tuple(total + score for total, score in zip(position.totals, scores, strict=True))
        upcoming, moved = self.moves_on(position, outcome.first, played)
        moved = replace(moved, number=position.number + 1, totals=totals)
        finished, winners = ending(position, totals, self.standing(moved))
        result = RoundResult(
            number=position.number,
            scores=scores,
            totals=totals,
            sides=position.sides,
            side_scores=side_scores,
            sweep=outcome.sweep,
            calls_made=made,
            calls_failed=failed,
            next=upcoming,
        )
        return result, replace(moved, finished=finished, winners=winners)


def _recording(position: Position, played: Round) -> str:
    return played.recording or position.rules.recording


def score_sides(position: Position, played: Round, outcome: Outcome) -> tuple[int, int]:
    """Return the two sides' points for a round without mistakes."""
    if played.totals is not None:
        return played.totals
    rules = position.rules
    scores = [0, 0]
    if played.wish_violation is not None:
        scores[1 - _side(position, played.wish_violation)] = rules.wish_penalty
    elif outcome.sweep is not None:
        scores[outcome.sweep] = rules.sweep_value
    elif played.card_points is not None:
        scores = list(played.card_points)
    if played.calls or played.side_calls:
        values = rules.call_values()
        for side, call, made in calls_by_side(played, position.sides, (outcome.first,)):
            if made:
                scores[side] += values[call]
            elif rules.failed_call_pays_opponents:
                scores[1 - side] += values[call]
            else:
                scores[side] -= values[call]
    return scores[0], scores[1]


def _side(position: Position, seat: int) -> int:
    return 0 if seat in position.sides[0] else 1


def ending(
    position: Position, totals: tuple[int, ...], standing: tuple[float, ...] = ()
) -> tuple[bool, tuple[int, ...]]:
    """Return whether the game ends with these totals after the next round, and the winning columns:
    those that are first by `standing`, by default by the totals.

    A game that is over stays over.
    """
    rules = position.rules
    if position.finished:
        return True, position.winners
    best, second = sorted(totals, reverse=True)[:2]
    finished = limit_reached(rules, position.number)
    lead = best - second
    on_target = rules.target_score is not None and best >= rules.target_score
    finished |= on_target and (lead > 0 or rules.tie_at_target == "draw")
    finished |= rules.mercy_lead is not None and lead >= rules.mercy_lead
    if not finished:
        return False, ()
    ranked = standing or totals
    top = max(ranked)
    return True, tuple(column for column, value in enumerate(ranked) if value == top)


def card_point_mistakes(played: Round, outcome: Outcome) -> list[Mistake]:
    """Return card points that are missing, not allowed, or impossible."""
    points = played.card_points
    stopped = played.wish_violation is not None
    if points is None:
        if stopped or outcome.sweep is not None or not outcome.sweep_known:
            return []
        text = gettext_noop("The card points are missing; give those of both sides, 100 in total.")
        return [Mistake("points_missing", "card_points", text)]
    if stopped:
        text = gettext_noop(
            "A missed wish ends the round and no cards are counted; leave out the card points."
        )
        return [Mistake("points_not_allowed", "card_points", text)]
    if outcome.sweep is not None:
        text = gettext_noop(
            "One whole side was out first, so no cards are counted; leave out the card points."
        )
        return [Mistake("points_not_allowed", "card_points", text)]
    return arithmetic_mistakes(points)


def arithmetic_mistakes(points: tuple[int, int]) -> list[Mistake]:
    """Return what is wrong with two numbers of card points."""
    found: list[Mistake] = []
    params: Mapping[str, object] = {"first": shown(points[0]), "second": shown(points[1])}
    if any(value % STEP for value in points):
        text = gettext_noop(
            "Card points of %(first)s and %(second)s are impossible: they must be multiples of 5."
        )
        found.append(Mistake("points_step", "card_points", text, params))
    if not all(LOWEST <= value <= HIGHEST for value in points):
        text = gettext_noop(
            "Card points of %(first)s and %(second)s are impossible: a side has -25 to 125."
        )
        found.append(Mistake("points_range", "card_points", text, params))
    if sum(points) != IN_THE_DECK:
        text = gettext_noop("Card points of %(first)s and %(second)s must add up to 100.")
        found.append(Mistake("points_sum", "card_points", text, params))
    return found


def call_mistakes(position: Position, played: Round) -> list[Mistake]:
    """Return calls unknown to the game, and calls that this player may not make in this round."""
    found: list[Mistake] = []
    rules = position.rules
    values = rules.call_values()
    callers: dict[int, int] = {}
    for seat, call in played.calls:
        params: dict[str, object] = {"player": Seat(seat), "call": shown(call)}
        if call not in values:
            text = gettext_noop("%(player)s cannot call %(call)s; the calls here are: %(known)s.")
            found.append(Mistake("unknown_call", "calls", text, params | {"known": listed(values)}))
        elif call == GRAND and not rules.grand_allowed:
            text = gettext_noop("%(player)s may not call Grand Tichu: this table plays Tichu only.")
            found.append(Mistake("call_not_allowed", "calls", text, params))
        elif call not in position.allowed_calls(seat):
            text = gettext_noop(
                "%(player)s may not call %(call)s: the dummy and its partner may only call Tichu."
            )
            found.append(Mistake("call_not_allowed", "calls", text, params))
        side = side_of(position, seat)
        if side is None:
            continue
        if side in callers and not rules.partners_may_both_call:
            text = gettext_noop(
                "%(player)s and %(partner)s both called; this table allows one call a side."
            )
            both = {"player": Seat(callers[side]), "partner": Seat(seat)}
            found.append(Mistake("call_not_allowed", "calls", text, both))
        callers.setdefault(side, seat)
    return found


def nobody_first_mistakes(position: Position, played: Round, places: int) -> list[Mistake]:
    """Return failed calls that cannot all have failed, because one of the callers must have been
    first out: calls by everybody, or by all of the side that swept.

    Only permitted calls count, so that nothing follows from another mistake.
    """
    made = played.made is not None or any(one.made for one in played.side_calls)
    if made or played.wish_violation is not None:
        return []
    swept = played.sweep is not None
    may_be_first = _may_be_first(position, played.sweep, places)
    if not may_be_first:
        return []
    callers = sum(played.call_of(seat) in position.allowed_calls(seat) for seat in may_be_first)
    callers += sum(not swept or one.side == played.sweep for one in played.side_calls)
    if callers < len(may_be_first) or not position.rules.partners_may_both_call:
        return []
    if swept:
        text = gettext_noop(
            "Everyone on the side that swept called, and one was first out: name who made it."
        )
        return [Mistake("sweep_mismatch", "made", text)]
    text = gettext_noop("Everyone called, and one was first out: name who made it.")
    return [Mistake("made_not_called", "made", text)]


def _may_be_first(position: Position, sweep: int | None, places: int) -> tuple[int, ...]:
    """Return the seats one of which was first out: all, or those of the side that swept; none if
    there is no such side.
    """
    if sweep is None:
        return sum(position.sides, ()) or tuple(range(places))
    return position.sides[sweep] if sweep in range(len(position.sides)) else ()


@dataclass(frozen=True)
class TeamGame(PointGame):
    """Two fixed teams, seated alternately; each team is a side and a score column in
    every round.
    """

    lead: Lead = FIRST_OUT_SHUFFLES
    has_teams: bool = True

    def opening(self, rules: "RuleSet", n_players: int) -> Position:
        teams = (tuple(range(0, n_players, 2)), tuple(range(1, n_players, 2)))
        return Position(rules, n_players, totals=(0, 0), sides=teams, columns=teams)

    def column_scores(self, position: Position, side_scores: tuple[int, int]) -> tuple[int, ...]:  # noqa: ARG002
        return side_scores

    def moves_on(
        self,
        position: Position,
        first: int | None,
        played: Round,  # noqa: ARG002
    ) -> tuple[Next, Position]:
        return Next(leader=first), replace(position, leader=first)
