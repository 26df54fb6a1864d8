"""How many clubs, tournaments and requests to play may be made: asked before, and counted with what was done."""

from django.http import HttpRequest

from scoring.addresses import sender_of
from scoring.counting import check, note

CLUBS, TOURNAMENTS = "clubs", "tournaments"
REGISTRATIONS = "registrations of an address"


def check_more(what: str, request: HttpRequest) -> None:
    """Raises TooManyError where this account, or its address, has made as many of these as it may."""
    for name, whose in _counted(what, request):
        check(name, whose)


def note_more(what: str, request: HttpRequest) -> None:
    """Count it, within the transaction that makes it."""
    for name, whose in _counted(what, request):
        note(name, whose)


def _counted(what: str, request: HttpRequest) -> list[tuple[str, str]]:
    return [(f"{what} of an account", str(request.user.pk)), (f"{what} of an address", sender_of(request))]
