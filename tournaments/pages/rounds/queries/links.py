"""The link of a match: its address and QR code, for the phone at the table."""

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
    """The address where a table's phone writes its match, and its QR code."""

    address: str
    qr: SafeString


def link_of(request: HttpRequest, match: Match) -> MatchLink:
    """Return the link of a match."""
    address = address_for_others(request, reverse("match", args=[token_of(match)]))
    return MatchLink(address, qr_svg(address))
