"""The state of the back-ups, for pages of apps that do not depend on them."""

from django import template

from tichu_site.backups.backup_status import Standing, standing

register = template.Library()


@register.simple_tag
def back_ups() -> Standing:
    """Return the current state of the back-ups."""
    return standing()
