"""Agreement of both sides on a result, updated with every count of a match, and its consequences.

A match is open while it is played. Once over, it waits for the other side, is disputed, or is
agreed. An agreed match is locked, unless tables are trusted: then only the end of the session round
locks it.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from scoring.rules import Mistake
from scoring.rules.words import gettext_noop
from tournaments.lifecycle import REFUSALS
from tournaments.match.figures import Figures, figures_of
from tournaments.models import Match, MatchGame, Phone, Remark, SessionRound, Tournament
from tournaments.models.rounds import PAPER

A, How = Match.Agreement, Match.Agreed
COLUMNS = ("agreement", "agreed_how", "agreed_side", "agreed_at", "entered")
# Fields of a result line that the table itself wrote. Points follow from the stage's settings.
WRITTEN = ("score", "score_against", "games_won", "games_lost", "hands", "places")


def writing_side(match: Match) -> int | None:
    """Return the side of the phone that writes this match; None without one, or if unknown, and if
    each side writes at one of two tables. One query.
    """
    writers = Phone.objects.filter(match=match, writes=True)
    return side_writing(writers.values_list("side", flat=True))


def side_writing(sides: Iterable[int | None]) -> int | None:
    """Return the side that writes a match, from those of its writing phones."""
    known = set(sides)
    return known.pop() if len(known) == 1 else None


def update_agreement(
    match: Match, games: Sequence[MatchGame], before: Mapping[str, Any] | None
) -> None:
    """Update the agreement of a match that was just counted; the caller saves `COLUMNS`.

    `before` is the previous result. No query while a match is played, nor for an agreed one that
    has not changed.
    """
    if match.ruling is not None:
        if (match.agreement, match.agreed_how) != (A.AGREED, How.DESK):
            mark_agreed(match, How.DESK)
        return
    if not match.done:
        if match.agreement != A.OPEN or match.entered is not None:
            match.entered = None  # their entry was about another state of the games
            reset_agreement(match, A.OPEN)
        return
    if match.agreement != A.OPEN and before is None:
        return  # imported, with the agreement it had there
    closed = match.session_round.state == SessionRound.State.CLOSED
    if match.agreement == A.AGREED and (closed or _written(before) == _written(match.result)):
        return
    _settle_finished(match, games)


def _settle_finished(match: Match, games: Sequence[MatchGame]) -> None:
    """Set the agreement on a new result of a finished match."""
    figures = figures_of(games) if match.agreement == A.DISPUTED or match.entered else None
    if disputing_sides(match, figures):
        reset_agreement(match, A.DISPUTED)
    elif _mode(match) == Tournament.Agreement.TRUST:
        mark_agreed(match, "")
    elif match.entered and figures is not None:
        compare(match, figures)
    else:
        reset_agreement(match, A.WAITING)


def disputing_sides(match: Match, figures: Figures | None) -> set[int]:
    """Return the sides that dispute the result, unless the figures now match their own version.

    One query if none does.
    """
    open_ones = Remark.objects.filter(match=match, kind=Remark.Kind.WRONG, settled_at__isnull=True)
    sides = set(open_ones.values_list("side", flat=True))
    if sides and figures is not None:
        for side in sides & {
            side for side, version in versions_of(match).items() if version == figures
        }:
            open_ones.filter(side=side).update(settled_at=timezone.now())
            sides.discard(side)
    return {side for side in sides if side is not None}


def versions_of(match: Match) -> dict[int, Figures]:
    """Return each side's latest version of the result, by side index. One query."""
    versions = Remark.objects.filter(match=match, side__isnull=False, figures__isnull=False)
    rows = (
        versions.exclude(kind=Remark.Kind.OBJECTION).order_by("pk").values_list("side", "figures")
    )
    found: dict[int, Figures] = {
        int(side): figures for side, figures in (match.entered or {}).items()
    }
    return found | {
        side: figures for side, figures in rows if side is not None and figures is not None
    }


def compare(match: Match, figures: Figures) -> None:
    """Compare the sides' blind entries with what the table wrote: agreed, disputed, or still
    waiting.
    """
    entered: Mapping[str, Any] = match.entered or {}
    if any(version != figures for version in entered.values()):
        reset_agreement(match, A.DISPUTED)
        return
    writes = writing_side(match)
    others = [int(side) for side in entered if int(side) != writes]
    if others:
        mark_agreed(match, How.BLIND, others[0])
    else:
        reset_agreement(match, A.WAITING)


def mark_agreed(match: Match, how: str, side: int | None = None) -> None:
    match.agreement, match.agreed_how, match.agreed_side, match.agreed_at = (
        A.AGREED,
        how,
        side,
        timezone.now(),
    )


def reset_agreement(match: Match, state: str) -> None:
    match.agreement, match.agreed_how, match.agreed_side, match.agreed_at = state, "", None, None


def _written(result: Mapping[str, Any] | None) -> dict[str, list[Any]]:
    return {who: [line.get(key) for key in WRITTEN] for who, line in (result or {}).items()}


def _mode(match: Match) -> str:
    return match.session_round.stage.tournament.agreement


# Consequences
# -------------------------------------------------------------------------------------------


def locked(match: Match) -> Mistake | None:
    """Return why tables can no longer change this match, None if they can.

    Reads the match's session round, stage and tournament, which should be loaded.
    """
    session_round = match.session_round
    tournament = session_round.stage.tournament
    if tournament.state == Tournament.State.FINISHED:
        code, text = REFUSALS[f"tournament {Tournament.State.FINISHED}"]
        return Mistake(code, "game", text)
    if session_round.state == SessionRound.State.CLOSED:
        text = gettext_noop(
            "The tournament's round %(number)s is closed and its results are final. Ask the "
            "director to reopen it."
        )
        return Mistake("round_closed", "game", text, {"number": session_round.number})
    # While another ruling is in force the table may keep writing: it does not count until the
    # ruling is withdrawn.
    typed = match.ruling is None or match.ruling.get("kind") == PAPER
    if match.agreement == A.AGREED and typed and tournament.agreement != Tournament.Agreement.TRUST:
        text = gettext_noop("The result of this match is agreed and final: ask the director.")
        return Mistake("result_agreed", "game", text)
    return None


def was_public(match: Match) -> bool:
    """Whether people rely on the result: from now on, changes are announced to everybody who
    played.
    """
    return match.agreement == A.AGREED or match.session_round.state == SessionRound.State.CLOSED


def may_object(match: Match, now: datetime) -> bool:
    """Whether players may still object to the result."""
    minutes = match.session_round.stage.tournament.objection_minutes
    closed = (
        match.session_round.closed_at
        if match.session_round.state == SessionRound.State.CLOSED
        else None
    )
    moments = [moment for moment in (match.agreed_at, closed) if moment is not None]
    if not minutes or not match.done or not moments:
        return False
    return now <= max(moments) + timedelta(minutes=minutes)
