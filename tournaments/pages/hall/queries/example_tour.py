"""Other pages of an example: the same evening as others see it."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Entrant, Match, Tournament
from tournaments.tokens import token_of


@dataclass(frozen=True)
class Try:
    """A page of the example, with the words of its link."""

    name: str
    address: str


def tries_of(tournament: Tournament) -> list[Try]:
    """Return the evening as a spectator, a player and a table see it.

    Nothing for real tournaments.
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
