"""The state of the back-ups, for pages of apps that do not depend on them."""

from django import template

from tichu_site.backups.backup_status import BackupStatus, backup_status

register = template.Library()


@register.simple_tag
def back_ups() -> BackupStatus:
    """Return the current state of the back-ups."""
    return backup_status()
