"""Export a tournament's log with numbers and names instead of row ids."""

from collections.abc import Mapping
from datetime import UTC
from typing import Any

from django.contrib.auth import get_user_model

from scoring.models import Player
from tournaments.exchange import BY_NAME, IMPORTED
from tournaments.exchange.json_ids import PLAYERS, log_params
from tournaments.exchange.people_writing import WrittenNames
from tournaments.models import LogLine, Match, Ruling, Tournament

# The key of a used invitation: it opens nothing and is private
LEFT_OUT = (BY_NAME, "key")


def named_lines(tournament: Tournament) -> list[tuple[LogLine, str, dict[str, Any]]]:
    """Return all lines, oldest first, except the one about the import, each with its author and its
    params. Accounts, which belong to one site, are given by name.
    """
    lines = list(LogLine.objects.filter(tournament=tournament).exclude(action=IMPORTED))
    meant = [line.by_id for line in lines] + [line.params.get("user") for line in lines]
    accounts = get_user_model().objects.filter(pk__in={pk for pk in meant if isinstance(pk, int)})
    users: dict[int | None, str] = dict(accounts.values_list("pk", "name"))
    found = []
    for line in lines:
        params = {key: value for key, value in line.params.items() if key not in LEFT_OUT}
        if isinstance(params.get("user"), int):
            params["user"] = users.get(params["user"], "?")
        found.append((line, users.get(line.by_id) or line.params.get(BY_NAME, ""), params))
    return found


def log_of(
    tournament: Tournament, numbers: Mapping[int, int], names: WrittenNames
) -> list[dict[str, Any]]:
    """Return the lines as JSON. Deleted entrants have the number 0."""
    lines = named_lines(tournament)
    keys = {params[key] for _line, _by, params in lines for key in PLAYERS if params.get(key)}
    people = Player.objects.filter(pk__in=keys)
    matches = Match.objects.filter(session_round__stage__tournament=tournament)
    known: dict[str, Mapping[int, Any]] = {
        "entrant": numbers,
        "person": {pk: names.of(pk, name) for pk, name in people.values_list("pk", "name")},
        "match": {
            pk: {"stage": stage, "round": number, "table": table, "turn": turn}
            for pk, stage, number, table, turn in matches.values_list(
                "pk", "session_round__stage__number", "session_round__number", "number", "turn"
            )
        },
        "ruling": _places_of_rulings(tournament),
    }
    return [
        {
            "at": line.at.astimezone(UTC).isoformat(),
            "by": by,
            "action": line.action,
            "params": log_params(params, lambda kind, pk: known[kind].get(pk)),
            "reason": line.reason,
        }
        for line, by, params in lines
    ]


def _places_of_rulings(tournament: Tournament) -> dict[int, dict[str, int]]:
    found: dict[int, dict[str, int]] = {}
    counted: dict[int, int] = {}
    for pk, stage in Ruling.objects.filter(stage__tournament=tournament).values_list(
        "pk", "stage__number"
    ):
        counted[stage] = counted.get(stage, 0) + 1
        found[pk] = {"stage": stage, "number": counted[stage]}
    return found
