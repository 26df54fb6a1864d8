"""A hall in the middle of a session round, as rows: tables in every state, phones, calls. To
measure and to look at.
"""

import random
import uuid
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.utils import timezone
from events import an_event

from scoring.models import Device, Entry, Game, Round
from tournaments.models import Match, MatchGame, Phone, Remark, Role, SessionRound, Tournament

STATES = (
    "playing",
    "playing",
    "playing",
    "done",
    "done",
    "waiting",
    "not_begun",
    "disputed",
    "call",
    "done",
    "extra",
)


def a_hall(tables: int, seed: int = 1, *, closed: int = 3) -> tuple[Tournament, Any]:
    """So many tables in session round `closed` + 1, twenty minutes before the end; with the
    director who sees them.
    """
    chance = random.Random(seed)
    tournament = an_event(2 * tables, closed + 1, seed)
    user = get_user_model().objects.create_user(email=f"director{seed}@example.org", name="Olga")
    Role.objects.create(club=tournament.club, user=user, name=Role.Name.DIRECTOR)
    row = SessionRound.objects.get(stage__tournament=tournament, number=closed + 1)
    now = timezone.now()
    row.state, row.published_at = SessionRound.State.PUBLISHED, now - timedelta(minutes=35)
    row.minutes, row.clock_started_at = 50, now - timedelta(minutes=30, seconds=17)
    row.save()
    Tournament.objects.filter(pk=tournament.pk).update(backed_up_at=now - timedelta(minutes=4))
    tournament.entrants.update(checked_in_at=now)
    tournament.entrants.filter(number__lte=2).update(checked_in_at=None)
    matches = list(
        Match.objects.filter(session_round=row).order_by("number").prefetch_related("places")
    )
    for index, match in enumerate(matches):
        _a_table(
            match,
            STATES[index % len(STATES)] if tables > 1 else "playing",
            tournament.desk,
            chance,
            now,
        )
    Match.objects.bulk_update(
        matches,
        ["result", "done", "winner", "agreement", "agreed_how", "agreed_at", "extra_minutes"],
    )
    tournament.refresh_from_db()
    return tournament, user


def _a_table(match: Match, state: str, desk: Device, chance: random.Random, now: datetime) -> None:
    sides: dict[int, list[int]] = {}
    for place in match.places.all():
        sides.setdefault(place.side, []).append(place.entrant_id)
    over = state in {"done", "waiting", "disputed"}
    match.done, match.agreement, match.agreed_how, match.winner = (
        over,
        Match.Agreement.OPEN,
        "",
        None,
    )
    if over:
        match.agreement = {"done": "agreed", "waiting": "waiting", "disputed": "disputed"}[state]
        match.agreed_how = chance.choice(["other", "other", "same"]) if state == "done" else ""
        match.winner = chance.choice([0, 1])
    else:
        match.result = None
    if state == "extra":
        match.extra_minutes = 5
    begun = None
    if state != "not_begun":
        begun = _a_game(
            match, desk, 8 if over else chance.randint(3, 6), over=over, chance=chance, now=now
        )
        Phone.objects.create(
            match=match, device=desk, side=0, writes=True, heard_at=now - timedelta(seconds=50)
        )
    MatchGame.objects.create(
        match=match, number=1, sides=[sides[side] for side in sorted(sides)], game=begun
    )
    if state == "call":
        Remark.objects.create(
            match=match, kind=Remark.Kind.CALL, side=1, text="Who leads after the dog?"
        )
    if state == "disputed":
        Remark.objects.create(
            match=match, kind=Remark.Kind.WRONG, side=0, text="We have 20 more in the last hand."
        )
    if begun is not None and not over:
        scores = [chance.randrange(100, 500, 5), chance.randrange(100, 500, 5)]
        match.result = {
            str(side[0]): {
                "score": scores[at],
                "score_against": scores[1 - at],
                "hands": 4,
                "points": 1,
            }
            for at, side in sides.items()
        }


def _a_game(
    match: Match, desk: Device, hands: int, *, over: bool, chance: random.Random, now: datetime
) -> Game:
    game = Game.objects.create(
        variant="nanking",
        device=desk,
        of_match=True,
        state=Game.State.FINISHED if over else Game.State.RUNNING,
    )
    changed = now - timedelta(minutes=chance.randint(0, 5))
    Game.objects.filter(pk=game.pk).update(
        started_at=now - timedelta(minutes=29), changed_at=changed
    )
    entries = Entry.objects.bulk_create(
        Entry(id=uuid.uuid4(), game=game, number=number, device=desk)
        for number in range(1, hands + 1)
    )
    Round.objects.bulk_create(
        Round(game=game, number=entry.number, entry=entry) for entry in entries
    )
    return game
