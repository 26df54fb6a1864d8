"""Nanking once more, from tables: the game's second opinion. It shares nothing with the code it
checks.

Every order that can end a round is written out as a list; what a round scores is booked line by
line.
"""

from itertools import permutations

ANNA, BEAT, CARLA, DINO, STRANGER = range(5)
PARTNER = {ANNA: CARLA, CARLA: ANNA, BEAT: DINO, DINO: BEAT}
TEAM = {ANNA: 0, CARLA: 0, BEAT: 1, DINO: 1}

FULL_ORDERS = list(permutations((ANNA, BEAT, CARLA, DINO)))
SWEEPS = {(a, b) for a, b, *_ in FULL_ORDERS if PARTNER[a] == b}
NO_SWEEPS = {order[:3] for order in FULL_ORDERS if order[:2] not in SWEEPS}

# Every list that a table may write down at the end of a round, and whether it tells a sweep.
WRITTEN = {
    **{order[:length]: order[:2] in SWEEPS for order in FULL_ORDERS for length in (3, 4)},
    **dict.fromkeys(SWEEPS, True),
}

CARD_POINTS = [(share, 100 - share) for share in range(-25, 130, 5)]
CALL_POINTS = {
    (None, True): 0,
    (None, False): 0,
    ("tichu", True): 100,
    ("tichu", False): -100,
    ("grand", True): 200,
    ("grand", False): -200,
}


def scores(out, points, calls):
    """Points of both teams for a legal round."""
    bookings = [(0, points[0]), (1, points[1])] if points else [(TEAM[out[0]], 200)]
    bookings += [
        (TEAM[who], CALL_POINTS[calls.get(who), who == out[0]]) for who in (ANNA, BEAT, CARLA, DINO)
    ]
    return tuple(sum(worth for team, worth in bookings if team == one) for one in (0, 1))


def endings(out):
    """What may have happened, as a set of True (sweep) and False, and whether the list can end a
    round.

    A stranger, and a name that stands twice, may have been anybody.
    """
    pattern = [who if who != STRANGER and out.count(who) == 1 else None for who in out]

    def fits(written):
        return all(seen is None or seen == who for seen, who in zip(pattern, written, strict=False))

    same_length = {
        swept for written, swept in WRITTEN.items() if len(written) == len(out) and fits(written)
    }
    if same_length:
        return same_length, True
    return {swept for written, swept in WRITTEN.items() if fits(written)}, False


def point_codes(points):
    """Codes for two numbers that should be card points."""
    if points in CARD_POINTS:
        return set()
    checks = {
        "points_step": any(str(abs(number))[-1] not in "05" for number in points),
        "points_range": min(points) < -25 or max(points) > 125,
        "points_sum": points[0] != 100 - points[1],
    }
    return {code for code, holds in checks.items() if holds}


def codes(out, points):
    """All codes that are certain for an order and card points: what no other reading of them
    undoes.
    """
    swept, complete = endings(out)
    found = set()
    if STRANGER in out:
        found.add("unknown_player")
    if len(set(out)) < len(out):
        found.add("duplicate_out")
    if not complete:
        found.add("order_incomplete")
    if points is None and swept == {False}:
        found.add("points_missing")
    if points is not None and swept == {True}:
        found.add("points_not_allowed")
    if points is not None and swept != {True}:
        found |= point_codes(points)
    return found
