"""Individuals with changing partners: persons are ranked, drawn pairs play at tables of four."""

from collections.abc import Mapping
from typing import Any, ClassVar

from scoring.rules import Conflict, Mistake, Variant
from scoring.rules.settings import Choice, Limit, Setting
from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.pairing.clubs import (
    ALWAYS,
    APART,
    APART_LABELS,
    APART_ROUNDS,
    APART_SETTINGS,
    APART_WORDS,
    FIRST_ROUNDS,
    NEVER,
    Apart,
    apart_now,
    clubs_apart_sentences,
)
from tournaments.pairing.format import Format
from tournaments.pairing.individual.drawing import draw_by_lot, draw_by_ranks
from tournaments.pairing.individual.fives import BY_SIZE, BYES, FIVES, FOUR, sizes
from tournaments.pairing.individual.forecast import forecast_sentences
from tournaments.pairing.individual.history import history
from tournaments.pairing.individual.schedule import schedule_draw
from tournaments.pairing.individual.seated import Seated, seated_draw
from tournaments.pairing.values import Draw, Field, Note


def random_draw(field: Field, relaxed: tuple[Note, ...] = ()) -> Draw:
    """Draw by lot; `relaxed` are the wishes already given up."""
    past = history(field.past)
    drawn = draw_by_lot(field, past, sizes(len(field.entrants), field.settings["odd"]))
    reason = Note("by_lot", gettext_noop("Drawn by lot."))
    return seated_draw(
        field, past, [Seated(group, reason) for group in drawn.groups], relaxed, drawn.known
    )


def swiss_draw(field: Field) -> Draw:
    """Draw by rank, using the entrants' places in the field."""
    past = history(field.past)
    drawn = draw_by_ranks(field, past, sizes(len(field.entrants), field.settings["odd"]))
    places = {entrant.id: entrant.place for entrant in field.entrants}
    seated = []
    for group in drawn.groups:
        first, second = " ".join(str(places[id_]) for id_ in group[:2]), ""
        if len(group) == FOUR:
            second = " ".join(str(places[id_]) for id_ in group[2:])
            text = gettext_noop("By ranks: places %(first)s play against places %(second)s.")
            reason = Note("level", text, {"first": first, "second": second})
        else:
            all_places = " ".join(str(places[id_]) for id_ in group)
            reason = Note(
                "level", gettext_noop("By ranks: places %(places)s."), {"places": all_places}
            )
        seated.append(Seated(group, reason))
    return seated_draw(field, past, seated, (), drawn.known)


FEWEST = 4


