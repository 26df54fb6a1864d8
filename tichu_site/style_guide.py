"""A page for developers that shows every UI component once (LOG_LEVEL=DEBUG)."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.pages import chart

TOKENS = (
    *(
        "paper",
        "card",
        "sunk",
        "key",
        "mine",
        "hair",
        "line",
        "edge",
        "ink",
        "soft",
        "seal",
        "chosen",
        "focus",
    ),
    *("a", "a-soft", "a-chip", "b", "b-soft", "b-chip", "good", "good-soft"),
    *("warn", "warn-edge", "warn-soft", "warn-on-chosen", "bad"),
)
TOTALS = ([165, 165, 205, 505, 665, 665, 620, 1020], [35, 335, 495, 495, 535, 735, 780, 680])
PLACES = ([1, 2, 1, 3], [2, 1, 3, 1], [3, 3, 2, 2], [4, 5, 4, 5], [5, 4, 5, 4])


@require_safe
def look(request: HttpRequest) -> HttpResponse:
    """Show the page. Like all pages it follows the browser's theme."""
    if settings.LOG_LEVEL != "DEBUG":
        raise Http404
    context = {
        "tokens": TOKENS,
        "race": chart.race(TOTALS, target=1000, marked=chart.Marked(8, 0, "+400")),
        "small": chart.small(TOTALS, target=1000),
        "places": chart.places(PLACES),
        "names": ("Łucja & Anna-Katharina", "Beat & Олег"),
        "totals": ("1020", "680"),
    }
    return render(request, "look/parts.html", context)
