"""Shared by all read-only views: authentication by several keys, and caching."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotFound, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from scoring.api.authentication import WITH_A_KEY, check_scheme
from scoring.api.common import CheckMethodMixin, PlainJSON
from scoring.api.etags import ETagMixin, client_has, not_modified, tag_of
from scoring.api.paging import with_link
from scoring.games.access.devices import known_device
from scoring.games.access.keys import SCOPE_OF, key_in, opened_by
from scoring.models import ApiKey, Device
from scoring.pages.live_pages import build_id

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

VARY = ["Authorization", "Cookie", "Accept-Language"]
ACCOUNT: tuple[dict[str, list[Any]], ...] = ({"account_key": []}, {"signed_in": []})


class Asking(HttpRequest):
    """Django's request with its known device; only a type for what `known_device` stores there."""

    known_device: Device | None


class Reader(BaseAuthentication):
    """Authenticate a reader: an account by its key; or the signed-in user and the phone; or nobody.

    With a key, cookies are ignored, so that a program gets the same everywhere. The views only
    read, so no CSRF token is required. Raises AuthenticationFailed for an invalid key, and as
    `check_scheme`.
    """

    def authenticate(
        self, request: Request
    ) -> "tuple[AbstractBaseUser | AnonymousUser, ApiKey | None]":
        asking = cast("Asking", request._request)  # noqa: SLF001  (Django's own request: what is known hangs on it)
        check_scheme(asking, "Key", "Device")
        given = key_in(asking)
        if given is None:
            return asking.user, None
        key = opened_by(asking, given)
        if key is None:
            raise AuthenticationFailed(
                _("This key is invalid, revoked or expired."), code="bad_key"
            )
        asking.known_device = None
        return key.account, key

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002
        return "Key"


class ReaderScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """A reader's schemes for the OpenAPI description. Authentication is optional."""

    target_class = Reader
    name = ["account_key", "signed_in"]

    def get_security_requirement(self, auto_schema: Any) -> list[dict[str, list[Any]]]:
        phones = WITH_A_KEY if getattr(auto_schema.view, "knows_phones", True) else ()
        return [*ACCOUNT, *phones, {}]

    def get_security_definition(self, auto_schema: Any) -> list[dict[str, str]]:  # noqa: ARG002
        return [
            {
                "type": "apiKey",
                "in": "header",
                "name": "Authorization",
                "description": "`Key <key>`, a key that was made on the page of an account.",
            },
            {
                "type": "apiKey",
                "in": "cookie",
                "name": "sessionid",
                "description": "The cookie of the desk, over https as `__Host-sessionid`.",
            },
        ]


class ReadingView(CheckMethodMixin, ETagMixin, APIView):
    """Base of read-only views. Errors, and what not everybody may see, are not cached."""

    authentication_classes = (Reader,)
    renderer_classes = (PlainJSON,)
    knows_phones = True  # whether a phone's key or cookie changes what is shown

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check the key's scope before anything is looked up, so that it reveals nothing."""
        super().initial(request, *args, **kwargs)
        if self.key is not None and self._scope not in self.key.scopes:
            text = _("This key lacks the scope %(scope)s.") % {"scope": self._scope}
            raise PermissionDenied(text, code="scope_missing")

    @property
    def _scope(self) -> str:
        match = self.asking.resolver_match
        return SCOPE_OF[match.url_name or ""] if match else ""

    def finalize_response(
        self, request: Request, response: Response | HttpResponseBase, *args: Any, **kwargs: Any
    ) -> Any:
        answer = super().finalize_response(request, response, *args, **kwargs)
        if not answer.has_header("Cache-Control"):
            patch_cache_control(answer, no_store=True, private=True)
        patch_vary_headers(answer, VARY)
        return answer

    def names(self) -> list[str]:
        """Names by seat for messages of mistakes: none here."""
        return []

    @property
    def asking(self) -> HttpRequest:
        """Django's own request."""
        request: HttpRequest = self.request._request  # noqa: SLF001
        return request

    @property
    def key(self) -> ApiKey | None:
        """The account's API key; None for cookies, phones and nobody."""
        found: ApiKey | None = self.request.auth
        return found

    @property
    def device(self) -> Device | None:
        return known_device(self.asking)

    def account_in(self, club: int | None) -> Any:
        """Return the account for this club's data: nobody if the key is for another club."""
        if self.key is not None and self.key.club_id not in {None, club}:
            return AnonymousUser()
        return self.asking.user

    @property
    def is_nobody(self) -> bool:
        """Whether the caller is a visitor, who sees what everybody sees."""
        return self.asking.user.pk is None and (not self.knows_phones or self.device is None)

    def public(self, mark: str, made: Callable[[], Any]) -> HttpResponse:
        """Return a response for everybody, made only if the client does not have it yet.

        `mark` identifies the state of the content; language and build of the site are added.
        """
        tag = tag_of(f"{mark} {get_language()} {build_id()}")
        answer: HttpResponse = HttpResponse() if client_has(self.asking, tag) else Response(made())
        answer["ETag"] = tag
        patch_cache_control(answer, private=True, no_cache=True)
        return answer if isinstance(answer, Response) else not_modified(answer)

    def answer(self, data: Any) -> Response:
        """Return a response as the caller may see it. Public ones may be cached, with
        revalidation.
        """
        answer = Response(data)
        if self.is_nobody:
            patch_cache_control(answer, private=True, no_cache=True)
        return answer

    def listed(self, page: Serializer) -> Response:
        """Return a response with a page of a list, and the next page's address."""
        return with_link(self.request, self.answer(page.data))


def missing() -> NotFound:
    """Nothing here, or nothing that the caller may see."""
    return NotFound(_("There is nothing here you can see."), code="not_found")
