"""Whether this server sends e-mails, for the pages that speak of them."""

from django import template

from tichu_site.outgoing import sends_mail

register = template.Library()
register.simple_tag(sends_mail)
