"""How the back-ups are, for the desk: how old the last back-up of everything is, where it lies,
whether to worry.
"""

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

OLD = timedelta(hours=1)
AHEAD = timedelta(minutes=5)  # of the clock: more is no haste of two machines
ASKED = 60  # seconds for which it is not asked again whether something has changed


@dataclass(frozen=True)
class Standing:
    """How the back-ups stand: the fact, and what more there is to say. `worry`: the last one is old
    although something has changed since, or its time is wrong.

    `where` is empty where anybody may have an account: how this machine is set up is not
    everybody's business.
    """

    head: str
    more: str
    worry: bool
    where: str


def standing() -> Standing:
    """One query of each table of the signature, once a minute; none within an hour of the last
    copy.
    """
    folder = Path(settings.BACKUP_DIR)
    where = "" if settings.OPEN_SIGNUP else str(folder)
    newest = newest_in(folder)
    if newest is None:
        return Standing(
            _("There is no back-up yet."),
            _("The first is made a minute after the start."),
            True,
            where,
        )
    age = timezone.now() - newest.at
    if age < -AHEAD:
        head = _("The time of the last back-up is still to come.")
        return Standing(head, _("Is the clock of this machine right?"), True, where)
    words = {"age": _in_words(max(age, timedelta()))}
    if age > OLD and _changed_since(newest):
        more = _(
            "Something has changed since: is there room on the disk, is the memory stick there?"
        )
        return Standing(_("No back-up for %(age)s.") % words, more, True, where)
    more = _("%(age)s ago") % words
    if age > OLD:
        more += ". " + _("Nothing has changed since.")
    return Standing(_("Backed up"), more, False, where)


def _changed_since(newest: Newest) -> bool:
    """Whether something was written since this copy, as it was a minute ago at most."""
    key = f"changed-since-{newest.file}-{newest.at.timestamp():.0f}"
    changed: bool | None = cache.get(key)
    if changed is None:
        changed = signature() != newest.signature
        cache.set(key, changed, ASKED)
    return changed


def newest_at() -> datetime | None:
    """When everything was backed up last; None where it never was, or its time is still to come."""
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
