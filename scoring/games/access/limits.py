"""Rate limits: all in one table, as values, each with the reason for its size.

A hall is two hundred tables and eight hundred phones behind one router's address, all within an
hour. Such an evening meets none of these limits, nor does a phone without cookies, nor a person
whose name a stranger uses. Limits on the size of a request are in `tichu_site.server.size_limits`.
"""

from dataclasses import dataclass

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600  # seconds


@dataclass(frozen=True)
class Limit:
    """`many` times within `seconds`, counted per phone, account, address, mailbox, entrant, or
    club.
    """

    many: int
    seconds: int
    per: str
    why: str


LIMITS: dict[str, Limit] = {
    "games of a phone": Limit(
        60, HOUR, "phone",
        "A table starts one in half an hour, a club's own phone one for each of its tables."
    ),
    "games of an address": Limit(
        2_000, HOUR, "address",
        "A hall starts two hundred at once, and again where a table began wrongly."
    ),
    "phones of an address": Limit(
        4_000, HOUR, "address",
        "Eight hundred phones come at once, and some of them keep no cookie and come anew."
    ),
    "clubs of an account": Limit(10, DAY, "account", "Nobody founds more than a few, ever."),
    "clubs of an address": Limit(100, DAY, "address", "A course for directors in one room."),
    "tournaments of an account": Limit(60, DAY, "account",
    "A league makes one for each evening of its season."),
    "tournaments of an address": Limit(600, DAY, "address", "A course for directors in one room."),
    "documents of an account": Limit(
        45, HOUR, "account",
        "A season of fifteen evenings, each looked at twice and made. The largest takes seconds."
    ),
    "documents of an address": Limit(150, HOUR, "address", "A course for directors in one room."),
    "whole clubs of an account": Limit(
        12, HOUR, "account",
        "A move is looked at, made, and tried again twice; each takes ten seconds of processor."
    ),
    "whole clubs of an address": Limit(60, HOUR, "address", "A course for directors in one room."),
    # The quotas of a club: see scoring.games.access.quotas
    "people of a club": Limit(
        20_000, 0, "club",
        "The largest federations have a few thousand members. In all, not in a time."
    ),
    "games of a club": Limit(
        10_000, DAY, "club",
        "Two hundred tables that start a game every half hour for a day and a night."
    ),
    "imports of a club": Limit(
        200, DAY, "club", "Ten years of evenings, a file for each month, some of them twice."
    ),
    "tournaments of a club": Limit(
        5_000, 0, "club", "Two a week for forty years. Each is backed up and counted again."
    ),
    "registrations of an address": Limit(
        1_000, HOUR, "address",
        "A hall that enters itself at the door: four hundred pairs in an hour."
    ),
    "claims of an address": Limit(
        300, HOUR, "address",
        "A club in its room, where everybody says who they are, and some of them twice."
    ),
    "wrong codes of a phone": Limit(10, 10 * MINUTE, "phone",
    "Who misreads a card three times asks somebody."),
    "wrong codes of an address": Limit(
        600, 10 * MINUTE, "address", "Two hundred tables that misread their card three times each."
    ),
    "wrong codes of everybody": Limit(
        1_000, HOUR, "site",
        "Fifty cards are then found in two years. Beyond it loud addresses are not heard."
    ),
    "wrong codes of a loud address": Limit(
        100, 10 * MINUTE, "address",
        "While somebody guesses from everywhere: a hall where every second table misreads."
    ),
    "wrong keys of an address": Limit(
        600, 10 * MINUTE, "address",
        "A program that asks each second with a key that was revoked. Right ones go on."
    ),
    "wrong recovery codes of an address": Limit(
        30, 10 * MINUTE, "address",
        "Five new phones behind one router, each mistyped six times. A QR code goes on."
    ),
    "sign-ins of an address": Limit(120, MINUTE, "address",
    "All directors of a congress come back from lunch."),
    "wrong passwords of an address": Limit(
        40, MINUTE, "address",
        "Each costs a third of a second of processor: forty are a quarter of one machine."
    ),
    "wrong passwords for an account, by one address": Limit(
        5, 5 * MINUTE, "address and account", "Whoever mistypes five times asks for a code."
    ),
    "wrong passwords for an account, by strangers": Limit(
        60,
        HOUR,
        "account",
        "A thousand addresses that guess together. A browser in which the owner has signed in "
        "before is no stranger, "
        "and codes and passkeys go on in any.",
    ),
    "mails of an address": Limit(60, HOUR, "address",
    "All directors of a congress ask for a code, some twice."),
    "mails to a mailbox at once": Limit(3, MINUTE, "mailbox",
    "One is in the spam, another too; then one waits."),
    "mails to a mailbox": Limit(
        20, DAY, "mailbox",
        "No mailbox is filled from here. Browsers in which its owner has signed in count apart."
    ),
    "message codes of an entrant": Limit(
        10, HOUR, "entrant", "A pair of two, each of whom mistypes the address twice."
    ),
    "wrong message codes of an entrant": Limit(
        10, HOUR, "entrant", "Who misreads six digits three times asks for new ones."
    ),
    "streams of a phone": Limit(12, 0, "phone",
    "A browser has four at most, or one a tab where its tabs cannot talk."),
    "streams of an address": Limit(
        4_000, 0, "address", "A hall with all its phones, walls and onlookers, four times over. At "
        "once, not in a time."
    ),
}  # fmt: skip
# Of this process's connections, a quarter, and at least this many, is kept from streams: pages can
# poll without one, but an entry must always get through.
KEPT_FROM_STREAMS = 128
# Descriptors that are not connections: files, databases, threads.
KEPT_FROM_CONNECTIONS = 64
HEAD_SECONDS = 30  # for the head of a request to arrive


def rate(name: str, per: str) -> str:
    """Return a limit in django-allauth's format; `per` is its word for what is counted: ip, key or
    user.
    """
    return f"{LIMITS[name].many}/{LIMITS[name].seconds}s/{per}"


class TooManyError(Exception):
    """A limit was reached; answered with 429 and the time to wait."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.limit = LIMITS[name]
        super().__init__(f"Limit reached: {name}.")

    @property
    def wait(self) -> int:
        """Seconds until another attempt makes sense: less than the whole period, since the oldest
        attempt expires first.
        """
        return max(1, min(self.limit.seconds // 6, 600))
