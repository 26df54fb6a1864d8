"""What people at a table had said, and which phones sat there, when a result comes to other sides
than it had.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils import timezone

from tournaments.models import Match, MatchGame, Phone, Remark

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser


def answer_wrong(matches: Sequence[Match], by: "AbstractBaseUser | None", reason: str) -> None:
    """Answer with the reason whoever still says that the result of one of these is wrong: it is
    another one now.
    """
    wrong = Remark.objects.filter(
        match__in=matches, kind=Remark.Kind.WRONG, settled_at__isnull=True
    )
    wrong.update(settled_at=timezone.now(), settled_by_id=by.pk if by else None, answer=reason)


def writers_go_along(one: Match, other: Match, *, turned: bool) -> None:
    """Let the phones that write two matches go where their games go, just before these change
    places.

    `turned`: to the other side. Where nothing was begun, nobody writes any more: the next who opens
    it does.
    """
    there = {one.pk: other, other.pk: one}
    rows = MatchGame.objects.filter(match__in=there, game__isnull=False)
    begun = set(rows.values_list("match_id", flat=True))
    phones = Phone.objects.filter(match__in=there)
    going = list(phones.filter(writes=True, match__in=begun))
    phones.update(writes=False)
    # Taken away and written again: one phone may sit at both matches, or write both.
    for phone in going:
        phones.filter(
            device=phone.device_id, match__in=(phone.match_id, there[phone.match_id])
        ).delete()
    Phone.objects.bulk_create(
        Phone(
            match=there[phone.match_id],
            device_id=phone.device_id,
            side=1 - phone.side if turned and phone.side is not None else phone.side,
            writes=True,
            heard_at=phone.heard_at,
        )
        for phone in going
    )


def ask_sides_again(match: Match) -> None:
    """Others are partners now: what a side had entered is of nobody any more, and each phone is
    asked where it sits.
    """
    match.entered = None
    match.save(update_fields=["entered"])
    Phone.objects.filter(match=match).update(side=None)
