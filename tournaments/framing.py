"""Sites that may show a tournament in a frame: parsing and normalising them.

A site is an origin as browsers compare it: scheme, host and port. Pure.
"""

import re

from scoring.rules import Mistake, RuleError, collect
from scoring.rules.words import gettext_noop

MOST = 8  # all of them are sent with every page that may be framed
LONGEST_SHOWN = 80  # characters of the input repeated in an error
LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
LOCAL_HOST = r"localhost|127\.0\.0\.1"  # a developer's own machine
ORIGIN = re.compile(
    rf"(?:https://(?:{LABEL})(?:\.{LABEL})+|https?://(?:{LOCAL_HOST}))(?::[1-9][0-9]{{0,4}})?"
)
LONGEST_NAME = 253  # maximum of DNS
TYPED = re.compile(
    r"(?:(?P<scheme>[a-z][a-z0-9+.-]*)://)?(?P<host>[^/?#@:\s]+)(?::(?P<port>[0-9]{1,5}))?(?P<rest>.*)"
)
USUAL_PORT = {"https": "443", "http": "80"}

TOO_MANY = gettext_noop("At most %(most)s sites can be allowed.")
NO_SITE = gettext_noop("“%(typed)s” is not a site's address. Example: https://www.club.example")
WILDCARD = gettext_noop(
    "“%(typed)s” covers many sites, some of which may belong to others. Enter each one "
    "separately, without *."
)
NOT_HTTPS = gettext_noop("“%(typed)s”: only sites with https can be allowed. Enter %(better)s")
NOT_THE_SITE = gettext_noop(
    "“%(typed)s”: enter only the site, without the rest of the address: %(better)s"
)


def sites_of(text: str) -> list[str]:
    """Parse sites, separated by lines or blanks, without duplicates and in order.

    Raises RuleError for invalid ones and for too many. Each error names the correct form.
    """
    found: dict[str, None] = {}
    mistakes: list[Mistake] = []
    words = re.split(r"[\s,;]+", text.strip())
    for typed in filter(None, words[: 10 * MOST]):
        with collect(mistakes):
            found[_site(typed)] = None
    if len(found) + len(mistakes) > MOST:
        mistakes = [Mistake("too_many_sites", "sites", TOO_MANY, {"most": MOST})]
    if mistakes:
        raise RuleError(mistakes)
    return list(found)


def is_site(text: object) -> bool:
    """Return whether a text is a normalised site, safe to put in a header."""
    return isinstance(text, str) and ORIGIN.fullmatch(text) is not None


def _site(typed: str) -> str:
    if "*" in typed:
        raise _wrong("wildcard", WILDCARD, typed)
    parts = TYPED.fullmatch(typed.lower())
    better = _origin(parts) if parts else ""
    if parts is None or not is_site(better):
        raise _wrong("no_site", NO_SITE, typed)
    if parts["scheme"] != better.partition(":")[0]:
        raise _wrong("not_https", NOT_HTTPS, typed, better)
    if parts["rest"] not in {"", "/"}:
        raise _wrong("not_the_site", NOT_THE_SITE, typed, better)
    return better


def _origin(parts: re.Match[str]) -> str:
    """Return the origin with https, or http for a developer's own machine; "" if host or port is
    invalid.
    """
    host = _ascii(parts["host"])
    if not host or int(parts["port"] or 1) not in range(1, 65_536):
        return ""
    scheme = parts["scheme"] or "https"
    kept = "http" if scheme == "http" and re.fullmatch(LOCAL_HOST, host) else "https"
    port = "" if parts["port"] in {None, USUAL_PORT.get(scheme)} else f":{int(parts['port'])}"
    return f"{kept}://{host}{port}"


def _ascii(host: str) -> str:
    """Return a host name in ASCII (IDNA), or "" if it is invalid or could be confused
    with another.
    """
    if host.isascii():
        return host if len(host) <= LONGEST_NAME else ""
    try:
        known = host.encode("idna").decode()
        return known if known.encode().decode("idna") == host else ""
    except UnicodeError:
        return ""


def _wrong(code: str, text: str, typed: str, better: str = "") -> RuleError:
    shown = typed if len(typed) <= LONGEST_SHOWN else f"{typed[:LONGEST_SHOWN]}…"
    return RuleError([Mistake(code, "sites", text, {"typed": shown, "better": better})])
