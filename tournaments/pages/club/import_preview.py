"""What the pages of imports show: what a file would add, and what was imported."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.models import Club, Import
from scoring.pages.common import worded
from scoring.pages.people.merging import WHY
from tournaments.clubs.actions.imports.name_matching import Question
from tournaments.clubs.actions.imports.preview import Plan, PlannedGame
from tournaments.clubs.imports import ALL, FORMS, Refused, people, rounds

MOST_SHOWN = 100  # games, names and mistakes on a page
MOST_IMPORTS = 50


@dataclass(frozen=True)
class GameRow:
    """A game that would be made.

    `sides` has the names and total of each; without totals, everybody in order of finishing.
    `side_calls` counts the calls of which only the team is known.
    """

    line: int
    at: datetime
    has_day: bool
    sides: Sequence[tuple[Sequence[str], int | None]]
    rounds: int
    over: bool
    side_calls: int


@dataclass(frozen=True)
class RejectedLine:
    """A rejected line: its place in the file, the field, and the reason."""

    line: int | None
    field: str
    message: str


@dataclass(frozen=True)
class NameQuestion:
    """Two names that may belong to one person."""

    key: str
    goes: str
    stays: str
    why: str
    there: bool
    yes: bool


def counts_in_words(games: int, rounds: int, people: int) -> str:
    """Describe the counts in words, leaving out zeros."""
    found = (
        (games, ngettext("%(n)s game", "%(n)s games", games)),
        (rounds, ngettext("%(n)s round", "%(n)s rounds", rounds)),
        (people, ngettext("%(n)s new person", "%(n)s new people", people)),
    )
    return ", ".join(words % {"n": number} for number, words in found if number)


class PreviewPage:
    """What a file would add. No queries."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    @property
    def form(self) -> str:
        return _(FORMS[self.plan.form].name)

    @property
    def what(self) -> str:
        """Describe what would be made; further names, if that is all there is."""
        further = len(self.plan.names.alias_targets)
        if not self.plan.games and not self.n_new:
            return ngettext("%(n)s more name", "%(n)s more names", further) % {"n": further}
        return counts_in_words(len(self.plan.games), self.plan.rounds, self.n_new)

    @property
    def games(self) -> list[GameRow]:
        return [_row(game) for game in self.plan.games[:MOST_SHOWN]]

    @property
    def more_games(self) -> int:
        return max(len(self.plan.games) - MOST_SHOWN, 0)

    @property
    def new(self) -> list[str]:
        names = self.plan.names
        return [names.spelled[key] for key in names.new[:MOST_SHOWN]]

    @property
    def n_new(self) -> int:
        return len(self.plan.names.new)

    @property
    def n_known(self) -> int:
        return len(self.plan.names.found)

    @property
    def known(self) -> list[tuple[str, str, bool]]:
        """Return the known names in the file: the key of the answer, the name, and whether it is
        the same person.
        """
        names = self.plan.names
        rows = [
            (key, names.listed.get(who, key), key not in names.other_people)
            for key, who in names.asked_of.items()
        ]
        return rows[:MOST_SHOWN]

    @property
    def further(self) -> list[tuple[str, str]]:
        """Return additional names of known people, with their main name."""
        names = self.plan.names
        rows = names.alias_targets[:MOST_SHOWN]
        return [
            (name, names.listed.get(who, "") if isinstance(who, int) else names.spelled[who])
            for name, who in rows
        ]

    @property
    def questions(self) -> list[NameQuestion]:
        return [_question(one) for one in self.plan.names.questions]

    @property
    def wrong(self) -> list[RejectedLine]:
        return rejected_lines(self.plan.wrong)

    @property
    def n_wrong(self) -> int:
        return len(self.plan.wrong)

    @property
    def duplicates(self) -> list[RejectedLine]:
        return rejected_lines(self.plan.duplicates)

    @property
    def n_duplicates(self) -> int:
        return len(self.plan.duplicates)


def _row(game: PlannedGame) -> GameRow:
    result, names = game.record.game, game.record.names
    sides: Sequence[tuple[Sequence[str], int | None]]
    if result.columns:
        sides = [
            ([names[seat] for seat in seats], total)
            for seats, total in zip(result.columns, result.totals, strict=True)
        ]
    else:
        sides = [([names[seat] for seat in result.position.seating], None)]
    played = game.record.rounds
    side_calls = sum(len(one.side_calls) for one in played)
    return GameRow(
        game.line, game.at, game.has_day, sides, len(played), result.finished, side_calls
    )


def _question(one: Question) -> NameQuestion:
    return NameQuestion(one.key, one.goes, one.stays, _(WHY[one.why]), one.there, one.yes)


def rejected_lines(refused: Sequence[Refused]) -> list[RejectedLine]:
    """Return the rejected lines, in the viewer's language."""
    some = refused[:MOST_SHOWN]
    words = worded([one.mistake for one in some], most=len(some) + 1)
    return [
        RejectedLine(one.line, word["field"], word["message"])
        for one, word in zip(some, words, strict=True)
    ]


@dataclass(frozen=True)
class ImportRow:
    """An import: who made it and who undid it, empty if the account is gone."""

    made: Import
    form: str
    what: str
    by: str
    undone_by: str


class ImportsPage:
    """The import form and past imports: two queries."""

    def __init__(self, club: Club) -> None:
        self.club = club

    @property
    def choices(self) -> list[tuple[str, str]]:
        return [(form.key, _(form.name)) for form in ALL if form.chosen]

    # Column names for the first line; in English, as in docs/import.md.
    people_columns = people.COLUMNS
    round_columns = rounds.COLUMNS

    @cached_property
    def rows(self) -> list[ImportRow]:
        made = list(Import.objects.filter(club=self.club).order_by("-at", "-pk")[:MOST_IMPORTS])
        accounts = {
            pk for one in made for pk in (one.by_account, one.undone_by_account) if pk is not None
        }
        named = get_user_model().objects.filter(pk__in=accounts)
        names: dict[int | None, str] = {user.pk: str(getattr(user, "name", "")) for user in named}
        return [
            ImportRow(
                one,
                _(FORMS[one.form].name) if one.form in FORMS else one.form,
                counts_in_words(one.games, one.rounds, one.people),
                names.get(one.by_account, ""),
                names.get(one.undone_by_account, ""),
            )
            for one in made
        ]
