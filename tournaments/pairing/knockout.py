"""Knock-out: one defeat and out.

Keys are "round:match", counted from 1: "1:3" is the third match of the first round, "4:1" the final
of sixteen, "4:2" the match for third place, which is drawn together with the final. The losers of a
round may play for their places beside the rounds that follow: "P5-8:2" is the second match of those
who can still come fifth to eighth; its winner plays "P5-6:1", its loser "P7-8:1". A consolation cup
is a second bracket beside it, see `consolation`; for those who lose their first match see
`second_chance`.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, ClassVar

from scoring.rules import RuleError
from scoring.rules.settings import Choice, Setting, Switch
from scoring.rules.words import gettext_noop
from tournaments.pairing import second_chance
from tournaments.pairing.bracket_progress import Reached
from tournaments.pairing.brackets import (
    LOSER,
    PLACES,
    SLOT,
    WINNER,
    Match,
    Shown,
    Source,
    State,
    entrant_at,
)
from tournaments.pairing.consolation import GROUP, ConsolationBracket
from tournaments.pairing.elimination import (
    FIRST_ROUND,
    FIRST_ROUND_LABEL,
    FIRST_ROUND_WORDS,
    Elimination,
)
from tournaments.pairing.format import NO_GROUPS
from tournaments.pairing.tables import number_tables
from tournaments.pairing.values import Draw, Entrant, Field, Note, SessionRound, Table

NAMES = {  # match name, label of its winner, label of its loser
    "final": (
        gettext_noop("Final"),
        gettext_noop("the winner of the final"),
        gettext_noop("the loser of the final"),
    ),
    "third_place": (
        gettext_noop("Match for third place"),
        gettext_noop("the winner of the match for third place"),
        gettext_noop("the loser of the match for third place"),
    ),
    "semi_final": (
        gettext_noop("Semi-final %(number)s"),
        gettext_noop("the winner of semi-final %(number)s"),
        gettext_noop("the loser of semi-final %(number)s"),
    ),
    "quarter_final": (
        gettext_noop("Quarter-final %(number)s"),
        gettext_noop("the winner of quarter-final %(number)s"),
        gettext_noop("the loser of quarter-final %(number)s"),
    ),
    "place_match": (
        gettext_noop("Match for place %(first)s"),
        gettext_noop("the winner of the match for place %(first)s"),
        gettext_noop("the loser of the match for place %(first)s"),
    ),
    "places_match": (
        gettext_noop("Places %(first)s to %(last)s, match %(number)s"),
        gettext_noop("the winner of match %(number)s (places %(first)s to %(last)s)"),
        gettext_noop("the loser of match %(number)s (places %(first)s to %(last)s)"),
    ),
    "match": (
        gettext_noop("Round %(round)s, match %(number)s"),
        gettext_noop("the winner of match %(number)s in round %(round)s"),
        gettext_noop("the loser of match %(number)s in round %(round)s"),
    ),
}


NO_PLACES, ALL_PLACES, SECOND_CHANCE = "none", "all", "second_chance"
TWO_CUPS = gettext_noop("Those who did not make the cup play a consolation cup beside it.")
CONSOLATION = ConsolationBracket()
PLAYED_OUT = {
    "8": gettext_noop("The losers of the quarter-finals play for places 5 to 8."),
    "16": gettext_noop("Those knocked out in the last sixteen or later play for places 5 to 16."),
    ALL_PLACES: gettext_noop("Those knocked out play for every place from the fifth on."),
    SECOND_CHANCE: gettext_noop(
        "Those who lose their first match before the semi-finals play a second-chance cup."
    ),
}


class Knockout(Elimination):
    """One defeat and out. The number of games in a match is set by the stage, not the bracket."""

    key = "knockout"
    name = gettext_noop("Knock-out")
    sentence = gettext_noop("Lose and you are out; winners go on until two are left for the final.")
    settings: ClassVar[Mapping[str, Setting]] = {
        "first_round": FIRST_ROUND,
        "third_place": Switch(default=False),
        "placement": Choice((NO_PLACES, "8", "16", ALL_PLACES, SECOND_CHANCE)),
        "consolation": Switch(default=False),
    }
    later_only = frozenset({"consolation"})
    labels = {
        "first_round": FIRST_ROUND_LABEL,
        "third_place": (
            gettext_noop("Match for third place"),
            gettext_noop("The losers of the semi-finals play for third place during the final."),
        ),
        "placement": (
            gettext_noop("Placement matches"),
            gettext_noop(
                "Those knocked out play on, for their places or in a cup of their own, at further "
                "tables beside the cup."
            ),
        ),
        "consolation": (ConsolationBracket.name, ConsolationBracket.sentence),
    }
    choices = {
        **FIRST_ROUND_WORDS,
        NO_PLACES: gettext_noop("none"),
        "8": gettext_noop("for places 5 to 8"),
        "16": gettext_noop("for places 5 to 16"),
        ALL_PLACES: gettext_noop("for all places from 5 on"),
        SECOND_CHANCE: gettext_noop("second-chance cup, for those who lose their first match"),
    }
    main = ""

    def draw(self, field: Field) -> Draw:
        """Draw the next matches of both brackets, as `Elimination` does of one.

        A bracket that is over has none left, and a consolation cup of fewer than two none at all.
        """
        if GROUP not in field.groups.values():
            return super().draw(field)
        main = _draw_if_any(super().draw, _field_of(field, ""), {"stage_over"})
        other = _draw_if_any(CONSOLATION.draw, _field_of(field, GROUP), {"stage_over", "too_few"})
        draws = [draw for draw in (main, other) if isinstance(draw, Draw)]
        if isinstance(main, RuleError) and not draws:
            raise main
        return _together(draws, field.fixed_tables)

    def bracket(
        self,
        past: Sequence[SessionRound],
        entrants: Iterable[Entrant],
        settings: Mapping[str, Any],
        groups: Mapping[int, str] = NO_GROUPS,
    ) -> tuple[Shown, ...]:
        there = tuple(entrants)
        main = super().bracket(_past_of(past, groups, ""), _of_group(there, groups, ""), settings)
        other = _of_group(there, groups, GROUP)
        beside = _past_of(past, groups, GROUP)
        if not beside and (past or len(other) < 2):
            return main
        return (*main, *CONSOLATION.bracket(beside, other, _first_round(settings)))

    def reached(
        self,
        past: Sequence[SessionRound],
        entrants: Sequence[int],
        settings: Mapping[str, Any],
        active: Collection[int],
        groups: Mapping[int, str] = NO_GROUPS,
    ) -> Reached:
        """Return the places reached so far, those of the consolation cup behind the others."""
        parts = [[id_ for id_ in entrants if groups.get(id_, "") == group] for group in ("", GROUP)]
        main = super().reached(_past_of(past, groups, ""), parts[0], settings, active)
        if not parts[1]:
            return main
        other = CONSOLATION.reached(
            _past_of(past, groups, GROUP), parts[1], _first_round(settings), active
        )
        return Reached(main.levels + other.levels, main.champion, main.open | other.open)

    def rounds(self, entrants: int, settings: Mapping[str, Any]) -> int:
        """Return how often the field must be halved until one is left; with byes a second-chance
        cup may need a round more.
        """
        cup = max(0, entrants - 1).bit_length()
        if settings.get("placement") != SECOND_CHANCE:
            return cup
        return cup + second_chance.rounds_after_cup(entrants, 1 << cup)

    def matches(self, size: int, settings: Mapping[str, Any]) -> tuple[Match, ...]:
        placement, third = settings["placement"], settings["third_place"]
        last = {NO_PLACES: 0, "8": 8, "16": 16, ALL_PLACES: size, SECOND_CHANCE: 0}[placement]
        cup = _bracket(size, third_place=third, last=last)
        if placement != SECOND_CHANCE or size < second_chance.SMALLEST:
            return cup
        first = tuple(replace(match, no_winner_place=size) for match in cup[: size // 2])
        return first + cup[size // 2 :]

    def matches_beside(
        self, size: int, settings: Mapping[str, Any], states: Mapping[str, State]
    ) -> tuple[Match, ...]:
        """Return the matches of the second-chance cup."""
        if settings["placement"] != SECOND_CHANCE:
            return ()
        return second_chance.matches(size, *second_chance.byes(size, states))

    def describe(self, settings: Mapping[str, Any]) -> tuple[tuple[str, Mapping[str, object]], ...]:
        seeds = gettext_noop("The first round is set by the seeds; any byes go to the top seeds.")
        lot = gettext_noop("The first round and its byes are drawn by lot.")
        third = gettext_noop("The losers of the semi-finals play for third place.")
        shared = gettext_noop("The losers of the semi-finals share third place.")
        read = self.read(settings)
        return (
            (gettext_noop("Lose a match and you are out."), {}),
            (seeds if read["first_round"] == "seeds" else lot, {}),
            (third if read["third_place"] else shared, {}),
            *(((TWO_CUPS, {}),) if read["consolation"] else ()),
            *(((PLAYED_OUT[read["placement"]], {}),) if read["placement"] != NO_PLACES else ()),
        )


def _draw_if_any(
    draw: Callable[[Field], Draw], field: Field, nothing_left: Collection[str]
) -> Draw | RuleError:
    """Draw the next matches of a bracket, or return why it has none, which is one of these codes.

    Raises RuleError for any other reason.
    """
    try:
        return draw(field)
    except RuleError as error:
        if any(mistake.code not in nothing_left for mistake in error.mistakes):
            raise
        return error


def _together(draws: Sequence[Draw], fixed_tables: Mapping[int, int]) -> Draw:
    """Return the draws of both brackets as one, with their tables numbered together."""
    return Draw(
        number_tables(
            [replace(table, number=0) for draw in draws for table in draw.tables], fixed_tables
        ),
        tuple(id_ for draw in draws for id_ in draw.byes),
        relaxed=tuple(dict.fromkeys(note for draw in draws for note in draw.relaxed)),
        warnings=tuple(note for draw in draws for note in draw.warnings),
    )


def _first_round(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that both brackets have."""
    return {key: settings[key] for key in CONSOLATION.settings if key in settings}


