"""Real chairs around the table in a game of ranks: who sits where after each round.

In Always Last the first stays or picks the best chair, the second sits at the first's right, and so
on; the last closes the ring at the first's other hand (Russian and Polish edition). In Grand
Seigneur the best chair is the Great Lord's, whoever that is, so that chairs follow from ranks alone
and none of this is needed.
"""

from collections.abc import Mapping, Sequence


def first_chairs(n_players: int, *, clockwise: bool) -> tuple[int, ...]:
    """Return the chair of each seat before the first round.

    Chairs are counted clockwise seen from above, the first seat's is 0; seats are counted in the
    direction of play, to the left of each player if it runs clockwise.
    """
    return tuple(seat if clockwise else -seat % n_players for seat in range(n_players))


def chairs_after(
    before: Sequence[int], order: Sequence[int], *, to_the_left: bool, chosen: int | None = None
) -> tuple[int, ...]:
    """Return the chair of each seat after a round.

    `order` are the seats by rank; `chosen` is the first's chair, who otherwise stays. Facing the
    middle, one's left is the next chair clockwise.
    """
    n_players = len(before)
    start = before[order[0]] if chosen is None else chosen
    place_of = {seat: place for place, seat in enumerate(order)}
    steps = (place_of[seat] if to_the_left else -place_of[seat] for seat in range(n_players))
    return tuple((start + step) % n_players for step in steps)


def all_chairs(
    orders: Sequence[Sequence[int]],
    n_players: int,
    *,
    clockwise: bool,
    to_the_left: bool,
    chosen: Mapping[int, int] | None = None,
) -> list[tuple[int, ...]]:
    """Return the chairs before the first round and after each. `chosen` maps rounds, by index, to
    the first's choice.
    """
    found = [first_chairs(n_players, clockwise=clockwise)]
    for index, order in enumerate(orders):
        found.append(
            chairs_after(
                found[-1], order, to_the_left=to_the_left, chosen=(chosen or {}).get(index)
            )
        )
    return found
