"""Duplicate: who deals the cards of a stage, when they may be seen, and by whom."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Q

from scoring.games.access.claims import claims_of
from scoring.models import Device, PhoneOwner
from tournaments.models import DealSeed, Member, Participation, Place, Stage
from tournaments.pairing.duplicate.event import BY_APP, RECORDED, Duplicate
from tournaments.pairing.formats import FORMATS
from tournaments.stage.frozen_results import cut_of
from tournaments.stage.history import History
from tournaments.stage.outcomes import outcomes_of
from tournaments.stage.ranking import entered_of
from tournaments.standings.field import Field

ALL_ROUNDS = 0


def _dealing(stage: Stage) -> str:
    format_ = FORMATS[stage.format]
    if not isinstance(format_, Duplicate):
        return ""
    return str(format_.read(stage.format_settings)["dealing"])


def dealt_by_app(stage: Stage) -> bool:
    """Whether the app deals the boards of this stage."""
    return _dealing(stage) == BY_APP


def dealt_and_noted(stage: Stage) -> bool:
    """Whether tables deal the boards of this stage and players note their cards."""
    return _dealing(stage) == RECORDED


def cards_are_known(stage: Stage) -> bool:
    """Whether the app knows the cards of this stage, or may come to know them."""
    return _dealing(stage) in {BY_APP, RECORDED}


def kept_secret(stage: Stage) -> bool:
    """Whether the cards of this stage are never published."""
    return bool(FORMATS[stage.format].read(stage.format_settings).get("deals_secret"))


def seed_of(stage: Stage) -> DealSeed | None:
    """Return the seal of a stage, if there is one: one query.

    The seed itself is read from the database only by what may show it.
    """
    rows = DealSeed.objects.defer("seed").filter(stage=stage)
    return rows.first() if dealt_by_app(stage) else None


def cards_are_public(stage: Stage) -> bool:
    """Whether everybody may see the cards: the stage is finished, its results are shown, and the
    club does not use the boards again. The stage's tournament must be loaded.
    """
    return (
        stage.state == Stage.State.FINISHED
        and not kept_secret(stage)
        and cut_of(stage.tournament, stage, ALL_ROUNDS) is None
    )


def public_seed(stage: Stage, row: DealSeed | None) -> bytes | None:
    """Return the seed if everybody may see the cards. The stage's tournament must be loaded."""
    if row is None or not cards_are_public(stage) or row.seed is None:
        return None
    return bytes(row.seed)


def own_entrants(stage: Stage, user: Any, device: Device | None) -> set[int]:
    """Return the entrants of a stage in whom this account or phone may play.

    It is better to find somebody too many: a claim, the owner that a phone was said to have, and
    the name of the account are enough, also of those who no longer play, or stand in.
    """
    who = Q(player__in=claims_of(device, user).values("player"))
    if device is not None:
        who |= Q(player__in=PhoneOwner.objects.filter(device=device).values("player"))
    if user.pk is not None and (name := getattr(user, "name", "")):
        who |= Q(player__name__iexact=name)
    taking_part = Participation.objects.filter(stage=stage).values("entrant")
    found = set(
        Member.objects.filter(who, entrant__in=taking_part).values_list("entrant", flat=True)
    )
    claimed = set(claims_of(device, user).values_list("player", flat=True))
    places = Place.objects.filter(session_round__stage=stage).exclude(stand_ins=[])
    return found | {
        entrant
        for entrant, stand_ins in places.values_list("entrant", "stand_ins")
        if any(stand_in in claimed for _member, stand_in in stand_ins)
    }


def boards_played(history: History, entrants: Iterable[int]) -> set[int]:
    """Return the boards on which all of these entrants have a score."""
    results = Field(entered_of(history, outcomes_of(history))).boards
    played = [
        {one.board for one in results.get(who, ()) if one.score is not None} for who in entrants
    ]
    return set.intersection(*played) if played else set()
