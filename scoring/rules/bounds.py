"""Limits on the size of a score record, checked before any rule.

No game that people play comes near: an evening has thirty rounds, a table twelve people. The
contract has no limits, so a file on one's own machine has none either; over the network anybody may
send one, and an answer must not take a second of a server that others wait for.
"""

from dataclasses import dataclass

from .errors import MOST_MISTAKES

# Players in the order of a round, or its calls: no table has more than thirteen hands
MOST_IN_ROUND = 40
MOST_OWN_CALLS = 40
LONGEST_CALL = 200  # characters of a house call's name


@dataclass(frozen=True)
class Bounds:
    """`size` of a line in bytes, `rounds` of a record, characters of a `name`; None for no limit.

    At most `mistakes` are listed.
    """

    size: int | None = None
    rounds: int | None = None
    name: int | None = None
    mistakes: int = 1_000


FROM_FILE = Bounds()
FROM_NETWORK = Bounds(size=256_000, rounds=1_000, name=200, mistakes=MOST_MISTAKES)
