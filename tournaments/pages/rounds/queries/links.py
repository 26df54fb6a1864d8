"""The link of a match as pages show it: its address and QR code, for the phone at the table."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString

from scoring.access.links import qr_svg
from tournaments.models import Match
from tournaments.pages.round_tables import TableCard
from tournaments.tokens import token_of


@dataclass(frozen=True)
class MatchLink:
    """Where the phone at a table writes its match, and the code that leads there."""

    match: Match
    address: str
    qr: SafeString
    sides: Sequence[str] = ()


def link_of(request: HttpRequest, match: Match, sides: Sequence[str] = ()) -> MatchLink:
    """The link of one match."""
    address = request.build_absolute_uri(reverse("match", args=[token_of(match)]))
    return MatchLink(match, address, qr_svg(address), sides)


def link_cards(request: HttpRequest, cards: Sequence[TableCard]) -> list[MatchLink]:
    """The links of all tables of a session round, by the tables' numbers."""
    by_number = sorted(cards, key=lambda card: card.match.number)
    return [link_of(request, card.match, [side.name for side in card.sides]) for card in by_number]
