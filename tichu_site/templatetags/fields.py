"""Adjust form fields of third-party forms to this site."""

from django import template
from django.forms import BoundField
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def without_placeholder(field: BoundField) -> SafeString:
    """Render the field without its placeholder, which would repeat the label in other words."""
    return field.as_widget(attrs={"placeholder": False})
