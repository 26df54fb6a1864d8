"""How often anybody may do something: all limits in one table, as values, each with why it is no
lower and no higher.

A hall is two hundred tables and eight hundred phones behind the address of one router, all within
the same hour. None of these numbers is met by such an evening, by a phone that keeps no cookie, or
by somebody whose name a stranger uses. How large a single request may be stands in
`tichu_site.server.size_limits`.
"""

from dataclasses import dataclass

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600  # seconds


@dataclass(frozen=True)
class Limit:
    """`many` times within `seconds`, by whoever `per` names:
    phone, account, address, or mailbox.
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
    "streams of a phone": Limit(12, 0, "phone",
    "A browser has four at most, or one a tab where its tabs cannot talk."),
    "streams of an address": Limit(
        4_000, 0, "address", "A hall with all its phones, walls and onlookers, four times over. At "
        "once, not in a time."
    ),
}  # fmt: skip
# Of the connections that this process may have, a quarter, and never fewer than this, is not for
# streams: pages ask by themselves when they have none, and an entry must always find a way in.
KEPT_FROM_STREAMS = 128
# Files, databases, threads: descriptors that are no connections.
KEPT_FROM_CONNECTIONS = 64
HEAD_SECONDS = 30  # for a connection to say what it wants, and for the head of a request to come in


def rate(name: str, per: str) -> str:
    """A limit as django-allauth reads it; `per` is its word for who is counted: ip, key or user."""
    return f"{LIMITS[name].many}/{LIMITS[name].seconds}s/{per}"


class TooManyError(Exception):
    """Somebody has done something as often as they may;
    answered with 429 and when to come again.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.limit = LIMITS[name]
        super().__init__(f"Limit reached: {name}.")

    @property
    def wait(self) -> int:
        """Seconds after which it is worth to try again: not the whole time, since the oldest try
        leaves first.
        """
        return max(1, min(self.limit.seconds // 6, 600))
