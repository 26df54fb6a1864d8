"""Who asks the API about tournaments, and how an answer travels: what all its views share."""

import uuid
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scoring.access.devices import hash_of
from scoring.api.methods import AskedRightly
from scoring.api.rendering import PlainJSON
from scoring.pages.live_pages import build_id
from tournaments.pages.common import action_of, directs
from tournaments.pages.seen import Seen
from tournaments.permissions import tournaments_for

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser
    from django.contrib.auth.models import AnonymousUser


class SignedIn(BaseAuthentication):
    """Whoever is signed in at the site, by the cookie of the desk; everybody else is nobody, and may read too.

    All addresses here only read, so no CSRF token is asked for.
    """

    def authenticate(self, request: Request) -> "tuple[AbstractBaseUser | AnonymousUser, None]":
        return request._request.user, None  # noqa: SLF001  (Django's own request: the session hangs on it)


class SignedInScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How a director is known, for the OpenAPI description."""

    target_class = SignedIn
    name = "signed_in"

    def get_security_requirement(self, auto_schema: Any) -> list[dict[str, list[Any]]]:  # noqa: ARG002
        return [{self.name: []}, {}]

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:  # noqa: ARG002
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": "sessionid",
            "description": "The cookie of the desk, over https as `__Host-sessionid`. Without it drafts are not there.",
        }


class View(AskedRightly, APIView):
    """What all views share. A refusal is kept by nobody."""

    authentication_classes = (SignedIn,)
    renderer_classes = (PlainJSON,)

    def finalize_response(
        self, request: Request, response: Response | HttpResponseBase, *args: Any, **kwargs: Any
    ) -> Any:
        answer = super().finalize_response(request, response, *args, **kwargs)
        if not answer.has_header("Cache-Control"):
            answer["Cache-Control"] = "no-store"
        return answer

    def names(self) -> list[str]:
        """Names by seat for the messages of mistakes: nobody sits here."""
        return []

    @property
    def asking(self) -> HttpRequest:
        """Django's own request."""
        request: HttpRequest = self.request._request  # noqa: SLF001
        return request

    def public(self, mark: str, made: Callable[[], Any]) -> Any:
        """An answer that everybody may have: 304 where the asking program has it as it stands.

        `mark` tells one state of what is asked from another; language and build of the site are added.
        """
        differs = hash_of(f"{mark} {get_language()} {build_id()}")
        etag = f'W/"{differs[:24]}"'
        answer = get_conditional_response(self.asking, etag=etag) or Response(made())
        answer["ETag"] = etag
        patch_cache_control(answer, private=True, no_cache=True)
        patch_vary_headers(answer, ["Cookie", "Accept-Language"])
        return answer

    def private(self, data: Any) -> Response:
        """An answer for whoever is signed in, kept by nobody."""
        answer = Response(data)
        patch_cache_control(answer, no_store=True, private=True)
        return answer


class TournamentView(View):
    """What is asked of one tournament, by who may see it. A stranger gets the same 404 whether it is there or not."""

    seen: Seen

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        pk: uuid.UUID = kwargs["tournament_id"]
        tournament = tournaments_for(self.asking.user, action_of(self.asking)).filter(pk=pk).first()
        if tournament is None:
            raise missing()
        self.seen = Seen(tournament, whole=directs(self.asking, tournament))

    def told(self, made: Callable[[], Any]) -> Any:
        """The answer: to a director with drafts and names as they are, and never kept; to others as it is public."""
        if self.seen.whole:
            return self.private(made())
        return self.public(f"{self.seen.tournament.pk} {self.seen.tournament.version}", made)


def missing() -> NotFound:
    """Nothing is here, or nothing that whoever asks may see."""
    return NotFound(_("There is no such tournament, stage or round here."), code="not_found")
