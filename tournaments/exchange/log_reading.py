"""Import a document's log for the rows created from it."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.games.chain import reason_seal
from scoring.models import Player
from tournaments.exchange import BY_NAME
from tournaments.exchange.json_ids import log_params
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
        (stage, number, table, turn): pk
        for pk, stage, number, table, turn in found.values_list(
            "pk", "session_round__stage__number", "session_round__number", "number", "turn"
        )
    }

    def key_of(kind: str, given: Any) -> Any:
        if kind == "entrant":
            return ids.get(given)
        if kind == "person":
            return players[given].pk if given else None
        if kind == "match":
            return matches.get((given["stage"], given["round"], given["table"], given["turn"]))
        return rulings.get((given["stage"], given["number"]))

    LogLine.objects.bulk_create(
        LogLine(
            tournament=tournament,
            at=line["at"],
            action=line["action"],
            params=log_params(line["params"], key_of)
            | ({BY_NAME: line["by"]} if line["by"] else {}),
            reason=line["reason"],
            reason_seal=reason_seal(line["reason"]),
        )
        for line in lines
    )
