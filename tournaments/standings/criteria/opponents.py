"""Strength of opponents: Buchholz, average, Sonneborn-Berger.

Persons who play in drawn pairs, or alone against several, have several opponents in a round. These
count with their mean, so that each round weighs the same, and a table of five like one of four.
`field` defines what a round without an opponent contributes.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.standings.criteria.base import Criterion, Levels
from tournaments.standings.field import ZERO, Contribution, Field
from tournaments.standings.lines import PLAYED, Line, Number
from tournaments.standings.sums import Ids, Part, divided, mean, total

LOWEST, HIGHEST = "lowest", "highest"
SIMPLE, ADJUSTED, MEAN = "simple", "adjusted", "mean"
DUMMY, CAPPED, NO_OPPONENT = "dummy", "capped", "nobody"
SUM_TEXTS = {
    SIMPLE: ngettext_noop(
        "round %(round)s: %(opponents)s with %(points)s point",
        "round %(round)s: %(opponents)s with %(points)s points",
        "points",
    ),
    ADJUSTED: ngettext_noop(
        "round %(round)s: %(opponents)s with %(points)s point, rounds missed up to the end "
        "counted as drawn",
        "round %(round)s: %(opponents)s with %(points)s points, rounds missed up to the end "
        "counted as drawn",
        "points",
    ),
    MEAN: ngettext_noop(
        "round %(round)s: %(opponents)s with %(points)s point on average",
        "round %(round)s: %(opponents)s with %(points)s points on average",
        "points",
    ),
    DUMMY: ngettext_noop(
        "round %(round)s: nobody, counted as an opponent with your own %(points)s point",
        "round %(round)s: nobody, counted as an opponent with your own %(points)s points",
        "points",
    ),
    CAPPED: ngettext_noop(
        "round %(round)s: nobody, counted as an opponent with at most %(points)s point",
        "round %(round)s: nobody, counted as an opponent with at most %(points)s points",
        "points",
    ),
    NO_OPPONENT: gettext_noop("round %(round)s: nobody, counts nothing"),
}
SHARE_TEXTS = {
    SIMPLE: ngettext_noop(
        "round %(round)s: %(own)s of %(whole)s against %(opponents)s with %(points)s point",
        "round %(round)s: %(own)s of %(whole)s against %(opponents)s with %(points)s points",
        "points",
    ),
    ADJUSTED: ngettext_noop(
        "round %(round)s: %(own)s of %(whole)s against %(opponents)s with %(points)s point, "
        "rounds missed up to the end counted as drawn",
        "round %(round)s: %(own)s of %(whole)s against %(opponents)s with %(points)s points, "
        "rounds missed up to the end counted as drawn",
        "points",
    ),
    MEAN: ngettext_noop(
        "round %(round)s: %(own)s of %(whole)s against %(opponents)s with %(points)s point on "
        "average",
        "round %(round)s: %(own)s of %(whole)s against %(opponents)s with %(points)s points on "
        "average",
        "points",
    ),
    DUMMY: ngettext_noop(
        "round %(round)s: %(own)s of %(whole)s, nobody, counted as an opponent with your own "
        "%(points)s point",
        "round %(round)s: %(own)s of %(whole)s, nobody, counted as an opponent with your own "
        "%(points)s points",
        "points",
    ),
    CAPPED: ngettext_noop(
        "round %(round)s: %(own)s of %(whole)s, nobody, counted as an opponent with at most "
        "%(points)s point",
        "round %(round)s: %(own)s of %(whole)s, nobody, counted as an opponent with at most "
        "%(points)s points",
        "points",
    ),
    NO_OPPONENT: SUM_TEXTS[NO_OPPONENT],
}
CUT_TEXTS = {
    LOWEST: ngettext_noop(
        "round %(round)s: %(opponents)s with %(points)s point, left out as the lowest",
        "round %(round)s: %(opponents)s with %(points)s points, left out as the lowest",
        "points",
    ),
    HIGHEST: ngettext_noop(
        "round %(round)s: %(opponents)s with %(points)s point, left out as the highest",
        "round %(round)s: %(opponents)s with %(points)s points, left out as the highest",
        "points",
    ),
}
CUT_NO_OPPONENT_TEXTS = {
    LOWEST: ngettext_noop(
        "round %(round)s: nobody, with %(points)s point, left out as the lowest",
        "round %(round)s: nobody, with %(points)s points, left out as the lowest",
        "points",
    ),
    HIGHEST: ngettext_noop(
        "round %(round)s: nobody, with %(points)s point, left out as the highest",
        "round %(round)s: nobody, with %(points)s points, left out as the highest",
        "points",
    ),
}

Cuts = dict[int, str]  # index of a contribution: why it was left out


class OpponentsSum(Criterion):
    """A sum of contributions, some of them left out."""

    texts: ClassVar[Mapping[str, str]] = SUM_TEXTS

    def numbers(self, field: Field, id_: int) -> Sequence[Number]:
        """Return the amount of each contribution of an entrant."""
        return [one.points for one in field.contributions[id_]]

    def cuts(self, contributions: Sequence[Contribution], numbers: Sequence[Number]) -> Cuts:  # noqa: ARG002
        """Return the contributions left out."""
        return {}

    def values(self, field: Field, levels: Levels = ()) -> Mapping[int, Number]:  # noqa: ARG002
        values: dict[int, Number] = {}
        for id_, contributions in field.contributions.items():
            numbers = self.numbers(field, id_)
            cuts = self.cuts(contributions, numbers)
            if cuts:
                numbers = [number for place, number in enumerate(numbers) if place not in cuts]
            values[id_] = total(numbers)
        return values

    def explain(self, field: Field, id_: int, level: Sequence[int] = ()) -> tuple[Part, ...]:  # noqa: ARG002
        contributions, numbers = field.contributions[id_], self.numbers(field, id_)
        cuts = self.cuts(contributions, numbers)
        return tuple(
            self._part(field, one, number, cuts.get(place))
            for place, (one, number) in enumerate(zip(contributions, numbers, strict=True))
        )

    def _part(self, field: Field, one: Contribution, number: Number, cut: str | None) -> Part:
        params = {
            "round": one.round,
            "opponents": Ids.of(one.opponents),
            "points": one.points,
            "own": one.own,
            "whole": one.whole,
        }
        if cut:
            return Part((CUT_TEXTS if one.opponents else CUT_NO_OPPONENT_TEXTS)[cut], params, 0)
        if not one.opponents:
            kind = NO_OPPONENT if field.unplayed == ZERO else CAPPED if one.capped else DUMMY
            return Part(self.texts[kind], params, number)
        kind = MEAN if len(one.opponents) > 1 else ADJUSTED if one.adjusted else SIMPLE
        return Part(self.texts[kind], params, number)


class Buchholz(OpponentsSum):
    """Cuts take voluntary unplayed rounds first (only FIDE's ways have any), then the lowest, then
    the highest.
    """

    key = "buchholz"
    name = gettext_noop("Buchholz")
    sentence = gettext_noop("The sum of your opponents' points.")
    lowest: ClassVar[int] = 0
    highest: ClassVar[int] = 0

    def cuts(self, contributions: Sequence[Contribution], numbers: Sequence[Number]) -> Cuts:  # noqa: ARG002
        if not self.lowest:
            return {}
        order = sorted(
            range(len(contributions)),
            key=lambda place: (not contributions[place].voluntary, contributions[place].points),
        )
        cuts = dict.fromkeys(order[: self.lowest], LOWEST)
        kept = sorted(
            order[self.lowest :], key=lambda place: contributions[place].points, reverse=True
        )
        return cuts | dict.fromkeys(kept[: self.highest], HIGHEST)


class BuchholzCut1(Buchholz):
    key = "buchholz_cut_1"
    name = gettext_noop("Buchholz, cut 1")
    sentence = gettext_noop("The sum of your opponents' points, without the lowest.")
    lowest = 1


class BuchholzCut2(Buchholz):
    key = "buchholz_cut_2"
    name = gettext_noop("Buchholz, cut 2")
    sentence = gettext_noop("The sum of your opponents' points, without the two lowest.")
    lowest = 2


class BuchholzMedian(Buchholz):
    key = "buchholz_median"
    name = gettext_noop("Buchholz, median")
    sentence = gettext_noop(
        "The sum of your opponents' points, without the lowest and the highest."
    )
    lowest = 1
    highest = 1


class OpponentsAverage(Criterion):
    """Counts only played matches, with the points of the standings, whatever `unplayed` is."""

    key = "opponents_average"
    name = gettext_noop("Opponents' average")
    sentence = gettext_noop("The mean of your opponents' points over the matches played.")

    def values(self, field: Field, levels: Levels = ()) -> Mapping[int, Number]:  # noqa: ARG002
        return {
            id_: mean(totals) if (totals := [_mean_of(field, line) for line in lines]) else 0
            for id_, lines in ((id_, _played(field, id_)) for id_ in field.ids)
        }

    def explain(self, field: Field, id_: int, level: Sequence[int] = ()) -> tuple[Part, ...]:  # noqa: ARG002
        text = ngettext_noop(
            "round %(round)s: %(opponents)s with %(points)s point, divided by %(by)s",
            "round %(round)s: %(opponents)s with %(points)s points, divided by %(by)s",
            "points",
        )
        lines = _played(field, id_)
        by = len(lines)
        return tuple(
            Part(
                text,
                {
                    "round": line.round,
                    "opponents": Ids.of(line.opponents),
                    "points": points,
                    "by": by,
                },
                divided(points, by),
            )
            for line, points in ((line, _mean_of(field, line)) for line in lines)
        )


class SonnebornBerger(OpponentsSum):
    key = "sonneborn_berger"
    name = gettext_noop("Sonneborn-Berger")
    sentence = gettext_noop(
        "Your opponents' points, each multiplied by your share of the points in that match."
    )
    texts = SHARE_TEXTS

    def numbers(self, field: Field, id_: int) -> Sequence[Number]:
        return field.shares[id_]


class SonnebornBergerCut1(SonnebornBerger):
    """Of several opponents with the fewest points, the one who contributes least is left out.

    Under FIDE's ways the lowest contribution of a voluntary unplayed round is left out instead,
    unless it is worth less than that one (article 16.5).
    """

    key = "sonneborn_berger_cut_1"
    name = gettext_noop("Sonneborn-Berger, cut 1")
    sentence = gettext_noop("Sonneborn-Berger without the opponent with the fewest points.")

    def cuts(self, contributions: Sequence[Contribution], numbers: Sequence[Number]) -> Cuts:
        return least_significant(contributions, numbers)


def least_significant(contributions: Sequence[Contribution], numbers: Sequence[Number]) -> Cuts:
    """Return the contribution to leave out, if any: see `SonnebornBergerCut1`."""
    if not contributions:
        return {}
    places = range(len(contributions))
    cut = min(places, key=lambda place: (contributions[place].points, numbers[place]))
    voluntary = [place for place in places if contributions[place].voluntary]
    if voluntary:
        cheapest = min(voluntary, key=lambda place: (numbers[place], contributions[place].points))
        cut = cheapest if numbers[cheapest] >= numbers[cut] else cut
    return {cut: LOWEST}


def _played(field: Field, id_: int) -> list[Line]:
    return [line for line in field.lines[id_] if line.kind == PLAYED and line.opponents]


def _mean_of(field: Field, line: Line) -> Number:
    return mean([field.points[other] for other in line.opponents])
