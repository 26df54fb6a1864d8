"""Results typed from paper that no hands can add up to: closing their round asks first."""

from collections.abc import Collection

from scoring.rules import Mistake
from scoring.rules.errors import Conflict
from scoring.rules.words import gettext_noop
from tournaments.match.figures import figures_ruled, format_figures
from tournaments.match.paper_sheet import impossible_in
from tournaments.models import Match, SessionRound
from tournaments.models.rounds import PAPER
from tournaments.standings.points.plausible import Doubt


def impossible_results(session_round: SessionRound) -> list[tuple[Match, Doubt]]:
    """Return the matches of a session round whose typed sums are impossible, each with the reason.
    Two queries.
    """
    matches = Match.objects.filter(session_round=session_round, ruling__kind=PAPER)
    found = []
    for match in matches.prefetch_related("games").order_by("number"):
        doubt = impossible_in(match.ruling, list(match.games.all()), session_round)
        if doubt is not None:
            found.append((match, doubt))
    return found


def check_possible(session_round: SessionRound, known: Collection[int]) -> None:
    """Raise RuleError with the impossible results that are not among the `known` matches (ids)."""
    found = [one for one in impossible_results(session_round) if one[0].pk not in known]
    if not found:
        return
    mistakes: list[Mistake] = []
    for match, doubt in found:
        text = gettext_noop("The result of table %(table)s cannot be right: %(figures)s.")
        figures = format_figures(figures_ruled(match.ruling or {}))
        params = {"table": match.number, "figures": figures}
        mistakes += [
            Mistake("results_impossible", "round", text, params),
            Mistake("impossible", "round", doubt.text, doubt.params),
        ]
    text = gettext_noop("Correct it, or close the round again: it then counts as it is.")
    raise Conflict((*mistakes, Mistake("close_again", "round", text)))
