"""The limits in words, for the server's owners."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from scoring.rules.words import gettext_noop

WORDS: Mapping[str, str] = {
    "games of a phone": gettext_noop("Games started by one phone"),
    "games of an address": gettext_noop("Games started from one address"),
    "phones of an address": gettext_noop("New phones from one address"),
    "clubs of an account": gettext_noop("Clubs founded by one account"),
    "clubs of an address": gettext_noop("Clubs founded from one address"),
    "tournaments of an account": gettext_noop("Tournaments made by one account"),
    "tournaments of an address": gettext_noop("Tournaments made from one address"),
    "documents of an account": gettext_noop("Documents read for one account"),
    "documents of an address": gettext_noop("Documents read from one address"),
    "whole clubs of an account": gettext_noop("Whole clubs read for one account"),
    "whole clubs of an address": gettext_noop("Whole clubs read from one address"),
    "people of a club": gettext_noop("People in the list of a club"),
    "games of a club": gettext_noop("Games of a club in 24 hours"),
    "imports of a club": gettext_noop("Imports of a club in 24 hours"),
    "tournaments of a club": gettext_noop("Tournaments of a club"),
    "registrations of an address": gettext_noop("Registrations from one address"),
    "claims of an address": gettext_noop("“That is me” from one address"),
    "wrong codes of a phone": gettext_noop("Wrong table codes of one phone"),
    "wrong codes of an address": gettext_noop("Wrong table codes from one address"),
    "wrong codes of everybody": gettext_noop("Wrong table codes of everybody together"),
    "wrong codes of a loud address": gettext_noop(
        "Wrong table codes from one address while many are wrong"
    ),
    "wrong keys of an address": gettext_noop("Wrong API keys from one address"),
    "wrong recovery codes of an address": gettext_noop("Wrong recovery codes from one address"),
    "sign-ins of an address": gettext_noop("Sign-ins from one address"),
    "wrong passwords of an address": gettext_noop("Wrong passwords from one address"),
    "wrong passwords for an account, by one address": gettext_noop(
        "Wrong passwords for one account from one address"
    ),
    "wrong passwords for an account, by strangers": gettext_noop(
        "Wrong passwords for one account from everywhere"
    ),
    "mails of an address": gettext_noop("Sign-in codes asked for from one address"),
    "mails to a mailbox at once": gettext_noop("E-mails to one mailbox within a minute"),
    "mails to a mailbox": gettext_noop("E-mails to one mailbox in a day"),
    "message codes of an entrant": gettext_noop("Codes for messages to one entrant"),
    "wrong message codes of an entrant": gettext_noop("Wrong codes for messages of one entrant"),
    "streams of a phone": gettext_noop("Live pages of one phone"),
    "streams of an address": gettext_noop("Live pages of one address"),
}


def limit_words(name: str) -> str:
    """Return what a limit counts; its own name if this program no longer has it."""
    return _(WORDS[name]) if name in WORDS else name
