"""Base of commands that answer records: JSON Lines in, one answer per line out."""

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
    """Read a file or stdin and answer it line by line."""

    requires_system_checks: list[str] = []

    @abstractmethod
    def answer(self, line: bytes) -> dict[str, Any]:
        """Return the answer to any line. Never raises."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", nargs="?", default="-", help="file of records; - or nothing reads stdin"
        )

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002 (Django decides what it is handed)
        try:
            with _opened(options["file"]) as lines:
                for number, line in enumerate(lines):
                    record = line.removeprefix(BYTE_ORDER_MARK) if number == 0 else line
                    # ASCII, since a name may contain half a surrogate pair, which UTF-8 cannot
                    # encode.
                    self.stdout.write(json.dumps(self.answer(record)))
                    # Flush, for callers that wait for each answer before sending the next record.
                    self.stdout.flush()
        except BrokenPipeError:
            # The reader is gone (`| head`): discard what Python still flushes at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except (OSError, ValueError) as error:  # a name with a zero byte raises ValueError
            reason = getattr(error, "strerror", None) or error
            raise CommandError(f"Cannot read {options['file']}: {reason}.") from error


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    """Yield the file as bytes. Raises OSError or ValueError if it cannot be read."""
    if name == "-":
        if sys.stdin is None:
            raise CommandError("Cannot read stdin: it is closed.")
        yield sys.stdin.buffer
        return
    with Path(name).open("rb") as source:
        yield source