def _of_group(
    entrants: Iterable[Entrant], groups: Mapping[int, str], group: str
) -> tuple[Entrant, ...]:
    return tuple(one for one in entrants if groups.get(one.id, "") == group)


def _field_of(field: Field, group: str) -> Field:
    """Return the part of a field that plays in one of the brackets, whose tables are numbered
    later, together with those of the other.
    """
    entrants = _of_group(field.entrants, field.groups, group)
    return replace(
        field,
        entrants=tuple(replace(one, fixed_table=None) for one in entrants),
        past=_past_of(field.past, field.groups, group),
        settings=_first_round(field.settings) if group else field.settings,
        groups={},
    )


def _past_of(
    past: Sequence[SessionRound], groups: Mapping[int, str], group: str
) -> tuple[SessionRound, ...]:
    """Return what was drawn in one of the brackets; a round in which it had nothing is left out."""
    if GROUP not in groups.values():
        return () if group else tuple(past)
    found = (
        SessionRound(
            tuple(table for table in one.tables if _group_at(table, groups) == group),
            tuple(id_ for id_ in one.byes if groups.get(id_, "") == group),
        )
        for one in past
    )
    return tuple(one for one in found if one.tables or one.byes)


def _group_at(table: Table, groups: Mapping[int, str]) -> str:
    """Return the group that a table plays for: by its key, or if it was set by hand by those who
    sit there.
    """
    if table.key:
        return GROUP if table.key.startswith(GROUP) else ""
    return groups.get(entrant_at(table, 0), "")


