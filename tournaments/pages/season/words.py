"""A season's formula in plain words."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.games.round_words import figure, plural
from tournaments.seasons.formula import FIXED, PERCENT, PLACES, RATING, VICTORY, Formula, Worth

MOST_LISTED = 10  # points of a list that are listed


def in_words(formula: Formula, planned: int) -> list[str]:
    """Describe the formula, a sentence each."""
    if formula.kind == RATING:
        return [
            _("Ranked by rating, an estimate of each player's strength."),
            _(
                "All games count towards it, not only those in this season’s events. Players with "
                "few games have no rank."
            ),
            *_leaves_out(formula),
        ]
    if formula.kind == PERCENT:
        return [*_of_percent(formula, planned), *_leaves_out(formula)]
    return [
        *_gives(formula),
        *_counts(formula, planned),
        *_leaves_out(formula),
        _("Players level on points share a rank."),
    ]


def _of_percent(formula: Formula, planned: int) -> list[str]:
    sentences = [
        _("Ranked by the mean of a player’s percentages in all sessions of duplicate."),
        _("All sessions count the same, however many boards they had."),
    ]
    if formula.best is not None and formula.best < planned:
        text = _("The best %(best)s of %(all)s count.")
        sentences.append(text % {"best": formula.best, "all": planned})
    if formula.fewest > 1:
        text = ngettext(
            "Players need %(n)s session for a rank.",
            "Players need %(n)s sessions for a rank.",
            formula.fewest,
        )
        sentences.append(text % {"n": formula.fewest})
    return [*sentences, _("Players with the same mean share a rank.")]


def _gives(formula: Formula) -> list[str]:
    sentences = []
    if formula.kind == PLACES and formula.behind:
        sentences.append(
            ngettext(
                "Each place behind you gives %(n)s point.",
                "Each place behind you gives %(n)s points.",
                formula.behind,
            )
            % {"n": formula.behind}
        )
    if formula.kind == FIXED:
        points = ", ".join(map(str, formula.fixed[:MOST_LISTED])) + (
            ", …" if len(formula.fixed) > MOST_LISTED else ""
        )
        sentences.append(_("The first places give %(points)s.") % {"points": points})
    if formula.kind == VICTORY:
        sentences.append(_("The victory points of all events are added up."))
    if formula.kind == PLACES and formula.win:
        sentences.append(
            ngettext("The winner gets %(n)s more.", "The winner gets %(n)s more.", formula.win)
            % {"n": formula.win}
        )
    if formula.there:
        sentences.append(
            ngettext("Attending gives %(n)s point.", "Attending gives %(n)s points.", formula.there)
            % {"n": formula.there}
        )
    return sentences


def _counts(formula: Formula, planned: int) -> list[str]:
    sentences = []
    if formula.best is not None and formula.best < planned:
        sentences.append(
            _("The best %(best)s of %(all)s count.") % {"best": formula.best, "all": planned}
        )
    else:
        sentences.append(_("All events count."))
    if formula.final > 1:
        sentences.append(
            _("The last event counts twice.")
            if formula.final == 2
            else ngettext(
                "The last event counts once.",
                "The last event counts %(times)s times.",
                formula.final,
            )
            % {"times": formula.final}
        )
    return sentences


def _leaves_out(formula: Formula) -> list[str]:
    sentences = []
    if formula.least and formula.kind != PERCENT:
        sentences.append(
            ngettext(
                "An evening of games counts if at least %(n)s game was finished.",
                "An evening of games counts if at least %(n)s games were finished.",
                formula.least,
            )
            % {"n": formula.least}
        )
    if formula.guests_out:
        sentences.append(
            _("Guests are left out.")
            if formula.kind in {RATING, PERCENT}
            else _("Guests are left out, and the others move up.")
        )
    return sentences


def of_evenings(formula: Formula) -> str:
    """Describe how games of an evening without a tournament make places."""
    if formula.kind == VICTORY:
        return _("An evening of games gives 2 for a game won and 1 for a level game.")
    return _(
        "An evening of games is ranked by games won, then by point difference; if all were rank "
        "games, by mean place."
    )


def in_short(formula: Formula, planned: int) -> str:
    """Describe what counts, for the line below the heading."""
    if formula.kind == RATING:
        return _("ranked by rating")
    if formula.kind == PERCENT and (formula.best is None or formula.best >= planned):
        return _("ranked by percent")
    if formula.best is not None and formula.best < planned:
        return _("best %(best)s count") % {"best": formula.best}
    return _("all count")


def sum_of(worth: Worth, kind: str) -> str:
    """Describe how a number came about, if it has several parts: "14 for the place + 1 for being
    there".
    """
    parts: Sequence[tuple[str, object]] = (
        (pgettext("points", "%(n)s for the place"), worth.place),
        (pgettext("points", "%(n)s for winning"), worth.win),
        (pgettext("points", "%(n)s for attending"), worth.there),
    )
    if kind == VICTORY:
        text = ngettext("%(n)s victory point", "%(n)s victory points", plural(worth.place))
        parts = ((text, worth.place), *parts[1:])
    if kind == PERCENT:
        return ""  # a percentage has no parts here: the session's standings open them
    given = [text % {"n": figure(points)} for text, points in parts if points]  # type: ignore[arg-type]
    total = " + ".join(given)
    if worth.times > 1:
        text = ngettext("%(times)s time (%(sum)s)", "%(times)s times (%(sum)s)", worth.times)
        total = text % {"times": worth.times, "sum": total}
    return total
