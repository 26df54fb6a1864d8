"""A stage's key facts at a glance: who plays, how long, for what. `words` has full sentences."""

from collections.abc import Iterator
from typing import NamedTuple

from scoring.rules import USUAL, VARIANTS, RuleSet
from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.pairing.formats import FORMATS
from tournaments.standings.points import ALONE, SCORING_SYSTEMS, adjust

from .plan import StagePlan, tables_of
from .words import Part


class Fact(NamedTuple):
    """One fact: an icon name, a short text, and a shorter one below (its template may be empty)."""

    sign: str
    head: Part
    foot: Part


NOTHING: Part = ("", {})
UNITS = {
    "pair": (gettext_noop("Pairs"), gettext_noop("fixed partners")),
    "team": (gettext_noop("Teams"), gettext_noop("fixed partners")),
}


def facts(plan: StagePlan, unit: str, rounds: int | None = None) -> list[Fact]:
    """Return the facts people ask about first. `rounds`: the number of rounds, if known."""
    found = [
        _who(plan, unit),
        _course(plan, rounds),
        *_length(plan),
        *_calls(plan),
        _points(plan),
        *_bye(plan),
    ]
    if plan.variant != USUAL:
        found.insert(0, Fact("rules", (VARIANTS[plan.variant].name, {}), NOTHING))
    return found


def _who(plan: StagePlan, unit: str) -> Fact:
    if unit in UNITS:
        head, foot = UNITS[unit]
        return Fact("people", (head, {}), (foot, {}))
    alone = tables_of(plan.variant) == ALONE
    return Fact(
        "people",
        (gettext_noop("Players"), {}),
        (gettext_noop("each alone") if alone else gettext_noop("partners change"), {}),
    )


def _course(plan: StagePlan, rounds: int | None) -> Fact:
    name = FORMATS[plan.format].name
    if rounds is None:
        return Fact("rematch", (name, {}), NOTHING)
    text = ngettext_noop("%(rounds)s round", "%(rounds)s rounds", "rounds")
    return Fact("rematch", (text, {"rounds": rounds}), (name, {}))


def _length(plan: StagePlan) -> Iterator[Fact]:
    rules = RuleSet.of(plan.variant, plan.rules)
    values: dict[str, object] = {
        "target": rules.target_score,
        "hands": rules.round_limit,
        "minutes": plan.minutes,
        "games": plan.best_of,
    }
    further = []
    if rules.target_score is not None:
        head = gettext_noop("To %(target)s")
        further += [ngettext_noop("or %(hands)s hand", "or %(hands)s hands", "hands")] * (
            rules.round_limit is not None
        )
    elif rules.round_limit is not None:
        head = ngettext_noop("%(hands)s hand", "%(hands)s hands", "hands")
    elif plan.minutes is not None:
        yield Fact(
            "flag",
            (ngettext_noop("%(minutes)s minute", "%(minutes)s minutes", "minutes"), values),
            (gettext_noop("a match"), {}),
        )
        return
    else:
        return
    if plan.best_of > 1:
        further = [gettext_noop("best of %(games)s")]
    elif plan.minutes is not None and further:
        further = [
            ngettext_noop(
                "or %(hands)s hand, %(minutes)s min", "or %(hands)s hands, %(minutes)s min", "hands"
            )
        ]
    elif plan.minutes is not None:
        further = [ngettext_noop("or %(minutes)s minute", "or %(minutes)s minutes", "minutes")]
    yield Fact(
        "flag", (head, values), (further[0], values) if further else (gettext_noop("a game"), {})
    )


def _calls(plan: StagePlan) -> Iterator[Fact]:
    rules = RuleSet.of(plan.variant, plan.rules)
    if not rules.tichu_value:
        return
    values = {"tichu": rules.tichu_value, "grand": rules.grand_value}
    tichu = gettext_noop("Tichu %(tichu)s")
    if rules.grand_allowed:
        yield Fact("star", (gettext_noop("Grand %(grand)s"), values), (tichu, values))
    else:
        yield Fact("star", (tichu, values), (gettext_noop("no Grand"), {}))


def _points(plan: StagePlan) -> Fact:
    settings = SCORING_SYSTEMS[plan.points].read(plan.points_settings)
    if plan.points == "match":
        return Fact(
            "scale",
            ("%(win)s · %(draw)s · %(loss)s", settings),
            (gettext_noop("win, draw, loss"), {}),
        )
    if plan.points == "hands":
        text = gettext_noop("win, draw, loss of a hand")
        return Fact("scale", ("%(win)s · %(draw)s · %(loss)s", settings), (text, {}))
    return Fact("scale", (SCORING_SYSTEMS[plan.points].name, {}), NOTHING)


def _bye(plan: StagePlan) -> Iterator[Fact]:
    awards = adjust.read(plan.awards)
    points, score = awards["bye_points"], awards["bye_score"]
    if not FORMATS[plan.format].byes_count or points is None or score is None:
        return
    foot = (
        ngettext_noop("%(score)s Tichu point", "%(score)s Tichu points", "score"),
        {"score": score},
    )
    yield Fact("next", (gettext_noop("Bye: %(points)s"), {"points": points}), foot)
