"""The admin site: who may look, and its URLs (an index, and a list and a row page per table)."""

from functools import wraps
from typing import Any, cast
from urllib.parse import urlencode

from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tichu_site import __version__
from tichu_site.models import User
from tichu_site.records.base import ReadOnly


class Records(AdminSite):
    """A read-only Django admin for the server's owner, who signs in like everyone else."""

    site_title = site_header = _("Tichu Desk")
    index_title = _("Everything kept on this server")
    index_template = "records/index.html"
    final_catch_all_view = False

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        return super().each_context(request) | {"version": __version__}

    @property
    def tables(self) -> dict[type[Model], ReadOnly]:
        return cast("dict[type[Model], ReadOnly]", self._registry)

    def has_permission(self, request: HttpRequest) -> bool:
        return is_owner(request) and not lacks_passkey(request)

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:  # noqa: ARG002
        """Check the method first, so that missing pages reveal nothing more; then the user."""
        return require_safe(for_owner(view))

    def get_urls(self) -> list[URLPattern]:  # type: ignore[override]  # none of them includes others
        found = [path("", self.admin_view(self.index), name="index")]
        for admin in self.tables.values():
            label = admin.opts.label_lower
            at, name = f"{label.replace('.', '/')}/", label.replace(".", "_")
            found += [
                path(at, self.admin_view(admin.changelist_view), name=f"{name}_changelist"),
                path(f"{at}<str:object_id>/", self.admin_view(admin.detail), name=f"{name}_change"),
            ]
        return [*found, path("<str:app_label>/", self.admin_view(self.app_index), name="app_list")]

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> Any:
        """Fix the plurals that Django gets wrong."""
        found: Any = super().get_app_list(request, app_label)
        for app in found:
            for model in app["models"]:
                model["name"] = self.tables[model["model"]].plural
        return found

    def get_log_entries(self, request: HttpRequest) -> Any:  # noqa: ARG002
        return []  # there is no such table: see `app.Admin`


def for_owner(view: Any) -> Any:
    """Let the server's owners see a page and nobody else; who has a passkey signs in with it."""

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path(), settings.LOGIN_URL)
        if not is_owner(request):
            raise Http404
        if lacks_passkey(request):
            query = urlencode({"next": request.get_full_path()})
            return render(request, "records/passkey.html", {"query": query}, status=403)
        answer: HttpResponse = view(request, *args, **kwargs)
        return answer

    return never_cache(inner)


def is_owner(request: HttpRequest) -> bool:
    user = request.user
    return isinstance(user, User) and bool(user.is_active and user.is_owner)


def lacks_passkey(request: HttpRequest) -> bool:
    """Return whether the account has passkeys but this session did not sign in with one."""
    kept = Authenticator.objects.filter(user=request.user.pk, type=Authenticator.Type.WEBAUTHN)
    passkeys = set(kept.values_list("pk", flat=True))
    used = {
        record.get("id")
        for record in get_authentication_records(request, request.user)
        if (record.get("method"), record.get("type")) == ("mfa", Authenticator.Type.WEBAUTHN)
    }
    return bool(passkeys) and not passkeys & used


records = Records(name="admin")
