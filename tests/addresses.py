"""Every address of the site, as its routes name them."""

import re
from collections.abc import Iterator

from django.urls import URLPattern, URLResolver

from scoring.models import Game

WRITE = {
    "record_round": {},
    "undo_round": {},
    "choose_version": {"number": 1},
    "agree": {},
    "seen": {},
    "api_entries": {},
    "pause": {},
    "resume": {},
    "finish_early": {},
    "reopen": {},
    "rematch": {},
    "table_settings": {},
    "put_back": {},
    "substitute_back": {},
    "start_again": {},
    "delete_game": {},
    "restore_game": {},
    "choose_chair": {},
    "renew_link": {"role": "viewer"},
    "revoke_link": {"role": "viewer"},
}


def patterns(resolver: URLResolver, before: str = "", space: str = "") -> Iterator[tuple[str, str]]:
    """Every address with its name, in all that is included."""
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            assert pattern.name, f"{route} has no name"
            yield f"{space}{pattern.name}", route
        else:
            yield from patterns(
                pattern, route, f"{pattern.namespace}:" if pattern.namespace else space
            )


def an_address(route: str, game: Game) -> str:
    """An address of this route, as a stranger might guess it."""
    for kind, value in (("uuid", str(game.pk)), ("int", "1"), ("slug", "viewer"), ("str", "token")):
        route = re.sub(rf"<{kind}:\w+>", value, route)
    return "/" + route
