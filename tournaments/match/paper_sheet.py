"""A match's paper score sheet as entered by a director: stored as a ruling, counted like games.

The ruling is {"kind": "paper", "games": [...]}, with an entry for each of the match's games that
has results. It has points by side for each hand; or the sides, first out first; or only the totals:

    {"hands": [{"scores": [65, 35], "sweep": null}, ...], "finished": true}
    {"hands": [{"order": [2, 0, 1]}, ...], "finished": true}
    {"hands": [{"scores": [480, 620], "sweep": null}], "finished": true, "totals": true}

Sides are in the order of `MatchGame.sides`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeGuard

from django.utils.translation import gettext as _

from scoring.games.round_words import in_form
from scoring.rules import VARIANTS, Mistake, RuleError
from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.clock import clock_of
from tournaments.match.played_games import rules_of
from tournaments.models import MatchGame, SessionRound, Stage
from tournaments.models.rounds import PAPER
from tournaments.standings.lines import Award, Hand, Played
from tournaments.standings.points import ScoringSystem
from tournaments.standings.points.plausible import IMPOSSIBLE, Doubt, doubts

KIND = PAPER
NAME = gettext_noop("Result from paper")
# Source of the figures, if neither a sheet nor a side
TYPED, HANDS, CORRECTED = "typed", "hands", "corrected"
SOURCES = {
    TYPED: gettext_noop("Result entered by the director"),
    HANDS: gettext_noop("Result entered at the table"),
    CORRECTED: gettext_noop("Result corrected by the director"),
}
MOST_HANDS = 100  # of one game
LARGEST = 99_999  # Tichu points of a side, in a hand or in total
USUAL_HANDS = 10  # of a game of unknown length


def is_paper(ruling: Mapping[str, Any] | None) -> bool:
    return ruling is not None and ruling.get("kind") == KIND


def figures_source(ruling: Mapping[str, Any], sides: Sequence[str]) -> str:
    """Return the source of the figures of such a ruling, in words; `sides` are the sides' names.

    Its `said` is the index of the side whose version was taken, or a key of `SOURCES`; without it
    the source was a sheet.
    """
    source = ruling.get("said")
    if _is_whole(source) and 0 <= source < len(sides):
        return _("Result according to %(name)s") % {"name": sides[source]}
    return _(SOURCES.get(str(source), NAME))


def doubts_about(
    row: MatchGame, played_in: SessionRound, totals: Sequence[int], hands: int | None = None
) -> tuple[Doubt, ...]:
    """Return what is wrong with a game's typed totals; with a clock, time may have stopped it."""
    stage = played_in.stage
    finished = None if clock_of(played_in).minutes else True
    rules = rules_of(row, stage.variant, stage.rules)
    return doubts(rules, totals, hands=hands, finished=finished)


def doubt_about(
    ruling: Mapping[str, Any] | None, rows: Sequence[MatchGame], played_in: SessionRound
) -> str:
    """Return in words why the points of such a ruling are doubtful: a question, not an error.

    Empty if there is no doubt, for any other ruling, and in games without points.
    """
    for one in _doubts(ruling, rows, played_in):
        return in_words(one)
    return ""


def impossible_in(
    ruling: Mapping[str, Any] | None, rows: Sequence[MatchGame], played_in: SessionRound
) -> Doubt | None:
    """Return why the points of such a ruling cannot be right, None if they can."""
    found = _doubts(ruling, rows, played_in)
    return next((one for one in found if one.level == IMPOSSIBLE), None)


def in_words(doubt: Doubt) -> str:
    """Return a doubt as a sentence in the current language."""
    return in_form(doubt.text, doubt.params) % doubt.params


def _doubts(
    ruling: Mapping[str, Any] | None, rows: Sequence[MatchGame], played_in: SessionRound
) -> Iterator[Doubt]:
    if not is_paper(ruling) or ruling is None or VARIANTS[played_in.stage.variant].is_rank_game:
        return
    for sheet, row in zip(ruling["games"], rows, strict=False):
        totals = [
            sum(column) for column in zip(*(hand["scores"] for hand in sheet["hands"]), strict=True)
        ]
        hands = None if sheet.get("totals") else len(sheet["hands"])
        yield from doubts_about(row, played_in, totals, hands)


def mistakes_in(
    games: object, sides: Sequence[int] | None = None, *, ranks: bool | None = None
) -> list[Mistake]:
    """Return all mistakes in the games of such a ruling.

    `sides` is the number of sides per game, `ranks` whether games go by places, if known.
    """
    if not isinstance(games, list) or not games:
        return [
            Mistake(
                "sheet_empty",
                "games",
                gettext_noop("Nothing entered yet: copy the numbers from the sheet."),
            )
        ]
    if sides is not None and len(games) > len(sides):
        text = ngettext_noop(
            "This match has %(games)s game, but the sheet has more.",
            "This match has %(games)s games, but the sheet has more.",
            "games",
        )
        return [Mistake("bad_sheet", "games", text, {"games": len(sides)})]
    found = []
    for number, game in enumerate(games, start=1):
        count = None if sides is None else sides[number - 1]
        if not _is_game(game, count, ranks):
            text = gettext_noop("Game %(number)s of the sheet cannot be read.")
            found.append(Mistake("bad_sheet", f"games.{number}", text, {"number": number}))
    return found


