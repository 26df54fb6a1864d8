"""Matches that lose a side when an entrant withdraws: listed beforehand, since a director has to
decide them.
"""

from django.utils.translation import gettext as _

from tournaments.models import Entrant, Match, SessionRound


def matches_losing_side(entrant: Entrant) -> list[str]:
    """Return a sentence for each match without a result at which this entrant sits, in a round
    being played. One query.
    """
    matches = Match.objects.filter(
        places__entrant=entrant, done=False, session_round__state=SessionRound.State.PUBLISHED
    ).select_related("session_round")
    said = _(
        "Table %(table)s in round %(round)s loses a side: decide the match, or redraw it if "
        "nothing has been entered."
    )
    return [
        said % {"table": match.number, "round": match.session_round.number}
        for match in matches.order_by("session_round__stage__number", "session_round__number")
    ]
