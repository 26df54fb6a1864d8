"""Numbers as people read them, for templates."""

from django import template

from scoring.wording import figure, signed

register = template.Library()
register.filter("figure", figure)
register.filter("signed", signed)
