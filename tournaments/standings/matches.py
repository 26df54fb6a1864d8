"""One match, bye or absence of a standings record."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from scoring.rules import Mistake, shown
from scoring.rules.record_form import key_mistakes
from scoring.rules.words import gettext_noop
from tournaments.standings.lines import ABSENT, BYE, FORFEIT, PLAYED, VOID, Line, Number
from tournaments.standings.sums import tidy

KEYS = ("a", "b", "kind", "points", "score")
BOTH_LOSE = "both_lose"  # a forfeit lost by both
KINDS = (PLAYED, FORFEIT, BYE, ABSENT, BOTH_LOSE, VOID)
WITHOUT_OPPONENT = (BYE, ABSENT)
WITHOUT_POINTS = (ABSENT, BOTH_LOSE, VOID)  # unless they are given
LARGEST = 10**12
TWO = gettext_noop("%(key)s must be a list of two numbers, those of a and those of b.")


@dataclass(frozen=True)
class Match:
    """A match as far as it could be read; `a` and `b` are names."""

    a: str | None = None
    b: str | None = None
    kind: str = PLAYED
    points: tuple[Number, Number] = (0, 0)
    score: tuple[Number, Number] = (0, 0)

    @property
    def names(self) -> list[str]:
        """Return the names in it."""
        return [name for name in (self.a, self.b) if name is not None]

    def lines(self, number: int, ids: Mapping[str, int]) -> dict[str, Line]:
        """Return its lines by name, for the session round `number`."""
        lines: dict[str, Line] = {}
        both_lose = self.kind == BOTH_LOSE
        for own, other, name, opponent in ((0, 1, self.a, self.b), (1, 0, self.b, self.a)):
            if name is None:
                continue
            if opponent is None:  # numbers for a missing side are ignored
                lines[name] = Line(number, self.kind, self.points[own], self.score[own])
            else:
                lines[name] = Line(
                    number,
                    FORFEIT if both_lose else self.kind,
                    self.points[own],
                    self.score[own],
                    self.points[other],
                    self.score[other],
                    (ids[opponent],),
                    both_lose=both_lose,
                )
        return lines


def read_match(data: object) -> tuple[Match, list[Mistake]]:
    """Read a match from parsed JSON; return it with all mistakes."""
    if not isinstance(data, Mapping):
        text = gettext_noop("A match must be an object with the keys a, b, points and score.")
        return Match(), [Mistake("wrong_type", "rounds", text)]
    found = key_mistakes(data, KEYS)
    kind = _read_kind(data, found)
    a, b = _read_names(data, kind, found)
    none_needed = kind in WITHOUT_POINTS and "points" not in data
    points = (0, 0) if none_needed else _read_two(data.get("points"), "points", found)
    score = _read_two(data["score"], "score", found) if "score" in data else (0, 0)
    return Match(a, b, kind or PLAYED, points, score), found


def _read_names(
    data: Mapping[object, object], kind: str | None, found: list[Mistake]
) -> tuple[str | None, str | None]:
    """Return the names of a and b, None for what cannot be read."""
    a, b = data.get("a"), data.get("b")
    if not isinstance(a, str):
        text = gettext_noop("a must be the name of an entrant.")
        found.append(Mistake("wrong_type", "a", text))
    if b is not None and not isinstance(b, str):
        text = gettext_noop("b must be the name of an entrant, or null for a bye or an absence.")
        found.append(Mistake("wrong_type", "b", text))
    elif kind is not None and (b is None) != (kind in WITHOUT_OPPONENT):
        text = gettext_noop(
            "b must be null where kind is bye or absent, and a name for every other kind."
        )
        found.append(Mistake("wrong_type", "b", text))
    return a if isinstance(a, str) else None, b if isinstance(b, str) else None


def _read_kind(data: Mapping[object, object], found: list[Mistake]) -> str | None:
    """Return the kind, None if it is unknown."""
    kind = data.get("kind", PLAYED)
    if isinstance(kind, str) and kind in KINDS:
        return kind
    text = gettext_noop("kind is %(value)s; it must be one of: %(known)s.")
    found.append(
        Mistake("wrong_type", "kind", text, {"value": shown(kind), "known": ", ".join(KINDS)})
    )
    return None


def _read_two(given: object, key: str, found: list[Mistake]) -> tuple[Number, Number]:
    """Return two numbers; zeros for what cannot be read."""
    if not isinstance(given, list | tuple) or len(given) != 2:
        found.append(
            Mistake("wrong_type" if given is not None else "bad_points", key, TWO, {"key": key})
        )
        return 0, 0
    return _read_number(given[0], key, found), _read_number(given[1], key, found)


def _read_number(given: object, key: str, found: list[Mistake]) -> Number:
    if isinstance(given, int) and not isinstance(given, bool) and abs(given) <= LARGEST:
        return given
    # The comparison comes first: it keeps infinity and NaN from being multiplied.
    if isinstance(given, float) and abs(given) <= LARGEST and (given * 2).is_integer():
        return tidy(Fraction(given))
    text = gettext_noop(
        "%(key)s is %(value)s; points must be whole numbers or halves, such as 7 or 2.5."
    )
    found.append(Mistake("bad_points", key, text, {"key": key, "value": shown(given)}))
    return 0
