"""Links for tests: made as a phone makes them, and all that is kept, to see what changed."""

from django.apps import apps
from django.core import serializers

from scoring.games.access.links import renew_link, token_of
from scoring.models import Game

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
