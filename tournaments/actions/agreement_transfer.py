"""Moves or resets remarks, entries and phones when a result moves to other sides."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils import timezone

from tournaments.models import Match, MatchGame, Phone, Remark

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser


def answer_disputes(matches: Sequence[Match], by: "AbstractBaseUser | None", reason: str) -> None:
    """Answer all open disputes of these matches with the reason: the result is another one now."""
    wrong = Remark.objects.filter(
        match__in=matches, kind=Remark.Kind.WRONG, settled_at__isnull=True
    )
    wrong.update(settled_at=timezone.now(), settled_by_id=by.pk if by else None, answer=reason)


def move_writing_phones(one: Match, other: Match, *, turned: bool) -> None:
    """Move the writing phones of two matches along with their games, just before these are swapped.

    `turned`: to the other side. A match without a started game loses its writer: the next phone to
    open it writes.
    """
    counterpart = {one.pk: other, other.pk: one}
    rows = MatchGame.objects.filter(match__in=counterpart, game__isnull=False)
    begun = set(rows.values_list("match_id", flat=True))
    phones = Phone.objects.filter(match__in=counterpart)
    going = list(phones.filter(writes=True, match__in=begun))
    phones.update(writes=False)
    # Deleted and recreated: a phone may be at both matches, or write both.
    for phone in going:
        phones.filter(
            device=phone.device_id, match__in=(phone.match_id, counterpart[phone.match_id])
        ).delete()
    Phone.objects.bulk_create(
        Phone(
            match=counterpart[phone.match_id],
            device_id=phone.device_id,
            side=1 - phone.side if turned and phone.side is not None else phone.side,
            writes=True,
            room=phone.room,
            heard_at=phone.heard_at,
        )
        for phone in going
    )


def reset_sides(match: Match) -> None:
    """Reset entries and phones' sides after a change of partners: entries belong to no side any
    more.
    """
    match.entered = None
    match.save(update_fields=["entered"])
    Phone.objects.filter(match=match).update(side=None)
