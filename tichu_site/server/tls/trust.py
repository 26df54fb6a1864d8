"""Pages that help a phone trust this machine: reached over plain http, leading to https."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.games.access.links import qr_svg
from scoring.games.parsing import whole_of
from scoring.pages.common import means_this_machine
from tichu_site.server.tls.local_authority import Authority, CertificateError, authority_in

FILE_NAME = "tichu-desk.crt"
LONGEST_AGENT = 400


@require_safe
def trust(request: HttpRequest) -> HttpResponse:
    """Show how a phone comes to trust this machine, or, without https, what to do at the laptop."""
    offered = _offered()
    context: dict[str, object] = {
        "authority": offered,
        "secure": request.is_secure(),
        "only_here": means_this_machine(request),
    }
    if offered:
        context |= _addresses(request) | _step(request, offered)
    return render(request, "trust/trust.html", context)


@require_safe
def authority(request: HttpRequest) -> HttpResponse:  # noqa: ARG001  (Django's signature)
    """Serve the authority's certificate in the form phones install. Its key never leaves the data
    folder.
    """
    offered = _offered()
    if offered is None:
        raise Http404(_("This machine does not serve https, so there is nothing to trust."))
    response = HttpResponse(offered.der, content_type="application/x-x509-ca-cert")
    # "attachment" would save it to an iPhone's files, where it cannot be installed.
    response["Content-Disposition"] = f'inline; filename="{FILE_NAME}"'
    return response


def system_of(request: HttpRequest) -> str:
    """Return the system from the User-Agent: "android", "apple" for an iPhone or iPad, else
    "other".
    """
    agent = request.headers.get("User-Agent", "")[:LONGEST_AGENT]
    if "Android" in agent:
        return "android"
    # An iPad identifies as a Mac, and only differs by its touch screen: its page opens with
    # "other", one tap away.
    return "apple" if any(name in agent for name in ("iPhone", "iPad", "iPod")) else "other"


def _step(request: HttpRequest, offered: Authority) -> dict[str, object]:
    """Return the context of the current step (`?step=`, one of three) for a system (`?system=`)."""
    systems = {"android": _("Android"), "apple": _("iPhone, iPad"), "other": _("Computer")}
    system = request.GET.get("system", "")
    system = system if system in systems else system_of(request)
    install = {
        "android": _("Settings, search for “CA certificate”, “Install anyway”"),
        "apple": _("Settings → Profile Downloaded → Install."),
        "other": _("Windows, Mac, Linux"),
    }
    step = whole_of(request.GET.get("step", ""), 0, digits=1)
    return {
        "systems": list(systems.items()),
        "system": system,
        "step": step if step in {1, 2, 3} else 3 if request.is_secure() else 1,
        "install": install[system],
        "file_name": FILE_NAME,
        "size": f"{FILE_NAME}, {filesizeformat(len(offered.der))}",
        "compare": offered.fingerprint[:17],
    }


def secure_address(request: HttpRequest, path: str) -> str:
    """Return the https address under the host name that the browser used."""
    host = urlsplit(f"//{request.get_host()}").hostname or ""
    host = f"[{host}]" if ":" in host else host
    return f"https://{host}:{settings.TLS_PORT}{path}"


def _offered() -> Authority | None:
    if not settings.LOCAL_TLS:
        return None
    try:
        return authority_in(settings.TLS_DIR)
    except CertificateError:
        return None  # not run by `serve`: no https either


def _addresses(request: HttpRequest) -> dict[str, str]:
    """Return the two addresses for phones, each with its QR code: this page, and where it leads."""
    here = request.build_absolute_uri(reverse("trust"))
    secure = secure_address(request, reverse("front"))
    return {
        "here": here,
        "here_qr": qr_svg(here),
        "secure_address": secure,
        "secure_qr": qr_svg(secure),
    }
