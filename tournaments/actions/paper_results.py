"""Results from paper: a director enters a match's sheet, which counts like games played."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.db import transaction

from scoring.rules import Conflict, Mistake
from scoring.rules.words import gettext_noop
from tournaments import lifecycle
from tournaments.actions.common import lock, lock_match, log, match_params, rule_error
from tournaments.actions.judging import rule_match
from tournaments.actions.publishing import check_in_seated
from tournaments.match.double_entry import FIRST, SECOND, agree, fuller
from tournaments.match.figures import figures_now, figures_ruled, format_figures
from tournaments.match.paper_sheet import CORRECTED, KIND, is_paper
from tournaments.models import LogLine, Match, SessionRound, Tournament

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

Games = list[dict[str, Any]]


def paper_of(figures: Sequence[Sequence[int]], *, ranks: bool = False) -> Games:
    """Return the games of a "paper" ruling that has only each side's total, or place (`ranks`), by
    game.

    `figures` are as in `tournaments.match.figures`. Raises RuleError if two sides share a place:
    then the hands are needed.
    """
    return [_by_places(game) if ranks else _by_sums(game) for game in figures]


def _by_sums(totals: Sequence[int]) -> dict[str, Any]:
    return {"hands": [{"scores": list(totals), "sweep": None}], "finished": True, "totals": True}


def _by_places(places: Sequence[int]) -> dict[str, Any]:
    if sorted(places) != list(range(1, len(places) + 1)):
        raise rule_error(
            "places_shared",
            "games",
            gettext_noop(
                "Enter each place exactly once, from first to last; if two are level, enter "
                "the hands."
            ),
        )
    order = sorted(range(len(places)), key=places.__getitem__)
    return {"hands": [{"order": order}], "finished": True, "totals": True}


def needs_ruling(match: Match) -> Mistake | None:
    """Return why only a referee may enter a sheet over this match's result; None if the whole desk
    may.

    The desk corrects its own entries. One query, and only if there is a typed result.
    """
    closed = match.session_round.state == SessionRound.State.CLOSED
    binding = match.agreement in {Match.Agreement.AGREED, Match.Agreement.DISPUTED}
    if match.ruling is not None and is_paper(match.ruling) and not closed:
        lines = LogLine.objects.filter(
            tournament=match.session_round.stage.tournament, params__match=match.pk
        )
        line = (
            lines.filter(action__in=("paper_entered", "result_corrected", "settled"))
            .order_by("-pk")
            .first()
        )
        binding = line is not None and (line.action == "settled" or bool(line.params.get("over")))
    if not (closed or binding or (match.ruling is not None and not is_paper(match.ruling))):
        return None
    text = gettext_noop(
        "Only a director or referee can change this result now: it has been agreed, disputed or "
        "decided, or the round is closed."
    )
    return Mistake("result_stands", "games", text)


def enter_paper(
    match: Match,
    by: "AbstractBaseUser | None",
    games: Games,
    reason: str,
    *,
    winner: int | None = None,
    may_rule: bool = True,
) -> Match:
    """Count a match by its paper sheet, whatever its phones wrote. Corrects an existing result.

    If sheets are typed twice, the first result counts once two accounts have typed the same: until
    then they are kept in `Match.typed`. A correction shows its effect first, and is typed once.

    `games` are as in `tournaments.match.paper_sheet`; `winner` is the side that advances from a
    level knock-out match. `may_rule`: whether `by` may override an existing result, see
    `needs_ruling`. Raises RuleError without a reason, for a sheet that does not fit, and for a
    result that later draws depend on.
    """
    with transaction.atomic():
        tournament = lock(match.session_round.stage.tournament, "correct")
        match = lock_match(match)
        if match.done:
            ruling: dict[str, Any] = {"kind": KIND, "games": games}
            if winner is not None:
                ruling["winner"] = winner
            return _correct(match, by, ruling, reason, may_rule=may_rule)
        lifecycle.check_tournament("lead", tournament)
        if not may_rule and (mistake := needs_ruling(match)):
            raise Conflict((mistake,))
        if match.result is None:
            check_in_seated([match], tournament)
        if tournament.papers_twice:
            sheet = {"by": by.pk if by else None, "games": games, "winner": winner}
            agreed = _keep_typed(tournament, match, by, sheet)
            if agreed is None:
                return match
            games, winner = agreed["games"], agreed["winner"]
        return _count_paper(match, by, games, winner, reason)


def choose_typed(match: Match, by: "AbstractBaseUser | None", which: str, reason: str) -> Match:
    """Count one of two sheets that differ: FIRST or SECOND.

    Raises RuleError if there are not two.
    """
    with transaction.atomic():
        lock(match.session_round.stage.tournament, "lead")
        match = lock_match(match)
        typed = match.typed or {}
        if match.done or which not in {FIRST, SECOND} or SECOND not in typed:
            text = gettext_noop("There are no two sheets to choose from: reload the page.")
            raise Conflict([Mistake("nothing_typed", "take", text)])
        sheet = typed[which]
        return _count_paper(match, by, sheet["games"], sheet["winner"], reason, chosen=True)


def _count_paper(
    match: Match,
    by: "AbstractBaseUser | None",
    games: Games,
    winner: int | None,
    reason: str,
    *,
    chosen: bool = False,
) -> Match:
    ruling: dict[str, Any] = {"kind": KIND, "games": games}
    if winner is not None:
        ruling["winner"] = winner
    besides = {"twice": True} if match.typed else {}
    if chosen:
        besides = {"chosen": True}
    match = rule_match(
        match,
        by,
        ruling,
        reason,
        action="paper_entered",
        log_params=lambda: {"now": format_figures(figures_ruled(ruling)), **besides},
    )
    if match.typed is not None:
        match.typed = None
        match.save(update_fields=["typed"])
    return match


def _keep_typed(
    tournament: Tournament, match: Match, by: "AbstractBaseUser | None", sheet: dict[str, Any]
) -> dict[str, Any] | None:
    """Keep a typed sheet; return the sheet that counts once two people have typed the same.

    Who types again replaces their own sheet, a third person the second.
    """
    typed = match.typed or {}
    first, second = typed.get(FIRST), typed.get(SECOND)
    if first is None or (first["by"] == sheet["by"]):
        typed = {FIRST: sheet, **({SECOND: second} if second else {})}
    elif second is not None and second["by"] != sheet["by"] and agree(second, sheet):
        typed = {FIRST: second, SECOND: sheet}
    else:
        typed = {FIRST: first, SECOND: sheet}
    match.typed = typed
    match.save(update_fields=["typed"])
    if SECOND in typed and agree(typed[FIRST], typed[SECOND]):
        return {**typed[SECOND], "games": fuller(typed[FIRST], typed[SECOND])["games"]}
    differs = {"differs": True} if SECOND in typed else {}
    log(tournament, "sheet_typed", by, {**match_params(match), **differs})
    return None


def _correct(
    match: Match,
    by: "AbstractBaseUser | None",
    ruling: dict[str, Any],
    reason: str,
    *,
    may_rule: bool,
) -> Match:
    """Replace an existing result, with both in the log."""
    over = needs_ruling(match)
    if over is not None and not may_rule:
        raise Conflict((over,))
    was = (
        str(match.ruling["kind"])
        if match.decided and match.ruling
        else format_figures(figures_now(match))
    )
    # `over`: it replaced a result, so only a referee may correct it again.
    besides = {"over": True} if over is not None else {}
    return rule_match(
        match,
        by,
        {**ruling, "said": CORRECTED},
        reason,
        action="result_corrected",
        log_params=lambda: {"was": was, "now": format_figures(figures_ruled(ruling)), **besides},
    )
