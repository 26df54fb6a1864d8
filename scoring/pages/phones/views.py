"""Your phones, and bringing the games of one to another."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.games.access.addresses import sender_of
from scoring.games.access.devices import expect_device, known_device
from scoring.games.access.limits import TooManyError
from scoring.games.access.phone_codes import (
    MOST_TYPED,
    RECOVERY,
    SCREEN,
    device_by_code,
    device_by_token,
    read_code,
    renew_code,
    revoke_codes,
)
from scoring.games.access.phones import cut_off, note_joined
from scoring.models import Device, PhoneCode
from scoring.pages.common import by_field, status_of
from scoring.pages.phones.queries import Contents, PhonesPage
from scoring.pages.share.views import kept_secret
from scoring.people.actions.joining import bring
from scoring.rules import RuleError

# The old phone
# --------------------------------------------------------------------------------------------------


@require_safe
def my_phones(request: HttpRequest) -> HttpResponse:
    """Show the phones that have these games, the recovery code, and the QR code if one was made."""
    page = PhonesPage(known_device(request), request)
    return kept_secret(render(request, "scoring/phones/phones.html", {"page": page}))


@require_POST
def make_code(request: HttpRequest) -> HttpResponse:
    """Make the recovery code, or replace it."""
    device = known_device(request)
    if device is not None:
        renew_code(device, RECOVERY)
    return redirect("my_phones")


@require_POST
def revoke_code(request: HttpRequest) -> HttpResponse:
    device = known_device(request)
    if device is not None:
        revoke_codes(device, RECOVERY)
    return redirect("my_phones")


@require_safe
def printed_code(request: HttpRequest) -> HttpResponse:
    """Show the recovery code on a page to print."""
    page = PhonesPage(known_device(request), request)
    if not page.recovery:
        return redirect("my_phones")
    return kept_secret(render(request, "scoring/phones/paper.html", {"page": page}))


@require_POST
def make_qr(request: HttpRequest) -> HttpResponse:
    """Make a QR code that opens once; the one before it opens nothing any more."""
    device = known_device(request)
    if device is not None:
        renew_code(device, SCREEN)
    return redirect("my_phones")


@require_POST
def remove_phone(request: HttpRequest, number: int) -> HttpResponse:
    """Cut off another phone of this device."""
    device = known_device(request)
    if device is not None:
        cut_off(device, number, request)
    return redirect("my_phones")


@require_POST
def note_phones(request: HttpRequest) -> HttpResponse:
    """Note that the message about a new phone was read."""
    device = known_device(request)
    if device is not None:
        note_joined(device, request)
    return redirect("front" if request.POST.get("back") == "front" else "my_phones")


# The new phone
# --------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def bring_games(request: HttpRequest) -> HttpResponse:
    """Bring games here by a typed recovery code. A phone that has games of its own asks first."""
    if request.method != "POST":
        expect_device(request)
        return _typing(request, "")
    typed = request.POST.get("code", "").replace("\0", "")[:MOST_TYPED]
    try:
        giver = device_by_code(typed, sender_of(request))
    except TooManyError as error:
        response = _typing(request, typed, wrong="too_many", status=429)
        response["Retry-After"] = str(error.wait)
        return response
    if giver is None:
        return _typing(request, typed, wrong="no_such_code", status=422)
    own = _own(request, giver)
    if own is not None and request.POST.get("sure") != "1":
        context = {"giver": Contents.of(giver), "own": own, "typed": typed}
        return kept_secret(render(request, "scoring/phones/confirm.html", context))
    return _bring(request, giver, RECOVERY, read_code(typed))


@require_http_methods(["GET", "HEAD", "POST"])
def bring_link(request: HttpRequest, token: str) -> HttpResponse:
    """Bring games here by the QR code. Opening changes nothing, since messengers fetch links."""
    giver = device_by_token(token)
    if giver is None:
        # perhaps the second of two taps
        joined = request.method == "POST" and PhonesPage(known_device(request), request).others
        if joined:
            return kept_secret(redirect("brought"))
        return kept_secret(render(request, "scoring/phones/gone.html", status=404))
    if request.method == "POST":
        return _bring(request, giver, SCREEN, token)
    expect_device(request)
    context = {
        "giver": Contents.of(giver),
        "own": _own(request, giver),
        "same": _is_here(request, giver),
    }
    return kept_secret(render(request, "scoring/phones/confirm.html", context))


@never_cache
@require_safe
def brought(request: HttpRequest) -> HttpResponse:
    """Show what this phone has now."""
    page = PhonesPage(known_device(request), request)
    if not page.others:
        return redirect("bring_games")
    return render(request, "scoring/phones/brought.html", {"page": page})


def _bring(request: HttpRequest, giver: Device, kind: PhoneCode.Kind, secret: str) -> HttpResponse:
    try:
        bring(request, giver, kind, secret)
    except RuleError as error:
        return _typing(
            request, "", said=" ".join(by_field(error.mistakes).values()), status=status_of(error)
        )
    return kept_secret(redirect("brought"))


def _own(request: HttpRequest, giver: Device) -> Contents | None:
    """Return what this phone has of its own; None if nothing, or if it has the games already."""
    device = known_device(request)
    if device is None or device.pk == giver.pk:
        return None
    own = Contents.of(device)
    return None if own.empty else own


def _is_here(request: HttpRequest, giver: Device) -> bool:
    device = known_device(request)
    return device is not None and device.pk == giver.pk


def _typing(
    request: HttpRequest, typed: str, *, wrong: str = "", said: str = "", status: int = 200
) -> HttpResponse:
    context = {"typed": typed, "wrong": wrong, "said": said}
    return kept_secret(render(request, "scoring/phones/bring.html", context, status=status))