@cache
def _bracket(size: int, *, third_place: bool, last: int) -> tuple[Match, ...]:
    """Return the bracket; `last` is the last place that is played for, 0 for none below third."""
    rounds = size.bit_length() - 1
    kinds = {rounds: "final", rounds - 1: "semi_final", rounds - 2: "quarter_final"}
    found = []
    for number in range(1, rounds + 1):
        kind = kinds.get(number, "match")
        beaten = size >> number  # so many lose in this round
        for index in range(1, beaten + 1):
            pair = (2 * index - 1, 2 * index)
            sources = _sources(number, pair)
            played_for = beaten >= 4 and 2 * beaten <= last
            found.append(
                _match(
                    f"{number}:{index}",
                    number,
                    kind,
                    {"round": number, "number": index},
                    sources,
                    winner_place=1 if number == rounds else None,
                    loser_place=beaten + 1,
                    no_winner_place=2 * beaten if played_for else None,
                )
            )
    if third_place and rounds > 1:
        sources = _both(LOSER, f"{rounds - 1}", (1, 2))
        found.append(
            _match(
                *(f"{rounds}:2", rounds, "third_place", {"round": rounds, "number": 2}, sources),
                winner_place=3,
                loser_place=4,
                open_place=3,
            )
        )
    return tuple(found + _for_lower_places(size, last))


