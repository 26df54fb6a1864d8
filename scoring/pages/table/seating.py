"""Reseating in rank games: the table with its new seats, who moves where, and who pushes what to
whom.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, sin
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.games.queries import Table, chosen_chairs
from scoring.models import Game
from scoring.rules import VARIANTS, Next, Push, Variant, all_chairs, rank_name

WIDTH, HEIGHT = 320, 300  # of the drawing, in its own units
SHORT = 9  # characters of a name that fit beside a chair


@dataclass(frozen=True)
class Chair:
    """A chair in the drawing: its centre, the position of its text, its player, and where they come
    from.
    """

    number: int  # of the chair itself; see scoring.rules.chairs
    place: int  # 1 for the first rank
    name: str
    short: str
    rank: str
    x: str  # as text, so that no language puts a comma into the drawing
    y: str
    number_y: str
    label_y: str
    way: str  # the path from the former chair, for SVG; "" if nobody moved
    # The former rank, None if nobody moved, and in the first round
    came_from: int | None
    neighbour: str  # the person to whose left or right it is; "" for the first
    sat: str  # who sat here before, if known


@dataclass(frozen=True)
class Reseating:
    """Everything that happens between two rounds of a rank game. `chairs` are by rank."""

    entry: UUID  # the round that was played
    chairs: Sequence[Chair]
    moves: Sequence[str]
    pushes: Sequence[str]
    deal: str
    moved: bool  # whether paths are drawn
    side: str  # "left" or "right": the direction of the ranks from the first
    choices: Sequence[Chair] = ()  # that the first may take, in the order around the table


@dataclass(frozen=True)
class Spot:
    """A person's position: the chair, the former chair, and the former rank; None if unknown."""

    chair: int
    before: int | None
    rank_before: int | None


def reseating(table: Table, chosen: Mapping[int, int] | None = None) -> Reseating:
    """Return what to do before the next round. Only for rank games with at least one round.

    `chosen` maps rounds to the chairs that their first has chosen. If the game lets the first
    choose and nothing is chosen, the first stays.
    """
    upcoming: Next = table.result.rounds[-1].next
    rounds = table.result.rounds
    before = rounds[-2].next.seating if len(rounds) > 1 else _carried_order(table)
    names = table.names
    variant = VARIANTS[table.game.variant]
    if variant.first_may_stay:
        spots = _kept_chairs(table, variant, chosen)
    else:
        spots = _chairs_by_rank(upcoming.seating, before)
    side = "left" if variant.to_the_left else "right"
    chairs = _chairs(names, upcoming, spots, _directions(len(names)))
    if variant.first_may_stay:
        moves = _moves_round_the_first(chairs)
    else:
        moves = _moves_by_rank(chairs, first=not before)
    return Reseating(
        entry=table.entries[-1].pk,
        chairs=chairs,
        moves=moves,
        pushes=[push_words(names, push) for push in upcoming.pushes],
        deal=deal_words(names, upcoming),
        moved=any(chair.way for chair in chairs),
        side=side,
        choices=sorted(chairs, key=lambda chair: chair.number) if variant.first_may_stay else (),
    )


def first_took(table: Table) -> tuple[int, int]:
    """Return the number of the last round, and how many places from their own the first's new chair
    is.

    0 if they stay. Only for games that let the first choose.
    """
    variant, first = VARIANTS[table.game.variant], table.result.rounds[-1].next.seating[0]
    *_others, before, now = _every_chair(table, variant, chosen_chairs(table))
    steps = now[first] - before[first]
    return table.last_number, (steps if variant.to_the_left else -steps) % table.n_players


def _carried_order(table: Table) -> tuple[int, ...]:
    """Return the seats by rank before the first round, if ranks were carried over."""
    return tuple(range(table.n_players)) if table.carried else ()


def _chairs_by_rank(seating: Sequence[int], before: Sequence[int]) -> dict[int, Spot]:
    """Return chairs that belong to ranks: the first's is the best, wherever it is, drawn at the
    top.
    """
    ranks = {seat: before.index(seat) if before else None for seat in seating}
    return {seat: Spot(place, ranks[seat], ranks[seat]) for place, seat in enumerate(seating)}


def _kept_chairs(
    table: Table, variant: Variant, chosen: Mapping[int, int] | None
) -> dict[int, Spot]:
    """Return real chairs, each drawn in its place all evening; the first seat's initial one is at
    the top.
    """
    orders = [result.next.seating for result in table.result.rounds]
    chairs = _every_chair(table, variant, chosen)
    before = orders[-2] if len(orders) > 1 else _carried_order(table)
    ranks = {seat: before.index(seat) if before else None for seat in orders[-1]}
    return {seat: Spot(chairs[-1][seat], chairs[-2][seat], ranks[seat]) for seat in orders[-1]}


def _every_chair(
    table: Table, variant: Variant, chosen: Mapping[int, int] | None
) -> list[tuple[int, ...]]:
    """Return the chair of each seat before the first round and after each.

    People sit down in the direction of play, and where ranks were carried over, by rank.
    """
    orders = [result.next.seating for result in table.result.rounds]
    clockwise = table.game.direction == Game.Direction.LEFT
    if table.carried:
        clockwise = variant.to_the_left
    return all_chairs(
        orders, table.n_players, clockwise=clockwise, to_the_left=variant.to_the_left, chosen=chosen
    )


