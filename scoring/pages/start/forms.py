"""The form that starts a game: its input as typed, and the seats and rules that it means."""

import re
import secrets
import uuid
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from scoring.games.carried import read_carried
from scoring.games.names.seat_names import names_by_seat
from scoring.games.names.validation import LONGEST_TABLE, clean_text, tidy
from scoring.games.parsing import number_typed
from scoring.games.queries import Table
from scoring.models import Game
from scoring.pages.forms import LONGEST_KEPT
from scoring.pages.house_rules import RulesForm, typed_texts
from scoring.rules import (
    NOTHING_CARRIED,
    PRESETS,
    VARIANTS,
    Carried,
    Mistake,
    Preset,
    RuleError,
    RuleSet,
    Variant,
    collect,
    is_played_as,
    opening,
)
from scoring.rules.words import gettext_noop

MOST_FIELDS = 20  # names read at most; no game takes as many, and the error says so
MOST_COLUMNS = 5  # of scores
MOVE = re.compile(r"move_(up|down)_(\d{1,2})", re.ASCII)
ONE_OF_THESE = gettext_noop("Choose one of these.")


@dataclass
class StartForm:
    """A form as filled in, valid or not.

    `names` are by seat, as typed; `spare` are names without a seat after the game was changed.
    `mistakes` are those of reading; `check` finds the others.
    """

    preset: Preset
    names: list[str]
    rules: RulesForm
    # The totals of a game that was begun elsewhere, and its rounds
    totals: list[str] = field(default_factory=list)
    rounds: str = ""
    table_name: str = ""
    direction: str = Game.Direction.RIGHT
    saving: str = Game.Saving.ITSELF
    start_id: uuid.UUID = field(default_factory=uuid.uuid4)
    spare: list[str] = field(default_factory=list)
    mistakes: list[Mistake] = field(default_factory=list)

    @property
    def variant(self) -> str:
        return self.preset.rules.variant

    @classmethod
    def of(cls, table: Table) -> "StartForm":
        """Return the form that would have started a game, for corrections."""
        game = table.game
        named = next((entry for entry in PRESETS if entry.key == game.preset), None)
        chosen = named if named and named.rules.variant == game.variant else official(game.variant)
        return cls(
            chosen,
            list(table.people),
            RulesForm(table.rules),
            totals=[str(total) for total in table.carried.totals],
            rounds=str(table.carried.rounds) if table.carried else "",
            table_name=game.table_name,
            direction=game.direction,
            saving=game.saving,
        )

    # Reading
    # ----------------------------------------------------------------------------------------------

    @classmethod
    def read(cls, data: Mapping[str, str], *, choosing: bool = False) -> "StartForm":
        """Read a form as sent; missing fields keep the defaults of the official game.

        `choosing`: a game or rules are being chosen, rather than the shown ones filled in.
        """
        mistakes: list[Mistake] = []
        shown = next((entry for entry in PRESETS if entry.key == data.get("rules_of")), None)
        chosen = _chosen_preset(data, shown, mistakes)
        texts = typed_texts(data, chosen.rules, shown.rules if shown else None, choosing=choosing)
        form = cls(
            chosen,
            [],
            RulesForm(chosen.rules, texts),
            totals=[data.get(f"carried_{at}", "")[:LONGEST_KEPT] for at in range(MOST_COLUMNS)],
            rounds=data.get("carried_rounds", "")[:LONGEST_KEPT],
            table_name=data.get("table_name", "")[:LONGEST_KEPT],
            direction=_one_of(data, "direction", Game.Direction.values, mistakes),
            saving=_one_of(data, "saving", Game.Saving.values, mistakes),
            mistakes=mistakes,
        )
        with suppress(ValueError):  # a program that sends none gets a new game each time
            form.start_id = uuid.UUID(data.get("start_id", ""))
        form._read_names(data, cut=choosing)
        return form

    def _read_names(self, data: Mapping[str, str], *, cut: bool) -> None:
        kind = VARIANTS[self.variant]
        names = _sent_names(data, kind)
        if cut and len(names) > kind.max_players:
            names, self.spare = _cut(names, kind)
        self.names = names
        extra = (
            tidy(data.get(f"extra_{number}", "")[:LONGEST_KEPT])
            for number in range(kind.max_players)
        )
        self.spare += filter(None, extra)
        while cut and self.spare and (empty := self._next_seat()) is not None:
            names[empty] = self.spare.pop(0)

    def _next_seat(self) -> int | None:
        """Return the next empty seat, or an additional one if the game has room; else None."""
        empty = next((seat for seat, name in enumerate(self.names) if not tidy(name)), None)
        if empty is None and len(self.names) < VARIANTS[self.variant].max_players:
            self.names.append("")
            return len(self.names) - 1
        return empty

    # Buttons other than Start

    def draw_seats(self) -> str:
        """Shuffle the people by the machine's own randomness. Empty seats stay where they are."""
        taken = [seat for seat, name in enumerate(self.names) if tidy(name)]
        if len(taken) < 2:
            return _("Type the names first, then draw the seats.")
        drawn = [self.names[seat] for seat in taken]
        secrets.SystemRandom().shuffle(drawn)
        for seat, name in zip(taken, drawn, strict=True):
            self.names[seat] = name
        return _("The seats have been drawn.")

    def move(self, action: str) -> bool:
        """Swap with the neighbour named by `move_up_2` or `move_down_0`; return False if it names
        none.
        """
        found = MOVE.fullmatch(action)
        if not found:
            return False
        seat = int(found[2])
        other = seat + (1 if found[1] == "down" else -1)
        if not (0 <= seat < len(self.names) and 0 <= other < len(self.names)):
            return False
        self.names[seat], self.names[other] = self.names[other], self.names[seat]
        return True

    def add_seat(self) -> str:
        most = VARIANTS[self.variant].max_players
        if len(self.names) >= most:
            return _("This game has no seats left.")
        self.names.append("")
        return ""

    def drop_seat(self) -> str:
        """Remove the last empty seat, or the last one if all are taken; its name is kept as a
        spare.
        """
        if len(self.names) <= VARIANTS[self.variant].min_players:
            return _("This game needs all of these seats.")
        empty = [seat for seat, name in enumerate(self.names) if not tidy(name)]
        gone = self.names.pop(empty[-1] if empty else -1)
        self.spare += [tidy(gone)] if tidy(gone) else []
        return ""

    def seat_name(self, name: str) -> str:
        """Put a name on the next empty seat, or on an additional one if the game has room."""
        seat = self._next_seat()
        if seat is None:
            self.spare.append(tidy(name[:LONGEST_KEPT]))
            return _("All seats are taken. Empty one, or choose a game for more people.")
        self.names[seat] = name[:LONGEST_KEPT]
        return ""

    # Checking
    # ----------------------------------------------------------------------------------------------

    def check(self) -> tuple[RuleSet, list[str], Carried]:
        """Return the rules, the names by seat, "" for unnamed ones, and the score to start with.

        Raises RuleError with all mistakes, each with its field.
        """
        mistakes = list(self.mistakes)
        rules, names, carried = self.preset.rules, self.names, NOTHING_CARRIED
        with collect(mistakes):
            names = names_by_seat(self.variant, self.names)
        with collect(mistakes):
            rules = self.rules.rule_set()
        with collect(mistakes):
            carried = read_carried(rules, self.n_players, self._carried())
        with collect(mistakes):
            clean_text(self.table_name, "table_name", most=LONGEST_TABLE)
        if mistakes:
            raise RuleError(mistakes)
        return rules, names, carried

    @property
    def n_players(self) -> int:
        """How many can play with these names: the form may have too many."""
        return min(len(self.names), VARIANTS[self.variant].max_players)

    def _carried(self) -> dict[str, object] | None:
        """Return the score as typed; None for a number that cannot be read."""
        columns = len(opening(self.preset.rules, self.n_players).columns)
        typed = [*self.totals, *[""] * columns][:columns]
        if not any(text.strip() for text in (*typed, self.rounds)):
            return None
        totals = [_whole(text) for text in typed]
        return {"rounds": _whole(self.rounds) if self.rounds.strip() else 0, "totals": totals}

    def preset_key(self, rules: RuleSet) -> str:
        """Return the preset of these rules, "" if house rules differ from it."""
        return self.preset.key if is_played_as(rules, self.preset.rules) else ""


