"""All URLs. Access is listed in the `permissions` module of each app, and for the site in
`tichu_site.permissions`.
"""

from django.urls import include, path
from django.views.decorators.http import require_http_methods

from tichu_site import privacy, style_guide
from tichu_site.records import clubs as server_clubs
from tichu_site.records import overview
from tichu_site.server.tls import trust
from tichu_site.views import change_language, robots

urlpatterns = [
    # First, as what phones send most: the others are tried one by one.
    path("api/v1/", include("scoring.api.urls")),
    path("api/v1/", include("tournaments.api.urls")),
    path("", include("scoring.urls")),
    path("", include("tournaments.urls")),
    path("", include("tichu_site.accounts.urls")),
    path("desk/records/", include("tichu_site.records.urls")),
    path("desk/server/", overview.server, name="server"),
    path("desk/server/clubs/<int:pk>/", server_clubs.club, name="server_club"),
    path("desk/server/accounts/", overview.accounts, name="server_accounts"),
    path("desk/server/accounts/<int:pk>/", overview.switch_account, name="server_account"),
    path(
        "language/",
        require_http_methods(["GET", "HEAD", "POST"])(change_language),
        name="set_language",
    ),
    path("look/", style_guide.look, name="look_of_parts"),
    path("privacy/", privacy.privacy, name="privacy"),
    path("robots.txt", robots, name="robots"),
    path("trust/", trust.trust, name="trust"),
    path("trust/authority.crt", trust.authority, name="trust_authority"),
]

handler404 = "tichu_site.views.missing"
handler500 = "tichu_site.views.went_wrong"
handler429 = "tichu_site.accounts.views.too_many_requests"  # used by django-allauth
