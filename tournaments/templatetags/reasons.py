"""Which actions of the desk need a reason, for the label of the field."""

from django import template

from tournaments.log_actions import ACTIONS

register = template.Library()


@register.filter
def must_say_why(action: str) -> bool:
    """Whether this action, by the name that the log gives it, needs a reason."""
    return ACTIONS[action].needs_reason