def _whole(text: str) -> int | None:
    number = number_typed(text)
    return number.numerator if number is not None and number.denominator == 1 else None


def official(variant: str) -> Preset:
    """Return the first preset of a variant: the official game."""
    return next(entry for entry in PRESETS if entry.rules.variant == variant)


def blank(variant: str) -> StartForm:
    """Return an empty form with the rule book's settings."""
    chosen = official(variant)
    return StartForm(chosen, [""] * VARIANTS[variant].min_players, RulesForm(chosen.rules))


def _sent_names(data: Mapping[str, str], kind: Variant) -> list[str]:
    """Return the names by seat: as many as the form showed, up to the last that is filled in; at
    least as many as the game needs.
    """
    sent = [data.get(f"name_{number}") for number in range(MOST_FIELDS)]
    names = [(name or "")[:LONGEST_KEPT] for name in sent]
    shown = 0
    if kind.min_players < kind.max_players:
        shown = min(sum(name is not None for name in sent), kind.max_players)
    filled = [number for number, name in enumerate(names, start=1) if tidy(name)]
    return names[: max(kind.min_players, shown, *filled)]


def _cut(names: list[str], kind: Variant) -> tuple[list[str], list[str]]:
    """Return the names that have a seat in this game, and those that have none. Gaps are closed
    first, so that a game for fewer players keeps as many names as it has seats.
    """
    named = [name for name in names if tidy(name)]
    seated = [*named[: kind.max_players], *[""] * (kind.min_players - len(named))]
    return seated, [tidy(name) for name in named[kind.max_players :]]


def _chosen_preset(
    data: Mapping[str, str], shown: Preset | None, mistakes: list[Mistake]
) -> Preset:
    variant = _chosen_variant(data, mistakes)
    key = data.get("preset")
    if not key:
        return official(variant)
    found = next((entry for entry in PRESETS if entry.key == key), None)
    if found and found.rules.variant == variant:
        return found
    # The game was changed, and the rules of the former one are still selected: drop them.
    if not (found and shown and found.rules.variant == shown.rules.variant):
        mistakes.append(Mistake("unknown_preset", "preset", ONE_OF_THESE))
    return official(variant)


def _chosen_variant(data: Mapping[str, str], mistakes: list[Mistake]) -> str:
    first = next(iter(VARIANTS))
    variant = data.get("variant") or first
    if variant in VARIANTS:
        return variant
    mistakes.append(Mistake("unknown_variant", "variant", ONE_OF_THESE))
    return first


def _one_of(data: Mapping[str, str], key: str, choices: list[str], mistakes: list[Mistake]) -> str:
    """Return a choice as sent, or the first if there is none; forged ones are mistakes."""
    sent = data.get(key, choices[0])
    if sent in choices:
        return sent
    mistakes.append(Mistake("bad_choice", key, ONE_OF_THESE))
    return choices[0]
