"""Answer duplicate records: JSON Lines in, one answer per line out. Or write out a movement."""

import json
from argparse import ArgumentParser
from typing import Any

from scoring.management.json_lines import JsonLinesCommand
from tournaments.pairing.duplicate.movement import movement_answer
from tournaments.standings.duplicate.record import answer_line


class Command(JsonLinesCommand):
    help = (
        "Answer duplicate records (JSON Lines): the comparison of each board and the standings, "
        "or all errors of the record. With --movement, write out a movement as one JSON object."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        # Plain text, so that every mistake gets the same kind of answer
        parser.add_argument("--movement", metavar="PAIRS", help="4 to 40 pairs")
        parser.add_argument("--boards-a-round", metavar="N", help="1 to 4, by default 3")
        parser.add_argument(
            "--rounds",
            metavar="N",
            help="by default until all have met, with more than 20 pairs 9 rounds",
        )
        parser.add_argument(
            "--levelled", action="store_true", help="let each board of a round take its own way"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["movement"] is None:
            super().handle(*args, **options)
        else:
            self.stdout.write(json.dumps(movement_answer(options)))

    def answer(self, line: bytes) -> dict[str, Any]:
        return answer_line(line)