class Individual(Format):
    """A new partner every round.

    Criteria, most important first, as requested by the German championship's organisers:

    1. fixed tables (two who need different tables are not put at one), and the director at a table
      of five;
    2. no repeated partner as long as that can be avoided (else as few as possible; by lot with
       tables of five over all rounds together, if their number is known and everybody stays);
    3. as few tables of five as possible (or, by setting, none, and byes instead);
    4. byes and tables of five in turn: nobody twice before everybody once;
    5. as few repeated opponents as possible;
    6. two of a club at different tables, if the event wants that;
    7. with method "level": close ranks at a table, the first with the fourth.

    The number of tables of five follows from the number of persons, so 2 never changes it: as each
    partners each at a table of five, a small field may have to repeat partners there.
    """

    key: ClassVar[str] = "individual"
    name: ClassVar[str] = gettext_noop("Individuals with changing partners")
    sentence: ClassVar[str] = gettext_noop(
        "Players are ranked; each round everybody gets a new partner."
    )
    settings: ClassVar[Mapping[str, Setting]] = {
        "rounds": Limit(6),
        "method": Choice(("random", "level", "schedule")),
        "odd": Choice((FIVES, BYES, BY_SIZE)),
        APART: Apart((NEVER, FIRST_ROUNDS, ALWAYS)),
        APART_ROUNDS: APART_SETTINGS[APART_ROUNDS],
    }
    suggested: ClassVar[Mapping[str, Any]] = {"odd": BY_SIZE}
    labels: ClassVar[Mapping[str, tuple[str, str]]] = {
        "rounds": (
            gettext_noop("Rounds to play"),
            gettext_noop("How many rounds are played; empty for no limit."),
        ),
        "method": (gettext_noop("Draw"), gettext_noop("How partners and opponents are found.")),
        "odd": (
            gettext_noop("Odd numbers"),
            gettext_noop(
                "What happens if the field does not divide by four. Tables of five use up "
                "partners faster than byes."
            ),
        ),
        **APART_LABELS,
    }
    choices: ClassVar[Mapping[str, str]] = {
        "random": gettext_noop("By lot"),
        "level": gettext_noop("By ranks (Swiss)"),
        "schedule": gettext_noop("By a schedule: everyone partners everyone else once"),
        FIVES: gettext_noop("Tables of five"),
        BYES: gettext_noop("Byes: up to three sit out"),
        BY_SIZE: gettext_noop("Byes below 24 players, tables of five from 24 on"),
        **APART_WORDS,
    }
    units: ClassVar[tuple[str, ...]] = ("person",)

    def plays(self, game: Variant) -> bool:
        return game.side_size == 2

    def rounds(self, entrants: int, settings: Mapping[str, Any]) -> int | None:  # noqa: ARG002 - the same for any field
        """Return the number in the settings, None if unlimited."""
        limit: int | None = settings["rounds"]
        return limit

    def draw(self, field: Field) -> Draw:
        """Draw the next session round. Raises RuleError: `too_few` (below four), `stage_over`."""
        limit = field.settings["rounds"]
        if limit is not None and field.number > limit:
            text = ngettext_noop(
                "The only round is drawn; set more rounds to go on.",
                "All %(rounds)s rounds are drawn; set more rounds to go on.",
                "rounds",
            )
            raise Conflict([Mistake("stage_over", "rounds", text, {"rounds": limit})])
        if len(field.entrants) < FEWEST:
            text = ngettext_noop(
                "%(count)s player is here; a table needs at least %(fewest)s.",
                "%(count)s players are here; a table needs at least %(fewest)s.",
                "count",
            )
            params = {"count": len(field.entrants), "fewest": FEWEST}
            raise Conflict([Mistake("too_few", "entrants", text, params)])
        if field.settings["method"] == "level":
            return swiss_draw(field)
        if field.settings["method"] == "random":
            return random_draw(field)
        planned = schedule_draw(field)
        return random_draw(field, (planned,)) if isinstance(planned, Note) else planned

    def describe(self, settings: Mapping[str, Any]) -> tuple[tuple[str, Mapping[str, object]], ...]:
        """Describe how partners are found, what odd numbers lead to, and whether clubs are kept
        apart.
        """
        methods = {
            "random": gettext_noop(
                "Each round draws partners and opponents by lot, avoiding repeated partners."
            ),
            "level": gettext_noop(
                "Each round seats people of similar rank together, the first with the fourth "
                "against the second with the third, avoiding repeated partners."
            ),
            "schedule": gettext_noop(
                "By a schedule, everyone partners everyone else once; if the field does not "
                "divide by four, some have a bye in each round."
            ),
        }
        odds = {
            "fives": gettext_noop(
                "If the field does not divide by four, there are tables of five, where each sits "
                "out one game in turn."
            ),
            "byes": gettext_noop("If the field does not divide by four, up to three have a bye."),
            "by_size": gettext_noop(
                "If the field does not divide by four, up to three have a bye; from 24 players on "
                "there are tables of five, where each sits out one game in turn."
            ),
        }
        sentences = [methods[settings["method"]]]
        if settings["method"] != "schedule":
            sentences.append(odds[settings["odd"]])
        found: list[tuple[str, Mapping[str, object]]] = [(text, {}) for text in sentences]
        if settings["method"] != "schedule":
            found += clubs_apart_sentences(settings, points=False)
        if settings["rounds"] is not None:
            text = gettext_noop("Rounds: %(rounds)s.")
            found.insert(0, (text, {"rounds": settings["rounds"]}))
        return tuple(found)

    def preview(
        self, settings: Mapping[str, Any], entrants: int | None
    ) -> tuple[tuple[str, Mapping[str, object]], ...]:
        return tuple(forecast_sentences(settings, entrants))

    def remedy(self, settings: Mapping[str, Any]) -> Mapping[str, Any]:
        return {} if settings["method"] == "schedule" or settings["odd"] == BYES else {"odd": BYES}

    def clubs_matter(self, field: Field) -> bool:
        return apart_now(field.settings, field.number) != NEVER
