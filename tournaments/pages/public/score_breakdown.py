"""One number of the standings, broken down into its sum, in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.http import Http404
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.games.round_words import figure, in_form, plural
from tournaments.models import Ruling, Stage
from tournaments.pages.public.criteria import Column, column, figure_of
from tournaments.pages.rendering import escaped, filled, isolated, joined
from tournaments.pages.viewer import Viewer, entrants_of
from tournaments.stage.history import History
from tournaments.stage.prize_lists import explained_keys
from tournaments.stage.ranking import entered_of, ranking_settings
from tournaments.standings.lines import Number
from tournaments.standings.numbers import load
from tournaments.standings.ranking import explain
from tournaments.standings.sums import Id, Ids, Part, total

IN_POINTS = {"points"}
IN_SCORE = {"score", "difference"}


@dataclass(frozen=True)
class RulingShown:
    """A penalty or bonus.

    `round` is None without one. `points` have a sign, `score` is in words; both empty for none.
    """

    stage: int
    kind: str
    round: int | None
    points: str
    score: str
    reason: str


def tichu_points(score: int, shown: str) -> str:
    """Format Tichu points: "1 Tichu point", "-50 Tichu points"."""
    return ngettext("%(points)s Tichu point", "%(points)s Tichu points", plural(score)) % {
        "points": shown
    }


def rulings_of(entrant: int) -> Sequence[RulingShown]:
    """Return an entrant's valid penalties and bonuses, oldest first: one query."""
    return [
        RulingShown(
            stage=ruling.stage_id,
            kind=ruling.get_kind_display(),
            round=ruling.round_number,
            points=figure(points) if (points := load(ruling.points)) else "",
            score=tichu_points(ruling.score, figure(ruling.score)) if ruling.score else "",
            reason=ruling.reason,
        )
        for ruling in Ruling.objects.filter(entrant=entrant, undone_at__isnull=True)
    ]


@dataclass(frozen=True)
class Addend:
    """A line of the sum.

    `match_id` is the match of its session round, if there is one. `brief` is short enough for a row
    of the standings: whose number it is.
    """

    words: SafeString
    number: str
    brief: SafeString
    match_id: int | None = None


@dataclass(frozen=True)
class Value:
    """A number with its sum. `lower` if less is better."""

    stage: Stage
    entrant_id: int
    name: str
    column: Column
    others: Sequence[Column]
    number: str
    addends: Sequence[Addend]
    rulings: Sequence[RulingShown]  # part of this number


def breakdown_of(seen: Viewer, stage: Stage, entrant_id: int, key: str) -> Value:
    """Return the sum behind one number.

    Raises Http404 for an entrant or criterion that is not in these standings.
    """
    history = seen.history(stage)
    keys = explained_keys(stage)
    if key not in keys or entrant_id not in {row.entrant_id for row in history.participations}:
        raise Http404(_("There is no such number in these standings."))
    names = seen.names(entrants_of(history))
    groups = {row.entrant_id: row.group for row in history.participations}
    parts = explain(
        entered_of(history),
        keys,
        entrant_id,
        key,
        apart=groups,
        **ranking_settings(history),
    )
    matches = matches_of(history, entrant_id)
    return Value(
        stage=stage,
        entrant_id=entrant_id,
        name=names[entrant_id],
        column=column(key),
        others=[column(other) for other in keys],
        number=figure_of(key, total(part.number for part in parts)),
        addends=[_addend(key, part, names, matches) for part in parts],
        rulings=_rulings(history, entrant_id, key),
    )


def matches_of(history: History, who: int) -> dict[int, int]:
    """Return an entrant's match in each session round, by number."""
    return {
        rows.session_round.number: seated.match.pk
        for rows in history.rounds
        for seated in rows.seated
        if who in seated.everybody
    }


def _rulings(history: History, who: int, key: str) -> list[RulingShown]:
    """Return the penalties and bonuses in a sum of the entrant's own rounds."""
    if key not in IN_POINTS | IN_SCORE:
        return []
    return [
        ruling
        for ruling in rulings_of(who)
        if ruling.stage == history.stage.pk
        and history.shows_results(ruling.round or 0)
        and (ruling.points if key in IN_POINTS else ruling.score)
    ]


def _addend(key: str, part: Part, names: Mapping[int, str], matches: Mapping[int, int]) -> Addend:
    number = part.params.get("round")
    match_id = matches.get(number) if isinstance(number, int) else None
    words = fill_sentence(part.text, part.params, names)
    opponents = part.params.get("opponents")
    # What counts nothing needs the reason.
    brief = _shown(opponents, names) if part.number and isinstance(opponents, (Id, Ids)) else words
    return Addend(words, figure_of(key, part.number), brief, match_id)


def fill_sentence(text: str, params: Mapping[str, object], names: Mapping[int, str]) -> SafeString:
    """Fill a sentence of the regulations for a page: names for entrants, localised numbers."""
    shown = {key: _shown(value, names) for key, value in params.items()}
    return filled(in_form(text, params), shown)


def _shown(value: Any, names: Mapping[int, str]) -> SafeString:
    if isinstance(value, Id):
        return isolated(names.get(value, f"#{int(value)}"))
    if isinstance(value, Ids):
        return joined(_shown(one, names) for one in value)
    if isinstance(value, (int, Fraction)):
        number: Number = value
        return escaped(figure(number))
    return escaped(value)
