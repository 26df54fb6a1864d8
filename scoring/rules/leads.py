"""Whom a round singles out for the next one: who shuffles, who deals, who is King; and the words
for it.
"""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from .words import gettext_noop

NO_STEPS: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True)
class Lead:
    """What it means to be singled out in one of the games. Texts are English, marked for
    translation.

    `field` is where `Position` and `Next` hold the seat: "leader", "dealer" or "king"; empty where
    it follows from the order of ranks. `line` says at the table who it is, `coming` on the sheet,
    as a sentence: %(name)s, and where somebody plays with the dummy %(one)s and %(other)s, the two
    against them. In games with a dummy `role` says at the table what the seat is, `beside` at the
    dummy's whom it plays with, `part` stands beside the points on the sheet, `sign` in a box on
    paper, and `first` tells who sits down how it begins.

    `steps` are the seats by which it goes on after each round, counted in the direction of play, by
    what the setting `deal_passes` says ("" in games without it). Without any the first out takes
    it; where that is the dummy or nobody, it stays where it was in games with a dummy, and is
    nobody's in others. The table's script goes by the same.
    """

    field: str
    line: str
    coming: str
    role: str = ""
    beside: str = ""
    part: str = ""
    sign: str = ""
    first: str = ""
    steps: Mapping[str, int] = dataclasses.field(default_factory=lambda: NO_STEPS)


FIRST_OUT_SHUFFLES = Lead(
    field="leader",
    line=gettext_noop("%(name)s shuffles"),
    coming=gettext_noop("%(name)s shuffles."),
)
LAST_DEALS = Lead(
    field="",
    line=gettext_noop("%(name)s deals"),
    coming=gettext_noop("%(name)s shuffles and deals."),
)
