"""Duplicate on an entrant's own page: the 14 cards that each seat was dealt, if they are noted.

Like the cards given, they are shown to a pair only once the result of the board is entered. Which
cards others noted is never shown here, so a card that is in two hands is mentioned only then.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from tournaments.match.board_results import deal_of
from tournaments.models import DealtHand, Match, Stage
from tournaments.pages.deals import CardShown, HandShown, card_rows, hands_shown
from tournaments.pairing.duplicate.deals import Hand, held_twice
from tournaments.stage.deals import kept_secret
from tournaments.stage.noted_hands import deals_first, noted_hands


@dataclass(frozen=True)
class DealtSeat:
    """What an own seat was dealt: whether it is noted, the hand once it may be shown, whether
    another hand has one of its cards, and all cards to choose from while notes are taken.
    """

    noted: bool
    hand: HandShown | None
    twice: bool
    choices: Sequence[tuple[str, CardShown, bool]]
    again: bool  # the choice that was not accepted


def dealt_seats(
    match: Match,
    board: int,
    seats: Iterable[int],
    chosen: tuple[str, Collection[str]],
    *,
    over: bool,
) -> dict[int, DealtSeat]:
    """Return what these seats were dealt on a board; nothing at a table where it is not noted.

    `over`: the result of the board is entered. `chosen`: a seat, and its cards that were not
    accepted.
    """
    stage = match.session_round.stage
    if not deals_first(match, board):
        return {}
    running = stage.state == Stage.State.RUNNING
    deal = board, deal_of(match, board)
    if not over or (kept_secret(stage) and not running):
        rows = DealtHand.objects.filter(stage=stage, board=board, deal=deal[1])
        noted, hands = {*rows.values_list("seat", flat=True)}, {}
    else:
        hands = noted_hands(stage, [board]).get(deal, {})
        noted = {*hands}
    twice = held_twice(hands)
    found = {}
    for seat in seats:
        hand: Hand = hands.get(seat, ())
        again = str(seat) == chosen[0]
        found[seat] = DealtSeat(
            seat in noted,
            hands_shown({seat: hand})[0] if hand else None,
            not twice.isdisjoint(hand),
            card_rows(chosen[1] if again else hand) if running else (),
            again,
        )
    return found
