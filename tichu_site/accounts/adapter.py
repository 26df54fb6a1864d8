"""Adapters that change how django-allauth behaves on this site."""

import logging
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.internal import ratelimit
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.games.access.addresses import address_of_request, keyed_hash, sender_of
from scoring.games.access.limit_counts import check_limit, count_use
from scoring.games.access.limit_hits import note_hit
from tichu_site.accounts.known_browsers import is_known

AT_ONCE, TO_A_MAILBOX = "mails to a mailbox at once", "mails to a mailbox"
OF_AN_ADDRESS = "mails of an address"
BY_ONE_ADDRESS = "wrong passwords for an account, by one address"
BY_STRANGERS = "wrong passwords for an account, by strangers"
logger = logging.getLogger(__name__)
SECOND_FACTOR = "allauth.mfa.stages.AuthenticateStage"


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # the library has no types
    """Close sign-up unless the settings open it.

    A passkey is an alternative way to sign in, never a second factor.
    """

    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": _("This account is switched off. Ask an owner of this site."),
        "email_password_mismatch": _(
            "Wrong e-mail or password. Try again, or ask for a code by e-mail."
        ),
        "enter_current_password": _("This is not your current password."),
        "incorrect_code": _("Wrong code. Compare it with the e-mail; capitals do not matter."),
        "incorrect_password": _("Wrong password."),
        "too_many_login_attempts": _(
            "Too many tries. Wait five minutes, or sign in with a code by e-mail or with a passkey."
        ),
        "rate_limited": _("Too many requests. Wait a minute, then try again."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:  # noqa: ARG002  (the library's signature)
        return bool(settings.OPEN_SIGNUP)

    def get_login_stages(self) -> list[str]:
        # A user who lost the phone with the passkey must still be able to sign in by password or
        # code.
        return [stage for stage in super().get_login_stages() if stage != SECOND_FACTOR]

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        methods: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        words = {
            "reauthenticate": _("Use the password"),
            "mfa_reauthenticate:webauthn": _("Use a passkey"),
        }
        return [method | {"description": words[method["id"]]} for method in methods]

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:  # noqa: ARG002
        return reverse("account")

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Authenticate with rate limits that keep a stranger from using up the owner's attempts.

        A browser that has signed in to this account before has its own five attempts, whatever
        strangers or its address do. All other browsers share an hourly limit, on top of the limit
        of their address.
        """
        email = str(credentials.get("email") or "").strip().lower()[:254]
        if is_known(request, email):
            counted = [("login_failed_known", f"known {email}")]
        else:
            counted = [
                ("login_failed", f"{email} {address_of_request(request)}"),
                ("login_failed_strangers", email),
            ]
        usage: list[Any] = []
        for action, key in counted:
            used = ratelimit.consume(request, app="allauth.account", action=action, key=key)
            if not used:
                strangers = action == "login_failed_strangers"
                note_hit(BY_STRANGERS if strangers else BY_ONE_ADDRESS)
                self._rolled_back(usage)
                raise self.validation_error("too_many_login_attempts")
            usage += used.usage
        self._login_failed_rl_usage = ratelimit.RateLimitUsage(usage)

    def _rolled_back(self, usage: list[Any]) -> None:
        for one in usage:
            one.rollback()

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        """Reset the attempts after a password reset by code: access to the mailbox proves
        ownership.
        """
        email = str(credentials.get("email") or "").strip().lower()[:254]
        for action, key in (
            ("login_failed", f"{email} {address_of_request(request)}"),
            ("login_failed_strangers", email),
            ("login_failed_known", f"known {email}"),
        ):
            ratelimit.clear(request, app="allauth.account", action=action, key=key)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail within the rate limits, and show the user an error if it cannot even be
        queued.

        Raises TooManyError.
        """
        known = is_known(self.request, email)
        mailbox = keyed_hash(f"{'known' if known else 'stranger'} {email.strip().lower()}")
        counted = {AT_ONCE: mailbox, TO_A_MAILBOX: mailbox}
        if not known:
            counted[OF_AN_ADDRESS] = sender_of(self.request)
        for name, subject in counted.items():
            check_limit(name, subject)
        for name, subject in counted.items():
            count_use(name, subject)
        try:
            super().send_mail(template_prefix, email, context)
        except (OSError, SMTPException):
            # No traceback: it would contain the code.
            logger.error("An e-mail could not be sent by %s.", settings.EMAIL_HOST)
            words = gettext(
                "The e-mail could not be sent. Try again later, or sign in another way."
            )
            self.add_message(self.request, messages.ERROR, message=words)


class PasskeyAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Give passkeys names that users recognise in a list."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _(
            "This passkey does not open this account. Try another, or sign in with a code by "
            "e-mail."
        ),
    }

    def generate_authenticator_name(self, user: Any, type: Any) -> str:  # noqa: A002, ARG002
        return gettext("This device")

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        entity: dict[str, str] = super().get_public_key_credential_rp_entity()
        return entity | {"name": gettext("Tichu Desk")}
