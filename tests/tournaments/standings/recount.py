"""The standings counted again, the slow and plain way, straight from a record and from the
contract's table.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

Record = dict[str, Any]
Row = dict[str, Any]  # kind, me, you, mine, yours (score), who


def rows_of(record: Record, name: str) -> list[Row]:
    """What one entrant did in each round; a match that does not count is left out."""
    rows = []
    for matches in record["rounds"]:
        row: Row = {
            "kind": "absent",
            "me": Fraction(0),
            "you": Fraction(0),
            "mine": 0,
            "yours": 0,
            "who": None,
        }
        for match in matches:
            for side, key in enumerate("ab"):
                if match[key] == name:
                    row = {
                        "kind": match["kind"],
                        "me": Fraction(match["points"][side]),
                        "you": Fraction(match["points"][1 - side]),
                        "mine": match["score"][side],
                        "yours": match["score"][1 - side] if match["b"] else 0,
                        "who": match["ba"[side]],
                    }
        if row["kind"] != "void":
            rows.append(row)
    return rows


class Recount:
    """One record, everything recomputed at every question."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.way = record["settings"]["unplayed"]
        self.fide = self.way in {"fide_2023", "fide_2026"}
        self.planned = self.fide and record["settings"].get("round_robin", False)
        self.limit = record["settings"].get("koya_limit", 50)
        self.rows = {name: rows_of(record, name) for name in record["entrants"]}

    def points(self, name: str) -> Fraction:
        return sum((row["me"] for row in self.rows[name]), Fraction(0))

    def match_points(self) -> Fraction:
        for kind in ("played", "forfeit"):
            sums = [
                Fraction(match["points"][0]) + Fraction(match["points"][1])
                for matches in self.record["rounds"]
                for match in matches
                if match["kind"] == kind
            ]
            sums = [one for one in sums if one]
            if sums:
                return max(one for one in sums if sums.count(one) == max(map(sums.count, sums)))
        return max(
            (row["me"] for rows in self.rows.values() for row in rows if row["kind"] == "bye"),
            default=Fraction(0),
        )

    def voluntary(self, row: Row) -> bool:
        lost = row["me"] < row["you"] or row["me"] * 2 < self.match_points()
        missed = row["kind"] in {"absent", "both_lose"}
        return bool(missed or (row["kind"] == "forfeit" and lost))

    def seen(self, name: str) -> Fraction:
        """The total as opponents count it."""
        return sum(
            (self.match_points() / 2 if gone else row["me"] for row, gone in self.gone(name)),
            Fraction(0),
        )

    def gone(self, name: str) -> list[tuple[Row, bool]]:
        """Every round, and whether opponents count it as a draw: absences of one who never came
        back.
        """
        rows = self.rows[name]
        adjusts = self.fide and not self.planned
        return [
            (
                row,
                adjusts
                and row["kind"] == "absent"
                and all(self.voluntary(later) for later in rows[place:]),
            )
            for place, row in enumerate(rows)
        ]

    def seen_score(self, name: str) -> Fraction:
        """The Tichu points as opponents count them."""
        draws = [one for one, gone in self.gone(name) if gone]
        if not draws:
            return self.own(name, lambda row: row["mine"])
        worth = Fraction(self.match_score()) / 2
        return sum(
            (worth if gone else Fraction(row["mine"]) for row, gone in self.gone(name)), Fraction(0)
        )

    def match_score(self) -> Any:
        """As `match_points`, of Tichu points."""
        for kind in ("played", "forfeit"):
            sums = [
                sum(one["score"])
                for rows in self.record["rounds"]
                for one in rows
                if one["kind"] == kind
            ]
            sums = [one for one in sums if one]
            if sums:
                return max(one for one in sums if sums.count(one) == max(map(sums.count, sums)))
        return max(
            (row["mine"] for rows in self.rows.values() for row in rows if row["kind"] == "bye"),
            default=0,
        )

    def is_real(self, row: Row) -> bool:
        return row["who"] is not None and (self.planned or not self.fide or row["kind"] == "played")

    def dummy(self, name: str, row: Row) -> Fraction:
        """The total of whom one met instead of nobody."""
        own = self.points(name)
        if self.way != "fide_2026":
            return own
        if row["who"] is not None:
            return min(own, self.seen(row["who"]))
        return min(own, self.match_points() / 2 * self.rounds())

    def dummy_score(self, name: str, row: Row) -> Fraction:
        """The same in Tichu points."""
        own = self.own(name, lambda one: one["mine"])
        if self.way != "fide_2026":
            return own
        if row["who"] is not None:
            return min(own, self.seen_score(row["who"]))
        return min(own, Fraction(self.match_score()) / 2 * self.rounds())

    def rounds(self) -> int:
        return len(self.record["rounds"])

    def products(self, name: str, *, of_score: bool) -> list[tuple[Fraction, Fraction, bool, bool]]:
        """(what the opponent has in the standings, product, voluntary, bye) of each round that
        contributes.

        `of_score`: own Tichu points by the opponent's points, else own points by the opponent's
        Tichu points.
        """
        found = []
        for row in self.rows[name]:
            if self.planned and row["who"] is None:
                continue
            bye = row["kind"] == "bye"
            if self.is_real(row):
                points, own = self.seen(row["who"]), row["me"]
                product = points * row["mine"] if of_score else self.seen_score(row["who"]) * own
                found.append((points, product, False, bye))
            elif self.way == "zero":
                found.append((Fraction(0), Fraction(0), False, bye))
            else:
                points, own = (
                    self.dummy(name, row),
                    max(min(row["me"], self.match_points()), Fraction(0)),
                )
                score = self.dummy_score(name, row)
                product = points * row["mine"] if of_score else score * own
                found.append((points, product, self.fide and self.voluntary(row), bye))
        return found

    def mixed(self, name: str, *, of_score: bool) -> Fraction:
        return sum((one[1] for one in self.products(name, of_score=of_score)), Fraction(0))

    def olympiad(self, name: str) -> Fraction:
        found = self.products(name, of_score=True)
        everything = sum((one[1] for one in found), Fraction(0))
        byes = [one[1] for one in found if one[3]]
        if byes or not found:
            return everything - min(byes, default=Fraction(0))
        weakest = min(one[0] for one in found)
        least = min(one[1] for one in found if one[0] == weakest)
        asked_for = [one[1] for one in found if one[2]]
        return everything - max([least, *([min(asked_for)] if asked_for else [])])

    def koya(self, name: str) -> Fraction:
        most = max(sum(row["who"] is not None for row in rows) for rows in self.rows.values())
        limit = self.match_points() * most * self.limit / 100
        return sum(
            (
                row["me"]
                for row in self.rows[name]
                if row["who"] and self.points(row["who"]) >= limit
            ),
            Fraction(0),
        )

    def percentage(self, name: str) -> Fraction:
        met = [row for row in self.rows[name] if row["who"]]
        whole = sum((row["me"] + row["you"] for row in met), Fraction(0))
        return (
            100 * sum((row["me"] for row in met), Fraction(0)) / whole if whole > 0 else Fraction(0)
        )

    def contributions(self, name: str) -> list[tuple[Fraction, Fraction, bool]]:
        """(points of the opponent, share, voluntary) for each round."""
        found = []
        for row in self.rows[name]:
            if self.planned and row["who"] is None:
                continue
            if self.is_real(row):
                whole = row["me"] + row["you"]
                found.append(
                    (self.seen(row["who"]), row["me"] / whole if whole else Fraction(0), False)
                )
            elif self.way == "zero":
                found.append((Fraction(0), Fraction(0), False))
            else:
                whole = self.match_points()
                share = min(row["me"] / whole, Fraction(1)) if whole else Fraction(0)
                found.append((self.dummy(name, row), share, self.fide and self.voluntary(row)))
        return found

    def buchholz(self, name: str, low: int = 0, high: int = 0) -> Fraction:
        found = self.contributions(name)
        for _ in range(min(low, len(found))):
            gone = [one for one in found if one[2]] or found
            found.remove(min(gone, key=lambda one: one[0]))
        for _ in range(min(high, len(found))):
            found.remove(max(found, key=lambda one: one[0]))
        return sum((one[0] for one in found), Fraction(0))

    def berger(self, name: str, *, cut: bool = False) -> Fraction:
        found = self.contributions(name)
        everything = sum((points * share for points, share, _ in found), Fraction(0))
        if not cut or not found:
            return everything
        weakest = min(points for points, _, _ in found)
        least = min(points * share for points, share, _ in found if points == weakest)
        asked_for = [points * share for points, share, voluntary in found if voluntary]
        return everything - max([least, *([min(asked_for)] if asked_for else [])])

    def average(self, name: str) -> Fraction:
        met = [self.points(row["who"]) for row in self.rows[name] if row["kind"] == "played"]
        return sum(met, Fraction(0)) / len(met) if met else Fraction(0)

    def own(self, name: str, of: Callable[[Row], Any]) -> Fraction:
        return sum((Fraction(of(row)) for row in self.rows[name]), Fraction(0))

    def value(self, key: str, name: str) -> Fraction:
        rows = self.rows[name]
        won = [row for row in rows if row["who"] and row["me"] > row["you"]]
        ways: dict[str, Callable[[], Fraction]] = {
            "points": lambda: self.points(name),
            "score": lambda: self.own(name, lambda row: row["mine"]),
            "score_against": lambda: self.own(name, lambda row: row["yours"]),
            "difference": lambda: self.own(name, lambda row: row["mine"] - row["yours"]),
            "wins": lambda: Fraction(len(won)),
            "wins_played": lambda: Fraction(len([row for row in won if row["kind"] == "played"])),
            "buchholz": lambda: self.buchholz(name),
            "buchholz_cut_1": lambda: self.buchholz(name, 1),
            "buchholz_cut_2": lambda: self.buchholz(name, 2),
            "buchholz_median": lambda: self.buchholz(name, 1, 1),
            "opponents_average": lambda: self.average(name),
            "sonneborn_berger": lambda: self.berger(name),
            "sonneborn_berger_cut_1": lambda: self.berger(name, cut=True),
            "progressive": lambda: sum(
                (row["me"] * (len(rows) - place) for place, row in enumerate(rows)), Fraction(0)
            ),
            "best_round": lambda: max((row["me"] for row in rows), default=Fraction(0)),
            "koya": lambda: self.koya(name),
            "sonneborn_berger_own_score": lambda: self.mixed(name, of_score=True),
            "sonneborn_berger_own_points": lambda: self.mixed(name, of_score=False),
            "sonneborn_berger_olympiad": lambda: self.olympiad(name),
            "percentage": lambda: self.percentage(name),
            "without_worst_round": lambda: (
                self.points(name) - min((row["me"] for row in rows), default=Fraction(0))
            ),
        }
        return ways[key]()

    def level_by(self, keys: list[str], name: str) -> tuple[Fraction, ...]:
        """The values of one entrant, greater is better, with the score of the best round where it
        counts.
        """
        found: list[Fraction] = []
        for key in keys:
            value = self.value(key, name)
            found.append(-value if key == "score_against" else value)
            if key == "best_round":
                best = [row["mine"] for row in self.rows[name] if row["me"] == value]
                found.append(Fraction(max(best, default=0)))
        return tuple(found)

    def standings(self, keys: list[str]) -> list[tuple[int, str]]:
        """Ranks and names, counted one entrant at a time."""
        names = self.record["entrants"]
        levels = {name: self.level_by(keys, name) for name in names}
        places = {name: 1 + sum(levels[other] > levels[name] for other in names) for name in names}
        return [
            (places[name], name)
            for name in sorted(names, key=lambda one: (places[one], names.index(one)))
        ]
