"""Results off paper: a director types what a match's sheet says, and it counts like a match that was played."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from scoring.rules.words import gettext_noop
from tournaments.actions.common import refuse
from tournaments.actions.judging import rule_match
from tournaments.models import Match
from tournaments.paper_sheet import KIND

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

Games = list[dict[str, Any]]


def paper_of(figures: Sequence[Sequence[int]], *, ranks: bool = False) -> Games:
    """The games of a ruling "paper" of which nothing is known but each side's sum, or its place (`ranks`), by game.

    `figures` are as in `tournaments.figures`. Raises RuleError where two sides share a place: then only the hands tell.
    """
    return [_by_places(game) if ranks else _by_sums(game) for game in figures]


def _by_sums(totals: Sequence[int]) -> dict[str, Any]:
    return {"hands": [{"scores": list(totals), "sweep": None}], "finished": True, "totals": True}


def _by_places(places: Sequence[int]) -> dict[str, Any]:
    if sorted(places) != list(range(1, len(places) + 1)):
        raise refuse(
            "places_shared",
            "games",
            gettext_noop("Each place from first to last once, please; where two are level, type the hands."),
        )
    order = sorted(range(len(places)), key=places.__getitem__)
    return {"hands": [{"order": order}], "finished": True, "totals": True}


def enter_paper(
    match: Match, by: "AbstractBaseUser | None", games: Games, reason: str, *, winner: int | None = None
) -> Match:
    """Let a match count as its sheet on paper says, whatever its phones wrote; the same corrects a sheet.

    `games` are as `tournaments.paper_sheet` tells; `winner` is the side that goes on where a knock-out ended level.
    Raises RuleError without a reason, for a sheet that does not fit, and for a result that later draws rest on.
    """
    ruling: dict[str, Any] = {"kind": KIND, "games": games}
    if winner is not None:
        ruling["winner"] = winner
    return rule_match(match, by, ruling, reason, action="paper_entered")
