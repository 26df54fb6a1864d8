"""Fields of forms that others wrote, as this site shows them."""

from django import template
from django.forms import BoundField
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def without_placeholder(field: BoundField) -> SafeString:
    """The field alone: what it asks for is in its label, and a placeholder would say it again in
    other words.
    """
    return field.as_widget(attrs={"placeholder": False})
