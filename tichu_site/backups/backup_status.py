"""The state of the back-ups for the desk: age and place of the last one, and whether to warn."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tichu_site.backups.backup_folder import Newest, newest_in
from tichu_site.backups.signature import signature

AHEAD = timedelta(minutes=5)  # clock skew tolerated between two machines
CACHE_SECONDS = 60  # seconds for which the answer "has something changed" is cached


@dataclass(frozen=True)
class BackupStatus:
    """The status line and its details.

    `worry`: the last back-up is old although something has changed since, or its time is in the
    future. `where` is "" if sign-up is open: how the server is set up is not public.
    """

    head: str
    more: str
    worry: bool
    where: str


def backup_status() -> BackupStatus:
    """Return the status. One query per table of the signature, at most once a minute; none within
    BACKUP_HOURS of the last copy.
    """
    folder = Path(settings.BACKUP_DIR)
    where = "" if settings.OPEN_SIGNUP else str(folder)
    newest = newest_in(folder)
    if newest is None:
        return BackupStatus(
            _("There is no back-up yet."),
            _("The first is made a minute after the server starts."),
            True,
            where,
        )
    age = timezone.now() - newest.at
    if age < -AHEAD:
        head = _("The last back-up is dated in the future.")
        return BackupStatus(head, _("Is this machine’s clock right?"), True, where)
    words = {"age": _in_words(max(age, timedelta()))}
    old = timedelta(hours=settings.BACKUP_HOURS)
    if age > old and _changed_since(newest):
        more = _("Something has changed since. Is the disk full, or the memory stick missing?")
        return BackupStatus(_("No back-up for %(age)s.") % words, more, True, where)
    more = _("%(age)s ago") % words
    if age > old:
        more += ". " + _("Nothing has changed since.")
    return BackupStatus(_("Backed up"), more, False, where)


def _changed_since(newest: Newest) -> bool:
    """Return whether anything was written since this copy. Up to a minute old."""
    key = f"changed-since-{newest.file}-{newest.at.timestamp():.0f}"
    changed: bool | None = cache.get(key)
    if changed is None:
        changed = signature() != newest.signature
        cache.set(key, changed, CACHE_SECONDS)
    return changed


def newest_at() -> datetime | None:
    """Return the time of the last back-up, or None if there is none or its time is in
    the future.
    """
    newest = newest_in(Path(settings.BACKUP_DIR))
    return newest.at if newest is not None and newest.at <= timezone.now() + AHEAD else None


def _in_words(age: timedelta) -> str:
    minutes = round(age.total_seconds() / 60)
    if minutes < 120:
        return ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes}
    hours = minutes // 60
    if hours < 48:
        return ngettext("%(n)s hour", "%(n)s hours", hours) % {"n": hours}
    return ngettext("%(n)s day", "%(n)s days", hours // 24) % {"n": hours // 24}
