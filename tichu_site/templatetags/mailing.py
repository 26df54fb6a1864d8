"""Whether this server sends e-mails and whether any account exists, for pages that mention them."""

from django import template

from tichu_site.accounts.creation import is_first_link_open
from tichu_site.mail_queue import sends_mail

register = template.Library()
register.simple_tag(sends_mail)
register.simple_tag(is_first_link_open)
