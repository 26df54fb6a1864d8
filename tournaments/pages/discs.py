"""The disc of a result, the same on every page: the opponent's rank, and how it came out in words
for who listens.

It differs by lightness and outline, never by hue. An own tag for each of thousands is written by
hand: a template takes many times as long.
"""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from scoring.rules.words import gettext_noop
from tournaments.stage.results import PLACED, Result

AGAINST = {
    "won": gettext_noop("Round %(round)s: won against rank %(rank)s"),
    "lost": gettext_noop("Round %(round)s: lost against rank %(rank)s"),
    "level": gettext_noop("Round %(round)s: level with rank %(rank)s"),
    "playing": gettext_noop("Round %(round)s: playing against rank %(rank)s"),
}
ALONE = {
    "won": gettext_noop("Round %(round)s: won"),
    "lost": gettext_noop("Round %(round)s: lost"),
    "level": gettext_noop("Round %(round)s: level"),
    "playing": gettext_noop("Round %(round)s: being played"),
    "bye": gettext_noop("Round %(round)s: bye"),
    "absent": gettext_noop("Round %(round)s: absent"),
}
IN_PLACE = gettext_noop("Round %(round)s: place %(place)s")
# The same where a cell has all rounds in their order: of thousands the number of the round would be
# a kilobyte.
IN_ORDER = {
    AGAINST["won"]: gettext_noop("won against rank %(rank)s"),
    AGAINST["lost"]: gettext_noop("lost against rank %(rank)s"),
    AGAINST["level"]: gettext_noop("level with rank %(rank)s"),
    AGAINST["playing"]: gettext_noop("playing against rank %(rank)s"),
    ALONE["won"]: gettext_noop("won"),
    ALONE["lost"]: gettext_noop("lost"),
    ALONE["level"]: gettext_noop("level"),
    ALONE["playing"]: gettext_noop("being played"),
    ALONE["bye"]: gettext_noop("bye"),
    ALONE["absent"]: gettext_noop("absent"),
    IN_PLACE: gettext_noop("place %(place)s"),
}
NONE = "<i></i>"  # came later: the rounds that follow stay below their number
INSIDE = "#"


class Discs:
    """Draws them; `ranks` has everybody's rank. What differs from disc to disc is a figure: the
    words around it are put together once for each round and result. `in_order`: the round is not
    said, since all stand in one row.
    """

    def __init__(self, ranks: Mapping[int, int], *, in_order: bool = False) -> None:
        self.ranks = ranks
        self.in_order = in_order
        self.around: dict[tuple[str, int, str], tuple[str, str]] = {}

    def one(self, result: Result) -> str:
        rank = self.ranks.get(result.met[0]) if len(result.met) == 1 else None
        if result.place:
            words, inside = IN_PLACE, result.place
        elif rank is not None and result.kind in AGAINST:
            words, inside = AGAINST[result.kind], str(rank)
        else:
            words, inside = ALONE[result.kind], ""
        key = (IN_ORDER[words] if self.in_order else words, result.round, result.kind)
        around = self.around.get(key)
        if around is None:
            around = self.around[key] = _around(*key)
        return f"{around[0]}{inside}{around[1]}"

    def row(self, results: Iterable[Result], numbers: Sequence[int]) -> SafeString:
        """A disc for each of these session rounds."""
        by_round = {result.round: result for result in results}
        # Figures and our own words, nothing that people typed.
        return mark_safe(  # noqa: S308
            "".join(
                [self.one(by_round[number]) if number in by_round else NONE for number in numbers]
            )
        )


def round_disc(number: int, kind: str) -> SafeString:
    """The disc of a result with the number of its session round inside: where the opponent is known
    otherwise.
    """
    before, _inside, after = escape(_(ALONE[kind]) % {"round": INSIDE}).partition(INSIDE)
    return mark_safe(f'<i class="{kind}">{_heard(before)}{number}{_heard(after)}</i>')  # noqa: S308 - our own words


def _around(words: str, number: int, kind: str) -> tuple[str, str]:
    """What stands before and after the figure of a disc.

    What is only heard stands around what is seen: said twice, it would be half of the page's
    weight. Quotes are left out for the same reason.
    """
    said = _(words) % {"round": number, "rank": INSIDE, "place": INSIDE}
    before, _inside, after = escape(said).partition(INSIDE)
    return f"<i class={'lost' if kind == PLACED else kind}>{_heard(before)}", f"{_heard(after)}</i>"


def _heard(words: str) -> str:
    return f"<span>{words}</span>" if words else ""


def movement(ranks: int) -> SafeString:
    """How many ranks somebody went up or down, for a cell of a table."""
    if not ranks:
        return format_html('<i role="img" aria-label="{}">–</i>', _("as before"))
    kind, words = ("up", _("%(ranks)s up")) if ranks > 0 else ("down", _("%(ranks)s down"))
    before, _inside, after = escape(words % {"ranks": INSIDE}).partition(INSIDE)
    said = [f"<span class=unseen>{part}</span>" if part else "" for part in (before, after)]
    return mark_safe(f"<i class={kind}>{said[0]}{abs(ranks)}{said[1]}</i>")  # noqa: S308 - escaped
