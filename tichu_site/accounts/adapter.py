"""Where django-allauth does as this site needs it."""

import logging
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

logger = logging.getLogger(__name__)
SECOND_FACTOR = "allauth.mfa.stages.AuthenticateStage"


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # the library has no types
    """Sign-up is closed unless the settings open it, and a passkey is a way in of its own, never a second hurdle."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": _("This account is switched off. Ask an owner of this site."),
        "email_password_mismatch": _("E-mail or password is wrong. Try again, or ask for a code by e-mail."),
        "enter_current_password": _("This is not the password you have now."),
        "incorrect_code": _("This is not the code. Compare it with the e-mail; capitals do not matter."),
        "incorrect_password": _("This is not the password of this account."),
        "too_many_login_attempts": _("Too many tries. Wait five minutes, then try again."),
        "rate_limited": _("Too many requests. Wait a minute, then try again."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:  # noqa: ARG002  (the library's signature)
        return bool(settings.OPEN_SIGNUP)

    def get_login_stages(self) -> list[str]:
        # Somebody who has lost the phone with the passkey must still come in by password or code.
        return [stage for stage in super().get_login_stages() if stage != SECOND_FACTOR]

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        methods: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        words = {"reauthenticate": _("Use the password"), "mfa_reauthenticate:webauthn": _("Use a passkey")}
        return [method | {"description": words[method["id"]]} for method in methods]

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:  # noqa: ARG002
        return reverse("account")

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """As the library's. A mail server that does not answer is told to the asking person, not a failure."""
        try:
            super().send_mail(template_prefix, email, context)
        except (OSError, SMTPException):
            # Without the trace: the code would stand in it.
            logger.error("An e-mail could not be sent by %s.", settings.EMAIL_HOST)
            words = gettext("The e-mail could not be sent. Try again later, or sign in another way.")
            self.add_message(self.request, messages.ERROR, message=words)


class PasskeyAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Names for passkeys that people understand in a list."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("This passkey does not open this account. Try another, or sign in with a code by e-mail."),
    }

    def generate_authenticator_name(self, user: Any, type: Any) -> str:  # noqa: A002, ARG002
        return gettext("This device")

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        entity: dict[str, str] = super().get_public_key_credential_rp_entity()
        return entity | {"name": gettext("Tichu Desk")}
