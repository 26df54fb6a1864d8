"""Base classes of scoring systems: what turns games into ranking points."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar

from scoring.rules import Mistake, RuleError, shown
from scoring.rules.settings import Setting
from scoring.rules.words import gettext_noop
from tournaments.standings.lines import Award, Number, Played

from .tally import Bout, bouts, line_of, mean, plain

Part = tuple[str, Mapping[str, object], Number]
TWO_SIDES, ALONE = "two_sides", "alone"


def read_settings(known: Mapping[str, Setting], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings completed with defaults, numbers exact.

    Raises RuleError: `unknown_setting`, `bad_setting`.
    """
    mistakes = []
    for key, value in given.items():
        if key not in known:
            text = gettext_noop(
                "There is no setting %(setting)s here; the settings are: %(known)s."
            )
            params = {"setting": shown(key), "known": ", ".join(known) or "-"}
            mistakes.append(Mistake("unknown_setting", shown(key), text, params))
        else:
            mistakes += known[key].mistakes(key, value)
    if mistakes:
        raise RuleError(mistakes)
    return {
        key: setting.frozen(given[key]) if key in given else setting.default
        for key, setting in known.items()
    }


class ScoringSystem(ABC):
    """A scoring system: turns a match's games into ranking points.

    `name` and `sentence` are shown to people (English, marked for translation). `settings` are its
    own, in form order; `labels` has a name and a sentence for each, `choices` the label of each
    value of a `Choice`. `tables` are the kinds of tables it is for: "two_sides" if two sides meet,
    "alone" if everybody plays alone.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    sentence: ClassVar[str]
    settings: ClassVar[Mapping[str, Setting]] = {}
    labels: ClassVar[Mapping[str, tuple[str, str]]] = {}
    choices: ClassVar[Mapping[str, str]] = {}
    tables: ClassVar[tuple[str, ...]] = (TWO_SIDES,)
    # False: also for games decided only by the order of going out
    needs_scores: ClassVar[bool] = True
    # The points are for a match between two sides, however many hands it has
    each_match: ClassVar[bool] = False
    # For formats that compare boards between tables, and for no others
    compares_boards: ClassVar[bool] = False
    # Tables at which a match is played at the same time, each with the same boards
    rooms: ClassVar[int] = 1
    # Points for a bye in a new stage; None: those of a level match
    usual_bye: ClassVar[int | None] = None

    def read(self, settings: Mapping[str, Any]) -> dict[str, Any]:
        """Return the settings completed with defaults, numbers exact. The result may be read again.

        Raises RuleError with every mistake: `unknown_setting`, `bad_setting`.
        """
        return read_settings(self.settings, settings)

    def needs_hands(self, settings: Mapping[str, Any]) -> bool:  # noqa: ARG002
        """Whether hands count individually: then the totals of a sheet are not enough."""
        return False

    @abstractmethod
    def award(
        self,
        games: Sequence[Played],
        entrants: Sequence[int],
        settings: Mapping[str, Any],
        round: int,  # noqa: A002 - the session round, as elsewhere
    ) -> dict[int, Award]:
        """Return what a table's games gave everybody at it, by id: this round's line, and its sum.

        `settings` are complete (see `read`). A game sat out gives nothing; an unfinished game
        counts as it is. Params of the parts may be Fractions (a mean, a shared place), which pages
        write as numbers. Raises RuleError with `wrong_table` if the system is not for games of this
        kind.
        """

    def at_five(self, settings: Mapping[str, Any], matches: int) -> Fraction:  # noqa: ARG002
        """Return the factor for a table of five that makes it worth as much as a table of four.

        At a table of four everybody plays `matches` matches, each with another partner; at a table
        of five four, with the same total of hands. So what is given for each match is too much;
        what is given for each hand is not.
        """
        return Fraction(matches, 4) if self.each_match else Fraction(1)

    @abstractmethod
    def level(self, settings: Mapping[str, Any], *, hands: int, players: int) -> Number:
        """Return each entrant's points from a level match with this many hands and entrants."""

    @abstractmethod
    def full(self, settings: Mapping[str, Any], *, hands: int, players: int) -> Number | None:
        """Return the points of a clear win (100 per cent of a director's average), None if
        undefined.
        """


