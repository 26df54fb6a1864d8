"""The installable app: its manifest, its service worker, and its offline pages."""

import json
from functools import cache

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

# Needed by the table's screen.
TABLE = (
    *(
        "base.css",
        "signs.svg",
        "table.css",
        "later.css",
        "beside.css",
        "ranks.css",
        "strip.css",
        "scorer.js",
        "entry.js",
        "preview.js",
        "outbox.js",
        "table.js",
        "game.js",
        "redraw.js",
    ),
    *(
        "results.css",
        "elements.js",
        "ending.js",
        "around.css",
        "around.js",
        "seats.css",
        "substitute.js",
        "bombs.js",
        "totals.js",
        "totals.css",
        "ranks.js",
        "rows.js",
        "sender.js",
        "again.js",
        "stream.js",
        "app.js",
        "awake.js",
        "closing.js",
        "clock.js",
        "share.js",
    ),
)
# And by the pages around it; everything else is cached when first used.
SHELL = (
    *TABLE,
    *(
        "page.css",
        "versions.css",
        "page.js",
        "parts.js",
        "sheet.css",
        "start.css",
        "front.js",
        "forget.js",
        "follow.js",
        "offline.js",
    ),
    *(
        "held.js",
        "shelf.js",
        "waiting.js",
        "here.js",
        "start.js",
        "starting.js",
        "begin.js",
        "kit.js",
        "names.js",
    ),
    *(
        "handover.css",
        "handover.js",
        "handover_bytes.js",
        "handover_page.js",
        "handover_show.js",
        "qr.js",
    ),
    *("camera.js", "carried.js", "links.js", "paste.js", "give.js", "icons/192.png"),
)
# Third-party files.
OTHERS = (
    "django_htmx/htmx-4.min.js",
    "django_htmx/ext/hx-sse-4.min.js",
    "vendor/lean-qr/index.mjs",
)


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """Serve the worker with the list of its files. Each build changes the text, so
    browsers notice.
    """
    shell = [static(name) for name in (*OTHERS, *(f"scoring/{name}" for name in SHELL))]
    usual = [reverse(name) for name in ("front", "new_game", "example_game", "handover")]
    pages = {"nowhere": reverse("offline"), "here": reverse("here"), "usual": usual}
    base = reverse("front")
    icon = static("scoring/icons/192.png")
    head = {
        "base": base,
        "build": getattr(staticfiles_storage, "build", ""),
        "shell": shell,
        **pages,
        "icon": icon,
    }
    answer = HttpResponse(
        f"const SITE = {json.dumps(head)};\n{_source()}", content_type="text/javascript"
    )
    answer["Cache-Control"] = "no-cache"
    return answer


@cache
def _source() -> str:
    path = finders.find("scoring/worker.js")
    assert isinstance(path, str)  # noqa: S101  (it is a file of ours)
    with open(path, encoding="utf-8") as file:  # noqa: PTH123  (finders give a text)
        return file.read()


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """Serve what a phone needs to put the site on its home screen."""
    return manifest_from(reverse("front"))


def manifest_from(start: str) -> JsonResponse:
    """Return the manifest of an app that opens at this path."""
    sizes = {"192": "any", "512": "any", "maskable": "maskable"}
    data = {
        "id": start,
        "name": _("Tichu Desk"),
        "short_name": _("Tichu Desk"),
        "description": _("Keeps score for Tichu with real cards: all six games."),
        "start_url": start,
        "scope": reverse("front"),
        "display": "standalone",
        "background_color": "#15181a",
        "theme_color": "#15181a",
        "icons": [
            {
                "src": static(f"scoring/icons/{size}.png"),
                "sizes": "512x512" if size == "maskable" else f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for size, purpose in sizes.items()
        ],
    }
    return JsonResponse(data, content_type="application/manifest+json")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show the games stored on this phone: for pages never opened, without a network."""
    return render(request, "scoring/app/offline.html", {"now": timezone.now()})


@require_safe
def here(request: HttpRequest) -> HttpResponse:
    """Show a game as stored on the phone; a script draws it."""
    return render(request, "scoring/app/here.html")
