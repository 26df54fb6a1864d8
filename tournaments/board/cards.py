"""What the card of a table leads to: the match that its table plays now."""

from tournaments.models import Card, Match, SessionRound, Stage

S = SessionRound.State


def match_of_card(card: Card) -> Match | None:
    """What this table plays now: the earliest match of an open round that is not over, else the newest that was shown.

    None where no session round with this table was published yet. One query.
    """
    rows = Match.objects.select_related("session_round__stage").filter(
        number=card.number, session_round__stage__tournament=card.tournament_id
    )
    shown = rows.exclude(session_round__state=S.DRAFT).order_by("session_round__stage__number", "session_round__number")
    matches = list(shown)
    playing = [one for one in matches if _is_played(one)]
    return playing[0] if playing else (matches[-1] if matches else None)


def _is_played(match: Match) -> bool:
    session_round = match.session_round
    return session_round.state == S.PUBLISHED and session_round.stage.state == Stage.State.RUNNING and not match.done
