"""The match that a table's card opens: the one being played there now."""

from collections.abc import Sequence

from django.db.models import Exists, OuterRef

from tournaments.models import Card, Match, MatchGame, SessionRound, Stage

S = SessionRound.State
UNSETTLED = (Match.Agreement.WAITING, Match.Agreement.DISPUTED)


def matches_of_card(card: Card) -> Sequence[Match]:
    """Return the table's current match: the earliest unfinished one of an open round, else the
    newest that was shown. One query.

    A match waiting for agreement stays current until the next one at this table begins. Until then
    the next one comes second, so that its players do not have to wait.
    """
    begun = Exists(MatchGame.objects.filter(match=OuterRef("pk"), game__isnull=False))
    rows = Match.objects.select_related("session_round__stage").filter(
        number=card.number, session_round__stage__tournament=card.tournament_id
    )
    shown = rows.exclude(session_round__state=S.DRAFT).order_by(
        "session_round__stage__number", "session_round__number"
    )
    matches = list(shown.annotate(begun=begun))
    playing = [one for one in matches if _is_running(one) and not one.done]
    newest = max((at for at, one in enumerate(matches) if one.begun), default=0)
    to_agree = [one for one in matches[newest:] if _is_to_agree(one)]
    if to_agree:
        return [to_agree[0], *playing[:1]]
    return playing[:1] or matches[-1:]


def _is_running(match: Match) -> bool:
    session_round = match.session_round
    return session_round.state == S.PUBLISHED and session_round.stage.state == Stage.State.RUNNING


def _is_to_agree(match: Match) -> bool:
    return match.done and match.agreement in UNSETTLED and _is_running(match)