class TwoSided(ScoringSystem):
    """A scoring system in which two sides share the points of each bout.

    Everybody on a side has the side's points.
    """

    def award(
        self,
        games: Sequence[Played],
        entrants: Sequence[int],
        settings: Mapping[str, Any],
        round: int,  # noqa: A002
    ) -> dict[int, Award]:
        check_tables(games, self)
        played = [bout for bout in bouts(games) if bout.was_played]
        shares = self.shares(played, settings)
        return {
            entrant: self._award(entrant, games, list(zip(played, shares, strict=True)), round)
            for entrant in entrants
        }

    @abstractmethod
    def shares(
        self, played: Sequence[Bout], settings: Mapping[str, Any]
    ) -> list[tuple[tuple[Part, ...], ...]]:
        """Return the parts of each side in each of a table's bouts, without bouts not played."""

    def joined(self, parts: Sequence[Part]) -> tuple[Part, ...]:
        """Combine the parts of one entrant's bouts for display; the sum must not change."""
        return tuple(parts)

    def _award(
        self,
        entrant: int,
        games: Sequence[Played],
        shared: Sequence[tuple[Bout, tuple[tuple[Part, ...], ...]]],
        at: int,
    ) -> Award:
        own: list[Part] = []
        against: list[Number] = []
        for bout, shares in shared:
            side = next((index for index, ids in enumerate(bout.sides) if entrant in ids), None)
            if side is not None:
                own += shares[side]
                others = [total(parts) for index, parts in enumerate(shares) if index != side]
                against.append(mean(others))
        line = line_of(entrant, games, at)
        return Award(
            replace(line, points=total(own), points_against=plain(sum(against))), self.joined(own)
        )


def scaled(awards: Mapping[int, Award], factor: Fraction) -> dict[int, Award]:
    """Multiply what a table gave everybody, and note it in the sum."""
    if factor == 1:
        return dict(awards)
    text = gettext_noop("Counted as at a table of four: times %(factor)s")
    found = {}
    for who, award in awards.items():
        points = plain(award.line.points * factor)
        line = replace(
            award.line, points=points, points_against=plain(award.line.points_against * factor)
        )
        part: Part = (text, {"factor": plain(factor)}, plain(points - award.line.points))
        found[who] = Award(line, (*award.parts, part))
    return found


def total(parts: Sequence[Part]) -> Number:
    """Return the sum of these parts."""
    return plain(sum(points for _, _, points in parts))


def _seats_fit(game: Played, system: ScoringSystem) -> bool:
    alone = all(len(side) == 1 for side in game.sides)
    two_sides = len(game.sides) == 2
    return (alone and ALONE in system.tables) or (two_sides and TWO_SIDES in system.tables)


def check_tables(games: Sequence[Played], system: ScoringSystem) -> None:
    """Raise RuleError with `wrong_table` if the system is not for a game of this kind."""
    for game in games:
        if not _seats_fit(game, system):
            text = gettext_noop(
                "This scoring system is for two sides, but %(sides)s play here; choose one for "
                "players on their own."
            )
            if ALONE in system.tables:
                text = gettext_noop(
                    "This scoring system is for players on their own, but people play together "
                    "here; choose one for two sides."
                )
            raise RuleError([Mistake("wrong_table", "way", text, {"sides": len(game.sides)})])
        if system.needs_scores and any(hand.order for hand in game.hands):
            text = gettext_noop(
                "This scoring system needs points, and these games have none; count by places."
            )
            raise RuleError([Mistake("wrong_table", "way", text)])
