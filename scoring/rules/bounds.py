"""How much of a score record is read. Shape and size are looked at before any rule is asked.

No game that people play comes near: an evening has thirty rounds, a table twelve people. What has
no end in the contract has none for a file on one's own machine either; who asks over the network is
anybody, and an answer must not take a second of a server that others wait for.
"""

from dataclasses import dataclass

from .errors import MOST_TOLD

# Players in the order of one round, or calls in it: no table has more than thirteen hands
MOST_IN_ROUND = 40
MOST_OWN_CALLS = 40
LONGEST_CALL = 200  # characters of the name of an own call


@dataclass(frozen=True)
class Bounds:
    """`size` of a line in bytes, `rounds` of a record, characters of a `name`; None where there is
    no bound.

    `mistakes` are told at once.
    """

    size: int | None = None
    rounds: int | None = None
    name: int | None = None
    mistakes: int = 1_000


FROM_FILE = Bounds()
FROM_NETWORK = Bounds(size=256_000, rounds=1_000, name=200, mistakes=MOST_TOLD)
