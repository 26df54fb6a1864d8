"""Reseating in the rank games: the table drawn with its new seats, who moves where, who pushes what to whom."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, sin

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.queries import Table
from scoring.rules import Next, Push, rank_name

WIDTH, HEIGHT = 320, 300  # of the drawing, in its own units
SHORT = 9  # characters of a name that fit beside a chair


@dataclass(frozen=True)
class Chair:
    """A place in the drawing: its middle, where its words stand, who sits there now and where they come from."""

    place: int  # 1 for the first rank
    name: str
    short: str
    rank: str
    x: str  # written out, so that no language puts a comma into the drawing
    y: str
    number_y: str
    label_y: str
    way: str  # the way from the chair before, as an SVG path; empty where nobody moved
    came_from: int | None  # place before, None where nobody moved or it is the first round
    neighbour: str  # whose left or right this chair is on; empty for the first


@dataclass(frozen=True)
class Reseating:
    """All that happens between two rounds of a rank game."""

    chairs: Sequence[Chair]
    moves: Sequence[str]
    pushes: Sequence[str]
    deal: str
    moved: bool  # whether ways are drawn
    side: str  # "left" or "right": the way the ranks run from the first


def reseating(table: Table) -> Reseating:
    """What to do before the next round. Only for rank games with at least one round written."""
    upcoming: Next = table.result.rounds[-1].next
    before = table.result.rounds[-2].next.seating if len(table.entries) > 1 else ()
    names = table.names
    side = "right" if table.game.variant == "always_last" else "left"
    chairs = _chairs(names, upcoming, before, side)
    return Reseating(
        chairs=chairs,
        # After the first ranking everybody sits anew; later only those whose rank changed move.
        moves=[_move(chair, side, first=not before) for chair in chairs if chair.came_from or not before],
        pushes=[push_words(names, push) for push in upcoming.pushes],
        deal=deal_words(names, upcoming),
        moved=any(chair.way for chair in chairs),
        side=side,
    )


def _chairs(names: Sequence[str], upcoming: Next, before: Sequence[int], side: str) -> list[Chair]:
    n = len(upcoming.seating)
    chairs = []
    # From above, with everybody facing the middle, somebody's left is the next chair clockwise.
    turns = [(place if side == "left" else -place) * 2 * pi / n for place in range(n)]
    spots = [(WIDTH / 2 + 122 * sin(turn), HEIGHT / 2 - 112 * cos(turn)) for turn in turns]
    for place, seat in enumerate(upcoming.seating):
        x, y = spots[place]
        old = before.index(seat) if before else None
        name = names[seat]
        chairs.append(
            Chair(
                place=place + 1,
                name=name,
                short=name if len(name) <= SHORT else name[: SHORT - 1] + "…",
                rank=_(rank_name(upcoming.ranks[place])),
                x=f"{x:.1f}",
                y=f"{y:.1f}",
                number_y=f"{y + 5:.1f}",
                label_y=f"{y + (28 if y > HEIGHT / 3 else -21):.1f}",
                way="" if old is None or old == place else _way(spots[old], spots[place]),
                came_from=None if old is None or old == place else old + 1,
                neighbour="" if place == 0 else names[upcoming.seating[place - 1]],
            )
        )
    return chairs


def _way(start: tuple[float, float], end: tuple[float, float]) -> str:
    """A curve from one chair to another, bent towards the middle of the table, ending short of the chair."""
    middle = ((start[0] + end[0]) / 4 + WIDTH / 4, (start[1] + end[1]) / 4 + HEIGHT / 4)
    dx, dy = end[0] - middle[0], end[1] - middle[1]
    short = max(1 - 21 / max(hypot(dx, dy), 1), 0)
    tip = (middle[0] + dx * short, middle[1] + dy * short)
    return "M{:.1f} {:.1f} Q{:.1f} {:.1f} {:.1f} {:.1f}".format(*start, *middle, *tip)


def _move(chair: Chair, side: str, *, first: bool) -> str:
    if not chair.neighbour:
        if first:
            return _("%(name)s takes the best chair.") % {"name": chair.name}
        return _("%(name)s takes the best chair, from chair %(old)s.") % {
            "name": chair.name,
            "old": chair.came_from,
        }
    names = {"name": chair.name, "neighbour": chair.neighbour, "old": chair.came_from}
    if chair.came_from is None:
        if side == "left":
            return _("%(name)s sits at %(neighbour)s's left.") % names
        return _("%(name)s sits at %(neighbour)s's right.") % names
    if side == "left":
        return _("%(name)s moves from chair %(old)s to %(neighbour)s's left.") % names
    return _("%(name)s moves from chair %(old)s to %(neighbour)s's right.") % names


def push_words(names: Sequence[str], push: Push) -> str:
    """Who gives whom which cards."""
    people = {"giver": names[push.giver], "taker": names[push.taker], "cards": push.cards}
    if push.kind == "best":
        text = ngettext(
            "%(giver)s gives %(taker)s the best card",
            "%(giver)s gives %(taker)s the %(cards)s best cards",
            push.cards,
        )
    elif push.kind == "worst":
        text = ngettext(
            "%(giver)s gives %(taker)s the worst card",
            "%(giver)s gives %(taker)s the %(cards)s worst cards",
            push.cards,
        )
    else:
        text = ngettext(
            "%(giver)s gives %(taker)s any one card",
            "%(giver)s gives %(taker)s any %(cards)s cards",
            push.cards,
        )
    return text % people


def deal_words(names: Sequence[str], upcoming: Next) -> str:
    """Packs, cards, and who gets how many: "Two packs, 109 cards: 16 each for Anna ..., 15 for the others"."""
    deck = upcoming.deck
    if deck is None:
        return ""
    words = {"cards": deck.cards}
    packs = (_("One pack, %(cards)s cards.") if deck.packs == 1 else _("Two packs, %(cards)s cards.")) % words
    most, least = max(upcoming.hands), min(upcoming.hands)
    if most == least:
        hands = _("Everybody gets %(cards)s.") % {"cards": most}
    else:
        larger = [names[seat] for seat, hand in zip(upcoming.seating, upcoming.hands, strict=True) if hand == most]
        hands = _("%(cards)s each for %(names)s; %(fewer)s for the others.") % {
            "cards": most,
            "names": ", ".join(larger),
            "fewer": least,
        }
    left = deck.cards - sum(upcoming.hands)
    over = (
        ngettext("One card is left face up.", "%(cards)s cards are left face up.", left) % {"cards": left}
        if left
        else ""
    )
    return " ".join(part for part in (packs, hands, over) if part)


def first_round_hint() -> str:
    """What the table should know before the first round of a rank game."""
    return _("The first round is played without pushing: it finds the ranks.")
