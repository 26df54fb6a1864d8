"""The lead: the player that a round singles out for the next, who shuffles, deals, or is King."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from .words import gettext_noop

NO_STEPS: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True)
class Lead:
    """The lead's meaning in one of the games. Texts are English, marked for translation.

    `field` is the field of `Position` and `Next` that holds the seat: "leader", "dealer", "king" or
    "sits_out"; "" if it follows from the ranks. `line` names the player at the table, `coming` on
    the sheet, as a sentence with %(name)s, and in games with a dummy %(one)s and %(other)s, the two
    against them.
    `setting` is the setting that decides how the lead moves on.

    In games with a dummy, `role` is the seat's label at the table, `beside` is the dummy's label
    naming its partner, `part` is shown beside the points on the sheet, `sign` in a box on paper,
    and `first` explains the beginning to those who sit down.

    `steps` are how many seats the lead moves on after each round, in the direction of play, by the
    `setting` ("" in games without it). Without steps the first out takes it; if that is the dummy
    or nobody, it stays in games with a dummy, and nobody has it in others. Who sits out without
    steps is whoever was out last. The table's script does the same.
    """

    field: str
    line: str
    coming: str
    role: str = ""
    beside: str = ""
    part: str = ""
    sign: str = ""
    first: str = ""
    setting: str = "deal_passes"
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
