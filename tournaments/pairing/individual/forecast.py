"""Sentences on the repeated partners that tables of five will cost, shown before the first draw."""

from collections.abc import Iterator, Mapping
from typing import Any

from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.pairing.individual.fives import FIVES, LARGE, sizes
from tournaments.pairing.individual.repeats import Forecast, forecast

Sentence = tuple[str, Mapping[str, object]]


def forecast_sentences(settings: Mapping[str, Any], persons: int | None) -> Iterator[Sentence]:
    """Yield the sentences for this number of persons, or for all small fields if it is unknown."""
    rounds, method = settings["rounds"], settings["method"]
    if method == "schedule" or not _has_fives(settings["odd"], persons):
        return
    if rounds is None:
        if persons is None or persons < LARGE:
            text = gettext_noop("With fewer than 24 players, tables of five soon repeat partners.")
            yield text, {}
    elif persons is None:
        yield from _of_all(rounds)
    else:
        found = forecast(persons, rounds)
        if found is not None:
            yield from _of_one(found, by_lot=method == "random")


def _has_fives(odd: str, persons: int | None) -> bool:
    """Whether there are tables of five; if the number is unknown, in small fields."""
    return odd == FIVES if persons is None else sizes(persons, odd).fives > 0


def _of_one(found: Forecast, *, by_lot: bool) -> Iterator[Sentence]:
    params = {
        "persons": found.persons,
        "rounds": found.rounds,
        "fives": found.fives,
        "at_least": found.at_least,
    }
    if by_lot and found.fives and found.proven:
        yield (
            ngettext_noop(
                "Players: %(persons)s, rounds: %(rounds)s. With tables of five, partners repeat "
                "once. No draw can have fewer repeats.",
                "Players: %(persons)s, rounds: %(rounds)s. With tables of five, partners repeat "
                "%(fives)s times. No draw can have fewer repeats.",
                "fives",
            ),
            params,
        )
    elif by_lot and found.fives:
        yield (
            ngettext_noop(
                "Players: %(persons)s, rounds: %(rounds)s. With tables of five, partners repeat "
                "once, as far as is known; no draw can have fewer than %(at_least)s.",
                "Players: %(persons)s, rounds: %(rounds)s. With tables of five, partners repeat "
                "%(fives)s times, as far as is known; no draw can have fewer than %(at_least)s.",
                "fives",
            ),
            params,
        )
    elif found.at_least:
        yield (
            ngettext_noop(
                "Players: %(persons)s, rounds: %(rounds)s. With tables of five, partners repeat "
                "at least once.",
                "Players: %(persons)s, rounds: %(rounds)s. With tables of five, partners repeat "
                "at least %(at_least)s times.",
                "at_least",
            ),
            params,
        )
    else:
        return
    if found.byes:
        yield (
            ngettext_noop("With byes: once.", "With byes: %(byes)s times.", "byes"),
            {"byes": found.byes},
        )
    else:
        yield gettext_noop("With byes no partner need repeat."), {}


def _of_all(rounds: int) -> Iterator[Sentence]:
    """Yield the small fields in which partners repeat."""
    known = [one for persons in range(5, LARGE) if (one := forecast(persons, rounds)) is not None]
    listed = ", ".join(f"{one.persons}: {one.at_least}" for one in known if one.at_least)
    if listed:
        text = ngettext_noop(
            "With tables of five, partners repeat, in %(rounds)s round at least this often "
            "(players: times): %(listed)s. With byes, almost never.",
            "With tables of five, partners repeat, in %(rounds)s rounds at least this often "
            "(players: times): %(listed)s. With byes, almost never.",
            "rounds",
        )
        yield text, {"rounds": rounds, "listed": listed}
