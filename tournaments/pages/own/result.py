"""A result that waits for an entrant's agreement: in figures, side by side, as the table wrote
it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse

from scoring.games.queries import Table, tables_of
from tournaments.match.agreement import A, side_writing
from tournaments.match.figures import field_of, figures_of, fingerprint, scores_by_board
from tournaments.match.played_games import room_letter
from tournaments.models import Match, MatchGame, Phone, Place, SessionRound, Tournament
from tournaments.names import side_names
from tournaments.pages.own.queries import match_at
from tournaments.pages.table.queries import Figure, GameFigures
from tournaments.tokens import token_of


@dataclass(frozen=True)
class OwnResult:
    """The result of an own match.

    `state` is "asks" (our side has to agree), "wrote" (our side wrote it), "blind" (hidden until
    our side enters its own) or "disputed". `fields` are those for an own version, shown or not;
    `seen` is the fingerprint of what is shown, `address` the table's page.
    """

    match: Match
    side: int
    state: str
    games: Sequence[GameFigures]
    fields: Sequence[GameFigures]
    seen: str
    address: str

    @property
    def round(self) -> int:
        return self.match.session_round.number

    @property
    def shape(self) -> list[int]:
        """Return how many numbers an own version has, by game."""
        return [len(game.figures) for game in self.fields]


def awaits_agreement(match: Match) -> bool:
    """Whether a match's result still needs agreement."""
    open_round = match.session_round.state == SessionRound.State.PUBLISHED
    return match.done and open_round and match.agreement in {A.WAITING, A.DISPUTED}


def own_results(
    places: Iterable[Place], names: Mapping[int, str], typed: Mapping[str, str] | None = None
) -> list[OwnResult]:
    """Return results of an entrant's matches that wait or are disputed: four queries, none if there
    are none.

    `typed` is the rejected content of the fields of an own version.
    """
    waiting = [place for place in places if awaits_agreement(match_at(place))]
    if not waiting:
        return []
    games = _begun_games([match_at(place).pk for place in waiting])
    tables = tables_of(row.game for rows in games.values() for row in rows if row.game is not None)
    writes = _sides_writing(games)
    return [
        _result(place, games[match_at(place).pk], tables, writes, names, typed or {})
        for place in waiting
    ]


def _sides_writing(matches: Iterable[int]) -> dict[int, int | None]:
    """Return the side whose phone writes, by match: one query."""
    writing: dict[int, list[int | None]] = {}
    phones = Phone.objects.filter(match__in=matches, writes=True).values_list("match", "side")
    for pk, side in phones:
        writing.setdefault(pk, []).append(side)
    return {pk: side_writing(sides) for pk, sides in writing.items()}


def _begun_games(matches: Collection[int]) -> dict[int, list[MatchGame]]:
    games: dict[int, list[MatchGame]] = {pk: [] for pk in matches}
    rows = MatchGame.objects.filter(match__in=games, game__isnull=False).select_related("game")
    for row in rows.order_by("number"):
        games[row.match_id].append(row)
    return games


def _result(
    place: Place,
    rows: Sequence[MatchGame],
    tables: Mapping[object, Table],
    writes: Mapping[int, int | None],
    names: Mapping[int, str],
    typed: Mapping[str, str],
) -> OwnResult:
    match = match_at(place)
    written = [row for row in rows if tables[row.game_id].entries]
    for row in written:
        row.match = match  # read with the place
    figures = figures_of(written, tables)
    state = _state(match, place.side, writes.get(match.pk))
    shown = [
        _game(at, row, game, tables[row.game_id], names, typed)
        for at, (row, game) in enumerate(zip(written, figures, strict=True))
    ]
    return OwnResult(
        match=match,
        side=place.side,
        state=state,
        games=[] if state == "blind" else shown,
        fields=shown,
        seen="" if state == "blind" else fingerprint(match, figures),
        address=reverse("match", args=[token_of(match)]),
    )


def _state(match: Match, side: int, writes: int | None) -> str:
    if match.agreement == A.DISPUTED:
        return "disputed"
    if writes == side:
        return "wrote"
    blind = match.session_round.stage.tournament.agreement == Tournament.Agreement.BLIND
    return "blind" if blind else "asks"


def _game(
    at: int,
    row: MatchGame,
    game: Sequence[int],
    table: Table,
    names: Mapping[int, str],
    typed: Mapping[str, str],
) -> GameFigures:
    two = len(game) == 2
    figures = [
        Figure(
            name,
            number,
            side if two else None,
            field_of(at, side),
            typed.get(field_of(at, side), "")[:9],
        )
        for side, (name, number) in enumerate(zip(side_names(row.sides, names), game, strict=True))
    ]
    letter = room_letter(row.number) if row.boards else ""
    by_board = scores_by_board(row, table, row.board_numbers)
    return GameFigures(row.number, figures, table.is_rank_game, letter, by_board)
