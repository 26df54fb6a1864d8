"""Duplicate: a match alone is worth nothing; its boards are compared with those of other tables."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.rules.words import gettext_noop
from tournaments.standings.lines import Number

from .scoring_system import Part, TwoSided
from .tally import Bout


class Boards(TwoSided):
    """No points by itself: the criteria of duplicate compare the boards."""

    key = "boards"
    name = gettext_noop("Board by board")
    sentence = gettext_noop(
        "Each result is compared with those of other tables that played the same board."
    )
    compares_boards = True

    def needs_hands(self, settings: Mapping[str, Any]) -> bool:  # noqa: ARG002
        return True

    def shares(
        self,
        played: Sequence[Bout],
        settings: Mapping[str, Any],  # noqa: ARG002
    ) -> list[tuple[tuple[Part, ...], ...]]:
        return [((),) * len(bout.sides) for bout in played]

    def level(self, settings: Mapping[str, Any], *, hands: int, players: int) -> Number:  # noqa: ARG002
        return 0

    def full(self, settings: Mapping[str, Any], *, hands: int, players: int) -> Number:  # noqa: ARG002
        return 0
