"""The link of a match as pages show it: its address and QR code, for the phone at the table."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString

from scoring.games.access.links import qr_svg
from scoring.pages.common import address_for_others
from tournaments.models import Match
from tournaments.tokens import token_of


@dataclass(frozen=True)
class MatchLink:
    """Where the phone at a table writes its match, and the code that leads there."""

    address: str
    qr: SafeString


def link_of(request: HttpRequest, match: Match) -> MatchLink:
    """The link of one match."""
    address = address_for_others(request, reverse("match", args=[token_of(match)]))
    return MatchLink(address, qr_svg(address))
