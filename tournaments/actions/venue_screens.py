"""Venue screens: creating, playlists, pinning, removing. Nothing of it is logged."""

from collections.abc import Collection, Sequence
from typing import Any

from django.db import transaction

from scoring.games.names.validation import clean_text
from scoring.rules.words import gettext_noop
from tournaments.actions.common import bump_version, lock, rule_error
from tournaments.models import Screen, Tournament
from tournaments.tokens import renew

MOST_SCREENS = 20  # of a tournament
LONGEST_NAME = 40
LONGEST_WORDS = 200


@transaction.atomic
def make_screen(tournament: Tournament, name: str, playlist: Sequence[dict[str, Any]]) -> Screen:
    """Add a screen. Raises RuleError if there are too many, or the name is invalid."""
    held = lock(tournament)
    if Screen.objects.filter(tournament=held).count() >= MOST_SCREENS:
        text = gettext_noop("A tournament has at most %(most)s screens: remove one first.")
        raise rule_error("too_many_screens", "name", text, most=MOST_SCREENS)
    screen = Screen.objects.create(tournament=held, name=_name(name), playlist=list(playlist))
    bump_version(held)
    return screen


@transaction.atomic
def save_playlist(
    screen: Screen,
    name: str,
    playlist: Sequence[dict[str, Any]],
    *,
    least: int,
    most: int,
    known: Collection[str],
) -> Screen:
    """Set a screen's name and playlist, in display order; each of `known` at most once."""
    held = _held(screen)
    shows = [row["show"] for row in playlist]
    if not shows:
        raise rule_error(
            "playlist_empty", "show", gettext_noop("Choose at least one thing to show.")
        )
    if len(set(shows)) != len(shows) or not set(shows) <= set(known):
        raise rule_error(
            "playlist_wrong",
            "show",
            gettext_noop("Choose from the list, each item once."),
        )
    if any(not least <= row["seconds"] <= most for row in playlist):
        text = gettext_noop("Give each page between %(least)s and %(most)s seconds.")
        raise rule_error("seconds_wrong", "seconds", text, least=least, most=most)
    held.name, held.playlist = _name(name), list(playlist)
    return _changed(held)


@transaction.atomic
def pin(screen: Screen, show: str) -> Screen:
    """Show only this until released; empty: release it."""
    held = _held(screen)
    held.pinned = show
    return _changed(held)


@transaction.atomic
def set_text(screen: Screen, text: str) -> Screen:
    """Set the screen's text, shown by the item "words". Its lines are kept."""
    held = _held(screen)
    lines = [clean_text(line, "text", most=LONGEST_WORDS) for line in text.splitlines()]
    held.text = "\n".join(filter(None, lines))
    clean_text(held.text, "text", most=LONGEST_WORDS)
    if not held.text and held.pinned == "words":
        held.pinned = ""
    return _changed(held)


@transaction.atomic
def renew_link(screen: Screen) -> Screen:
    """Invalidate the link open on a machine, which then shows nothing any more."""
    held = _held(screen)
    renew(held)
    return _changed(held)


@transaction.atomic
def remove(screen: Screen) -> None:
    """Remove a screen."""
    held = _held(screen)
    tournament = held.tournament
    held.delete()
    bump_version(tournament)


def _held(screen: Screen) -> Screen:
    """Return the current screen, its tournament locked. Raises RuleError if it was removed."""
    tournament = lock(screen.tournament)
    held = Screen.objects.filter(pk=screen.pk).first()
    if held is None:
        raise rule_error("screen_gone", "screen", gettext_noop("This screen has been removed."))
    held.tournament = tournament
    return held


def _changed(held: Screen) -> Screen:
    held.version += 1
    held.save(update_fields=["name", "playlist", "pinned", "text", "version"])
    bump_version(held.tournament)
    return held


def _name(text: str) -> str:
    name = clean_text(text, "name", most=LONGEST_NAME)
    if not name:
        raise rule_error("name_missing", "name", gettext_noop("Give the screen a name."))
    return name
