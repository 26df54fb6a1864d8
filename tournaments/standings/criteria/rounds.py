"""Criteria on single rounds: progressive scores, the best round, the worst one left out."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.standings.criteria.base import Criterion, Levels
from tournaments.standings.criteria.own import (
    CARRIED,
    DROPPED,
    EXTRA,
    PENALTY,
    ROUND,
    void_parts,
)
from tournaments.standings.field import Field
from tournaments.standings.lines import Line, Number
from tournaments.standings.sums import Part, tidy, total


class Progressive(Criterion):
    """Counts this stage only: points carried over would count once for every round."""

    key = "progressive"
    name = gettext_noop("Progressive")
    sentence = gettext_noop("The sum of the totals after each round: early points count more.")

    def values(self, field: Field, levels: Levels = ()) -> Mapping[int, Number]:  # noqa: ARG002
        return {
            id_: total(accumulate(line.total_points for line in lines))
            for id_, lines in field.lines.items()
        }

    def explain(self, field: Field, id_: int, level: Sequence[int] = ()) -> tuple[Part, ...]:  # noqa: ARG002
        text = gettext_noop("total after round %(round)s")
        lines = field.lines[id_]
        running = accumulate(line.total_points for line in lines)
        return tuple(
            Part(text, {"round": line.round}, tidy(so_far))
            for line, so_far in zip(lines, running, strict=True)
        )


class BestRound(Criterion):
    """The value is the points; if equal, the score of that round decides. Penalties are left
    out.
    """

    key = "best_round"
    name = gettext_noop("Best round")
    sentence = gettext_noop(
        "The most ranking points in one round; if equal, the more Tichu points in it."
    )

    def values(self, field: Field, levels: Levels = ()) -> Mapping[int, Number]:  # noqa: ARG002
        return {id_: tidy(best.points) if (best := _best(field, id_)) else 0 for id_ in field.ids}

    def compared(self, field: Field, values: Mapping[int, Number]) -> Mapping[int, Any]:  # noqa: ARG002
        return {
            id_: (best.points, best.score) if (best := _best(field, id_)) else (0, 0)
            for id_ in field.ids
        }

    def explain(self, field: Field, id_: int, level: Sequence[int] = ()) -> tuple[Part, ...]:  # noqa: ARG002
        best = _best(field, id_)
        if best is None:
            return ()
        text = ngettext_noop(
            "round %(round)s, with %(score)s Tichu point",
            "round %(round)s, with %(score)s Tichu points",
            "score",
        )
        return (Part(text, {"round": best.round, "score": best.score}, tidy(best.points)),)


class WithoutWorstRound(Criterion):
    """The worst round is the one with fewest points; which of several makes no difference.

    Penalties and bonuses do not affect which round is the worst, and count even if they are from
    it.
    """

    key = "without_worst_round"
    name = gettext_noop("Without the worst round")
    sentence = gettext_noop("Ranking points without your lowest round.")

    def values(self, field: Field, levels: Levels = ()) -> Mapping[int, Number]:  # noqa: ARG002
        return {id_: total(part.number for part in self.explain(field, id_)) for id_ in field.ids}

    def explain(self, field: Field, id_: int, level: Sequence[int] = ()) -> tuple[Part, ...]:  # noqa: ARG002
        lines, one = field.lines[id_], field.entered[id_]
        worst = min(lines, key=lambda line: (line.points, line.score, -line.round), default=None)
        rounds: list[Part] = []
        for line in lines:
            about = {"round": line.round}
            rounds.append(
                Part(DROPPED, about, 0)
                if line is worst
                else Part(ROUND[line.kind], about, tidy(line.points))
            )
            if line.penalty_points:
                rounds.append(Part(PENALTY, about, tidy(line.penalty_points)))
        rounds += void_parts(field, id_)
        beside = [(CARRIED, one.carried_points), (EXTRA, one.extra_points)]
        return (*rounds, *(Part(text, {}, tidy(number)) for text, number in beside if number))


def _best(field: Field, id_: int) -> Line | None:
    return max(
        field.lines[id_], key=lambda line: (line.points, line.score, -line.round), default=None
    )
