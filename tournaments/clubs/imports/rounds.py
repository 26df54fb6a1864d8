"""A list of rounds: one per line, with date, game, players and what they scored.

It is converted to score records. The level of recording follows from the filled columns: the whole
finishing order, only the first out, or points only.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.games.parsing import number_typed
from scoring.rules import VARIANTS, Mistake, RuleError, shown
from scoring.rules.record import FORMAT
from scoring.rules.record_form import VERSION
from scoring.rules.settings import GRAND, TICHU
from scoring.rules.words import gettext_noop
from tournaments.clubs.imports.documents import team_game
from tournaments.clubs.imports.found import (
    Draft,
    GameLine,
    Reading,
    Refused,
    When,
    at_line,
    checked,
)
from tournaments.clubs.imports.people import NO, YES
from tournaments.clubs.imports.tables import Key, Sheet, folded, heads_of, sheet_of, split_names
from tournaments.clubs.imports.text import day_first, typed_moment

FORM = "rounds"
DAY, TIME, GAME, ROUND, VARIANT, TARGET = "day", "time", "game", "round", "variant", "target"
PLAYER, TEAM, OUT, POINTS, SWEEP, MADE, WISH = (
    "player",
    "team",
    "out",
    "points",
    "sweep",
    "made",
    "wish",
)
# Calls of a team by an unknown player; with TEAM_CALL, which call is not known either
TEAM_TICHU, TEAM_GRAND, TEAM_CALL = "team_tichu", "team_grand", "team_call"
RUNNING = "running"  # each side's running total in the list
PLACES = ("first", "second", "third", "fourth")  # separate columns for out 1, out 2, ...
HEADS = heads_of(
    {
        DAY: "date day datum tag jour data dzień dzien дата день",
        TIME: "time start zeit uhrzeit beginn heure début godzina czas время начало",
        GAME: "game gameno gamenumber spiel spielnr spielnummer partie partia gra партия игра",
        ROUND: "round roundno hand runde rundennr manche runda раунд # no nr",
        VARIANT: "variant gamekind variante spielart wariant вариант",
        TARGET: "target targetscore ziel zielpunkte objectif cel цель",
        PLAYER: "player seat spieler spielerin platz joueur joueuse siège gracz miejsce игрок "
        "место",
        TEAM: "team pair paar mannschaft équipe equipe paire drużyna druzyna para команда пара",
        OUT: "out order finish outorder place reihenfolge ausgemacht ordre sortie kolejność "
        "kolejnosc порядок вышел",
        "first": "first firstout 1st erster erste alserster premier première premiere pierwszy "
        "первый",
        "second": "second secondout 2nd zweiter zweite deuxième deuxieme second drugi второй",
        "third": "third 3rd dritter dritte troisième troisieme trzeci третий",
        "fourth": "fourth 4th last vierter vierte letzter quatrième quatrieme dernier czwarty "
        "ostatni четвёртый "
        "четвертый последний",
        POINTS: "points cardpoints cards punkte kartenpunkte karten pointsdesplis plis punkty "
        "punktyzlew очки "
        "очкизакарты",
        TICHU: "tichu tichus smalltichu kleinestichu petittichu małetichu maletichu тичу малыйтичу",
        GRAND: "grand grandtichu largetichu grossestichu großestichu wielkietichu гранд "
        "большойтичу",
        SWEEP: "sweep doublevictory double doppelsieg empire bâtirunempire batirunempire capot "
        "podwójnezwycięstwo "
        "podwojnezwyciestwo двойнаяпобеда triplevictory trippelsieg potrójnezwycięstwo "
        "тройнаяпобеда",
        MADE: "made erfüllt erfuellt gewonnen réussi reussi udane удалось",
        WISH: "wishviolation wish wunsch vœu voeu życzenie требование",
        TEAM_TICHU: "tichuteam teamtichu tichumannschaft mannschafttichu équipetichu tichuéquipe "
        "drużynatichu tichudrużyna командатичу тичукоманды",
        TEAM_GRAND: "grandteam teamgrand grandmannschaft mannschaftgrand équipegrand grandéquipe "
        "drużynagrand granddrużyna командагранд грандкоманды",
        TEAM_CALL: "callteam teamcall ansageteam teamansage équipeannonce annonceéquipe "
        "drużynazapowiedź zapowiedźdrużyna командаобъявление объявлениекоманды",
        RUNNING: "running runningtotal total score stand zwischenstand punktestand gesamt cumul "
        "score suma stan итого "
        "сумма счёт",
    }
)
CALLS = {TICHU: TICHU, GRAND: GRAND}
# Columns whose cells may be merged over several lines
MERGED = {DAY, TIME, GAME, VARIANT, TARGET, PLAYER, TEAM}
TEAM_CALLS = {TEAM_TICHU: TICHU, TEAM_GRAND: GRAND, TEAM_CALL: ""}
A_TEAM_CALL = re.compile(r"([12]) ?([-+−–])[ ,/]*")  # “1+ 2-”
TEAM_CALLED = gettext_noop(
    "%(typed)s is not a call of a team: in a column “tichu team” or “grand team” write 1+ if team "
    "1 made it, 1- if it failed."
)
# Columns of a round besides card points: a list without any of them whose points are not card
# points has whole games.
OF_A_ROUND = (OUT, *PLACES, TICHU, GRAND, SWEEP, MADE, *TEAM_CALLS)
COLUMNS = (
    "date; game; player 1; player 2; player 3; player 4; first; second; third; tichu; grand; "
    "points 1"
)
RESULTS = gettext_noop(
    "These are results of whole games. Results without rounds cannot be imported: write one line "
    "per round, with the columns %(columns)s."
)
MISCOUNTED = gettext_noop(
    "The list has %(written)s after this round; by the rules it is %(counted)s."
)


@dataclass
class _Game:
    """The lines of one game, and when and by whom it was played. Each line has its own seats: some
    lists follow the seating of the moment.
    """

    line: int
    players: list[str]
    at: When
    variant: str
    settings: dict[str, Any]
    rows: list[tuple[int, dict[Key, str], list[str]]] = field(default_factory=list)


def recognises(text: str) -> bool:
    """Return whether a text is such a list: it names the game and the players. Results without
    rounds are recognised, to explain why they cannot be imported.
    """
    sheet = sheet_of(text, HEADS)
    if sheet is None or not (sheet.has(PLAYER) or sheet.has(TEAM)):
        return False
    return sheet.has(GAME) or ((PLAYER, 2) in sheet.keys and _is_of_results(sheet))


def read(text: str) -> Reading:
    """Return the games of a list. Never raises."""
    refused: list[Refused] = []
    sheet = sheet_of(text, HEADS)
    if sheet is None:
        return Reading(FORM)
    if _is_of_results(sheet):
        refused.append(Refused(None, Mistake("no_rounds", "file", RESULTS, {"columns": COLUMNS})))
        return Reading(FORM, refused=tuple(refused))
    games = _games(sheet, refused)
    drafts: list[Draft] = []
    for game in games:
        wrong: list[Refused] = []
        record = _record(game, wrong)
        refused += wrong
        if not wrong:
            lines = tuple(line for line, _row, _players in game.rows)
            drafts.append(Draft(game.line, record, game.at, lines, side_calls=True))
    reading = _without_miscounted(checked(FORM, drafts, refused), games)
    return replace(reading, left_out=sheet.left_out)


def _without_miscounted(reading: Reading, games: Iterable[_Game]) -> Reading:
    """Refuse the games whose sums are not those of their lines."""
    by_line = {game.line: game for game in games}
    off = {
        one.line: found for one in reading.games if (found := _miscounted(one, by_line[one.line]))
    }
    return replace(
        reading,
        games=tuple(one for one in reading.games if one.line not in off),
        refused=tuple(sorted((*reading.refused, *off.values()), key=lambda one: one.line or 0)),
    )


def _is_of_results(sheet: Sheet) -> bool:
    """Return whether the lines are whole games: no column of a round is filled, and no line's
    points add up to 100, as card points do.
    """
    if any(sheet.has(what) for what in OF_A_ROUND):
        return False
    if not sheet.has(POINTS):
        return not sheet.has(RUNNING)
    both = [(row.get((POINTS, 1), ""), row.get((POINTS, 2), "")) for _line, row in sheet.rows([])]
    typed = [(one, other) for one, other in both if one and other]
    return bool(typed) and not any(_are_card_points(one, other) for one, other in typed)


def _are_card_points(typed: str, other_typed: str) -> bool:
    """Whether the points of two sides add up to 100."""
    one, other = number_typed(typed), number_typed(other_typed)
    return one is not None and other is not None and one + other == 100


def _games(sheet: Sheet, refused: list[Refused]) -> Sequence[_Game]:
    """Group lines with the same date, game and people, however the seats are rotated. If a line is
    rejected, its game is unknown, so no game is accepted.
    """
    found: dict[object, _Game] = {}
    broken: set[object] = set()
    rows = list(_as_merged(sheet.rows(refused)))
    if refused:
        return []
    days_first = day_first(row.get((DAY, 0), "") for _line, row in rows)
    spelled: dict[str, str] = {}  # similar spellings are one name, in its first spelling
    for line, row in rows:
        players = [spelled.setdefault(folded(name), name) for name in _players(row)]
        label = (
            row.get((DAY, 0), ""),
            row.get((GAME, 0), "").casefold(),
            _round_the_table(players),
        )
        if label not in found:
            try:
                found[label] = _Game(
                    line, players, _at(row, days_first=days_first), *_rules(row, len(players))
                )
            except RuleError as error:
                if label not in broken:
                    refused += at_line(line, error)
                broken.add(label)
                continue
        found[label].rows.append((line, row, players))
    return list(found.values())


def _as_merged(rows: Iterable[tuple[int, dict[Key, str]]]) -> Iterator[tuple[int, dict[Key, str]]]:
    """Fill merged cells (date, game, players) from the row above."""
    above: dict[Key, str] = {}
    for line, row in rows:
        carried = {DAY}
        if not any(key[0] in {PLAYER, TEAM} for key in row):
            carried |= {PLAYER, TEAM}
        if (GAME, 0) not in row or row[GAME, 0] == above.get((GAME, 0)):
            carried |= {GAME, TIME, VARIANT, TARGET}
        whole = {**{key: cell for key, cell in above.items() if key[0] in carried}, **row}
        above = {key: cell for key, cell in whole.items() if key[0] in MERGED}
        yield line, whole


def _round_the_table(players: Sequence[str]) -> tuple[str, ...]:
    """Rotate the players so that the alphabetically first comes first: equal for every rotation of
    the same seating.
    """
    names = [folded(name) for name in players]
    first = names.index(min(names)) if names else 0
    return (*names[first:], *names[:first])


def _miscounted(game: GameLine, lines: _Game) -> Refused | None:
    """Return an error for the first line whose running totals differ from the computed ones."""
    for result, (line, row, players) in zip(game.record.game.rounds, lines.rows, strict=False):
        typed = [row.get((RUNNING, number), "") for number in (1, 2)]
        if not all(typed) or len(result.totals) != 2:
            continue
        try:
            written = [_number(text, "running") for text in typed]
        except RuleError as error:
            return at_line(line, error)[0]
        counted = list(result.totals)
        if _is_turned(players, lines.players):
            counted.reverse()
        if written != counted:
            params = {
                "written": " : ".join(map(str, written)),
                "counted": " : ".join(map(str, counted)),
            }
            return Refused(line, Mistake("miscounted", "running", MISCOUNTED, params))
    return None


def _is_turned(players: Sequence[str], of_game: Sequence[str]) -> bool:
    """Return whether the first side of a line is the second side of its game."""
    return bool(players) and players[0] in of_game[1::2]


def _at(row: Mapping[Key, str], *, days_first: bool | None) -> When:
    day = row.get((DAY, 0), "")
    return typed_moment(day, row.get((TIME, 0), ""), days_first=days_first) if day else None


def _players(row: Mapping[Key, str]) -> list[str]:
    """Return the players in the direction of play; of two teams, alternating between them."""
    teams = [split_names(row.get((TEAM, number), "")) for number in (1, 2)]
    if any(teams) and (PLAYER, 1) not in row:
        pairs = [name for pair in zip(*teams, strict=False) for name in pair]
        # The rules will report the error
        return pairs if len(teams[0]) == len(teams[1]) else [*teams[0], *teams[1], ""]
    return [row[PLAYER, number] for number in range(1, 13) if (PLAYER, number) in row]


def _rules(row: Mapping[Key, str], n_players: int) -> tuple[str, dict[str, Any]]:
    typed = row.get((VARIANT, 0), "").casefold().replace(" ", "_").removeprefix("tichu_")
    variant = typed or team_game(n_players)
    if variant not in VARIANTS:
        text = gettext_noop("Which game was it? Add a column “variant”: %(known)s.")
        raise RuleError(
            [Mistake("unknown_variant", "variant", text, {"known": ", ".join(VARIANTS)})]
        )
    settings: dict[str, Any] = {}
    if target := row.get((TARGET, 0), ""):
        settings["target_score"] = _number(target, "target")
    return variant, settings


# One game
# --------------------------------------------------------------------------------------------------


def _record(game: _Game, wrong: list[Refused]) -> dict[str, Any]:
    """Return the score record of a game. Adds errors to `wrong`."""
    rows = [
        _Row(row, players, turned=_is_turned(players, game.players))
        for _line, row, players in game.rows
    ]
    sides = _sides(game.players)
    recording = _recording(rows, VARIANTS[game.variant].is_rank_game)
    rounds = []
    for (line, _cells, _players_then), row in zip(game.rows, rows, strict=True):
        try:
            rounds.append(row.round(recording, sides))
        except RuleError as error:
            wrong += at_line(line, error)
    settings = game.settings | ({} if recording == "full" else {"recording": recording})
    return {
        "format": FORMAT,
        "version": VERSION,
        "variant": game.variant,
        "players": game.players,
        "settings": settings,
        "rounds": rounds,
    }


def _sides(players: Sequence[str]) -> list[set[str]]:
    return [set(players[0::2]), set(players[1::2])]


def _recording(rows: Sequence["_Row"], is_rank_game: bool) -> str:
    """Return the level of recording that every round reaches."""
    if any(row.has_team_calls for row in rows):
        return "points"
    if is_rank_game or all(row.whole for row in rows):
        return "full"
    return "first" if all(row.out for row in rows) else "points"


class _Row:
    """One line of a game, with its names resolved.

    `players` are its seats. `turned`: its first side is the game's second.
    """

    def __init__(self, row: Mapping[Key, str], players: Sequence[str], *, turned: bool) -> None:
        self.row, self.players, self.turned = row, players, turned
        by_word = {folded(name): name for name in players}
        self.known = {str(seat): name for seat, name in enumerate(players, start=1)} | by_word
        places = [
            row.get((OUT, number)) or row.get((word, 0), "")
            for number, word in enumerate(PLACES, start=1)
        ]
        places += [row.get((OUT, number), "") for number in range(len(PLACES) + 1, 13)]
        self.out = [self.named(name) for name in places if name] or self.names(OUT)

    def named(self, name: str) -> str:
        """Return a player of the game by name or seat. The rules report unknown names."""
        return self.known.get(folded(name), name)

    def names(self, what: str) -> list[str]:
        return [self.named(name) for name in split_names(self.row.get((what, 0), ""))]

    @property
    def whole(self) -> bool:
        """Whether the finishing order is complete as far as it was played."""
        return len(self.out) >= len(self.players) - 1 or (
            len(self.out) > 1 and not self._has_points
        )

    @property
    def has_team_calls(self) -> bool:
        return any(what in TEAM_CALLS for what, _number in self.row)

    @property
    def _has_points(self) -> bool:
        return any(self.row.get((POINTS, number)) for number in range(3))

    def round(self, recording: str, sides: Sequence[set[str]]) -> dict[str, Any]:
        """Return the round of a score record. Raises RuleError for invalid values."""
        points = self._points()
        swept = self._swept(sides)
        found: dict[str, Any] = {"calls": self._calls(), "side_calls": self._side_calls()}
        if recording != "points":
            found["out"] = self.out if recording == "full" else self.out[:1]
        elif made := self.names(MADE) or [name for name in self.out[:1] if name in found["calls"]]:
            found["made"] = made[0]
        if recording != "full" and swept is not None:
            found["sweep"] = swept
        if points is not None:
            found["card_points"] = points
        if violated := self.names(WISH):
            found["wish_violation"] = violated[0]
        return found

    def _calls(self) -> dict[str, str]:
        calls: dict[str, str] = {}
        for what, call in CALLS.items():
            for name in self.names(what):
                if name in calls:
                    text = gettext_noop("%(name)s calls twice in this round.")
                    raise RuleError([Mistake("unknown_call", "calls", text, {"name": shown(name)})])
                calls[name] = call
        return calls

    def _side_calls(self) -> list[tuple[int, str, bool]]:
        """Return the calls of which only the team is known."""
        found = []
        for (what, _number), typed in self.row.items():
            call = TEAM_CALLS.get(what)
            if call is None:
                continue
            if not call or A_TEAM_CALL.sub("", typed):
                params = {"typed": shown(typed)}
                raise RuleError([Mistake("unknown_call", "calls", TEAM_CALLED, params)])
            for team, sign in A_TEAM_CALL.findall(typed):
                side = 2 - int(team) if self.turned else int(team) - 1
                found.append((side, call, sign == "+"))
        return found

    def _points(self) -> list[int] | None:
        first, second = (self.row.get((POINTS, number), "") for number in (1, 2))
        first = first or self.row.get((POINTS, 0), "")
        if not first and not second:
            return None
        one = _number(first, "card_points") if first else 100 - _number(second, "card_points")
        points = [one, _number(second, "card_points") if second else 100 - one]
        return points[::-1] if self.turned else points

    def _swept(self, sides: Sequence[set[str]]) -> int | None:
        """Return the index of the side with a double victory: from the column (a number, a name, or
        “yes” for the first out's side), else from the order. None if there was none.
        """
        typed = self.row.get((SWEEP, 0), "").casefold()
        if typed in {"1", "2"}:
            return 2 - int(typed) if self.turned else int(typed) - 1
        if typed and typed not in NO and typed not in YES:
            return self._side_named(typed, sides)
        ahead = self.out[: max(2, len(self.players) // 2)]
        by_order = typed not in NO and not self._has_points and len(ahead) > 1
        return _side_of(self.out[0], sides) if (typed in YES and self.out) or by_order else None

    def _side_named(self, typed: str, sides: Sequence[set[str]]) -> int:
        names = split_names(typed)
        side = _side_of(self.named(names[0] if names else typed), sides)
        if side is None:
            text = gettext_noop("%(typed)s is not a side: write 1 or 2, or one of its players.")
            raise RuleError([Mistake("sweep_mismatch", "sweep", text, {"typed": shown(typed)})])
        return side


def _side_of(player: str, sides: Sequence[set[str]]) -> int | None:
    return next((number for number, side in enumerate(sides) if player in side), None)


def _number(typed: str, what: str) -> int:
    found = number_typed(typed)
    if found is None or found.denominator != 1:
        text = gettext_noop("%(typed)s is not a whole number.")
        raise RuleError([Mistake("wrong_type", what, text, {"typed": shown(typed)})])
    return int(found)
