"""What there is to look at in an example besides its board:
others see the same evening otherwise.
"""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Entrant, Match, Tournament
from tournaments.tokens import token_of


@dataclass(frozen=True)
class Try:
    """A page of the example, by the words of the link that leads there."""

    name: str
    address: str


def tries_of(tournament: Tournament) -> list[Try]:
    """The evening as a spectator sees it, as somebody who plays does, and as a table does. Nothing
    where it is real.
    """
    if not tournament.club.example:
        return []
    found = [Try(_("The public page"), reverse("tournament", args=[tournament.pk]))]
    playing = {"session_round__stage__tournament": tournament, "session_round__state": "published"}
    match = Match.objects.filter(**playing, done=False).order_by("number").first()
    entrant = (
        Entrant.objects.filter(places__match=match).order_by("places__side").first()
        if match
        else None
    )
    if match is not None and entrant is not None:
        found.append(Try(_("A player's own page"), reverse("own_page", args=[token_of(entrant)])))
        found.append(Try(_("A table's phone"), reverse("match", args=[token_of(match)])))
    return found
