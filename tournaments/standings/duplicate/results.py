"""One result of a duplicate record: a score with its calls, or the director's averages."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from scoring.rules import Mistake, listed, shown
from scoring.rules.record_form import key_mistakes
from scoring.rules.settings import GRAND, TICHU, is_whole
from scoring.rules.words import gettext_noop
from tournaments.standings.duplicate import possible_scores
from tournaments.standings.duplicate.possible_scores import CALLS, SEATS, Calls, Score
from tournaments.standings.duplicate.values import SHARES, SideResult

KEYS = ("board", "deal", "ns", "ew", "score", "average", "calls", "wish")
DIRECTIONS = ("ns", "ew")
LARGEST_NUMBER = 10**12  # of a board or a deal


@dataclass(frozen=True)
class Result:
    """A result as far as it could be read; numbers that could not are 0.

    `pairs` are seeds, from 1: north and south, then east and west. `score` is None if the director
    gave `averages`, one to each direction. `calls` are None where they were not recorded.
    """

    board: int = 0
    deal: int = 1
    pairs: tuple[int, int] = (0, 0)
    score: Score | None = None
    averages: tuple[str, str] = ("", "")
    calls: Calls | None = ()

    def side(self, direction: int) -> SideResult:
        """Return it as north and south (0) have it, or east and west (1)."""
        if self.score is None:
            return SideResult(None, self.averages[direction])
        margin = self.score[direction] - self.score[1 - direction]
        if self.calls is None:
            return SideResult(margin)
        own = {call for seat, call in self.calls if seat % 2 == direction}
        return SideResult(margin, call=GRAND if GRAND in own else TICHU if own else "")


def read_result(
    data: object, seeds: Mapping[str, int] | None, *, grand_allowed: bool | None
) -> tuple[Result, list[Mistake]]:
    """Read a result from parsed JSON; return it with all mistakes.

    `seeds` are those of the pairs by name. They and `grand_allowed` are None if the record's could
    not be read: then no pair is called unknown, and no score impossible.
    """
    if not isinstance(data, Mapping):
        text = gettext_noop("A result must be an object with the keys board, ns, ew and score.")
        return Result(), [Mistake("wrong_type", "results", text)]
    found = key_mistakes(data, KEYS)
    board = _read_number(data, "board", found)
    deal = _read_number(data, "deal", found) if "deal" in data else 1
    pairs = _read_pairs(data, seeds, found)
    if "average" in data:
        return Result(board, deal, pairs, averages=_read_averages(data, found)), found
    score, calls, wrong = _read_played(data, grand_allowed)
    return Result(board, deal, pairs, score, calls=calls), found + wrong


def missing(key: str, field: str = "") -> Mistake:
    """Return the mistake of a missing key; `field` is the key it is in, or it is in the record."""
    text = gettext_noop("%(field)s is missing.")
    return Mistake("missing_key", field or key, text, {"field": f"{field}.{key}".lstrip(".")})


def not_one_of(code: str, key: str, value: object, known: Collection[str]) -> Mistake:
    """Return the mistake of a value that is not one of a few words."""
    text = gettext_noop("%(key)s is %(value)s; it must be one of: %(known)s.")
    params = {"key": key, "value": shown(value), "known": listed(known)}
    return Mistake(code, key.partition(".")[0], text, params)


def _read_number(data: Mapping[object, object], key: str, found: list[Mistake]) -> int:
    """Return the number of a board or a deal, 0 if it cannot be read."""
    number = data.get(key)
    if isinstance(number, int) and is_whole(number) and 1 <= number <= LARGEST_NUMBER:
        return number
    text = gettext_noop(
        "%(setting)s is %(value)s; it must be a whole number from 1 to %(largest)s."
    )
    params = {"setting": key, "value": shown(number), "largest": LARGEST_NUMBER}
    found.append(Mistake("bad_board", key, text, params) if key in data else missing(key))
    return 0


def _read_pairs(
    data: Mapping[object, object], seeds: Mapping[str, int] | None, found: list[Mistake]
) -> tuple[int, int]:
    """Return the seeds of both pairs, 0 for one that cannot be read."""
    ns, ew = (_read_pair(data, key, seeds, found) for key in DIRECTIONS)
    if isinstance(data.get("ns"), str) and data.get("ns") == data.get("ew"):
        text = gettext_noop("%(name)s cannot play against itself; ns and ew must be two pairs.")
        found.append(Mistake("same_pair", "ew", text, {"name": shown(data["ns"])}))
    return ns, ew


def _read_pair(
    data: Mapping[object, object],
    key: str,
    seeds: Mapping[str, int] | None,
    found: list[Mistake],
) -> int:
    name = data.get(key)
    if not isinstance(name, str):
        text = gettext_noop("%(key)s must be the name of a pair.")
        wrong = Mistake("wrong_type", key, text, {"key": key})
        found.append(wrong if key in data else missing(key))
        return 0
    if seeds is not None and name not in seeds:
        text = gettext_noop("No pair is called %(name)s; every name used must be in pairs.")
        found.append(Mistake("unknown_pair", key, text, {"name": shown(name)}))
    return (seeds or {}).get(name, 0)


def _read_averages(data: Mapping[object, object], found: list[Mistake]) -> tuple[str, str]:
    """Return the director's averages. Beside them a score is a mistake, and whatever belongs to
    one.
    """
    for key in ("score", "calls", "wish"):
        if key in data and (key, data[key]) != ("calls", {}):
            text = gettext_noop("A result with an average has no score; leave out %(key)s.")
            found.append(Mistake("average_with_score", key, text, {"key": key}))
    given = _by_direction(data, "average", found)
    for direction, average in given.items():
        if not isinstance(average, str) or average not in SHARES:
            found.append(not_one_of("bad_average", f"average.{direction}", average, SHARES))
    return str(given.get("ns")), str(given.get("ew"))


def _read_played(
    data: Mapping[object, object], grand_allowed: bool | None
) -> tuple[Score | None, Calls | None, list[Mistake]]:
    """Return the score, the calls, and the mistakes in them."""
    found: list[Mistake] = []
    score = _read_score(data, found)
    calls = _read_calls(data, found, CALLS if grand_allowed is not False else (TICHU,))
    wish = _read_wish(data, found)
    if score is None or found or grand_allowed is None:
        return score, calls, found
    possible = (
        possible_scores.with_any_calls(wish, grand_allowed=grand_allowed)
        if calls is None
        else possible_scores.with_calls(calls, wish)
    )
    if score not in possible:
        text = gettext_noop(
            "No order of going out brings %(ns)s : %(ew)s with these calls: card points are -25 to "
            "125 and add up to 100, a double victory is 200 : 0."
        )
        if wish is not None:
            text = gettext_noop(
                "%(ns)s : %(ew)s is impossible with these calls: after a missed wish the other "
                "side has 200, and only calls are added."
            )
        params = {"ns": shown(score[0]), "ew": shown(score[1])}
        found.append(Mistake("impossible_score", "score", text, params))
    return score, calls, found


def _read_score(data: Mapping[object, object], found: list[Mistake]) -> Score | None:
    if "score" not in data:
        text = gettext_noop("A result needs a score, or an average from the director.")
        found.append(Mistake("missing_key", "score", text))
        return None
    points = []
    for direction, given in _by_direction(data, "score", found).items():
        if isinstance(given, int) and is_whole(given):
            points.append(given)
            continue
        text = gettext_noop("%(key)s is %(value)s; it must be a whole number.")
        params = {"key": f"score.{direction}", "value": shown(given)}
        found.append(Mistake("wrong_type", "score", text, params))
    return (points[0], points[1]) if len(points) == len(DIRECTIONS) else None


def _by_direction(
    data: Mapping[object, object], key: str, found: list[Mistake]
) -> dict[str, object]:
    """Return what the object under a key gives for `ns` and `ew`, as far as it does."""
    given = data[key]
    if not isinstance(given, Mapping):
        text = gettext_noop("%(key)s must be an object with the keys ns and ew.")
        found.append(Mistake("wrong_type", key, text, {"key": key}))
        return {}
    found += key_mistakes(given, DIRECTIONS)
    found += [missing(direction, key) for direction in DIRECTIONS if direction not in given]
    return {direction: given[direction] for direction in DIRECTIONS if direction in given}


def _read_calls(
    data: Mapping[object, object], found: list[Mistake], allowed: Collection[str]
) -> Calls | None:
    """Return the calls in order of seats, None where they were not recorded."""
    given = data.get("calls", {})
    if given is None:
        return None
    if not isinstance(given, Mapping):
        text = gettext_noop("calls must be an object of seats and their calls, or null.")
        found.append(Mistake("wrong_type", "calls", text))
        return ()
    found += [not_one_of("bad_call", "calls", seat, SEATS) for seat in given if seat not in SEATS]
    found += [
        not_one_of("bad_call", f"calls.{seat}", call, allowed)
        for seat, call in given.items()
        if seat in SEATS and call not in allowed
    ]
    return tuple((number, given[seat]) for number, seat in enumerate(SEATS) if seat in given)


def _read_wish(data: Mapping[object, object], found: list[Mistake]) -> int | None:
    """Return the seat that missed a wish."""
    seat = data.get("wish")
    if isinstance(seat, str) and seat in SEATS:
        return SEATS.index(seat)
    if "wish" in data:
        found.append(not_one_of("wrong_type", "wish", seat, SEATS))
    return None
