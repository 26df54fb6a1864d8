"""A match's score sheet on paper: what a director typed of it, kept as a ruling and counted like
games played.

The ruling is {"kind": "paper", "games": [...]}, a game for each of the match's of which something
was written:

    {"hands": [{"scores": [65, 35], "sweep": null}, ...], "finished": true}     points by side, hand
    by hand {"hands": [{"order": [2, 0, 1]}, ...], "finished": true}                    sides, first
    out first {"hands": [{"scores": [480, 620], "sweep": null}], "finished": true, "totals": true}
    nothing but the sums

Sides are in the order of `MatchGame.sides`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeGuard

from django.utils.translation import gettext as _

from scoring.games.round_words import in_form
from scoring.rules import VARIANTS, Mistake, RuleError
from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.match.played_games import rules_of
from tournaments.models import MatchGame, Stage
from tournaments.models.rounds import PAPER
from tournaments.standings.lines import Award, Hand, Played
from tournaments.standings.points import Way
from tournaments.standings.points.plausible import doubts

KIND = PAPER
NAME = gettext_noop("Result from paper")
# Kept in English where the form's own words were left, and shown translated
REASON = gettext_noop("paper sheet")
# Where figures are from, where it was no sheet and no side
TYPED, HANDS, CORRECTED = "typed", "hands", "corrected"
SAID_BY = {
    TYPED: gettext_noop("Result as the director typed it"),
    HANDS: gettext_noop("Result as the table wrote it"),
    CORRECTED: gettext_noop("Result as the director corrected it"),
}
MOST_HANDS = 100  # of one game
LARGEST = 99_999  # Tichu points of a side, in a hand or in all
USUAL_HANDS = 10  # of a game whose length nobody knows beforehand


def is_paper(ruling: Mapping[str, Any] | None) -> bool:
    return ruling is not None and ruling.get("kind") == KIND


def said_in(ruling: Mapping[str, Any], sides: Sequence[str]) -> str:
    """Where the figures of such a ruling are from, in words; `sides` are the names of the match's
    sides.

    Its `said` is the index of the side whose version was taken, or a key of `SAID_BY`; without it
    there was a sheet.
    """
    said = ruling.get("said")
    if _is_whole(said) and 0 <= said < len(sides):
        return _("Result according to %(name)s") % {"name": sides[said]}
    return _(SAID_BY.get(str(said), NAME))


def doubt_about(ruling: Mapping[str, Any] | None, rows: Sequence[MatchGame], stage: Stage) -> str:
    """What speaks against the points of such a ruling, in words: a question and no bar. Empty where
    nothing does, for any other ruling and in a game without points.
    """
    if not is_paper(ruling) or ruling is None or VARIANTS[stage.variant].is_rank_game:
        return ""
    for sheet, row in zip(ruling["games"], rows, strict=False):
        totals = [
            sum(column) for column in zip(*(hand["scores"] for hand in sheet["hands"]), strict=True)
        ]
        hands = None if sheet.get("totals") else len(sheet["hands"])
        for one in doubts(rules_of(row, stage.variant, stage.rules), totals, hands=hands):
            return in_form(one.text, one.params) % one.params
    return ""


def reason_in_words(reason: str) -> str:
    """A reason as it is shown: the form's own words in the reader's language."""
    return _(REASON) if reason == REASON else reason


def mistakes_in(
    games: object, sides: Sequence[int] | None = None, *, ranks: bool | None = None
) -> list[Mistake]:
    """All that is wrong with the games of such a ruling.

    `sides` says how many sides each game has and `ranks` whether it goes by places, where they are
    known.
    """
    if not isinstance(games, list) or not games:
        return [
            Mistake(
                "sheet_empty",
                "games",
                gettext_noop("Nothing is typed yet: type what the sheet says."),
            )
        ]
    if sides is not None and len(games) > len(sides):
        text = ngettext_noop(
            "This match has %(games)s game, and the sheet has more.",
            "This match has %(games)s games, and the sheet has more.",
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
    hands = game.get("hands")
    if not isinstance(hands, list) or len(hands) > MOST_HANDS or not hands:
        return False
    flags = all(isinstance(game.get(key, True), bool) for key in ("finished", "totals"))
    sizes = {
        len(hand.get("order") or hand.get("scores") or ())
        for hand in hands
        if isinstance(hand, dict)
    }
    return flags and len(sizes) == 1 and all(_is_hand(hand, sides, ranks) for hand in hands)


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
    """The games of a match as the sheet has them. Raises RuleError for a sheet that does not fit
    the match.
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
    way: Way,
    settings: Mapping[str, Any],
    number: int,
) -> dict[int, Award]:
    """What everybody at the table has, by the stage's way to points, in session round `number`.

    Raises RuleError: `bad_sheet`, `sheet_empty`, and `hands_needed` where every hand counts and
    only sums are there.
    """
    played = played_on_paper(ruling, rows, stage)
    summed = [bool(game.get("totals")) for game in ruling["games"]]
    if any(summed) and way.needs_hands(settings):
        text = gettext_noop(
            "Here every hand counts, and only the sums are known: type the hands of the sheet."
        )
        raise RuleError([Mistake("hands_needed", "games", text)])
    awards = way.award(played, everybody, settings, number)
    if not any(summed):
        return awards
    # How many hands made a sum nobody typed: as many as the game was to have.
    told = [
        hands_of_game(row, stage) if known else len(game.hands)
        for known, game, row in zip(summed, played, rows[: len(played)], strict=True)
    ]
    return {
        who: replace(award, line=replace(award.line, hands=_hands(who, played, told)))
        for who, award in awards.items()
    }


def _hands(who: int, played: Sequence[Played], hands: Sequence[int]) -> int:
    return sum(
        count
        for game, count in zip(played, hands, strict=True)
        if any(who in side for side in game.sides)
    )


def hands_of_game(row: MatchGame, stage: Stage) -> int:
    """How many hands a game was to have, as far as it can be known beforehand."""
    return rules_of(row, stage.variant, stage.rules).round_limit or USUAL_HANDS
