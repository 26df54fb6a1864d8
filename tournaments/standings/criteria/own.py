"""Sums over an entrant's own rounds: points, score, and their means."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.standings.criteria.base import Criterion, Levels
from tournaments.standings.field import Field
from tournaments.standings.lines import ABSENT, BYE, FORFEIT, PLAYED, Entered, Line, Number
from tournaments.standings.sums import Part, divided, tidy, total

ROUND = {
    PLAYED: gettext_noop("round %(round)s"),
    FORFEIT: gettext_noop("round %(round)s, not played"),
    BYE: gettext_noop("round %(round)s, a bye"),
    ABSENT: gettext_noop("round %(round)s, absent"),
}
DROPPED = gettext_noop("round %(round)s, the worst, dropped")
VOID_ROUND = gettext_noop("round %(round)s, does not count")
CARRIED = gettext_noop("carried over from the previous stage")
EXTRA = gettext_noop("bonuses minus penalties outside any round")
PENALTY = gettext_noop("round %(round)s, bonuses minus penalties")


class LineSum(Criterion):
    """A sum over all lines; `with_penalties` adds what `penalty` returns."""

    with_penalties: ClassVar[bool] = False

    @abstractmethod
    def of(self, line: Line) -> Number:
        """Return what one round adds."""

    def lines(self, field: Field, id_: int) -> Sequence[Line]:
        """Return the rounds that are added up."""
        return field.lines[id_]

    def penalty(self, line: Line) -> Number:  # noqa: ARG002
        """Return what a round's penalties and bonuses add, even if the round itself is left out."""
        return 0

    def beside(self, one: Entered) -> tuple[tuple[str, Number], ...]:  # noqa: ARG002
        """Return what is added outside of rounds: (template, number)."""
        return ()

    def values(self, field: Field, levels: Levels = ()) -> Mapping[int, Number]:  # noqa: ARG002
        of, found = self.of, {}
        for id_, one in field.entered.items():
            numbers = [of(line) for line in self.lines(field, id_)]
            if self.with_penalties:
                numbers += [self.penalty(line) for line in field.lines[id_] if line.is_judged]
            found[id_] = total([*numbers, *(number for _, number in self.beside(one))])
        return found

    def explain(self, field: Field, id_: int, level: Sequence[int] = ()) -> tuple[Part, ...]:  # noqa: ARG002
        counted = set(map(id, self.lines(field, id_)))
        rounds: list[Part] = []
        for line in field.lines[id_]:
            about = {"round": line.round}
            rounds.append(
                Part(ROUND[line.kind], about, tidy(self.of(line)))
                if id(line) in counted
                else Part(DROPPED, about, 0)
            )
            if penalty := self.penalty(line):
                rounds.append(Part(PENALTY, about, tidy(penalty)))
        rounds += void_parts(field, id_)
        beside = [
            Part(text, {}, tidy(number))
            for text, number in self.beside(field.entered[id_])
            if number
        ]
        return (*rounds, *beside)


def void_parts(field: Field, id_: int) -> list[Part]:
    """Return the rounds whose match does not count."""
    return [Part(VOID_ROUND, {"round": line.round}, 0) for line in field.void(id_)]


class CountedSum(LineSum):
    """A sum that leaves a dropped round out."""

    def lines(self, field: Field, id_: int) -> Sequence[Line]:
        return field.counted[id_]


class Points(CountedSum):
    key = "points"
    with_penalties = True
    name = gettext_noop("Points")
    sentence = gettext_noop("Ranking points of all rounds.")

    def of(self, line: Line) -> Number:
        return line.points

    def penalty(self, line: Line) -> Number:
        return line.penalty_points

    def beside(self, one: Entered) -> tuple[tuple[str, Number], ...]:
        return (CARRIED, one.carried_points), (EXTRA, one.extra_points)

    def values(self, field: Field, levels: Levels = ()) -> Mapping[int, Number]:  # noqa: ARG002
        return field.points


