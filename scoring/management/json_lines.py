"""What commands that answer records have in common: JSON Lines in, one answer a line out."""

import json
import os
import sys
from abc import abstractmethod
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class JsonLinesCommand(BaseCommand):
    """Reads a file or stdin line by line and answers each line in turn."""

    requires_system_checks: list[str] = []

    @abstractmethod
    def answer(self, line: bytes) -> dict[str, Any]:
        """The answer to one line, whatever the line. Never raises."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", nargs="?", default="-", help="file of records; - or nothing reads stdin"
        )

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002 (Django decides what it is handed)
        try:
            with _opened(options["file"]) as lines:
                for number, line in enumerate(lines):
                    record = line.removeprefix(BYTE_ORDER_MARK) if number == 0 else line
                    # ASCII, since a name may hold half a surrogate pair, which UTF-8 cannot write.
                    self.stdout.write(json.dumps(self.answer(record)))
                    # Whoever sends one record and waits shall have the answer before the next.
                    self.stdout.flush()
        except BrokenPipeError:
            # The reader went away (`| head`). What Python still wants to write at its end goes
            # nowhere.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except (OSError, ValueError) as error:  # a name with a zero byte in it is a ValueError
            reason = getattr(error, "strerror", None) or error
            raise CommandError(f"Cannot read {options['file']}: {reason}.") from error


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    """The records as bytes, line by line.
    Raises OSError or ValueError where they cannot be read.
    """
    if name == "-":
        if sys.stdin is None:
            raise CommandError("Cannot read stdin: it is closed.")
        yield sys.stdin.buffer
        return
    with Path(name).open("rb") as source:
        yield source
