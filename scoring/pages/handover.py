"""The page that reads in what another phone recorded offline."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.games.access.handover import MOST_ENTRIES
from scoring.pages.live_pages import build_id
from scoring.rules import VARIANTS


@never_cache
@require_safe
def handover(request: HttpRequest) -> HttpResponse:
    """Open to anybody: what is read stays on the phone, and its pass decides when it is sent."""
    return render(request, "scoring/handover/read.html", {"told": _script_data(request)})


def _script_data(request: HttpRequest) -> dict[str, Any]:
    """Return the script's data: where to send, and texts with %(name)s placeholders."""
    return {
        "csrf": get_token(request),
        "most": MOST_ENTRIES,
        "build": build_id(),
        "urls": {
            "handover": reverse("api_handover"),
            "session": reverse("api_session"),
            "kit": reverse("start_kit"),
            "score": reverse("score", args=[uuid.UUID(int=0)]),
            "front": reverse("front"),
            "club": reverse("club_join", args=["-"]).removesuffix("-/"),
        },
        "variants": {kind.key: _(kind.name) for kind in VARIANTS.values()},
        "codes": {kind.key: kind.code for kind in VARIANTS.values()},
        "words": {
            "errors": {
                "not_ours": _("This is not a game from Tichu Desk. Its text begins with TICHU1:"),
                "newer_version": _(
                    "It was made by a newer version of this site. Reload this page, then read it."
                ),
                "old_browser": _(
                    "This browser is too old to read it. Use a newer one, or another phone."
                ),
                "damaged": _(
                    "Part of the code is missing or wrong. Read it again from the first character."
                ),
                "incomplete": _(
                    "Part %(missing)s of %(count)s is still missing. Read that one too."
                ),
            },
            "camera": _("The camera cannot be used. Allow it for this page, or paste the text."),
            "looking": _("Hold the camera over the code."),
            "count": _("Rounds: %(count)s"),
            "kept": _("It stays on this phone until it is sent."),
            "unkept": _("This browser stores nothing. Send it before you close this page."),
            "sending": _("Sending now."),
            "unreached": _(
                "The site could not be reached. The app will try again once there is a network."
            ),
            "nothing": _(
                "This phone has never opened the form for a new game. It needs the network once "
                "to continue this one. The game stays on this phone."
            ),
            "writesNow": _("This phone keeps score now."),
            "taken": _("Rounds to send: %(count)s"),
            "sent": _("Everything is on the server."),
            "writes": _(
                "This phone can keep score now. On the other one, tap “The other phone has it”."
            ),
            "on": _("Enter round %(number)s here"),
            "rivals": _("Rounds that differ on the server: %(count)s. Choose at the table."),
            "late": _(
                "Rounds that came after the result was locked: %(count)s. The director has them."
            ),
            "refused": _(
                "The server did not accept everything. It is still on the phone that entered it."
            ),
            "mine": _("Games on this phone: %(count)s"),
            "copied": _("Copied."),
            "select": _("This browser cannot copy for you. The text is selected: copy it."),
            "again": _("Send again"),
            "discarding": _("Really discard?"),
        },
    }
