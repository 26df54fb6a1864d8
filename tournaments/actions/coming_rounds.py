"""Duplicate: rounds that have not begun are seated again once pairs have left, come or changed."""

from typing import TYPE_CHECKING

from django.db import transaction

from scoring.rules.words import gettext_noop
from tournaments.actions.common import check_reason, conflict, lock, lock_stage, log
from tournaments.actions.drawing import add_late_entrants, begun_matches, fill
from tournaments.actions.publishing import open_matches
from tournaments.models import Match, Place, SessionRound, Stage

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

Seats = tuple[int, list[tuple[str, int, int]], list[int]]  # a table, who sits there, its boards


def not_begun(stage: Stage) -> list[SessionRound]:
    """Return the drawn rounds of a stage after the last one in which a table has begun."""
    found: list[SessionRound] = []
    for row in stage.session_rounds.select_related("stage__tournament").order_by("-number"):
        if row.state == SessionRound.State.CLOSED or begun_matches(row):
            break
        found.append(row)
    return found[::-1]


def seat_coming(stage: Stage, by: "AbstractBaseUser | None", reason: str = "") -> list[int]:
    """Seat the coming rounds again for the pairs who are here now; return those that changed.

    Late pairs take part from the first of them on. Raises RuleError without such rounds, and if
    nothing would change.
    """
    with transaction.atomic():
        tournament = lock(stage.tournament, "lead")
        stage = lock_stage(stage)
        rows = not_begun(stage)
        if not rows:
            text = gettext_noop(
                "No round is drawn ahead: the next draw seats the pairs who are here."
            )
            raise conflict("nothing_coming", "round", text)
        add_late_entrants(stage, rows[0].number)
        changed = seat_again(rows)
        if not changed:
            text = gettext_noop("The coming rounds are seated as they should be.")
            raise conflict("nothing_changes", "round", text)
        params = {"stage": stage.number, "round": changed[0], "last": changed[-1]}
        log(tournament, "coming_seated", by, params, check_reason("coming_seated", reason))
    return changed


def seat_again(rows: list[SessionRound]) -> list[int]:
    """Seat rounds again, in order; return those that changed. Tables at which the same pairs play
    the same boards stay, with their links.
    """
    changed = []
    for row in rows:
        places = Place.objects.filter(session_round=row)
        matches = Match.objects.filter(session_round=row)
        before = _seats(row)
        with transaction.atomic():
            places.delete()
            matches.delete()
            fill(row)
            due = _seats(row)
            transaction.set_rollback(True)
        if sorted(before.values()) == sorted(due.values()):
            continue
        places.filter(match=None).delete()
        gone = [pk for pk, seat in before.items() if pk is not None and seat not in due.values()]
        places.filter(match__in=gone).delete()
        matches.filter(pk__in=gone).delete()
        fill(row)
        if row.state == SessionRound.State.PUBLISHED:
            open_matches(row)
        changed.append(row.number)
    return changed


def _seats(row: SessionRound) -> dict[int | None, Seats]:
    """Return who sits where, on which boards, by match; None has those without a table."""
    seats: dict[int | None, Seats] = {None: (0, [], [])}
    for match in Match.objects.filter(session_round=row):
        seats[match.pk] = (match.number, [], match.boards)
    places = Place.objects.filter(session_round=row).order_by("kind", "side", "entrant")
    for place in places:
        seats[place.match_id][1].append((place.kind, place.side, place.entrant_id))
    return seats
