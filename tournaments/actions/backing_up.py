"""Every open tournament as a document, written where a disk or a laptop that is lost does not take
it along.

Back-ups of everything are the site's business: see tichu_site.backups.
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
    """What came of it: the files, and what stood in the way of others."""

    files: list[Path] = field(default_factory=list)
    failed: list[Exception] = field(default_factory=list)


def back_up_tournaments(seen: dict[Any, int], folder: Path) -> Written:
    """Write the tournaments that have changed since `seen`, versions by tournament, which is
    brought up to date.

    A tournament that was open then and is finished now is written once more. One that cannot be
    written keeps none of the others from it: what stood in the way is logged and told.
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
                note_back_up(row, now)  # the last file still says all
            else:
                written.files.append(back_up_tournament(row, folder, now))
        except Exception as error:
            logger.exception("The tournament %s could not be written.", pk)
            written.failed.append(error)
            continue
        seen[pk] = row.version  # what changed while it was written is written the next time
        if row.state != Tournament.State.OPEN:
            del seen[pk]
    for pk in before - current.keys():
        seen.pop(pk, None)
    return written


def back_up_tournament(tournament: Tournament, folder: Path, now: datetime) -> Path:
    """One tournament as a document, the oldest of its files beyond the newest 48 taken away."""
    text = text_of(tournament).encode("ascii")
    what = f"{slugify(tournament.name)[:LONGEST_SLUG] or 'tournament'}-{tournament.pk.hex}"
    path = new_path(folder, what, ENDING, now)
    write_whole(path, lambda part: _written(part, text))
    note_back_up(tournament, now)
    # The name may have been another one: the id stays.
    keep_newest(
        (one for one in copies_in(folder) if one.what.endswith(f"-{tournament.pk.hex}")),
        DOCUMENTS_KEPT,
    )
    return path


def note_back_up(tournament: Tournament, now: datetime) -> None:
    """Remember when it was last written. No page waits for that: its version stays."""
    Tournament.objects.filter(pk=tournament.pk).update(backed_up_at=now)


def _written(part: Path, content: bytes) -> None:
    part.write_bytes(content)
    if part.read_bytes() != content:
        raise OSError("what was written is not what is there")
