"""A field of entrants with everything that several criteria need, computed once.

Rounds without a match, and their effect on opponents' sums: a criterion such as Buchholz adds up
one contribution for each round. The setting `unplayed` decides what a round without an opponent
contributes:

`zero`: a contribution of 0. It is a contribution: if the lowest is cut, this 0 is cut first.

`own_points`: as a match against an opponent with one's own total. The award of the round is the
result. A forfeited match has an opponent, so it counts with that opponent's points here and under
`zero`.

`fide_2023`: article 16 of chapter C.07 of the FIDE handbook as in force from 2023 to February 2026:

- A forfeited match is not a match for either side; it counts like a round without an opponent: a
  match against a dummy with one's own total (as awarded, not adjusted), with the award as result.
- An opponent's total is adjusted: absences (requested, so any but a bye given by the draw) count as
  draws if the opponent never came back, that is, if only absences and lost forfeits follow. All
  other rounds count as awarded, including lost forfeits at the end, which article 16.3 leaves as
  they are.
- A voluntary unplayed round is an absence or a lost forfeit. Cuts take its contribution first.
- If the opponents were known beforehand, as in a round robin (`round_robin`; article 15), a
  forfeited match counts like a played one, for both sides and all sums, and no total is adjusted. A
  round without an opponent is then not part of the schedule: it contributes nothing, not even
  something to cut.

`fide_2026`: the same article as in force since March 2026, as `fide_2023` but for 16.4. The dummy
has one's own total, and at most

- in a forfeited match, won or lost, the adjusted total of the opponent one was to meet (16.4.1);
- in any other unplayed round, a draw in every round of the tournament (16.4.2).

The text is that of FIDE's Arbiters' Manual of 2026, pages 248 to 261, whose worked examples are
among the tests; it was read in the comparison of both editions by the project tiebreak-core
(https://github.com/20kevit/tiebreak-core, docs/FIDE_2026_DIFF.md). The other changes of 2026 (15.2:
forfeits lost in a round robin stay unplayed where games are counted) touch no criterion here.

Decided here, since the sources leave it open:

- A draw is worth half of what a match gives, and a match gives what most played matches gave to
  both sides together (of several such sums the largest; without played matches the forfeits,
  without these the largest award of a bye).
- An award is turned into a result by dividing it by what a match gives, and is never more than a
  whole win.
- A forfeit is lost by a side that got less than the other, or less than a draw: by both if both
  got nothing, and by both if the director decided so.
- Sums over Tichu points treat these alike: the dummy has one's own, a draw is worth half of what
  most played matches gave to both sides together.
- While a tournament is played, its rounds are those that count so far.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple, TypedDict

from tournaments.standings.duplicate.board_results import BoardResult, compared
from tournaments.standings.lines import ABSENT, BYE, FORFEIT, PLAYED, VOID, Entered, Line, Number
from tournaments.standings.sums import mean, quotient, tidy, total

ZERO, OWN_POINTS, FIDE_2023, FIDE_2026 = "zero", "own_points", "fide_2023", "fide_2026"
UNPLAYED = (ZERO, OWN_POINTS, FIDE_2023, FIDE_2026)
NO_GROUPS: Mapping[int, str] = MappingProxyType({})
KOYA_LIMIT = 50  # per cent
PLACE_POINTS: Sequence[Number] = (25, 20, 15, 10, 5)


class Settings(TypedDict, total=False):
    """Inputs of a field besides its entrants; see `Field`."""

    unplayed: str
    lot_seed: int
    worst_dropped: bool
    round_robin: bool
    koya_limit: int
    place_points: Sequence[Number]
    reached: Sequence[Sequence[int]]


class Contribution(NamedTuple):
    """What one round adds to the opponents' sums.

    `points` are the opponent's total (the mean of several: a table of five then weighs like one of
    four). `own` of `whole` is one's own part of the match. `opponents` is empty for a dummy or
    none. `bye`: given by the draw. `capped`: the dummy has less than one's own total.
    """

    round: int
    opponents: tuple[int, ...]
    points: Number
    own: Number
    whole: Number
    voluntary: bool = False
    adjusted: bool = False
    bye: bool = False
    capped: bool = False

    @property
    def shared(self) -> Number:
        """Return the opponent's total times one's own share of the match, for Sonneborn-Berger."""
        if not self.whole:
            return 0
        above = self.own.numerator * self.points.numerator * self.whole.denominator
        return quotient(
            above, self.own.denominator * self.points.denominator * self.whole.numerator
        )


class Field:
    """The entrants of a ranking, without their void lines.

    Every opponent in a line is an entrant of the field.

    With `worst_dropped` each entrant's worst round (fewest points, then the lower score, then the
    later round) is left out of points and score once there are two rounds. Penalties and bonuses of
    a round neither make it the worst nor are left out with it. `round_robin`: opponents were known
    beforehand. `koya_limit` is in per cent; `place_points` are those of the first place, the second
    and so on; `reached` are groups of entrants that share a place, best first, if a bracket and not
    the criteria ranks them; `apart` maps entrants ranked only within their group to that group.
    Raises ValueError for an unknown `unplayed`.
    """

    def __init__(
        self,
        entered: Iterable[Entered],
        *,
        unplayed: str = ZERO,
        lot_seed: int = 0,
        worst_dropped: bool = False,
        round_robin: bool = False,
        koya_limit: int = KOYA_LIMIT,
        place_points: Sequence[Number] = PLACE_POINTS,
        reached: Sequence[Sequence[int]] = (),
        apart: Mapping[int, str] = NO_GROUPS,
    ) -> None:
        if unplayed not in UNPLAYED:
            raise ValueError(f"There is no way {unplayed!r} to treat unplayed rounds.")
        self.unplayed = unplayed
        self.lot_seed = lot_seed
        self.worst_dropped = worst_dropped
        self.by_fide = unplayed in {FIDE_2023, FIDE_2026}
        self.scheduled = round_robin and self.by_fide
        self.koya_limit = koya_limit
        self.place_points = place_points
        self.reached = reached
        self.apart = apart
        in_order = sorted(entered, key=lambda one: (one.seed, one.id))
        self.given: Mapping[int, Entered] = {one.id: one for one in in_order}
        self.entered: Mapping[int, Entered] = {one.id: one.without_void() for one in in_order}
        self.lines: Mapping[int, tuple[Line, ...]] = {
            id_: _by_round(one.lines) for id_, one in self.entered.items()
        }

    @property
    def ids(self) -> tuple[int, ...]:
        """All ids in seed order."""
        return tuple(self.entered)

    @cached_property
    def dropped(self) -> Mapping[int, Line]:
        """Each entrant's worst round if it is dropped; otherwise empty."""
        if not self.worst_dropped:
            return {}
        return {id_: min(lines, key=_worst) for id_, lines in self.lines.items() if len(lines) > 1}

    @cached_property
    def counted(self) -> Mapping[int, tuple[Line, ...]]:
        """The rounds that count for points and score."""
        if not self.dropped:
            return self.lines
        dropped = self.dropped
        return {
            id_: tuple(line for line in self.lines[id_] if line is not dropped.get(id_))
            for id_ in self.lines
        }

    def void(self, id_: int) -> tuple[Line, ...]:
        """Return the rounds left out because their match does not count."""
        return tuple(line for line in self.given[id_].lines if line.kind == VOID)

    @cached_property
    def boards(self) -> Mapping[int, Sequence[BoardResult]]:
        """Results on boards by id, compared with each other."""
        return compared(self.lines)

    @cached_property
    def counted_boards(self) -> Mapping[int, Sequence[BoardResult]]:
        """Results on boards by id that count: those carried over from earlier sessions too."""
        return {id_: (*self.entered[id_].carried_boards, *own) for id_, own in self.boards.items()}

    @cached_property
    def points(self) -> Mapping[int, Number]:
        """Ranking points by id."""
        return {
            id_: total(
                [line.points for line in self.counted[id_]]
                + [line.penalty_points for line in self.lines[id_] if line.penalty_points]
                + [one.carried_points, one.extra_points]
            )
            for id_, one in self.entered.items()
        }

    @cached_property
    def score(self) -> Mapping[int, Number]:
        """Tichu points by id."""
        return {
            id_: total(
                [line.score for line in self.counted[id_]]
                + [line.penalty_score for line in self.lines[id_] if line.penalty_score]
                + [one.carried_score, one.extra_score]
            )
            for id_, one in self.entered.items()
        }

    @cached_property
    def points_for_opponents(self) -> Mapping[int, Number]:
        """Ranking points by id, as counted in the opponents' sums."""
        if not self.by_fide or self.scheduled:
            return self.points
        return {
            id_: tidy(
                points
                + total(
                    self.draw_points - line.points for line in self._lost_draws(self.counted[id_])
                )
            )
            for id_, points in self.points.items()
        }

    @cached_property
    def score_for_opponents(self) -> Mapping[int, Number]:
        """Tichu points by id, as counted in the opponents' sums."""
        if not self.by_fide or self.scheduled:
            return self.score
        return {
            id_: tidy(
                score
                + total(
                    self.draw_score - line.score for line in self._lost_draws(self.counted[id_])
                )
            )
            for id_, score in self.score.items()
        }

    @cached_property
    def match_points(self) -> Number:
        """What a match gives to both sides together."""
        return self._most_common(lambda line: line.points, lambda line: line.points_against)

    @cached_property
    def draw_points(self) -> Number:
        """What a draw is worth."""
        return tidy(Fraction(self.match_points) / 2)

    @cached_property
    def draw_score(self) -> Number:
        """What a draw is worth in Tichu points."""
        whole = self._most_common(lambda line: line.score, lambda line: line.score_against)
        return tidy(Fraction(whole) / 2)

    @cached_property
    def rounds(self) -> int:
        """The number of rounds so far."""
        return len({line.round for one in self.given.values() for line in one.lines})

    def _most_common(
        self, own: Callable[[Line], Number], against: Callable[[Line], Number]
    ) -> Number:
        for kind in (PLAYED, FORFEIT):
            sums = Counter(
                tidy(own(line) + against(line))
                for lines in self.lines.values()
                for line in lines
                if line.kind == kind and line.opponents and not line.both_lose
            )
            del sums[0]
            if sums:
                return max(sums, key=lambda whole: (sums[whole], whole))
        return max(
            (own(line) for lines in self.lines.values() for line in lines if line.kind == BYE),
            default=0,
        )

    @cached_property
    def contributions(self) -> Mapping[int, tuple[Contribution, ...]]:
        """One contribution for each round, in round order."""
        found = {}
        seen, forfeits = self.points_for_opponents, self.forfeits_met
        for id_, lines in self.lines.items():
            own = []
            for line in self.in_sums(lines):
                others = line.opponents
                if not others or (line.kind == FORFEIT and not forfeits):
                    own.append(self._without_opponent(line, id_))
                    continue
                theirs = (
                    seen[others[0]] if len(others) == 1 else mean([seen[other] for other in others])
                )
                adjusted = seen is not self.points and any(
                    seen[other] != self.points[other] for other in others
                )
                whole = line.points + line.points_against
                own.append(
                    Contribution(line.round, others, theirs, line.points, whole, False, adjusted)
                )
            found[id_] = tuple(own)
        return found

    def in_sums(self, lines: Sequence[Line]) -> Sequence[Line]:
        """Return the rounds that contribute to the opponents' sums."""
        return [line for line in lines if line.opponents] if self.scheduled else lines

    @property
    def forfeits_met(self) -> bool:
        """Whether the sides of a forfeited match count as having met in opponents' sums."""
        return not self.by_fide or self.scheduled

    def is_real(self, line: Line) -> bool:
        """Whether a round contributes as a match against its opponents."""
        return bool(line.opponents) and (line.kind != FORFEIT or self.forfeits_met)

    @cached_property
    def shares(self) -> Mapping[int, tuple[Number, ...]]:
        """Contributions times own shares, in the same order."""
        return {
            id_: tuple(one.shared for one in contributions)
            for id_, contributions in self.contributions.items()
        }

    @cached_property
    def own_scores(self) -> Mapping[int, tuple[Number, ...]]:
        """Own Tichu points in each contribution, in the same order."""
        return {
            id_: tuple(
                [
                    line.score if self.unplayed != ZERO or self.is_real(line) else 0
                    for line in self.in_sums(lines)
                ]
            )
            for id_, lines in self.lines.items()
        }

    @cached_property
    def opponents_scores(self) -> Mapping[int, tuple[Number, ...]]:
        """Opponents' total Tichu points, in place of each contribution's points."""
        seen = self.score_for_opponents
        return {
            id_: tuple(
                [
                    mean([seen[other] for other in line.opponents])
                    if self.is_real(line)
                    else self._dummy(line, self.score[id_], seen, self.draw_score)
                    for line in self.in_sums(lines)
                ]
            )
            for id_, lines in self.lines.items()
        }

    @cached_property
    def met(self) -> Mapping[int, frozenset[int]]:
        """The opponents of each entrant, including forfeited matches."""
        return {
            id_: frozenset(other for line in lines for other in line.opponents)
            for id_, lines in self.lines.items()
        }

    def is_voluntary(self, line: Line) -> bool:
        """Whether a round was missed by choice: an absence or a lost forfeit."""
        if line.kind == FORFEIT:
            lost = line.points < line.points_against or line.points < self.draw_points
            return line.both_lose or lost
        return line.kind == ABSENT

    def _lost_draws(self, lines: Sequence[Line]) -> list[Line]:
        """Return the absences up to the end, which count as draws."""
        found: list[Line] = []
        for line in reversed(lines):
            if not self.is_voluntary(line):
                break
            if line.kind == ABSENT:
                found.append(line)
        return found

    def _without_opponent(self, line: Line, id_: int) -> Contribution:
        """Return the contribution of a round without an opponent."""
        bye = line.kind == BYE
        if self.unplayed == ZERO:
            return Contribution(line.round, (), 0, 0, 0, bye=bye)
        own = self.points[id_]
        dummy = self._dummy(line, own, self.points_for_opponents, self.draw_points)
        award = min(max(line.points, 0), self.match_points)
        voluntary = self.by_fide and self.is_voluntary(line)
        return Contribution(
            *(line.round, (), dummy, award, self.match_points, voluntary),
            bye=bye,
            capped=dummy < own,
        )

    def _dummy(self, line: Line, own: Number, seen: Mapping[int, Number], draw: Number) -> Number:
        """Return the total of the dummy in a round without an opponent.

        `own` is the entrant's own, `seen` are those of all as their opponents count them.
        """
        if self.unplayed == ZERO:
            return 0
        if self.unplayed != FIDE_2026:
            return own
        if line.opponents:
            return min(own, mean([seen[other] for other in line.opponents]))
        return min(own, tidy(draw * self.rounds))


def _by_round(lines: Sequence[Line]) -> tuple[Line, ...]:
    return tuple(sorted(lines, key=lambda line: line.round))


def _worst(line: Line) -> tuple[Number, Number, int]:
    return line.points, line.score, -line.round
