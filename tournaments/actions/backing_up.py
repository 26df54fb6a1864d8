"""Writes every open tournament as a document to a place that survives a lost disk or laptop.

Back-ups of everything are made by the site: see tichu_site.backups.
"""

import logging
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from django.utils import timezone
from django.utils.text import slugify

from tournaments.backup_files import copies_in, keep_newest, new_path, write_whole
from tournaments.exchange.writing import text_of
from tournaments.models import Tournament

DOCUMENTS_KEPT = 48  # of each tournament
LONGEST_SLUG = 40
ENDING = "json"

logger = logging.getLogger(__name__)


@dataclass
class Written:
    """The files written, and the errors of those that failed."""

    files: list[Path] = field(default_factory=list)
    failed: list[Exception] = field(default_factory=list)


def back_up_tournaments(seen: dict[Any, int], folder: Path) -> Written:
    """Write tournaments that changed since `seen` (versions by tournament), and update it.

    A tournament finished since then is written once more. A failure does not keep others from being
    written: it is logged and returned.
    """
    now = timezone.now()
    open_ones = Tournament.objects.filter(
        state=Tournament.State.OPEN, club__example=False, club__coming=None
    )
    current = {row.pk: row for row in open_ones}
    before = seen.keys()
    current |= {row.pk: row for row in Tournament.objects.filter(pk__in=before - current.keys())}
    written = Written()
    for pk, row in current.items():
        try:
            if seen.get(pk) == row.version:
                note_back_up(row, now)  # the last file is still up to date
            else:
                written.files.append(back_up_tournament(row, folder, now))
        except Exception as error:
            logger.exception("The tournament %s could not be written.", pk)
            written.failed.append(error)
            continue
        seen[pk] = row.version  # changes made while writing are written next time
        if row.state != Tournament.State.OPEN:
            del seen[pk]
    for pk in before - current.keys():
        seen.pop(pk, None)
    return written


def back_up_tournament(tournament: Tournament, folder: Path, now: datetime) -> Path:
    """Write one tournament as a document, and delete its oldest files beyond the newest 48."""
    text = text_of(tournament).encode("ascii")
    what = f"{slugify(tournament.name)[:LONGEST_SLUG] or 'tournament'}-{tournament.pk.hex}"
    path = new_path(folder, what, ENDING, now)
    write_whole(path, lambda part: _written(part, text))
    note_back_up(tournament, now)
    # The name may have changed: the id stays.
    keep_newest(
        (one for one in copies_in(folder) if one.what.endswith(f"-{tournament.pk.hex}")),
        DOCUMENTS_KEPT,
    )
    return path


def note_back_up(tournament: Tournament, now: datetime) -> None:
    """Save the time of the last back-up. No page depends on it, so the version does not change."""
    Tournament.objects.filter(pk=tournament.pk).update(backed_up_at=now)


def _written(part: Path, content: bytes) -> None:
    part.write_bytes(content)
    if part.read_bytes() != content:
        raise OSError("what was written is not what is there")
