"""A paper sheet typed twice, by two people: it counts once both have typed the same."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.match.figures import figures_ruled
from tournaments.models.rounds import PAPER

Sheet = Mapping[str, Any]  # games, as in `paper_sheet`, and the winner of a level match
FIRST, SECOND = "first", "second"


@dataclass(frozen=True)
class Row:
    """A hand of a game, or the totals of one (`hand` 0), as both typed it."""

    game: int
    hand: int
    first: str
    second: str

    @property
    def differs(self) -> bool:
        return self.first != self.second


def agree(one: Sheet, other: Sheet) -> bool:
    """Whether two sheets have the same result: totals, winner and, where both have them, hands."""
    if one.get("winner") != other.get("winner") or _totals(one) != _totals(other):
        return False
    return all(
        mine["hands"] == theirs["hands"]
        for mine, theirs in zip(one["games"], other["games"], strict=True)
        if not _only_totals(mine) and not _only_totals(theirs)
    )


def fuller(one: Sheet, other: Sheet) -> Sheet:
    """Return the sheet with more hands; the first if they have as many."""
    return other if _hands(other) > _hands(one) else one


def rows(one: Sheet, other: Sheet) -> list[Row]:
    """Return both sheets side by side: the hands if both have them, then the totals."""
    found = []
    games = zip(one["games"], other["games"], _totals(one), _totals(other), strict=False)
    for number, (mine, theirs, total, other_total) in enumerate(games, start=1):
        if not _only_totals(mine) and not _only_totals(theirs):
            hands = [[_text(hand) for hand in game["hands"]] for game in (mine, theirs)]
            for hand in range(max(map(len, hands))):
                texts = [own[hand] if hand < len(own) else "" for own in hands]
                found.append(Row(number, hand + 1, *texts))
        found.append(Row(number, 0, _numbers(total), _numbers(other_total)))
    return found


def _totals(sheet: Sheet) -> list[list[int]]:
    return figures_ruled({"kind": PAPER, "games": sheet["games"]})


def _hands(sheet: Sheet) -> int:
    return sum(len(game["hands"]) for game in sheet["games"] if not _only_totals(game))


def _only_totals(game: Mapping[str, Any]) -> bool:
    return bool(game.get("totals"))


def _text(hand: Mapping[str, Any]) -> str:
    if "order" in hand:
        return " ".join(str(side + 1) for side in hand["order"])
    sweep = hand.get("sweep")
    return _numbers(hand["scores"]) + ("" if sweep is None else f" ({sweep + 1})")


def _numbers(numbers: list[int]) -> str:
    return " : ".join(map(str, numbers))
