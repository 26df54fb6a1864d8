"""Corrections of a tournament that was over: what its pages, prints and documents mention.

They are lines of its log. Its end is the first time it was finished after its last round was
published, so that neither a correction made while it was played nor a tournament finished by
mistake counts, and one for which it was reopened does.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from tournaments.log_actions import CORRECTIONS
from tournaments.models import LogLine, Tournament

END, PUBLISHED, UNDONE = "finish", "published", "undone"


@dataclass(frozen=True)
class Correction:
    """A correction after the end. `stage`, `round` and `table` are 0 if its line names none."""

    tournament: UUID
    of: str  # its name
    line: int
    at: datetime
    action: str
    reason: str
    params: Mapping[str, Any]

    @property
    def stage(self) -> int:
        return self._number("stage")

    @property
    def round(self) -> int:
        return self._number("round")

    @property
    def table(self) -> int:
        return self._number("table")

    def _number(self, key: str) -> int:
        value = self.params.get(key)
        return value if isinstance(value, int) else 0


def is_correction(action: str, params: Mapping[str, Any]) -> bool:
    """Whether a line of the log changes a result that counted; an undo of one does so too."""
    if action == UNDONE:
        return params.get("undid") in CORRECTIONS
    return action in CORRECTIONS and not params.get("stands")


def corrections_of(tournaments: Iterable[Tournament]) -> dict[UUID, list[Correction]]:
    """Return the corrections of each tournament that is over, the oldest first.

    One query; none if no tournament is over.
    """
    over = {one.pk: one.name for one in tournaments if one.state == Tournament.State.FINISHED}
    if not over:
        return {}
    lines = LogLine.objects.filter(
        Q(action__in=(*CORRECTIONS, END, PUBLISHED))
        | Q(action=UNDONE, params__undid__in=list(CORRECTIONS)),
        tournament__in=list(over),
    ).order_by("pk")
    found: dict[UUID, list[Correction]] = {}
    ended: set[UUID] = set()
    rows = lines.values_list("tournament_id", "pk", "at", "reason", "params", "action")
    for tournament, pk, at, reason, params, action in rows:
        if action == PUBLISHED:
            ended.discard(tournament)
            found.pop(tournament, None)
        elif action == END:
            ended.add(tournament)
        elif tournament in ended and is_correction(action, params):
            one = Correction(tournament, over[tournament], pk, at, action, reason, params)
            found.setdefault(tournament, []).append(one)
    return found


def each_once(corrections: Collection[Correction]) -> Sequence[Correction]:
    """Return corrections without those made on the same day for the same reason."""
    found: dict[object, Correction] = {}
    for one in corrections:
        found.setdefault((one.tournament, timezone.localdate(one.at), one.reason), one)
    return list(found.values())
