"""A knock-out as trees: a column for each round, each match beside those that its sides come
from.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.games.round_words import in_form
from scoring.rules.words import gettext_noop
from tournaments.models import LogLine, Stage
from tournaments.names import names_at_table
from tournaments.pages.public.access import clocked_page, show_live
from tournaments.pages.public.session_round import TableShown, table_shown
from tournaments.pages.round_names import LEFT, OF_ROUNDS, SECOND_CHANCE, short_name
from tournaments.pages.viewer import Viewer, entrants_of
from tournaments.pairing import values
from tournaments.pairing.brackets import PLACES, Shown, Slot, bracket_of
from tournaments.pairing.consolation import ConsolationBracket
from tournaments.pairing.elimination import SEEDS, Elimination
from tournaments.pairing.formats import FORMATS
from tournaments.pairing.values import Note
from tournaments.stage.history import History
from tournaments.stage.qualifying import projected_qualifiers

# The trees of a bracket by the codes of their matches, with headings; a single tree has none.
# Within a tree every round has half as many matches as the one before, or as many.
TREES = {
    "match": "",
    "quarter_final": "",
    "semi_final": "",
    "final": "",
    "third_place": gettext_noop("Match for third place"),
    "consolation_match": ConsolationBracket.name,
    "consolation_final": ConsolationBracket.name,
    "second_chance_match": SECOND_CHANCE,
    "second_chance_final": SECOND_CHANCE,
    "winners_match": gettext_noop("Winners’ bracket"),
    "losers_match": gettext_noop("Losers’ bracket"),
    "grand_final": gettext_noop("Grand final"),
    "grand_final_again": gettext_noop("Grand final"),
}
OTHER_FINALS = ("consolation_final", "second_chance_final")
FOR_PLACES = ("places_match", "place_match")
DONE, PLAYING, COMING = "done", "playing", "coming"


@dataclass(frozen=True)
class BracketSide:
    """A side of a match: an entrant, or a description of who will come. `score` is the current one,
    if any.

    `seed` is set if the draw went by seeds, `at` is the index of the side at the table.
    """

    id: int | None
    name: str
    won: bool = False
    lost: bool = False
    score: str = ""
    seed: int | None = None
    at: int | None = None


@dataclass(frozen=True)
class BracketMatch:
    """A match in the tree. `walkover` if it needs no play; `table` is set once it is drawn."""

    name: str
    sides: Sequence[BracketSide]
    walkover: bool = False
    table: TableShown | None = None
    no_winner: bool = False  # it is over, and neither side advances

    @property
    def decided(self) -> bool:
        """Whether it is known who advances, or that nobody does."""
        return any(side.won for side in self.sides) or self.no_winner

    @property
    def on(self) -> bool:
        """Whether it is being played."""
        return self.table is not None and self.table.begun and not self.table.done

    @property
    def bye(self) -> BracketSide | None:
        """Return the side that advances without an opponent; a description if it is not known
        yet.
        """
        alone = [side for side in self.sides if side.won] or [
            side for side in self.sides if side.name
        ]
        return alone[0] if self.walkover and len(alone) == 1 else None

    @property
    def unplayed(self) -> str:
        """Return how it looks if it is not played: a walkover, or a match that nobody comes to."""
        if not self.walkover:
            return ""
        return "walkover" if self.bye else "nobody"


@dataclass
class BracketRound:
    """Matches that are played at the same time if everything goes to plan."""

    number: int
    name: str
    matches: list[BracketMatch] = field(default_factory=list)
    halves: bool = False  # the next round has half as many

    @property
    def state(self) -> str:
        if all(match.decided for match in self.matches):
            return DONE
        return PLAYING if any(match.table for match in self.matches) else COMING


@dataclass
class Tree:
    """Rounds whose winners advance to the next; `name` is set if there are several trees."""

    name: str
    rounds: list[BracketRound] = field(default_factory=list)

    @property
    def now(self) -> BracketRound:
        """Return the current or next round; the last one once all are over."""
        return next((one for one in self.rounds if one.state != DONE), self.rounds[-1])

    def round_of(self, one: Shown) -> BracketRound:
        """Return the round that a match belongs to; it is added with its first match."""
        number = _round_of(one)
        found = next((each for each in self.rounds if each.number == number), None)
        if found is None:
            found = BracketRound(number, _name_of(one, number))
            self.rounds.append(found)
        return found

    def sort_rounds(self) -> None:
        """Put the rounds in order, and find out after which of them half the matches are left."""
        self.rounds.sort(key=lambda each: each.number)
        for each, next_ in pairwise(self.rounds):
            each.halves = len(next_.matches) < len(each.matches)


@dataclass(frozen=True)
class BracketPage:
    stage: Stage
    trees: Sequence[Tree]
    frozen: int | None = None
    stayed: bool = False  # left as drawn, although corrected results would change it


def bracket_page(seen: Viewer, stage: Stage) -> BracketPage:
    """Return the page of a stage's bracket; it has no trees if the stage is not a knock-out, or has
    nobody yet.
    """
    history = seen.history(stage)
    names = seen.names(entrants_of(history))
    trees = trees_of(history, names, public=not seen.whole)
    return BracketPage(
        stage,
        trees,
        seen.results_until(stage),
        stayed=bool(trees) and _left_as_drawn(seen, history),
    )


def _left_as_drawn(seen: Viewer, history: History) -> bool:
    """Whether a director left it as drawn when an earlier result was corrected, and it still
    matters. One query; six more in a later stage that was left.
    """
    if history.cut is not None:
        return False
    if any("goes_on" in (one.match.ruling or {}) for rows in history.rounds for one in rows.seated):
        return True
    stage = history.stage
    lines = LogLine.objects.filter(
        tournament=seen.tournament, action="stage_stayed", params__stage=stage.number
    )
    if stage.number == 1 or not lines.exists():
        return False
    in_it = tuple(row.entrant_id for row in history.participations)
    return projected_qualifiers(seen.history(seen.stage(stage.number - 1)), stage) != in_it


def trees_of(history: History, names: Mapping[int, str], *, public: bool = True) -> list[Tree]:
    """Return all published matches of a stage that ranks by a bracket; empty for other stages."""
    stage = history.stage
    format_ = FORMATS[stage.format]
    if not isinstance(format_, Elimination) or len(history.participations) < 2:
        return []
    there = [
        values.Entrant(id=row.entrant_id, place=row.seed)
        for row in history.participations
        if row.entrant_id in history.active
    ]
    seeds = _shown_seeds(history, format_)
    tables = _tables(history, names, public=public)
    shown = format_.bracket(history.past(10**6), there, stage.format_settings, history.groups)
    trees: dict[str, Tree] = {}
    for one in shown:
        if not one.needed:
            continue
        _tree_of(one, trees).round_of(one).matches.append(
            _match(one, tables.get(one.key), names, seeds)
        )
    for tree in trees.values():
        tree.sort_rounds()
    return [tree for _name, tree in sorted(trees.items(), key=lambda one: _first_place(one[0]))]


def _first_place(name: str) -> int:
    """Return the best place of a tree for lower places, 0 for the others, which come first."""
    number = name.removeprefix(PLACES)
    return int(number) if number != name and number.isdigit() else 0


def _shown_seeds(history: History, format_: Elimination) -> dict[int, int]:
    """Return the seeds by entrant; none if they were drawn by lot: these are just the order of the
    lots, and would read as ranks beside names.
    """
    if format_.read(history.stage.format_settings)["first_round"] != SEEDS:
        return {}
    return {row.entrant_id: row.seed for row in history.participations}


def _tables(
    history: History, names: Mapping[int, str], *, public: bool
) -> dict[str, tuple[TableShown, Mapping[str, Mapping[str, object]]]]:
    """Return the drawn tables with their results, by the keys of their matches in the bracket."""
    return {
        seated.match.fixture: (
            replace(
                table_shown(seated, names_at_table(seated, names, public=public)),
                kept=not history.shows_results(rows.session_round.number),
            ),
            seated.match.result or {},
        )
        for rows in history.rounds
        for seated in rows.seated
    }


def _tree_of(shown: Shown, trees: dict[str, Tree]) -> Tree:
    """Return the tree of a match; it is added with its first match.

    Those who play for lower places have a tree for each half that loses.
    """
    if shown.name.code in FOR_PLACES:
        return trees.setdefault(
            bracket_of(shown.key), Tree(short_name(shown.name.code, shown.name.params))
        )
    name = TREES[shown.name.code]
    return trees.setdefault(name, Tree(_(name) if name else ""))


def _round_of(shown: Shown) -> int:
    """Return the round within its tree: by its name; a repeated grand final comes after the
    first.
    """
    number = int(str(shown.name.params.get("round", shown.level)))
    return number + (shown.name.code == "grand_final_again")


def _name_of(shown: Shown, number: int) -> str:
    if shown.name.code in OF_ROUNDS:
        return _(OF_ROUNDS[shown.name.code])
    if shown.name.code in FOR_PLACES:
        return short_name(shown.name.code, shown.name.params)
    if shown.name.code in OTHER_FINALS and number > 1:  # its tree is headed by the cup's name
        return _(OF_ROUNDS[LEFT[1]])
    named = ("third_place", *OTHER_FINALS)
    if TREES[shown.name.code] == TREES["grand_final"] or shown.name.code in named:
        return _format_note(shown.name)
    return pgettext("tournament", "Round %(number)s") % {"number": number}


def _match(
    shown: Shown,
    at: tuple[TableShown, Mapping[str, Mapping[str, object]]] | None,
    names: Mapping[int, str],
    seeds: Mapping[int, int],
) -> BracketMatch:
    table, result = at or (None, {})
    decided = shown.winner is not None or shown.no_winner
    return BracketMatch(
        name=_format_note(shown.name),
        sides=[
            _side(
                slot,
                table,
                result,
                names,
                seeds,
                won=index == shown.winner,
                lost=decided and index != shown.winner,
            )
            for index, slot in enumerate(shown.sides)
        ],
        walkover=shown.walkover,
        table=table,
        no_winner=shown.no_winner,
    )


def _side(
    slot: Slot,
    table: TableShown | None,
    result: Mapping[str, Mapping[str, object]],
    names: Mapping[int, str],
    seeds: Mapping[int, int],
    *,
    won: bool,
    lost: bool,
) -> BracketSide:
    if slot.id is None:
        return BracketSide(None, _format_note(slot.label) if slot.label else "", lost=lost)
    line = result.get(str(slot.id))
    return BracketSide(
        *(slot.id, names.get(slot.id, f"#{slot.id}")),
        won=won,
        lost=lost,
        score=""
        if line is None or table is None
        else table.sides[table.side_of(slot.id) or 0].score,
        seed=seeds.get(slot.id),
        at=table.side_of(slot.id) if table else None,
    )


def _format_note(note: Note) -> str:
    return in_form(note.text, note.params) % note.params


@clocked_page
def bracket(request: HttpRequest, seen: Viewer, stage: int) -> HttpResponse:
    """Show a knock-out as a tree; an empty page for other stages."""
    row = seen.stage(stage)
    return show_live(
        request,
        "bracket",
        seen,
        lambda: {"page": bracket_page(seen, row), "stage": row, "tab": "bracket"},
    )
