"""Answer standings records: JSON Lines in, one answer per line out."""

from typing import Any

from scoring.management.json_lines import JsonLinesCommand
from tournaments.standings.record import answer_line


class Command(JsonLinesCommand):
    help = (
        "Answer standings records (JSON Lines) with ranks and reasons, or all errors of the record."
    )

    def answer(self, line: bytes) -> dict[str, Any]:
        return answer_line(line)
