"""The interface of every variant, and what they share."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from .errors import Mistake, Seat
from .leads import Lead
from .position import Carried, Position, RoundResult
from .rounds import Round
from .settings import Setting
from .words import gettext_noop

if TYPE_CHECKING:
    from .rulesets import RuleSet


@dataclass(frozen=True)
class Variant(ABC):
    """One of the games.

    Any code that has to distinguish games asks here; nothing outside this package knows one by
    name.

    `name`, and `company` and `sentence`, which describe the game to people who choose one, are
    English, marked for translation. So are `dummy_name`, the dummy's name at the table, "" in games
    without one, `dummy_short`, the same where it is used alone, and `rank_names`, by rank key.
    `settings` are in the order of the rule book. `settles` are the fields of `Next` that a round
    determines. `code` identifies the game in handovers between phones: from 0 to 255, unique, and
    never reused. `lead` is the player that a round singles out for the next. `dummy_between` puts
    the dummy's cards between its two opponents, wherever they sit, rather than in a place of their
    own.
    """

    key: str
    code: int
    name: str
    company: str
    sentence: str
    min_players: int
    max_players: int
    settings: Mapping[str, Setting]
    settles: tuple[str, ...]
    lead: Lead
    dummy_name: str = ""
    dummy_short: str = ""
    dummy_between: bool = False
    # Two teams for the whole game; in all other games everybody has a score of their own
    has_teams: bool = False
    is_rank_game: bool = False
    # How many take turns in sitting out, one of them in each round: people, or pairs; 0 for nobody
    turns: int = 0
    # Whether tournaments may be played with it, as far as their formats seat its players
    in_tournaments: bool = True
    # Where turns are taken: the seats around the table in the first lap, in the next, and so on
    rings: tuple[tuple[int, ...], ...] = ()
    rank_names: Mapping[str, str] = field(default_factory=dict)
    # In games of ranks: on which side of the first the second sits; and whether the first may stay
    # or choose a chair, or the best chair is always the first's.
    to_the_left: bool = True
    first_may_stay: bool = False

    @property
    def has_dummy(self) -> bool:
        """Whether a hand without a player takes part; its seat comes after the last player's."""
        return bool(self.dummy_name)

    @cached_property
    def defaults(self) -> dict[str, object]:
        """Each setting's default, in the form in which settings are written."""
        return {key: setting.thawed(setting.default) for key, setting in self.settings.items()}

    @property
    def family(self) -> str:
        """The family of games for ratings: a skill in one of them is a skill in all."""
        in_teams = self.has_teams or 0 < self.turns < self.min_players
        return "ranks" if self.is_rank_game else "teams" if in_teams else "alone"

    @property
    def side_size(self) -> int:
        """How many of a team sit at a table; 1 where everybody has a score of their own."""
        return self.min_players // 2 if self.has_teams else 1

    def column_of(self, seat: int) -> int:
        """Return the score column of a player's seat, in games of ranks a number of its own."""
        columns = 2 if self.has_teams else self.turns
        return seat % columns if columns else seat

    def lead_of(self, position: Position) -> int | None:
        """Return the seat that leads the next round; None if there is none (yet)."""
        seat: int | None = getattr(position, self.lead.field)
        return seat

    def step(self, rules: "RuleSet") -> int | None:
        """Return by how many seats the lead moves on after each round; None if the
        round decides.
        """
        return self.lead.steps.get(getattr(rules, self.lead.setting) or "")

    def ranks(self, n_players: int) -> tuple[str, ...]:  # noqa: ARG002
        """Return the rank keys for this many players, first rank first; none in other games."""
        return ()

    @abstractmethod
    def opening(self, rules: "RuleSet", n_players: int) -> Position:
        """Return the position before the first round, for a valid number of players."""

    def carry(self, position: Position, carried: Carried) -> Position:
        """Return the opening of a game that starts with this score."""
        return replace(position, number=carried.rounds + 1, totals=carried.totals, carried=carried)

    def ended_before(self, position: Position) -> bool:
        """Return whether the score that this opening carries would have ended the game."""
        return limit_reached(position.rules, position.carried.rounds)

    def ring(self, position: Position) -> tuple[int, ...]:
        """Return the seats that play the next round, in the order around the table."""
        return tuple(range(position.n_players))

    def seated(self, position: Position, played: Round) -> Position:  # noqa: ARG002
        """Return the position as this round was played in it: with who sat out by its record."""
        return position

    def standing(self, position: Position) -> tuple[float, ...]:
        """Return the values by which the columns are ranked, highest first."""
        return position.totals

    @abstractmethod
    def mistakes(self, position: Position, played: Round) -> list[Mistake]:
        """Return everything wrong with a round in this position, apart from the game being over."""

    def contradictions(self, position: Position, played: Round) -> list[Mistake]:  # noqa: ARG002
        """Return what no order of going out explains, in a round that can still be scored.

        Checked when a round is recorded, not for stored rounds: a stored game must stay readable.
        """
        return []

    @abstractmethod
    def settle(self, position: Position, played: Round) -> tuple[RoundResult, Position]:
        """Score a round without mistakes; return its result and the next position."""

    def played_by(self, position: Position, sides: tuple[tuple[int, ...], ...]) -> Position | None:  # noqa: ARG002
        """Return the position with these sides instead of its own, None if no game
        could have them.
        """
        return None

    def after_mistake(self, position: Position, played: Round | None) -> Position:  # noqa: ARG002
        """Return the position after a round that cannot be scored, as far as it is known without
        the score.

        `played` is None if not even the order of going out could be read.
        """
        finished = position.finished or limit_reached(position.rules, position.number)
        return replace(position, number=position.number + 1, totals_known=False, finished=finished)


def limit_reached(rules: "RuleSet", number: int) -> bool:
    """Return whether the round with this number, from 1, is the last that the rule set allows."""
    return rules.round_limit is not None and number >= rules.round_limit


def name_mistakes(played: Round, places: int, players: int) -> list[Mistake]:
    """Return seats where nobody sits, and seats that went out twice.

    `places` counts the dummy, `players` does not: the dummy goes out and calls like everybody else,
    but need not fulfil a wish.
    """
    found: list[Mistake] = []
    seen: set[int] = set()
    reported: set[int] = set()
    for seat in played.out:
        if not 0 <= seat < places and seat not in seen:
            text = gettext_noop(
                "%(player)s is in the order of going out but not at the table; name only players."
            )
            found.append(Mistake("unknown_player", "out", text, {"player": Seat(seat)}))
        if seat in seen and seat not in reported:
            text = gettext_noop("%(player)s went out twice; each player goes out once.")
            found.append(Mistake("duplicate_out", "out", text, {"player": Seat(seat)}))
            reported.add(seat)
        seen.add(seat)
    for seat, _ in played.calls:
        if not 0 <= seat < places:
            text = gettext_noop("%(player)s has a call but is not at the table; name only players.")
            found.append(Mistake("unknown_player", "calls", text, {"player": Seat(seat)}))
    offender = played.wish_violation
    if offender is not None and not 0 <= offender < players:
        text = gettext_noop("%(player)s cannot miss a wish here; name a player at the table.")
        found.append(Mistake("unknown_player", "wish_violation", text, {"player": Seat(offender)}))
    return found
