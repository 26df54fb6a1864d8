"""Answer duplicate records: JSON Lines in, one answer per line out."""

from typing import Any

from scoring.management.json_lines import JsonLinesCommand
from tournaments.standings.duplicate.record import answer_line


class Command(JsonLinesCommand):
    help = (
        "Answer duplicate records (JSON Lines): the comparison of each board and the standings, "
        "or all errors of the record."
    )

    def answer(self, line: bytes) -> dict[str, Any]:
        return answer_line(line)
