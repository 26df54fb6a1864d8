"""The form of a match's paper sheet: hands or sums as typed, and the games that they make."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.rules import VARIANTS, Mistake, RuleError, collect
from scoring.rules.words import gettext_noop
from tournaments.match.paper_sheet import MOST_HANDS, doubts_about, hands_of_game, is_paper
from tournaments.match.played_games import has_two_sides, room_letter, rules_of
from tournaments.match.results import played_games
from tournaments.models import Match, MatchGame
from tournaments.pages.parsing import typed_whole
from tournaments.standings.lines import Played
from tournaments.standings.points import SCORING_SYSTEMS

MORE = 2  # empty rows beyond the hands that exist or are expected
MOST_ROWS = 40
Typed = Mapping[str, str]


@dataclass
class HandRow:
    """One hand as typed: a text for each side (points or places), and the side that swept ("" for
    none). `board` is its number in duplicate, else 0.
    """

    number: int
    fields: Sequence[tuple[str, str]]  # name and text of each side's field
    sweep_name: str
    sweep: str = ""
    board: int = 0

    @property
    def typed(self) -> bool:
        return any(text.strip() for _name, text in self.fields)


@dataclass
class GameForm:
    """One game of the sheet.

    `sums` are the typed ones, `found` those of the hands, if they can be added up.
    """

    number: int
    sides: Sequence[Sequence[int]]
    rows: Sequence[HandRow]
    sums: Sequence[tuple[str, str]]
    found: Sequence[int] = ()
    letter: str = ""  # of its table, if the match is played at two

    @property
    def typed(self) -> bool:
        return any(row.typed for row in self.rows) or any(text.strip() for _name, text in self.sums)


@dataclass
class PaperForm:
    """A match's sheet. `by_sums` if the sums are enough, because single hands count nothing."""

    match: Match
    ranks: bool
    sweeps: bool
    by_sums: bool
    games: Sequence[GameForm] = field(default_factory=tuple)
    # The content before anything was typed
    initial: Typed = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, match: Match, typed: Typed | None = None) -> "PaperForm":
        """Return the form as typed, or with the stored result: an earlier sheet, else what the
        table wrote. Two queries.
        """
        stage = match.session_round.stage
        system = SCORING_SYSTEMS[stage.points]
        ranks = VARIANTS[stage.variant].is_rank_game
        rows = list(match.games.select_related("game").order_by("number"))
        by_sums = not system.needs_hands(system.read(stage.points_settings))
        initial = _stored_result(match, rows, ranks=ranks)
        if match.done and by_sums and not ranks:
            initial = _with_sums(initial, rows)
        form = cls(
            match,
            ranks=ranks,
            sweeps=has_two_sides(stage.variant),
            by_sums=by_sums,
            initial=initial,
        )
        form.games = [form._game(row, initial if typed is None else typed) for row in rows]
        return form

    def _game(self, row: MatchGame, typed: Typed) -> GameForm:
        boards = dict(enumerate(row.board_numbers, start=1))
        rows = [
            HandRow(
                number,
                [
                    (_name(row, number, side), typed.get(_name(row, number, side), ""))
                    for side in range(len(row.sides))
                ],
                f"sweep_{row.number}_{number}",
                typed.get(f"sweep_{row.number}_{number}", ""),
                boards.get(number, 0),
            )
            for number in range(1, self._rows_shown(row, typed) + 1)
        ]
        names = [f"sum_{row.number}_{side}" for side in range(len(row.sides))]
        sums = [(name, typed.get(name, "")) for name in names]
        form = GameForm(row.number, row.sides, rows, sums)
        form.letter = room_letter(row.number) if row.boards else ""
        if not self.ranks:
            form.found = _running_sums(form)
        return form

    def _rows_shown(self, row: MatchGame, typed: Typed) -> int:
        """Return how many hands there is room for: those expected or typed, and `MORE` beyond them
        if the game has no limit.
        """
        stage = self.match.session_round.stage
        written = (
            number
            for number in range(1, MOST_HANDS + 1)
            if any(typed.get(_name(row, number, side)) for side in range(9))
        )
        needed = max([hands_of_game(row, stage), *written])
        limit = rules_of(row, stage.variant, stage.rules).round_limit
        return min(needed if limit else needed + MORE, MOST_ROWS)

    def read(self) -> list[dict[str, Any]]:
        """Return the typed games, in the format of `tournaments.match.paper_sheet`.

        Raises RuleError with all errors.
        """
        mistakes: list[Mistake] = []
        found = []
        last = max((game.number for game in self.games if game.typed), default=0)
        for game in self.games:
            if game.number > last:
                break
            with collect(mistakes):
                found.append(self._read(game))
        if mistakes:
            raise RuleError(mistakes)
        if not found:
            text = gettext_noop("Nothing entered yet: copy the numbers from the sheet.")
            raise RuleError([Mistake("sheet_empty", "games", text)])
        return found

    def _read(self, game: GameForm) -> dict[str, Any]:
        if not game.typed:
            text = gettext_noop("Game %(number)s is empty, but a later one is filled in.")
            raise RuleError(
                [Mistake("bad_number", f"game_{game.number}", text, {"number": game.number})]
            )
        hands: list[dict[str, Any]] = []
        mistakes: list[Mistake] = []
        for row in game.rows:
            if row.typed:
                with collect(mistakes):
                    hands.append(self._hand(row))
        sums = self._sums(game, mistakes)
        if mistakes:
            raise RuleError(mistakes)
        return self._hands_or_sums(game, hands, sums)

    def _hands_or_sums(
        self, game: GameForm, hands: Sequence[Mapping[str, Any]], sums: list[int]
    ) -> dict[str, Any]:
        """Return the hands, or the sums if there are no hands or only the sums were changed."""
        if not hands:
            return self._only_sums(game, sums)
        if sums and not self.ranks and _sums_of(hands) != sums:
            touched = self._touched(game, hands=True), self._touched(game, hands=False)
            if self.by_sums and touched == (False, True):
                return self._only_sums(game, sums)
            if touched != (True, False):
                _check_sums(game, hands, sums)
        return {"hands": hands, "finished": True}

    def _touched(self, game: GameForm, *, hands: bool) -> bool:
        """Whether the hands, or the sums, of a game differ from the initial ones.

        If the two disagree, the one that was typed overrides the one that was left unchanged.
        """
        shown = dict(game.sums)
        prefix: tuple[str, ...] = (f"sum_{game.number}_",)
        if hands:
            shown = {
                name: text
                for row in game.rows
                for name, text in [*row.fields, (row.sweep_name, row.sweep)]
            }
            prefix = (f"hand_{game.number}_", f"sweep_{game.number}_")
        stood = {name: text for name, text in self.initial.items() if name.startswith(prefix)}
        return {name: text.strip() for name, text in shown.items() if text.strip()} != stood

    def is_unchanged(self, games: Sequence[Mapping[str, Any]]) -> bool:
        """Whether these games are the current result, hand by hand."""
        try:
            return (
                self.match.done
                and not self.match.decided
                and list(games) == PaperForm.of(self.match).read()
            )
        except RuleError:
            return False

    def _hand(self, row: HandRow) -> dict[str, Any]:
        values = [_number(text, name) for name, text in row.fields]
        if self.ranks:
            return {"order": _finishing_order(values, row.fields[0][0])}
        sweep = int(row.sweep) if self.sweeps and row.sweep in {"0", "1"} else None
        return {"scores": values, "sweep": sweep}

    def _sums(self, game: GameForm, mistakes: list[Mistake]) -> list[int]:
        if not any(text.strip() for _name, text in game.sums):
            return []
        values = []
        for name, text in game.sums:
            with collect(mistakes):
                values.append(_number(text, name))
        return values

    def _only_sums(self, game: GameForm, sums: list[int]) -> dict[str, Any]:
        hand = (
            {"order": _finishing_order(sums, game.sums[0][0])}
            if self.ranks
            else {"scores": sums, "sweep": None}
        )
        return {"hands": [hand], "finished": True, "totals": True}

    def doubts(self, games: Sequence[Mapping[str, Any]]) -> list[Mistake]:
        """Return questions if the sums cannot come from the games to be played; they never
        block.
        """
        if self.ranks:
            return []
        rows = list(self.match.games.order_by("number"))
        found = []
        for game, row in zip(games, rows[: len(games)], strict=True):
            totals = [
                sum(column)
                for column in zip(*(hand["scores"] for hand in game["hands"]), strict=True)
            ]
            hands = None if game.get("totals") else len(game["hands"])
            questions = doubts_about(row, self.match.session_round, totals, hands)
            found += [Mistake("doubtful", "doubt", doubt.text, doubt.params) for doubt in questions]
        return found


