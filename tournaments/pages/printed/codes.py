"""Printed QR codes: table cards, and slips with entrants' personal links."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.db.models import Max
from django.urls import reverse
from django.utils.safestring import SafeString

from scoring.games.access.links import qr_svg
from scoring.games.names.validation import alphabetical
from scoring.rules import VARIANTS
from tournaments.match.played_games import has_two_sides
from tournaments.models import Card, Entrant, Match, Stage, Tournament
from tournaments.names import members_of, shown_name
from tournaments.table_codes import code_of, shown_code, token_of_card
from tournaments.tokens import token_of

Address = Callable[[str], str]  # a path with the scheme and host that phones can reach
MOST_TABLES = 500


@dataclass(frozen=True)
class PrintedCard:
    number: int
    address: str
    qr: SafeString
    code: str


@dataclass(frozen=True)
class Slip:
    name: str
    number: int
    address: str
    qr: SafeString


def tables_needed(tournament: Tournament, stage: Stage) -> int:
    """Return how many tables the event needs: the highest number drawn, or enough for all
    entrants; at most those in the room.
    """
    drawn = Match.objects.filter(session_round__stage__tournament=tournament).aggregate(
        most=Max("number")
    )["most"]
    entered = Entrant.objects.filter(tournament=tournament, state=Entrant.State.ENTERED).count()
    people = VARIANTS[stage.variant].min_players
    at_a_table = (
        people
        if tournament.unit == Tournament.Unit.PERSON or not has_two_sides(stage.variant)
        else 2
    )
    needed = min(max(drawn or 0, -(-entered // at_a_table), 1), MOST_TABLES)
    return min(needed, tournament.tables or needed)


def printed_cards(cards: Iterable[Card], address: Address) -> list[PrintedCard]:
    """Return the contents of table cards."""
    found = []
    for card in cards:
        place = address(reverse("card", args=[token_of_card(card)]))
        found.append(PrintedCard(card.number, place, qr_svg(place), shown_code(code_of(card))))
    return found


def slips(tournament: Tournament, address: Address) -> list[Slip]:
    """Return a slip for every entrant, by name: two queries."""
    entrants = list(Entrant.objects.filter(tournament=tournament, state=Entrant.State.ENTERED))
    members = members_of(entrants)
    found = []
    for entrant in entrants:
        place = address(reverse("own_page", args=[token_of(entrant)]))
        name = shown_name(entrant, members.get(entrant.pk, ()), public=False)
        found.append(Slip(name, entrant.number, place, qr_svg(place)))
    return sorted(found, key=lambda slip: (alphabetical(slip.name), slip.number))
