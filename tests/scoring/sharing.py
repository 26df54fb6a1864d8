"""Links for tests: made as a phone makes them, and all that is kept, to see what changed."""

from collections.abc import Iterator

from django.apps import apps
from django.core import serializers
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring.games.access.links import follow, renew_link, token_of
from scoring.models import Game, Link
from tests.scoring.games import a_client, a_device

# A browser as people have it; a test client without it looks like a program.
PHONE = {
    "headers": {
        "user-agent": "Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/142.0 Mobile Safari/537.36"
    }
}


def token(game: Game, role: str) -> str:
    return token_of(renew_link(role, game.device, game=game))


def records() -> str:
    """All that is kept, as text."""
    rows = [
        row
        for model in apps.get_app_config("scoring").get_models()
        for row in model.objects.order_by("pk")
    ]
    return serializers.serialize("json", rows)


def address(name: str, game: Game) -> str:
    """Where a page of the game is, by its viewing link where it has one."""
    if not name.startswith("look"):
        return reverse(name, args=[game.pk])
    live = Link.objects.filter(game=game, role="viewer", revoked_at__isnull=True).first()
    return reverse(name, args=[token_of(live or renew_link("viewer", game.device, game=game))])


def part(client: Client, where: str, etag: str = "", **headers: str) -> HttpResponse:
    """Ask for the part that changes, as the page's script does."""
    return client.get(where, headers={"HX-Request": "true", "If-None-Match": etag, **headers})


def scorer(game: Game) -> Client:
    follow(renew_link("scorer", game.device, game=game), a_device("beat's phone"))
    return a_client("beat's phone")


def texts() -> Iterator[tuple[str, str]]:
    """Every value of every table, as text."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            for row in cursor.fetchall():
                for value in row:
                    yield (
                        table,
                        bytes(value).decode("latin-1")
                        if isinstance(value, memoryview)
                        else str(value),
                    )


def holding(name: str) -> list[str]:
    """The tables that hold this name, however JSON writes its letters."""
    escaped = name.encode("unicode_escape").decode()
    escaped_in_json = "".join(char if char.isascii() else f"\\u{ord(char):04x}" for char in name)
    forms = {form.casefold() for form in (name, escaped, escaped_in_json)}
    return [table for table, text in texts() if any(form in text.casefold() for form in forms)]
