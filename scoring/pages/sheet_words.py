"""The sheet in words: a round's story, the rules in a sentence, calls, events, signed figures."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from scoring.games.queries import Line, Table
from scoring.games.round_words import (
    bomb_in_words,
    call_letters,
    call_name,
    figure,
    names_with_dummy,
    side_caller,
    sweep_name,
)
from scoring.rules import PRESETS, VARIANTS, Carried, Round, RoundResult, RuleSet

EVENTS = {
    "pause": gettext_noop("paused"),
    "resume": gettext_noop("resumed"),
    "finish_early": gettext_noop("finished early"),
    "reopen": gettext_noop("reopened"),
    "put_right": gettext_noop("edited"),
    "put_back": gettext_noop("edit undone"),
    "substitute": gettext_noop("other people at the table"),
    "substitute_back": gettext_noop("change of seats taken back"),
    "start_again": gettext_noop("started again"),
    "delete": gettext_noop("deleted"),
    "restore": gettext_noop("restored"),
    "link_viewer": gettext_noop("viewing link made"),
    "link_scorer": gettext_noop("scoring link made"),
    "handed_over": gettext_noop("handed to another phone"),
    "revoke_viewer": gettext_noop("viewing link revoked"),
    "revoke_scorer": gettext_noop("scoring link revoked"),
}


@dataclass(frozen=True)
class CallMade:
    """A call in words: who, what, and whether it was made. `letter` is its sign where space is
    short. `seats` are who can have made it: the caller's, or the side's if only that is known.
    """

    seats: tuple[int, ...]
    name: str
    word: str
    made: bool
    letter: str

    @property
    def spoken(self) -> str:
        """The text for screen readers."""
        text = _("%(name)s: %(call)s ✓ made") if self.made else _("%(name)s: %(call)s ✗ failed")
        return text % {"name": self.name, "call": self.word}


@dataclass(frozen=True)
class Story:
    """A recorded round, with names for seats, in the order of the scorer's screen.

    `first_side` holds the names on the side whose cards come first in `cards`, if sides change from
    round to round; `sweep` is the game's word for a sweep, `sweepers` the names of those who made
    it, if known.
    """

    out: tuple[str, ...]
    calls: tuple[CallMade, ...]
    cards: tuple[str, str] | None
    first_side: tuple[str, ...]
    sweep: str
    sweepers: tuple[str, ...]
    wish: str
    bombs: tuple[str, ...]
    totals: tuple[str, ...] = ()  # of the sides, if nothing else was recorded

    @property
    def side_calls(self) -> list[str]:
        """The calls of which only the team is known."""
        return [call.spoken for call in self.calls if len(call.seats) > 1]


@dataclass(frozen=True)
class CarriedLine:
    """The score that a game started with: the rounds before, as in "1–3", and the totals."""

    rounds: str
    totals: tuple[str, ...]
    leads: tuple[bool, ...]
    note: str


def carried_line(carried: Carried) -> CarriedLine | None:
    """Return it in words; None if the game began with its first round."""
    if not carried:
        return None
    count = carried.rounds
    note = ngettext(
        "Round 1 was not recorded here. It counts for the score, not in statistics.",
        "Rounds 1 to %(count)s were not recorded here. They count for the score, not in "
        "statistics.",
        count,
    )
    return CarriedLine(
        rounds="1" if count == 1 else f"1–{count}" if count else "",
        totals=tuple(figure(total) for total in carried.totals),
        leads=tuple(total == max(carried.totals) for total in carried.totals),
        note=note % {"count": count} if count else "",
    )


SITS_OUT = {
    "in_turn": gettext_noop("each in turn, by seat"),
    "last_out": gettext_noop("whoever was last out in the previous round"),
    "tapped": gettext_noop("chosen at the table"),
}


def event_word(action: str) -> str:
    """Return a game's event in a word or two."""
    return _(EVENTS[action]) if action in EVENTS else action


def story(rules: RuleSet, names: Sequence[str], played: Round, result: RoundResult | None) -> Story:
    """Return a round in words. `names` are those of all seats, the dummy's last.

    Without `result` (an old entry that no longer fits) nothing is said that depends on the sides.
    """
    sides, swept = (result.sides, result.sweep) if result else ((), played.sweep)
    sides_change = VARIANTS[rules.variant].has_dummy or VARIANTS[rules.variant].turns
    return Story(
        out=_named(names, played.out),
        calls=_calls_made(rules, names, played),
        cards=(figure(played.card_points[0]), figure(played.card_points[1]))
        if played.card_points
        else None,
        first_side=_named(names, sides[0]) if sides and sides_change else (),
        sweep="" if swept is None else sweep_name(sides),
        sweepers=() if swept is None or not sides else _named(names, sides[swept]),
        wish="" if played.wish_violation is None else names[played.wish_violation],
        bombs=tuple(bomb_in_words(bomb, names) for bomb in played.bombs or ()),
        totals=tuple(map(figure, played.totals or ())),
    )