def _sources(number: int, pair: tuple[int, int]) -> tuple[Source, Source]:
    """Return where the two of a match come from: their slots, or the round before."""
    if number == 1:
        return Source(SLOT, pair[0] - 1), Source(SLOT, pair[1] - 1)
    return _both(WINNER, f"{number - 1}", pair)


def _for_lower_places(size: int, last: int) -> list[Match]:
    """Return the matches for places below third, down to `last`, by level."""
    found: list[Match] = []
    for number in range(1, size.bit_length() - 2):
        if size >> (number - 1) <= last:
            losers = _pairs(LOSER, f"{number}", size >> number)
            found += _for_places((size >> number) + 1, number + 1, losers)
    return sorted(found, key=lambda match: match.level)


def _for_places(
    first: int, level: int, entrants: Sequence[tuple[Source, Source]]
) -> Iterator[Match]:
    """Yield the matches for the places from `first` on, which begin at a level between these
    entrants: the winners play on for the better half of the places, the losers for the other.
    """
    count = 2 * len(entrants)
    last, middle = first + count - 1, first + count // 2
    stem = f"{PLACES}{first}-{last}"
    for index, sources in enumerate(entrants, start=1):
        yield _match(
            f"{stem}:{index}",
            level,
            "place_match" if count == 2 else "places_match",
            {"first": first, "last": last, "number": index},
            sources,
            winner_place=first if count == 2 else None,
            loser_place=middle,
            open_place=first,
            no_winner_place=last,
        )
    if count > 2:
        for kind, place in ((WINNER, first), (LOSER, middle)):
            yield from _for_places(place, level + 1, _pairs(kind, stem, len(entrants)))


def _pairs(kind: str, stem: str, count: int) -> list[tuple[Source, Source]]:
    """Return the winners or losers of `count` matches whose keys begin with `stem`, two by two."""
    return [_both(kind, stem, (index, index + 1)) for index in range(1, count, 2)]


def _both(kind: str, stem: str, pair: tuple[int, int]) -> tuple[Source, Source]:
    return Source(kind, of=f"{stem}:{pair[0]}"), Source(kind, of=f"{stem}:{pair[1]}")


def _match(
    key: str,
    level: int,
    kind: str,
    params: Mapping[str, object],
    sources: tuple[Source, Source],
    *,
    winner_place: int | None,
    loser_place: int,
    open_place: int | None = None,
    no_winner_place: int | None = None,
) -> Match:
    name, winner_of, loser_of = (
        Note(code, text, params)
        for code, text in zip((kind, f"{kind}_winner", f"{kind}_loser"), NAMES[kind], strict=True)
    )
    return Match(
        *(key, level, sources, name, winner_of, loser_of, winner_place, loser_place),
        open_place=open_place,
        no_winner_place=no_winner_place,
    )
