"""Export a tournament's log with numbers and names instead of row ids."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC
from typing import Any

from django.contrib.auth import get_user_model

from scoring.models import Player
from tournaments.exchange import BY_NAME, IMPORTED
from tournaments.exchange.people_writing import WrittenNames
from tournaments.models import LogLine, Match, Ruling, Tournament

PLAYERS = ("player", "for")
# The key of a used invitation: it opens nothing and is private
LEFT_OUT = (BY_NAME, "key")


def log_of(
    tournament: Tournament, numbers: Mapping[int, int], names: WrittenNames
) -> list[dict[str, Any]]:
    """Return all lines, oldest first, except the one about the import. Deleted entrants have the
    number 0.
    """
    lines = list(LogLine.objects.filter(tournament=tournament).exclude(action=IMPORTED))
    meant = [line.by_id for line in lines] + [line.params.get("user") for line in lines]
    accounts = get_user_model().objects.filter(pk__in={pk for pk in meant if isinstance(pk, int)})
    users: dict[int | None, str] = dict(accounts.values_list("pk", "name"))
    rows = _Rows.of(tournament, lines, numbers, users, names)
    return [
        {
            "at": line.at.astimezone(UTC).isoformat(),
            "by": users.get(line.by_id) or line.params.get(BY_NAME, ""),
            "action": line.action,
            "params": {
                key: rows.without_ids(key, value)
                for key, value in line.params.items()
                if key not in LEFT_OUT
            },
            "reason": line.reason,
        }
        for line in lines
    ]


@dataclass(frozen=True)
class _Rows:
    """The rows that log lines refer to, loaded together."""

    numbers: Mapping[int, int]
    players: Mapping[int, str]
    matches: Mapping[int, dict[str, int]]
    rulings: Mapping[int, dict[str, int]]
    users: Mapping[int | None, str]

    @classmethod
    def of(
        cls,
        tournament: Tournament,
        lines: Sequence[LogLine],
        numbers: Mapping[int, int],
        users: Mapping[int | None, str],
        names: WrittenNames,
    ) -> "_Rows":
        keys = {line.params.get(key) for line in lines for key in PLAYERS} - {None}
        people = Player.objects.filter(pk__in=keys)
        matches = Match.objects.filter(session_round__stage__tournament=tournament)
        rulings: dict[int, dict[str, int]] = {}
        counted: dict[int, int] = {}
        for pk, stage in Ruling.objects.filter(stage__tournament=tournament).values_list(
            "pk", "stage__number"
        ):
            counted[stage] = counted.get(stage, 0) + 1
            rulings[pk] = {"stage": stage, "number": counted[stage]}
        return cls(
            numbers=numbers,
            players={pk: names.of(pk, name) for pk, name in people.values_list("pk", "name")},
            matches={
                pk: {"stage": stage, "round": number, "table": table}
                for pk, stage, number, table in matches.values_list(
                    "pk", "session_round__stage__number", "session_round__number", "number"
                )
            },
            rulings=rulings,
            users=users,
        )

    def without_ids(self, key: str, value: Any) -> Any:
        """Convert a value of a line's params to one without row ids."""
        if key == "entrant":
            return self.numbers.get(value, 0)
        if key == "entrants" and isinstance(value, list):
            return [self.numbers.get(one, 0) for one in value]
        if key in PLAYERS:
            return self.players.get(value)
        if key == "user":
            return value if isinstance(value, str) else self.users.get(value, "?")
        if key == "match":
            return self.matches.get(value)
        if key == "ruling":
            return self.rulings.get(value)
        return value
