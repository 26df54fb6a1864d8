"""Sheets that are typed twice: who typed them, and where they differ."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

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
    users = get_user_model().objects.in_bulk(accounts - {None})

    def name(sheet: dict[str, int]) -> str:
        return str(users.get(sheet["by"], _("somebody")))

    def typed_sheets(first: dict[str, Any], second: dict[str, Any] | None) -> Typed:
        if second is None:
            return Typed(name(first), "", own=first["by"] == by)
        levels = first["winner"] != second["winner"]
        return Typed(name(first), name(second), own=False, rows=rows(first, second), levels=levels)

    return {pk: typed_sheets(typed[FIRST], typed.get(SECOND)) for pk, typed in waiting.items()}
