"""The form that sets up a game, at its start and for corrections: its context and buttons."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from scoring.games.names.seat_names import has_compass, seat_word
from scoring.games.names.validation import tidy
from scoring.games.parsing import whole_of
from scoring.games.round_words import recordings_of
from scoring.models import Game
from scoring.pages.common import by_field
from scoring.pages.house_rules import RulesForm
from scoring.pages.start.forms import StartForm
from scoring.rules import PRESETS, VARIANTS, Preset, Variant, opening

CHIPS = 12  # suggested names shown at once; the others are in a fold-out


def form_context(
    form: StartForm, errors: dict[str, str], known: Sequence[str], *, note: str = ""
) -> dict[str, Any]:
    """Return the context of the form's parts; callers add `here`, where it is sent. `known` are
    names to suggest.
    """
    kind = VARIANTS[form.variant]
    chairs = _chairs(form, errors)
    totals = _totals(form, errors, chairs)
    form.rules.show(errors)
    known = [*form.spare, *known]
    seated = {tidy(name) for name in form.names}
    free = [name for name in dict.fromkeys(known) if name not in seated]

    def wrong(group: str) -> bool:
        return any(key.startswith(group) for key in errors)

    return {
        "form": form,
        "kind": kind,
        "errors": errors,
        "summary": _summary(form.rules, chairs, errors),
        "note": note,
        "variants": [(entry, _(entry.name), _(entry.company)) for entry in VARIANTS.values()],
        "presets": _grouped(entry for entry in PRESETS if entry.rules.variant == form.variant),
        "seats": [chair for chair in chairs if not chair.is_dummy],
        "ring": _ring(chairs),
        "compass": has_compass(form.variant),
        "sides": _by_side(chairs),
        "known": known,
        "chips": free[:CHIPS],
        "more_chips": free[CHIPS:],
        "offers": _offers(),
        "extra": form.spare,
        "has_room": len(form.names) < kind.max_players,
        "has_spare": len(form.names) > kind.min_players,
        "rules_wrong": wrong("rule"),
        "recordings": recordings_of(form.variant),
        "directions": Game.Direction.choices,
        "savings": Game.Saving.choices,
        "totals": totals,
        "two_totals": len(totals) == 2,
        "carries": any(text.strip() for text in (*form.totals, form.rounds)),
        "carried_wrong": wrong("carried"),
        "first_number": whole_of(form.rounds.strip(), 0, digits=2) + 1,
        "writing_wrong": bool({"direction", "saving", "recording", "table_name"} & errors.keys()),
    }


def pressed(form: StartForm, data: Mapping[str, str], action: str) -> tuple[str, dict[str, str]]:
    """Handle a button other than the form's own; return a note to show, and errors by field."""
    errors = by_field(form.mistakes)
    note = ""
    match action:
        case "choose":
            pass
        case "draw":
            note = form.draw_seats()
        case "add_seat":
            note = form.add_seat()
        case "drop_seat":
            note = form.drop_seat()
        case "pick":
            note = form.seat_name(data["pick"])
        case _ if not form.move(action):
            errors["action"] = _("This button does nothing here.")
    return note, errors


ANCHORS = {"variant": "games", "preset": "presets", "names": "seats", "rules": "house-rules"}
NOWHERE = {"action", "start_id", "game", "number"}  # not fields of the form


def _summary(
    rules: RulesForm, chairs: Sequence["Chair"], errors: dict[str, str]
) -> list[tuple[str, str, str]]:
    """Return the errors for the head of the form: message, field, and where the field is."""
    labels = {
        f"name_{chair.seat}": _("Seat %(number)s") % {"number": chair.number} for chair in chairs
    }
    labels |= {each.html_name: str(each.label) for each in rules.settings}
    for number, pair in enumerate(rules.own_calls, start=1):
        labels |= {
            each.html_name: _("Custom call %(number)s") % {"number": number} for each in pair
        }
    return [
        (message, labels.get(key, ""), "" if key in NOWHERE else ANCHORS.get(key, key))
        for key, message in errors.items()
    ]


@dataclass(frozen=True)
class Chair:
    """A place at the table, as typed and as drawn."""

    seat: int  # the dummy's comes after the last player's
    name: str
    side: int | None  # None where everybody plays alone
    is_dummy: bool = False
    rests: bool = False  # sits out the first round
    error: str = ""
    word: str = ""  # its name if unnamed
    # By direction of play, if that makes a difference
    words: Mapping[str, str] = field(default_factory=dict)

    @property
    def part(self) -> str:
        """The class of its part in the first round; "" where everybody plays alone."""
        return "rests" if self.rests else "" if self.side is None else f"side-{self.side}"

    @property
    def number(self) -> int:
        return self.seat + 1


@dataclass(frozen=True)
class Total:
    """A field for a total that a game starts with, of the people in these chairs."""

    field: str
    text: str
    chairs: Sequence[Chair]
    error: str


def _offers() -> list[Variant]:
    """Return the games to offer once there are more names than seats: those for a fixed number of
    people first.
    """
    return sorted(VARIANTS.values(), key=lambda kind: kind.min_players != kind.max_players)


def _totals(form: StartForm, errors: dict[str, str], chairs: Sequence[Chair]) -> list[Total]:
    """Return the fields for the totals; none in games without points."""
    columns = opening(form.preset.rules, form.n_players).columns
    texts = [*form.totals, *[""] * len(columns)]
    return [
        Total(
            f"carried_{at}",
            texts[at].replace("\0", ""),
            [chairs[seat] for seat in seats],
            errors.get(f"carried_{at}", ""),
        )
        for at, seats in enumerate(columns)
    ]


def _by_side(chairs: Sequence[Chair]) -> list[list[Chair]]:
    """Return the chairs of both sides; empty where everybody plays alone."""
    if chairs[0].side != 0:
        return []
    return [[chair for chair in chairs if chair.side == side] for side in (0, 1)]


def _chairs(form: StartForm, errors: dict[str, str]) -> list[Chair]:
    """Return the people by seat, with their sides in the first round."""
    kind = VARIANTS[form.variant]
    sides = opening(form.preset.rules, min(len(form.names), kind.max_players)).sides
    side_of = {seat: side for side, seats in enumerate(sides) for seat in seats}
    turns = Game.Direction.values if has_compass(form.variant) else []
    chairs = [
        Chair(
            seat,
            name.replace("\0", ""),
            side_of.get(seat),
            rests=bool(kind.turns) and seat not in side_of,
            error=errors.get(f"name_{seat}", ""),
            word=seat_word(form.variant, form.direction, seat),
            words={direction: seat_word(form.variant, direction, seat) for direction in turns},
        )
        for seat, name in enumerate(form.names)
    ]
    if kind.has_dummy:
        chairs.append(Chair(len(chairs), _(kind.dummy_name), 0, is_dummy=True))
    return chairs


def _ring(chairs: Sequence[Chair]) -> Sequence[Chair]:
    """Return the chairs in the order around the table; the dummy faces its player, the first."""
    if chairs[-1].is_dummy and len(chairs) == 4:
        return [chairs[0], chairs[1], chairs[3], chairs[2]]
    return chairs


def _grouped(presets: Iterable[Preset]) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """Return presets by heading: key, name and description."""
    groups: dict[str, list[tuple[str, str, str]]] = {}
    for entry in presets:
        groups.setdefault(_(entry.group), []).append((entry.key, _(entry.name), _(entry.sentence)))
    return list(groups.items())
