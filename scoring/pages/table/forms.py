"""The form of a round without script: its fields, their choices, and the way back."""

import json
import re
import uuid
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.urls import reverse

from scoring.games.parsing import whole_of
from scoring.games.queries import Table
from scoring.games.round_words import names_with_dummy, recordings_of, sweep_name
from scoring.models import Game
from scoring.pages.table.screen import CARD_POINTS, COUNTED_CARDS, Tile
from scoring.rules import VARIANTS, Mistake, Position, Round, RuleError, recording_of
from scoring.rules.bombs import MOST
from scoring.rules.sitting_out import TAPPED
from scoring.rules.words import gettext_noop


def form_context(
    table: Table, position: Position, seats: Sequence[Tile], typed: Mapping[str, str]
) -> dict[str, Any]:
    """Return the fields of a round in `position`, as filled in so far."""
    names = names_with_dummy(table)
    return {
        "typed": typed,
        "seats": [tile for tile in seats if not tile.rests],
        "plain_seats": [_fields_of(tile, typed) for tile in seats if not tile.rests],
        "pairs": [(points, 100 - points) for points in CARD_POINTS],
        "counted_cards": [(points, label, range(count)) for points, count, label in COUNTED_CARDS],
        "rest_choices": rest_choices(position, names),
        "side_names": [" & ".join(names[seat] for seat in side) for side in position.sides],
        "plain_totals": [typed.get("total_0", ""), typed.get("total_1", "")],
        "sweep_name": sweep_name(position.sides),
        # For the form without script: sent twice by a double tap, it makes one round.
        "entry_id": uuid.uuid4(),
        "undo_id": uuid.uuid4(),
    }


def with_chosen_rest(position: Position, typed: Mapping[str, str]) -> Position:
    """Return the position in which the one chosen in the form without script sits out, if the game
    lets people choose.
    """
    variant = VARIANTS[position.rules.variant]
    chosen = whole_of(typed.get("rests", ""), -1, digits=2)
    return variant.seated(position, Round(sits_out=chosen)) if variant.turns else position


def rest_choices(position: Position, names: Sequence[str]) -> list[tuple[int, str, bool]]:
    """Return who may sit out, as seat and names, and whether they do; empty if nobody chooses."""
    rules = position.rules
    if not VARIANTS[rules.variant].turns or rules.who_sits_out != TAPPED:
        return []
    return [
        (column[0], " & ".join(names[seat] for seat in column), at == position.sits_out)
        for at, column in enumerate(position.columns)
    ]


def _fields_of(tile: Tile, typed: Mapping[str, str]) -> dict[str, Any]:
    place, call, bombs = f"place_{tile.seat}", f"call_{tile.seat}", f"bombs_{tile.seat}"
    return {
        "tile": tile,
        "place_field": place,
        "place": typed.get(place, ""),
        "call_field": call,
        "call": typed.get(call, ""),
        "bombs_field": bombs,
        "bombs": typed.get(bombs, ""),
    }


def recordings_offered(table: Table, number: int | None) -> list[tuple[str, str]]:
    """Return the levels of detail offered, lowest first; for a correction, at least that of the
    round.

    None in a match, where the director decides.
    """
    if table.game.of_match:
        return []
    offered = recordings_of(table.game.variant)[::-1]
    if number is None:
        return offered
    played = table.entry_of(number).played
    if played.side_calls or played.totals:  # only in that form
        return []
    was = recording_of(played, table.rules.recording)
    return offered[[key for key, _label in offered].index(was) :] if offered else []


def way_back(came_from: str, game: Game, number: int) -> str:
    """Return where cancelling a correction leads: the history or the table if it came from there,
    else the round on the sheet.
    """
    for page in (
        reverse("round_history", args=[game.pk, number]),
        reverse("score", args=[game.pk]),
    ):
        if came_from.endswith(page):
            return page
    return f"{reverse('game', args=[game.pk])}#round-{number}"


MOST_SEATS = 12
SEAT_TEXTS = {str(seat) for seat in range(MOST_SEATS)}
LONGEST_JSON = 5_000  # characters; a real round has less than 300


