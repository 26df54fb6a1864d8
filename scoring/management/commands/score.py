"""Score records: JSON Lines in, one answer per line out."""

from typing import Any

from scoring.management.json_lines import JsonLinesCommand
from scoring.rules.lines import answer_line


class Command(JsonLinesCommand):
    help = (
        "Answer score records (JSON Lines): the scores of a game, or all that is wrong with "
        "its record."
    )

    def answer(self, line: bytes) -> dict[str, Any]:
        return answer_line(line)
