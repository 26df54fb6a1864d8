"""Interface of all formats, so that callers of a draw need not know any of them by name."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from scoring.rules import VARIANTS, Mistake, RuleError, Variant, shown
from scoring.rules.settings import Setting, is_whole
from scoring.rules.words import gettext_noop
from tournaments.pairing.bracket_progress import Reached
from tournaments.pairing.values import Draw, Field, Note, SessionRound, Table

NO_GROUPS: Mapping[int, str] = {}  # by id: nobody has one


class Format(ABC):
    """A way of seating a field, round after round.

    `name` and `sentence` are shown to people (English, marked for translation). `settings` are the
    format's own, in form order; `labels` has a name and a sentence for each. `sides` and
    `side_size` describe a match: how many ranked entrants form a side (1 if pairs or teams are
    ranked, 2 if persons are ranked and drawn pairs play), None if everybody plays alone.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    sentence: ClassVar[str]
    settings: ClassVar[Mapping[str, Setting]] = {}
    labels: ClassVar[Mapping[str, tuple[str, str]]] = {}
    # Settings of a new stage that differ from the defaults
    suggested: ClassVar[Mapping[str, Any]] = {}
    # Settings that need an earlier stage: those of the first stage do not have them
    later_only: ClassVar[frozenset[str]] = frozenset()
    choices: ClassVar[Mapping[str, str]] = {}  # label of each value of a `Choice`
    # What may be ranked: "person", "pair", "team"
    units: ClassVar[tuple[str, ...]] = ("pair", "team")
    # True: all rounds can be drawn at once (a fixed schedule)
    whole_stage: ClassVar[bool] = False
    # False: a round without a match is a free round (a schedule, a bracket)
    byes_count: ClassVar[bool] = True
    # False: entrants absent from the first draw are left out (a bracket)
    takes_late: ClassVar[bool] = True
    # True: its groups are divisions, the first above the second
    has_divisions: ClassVar[bool] = False
    # True: `reached` gives the places, and the standings follow it
    ranks_itself: ClassVar[bool] = False
    # Matches, each between other sides, that a table of four plays in a round
    at_four: ClassVar[int] = 1
    # True: results are compared board by board between tables that play the same cards
    compares_boards: ClassVar[bool] = False
    # Criteria that rank everybody who played in a list of its own, beside the standings
    prize_lists: ClassVar[tuple[str, ...]] = ()
    # True: a part of a round cannot be redrawn (a schedule, a bracket)
    keeps_schedule: ClassVar[bool] = False

    @property
    def needs_awards(self) -> bool:
        """Whether somebody has to decide what a bye and a missed round are worth."""
        return not (self.ranks_itself or self.compares_boards)

    def plays(self, game: Variant) -> bool:
        """Whether the format can seat people for this game: by default, any game of two teams."""
        return game.has_teams

    @property
    def variants(self) -> tuple[str, ...]:
        """Return the keys of the games it is played with; empty means all games of two teams."""
        found = tuple(
            key for key, game in VARIANTS.items() if game.in_tournaments and self.plays(game)
        )
        return (
            () if found == tuple(key for key, game in VARIANTS.items() if game.has_teams) else found
        )

    def read(self, settings: Mapping[str, Any]) -> dict[str, Any]:
        """Return the settings completed with defaults.

        Raises RuleError: `unknown_setting`, `bad_setting`.
        """
        mistakes = []
        for key, value in settings.items():
            if key not in self.settings:
                text = gettext_noop(
                    "This format has no setting %(setting)s; its settings are: %(known)s."
                )
                known = ", ".join(self.settings)
                mistakes.append(
                    Mistake(
                        "unknown_setting", str(key), text, {"setting": shown(key), "known": known}
                    )
                )
            else:
                mistakes += self.settings[key].mistakes(key, value)
        if mistakes:
            raise RuleError(mistakes)
        return {
            key: setting.frozen(settings[key]) if key in settings else setting.default
            for key, setting in self.settings.items()
        }

    def ends_at_half(self, settings: Mapping[str, Any]) -> bool:  # noqa: ARG002 - used by subclasses
        """Whether the matches of an entrant who leaves do not count below half of them, and are
        forfeits from half on.
        """
        return False

    @abstractmethod
    def rounds(self, entrants: int, settings: Mapping[str, Any]) -> int | None:
        """Return the number of session rounds for this many entrants; None if it depends on
        results.
        """

    def rounds_of(self, field: Field) -> int | None:
        """Return the number of session rounds given what has been played; None as in `rounds`."""
        return self.rounds(len(field.entrants), field.settings)

    @abstractmethod
    def draw(self, field: Field) -> Draw:
        """Draw the next session round.

        Always finds a draw: wishes that cannot be met are relaxed and reported. Raises RuleError
        only if play is impossible: `too_few` entrants, or `stage_over`.
        """

    def reached(
        self,
        past: Sequence[SessionRound],  # noqa: ARG002 - used by subclasses
        entrants: Sequence[int],
        settings: Mapping[str, Any],  # noqa: ARG002
        active: Collection[int],  # noqa: ARG002
        groups: Mapping[int, str] = NO_GROUPS,  # noqa: ARG002
    ) -> Reached:
        """Return the places reached after these session rounds; `active` are those who have not
        left, `groups` as in `Field`.

        Only called on formats that rank by themselves.
        """
        return Reached((tuple(entrants),))

    def describe(
        self,
        settings: Mapping[str, Any],  # noqa: ARG002 - used by subclasses
    ) -> tuple[tuple[str, Mapping[str, object]], ...]:
        """Return sentences (template, params) that describe these settings to players."""
        return ()

    def preview(
        self,
        settings: Mapping[str, Any],  # noqa: ARG002 - used by subclasses
        entrants: int | None,  # noqa: ARG002
    ) -> tuple[tuple[str, Mapping[str, object]], ...]:
        """Return sentences on the consequences of these settings, shown before the first draw.

        `entrants` is None if their number is not known yet.
        """
        return ()

    def remedy(
        self,
        settings: Mapping[str, Any],  # noqa: ARG002 - used by subclasses
    ) -> Mapping[str, Any]:
        """Return setting changes that avoid what the preview warns about, if any."""
        return {}

    def clubs_matter(
        self,
        field: Field,  # noqa: ARG002 - used by subclasses
    ) -> bool:
        """Whether two members of a club at one table are worth a warning in this round."""
        return True

    def manual_notes(
        self,
        table: Table,  # noqa: ARG002 - used by subclasses
        field: Field,  # noqa: ARG002
    ) -> tuple[Note, ...]:
        """Return the notes a table set by hand must carry so that later draws can read them."""
        return ()


@dataclass(frozen=True)
class Whole(Setting):
    """An integer from `least` to `most`. `open_` allows None: another setting decides."""

    default: int | None
    least: int
    most: int
    open_: bool = False

    def mistakes(self, key: str, value: object) -> list[Mistake]:
        if value is None and self.open_:
            return []
        if is_whole(value) and self.least <= value <= self.most:  # type: ignore[operator]
            return []
        text = gettext_noop(
            "%(setting)s is %(value)s; it must be a whole number from %(least)s to %(most)s."
        )
        params = {"setting": key, "value": shown(value), "least": self.least, "most": self.most}
        return [Mistake("bad_setting", key, text, params)]
