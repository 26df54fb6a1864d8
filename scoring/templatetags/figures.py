"""Numbers, and the heads of chains, as people read them, for templates."""

from django import template

from scoring.chain import code
from scoring.wording import figure, signed

register = template.Library()
register.filter("figure", figure)
register.filter("signed", signed)
register.filter("seal", code)
