"""The settings of a server that offers messages, in plain http on this machine: browsers trust that
as they trust https elsewhere. Its push service is nowhere.
"""

from tichu_site.settings import *  # noqa: F403

MESSAGES = MESSAGES_BY_MAIL = True
PUSH_SERVICES = ["push.invalid"]
EMAIL_BEHIND = "django.core.mail.backends.dummy.EmailBackend"
