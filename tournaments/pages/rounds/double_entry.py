"""Sheets that are typed twice: who typed them, and where they differ."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _

from tournaments.match.double_entry import FIRST, SECOND, Row, rows
from tournaments.models import Match


@dataclass(frozen=True)
class Typed:
    """A sheet that waits. `own`: this account typed the first, so somebody else has to go on.

    `rows` are both sheets side by side once they differ, else empty.
    """

    first: str
    second: str
    own: bool
    rows: Sequence[Row] = ()
    levels: bool = False  # they differ in who goes on


def typed_of(matches: Iterable[Match], by: int | None) -> dict[int, Typed]:
    """Return the sheets that wait, by match. One query, none without such a sheet."""
    waiting = {match.pk: match.typed for match in matches if match.typed and not match.done}
    if not waiting:
        return {}
    accounts = {sheet["by"] for typed in waiting.values() for sheet in typed.values()}
    users = get_user_model().objects.in_bulk([pk for pk in accounts if pk])
    names = {pk: str(user) for pk, user in users.items()}

    def name(sheet: dict[str, int]) -> str:
        return names.get(sheet["by"], _("somebody"))

    found = {}
    for pk, typed in waiting.items():
        first, second = typed[FIRST], typed.get(SECOND)
        if second is None:
            found[pk] = Typed(name(first), "", own=first["by"] == by)
        else:
            levels = first["winner"] != second["winner"]
            both = rows(first, second)
            found[pk] = Typed(name(first), name(second), own=False, rows=both, levels=levels)
    return found
