"""The state of this server, for pages of any app: back-ups, e-mails, and whether any account
exists.
"""

from django import template

from tichu_site.accounts.creation import is_first_link_open
from tichu_site.backups.backup_status import BackupStatus, backup_status
from tichu_site.mail_queue import sends_mail

register = template.Library()
register.simple_tag(sends_mail)
register.simple_tag(is_first_link_open)


@register.simple_tag
def back_ups() -> BackupStatus:
    """Return the current state of the back-ups."""
    return backup_status()
