"""The body of a message, built when it is sent: nothing is sent that is no longer public, and no
row stores a name.
"""

import json
from datetime import datetime
from typing import Any

from django.urls import reverse

from tournaments.models import Delivery, SessionRound, Tournament
from tournaments.stage import frozen_results
from tournaments.webhooks.events import (
    CHANGED,
    CORRECTED,
    PING,
    PUBLISHED,
    RESULT,
    REVEALED,
    ROUND,
    STANDINGS,
    WITHDRAWN,
    kind_of,
)


def body_of(delivery: Delivery, now: datetime) -> bytes | None:
    """Return the body of an attempt, or None if its content is not (or no longer) public.

    The delivery's webhook with its club, and its tournament, must be loaded. Four queries at most.
    """
    data = _data(delivery)
    if data is None:
        return None
    message = {
        "id": id_of(delivery),
        "type": delivery.event,
        "timestamp": now.isoformat(timespec="seconds"),
        "sequence": delivery.pk,
        "data": data,
    }
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()


def id_of(delivery: Delivery) -> str:
    return f"msg_{delivery.message.hex}"


def _data(delivery: Delivery) -> dict[str, Any] | None:
    if delivery.event == PING:
        return {
            "club": delivery.webhook.club.name,
            "read": delivery.webhook.site + reverse("api_tournaments"),
        }
    tournament = delivery.tournament
    if tournament is None or not _is_public(tournament, delivery):
        return None
    stage = delivery.params.get("stage") or tournament.stage_now
    data: dict[str, Any] = {
        "tournament": {
            "id": str(tournament.pk),
            "name": tournament.name,
            "state": tournament.state,
            "version": tournament.version,
        }
    }
    if kind_of(delivery.event) in {ROUND, RESULT, STANDINGS}:
        data["stage"] = stage
    if delivery.event == CORRECTED:
        data["corrected"] = {
            "at": delivery.created_at.isoformat(timespec="seconds"),
            "action": delivery.params["action"],
        }
        data |= {key: delivery.params[key] for key in ("stage",) if key in delivery.params}
    data |= {key: delivery.params[key] for key in ("round", "tables") if key in delivery.params}
    return data | {"read": delivery.webhook.site + _api_address(delivery, stage)}


def _api_address(delivery: Delivery, stage: int) -> str:
    """Return the API address of the rest."""
    kind, at, number = (
        kind_of(delivery.event),
        [delivery.tournament_id],
        delivery.params.get("round"),
    )
    if kind == STANDINGS:
        return reverse("api_standings", args=[*at, stage])
    if kind == RESULT and number:
        return reverse("api_results", args=[*at, stage, number])
    if kind == ROUND and number and delivery.event != WITHDRAWN:
        return reverse("api_round", args=[*at, stage, number])
    return reverse("api_rounds" if kind == ROUND else "api_tournament", args=at)


def _is_public(tournament: Tournament, delivery: Delivery) -> bool:
    """Return whether it is public now. What is withheld until the prize-giving becomes public at
    its end.
    """
    if tournament.state == Tournament.State.DRAFT or tournament.concealed:
        return False
    stage, number = delivery.params.get("stage"), delivery.params.get("round")
    kind = kind_of(delivery.event)
    of_published_round = kind == RESULT or delivery.event in {PUBLISHED, CHANGED}
    if of_published_round and not _is_published(tournament, stage, number):
        return False
    of_results = kind in {RESULT, STANDINGS} or delivery.event == CORRECTED
    withheld = of_results and delivery.params.get("action") != REVEALED
    if not withheld or not frozen_results.is_frozen(tournament):
        return True
    return bool(stage and number) and not frozen_results.hides(tournament, stage, number)


def _is_published(tournament: Tournament, stage: int, number: int) -> bool:
    rounds = SessionRound.objects.filter(
        stage__tournament=tournament, stage__number=stage, number=number
    )
    return rounds.exclude(state=SessionRound.State.DRAFT).exists()
