"""Corrections of a game's setup in words: one line per value, before and after."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.games.round_words import RECORDINGS, labelled
from scoring.games.rule_changes import changed_settings
from scoring.models import Game, GameEvent
from scoring.pages.house_rules import CHOICES, WORDS
from scoring.people.statistics.games import names_of
from scoring.rules import VARIANTS, Carried, RuleError, RuleSet

NOBODY = "–"
Names = Mapping[int, str]


def names_in(events: Iterable[GameEvent]) -> dict[int, str]:
    """Return the names of all players in these events: one query, none if there are no players."""
    ids = {pk for event in events for pk in _players_in(event.data or {})}
    return names_of(ids) if ids else {}


def _players_in(change: Mapping[str, Any]) -> set[int]:
    seats = [
        pk
        for part in ("before", "after")
        for pk in change.get(part, {}).get("seats", ())
        if pk is not None
    ]
    return {*seats, *change.get("renamed", ())}


def changes_in_words(event: GameEvent, variant: str, names: Names) -> list[str]:
    """Return what an event changed; empty for other events. `variant` is the game's current one."""
    if not event.data:
        return []
    before, after = event.data["before"], event.data["after"]
    lines = []
    if "number" in event.data:
        lines.append(_("From round %(number)s on") % {"number": event.data["number"]})
    lines += [
        _("Name changed to %(name)s") % {"name": names.get(pk, NOBODY)}
        for pk in event.data.get("renamed", ())
    ]
    if "variant" in after:
        was, now = (VARIANTS[part["variant"]].name for part in (before, after))
        lines.append(_line(_("Game"), _(was), _(now)))
    lines += _seats(before.get("seats", ()), after.get("seats", ()), names)
    if "settings" in after and "variant" not in after:
        lines += _rules(variant, before["settings"], after["settings"])
    if "carried" in after:
        name = pgettext("score", "Carried over")
        lines.append(_line(name, _carried(before["carried"]), _carried(after["carried"])))
    if "table_name" in after:
        lines.append(_table_name(before["table_name"], after["table_name"]))
    return [*lines, *_choices(before, after)]


def _table_name(was: str, now: str) -> str:
    return _line(_("Table"), was or NOBODY, now or NOBODY)


def _carried(data: Mapping[str, Any]) -> str:
    carried = Carried.from_data(data)
    if not carried:
        return NOBODY
    rounds = ngettext("%(count)s round", "%(count)s rounds", carried.rounds)
    parts = [" : ".join(map(str, carried.totals)), rounds % {"count": carried.rounds}]
    return ", ".join(part for part in parts if part)


def _choices(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    for key, label, words in (
        ("direction", _("Direction of play"), Game.Direction),
        ("saving", _("A finished round"), Game.Saving),
    ):
        if key in after:
            yield _line(label, words(before[key]).label, words(after[key]).label)


def _line(label: object, before: object, after: object) -> str:
    return labelled(capfirst(str(label)), f"{before} → {after}")


def _seats(before: Iterable[int | None], after: Iterable[int | None], names: Names) -> list[str]:
    was, now = list(before), list(after)
    lines = []
    if len(was) != len(now):
        lines.append(_line(_("Number of seats"), len(was), len(now)))
    for number, (old, new) in enumerate(zip(was, now, strict=False), start=1):
        if old != new:
            people = (NOBODY if pk is None else names.get(pk, NOBODY) for pk in (old, new))
            lines.append(_line(_("Seat %(number)s") % {"number": number}, *people))
    return lines


def _rules(variant: str, before: object, after: object) -> list[str]:
    try:
        old, new = RuleSet.of(variant, before), RuleSet.of(variant, after)
    except RuleError:  # the value is from before the variant was changed
        return []
    return [
        _line(
            label_of(key),
            value_in_words(key, getattr(old, key)),
            value_in_words(key, getattr(new, key)),
        )
        for key in changed_settings(old, new)
    ]


def label_of(key: str) -> str:
    """Return the label of a setting."""
    if key == "extra_calls":
        return _("Custom calls")
    return str(WORDS[key][0]) if key in WORDS else _("What is recorded each round")


def value_in_words(key: str, value: Any) -> str:
    """Return the value of a setting for people."""
    if value is None or value == ():
        return NOBODY
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if key == "extra_calls":
        return ", ".join(f"{name} {points}" for name, points in value)
    if key == "recording":
        return _(RECORDINGS[value])
    return str(CHOICES.get(value, value))