def _directions(n_chairs: int) -> list[tuple[float, float]]:
    """Return the directions of the chairs from the centre, from the top on clockwise seen from
    above.
    """
    turns = [chair * 2 * pi / n_chairs for chair in range(n_chairs)]
    return [(WIDTH / 2 + 122 * sin(turn), HEIGHT / 2 - 112 * cos(turn)) for turn in turns]


def _chairs(
    names: Sequence[str],
    upcoming: Next,
    spots: Mapping[int, Spot],
    at: Sequence[tuple[float, float]],
) -> list[Chair]:
    sat = {spot.before: names[seat] for seat, spot in spots.items()}
    chairs = []
    for place, seat in enumerate(upcoming.seating):
        spot, name = spots[seat], names[seat]
        x, y = at[spot.chair]
        stays = spot.before in {None, spot.chair}
        chairs.append(
            Chair(
                number=spot.chair,
                place=place + 1,
                name=name,
                short=name if len(name) <= SHORT else name[: SHORT - 1] + "…",
                rank=_(rank_name(upcoming.ranks[place])),
                x=f"{x:.1f}",
                y=f"{y:.1f}",
                number_y=f"{y + 5:.1f}",
                label_y=f"{y + (28 if y > HEIGHT / 3 else -21):.1f}",
                way="" if stays else _way(at[spot.before or 0], (x, y)),
                came_from=None
                if spot.rank_before in {None, place}
                else (spot.rank_before or 0) + 1,
                neighbour="" if place == 0 else names[upcoming.seating[place - 1]],
                sat=sat.get(spot.chair, ""),
            )
        )
    return chairs


def _way(start: tuple[float, float], end: tuple[float, float]) -> str:
    """Return a curve between two chairs, bent towards the middle of the table, ending short of the
    chair.
    """
    middle = ((start[0] + end[0]) / 4 + WIDTH / 4, (start[1] + end[1]) / 4 + HEIGHT / 4)
    dx, dy = end[0] - middle[0], end[1] - middle[1]
    short = max(1 - 21 / max(hypot(dx, dy), 1), 0)
    tip = (middle[0] + dx * short, middle[1] + dy * short)
    return "M{:.1f} {:.1f} Q{:.1f} {:.1f} {:.1f} {:.1f}".format(*start, *middle, *tip)


def _move(chair: Chair, *, first: bool) -> str:
    """Return who takes which rank's chair, if the best chair is the first's."""
    if not chair.neighbour:
        if first:
            return _("%(name)s takes the best chair.") % {"name": chair.name}
        return _("%(name)s takes the best chair, from chair %(old)s.") % {
            "name": chair.name,
            "old": chair.came_from,
        }
    names = {"name": chair.name, "neighbour": chair.neighbour, "old": chair.came_from}
    if chair.came_from is None:
        return _("%(name)s sits at %(neighbour)s's left.") % names
    return _("%(name)s moves from chair %(old)s to %(neighbour)s's left.") % names


def _moves_by_rank(chairs: Sequence[Chair], *, first: bool) -> list[str]:
    """After the `first` ranking everybody takes a seat; later only those whose rank changed."""
    return [_move(chair, first=first) for chair in chairs if chair.came_from or first]


def _moves_round_the_first(chairs: Sequence[Chair]) -> list[str]:
    """Return who stays and who moves after the first's choice; empty if everybody stays."""
    if not any(chair.way for chair in chairs):
        return []
    first, *others = chairs
    if first.way:
        moves = [_("%(name)s takes %(other)s's chair.") % {"name": first.name, "other": first.sat}]
    else:
        moves = [_("%(name)s stays.") % {"name": first.name}]
    text = _("%(name)s moves to %(neighbour)s's right.")
    return moves + [
        text % {"name": each.name, "neighbour": each.neighbour} for each in others if each.way
    ]


def push_words(names: Sequence[str], push: Push) -> str:
    """Return who gives which cards to whom."""
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
    """Return packs, cards, and shares: "Two packs, 109 cards: 16 each for Anna ..., 15 for the
    others".
    """
    deck = upcoming.deck
    if deck is None:
        return ""
    words = {"cards": deck.cards}
    packs = (
        _("One pack, %(cards)s cards.") if deck.packs == 1 else _("Two packs, %(cards)s cards.")
    ) % words
    most, least = max(upcoming.hands), min(upcoming.hands)
    if most == least:
        hands = _("Everybody gets %(cards)s.") % {"cards": most}
    else:
        larger = [
            names[seat]
            for seat, hand in zip(upcoming.seating, upcoming.hands, strict=True)
            if hand == most
        ]
        text = _("%(cards)s each for %(names)s; %(fewer)s for the others.")
        if len(larger) == 1:
            text = _("%(cards)s for %(names)s; %(fewer)s for the others.")
        hands = text % {
            "cards": most,
            "names": ", ".join(larger),
            "fewer": least,
        }
    left = deck.cards - sum(upcoming.hands)
    over = (
        ngettext("One card is left face up.", "%(cards)s cards are left face up.", left)
        % {"cards": left}
        if left
        else ""
    )
    return " ".join(part for part in (packs, hands, over) if part)


def first_round_hint() -> str:
    """Return what the table should know before the first round of a rank game."""
    return _("The first round has no pushing: it sets the ranks.")