def _calls_made(rules: RuleSet, names: Sequence[str], played: Round) -> tuple[CallMade, ...]:
    """Return the calls of a round, those of players before those of sides."""
    first = played.out[0] if played.out else played.made
    letters = call_letters(list(rules.call_values()))
    seats = tuple(range(len(names)))
    calls = [((seat,), names[seat], call, seat == first) for seat, call in played.calls] + [
        (seats[side::2], side_caller(names[side::2]), call, made)  # teams sit in alternate seats
        for side, call, made in played.side_calls
    ]
    return tuple(
        CallMade(of, who, call_name(call), made, letters.get(call, "?"))
        for of, who, call, made in calls
    )


def _named(names: Sequence[str], seats: Iterable[int]) -> tuple[str, ...]:
    return tuple(names[seat] for seat in seats)


def phrases(table: Table, line: Line) -> list[str]:
    """Return what there is to say of a round besides its numbers, for a line of small print."""
    names = names_with_dummy(table.as_in(line.number))
    if not line.result.sides:
        return [
            f"{place}\N{NO-BREAK SPACE}{names[seat]}"
            for place, seat in enumerate(line.result.next.seating, start=1)
        ]
    round_story = story(table.rules, names, line.played, line.result)
    spoken = (
        [_("%(name)s did not fulfil the wish") % {"name": round_story.wish}]
        if round_story.wish
        else []
    )
    spoken += [round_story.sweep] if round_story.sweep else []
    spoken += [_("calls not recorded")] if round_story.totals else []
    return [*spoken, *round_story.bombs, *(call.spoken for call in round_story.calls)]


def rules_in_words(rules: RuleSet, sides: Sequence[Sequence[int]], *, hands: bool = False) -> str:
    """Return the rules of a game in a line or two: how it ends, what counts, and differing house
    rules.

    `sides` are those of a round, empty where everybody plays alone; `hands`: for a tournament's
    game, whose rounds are called hands.
    """
    sentences = [_ending(rules, hands=hands)]
    if sides:
        sentences.append(_values(rules, sweep_name(sides)) + ".")
        if rules.failed_call_pays_opponents:
            sentences.append(_("A failed call pays the opponents."))
        if rules.who_sits_out:
            sentences.append(_("Who sits out: %(who)s.") % {"who": _(SITS_OUT[rules.who_sits_out])})
        if not rules.partners_may_both_call:
            sentences.append(_("One call a side."))
        if rules.tie_at_target == "draw" and rules.target_score:
            sentences.append(_("Level at the target is a draw."))
    return " ".join(sentences)


def _ending(rules: RuleSet, *, hands: bool) -> str:
    limit = rules.round_limit
    rounds = ngettext("%(count)s round", "%(count)s rounds", limit or 0) % {"count": limit}
    if hands:
        rounds = ngettext("%(count)s hand", "%(count)s hands", limit or 0) % {"count": limit}
    if rules.target_score and limit:
        text = _("To %(target)s points, at most %(rounds)s.") % {
            "target": rules.target_score,
            "rounds": rounds,
        }
    elif rules.target_score:
        text = _("To %(target)s points.") % {"target": rules.target_score}
    elif limit:
        text = _("%(rounds)s in all.") % {"rounds": rounds}
    else:
        text = _("As long as you like.")
    if rules.mercy_lead:
        text += " " + _("A lead of %(lead)s wins at once.") % {"lead": rules.mercy_lead}
    return text


def _values(rules: RuleSet, sweep: str) -> str:
    words = [f"{call_name('tichu')} {rules.tichu_value}"]
    words.append(
        f"{call_name('grand')} {rules.grand_value}" if rules.grand_allowed else _("no Grand Tichu")
    )
    words += [f"{name} {points}" for name, points in rules.extra_calls]
    words.append(f"{sweep} {rules.sweep_value}")
    if rules.wish_penalty != 200:
        words.append(_("missed wish %(points)s") % {"points": rules.wish_penalty})
    return ", ".join(words)


def game_name(variant: str, preset_key: str = "") -> str:
    """Return the variant, and the preset if its name differs."""
    name = _(VARIANTS[variant].name)
    chosen = next((preset for preset in PRESETS if preset.key == preset_key), None)
    return (
        name
        if chosen is None or chosen.name == VARIANTS[variant].name
        else f"{name} · {_(chosen.name)}"
    )