def _is_game(game: object, sides: int | None, ranks: bool | None) -> bool:
    if not isinstance(game, dict) or not set(game) <= {"hands", "finished", "totals"}:
        return False
    flags = all(isinstance(game.get(key, True), bool) for key in ("finished", "totals"))
    return flags and _are_hands(game.get("hands"), sides, ranks)


def _are_hands(hands: object, sides: int | None, ranks: bool | None) -> bool:
    if not isinstance(hands, list) or not 0 < len(hands) <= MOST_HANDS:
        return False
    if not all(_is_hand(hand, sides, ranks) for hand in hands):
        return False
    return len({len(hand.get("order") or hand["scores"]) for hand in hands}) == 1


def _is_hand(hand: object, sides: int | None, ranks: bool | None) -> bool:
    if not isinstance(hand, dict):
        return False
    order = hand.get("order")
    if order is not None:
        return ranks is not False and set(hand) == {"order"} and _is_order(order, sides)
    if ranks or not set(hand) <= {"scores", "sweep"}:
        return False
    return _are_scores(hand.get("scores"), hand.get("sweep"), sides)


def _is_order(order: object, sides: int | None) -> bool:
    return (
        isinstance(order, list)
        and all(_is_whole(side) for side in order)
        and sorted(order) == list(range(sides or len(order)))
        and len(order) > 1
    )


def _are_scores(scores: object, sweep: object, sides: int | None) -> bool:
    if not isinstance(scores, list) or len(scores) != (sides or max(len(scores), 2)):
        return False
    if sweep is not None and not (_is_whole(sweep) and len(scores) == 2 and 0 <= sweep < 2):
        return False
    return all(_is_whole(value) and abs(value) <= LARGEST for value in scores)


def _is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def played_on_paper(
    ruling: Mapping[str, Any], rows: Sequence[MatchGame], stage: Stage
) -> list[Played]:
    """Return a match's games from the sheet. Raises RuleError if the sheet does not fit the
    match.
    """
    ranks = VARIANTS[stage.variant].is_rank_game
    mistakes = mistakes_in(ruling.get("games"), [len(row.sides) for row in rows], ranks=ranks)
    if mistakes:
        raise RuleError(mistakes)
    return [
        _played(game, row)
        for game, row in zip(ruling["games"], rows[: len(ruling["games"])], strict=True)
    ]


def _played(game: Mapping[str, Any], row: MatchGame) -> Played:
    hands = tuple(
        Hand(order=tuple(hand["order"]))
        if "order" in hand
        else Hand(scores=tuple(hand["scores"]), sweep=hand.get("sweep"))
        for hand in game["hands"]
    )
    played = Played(
        sides=tuple(tuple(side) for side in row.sides),
        hands=hands,
        finished=bool(game.get("finished", True)),
        boards=tuple(row.boards),
    )
    if any(hand.order for hand in hands):
        return played
    best = max(played.totals)
    return replace(
        played, winners=tuple(side for side, total in enumerate(played.totals) if total == best)
    )


def awards_on_paper(
    ruling: Mapping[str, Any],
    rows: Sequence[MatchGame],
    stage: Stage,
    everybody: Sequence[int],
    *,
    played: Sequence[Played],
    system: ScoringSystem,
    settings: Mapping[str, Any],
    number: int,
) -> dict[int, Award]:
    """Return everybody's award for the `played` games of the sheet by the stage's scoring system,
    in session round `number`.

    Raises RuleError: `hands_needed` if every hand counts and there are only totals, `sheet_empty`
    if two tables play the same boards and nothing can be compared.
    """
    summed = [bool(game.get("totals")) for game in ruling["games"]]
    if any(summed) and system.needs_hands(settings):
        text = gettext_noop(
            "Every hand counts here, and only the sums are known: enter the hands from the sheet."
        )
        raise RuleError([Mistake("hands_needed", "games", text)])
    awards = system.award(played, everybody, settings, number)
    if not awards:
        text = gettext_noop(
            "Enter both tables: a board counts once it has a result at each of the two."
        )
        raise RuleError([Mistake("sheet_empty", "games", text)])
    if not any(summed):
        return awards
    # The number of hands behind a total is not entered: as many as the game was to have.
    hands = [
        hands_of_game(row, stage) if known else len(game.hands)
        for known, game, row in zip(summed, played, rows[: len(played)], strict=True)
    ]
    return {
        who: replace(award, line=replace(award.line, hands=_hands(who, played, hands)))
        for who, award in awards.items()
    }


def _hands(who: int, played: Sequence[Played], hands: Sequence[int]) -> int:
    return sum(
        count
        for game, count in zip(played, hands, strict=True)
        if any(who in side for side in game.sides)
    )


def hands_of_game(row: MatchGame, stage: Stage) -> int:
    """Return the planned number of hands of a game, as far as it can be known."""
    return rules_of(row, stage.variant, stage.rules).round_limit or USUAL_HANDS
