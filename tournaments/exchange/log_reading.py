"""Import a document's log for the rows created from it."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.games.chain import reason_seal
from scoring.models import Player
from tournaments.exchange import BY_NAME
from tournaments.exchange.log_writing import PLAYERS
from tournaments.models import LogLine, Match, Tournament


def write_log(
    tournament: Tournament,
    lines: Sequence[dict[str, Any]],
    ids: Mapping[int, int],
    players: Mapping[str, Player],
    rulings: Mapping[tuple[int, int], int],
) -> None:
    """Write the lines with their original times. The author is stored as a name: accounts belong to
    another site.
    """
    found = Match.objects.filter(session_round__stage__tournament=tournament)
    matches = {
        (stage, number, table): pk
        for pk, stage, number, table in found.values_list(
            "pk", "session_round__stage__number", "session_round__number", "number"
        )
    }

    def kept(key: str, value: Any) -> Any:
        if key == "entrant":
            return ids.get(value, 0)
        if key == "entrants" and isinstance(value, list):
            return [ids.get(one, 0) for one in value]
        if key in PLAYERS:
            return players[value].pk if value else None
        if key == "match":
            return matches.get((value["stage"], value["round"], value["table"])) if value else None
        if key == "ruling":
            return rulings.get((value["stage"], value["number"])) if value else None
        return value

    LogLine.objects.bulk_create(
        LogLine(
            tournament=tournament,
            at=line["at"],
            action=line["action"],
            params={key: kept(key, value) for key, value in line["params"].items()}
            | ({BY_NAME: line["by"]} if line["by"] else {}),
            reason=line["reason"],
            reason_seal=reason_seal(line["reason"]),
        )
        for line in lines
    )
