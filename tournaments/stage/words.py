"""A stage as text: its plan, and its sentences in the active language."""

from collections.abc import Iterable
from fractions import Fraction

from django.utils.translation import gettext

from scoring.games.round_words import figure, in_form
from tournaments.models import Stage
from tournaments.plans import StagePlan
from tournaments.plans.facts import facts
from tournaments.plans.words import Part, Term, paragraph


def plan_of(stage: Stage) -> StagePlan:
    """Return a stage's plan as a value."""
    return StagePlan(
        format=stage.format,
        variant=stage.variant,
        rules=stage.rules,
        points=stage.points,
        criteria=tuple(stage.criteria),
        criteria_settings=stage.criteria_settings,
        name=stage.name,
        format_settings=stage.format_settings,
        points_settings=stage.points_settings,
        awards=stage.awards,
        best_of=stage.best_of,
        minutes=stage.minutes,
        unplayed=stage.unplayed,
        worst_dropped=stage.worst_dropped,
        take=stage.take,
        carry=stage.carry,
        at_line=stage.at_line,
    )


def sentences(parts: Iterable[Part]) -> list[str]:
    """Return parts of a paragraph as sentences: translated, including terms, numbers formatted."""
    return [
        in_form(text, params) % {key: _format_value(value) for key, value in params.items()}
        for text, params in parts
    ]


def plain_words(stage: Stage) -> list[str]:
    """Return the whole stage in sentences. No query if the tournament is loaded."""
    return sentences(paragraph(plan_of(stage), stage.tournament.unit))


def facts_of(stage: Stage, rounds: int | None) -> list[tuple[str, str, str]]:
    """Return the key facts: an icon, a short text, a shorter one. `rounds`: their number, if
    known.
    """
    found = facts(plan_of(stage), stage.tournament.unit, rounds)
    return [(fact.sign, _sentence(fact.head), _sentence(fact.foot)) for fact in found]


def _sentence(part: Part) -> str:
    return sentences([part])[0] if part[0] else ""


def stage_name(stage: Stage) -> str:
    """Return a stage's name, or its number if it has none."""
    return stage.name or gettext("Stage %(number)s") % {"number": stage.number}


def _format_value(value: object) -> str:
    if isinstance(value, Term):
        return gettext(value)
    if isinstance(value, tuple):
        return ", ".join(map(_format_value, value))
    if isinstance(value, bool) or not isinstance(value, (int, float, Fraction)):
        return str(value)
    return figure(value)
