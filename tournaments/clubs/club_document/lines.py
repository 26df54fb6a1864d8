"""The file format of a club's document: one canonical JSON value per line, with a checksum in the
last.

The first line is an object with the format and the club. Each further line is a list of two: a kind
of row and its fields. The last line counts them and has the SHA-256 of everything before. The JSON
is canonical (sorted keys, no spaces, ASCII), so equal rows are equal bytes. The file may be
gzipped.
"""

import gzip
import hashlib
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import IO, Any, Protocol

from scoring.games.chain import canonical
from scoring.rules import RuleError
from scoring.rules.lines import read_line
from tournaments.clubs.club_document import FORMAT, LONGEST_LINE, VERSION
from tournaments.clubs.club_document.errors import (
    BAD_LINE,
    CUT_OFF,
    DAMAGED,
    NEWER,
    NO_CLUB,
    TOO_LARGE,
    refused,
)

GZIP = b"\x1f\x8b"
HEAD = ("club", "format", "version")


class Target(Protocol):
    """What a document is written to."""

    def write(self, data: bytes, /) -> int: ...


@dataclass(frozen=True)
class Line:
    """A row of a document: line number, kind and fields."""

    number: int
    kind: str
    row: Any


class Writer:
    """Write a document line by line into a binary file."""

    def __init__(self, file: Target, club: Mapping[str, Any]) -> None:
        self._file = file
        self._digest = hashlib.sha256()
        self.rows = 0
        self._write({"club": club, "format": FORMAT, "version": VERSION})

    def add(self, kind: str, row: Any) -> None:
        self._write([kind, row])
        self.rows += 1

    def end(self) -> None:
        self._file.write(_spelled({"rows": self.rows, "sha256": self._digest.hexdigest()}))

    def _write(self, value: Any) -> None:
        text = _spelled(value)
        self._digest.update(text)
        self._file.write(text)


def _spelled(value: Any) -> bytes:
    # `canonical` takes an object: keep only the value within its braces.
    return canonical({"": value})[4:-1] + b"\n"


def lines_of(file: IO[bytes], most: int) -> Iterator[Mapping[str, Any] | Line]:
    """Yield the club, then each row. `most`: maximum of bytes, uncompressed.

    Raises RuleError if the document is invalid, damaged, truncated, too large, or from a newer
    version. Some of that is only known at its end, so discard everything read before.
    """
    packed = file.read(len(GZIP)) == GZIP
    file.seek(0)
    try:
        yield from _read(gzip.GzipFile(fileobj=file) if packed else file, most)  # type: ignore[arg-type]
    except (gzip.BadGzipFile, zlib.error) as error:
        raise refused("damaged", DAMAGED) from error
    except EOFError as error:
        raise refused("cut_off", CUT_OFF) from error


def _read(file: IO[bytes], most: int) -> Iterator[Mapping[str, Any] | Line]:
    digest = hashlib.sha256()
    for number, text in _numbered(file, most):
        value = _parsed(text, number)
        if number == 1:
            yield _club_of(value)
        elif isinstance(value, dict):
            if value != {"rows": number - 2, "sha256": digest.hexdigest()} or file.read(1):
                raise refused("damaged", DAMAGED)
            return
        elif isinstance(value, list) and len(value) == 2 and isinstance(value[0], str):
            yield Line(number, value[0], value[1])
        else:
            raise refused("bad_line", BAD_LINE, line=number, field="-")
        digest.update(text)


def _numbered(file: IO[bytes], most: int) -> Iterator[tuple[int, bytes]]:
    """Yield numbered lines. Raises RuleError if the document or a line is too long, or at the end
    of the file: the last line of a document ends the reading before.
    """
    number = size = 0
    while text := file.readline(LONGEST_LINE + 1):
        number, size = number + 1, size + len(text)
        if size > most:
            raise refused("too_large", TOO_LARGE, most=most // 1_000_000)
        if number > 1 and len(text) > LONGEST_LINE:
            raise refused("bad_line", BAD_LINE, line=number, field="-")
        if number > 1 and not text.endswith(b"\n"):
            raise refused("cut_off", CUT_OFF)
        yield number, text
    raise refused("cut_off", CUT_OFF) if number else refused("no_club", NO_CLUB)


def _parsed(text: bytes, number: int) -> Any:
    try:
        value = read_line(text)
        same = text == _spelled(value)
    except (RuleError, ValueError, RecursionError) as error:
        if number == 1:
            raise refused("no_club", NO_CLUB) from error
        raise refused("bad_line", BAD_LINE, line=number, field="-") from error
    if not same:
        raise (
            refused("bad_line", BAD_LINE, line=number, field="-")
            if number > 1
            else refused("no_club", NO_CLUB)
        )
    if b"\\u" in text:
        _check_texts(value, number)
    return value


def _check_texts(value: Any, number: int) -> None:
    """Raise RuleError for text that databases cannot store: with NUL or half a surrogate pair."""
    if isinstance(value, str):
        if "\0" in value or any("\ud800" <= char <= "\udfff" for char in value):
            raise refused("bad_line", BAD_LINE, line=number, field="-")
    elif isinstance(value, list):
        for one in value:
            _check_texts(one, number)
    elif isinstance(value, dict):
        for key, one in value.items():
            _check_texts(key, number)
            _check_texts(one, number)


def _club_of(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise refused("no_club", NO_CLUB)
    version = value.get("version")
    if isinstance(version, int) and not isinstance(version, bool) and version > VERSION:
        raise refused("unknown_version", NEWER)
    if version is not VERSION or set(value) != set(HEAD) or not isinstance(value["club"], dict):
        raise refused("no_club", NO_CLUB)
    found: Mapping[str, Any] = value["club"]
    return found
