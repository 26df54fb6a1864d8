"""What is true of a bracket, found by playing it forwards: nothing is read off the rounds that were
drawn.

Everybody is moved from match to match as it happens. Who is at a match whose opponent has left goes
on; a draw makes that final. Places are counted from the shape of the bracket.
"""

from collections.abc import Collection, Mapping, Sequence
from copy import copy
from typing import Any

from tournaments.pairing import second_chance
from tournaments.pairing.brackets import FIRST_LOSS, SLOT, WINNER, Match, Source
from tournaments.pairing.elimination import Elimination
from tournaments.pairing.values import Draw

EMPTY = -1  # nobody comes from there


class Truth:
    """One bracket while it is played.

    `seats` has who has arrived at each side of each match, `done` winner and loser of those that
    are decided, `tables` the matches that are drawn.
    """

    def __init__(
        self, format_: Elimination, first: Draw, size: int, settings: Mapping[str, Any]
    ) -> None:
        self.cup: Sequence[Match] = format_.matches(size, format_.read(settings))
        self.double = format_.main == "W"
        placement = settings.get("placement", "none")
        self.last = {"8": 8, "16": 16, "all": size}.get(placement, 0)
        self.second_chance = placement == "second_chance" and size >= 8
        self.size = size
        self.rounds = size.bit_length() - 1
        self.reset = bool(settings.get("reset", True)) and self.double
        self.done: dict[str, tuple[int, int]] = {}
        numbers = {int(table.key.rpartition(":")[2]) for table in first.tables}
        self.byes = frozenset(range(1, size // 2 + 1)) - numbers if size >= 16 else frozenset()
        self.seats: dict[str, list[int | None]] = {}
        self.seats = {match.key: [None, None] for match in self.matches}
        self.tables: dict[str, frozenset[int]] = {}
        self.walkovers: set[str] = set()
        self.beaten = {match.key: self.place_of_the_beaten(match) for match in self.matches}
        order = [match.key for match in self.matches if match.sources[0].kind == SLOT]
        with_table = {table.key: table.everybody for table in first.tables}
        byes = list(first.byes)
        for key in order:
            self.seats[key] = list(with_table[key]) if key in with_table else [byes.pop(0), EMPTY]
        assert not byes
        self.drawn(first, set())

    @property
    def matches(self) -> Sequence[Match]:
        """All matches. Those of a second-chance cup come the earlier, the fewer are waited for."""
        if not self.second_chance:
            return self.cup
        empty = set()
        for number in self.byes:
            key = f"2:{(number + 1) // 2}"
            if key in self.done and self.done[key][1] != self.seats[f"1:{number}"][0]:
                empty.add(number)
        return (*self.cup, *second_chance.matches(self.size, self.byes, empty))

    def drawn(self, draw: Draw, gone: Collection[int]) -> None:
        """A draw: who goes on without playing has gone on for good, and its tables are those that
        can be played.

        Matches that would have been played later are not looked at yet.
        """
        level = {match.key: match.level for match in self.matches}
        self.settle(gone, max((level[table.key] for table in draw.tables), default=None))
        for table in draw.tables:
            assert set(table.everybody) == set(self.seats[table.key]), (
                table,
                self.seats[table.key],
            )
            self.tables[table.key] = frozenset(table.everybody)

    def playable(self) -> set[str]:
        """The matches that two are at and nobody has decided."""
        return {
            match.key
            for match in self.matches
            if match.key not in self.done
            and None not in self.seats[match.key]
            and not self._waits(match)
        }

    def result(self, key: str, winner: int) -> None:
        """A table has its winner."""
        first, second = self.seats[key]
        assert first is not None
        assert second is not None
        self.done[key] = (winner, second if winner == first else first)
        self._move()

    def settle(self, gone: Collection[int], most: int | None = None) -> None:
        """Everybody whose opponent will not come goes on, as far as that leads, or up to matches of
        a level.
        """
        moved = True
        while moved:
            moved = False
            self._move()
            for match in self.matches:
                here = self.seats[match.key]
                if match.key in self.done or None in here or self._waits(match):
                    continue
                if most is not None and match.level > most:
                    continue
                there = [id_ for id_ in here if id_ is not None and id_ != EMPTY]
                stay = [id_ for id_ in there if id_ not in gone]
                if match.key in self.tables and stay:
                    continue  # somebody says who goes on
                if len(there) == 2 and len(stay) == 2:
                    continue
                winner = stay[0] if stay else there[0] if len(there) == 1 else EMPTY
                loser = (
                    next((id_ for id_ in there if id_ != winner), EMPTY)
                    if winner != EMPTY
                    else EMPTY
                )
                self.done[match.key] = (winner, loser)
                self.walkovers.add(match.key)
                moved = True

    def _waits(self, match: Match) -> bool:
        """Whether a second grand final is not known to be needed."""
        return bool(match.repeats) and match.repeats not in self.done

    def _move(self) -> None:
        for match in self.matches:
            for side, source in enumerate(match.sources):
                if source.kind == FIRST_LOSS:
                    if source.of in self.done and self.seats[match.key][side] is None:
                        self.seats[match.key][side] = self._first_loser(source)
                elif source.kind != SLOT and source.of in self.done:
                    self.seats[match.key][side] = self.done[source.of][source.kind != WINNER]
            if match.repeats and match.repeats in self.done and match.key not in self.done:
                winner, loser = self.done[match.repeats]
                self.seats[match.key] = list(self.seats[match.repeats])
                by_challenger = (
                    match.repeats not in self.walkovers and winner == self.seats[match.repeats][1]
                )
                if not by_challenger:
                    self.done[match.key] = (winner, loser)

    def _first_loser(self, source: Source) -> int:
        """Who has just lost a first match after a bye; nobody if it was the second."""
        loser = self.done[source.of][1]
        before = [pair for key, pair in self.tables.items() if key != source.of]
        first = loser in self.seats[source.bye] and not any(loser in pair for pair in before)
        return loser if first else EMPTY

    # What follows
    # ----------------------------------------------------------------------------------------------

    def now(self, gone: Collection[int]) -> "Truth":
        """How it would stand if the next round were drawn now."""
        found = copy(self)
        found.seats = {key: list(here) for key, here in self.seats.items()}
        found.done, found.walkovers = dict(self.done), set(self.walkovers)
        found.settle(gone)
        return found

    @property
    def champion(self) -> int | None:
        final = (
            self.matches[-1]
            if self.double
            else next(one for one in self.matches if one.key == f"{self.rounds}:1")
        )
        winner = self.done.get(final.key, (EMPTY, EMPTY))[0]
        return None if winner == EMPTY else winner

    def places(self, gone: Collection[int]) -> tuple[dict[int, int], set[int]]:
        """Everybody's place, 0 of those who are still in; and who has still to play for it."""
        place: dict[int, int] = {}
        open_: set[int] = set()
        for match in self.matches:
            third = match.key == f"{self.rounds}:2" and not self.double
            if match.key[0] in "PS":
                self._for_places(match.key, gone, place, open_)
                continue
            for id_ in self.seats[match.key]:
                if id_ is None or id_ == EMPTY:
                    continue
                open_.discard(id_)
                beaten = 4 if third else self.beaten[match.key]
                if match.key not in self.done:
                    place[id_] = beaten if id_ in gone else 3 if third else 0
                    if id_ not in gone or match.key in self.tables:
                        open_.add(id_)
                elif self.done[match.key][0] == EMPTY and self._play_on(beaten):
                    place[id_] = 2 * beaten - 2  # behind all who play for the places of this round
                elif id_ == self.done[match.key][0]:
                    # 1 is put right by a later match, where there is one
                    place[id_] = 3 if third else 1
                else:
                    place[id_] = beaten
        return place, open_

    def _play_on(self, beaten: int) -> bool:
        """Whether those who lose a round of the cup, whose best place is `beaten`, play on."""
        if self.second_chance:
            return beaten == self.size // 2 + 1
        return beaten >= 5 and 2 * beaten - 2 <= self.last

    def _for_places(
        self, key: str, gone: Collection[int], place: dict[int, int], open_: set[int]
    ) -> None:
        """Places by a match for lower places, whose key has the best and the last of them, or by
        one of the second-chance cup, which is for the lower half.
        """
        if key[0] == "S":
            best = self.size // 2 + 1
            behind = last = best + (self.size // 2 >> int(key[1:].partition(":")[0]))
        else:
            best, last = map(int, key[1:].partition(":")[0].split("-"))
            behind = best + (last - best + 1) // 2
        for id_ in self.seats[key]:
            if id_ is None or id_ == EMPTY:
                continue
            open_.discard(id_)
            if key not in self.done:
                place[id_] = behind if id_ in gone else best
                if id_ not in gone or key in self.tables:
                    open_.add(id_)
            elif self.done[key][0] == EMPTY:
                place[id_] = last
            else:
                place[id_] = best if id_ == self.done[key][0] else behind

    def place_of_the_beaten(self, match: Match) -> int:
        """The best place of those who are out with this match: one more than those who can still be
        in after it.
        """
        if match.key[0] in "PS":
            return 0  # see _for_places
        if not self.double:
            return 2 ** (self.rounds - int(match.key.split(":")[0])) + 1
        if match.key.startswith("F"):
            return 2
        number = int(match.key[1:].split(":")[0])
        if match.key.startswith("W"):  # they fall into the losers' bracket, and out of it at once
            number = max(1, 2 * number - 2)
        later = [
            one
            for one in self.matches
            if one.key[0] == "L" and int(one.key[1:].split(":")[0]) > number
        ]
        return 3 + len(later) if self.rounds > 1 else 2


def counted_alive(
    past: Sequence[Any], ids: Collection[int], gone: Collection[int], limit: int
) -> set[int]:
    """Who is here and has not lost so many tables, by counting alone. Tables for third and lower
    places do not count.
    """
    lost = dict.fromkeys(ids, 0)
    for played in past:
        for table in played.tables:
            beside = {"place", "chance"} & set(table.reasons[0].code.split("_"))
            if table.winner is not None and not beside:
                lost[table.sides[1 - table.winner][0]] += 1
    return {id_ for id_ in ids if lost[id_] < limit and id_ not in gone}