def _name(row: MatchGame, hand: int, side: int) -> str:
    return f"hand_{row.number}_{hand}_{side}"


def _number(text: str, name: str) -> int:
    value = typed_whole(text, name)
    if value is None:
        text = gettext_noop("A number is missing here: enter one for every side, even 0.")
        raise RuleError([Mistake("bad_number", name, text)])
    return value


def _finishing_order(places: Sequence[int], name: str) -> list[int]:
    """Return the sides in order of finishing, from their places."""
    if sorted(places) != list(range(1, len(places) + 1)):
        text = gettext_noop("Enter each place exactly once, from first to last: 1, 2, 3 and so on.")
        raise RuleError([Mistake("bad_number", name, text)])
    return sorted(range(len(places)), key=places.__getitem__)


def _sums_of(hands: Sequence[Mapping[str, Any]]) -> list[int]:
    """Return each side's sum of these hands."""
    return [sum(column) for column in zip(*(hand["scores"] for hand in hands), strict=True)]


def _check_sums(game: GameForm, hands: Sequence[Mapping[str, Any]], sums: Sequence[int]) -> None:
    """Check the hands against the sums on the sheet: if they differ, one was misread."""
    for (name, _text), own, whole in zip(game.sums, _sums_of(hands), sums, strict=True):
        if own != whole:
            text = gettext_noop(
                "The hands total %(found)s, but the sum says %(sum)s: check the sheet."
            )
            raise RuleError([Mistake("bad_number", name, text, {"found": own, "sum": whole})])


