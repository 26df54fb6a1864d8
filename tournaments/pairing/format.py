"""What every format of a stage has in common, so that whoever draws needs to know none of them by
name.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from scoring.rules import VARIANTS, Mistake, RuleError, Variant, shown
from scoring.rules.settings import Setting
from scoring.rules.words import gettext_noop
from tournaments.pairing.bracket_progress import Reached
from tournaments.pairing.values import Draw, Field, Note, SessionRound, Table


class Format(ABC):
    """One way to seat a field, round after round.

    `name` and `sentence` are for people (English, marked for translation). `settings` are the
    format's own, in the order in which a form asks for them; `labels` has a name and a sentence for
    each. `sides` and `side_size` tell who meets whom: entrants of the ranking in each side of a
    match (1 where pairs or teams are ranked, 2 where persons are ranked and drawn pairs play), None
    where everybody plays alone.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    sentence: ClassVar[str]
    settings: ClassVar[Mapping[str, Setting]] = {}
    labels: ClassVar[Mapping[str, tuple[str, str]]] = {}
    # What a new stage begins with, where that is not the default
    suggested: ClassVar[Mapping[str, Any]] = {}
    choices: ClassVar[Mapping[str, str]] = {}  # the word for each value of a `Choice`, for people
    # What may be ranked: "person", "pair", "team"
    units: ClassVar[tuple[str, ...]] = ("pair", "team")
    # True: all rounds can be drawn at once (a schedule known beforehand)
    whole_stage: ClassVar[bool] = False
    # False: a round without a match is a free round (a schedule, a bracket)
    byes_count: ClassVar[bool] = True
    # False: who is not there for the first draw is not in it (a bracket)
    takes_late: ClassVar[bool] = True
    # True: its groups are divisions, the first above the second
    has_divisions: ClassVar[bool] = False
    # True: `reached` tells who came how far, and the standings follow it
    ranks_itself: ClassVar[bool] = False
    # Matches, each of other sides, that a table of four plays in a round
    at_four: ClassVar[int] = 1
    # True: a part of a round cannot be redrawn (a schedule, a bracket)
    keeps_schedule: ClassVar[bool] = False

    def plays(self, game: Variant) -> bool:
        """Whether it seats people for this game: every one in which two teams meet, unless the
        format says another.
        """
        return game.has_teams

    @property
    def variants(self) -> tuple[str, ...]:
        """The keys of the games it is played with; empty: all in which two teams meet."""
        found = tuple(key for key, game in VARIANTS.items() if self.plays(game))
        return (
            () if found == tuple(key for key, game in VARIANTS.items() if game.has_teams) else found
        )

    def read(self, settings: Mapping[str, Any]) -> dict[str, Any]:
        """The settings filled up with defaults. Raises RuleError:
        `unknown_setting`, `bad_setting`.
        """
        mistakes = []
        for key, value in settings.items():
            if key not in self.settings:
                text = gettext_noop("This format has no setting %(setting)s; it knows: %(known)s.")
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

    @abstractmethod
    def rounds(self, entrants: int, settings: Mapping[str, Any]) -> int | None:
        """How many session rounds the stage has with so many entrants; None where only its course
        can tell.
        """

    def rounds_of(self, field: Field) -> int | None:
        """How many session rounds the stage has, now that this much of it is known; None as in
        `rounds`.
        """
        return self.rounds(len(field.entrants), field.settings)

    @abstractmethod
    def draw(self, field: Field) -> Draw:
        """The next session round. Never without an answer: what cannot be kept is relaxed, and it
        says so.

        Raises RuleError only where nobody could play: `too_few` entrants, or the stage is over
        (`stage_over`).
        """

    def reached(
        self,
        past: Sequence[SessionRound],  # noqa: ARG002 - for those who go by it
        entrants: Sequence[int],
        settings: Mapping[str, Any],  # noqa: ARG002
        here: Collection[int],  # noqa: ARG002
    ) -> Reached:
        """Who came how far, after these session rounds; `here` are those who have not left.

        Asked only of formats that rank by themselves.
        """
        return Reached((tuple(entrants),))

    def words(
        self,
        settings: Mapping[str, Any],  # noqa: ARG002 - for those who have something to say
    ) -> tuple[tuple[str, Mapping[str, object]], ...]:
        """Sentences (template, params) that describe these settings to a player, for the paragraph
        of plain words.
        """
        return ()

    def foretold(
        self,
        settings: Mapping[str, Any],  # noqa: ARG002 - for those who can tell
        entrants: int | None,  # noqa: ARG002
    ) -> tuple[tuple[str, Mapping[str, object]], ...]:
        """Sentences on what these settings will cost, to be said before the first draw; none where
        there is nothing.

        `entrants` is None where nobody knows yet how many there will be.
        """
        return ()

    def without(
        self,
        settings: Mapping[str, Any],  # noqa: ARG002 - for those who can tell
    ) -> Mapping[str, Any]:
        """The settings to change, and to what, so that what is foretold is spared; empty where
        there are none.
        """
        return {}

    def clubs_matter(
        self,
        field: Field,  # noqa: ARG002 - for those who can be told
    ) -> bool:
        """Whether two of a club at one table are something to look at in this round."""
        return True

    def reasons_by_hand(
        self,
        table: Table,  # noqa: ARG002 - for those whose later draws go by it
        field: Field,  # noqa: ARG002
    ) -> tuple[Note, ...]:
        """What the row of a table that was set by hand must say, beside that it was, for later
        draws to read.
        """
        return ()
