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
    if method == "schedule":
        return  # no tables of five
    if rounds is None:
        if settings["odd"] == FIVES and (
            persons is None or (persons < LARGE and sizes(persons, FIVES).fives)
        ):
            yield (
                gettext_noop(
                    "In a field below 24 persons tables of five soon bring partners together again."
                ),
                {},
            )
    elif persons is not None:
        found = forecast(persons, rounds) if sizes(persons, settings["odd"]).fives else None
        if found is not None:
            yield from _of_one(found, by_lot=method == "random")
    elif settings["odd"] == FIVES:
        yield from _of_all(rounds)


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
                "Persons: %(persons)s, rounds: %(rounds)s. At tables of five, two people will "
                "be partners again once in all. No draw has fewer.",
                "Persons: %(persons)s, rounds: %(rounds)s. At tables of five, two people will "
                "be partners again %(fives)s times in all. No draw has fewer.",
                "fives",
            ),
            params,
        )
    elif by_lot and found.fives:
        yield (
            ngettext_noop(
                "Persons: %(persons)s, rounds: %(rounds)s. At tables of five, two people will "
                "be partners again once in all, as far as is known; no draw has fewer than "
                "%(at_least)s.",
                "Persons: %(persons)s, rounds: %(rounds)s. At tables of five, two people will "
                "be partners again %(fives)s times in all, as far as is known; no draw has "
                "fewer than %(at_least)s.",
                "fives",
            ),
            params,
        )
    elif found.at_least:
        yield (
            ngettext_noop(
                "Persons: %(persons)s, rounds: %(rounds)s. At tables of five, two people will "
                "be partners again at least once in all.",
                "Persons: %(persons)s, rounds: %(rounds)s. At tables of five, two people will "
                "be partners again at least %(at_least)s times in all.",
                "at_least",
            ),
            params,
        )
    else:
        return
    if found.byes:
        yield (
            ngettext_noop(
                "With byes it would be once.", "With byes it would be %(byes)s times.", "byes"
            ),
            {"byes": found.byes},
        )
    else:
        yield gettext_noop("With byes nobody need get a partner again."), {}


def _of_all(rounds: int) -> Iterator[Sentence]:
    """Yield the small fields in which partners repeat."""
    known = [one for persons in range(5, LARGE) if (one := forecast(persons, rounds)) is not None]
    listed = ", ".join(f"{one.persons}: {one.at_least}" for one in known if one.at_least)
    if listed:
        text = ngettext_noop(
            "Tables of five bring partners together again, in %(rounds)s round at least so "
            "many times (persons: times): %(listed)s. With byes nearly nobody gets a partner "
            "again.",
            "Tables of five bring partners together again, in %(rounds)s rounds at least so "
            "many times (persons: times): %(listed)s. With byes nearly nobody gets a partner "
            "again.",
            "rounds",
        )
        yield text, {"rounds": rounds, "listed": listed}