class Score(CountedSum):
    key = "score"
    with_penalties = True
    name = gettext_noop("Tichu points")
    sentence = gettext_noop("Tichu points of all rounds.")

    def of(self, line: Line) -> Number:
        return line.score

    def penalty(self, line: Line) -> Number:
        return line.penalty_score

    def beside(self, one: Entered) -> tuple[tuple[str, Number], ...]:
        return (CARRIED, one.carried_score), (EXTRA, one.extra_score)

    def values(self, field: Field, levels: Levels = ()) -> Mapping[int, Number]:  # noqa: ARG002
        return field.score


class MatchImps(CountedSum):
    key = "match_imps"
    name = gettext_noop("IMPs of matches")
    sentence = gettext_noop("Teams of four: IMPs won minus IMPs lost, over all matches.")
    is_difference = True

    def of(self, line: Line) -> Number:
        return line.imps


class ScoreAgainst(CountedSum):
    key = "score_against"
    name = gettext_noop("Tichu points against")
    sentence = gettext_noop("Tichu points that opponents scored against you; fewer are better.")
    lower_is_better = True

    def of(self, line: Line) -> Number:
        return line.score_against


class Difference(CountedSum):
    key = "difference"
    with_penalties = True
    name = gettext_noop("Difference")
    sentence = gettext_noop("Your Tichu points minus those scored against you.")
    is_difference = True

    def of(self, line: Line) -> Number:
        return line.score - line.score_against

    def penalty(self, line: Line) -> Number:
        return line.penalty_score

    def beside(self, one: Entered) -> tuple[tuple[str, Number], ...]:
        return (CARRIED, one.carried_score), (EXTRA, one.extra_score)


class Mean(Criterion):
    """Points divided by the amount played, for events in which people come and go.

    Rounds an entrant was absent from are left out, including points awarded for them, and so is
    what was carried over; all bonuses and penalties count, whichever round they are from.
    """

    @abstractmethod
    def weight(self, line: Line) -> int:
        """Return what one round adds to the divisor. A round of weight 0 is left out."""

    def values(self, field: Field, levels: Levels = ()) -> Mapping[int, Number]:  # noqa: ARG002
        return {id_: total(number for _, number in self._shares(field, id_)) for id_ in field.ids}

    def explain(self, field: Field, id_: int, level: Sequence[int] = ()) -> tuple[Part, ...]:  # noqa: ARG002
        by = self._by(field, id_)
        text = ngettext_noop(
            "round %(round)s: %(points)s point, divided by %(by)s",
            "round %(round)s: %(points)s points, divided by %(by)s",
            "points",
        )
        beside = ngettext_noop(
            "bonuses minus penalties: %(points)s point, divided by %(by)s",
            "bonuses minus penalties: %(points)s points, divided by %(by)s",
            "points",
        )
        return tuple(
            Part(text, {"round": line.round, "points": line.points, "by": by}, number)
            if line
            else Part(beside, {"points": _bonuses(field, id_), "by": by}, number)
            for line, number in self._shares(field, id_)
        )

    def _by(self, field: Field, id_: int) -> int:
        return sum(self.weight(line) for line in field.counted[id_])

    def _shares(self, field: Field, id_: int) -> list[tuple[Line | None, Number]]:
        by = self._by(field, id_)
        if not by:
            return []
        shares: list[tuple[Line | None, Number]] = [
            (line, divided(line.points, by)) for line in field.counted[id_] if self.weight(line)
        ]
        extra = _bonuses(field, id_)
        return [*shares, (None, divided(extra, by))] if extra else shares


def _bonuses(field: Field, id_: int) -> Number:
    """Return all bonuses less penalties in ranking points, with and without a round."""
    return total(
        (*(line.penalty_points for line in field.lines[id_]), field.entered[id_].extra_points)
    )


class PointsPerRound(Mean):
    key = "points_per_round"
    name = gettext_noop("Points per round")
    sentence = gettext_noop("Ranking points divided by the rounds you attended.")

    def weight(self, line: Line) -> int:
        return int(line.kind != ABSENT)


class PointsPerHand(Mean):
    key = "points_per_hand"
    name = gettext_noop("Points per hand")
    sentence = gettext_noop(
        "Ranking points of the rounds you played, divided by the hands you played."
    )

    def weight(self, line: Line) -> int:
        return line.hands
