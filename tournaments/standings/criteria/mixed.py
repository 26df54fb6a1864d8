"""Sonneborn-Berger with two kinds of points: own points of one times opponents' of the other.

Chess counts match points and game points of teams like that (EMGSB, EGMSB and the Olympiad's in
chapter C.07 of the FIDE handbook); here these are ranking points and Tichu points. They are
products, not shares: Tichu points have no fixed sum of which a side could have a share. `field`
defines what a round without an opponent contributes.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from scoring.rules.words import gettext_noop
from tournaments.standings.criteria.opponents import (
    CUT_NO_OPPONENT_TEXTS,
    CUT_TEXTS,
    LOWEST,
    NO_OPPONENT,
    SUM_TEXTS,
    Cuts,
    OpponentsSum,
    least_significant,
)
from tournaments.standings.field import ZERO, Contribution, Field
from tournaments.standings.lines import Number
from tournaments.standings.sums import Ids, Part, tidy


class Mixed(OpponentsSum):
    """A sum of products."""

    met: ClassVar[str]
    dummy: ClassVar[str]
    capped: ClassVar[str]

    @abstractmethod
    def own_total(self, field: Field, id_: int) -> Number:
        """Return one's own total of the opponents' kind of points, which the dummy has at most."""

    @abstractmethod
    def factors(self, field: Field, id_: int) -> Sequence[tuple[Number, Number]]:
        """Return own points of one kind and the opponent's of the other, per contribution."""

    def numbers(self, field: Field, id_: int) -> Sequence[Number]:
        return [tidy(own * theirs) for own, theirs in self.factors(field, id_)]

    def explain(self, field: Field, id_: int, level: Sequence[int] = ()) -> tuple[Part, ...]:  # noqa: ARG002
        contributions, numbers = field.contributions[id_], self.numbers(field, id_)
        cuts = self.cuts(contributions, numbers)
        return tuple(
            self._addend(field, id_, one, own, theirs, None if place in cuts else number)
            for place, (one, (own, theirs), number) in enumerate(
                zip(contributions, self.factors(field, id_), numbers, strict=True)
            )
        )

    def _addend(
        self,
        field: Field,
        id_: int,
        one: Contribution,
        own: Number,
        theirs: Number,
        number: Number | None,
    ) -> Part:
        params: Mapping[str, object] = {
            "round": one.round,
            "opponents": Ids.of(one.opponents),
            "own": own,
            "theirs": theirs,
            "points": one.points,
        }
        if number is None:
            return Part((CUT_TEXTS if one.opponents else CUT_NO_OPPONENT_TEXTS)[LOWEST], params, 0)
        if one.opponents:
            return Part(self.met, params, number)
        if field.unplayed == ZERO:
            return Part(SUM_TEXTS[NO_OPPONENT], params, number)
        return Part(
            self.capped if theirs < self.own_total(field, id_) else self.dummy, params, number
        )


class OwnScore(Mixed):
    key = "sonneborn_berger_own_score"
    name = gettext_noop("Sonneborn-Berger, own Tichu points")
    sentence = gettext_noop(
        "Your opponents' points, each multiplied by your Tichu points in that match."
    )
    met = gettext_noop(
        "round %(round)s, %(opponents)s: your Tichu points %(own)s times their points %(theirs)s"
    )
    dummy = gettext_noop(
        "round %(round)s, nobody: your Tichu points %(own)s times your own points %(theirs)s"
    )
    capped = gettext_noop(
        "round %(round)s, nobody: your Tichu points %(own)s times at most %(theirs)s"
    )

    def own_total(self, field: Field, id_: int) -> Number:
        return field.points[id_]

    def factors(self, field: Field, id_: int) -> Sequence[tuple[Number, Number]]:
        return [
            (own, one.points)
            for own, one in zip(field.own_scores[id_], field.contributions[id_], strict=True)
        ]


class OwnPoints(Mixed):
    key = "sonneborn_berger_own_points"
    name = gettext_noop("Sonneborn-Berger, opponents' Tichu points")
    sentence = gettext_noop(
        "Your opponents' Tichu points, each multiplied by your points in that match."
    )
    met = gettext_noop(
        "round %(round)s, %(opponents)s: your points %(own)s times their Tichu points %(theirs)s"
    )
    dummy = gettext_noop(
        "round %(round)s, nobody: your points %(own)s times your own Tichu points %(theirs)s"
    )
    capped = gettext_noop("round %(round)s, nobody: your points %(own)s times at most %(theirs)s")

    def own_total(self, field: Field, id_: int) -> Number:
        return field.score[id_]

    def factors(self, field: Field, id_: int) -> Sequence[tuple[Number, Number]]:
        return [
            (one.own, theirs)
            for one, theirs in zip(
                field.contributions[id_], field.opponents_scores[id_], strict=True
            )
        ]


class Olympiad(OwnScore):
    """The tie-break of chess olympiads. By the rule of 2026 a round that was a bye is the one left
    out.
    """

    key = "sonneborn_berger_olympiad"
    name = gettext_noop("Sonneborn-Berger (Olympiad)")
    sentence = gettext_noop(
        "Your opponents' points times your Tichu points in that match, without your bye, or else "
        "without the opponent with the fewest points."
    )

    def cuts(self, contributions: Sequence[Contribution], numbers: Sequence[Number]) -> Cuts:
        byes = [place for place, one in enumerate(contributions) if one.bye]
        if byes:
            return {min(byes, key=lambda place: numbers[place]): LOWEST}
        return least_significant(contributions, numbers)
