"""What the site says about its back-ups, on pages of the apps that know nothing of them."""

from django import template

from tichu_site.backups.backup_status import Standing, standing

register = template.Library()


@register.simple_tag
def back_ups() -> Standing:
    """How the back-ups stand now."""
    return standing()