@dataclass(frozen=True)
class PostedRound:
    """The posted round, in the form that `Round.from_data` takes."""

    entry_id: uuid.UUID
    number: int
    data: object
    replaces: uuid.UUID | None
    sides: list[list[int]] | None  # as shown by the page; None if it did not send them
    recording: str  # likewise; "" if it did not send it


def posted_round(post: QueryDict) -> PostedRound:
    """Read a posted round. Raises RuleError with every invalid field; the rules are not checked
    here.
    """
    mistakes: list[Mistake] = []
    entry_id, number = posted_id(post, "id", mistakes), posted_number(post, mistakes)
    replaces = posted_id(post, "replaces", mistakes) if post.get("replaces") else None
    data = (
        _json_round(post.get("round", ""), mistakes)
        if "round" in post
        else _plain_round(post, mistakes)
    )
    if mistakes or entry_id is None or number is None:
        raise RuleError(tuple(mistakes))
    recording = post.get("recording", "")[:20]
    return PostedRound(entry_id, number, data, replaces, _seen_sides(post), recording)


def _seen_sides(post: QueryDict) -> list[list[int]] | None:
    """Return the sides that the page showed: "0.2-1.3" for two against two. Nonsense
    never matches.
    """
    if "sides" not in post:
        return None
    text = post.get("sides", "")[:60]
    if not text:
        return []
    return [
        [int(seat) if seat in SEAT_TEXTS else -1 for seat in side.split(".")]
        for side in text.split("-")
    ]


def sides_text(sides: Sequence[Sequence[int]]) -> str:
    """Return sides as a page sends them back."""
    return "-".join(".".join(str(seat) for seat in side) for side in sides)


def posted_id(post: QueryDict, field: str, mistakes: list[Mistake]) -> uuid.UUID | None:
    try:
        return uuid.UUID(post.get(field, ""))
    except ValueError:
        text = gettext_noop("The page sent no valid entry id. Reload it.")
        mistakes.append(Mistake("bad_id", field, text))
        return None


def posted_number(post: QueryDict, mistakes: list[Mistake]) -> int | None:
    number = whole_of(post.get("number", ""), None, digits=4)
    if number is None:
        text = gettext_noop("The round number is missing or not a number.")
        mistakes.append(Mistake("bad_number", "number", text))
    return number


def _json_round(text: str, mistakes: list[Mistake]) -> object:
    try:
        if len(text) > LONGEST_JSON:
            raise ValueError
        return json.loads(text)
    except (ValueError, RecursionError):
        mistakes.append(
            Mistake(
                "not_json",
                "round",
                gettext_noop("The round could not be read. Reload the page."),
            )
        )
        return None


def _plain_round(post: QueryDict, mistakes: list[Mistake]) -> dict[str, object]:
    """Return the round of the form without script: place and call by seat, card points of the first
    side.
    """
    if "total_0" in post:
        return {"totals": _plain_totals(post, mistakes)}
    data: dict[str, object] = {"out": _order_from_places(post, mistakes)}
    calls = {
        str(seat): call for seat in range(MOST_SEATS) if (call := post.get(f"call_{seat}", ""))
    }
    if calls:
        data["calls"] = calls
    numbers = {"sweep": "sweep", "made": "made", "wish": "wish_violation", "rests": "sits_out"}
    for field, key in numbers.items():
        if chosen := post.get(field, ""):
            data[key] = whole_of(chosen, chosen, digits=2)
    if unknown := post.get("side_calls", ""):
        data["side_calls"] = _json_round(unknown, mistakes)
    bombs = _plain_bombs(post, mistakes)
    if bombs is not None:
        data["bombs"] = bombs
    if points := post.get("points", "").strip():
        data |= _plain_points(points, mistakes)
    return data


def _plain_points(points: str, mistakes: list[Mistake]) -> dict[str, object]:
    """Return the card points of both sides from those of the first one."""
    if re.fullmatch("-?[0-9]{1,3}", points):
        return {"card_points": [int(points), 100 - int(points)]}
    text = gettext_noop("Card points run from -25 to 125 in steps of five.")
    mistakes.append(Mistake("points_range", "card_points", text))
    return {}