def _running_sums(game: GameForm) -> list[int]:
    """Return the sums of the hands typed so far; empty if one is unreadable."""
    try:
        hands = [
            [_number(text, name) for name, text in row.fields] for row in game.rows if row.typed
        ]
    except RuleError:
        return []
    return [sum(column) for column in zip(*hands, strict=True)]


# Current result
# --------------------------------------------------------------------------------------------------


def _stored_result(match: Match, rows: Sequence[MatchGame], *, ranks: bool) -> dict[str, str]:
    """Return the current result, as it would be typed."""
    if is_paper(match.ruling) and match.ruling is not None:
        return _of_sheet(match.ruling["games"], rows, ranks=ranks)
    found: dict[str, str] = {}
    for row, played in zip([row for row in rows if row.game_id], played_games(rows), strict=False):
        found |= _of_game(row, played)
    return found


def _with_sums(initial: Typed, rows: Sequence[MatchGame]) -> dict[str, str]:
    """Return the current result with the sums of its hands."""
    found = dict(initial)
    for row in rows:
        for side in range(len(row.sides)):
            hands = [
                initial[name]
                for n in range(1, MOST_HANDS + 1)
                if (name := _name(row, n, side)) in initial
            ]
            if hands:
                found[f"sum_{row.number}_{side}"] = str(sum(map(int, hands)))
    return found


def _of_sheet(
    games: Sequence[Mapping[str, Any]], rows: Sequence[MatchGame], *, ranks: bool
) -> dict[str, str]:
    found: dict[str, str] = {}
    for game, row in zip(games, rows, strict=False):
        for number, hand in enumerate(game["hands"], start=1):
            values = _places(hand["order"]) if ranks else hand["scores"]
            for side, value in enumerate(values):
                name = (
                    f"sum_{row.number}_{side}" if game.get("totals") else _name(row, number, side)
                )
                found[name] = str(value)
            if hand.get("sweep") is not None:
                found[f"sweep_{row.number}_{number}"] = str(hand["sweep"])
    return found


def _of_game(row: MatchGame, played: Played) -> dict[str, str]:
    """Return the hands that the table wrote, by the sides as drawn."""
    sides = [frozenset(side) for side in row.sides]
    if set(map(frozenset, played.sides)) != set(sides):
        return {}
    at = [sides.index(frozenset(side)) for side in played.sides]
    found: dict[str, str] = {}
    for number, hand in enumerate(played.hands, start=1):
        values = _places(hand.order) if hand.order else hand.scores
        for side, value in zip(at, values, strict=True):
            found[_name(row, number, side)] = str(value)
        if hand.sweep is not None:
            found[f"sweep_{row.number}_{number}"] = str(at[hand.sweep])
    return found


def _places(order: Sequence[int]) -> list[int]:
    return [list(order).index(side) + 1 for side in range(len(order))]
