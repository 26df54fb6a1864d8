"""The table's screen once it takes no more hands: what counts, and where its people sit next."""

from collections.abc import Sequence

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _

from scoring.games.host import NextTable, SideResult, Stopped
from tournaments.match.agreement import A
from tournaments.match.paper_sheet import is_paper
from tournaments.models import Match, Place, SessionRound
from tournaments.names import names_of
from tournaments.pages.match_games import match_board

DECIDED, TIME = "decided", "time"


def stopped_at(match: Match, why: str) -> Stopped:
    """Return the screen of a match that takes no more hands; `why` is DECIDED or TIME."""
    board = match_board(match)
    sides = [SideResult(side.name, side.index, side.score, side.won) for side in board.sides]
    row = match.session_round
    following = _following(row)
    return Stopped(
        why=why,
        how=_source(match) if why == DECIDED else "",
        sides=sides,
        hands=sum(len(line.hands) for line in board.games),
        waiting=match.done and match.ruling is None and match.agreement == A.WAITING,
        next=_next(match, following) if following else [],
        address=reverse("table_code"),
    )


def _source(match: Match) -> str:
    """Return where the current result comes from, as a sentence after it."""
    at = time_format(timezone.localtime(match.agreed_at), "H:i") if match.agreed_at else ""
    if match.ruling is None:
        return _("This round is closed. This counts:")
    if is_paper(match.ruling) and "said" not in match.ruling:
        return _("Entered from paper at %(time)s. This counts:") % {"time": at}
    return _("Decided by the director at %(time)s. This counts:") % {"time": at}


def _following(row: SessionRound) -> SessionRound | None:
    """Return the next session round, if it is open. One query."""
    stage = row.stage
    later = Q(stage=stage, number__gt=row.number) | Q(stage__number__gt=stage.number)
    rounds = SessionRound.objects.filter(
        later, stage__tournament=stage.tournament_id, state=SessionRound.State.PUBLISHED
    )
    return rounds.select_related("stage").order_by("stage__number", "number").first()


def _next(match: Match, following: SessionRound) -> Sequence[NextTable]:
    """Return where each entrant of a match sits in a later session round; those without a table are
    left out. Four queries.
    """
    here = list(
        Place.objects.filter(match=match).order_by("side", "pk").values_list("entrant", flat=True)
    )
    theirs = Match.objects.filter(session_round=following, places__entrant__in=here).distinct()
    names = names_of(match.session_round.stage.tournament, in_full=True)
    found = {}
    for table in theirs.prefetch_related("places"):
        places = list(table.places.all())
        for own in places:
            against = " · ".join(
                names.get(one.entrant_id, "") for one in places if one.side != own.side
            )
            found[own.entrant_id] = NextTable(names.get(own.entrant_id, ""), table.number, against)
    return [found[who] for who in here if who in found]
