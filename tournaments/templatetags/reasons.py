"""Which desk actions require a reason, for the field's label."""

from django import template

from tournaments.log_actions import ACTIONS

register = template.Library()


@register.filter
def requires_reason(action: str) -> bool:
    """Return whether an action, by its log key, requires a reason."""
    return ACTIONS[action].needs_reason
