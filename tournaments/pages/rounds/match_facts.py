"""The desk's page of a match, around its score: neighbouring tables, length, phones."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.games.access.links import qr_svg
from scoring.pages.common import address_for_others
from scoring.rules import VARIANTS, Mistake, RuleSet
from tournaments.match.paper_sheet import doubts_about
from tournaments.match.played_games import has_two_sides, rules_of
from tournaments.models import Match, Phone
from tournaments.pages.match_games import MatchBoard
from tournaments.pages.round_tables import SideLine
from tournaments.standings.points import SCORING_SYSTEMS
from tournaments.standings.points.adjust import GIVEN
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


def ruling_doubts(match: Match, ruling: Mapping[str, Any]) -> list[Mistake]:
    """Return doubts about a ruling's Tichu points, as questions at the field `doubt`. One query.

    None if they are plausible, or if the match has several games: the share of each is unknown.
    """
    score = ruling.get("score") or []
    stage = match.session_round.stage
    games = list(match.games.all())
    if ruling.get("kind") != GIVEN or len(games) != 1 or VARIANTS[stage.variant].is_rank_game:
        return []
    if not score or any(value is None for value in score):
        return []
    found = doubts_about(games[0], match.session_round, [int(value) for value in score])
    return [Mistake("doubtful", "doubt", doubt.text, doubt.params) for doubt in found]


@dataclass(frozen=True)
class PhoneLine:
    """A phone at a match: its owner, if known, and its role."""

    phone: Phone
    side: SideLine | None
    asks: bool  # to write in place of the current one

    @property
    def does(self) -> str:
        if self.phone.writes:
            return (
                _("shown the result that counts") if self.phone.match.ruling else _("keeps score")
            )
        return _("asks to keep score") if self.asks else _("watches")


def phones_at(shown: MatchBoard) -> list[PhoneLine]:
    """Return the phones of a match, in the order they joined. One query."""
    found = []
    for phone in Phone.objects.filter(match=shown.match).select_related("device"):
        phone.match = shown.match
        side = (
            shown.sides[phone.side]
            if phone.side is not None and phone.side < len(shown.sides)
            else None
        )
        found.append(PhoneLine(phone, side, asks=phone.asked_at is not None and not phone.writes))
    return found


def sides_of(phones: Sequence[PhoneLine]) -> dict[int, SideLine]:
    """Return the owner's side of each phone, by device."""
    return {line.phone.device_id: line.side for line in phones if line.side is not None}


def neighbours(match: Match) -> tuple[Match | None, Match | None]:
    """Return the previous and next table of the session round. One query."""
    numbers = (match.number - 1, match.number + 1)
    rows = Match.objects.filter(
        session_round=match.session_round_id, turn=match.turn, number__in=numbers
    ).only("number", "turn", "waiting", "done", "ruling")
    found = {row.number: row for row in rows}
    return found.get(numbers[0]), found.get(numbers[1])


def game_length(shown: MatchBoard) -> str:
    """Return the length of each game: "to 1000", "4 hands"; empty if it is not a number."""
    if not shown.games:
        return ""
    row, stage = shown.games[0].row, shown.match.session_round.stage
    rules: RuleSet = rules_of(row, stage.variant, stage.rules)
    hands = row.hands or rules.round_limit
    if hands:
        return ngettext("%(count)s hand", "%(count)s hands", hands) % {"count": hands}
    return _("to %(points)s") % {"points": rules.target_score} if rules.target_score else ""


def last_hand_at(shown: MatchBoard) -> datetime | None:
    """Return when the newest hand arrived; None before the first."""
    lines = [line for game in shown.games if game.table is not None for line in game.table.lines]
    return max((line.entry.created_at for line in lines), default=None)


def is_sum_enough(shown: MatchBoard) -> bool:
    """Whether two numbers are the whole result, so that it can be typed on the match's own page."""
    stage = shown.match.session_round.stage
    system = SCORING_SYSTEMS[stage.points]
    return (
        len(shown.games) == 1
        and has_two_sides(stage.variant)
        and not system.needs_hands(system.read(stage.points_settings))
    )
