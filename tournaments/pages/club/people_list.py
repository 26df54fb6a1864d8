"""The people list of a club: members and guests, and when they last played."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_POST, require_safe

from scoring.games.host import ClubRole
from scoring.games.parsing import whole_of
from scoring.models import Player
from scoring.pages.club_frame import ClubFrame
from scoring.pages.common import by_field, status_of
from scoring.pages.people.claiming import asked_of
from scoring.pages.people.name_list import A_PAGE, Named, NameList, looked_for
from scoring.pages.people.rated_pages import RatingsPage
from scoring.people.actions.people_list import add_person, set_guests
from scoring.rules import FAMILIES, RuleError
from tournaments.models import Role
from tournaments.pages.club.access import INSIDE, PLANS, ClubRequest, calling_member, of_club
from tournaments.pages.club.views import PART_OF_THE_LIST, _page_number
from tournaments.permissions import clubs_of

ALL, MEMBERS, GUESTS = "all", "members", "guests"


@dataclass(frozen=True)
class Tab:
    """A tab of the list, and how many people it has."""

    key: str
    word: str
    number: int


class PeoplePage(NameList):
    """The list of people. Six queries."""

    def __init__(self, frame: ClubFrame, show: str, looked_for: str, asked: int = 1) -> None:
        super().__init__(Player.listed.filter(club=frame.club), looked_for, asked)
        self.frame, self.club = frame, frame.club
        self.show = show if show in {MEMBERS, GUESTS} else ALL

    @property
    def tabs(self) -> list[Tab]:
        guests = sum(one.guest for one in self.everybody)
        found = [Tab(ALL, pgettext("people", "All"), len(self.everybody))]
        if guests:
            found += [
                Tab(MEMBERS, _("Members"), len(self.everybody) - guests),
                Tab(GUESTS, _("Guests"), guests),
            ]
        return found

    @cached_property
    def found(self) -> Sequence[Named]:
        """Return the people of the chosen tab."""
        return self._of_tab(super().found)

    @property
    def of(self) -> int:
        """Return how many people the tab has, whatever the search."""
        return len(self._of_tab(self.everybody))

    def _of_tab(self, some: Sequence[Named]) -> Sequence[Named]:
        return [one for one in some if self.show == ALL or one.guest == (self.show == GUESTS)]

    @cached_property
    def accounts(self) -> Sequence[tuple[str, str]]:
        """Name and role of each account with a role in the club."""
        roles = Role.objects.filter(club=self.club).select_related("user").order_by("pk")
        return [(role.user.name, role.get_name_display()) for role in roles]


@require_safe
@of_club(INSIDE)
def people(request: ClubRequest) -> HttpResponse:
    """Show everybody in the club's list."""
    return _people_page(request)


def _people_page(
    request: ClubRequest,
    *,
    typed: str = "",
    errors: dict[str, str] | None = None,
    status: int = 200,
    taken: bool = False,
) -> HttpResponse:
    """Render the list. `taken` is the person of the list whose name was typed."""
    frame = ClubFrame(request.club, request.rights, "people")
    page = PeoplePage(
        frame, request.GET.get("show", ""), looked_for(request), _page_number(request)
    )
    context = {
        "frame": frame,
        "page": page,
        "typed": typed,
        "errors": errors or {},
        "taken": taken,
        "asking": asked_of([request.club.pk] if request.rights.keeps else []),
        "erased": "erased" in request.GET,
        "invites": request.club.pk in clubs_of(request.user, ClubRole.OWNER),
        "choosing": request.rights.plans and "guests" in request.GET,
    }
    return render(request, "tournaments/club/people.html", context, status=status)


@require_safe
@of_club(INSIDE)
def ratings(request: ClubRequest, family: str = "teams") -> HttpResponse:
    """Show the ratings of the club's people."""
    if family not in FAMILIES:
        raise Http404(_("There is no such figure."))
    me = calling_member(request)
    page = RatingsPage(
        Player.listed.filter(club=request.club),
        family,
        _page_number(request),
        looked_for(request),
        me=me.player.pk if me else None,
        whole="all" in request.GET,
    )
    frame = ClubFrame(request.club, request.rights, "ratings")
    return render(request, "scoring/people/ratings.html", {"frame": frame, "page": page})


@require_POST
@of_club(PLANS)
def add(request: ClubRequest) -> HttpResponse:
    """Add a person to the list."""
    typed = request.POST.get("name", "")
    try:
        add_person(
            request.club, typed, guest="guest" in request.POST, beside="beside" in request.POST
        )
    except RuleError as error:
        kept = typed[:200].replace("\0", "")
        taken = any(mistake.code == "name_taken" for mistake in error.mistakes)
        errors = by_field(error.mistakes)
        return _people_page(
            request, typed=kept, errors=errors, status=status_of(error), taken=taken
        )
    return redirect("club_people", request.club.pk)


@require_POST
@of_club(PLANS)
def guests(request: ClubRequest) -> HttpResponse:
    """Mark which of the people shown are guests."""
    shown, ticked = (
        {whole_of(one, 0) for one in request.POST.getlist(name)[:A_PAGE]}
        for name in ("shown", "guest")
    )
    set_guests(request.club, shown, ticked)
    part = {name: request.GET[name] for name in PART_OF_THE_LIST if name in request.GET}
    return redirect(reverse("club_people", args=[request.club.pk], query=part))