def _plain_totals(post: QueryDict, mistakes: list[Mistake]) -> list[int] | None:
    """Return the two totals of the form without script; None if both are left empty."""
    texts = [post.get(f"total_{side}", "").strip().replace("\u2212", "-") for side in (0, 1)]
    if not any(texts):
        return None
    if all(re.fullmatch("-?[0-9]{1,7}", text) for text in texts):
        return [int(text) for text in texts]
    problem = gettext_noop("Enter a whole number for each side.")
    mistakes.append(Mistake("wrong_type", "totals", problem))
    return None


def _plain_bombs(post: QueryDict, mistakes: list[Mistake]) -> list[object] | None:
    """Return the bombs of the form without script: how many by seat, None if all are left empty.

    `bombs` is what was noted before, so that a correction keeps how long and how high they were.
    """
    texts = {seat: post.get(f"bombs_{seat}", "").strip()[:9] for seat in range(MOST_SEATS)}
    numbers = {seat: text for seat, text in texts.items() if text}
    if not numbers:
        return None
    known = _noted_bombs(post, mistakes)
    bombs: list[object] = []
    for seat, text in numbers.items():
        count = whole_of(text, -1, digits=2)
        if not 0 <= count <= MOST:
            problem = gettext_noop("Write how many bombs there were: 0 to %(most)s.")
            mistakes.append(Mistake("wrong_type", f"bombs_{seat}", problem, {"most": MOST}))
            continue
        own = [one for one in known if one[:1] == [seat]][:count]
        bombs += [*own, *([seat] for _ in range(count - len(own)))]
    return bombs


def _noted_bombs(post: QueryDict, mistakes: list[Mistake]) -> list[list[object]]:
    """Return the bombs as noted before; what is not one is left out."""
    before = _json_round(post.get("bombs", ""), mistakes) if post.get("bombs") else []
    noted = before if isinstance(before, list) else []
    return [one for one in noted if isinstance(one, list)]


def _order_from_places(post: QueryDict, mistakes: list[Mistake]) -> list[int]:
    taken: dict[int, int] = {}
    for seat in range(MOST_SEATS):
        text = post.get(f"place_{seat}", "").strip()
        if not text:
            continue
        place = whole_of(text, 0, digits=2)
        if not 1 <= place <= MOST_SEATS:
            text = gettext_noop("A place is a number from 1 to %(most)s.")
            mistakes.append(Mistake("bad_place", f"place_{seat}", text, {"most": MOST_SEATS}))
        elif place in taken:
            text = gettext_noop("Two people cannot both go out in place %(place)s. Change one.")
            mistakes.append(Mistake("duplicate_place", f"place_{seat}", text, {"place": place}))
        else:
            taken[place] = seat
    for missing in (place for place in range(1, max(taken, default=0)) if place not in taken):
        text = gettext_noop("Nobody has place %(place)s. Number the places from 1 without gaps.")
        mistakes.append(Mistake("place_gap", "out", text, {"place": missing}))
    return [taken[place] for place in sorted(taken)]


def as_typed(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the plain form's fields for a stored round, to start a correction from."""
    typed = {f"place_{seat}": str(place) for place, seat in enumerate(data.get("out", ()), start=1)}
    typed |= {f"call_{seat}": call for seat, call in data.get("calls", {}).items()}
    if "side_calls" in data:
        typed["side_calls"] = json.dumps(data["side_calls"])
    if "bombs" in data:
        typed |= _bombs_typed(data["bombs"], next(iter(data.get("out", ())), 0))
    if totals := data.get("totals"):
        typed |= {f"total_{side}": str(total) for side, total in enumerate(totals)}
    if points := data.get("card_points"):
        typed["points"] = str(points[0])
    fields = {"sweep": "sweep", "made": "made", "wish": "wish_violation", "rests": "sits_out"}
    return typed | {field: str(data[key]) for field, key in fields.items() if key in data}


def _bombs_typed(bombs: Sequence[Sequence[int]], plays: int) -> dict[str, str]:
    """Return the fields of bombs; the first seat may sit out, so `plays` is one that does not."""
    times = Counter(bomb[0] for bomb in bombs)
    counts = {f"bombs_{seat}": str(count) for seat, count in ({plays: 0} | times).items()}
    return {"bombs": json.dumps(bombs)} | counts
