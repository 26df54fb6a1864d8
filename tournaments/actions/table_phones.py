"""Phones at a match: watching for a side, writing, and taking over.

A phone that wrote keeps its access to the game: entries queued on it still arrive. A seated player
is never removed; while a game is running, taking over needs the permission of a seated phone or of
the director.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from scoring.models import Device, Game, Grant
from scoring.rules.words import gettext_noop
from tournaments import lifecycle
from tournaments.actions.common import bump_version, conflict, lock, lock_match, log, rule_error
from tournaments.actions.publishing import begin_game, grant_writing
from tournaments.channels import bump_match
from tournaments.models import Match, MatchGame, Phone, Tournament
from tournaments.stage.history import seated_match

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

GOING = (Game.State.RUNNING, Game.State.PAUSED)
ACTIVITY_INTERVAL = timedelta(minutes=1)


def sit(
    match: Match, device: Device, side: int | None, *, write: bool = False, room: int = 0
) -> Phone:
    """Seat a phone at a match for a side (None: unchanged or unknown), optionally to write; `room`
    is the table if there are two, see `Phone`.

    Raises RuleError "another_writes" if another phone writes a running game, unless this one has
    written at this match before.
    """
    with transaction.atomic():
        tournament = lock(match.session_round.stage.tournament, "lead")
        match = lock_match(match)
        lifecycle.check_round("play", match.session_round)
        if side is not None and not 0 <= side < len(seated_match(match).sides):
            raise rule_error(
                "no_such_side",
                "side",
                gettext_noop("Choose one of the sides of this match."),
            )
        if write and not may_write(match, device, room):
            _check_not_blind(match)
            raise conflict(
                "another_writes",
                "write",
                gettext_noop("Another phone writes this match. Ask it to let this one write."),
            )
        phone = _seated(match, device)
        phone.side = phone.side if side is None else side
        if write and not (phone.writes and phone.room == room):
            phone.room = room
            _make_writer(phone)
            bump_version(tournament)  # the desk shows which tables have a phone
        phone.save()
        bump_match(match.pk)
    return phone


def sit_to_write(
    match: Match,
    number: int,
    device: Device,
    side: int | None,
    *,
    line_up: Sequence[Sequence[int]] | None = None,
) -> Game:
    """Seat a phone as the writing one, start (or find) a game of the match, and give it access.

    All or nothing. Raises RuleError like `sit` and `publishing.open_game`.
    """
    with transaction.atomic():
        sit(match, device, side, write=True, room=room_of(match, number))
        game = begin_game(match, number, line_up)
    # Outside: code that holds a tournament must not lock a game.
    grant_writing(game, device)
    return game


def room_of(match: Match, number: int) -> int:
    """Return the number of a game if the match is played at two tables, else 0."""
    rooms = MatchGame.objects.filter(match=match, number=number).exclude(boards=[])
    return number if number > 0 and rooms.exists() else 0


def may_write(match: Match, device: Device, room: int = 0) -> bool:
    """Whether a phone may write without asking: it writes or wrote here, or no other one writes a
    running game. `room` is the table if there are two: there a game that has begun stays with its
    phones, since its score tells the other table what it has still to play.
    """
    writer = Phone.objects.filter(match=match, writes=True, room=room).first()
    if writer is not None and writer.device_id == device.pk:
        return True
    games = match.games.filter(number=room) if room else match.games.all()
    if room:
        free = not games.filter(game__isnull=False).exists()
    else:
        free = writer is None or not _is_going(games)
    if free and not waits_blind(match):
        return True
    return Grant.objects.filter(
        device=device, game__match_game__in=games, link__revoked_at__isnull=True
    ).exists()


def waits_blind(match: Match) -> bool:
    """Whether a match is over and a side must still enter its result blindly, which the writer
    sees.
    """
    tournament = match.session_round.stage.tournament
    blind = tournament.agreement == Tournament.Agreement.BLIND
    return blind and match.done and match.agreement == Match.Agreement.WAITING


def _check_not_blind(match: Match) -> None:
    if waits_blind(match):
        text = gettext_noop(
            "Here both sides enter the result without seeing the other's: enter yours."
        )
        raise conflict("blind_entry", "write", text)


def record_activity(match: Match, device: Device) -> None:
    """Record that a seated phone is active; at most once a minute, so that a hall writes little."""
    now = timezone.now()
    Phone.objects.filter(match=match, device=device, heard_at__lt=now - ACTIVITY_INTERVAL).update(
        heard_at=now
    )


def ask_to_write(match: Match, device: Device, room: int = 0) -> Phone:
    """Ask the phones at the match, and the director, to let this one write. Idempotent."""
    with transaction.atomic():
        tournament = lock(match.session_round.stage.tournament, "lead")
        match = lock_match(match)
        lifecycle.check_round("play", match.session_round)
        phone = _seated(match, device)
        if phone.writes and phone.room != room:
            text = gettext_noop("This phone writes at the other table: ask with another phone.")
            raise conflict("writes_elsewhere", "write", text)
        if not phone.writes:
            _check_not_blind(match)
            phone.room = room
        if not phone.writes and phone.asked_at is None:
            phone.asked_at = timezone.now()
            bump_version(tournament)
        phone.save()
        bump_match(match.pk)
    return phone


def let_write(
    phone: Phone, *, device: Device | None = None, by: "AbstractBaseUser | None" = None
) -> Phone:
    """Let a phone that asked write: by another phone at the match (`device`), or by the desk.

    The old one stays seated. Raises RuleError if it has not asked, and if the allowing phone may
    not.
    """
    with transaction.atomic():
        tournament = lock(phone.match.session_round.stage.tournament, "lead")
        match = lock_match(phone.match)
        lifecycle.check_round("play", match.session_round)
        phone = Phone.objects.select_related("device").get(pk=phone.pk)
        if phone.writes:
            return phone  # allowed twice at the same time: nothing left to do
        if phone.asked_at is None:
            raise conflict(
                "not_asked", "phone", gettext_noop("This phone no longer asks to keep score.")
            )
        if by is None:
            _check_not_blind(match)
        if by is None and not may_allow(match, device, phone):
            raise conflict(
                "may_not_allow",
                "phone",
                gettext_noop("Only another phone at this table, or the director, can allow it."),
            )
        _make_writer(phone)
        phone.save()
        log(tournament, "phone_writes", by, _where(match))
        bump_match(match.pk)
        going = Game.objects.filter(match_game__match=match, state__in=GOING)
        if phone.room:
            going = going.filter(match_game__number=phone.room)
        running = going.order_by("match_game__number").first()
    # Outside: code that holds a tournament must not lock a game.
    if running is not None:
        grant_writing(running, phone.device)
    return phone


def may_allow(match: Match, device: Device | None, asking: Phone) -> bool:
    """Whether a phone may let another one write: it writes itself, or sits there for a side."""
    if device is None or device.pk == asking.device_id:
        return False
    own = Phone.objects.filter(match=match, device=device).first()
    return own is not None and (own.writes or own.side is not None)


def _make_writer(phone: Phone) -> None:
    """Make a phone the writing one at its table, under the tournament's lock; the caller saves
    it.
    """
    others = Phone.objects.filter(match=phone.match_id, room=phone.room, writes=True)
    others.exclude(pk=phone.pk).update(writes=False)
    phone.writes, phone.asked_at = True, None


def _seated(match: Match, device: Device) -> Phone:
    """Return this phone's row at the match, unsaved if new."""
    now = timezone.now()
    phone = Phone.objects.filter(match=match, device=device).first() or Phone(
        match=match, device=device
    )
    phone.heard_at = now
    return phone


def _is_going(games: QuerySet[MatchGame]) -> bool:
    return games.filter(game__state__in=GOING).exists()


def _where(match: Match) -> dict[str, object]:
    session_round = match.session_round
    return {
        "stage": session_round.stage.number,
        "round": session_round.number,
        "table": match.number,
        "match": match.pk,
    }
