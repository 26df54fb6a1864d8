"""Swiss system: opponents of about equal score, no rematches."""

import random
from collections.abc import Mapping
from typing import Any, ClassVar

from scoring.rules import Conflict, Mistake
from scoring.rules.settings import Choice, Limit, Setting
from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.pairing.clubs import (
    APART,
    APART_LABELS,
    APART_SETTINGS,
    APART_WORDS,
    NEVER,
    POINTS,
    apart_now,
    clubs_apart_sentences,
)
from tournaments.pairing.format import Format
from tournaments.pairing.swiss.drawing import Drawing
from tournaments.pairing.swiss.notes import NoteWriter
from tournaments.pairing.swiss.past import Past, manual_float_note
from tournaments.pairing.swiss.standing import ADJACENT, RANDOM, SLIDE, draw_lots
from tournaments.pairing.tables import number_tables
from tournaments.pairing.values import Draw, Field, Note, Table


class Swiss(Format):
    """Equals meet equals.

    Wishes are given up in this order and reported in `Draw.relaxed`: clubs apart (if they outweigh
    points), no second bye, no rematch (then between those who met least often, longest ago). See
    `tournaments.pairing.swiss.drawing` for all criteria.
    """

    key = "swiss"
    name = gettext_noop("Swiss system")
    sentence = gettext_noop(
        "Each round you meet an opponent with a similar score, and never the same one twice."
    )
    settings: ClassVar[Mapping[str, Setting]] = {
        "rounds": Limit(5),
        "first_round": Choice((RANDOM, SLIDE, ADJACENT)),
        **APART_SETTINGS,
    }
    suggested: ClassVar[Mapping[str, Any]] = {APART: POINTS}
    labels: ClassVar[Mapping[str, tuple[str, str]]] = {
        "rounds": (
            gettext_noop("Rounds to play"),
            gettext_noop("How many rounds are played; empty for no limit."),
        ),
        "first_round": (
            gettext_noop("First round"),
            gettext_noop("How the first opponents are found."),
        ),
        **APART_LABELS,
    }
    choices: ClassVar[Mapping[str, str]] = {
        RANDOM: gettext_noop("By lot"),
        SLIDE: gettext_noop("Top half against bottom half"),
        ADJACENT: gettext_noop("Neighbours in the order of the seeds"),
        **APART_WORDS,
    }

    def rounds(self, entrants: int, settings: Mapping[str, Any]) -> int | None:  # noqa: ARG002
        """Return the number in the settings."""
        limit: int | None = settings["rounds"]
        return limit

    def draw(self, field: Field) -> Draw:
        """Draw the next session round. Raises RuleError: `too_few` (nobody is present),
        `stage_over`.
        """
        settings = self.read(field.settings)
        _check_open(field, settings["rounds"])
        first = field.number <= 1
        method = settings["first_round"] if first else SLIDE
        lot = random.Random(field.seed)  # noqa: S311 - a lot, not a secret
        entrants = field.ranked
        order = [one.id for one in entrants]
        if method == RANDOM:
            lot.shuffle(order)
        points = {one.id: 0 if first else one.points for one in entrants}
        apart = apart_now(settings, field.number)
        drawing = Drawing(
            order,
            points,
            field.clubs,
            Past(field.past, order),
            method,
            draw_lots(sorted(order), lot),
            apart,
            field.apart,
        )
        pairs, bye = drawing.found()
        notes = NoteWriter(drawing, pairs, bye, entrants, first)
        tables = number_tables(notes.tables(), field.fixed_tables)
        return Draw(tables, () if bye is None else (bye,), notes.relaxed(), notes.bye_notes())

    def describe(self, settings: Mapping[str, Any]) -> tuple[tuple[str, Mapping[str, object]], ...]:
        return tuple(clubs_apart_sentences(self.read(settings)))

    def clubs_matter(self, field: Field) -> bool:
        return apart_now(self.read(field.settings), field.number) != NEVER

    def manual_notes(self, table: Table, field: Field) -> tuple[Note, ...]:
        if field.number <= 1:
            return ()
        return manual_float_note(table, {one.id: one.points for one in field.entrants})


def _check_open(field: Field, rounds: int | None) -> None:
    """Raise RuleError if all rounds are drawn or nobody is present."""
    if rounds is not None and field.number > rounds:
        text = ngettext_noop(
            "The only round is drawn; set more rounds to go on.",
            "All %(rounds)s rounds are drawn; set more rounds to go on.",
            "rounds",
        )
        raise Conflict([Mistake("stage_over", "rounds", text, {"rounds": rounds})])
    if not field.entrants:
        text = gettext_noop("Nobody is here to play; a draw needs at least one entrant.")
        raise Conflict([Mistake("too_few", "entrants", text)])
