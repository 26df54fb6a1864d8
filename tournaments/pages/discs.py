"""Discs of results, the same on every page: the opponent's rank, and the result for screen readers.

They differ by lightness and outline, never by hue.
"""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.games.round_words import figure
from scoring.rules.words import gettext_noop
from tournaments.pages import rendering
from tournaments.pages.rendering import FIGURE, NO_DISC
from tournaments.stage.results import PLACED, Result

AGAINST = {
    "won": gettext_noop("Round %(round)s: won against rank %(rank)s"),
    "lost": gettext_noop("Round %(round)s: lost against rank %(rank)s"),
    "level": gettext_noop("Round %(round)s: drew with rank %(rank)s"),
    "playing": gettext_noop("Round %(round)s: playing against rank %(rank)s"),
}
ALONE = {
    "won": gettext_noop("Round %(round)s: won"),
    "lost": gettext_noop("Round %(round)s: lost"),
    "level": gettext_noop("Round %(round)s: drawn"),
    "playing": gettext_noop("Round %(round)s: being played"),
    "over": gettext_noop("Round %(round)s: played"),
    "bye": gettext_noop("Round %(round)s: bye"),
    "absent": gettext_noop("Round %(round)s: absent"),
    "void": gettext_noop("Round %(round)s: does not count"),
}
IN_PLACE = gettext_noop("Round %(round)s: place %(place)s")
# Used where a cell has all rounds in order: the number of the round in thousands of discs would add
# a kilobyte to the page.
IN_ORDER = {
    AGAINST["won"]: gettext_noop("won against rank %(rank)s"),
    AGAINST["lost"]: gettext_noop("lost against rank %(rank)s"),
    AGAINST["level"]: gettext_noop("drew with rank %(rank)s"),
    AGAINST["playing"]: gettext_noop("playing against rank %(rank)s"),
    ALONE["won"]: gettext_noop("won"),
    ALONE["lost"]: gettext_noop("lost"),
    ALONE["level"]: gettext_noop("drawn"),
    ALONE["playing"]: gettext_noop("being played"),
    ALONE["over"]: gettext_noop("played"),
    ALONE["bye"]: gettext_noop("bye"),
    ALONE["absent"]: gettext_noop("absent"),
    ALONE["void"]: gettext_noop("does not count"),
    IN_PLACE: gettext_noop("place %(place)s"),
}


class Discs:
    """Draws discs; `ranks` has everybody's rank.

    Discs of one round and result differ by their figure alone, so the HTML around it is made once.
    With `in_order` the words leave out the round, for rows that have all rounds.
    """

    def __init__(self, ranks: Mapping[int, int], *, in_order: bool = False) -> None:
        self.ranks = ranks
        self.in_order = in_order
        self.around: dict[tuple[str, int, str], tuple[str, str]] = {}

    def one(self, result: Result) -> str:
        rank = self.ranks.get(result.met[0]) if len(result.met) == 1 else None
        if result.places:
            words, inside = IN_PLACE, "/".join(map(figure, result.places))
        elif rank is not None and result.kind in AGAINST:
            words, inside = AGAINST[result.kind], str(rank)
        else:
            words, inside = ALONE[result.kind], ""
        key = (IN_ORDER[words] if self.in_order else words, result.round, result.kind)
        around = self.around.get(key)
        if around is None:
            words, number, kind = key
            around = self.around[key] = rendering.disc_frame(
                "lost" if kind == PLACED else kind,
                _(words) % {"round": number, "rank": FIGURE, "place": FIGURE},
            )
        return f"{around[0]}{inside}{around[1]}"

    def row(self, results: Iterable[Result], numbers: Sequence[int]) -> SafeString:
        """Draw a disc for each of these session rounds."""
        by_round = {result.round: result for result in results}
        return rendering.disc_row(
            [self.one(by_round[number]) if number in by_round else NO_DISC for number in numbers]
        )


def round_disc(number: int, kind: str) -> SafeString:
    """Draw a result with the number of its session round, where the opponent is known already."""
    return rendering.numbered_disc(kind, number, _(ALONE[kind]) % {"round": FIGURE})


def movement(ranks: int) -> SafeString:
    """Draw by how many ranks somebody went up, or down if negative."""
    if not ranks:
        return rendering.unmoved(_("as before"))
    kind, words = ("up", _("%(ranks)s up")) if ranks > 0 else ("down", _("%(ranks)s down"))
    return rendering.moved(kind, abs(ranks), words % {"ranks": FIGURE})
