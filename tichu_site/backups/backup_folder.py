"""Write back-ups of everything into the back-up folder, verify each, and keep the newest."""

import json
import logging
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

from tichu_site.backups import postgres
from tichu_site.backups.file_types import ENDINGS, WHOLE_SITE, BadCopyError, Kind, kind_of
from tichu_site.backups.signature import signature
from tichu_site.backups.site_document import check_site, write_site
from tichu_site.backups.sqlite_file import Facts, check_file, copy_database
from tournaments.backup_files import (
    Copied,
    copies_in,
    keep_newest,
    new_path,
    remove_half_written,
    write_whole,
)

WHAT = "tichu"  # prefix of the file names
BEFORE_UPDATE = "tichu-before-update"
NEWEST_KEPT = 12  # copies, plus the last one of each of BACKUP_DAYS
KEPT_BEFORE_UPDATES = 5
SITE_ENDINGS = tuple(ENDINGS[kind] for kind in WHOLE_SITE)
STATE = "newest.json"  # in the back-up folder: what was written last, and its signature

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class BackupFile:
    """A back-up that was written and verified."""

    path: Path
    size: int  # bytes
    facts: Facts | None  # None for a dump: rows of a pg_dump are not counted

    def __str__(self) -> str:
        held = f"{self.facts}, " if self.facts else ""
        return f"{self.path} ({held}{size_in_words(self.size)})"


def size_in_words(size: int) -> str:
    """Format a size: "734 bytes", "1.4 MB"."""
    for unit, bytes_of_it in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if size >= bytes_of_it:
            return f"{size / bytes_of_it:.1f} {unit}"
    return f"{size} bytes"


def own_kind() -> Kind:
    """Return the default kind of back-up on this site."""
    return Kind.DATABASE if connection.vendor == "sqlite" else Kind.SITE


def back_up_site(folder: Path, *, what: str = WHAT, kind: Kind | None = None) -> BackupFile:
    """Write and verify a back-up of everything, then prune older ones.

    Raises OSError if the disk fails, BadCopyError if the copy cannot be read back, and NoToolError
    if pg_dump is requested but missing. In these cases the new copy is removed and no older one is.
    """
    kind = kind or own_kind()
    now = timezone.now()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    remove_half_written(folder)
    # Before an update the tables do not match the models
    before = signature() if what == WHAT else {}
    path = new_path(folder, what, ENDINGS[kind], now)
    found: list[Facts | None] = []

    def write(part: Path) -> None:
        if kind == Kind.DATABASE:
            copy_database(str(connection.settings_dict["NAME"]), part)
            found.append(check_file(part))
        elif kind == Kind.SITE:
            written = write_site(part, now)
            _head, facts = check_site(part)
            if facts != written:
                raise BadCopyError(f"{part} holds {facts}, and {written} were written.")
            found.append(facts)
        else:
            postgres.dump(part)
            postgres.check_dump(part)
            found.append(None)

    write_whole(path, write)
    most, days = (
        (KEPT_BEFORE_UPDATES, 0) if what == BEFORE_UPDATE else (NEWEST_KEPT, settings.BACKUP_DAYS)
    )
    keep_newest(copies_in(folder, what=what, endings=SITE_ENDINGS), most, days=days)
    if before:
        _note(folder, path, now, before)
    return BackupFile(path, path.stat().st_size, found[0])


# State of the last back-up
# ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Newest:
    """The last back-up of everything."""

    file: str
    at: datetime
    signature: dict[str, int]


def _note(folder: Path, path: Path, now: datetime, of: dict[str, int]) -> None:
    state = json.dumps({"file": path.name, "at": now.isoformat(), "of": of}).encode("ascii")
    write_whole(folder / STATE, lambda part: _put(part, state))


def _put(part: Path, content: bytes) -> None:
    part.write_bytes(content)


def newest_in(folder: Path) -> Newest | None:
    """Return the recorded last back-up, or None if there is none or its file is gone."""
    try:
        state = json.loads((folder / STATE).read_text("ascii"))
        found = Newest(str(state["file"]), datetime.fromisoformat(state["at"]), dict(state["of"]))
        return found if (folder / found.file).is_file() and found.at.tzinfo is not None else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


# Newest valid copy
# ------------------------------------------------------------------------------------------


def copies_of_site(folder: Path) -> list[Copied]:
    """List the back-ups of everything in a folder, newest first by name. Raises OSError if the
    folder cannot be read.
    """
    return [
        one for one in copies_in(folder, endings=SITE_ENDINGS) if one.what in {WHAT, BEFORE_UPDATE}
    ]


def newest_good(folder: Path | None = None) -> Path | None:
    """Return the newest valid back-up of everything, or None."""
    try:
        found = copies_of_site(Path(settings.BACKUP_DIR) if folder is None else folder)
    except OSError:
        return None
    return next((one.path for one in found if _is_good(one.path)), None)


def _is_good(path: Path) -> bool:
    try:
        kind = kind_of(path)
        if kind == Kind.DATABASE:
            check_file(path, quick=True)
        elif kind == Kind.SITE:
            check_site(path)
        else:
            postgres.check_dump(path)
    except BadCopyError as error:
        logger.warning("%s", error)
        return False
    return True
