"""Closing a club, for its owners: the day, its new address, and taking it back."""

from collections.abc import Sequence
from typing import ClassVar
from urllib.parse import urlsplit

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from scoring.games.names.validation import LONGEST_NAME, alike
from scoring.models import Club
from scoring.pages.club_frame import ClubFrame
from scoring.pages.common import status_of
from scoring.pages.field_names import sentences
from scoring.rules import RuleError
from tournaments.clubs.actions.closing import close_club, keep_club_open
from tournaments.pages.club.access import OWNS, ClubRequest, of_club
from tournaments.pages.forms import BoundedForm, DayField
from tournaments.permissions import OWNER

LONGEST_ADDRESS = 200
NO_DAY = gettext_lazy("Enter a date such as 2026-11-21.")
NO_ADDRESS = gettext_lazy(
    "Enter the whole address, such as https://other.example/clubs/7/, with https."
)


def https_only(address: str) -> None:
    """Raises ValidationError for other schemes, and for an account before the host, which could
    hide whose site it is.
    """
    URLValidator(schemes=["https"], message=NO_ADDRESS)(address)
    if "@" in urlsplit(address).netloc:
        raise ValidationError(NO_ADDRESS)


class ClosingForm(BoundedForm):
    """When a club closes and where it moves; its name, typed to confirm."""

    day = DayField(label=gettext_lazy("Closes on the morning of"), message=NO_DAY, required=False)
    moved_to = forms.CharField(
        label=gettext_lazy("Its new address on another server (optional)"),
        help_text=gettext_lazy("Links to the club then name this address."),
        required=False,
        max_length=LONGEST_ADDRESS,
        validators=[https_only],
    )
    name = forms.CharField(
        label=gettext_lazy("Type the club’s name to confirm"),
        error_messages={"required": gettext_lazy("Type the club’s name.")},
    )

    kept: ClassVar = {"moved_to": LONGEST_ADDRESS + 1}  # a longer one is refused, not cut

    def __init__(self, club: Club, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.club = club

    def clean_name(self) -> str:
        typed: str = self.cleaned_data["name"]
        if alike(typed) != alike(self.club.name):
            raise ValidationError(_("This is not the name of the club."))
        return typed

    def clean(self) -> None:
        if not self.club.closed and "day" in self.cleaned_data and not self.cleaned_data["day"]:
            self.add_error("day", str(NO_DAY))


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(OWNS, closed=True)
def close(request: ClubRequest) -> HttpResponse:
    """Show what closing does; close, change the new address, or with `keep` take it back."""
    club = request.club
    if "keep" in request.POST:
        return _keep(request)
    form = ClosingForm(
        club,
        request.POST if request.method == "POST" else None,
        initial={"day": club.closes_on, "moved_to": club.moved_to},
    )
    if form.is_valid():
        with form.collect_errors():
            cleaned = form.cleaned_data
            close_club(club, cleaned["day"], cleaned["moved_to"], request.user.pk)
            messages.success(request, _("Saved."))
            return redirect("club_close", club.pk)
    return _page(request, form)


def _keep(request: ClubRequest) -> HttpResponse:
    club = request.club
    try:
        keep_club_open(club, request.user.pk)
    except RuleError as error:
        form = ClosingForm(club, initial={"moved_to": club.moved_to})
        return _page(request, form, sentences(error.mistakes), status_of(error))
    messages.success(request, _("The club stays open."))
    return redirect("club_close", club.pk)


def _page(
    request: ClubRequest, form: ClosingForm, refused: Sequence[str] = (), status: int = 200
) -> HttpResponse:
    club = request.club
    context = {
        "frame": ClubFrame(club, request.rights, "setup"),
        "form": form,
        "refused": refused,
        "has_role": club.roles.filter(user=request.user.pk, name=OWNER).exists(),
        "longest": LONGEST_NAME,
        "this_page": reverse("club_close", args=[club.pk]),
    }
    return render(request, "tournaments/club/close.html", context, status=max(status, form.status))
