"""A club's page, its people, and the phone's owner."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.games.nights import FIRST_YEAR, LAST_YEAR, night_of
from scoring.games.parsing import whole_of
from scoring.models import Evening, PhoneOwner, Player
from scoring.pages.club_frame import ClubFrame
from scoring.pages.common import posted_whole, status_of
from scoring.pages.field_names import sentences
from scoring.pages.people.name_list import NameList
from scoring.pages.people.tables import figure_page
from scoring.people.statistics.club import games_of_year
from scoring.rules import RuleError
from tournaments.clubs.actions.evenings import assign_phone, record_answer
from tournaments.pages.club.access import INSIDE, JOINED, SEES, ClubRequest, calling_member, of_club
from tournaments.pages.club.queries import ClubPage
from tournaments.pages.club_member import ClubMember

PART_OF_THE_LIST = ("q", "show", "page")  # the query parameters of the list
EVENING = "evening"  # in `here`: answered on the page of the evening
ANSWERS = {"1": True, "0": False}


@require_safe
@of_club(SEES)
def home(request: ClubRequest) -> HttpResponse:
    """Show the club: the next evening, the last one, its people, a year in numbers."""
    frame = ClubFrame(request.club, request.rights, "home")
    context = {"frame": frame, "page": ClubPage(frame, calling_member(request))}
    return render(request, "tournaments/club/home.html", context)


@require_safe
@of_club(INSIDE)
def figure(request: ClubRequest, figure: str) -> HttpResponse:
    """Show the games or rounds that a number of a year counts; this year by default."""
    asked = whole_of(request.GET.get("year", ""), 0, digits=4)
    year = asked if FIRST_YEAR <= asked <= LAST_YEAR else night_of(timezone.now()).year
    behind = figure_page(
        games_of_year(request.club, year), figure, _page_number(request), request.device
    )
    if behind is None:
        raise Http404(_("There is no such figure."))
    context = {
        "frame": ClubFrame(request.club, request.rights, "home"),
        "page": behind,
        "year": year,
    }
    return render(request, "tournaments/club/figure.html", context)


@require_POST
@of_club(INSIDE)
def answer_evening(request: ClubRequest, evening_id: int) -> HttpResponse:
    """Answer an evening: coming, or not this time.

    A phone without a known owner is asked first who that is.
    """
    evening = _evening(request, evening_id)
    coming = ANSWERS.get(request.POST.get("coming", ""))
    here = request.POST.get("here", "")
    if coming is None:
        return redirect(_back_to(evening, here))
    me = calling_member(request)
    if me is None:
        asked = reverse("club_me", args=[request.club.pk])
        came = "&here=evening" if here == EVENING else ""
        return redirect(f"{asked}?evening={evening.pk}&coming={int(coming)}{came}")
    try:
        record_answer(evening, me.player, coming=coming)
    except RuleError as error:
        return _refused(request, error)
    return redirect("front" if "front" in request.POST else _back_to(evening, here))


@require_http_methods(["GET", "HEAD", "POST"])
@of_club(JOINED)
def me(request: ClubRequest) -> HttpResponse:
    """Set the phone's owner, and save the answer that led here. Somebody who claimed a person
    cannot choose another. Asks before it takes somebody who is on another phone.

    With `?mine` it redirects to My page if the owner is known already.
    """
    asking = calling_member(request)
    mine = "mine" in request.GET
    if asking is not None and (asking.claimed or (mine and request.method != "POST")):
        return redirect("my_game")
    if request.method != "POST":
        return _me_page(request, asking)
    player = get_object_or_404(Player.listed, pk=posted_whole(request, "player"), club=request.club)
    if "sure" not in request.POST and player.pk in _on_other_phones(request):
        return _me_page(request, asking, sure=player)
    assert request.device is not None  # noqa: S101  (a phone that has joined is one)
    try:
        assign_phone(request.device, player)
        if request.POST.get("coming") in ANSWERS:
            return _answer(request, player)
    except RuleError as error:
        return _refused(request, error)
    return redirect("my_game") if mine else redirect("club_home", request.club.pk)


def _answer(request: ClubRequest, player: Player) -> HttpResponse:
    """Save the answer that led here, and go back there."""
    evening = _evening(request, posted_whole(request, "evening"))
    record_answer(evening, player, coming=ANSWERS[request.POST["coming"]])
    return redirect(_back_to(evening, request.POST.get("here", "")))


def _on_other_phones(request: ClubRequest) -> set[int]:
    """Return the people of the club who have a phone besides this one: one query."""
    owners = PhoneOwner.objects.filter(player__club=request.club).exclude(device=request.device)
    return set(owners.values_list("player", flat=True))


def _me_page(
    request: ClubRequest, asking: ClubMember | None, sure: Player | None = None
) -> HttpResponse:
    """Show who somebody may be; `sure`: whom they chose although another phone has."""
    asked = request.POST if sure else request.GET
    context = {
        "frame": ClubFrame(request.club, request.rights, ""),
        "page": NameList(Player.listed.filter(club=request.club), asked=_page_number(request)),
        "me": asking and asking.player,
        "taken": _on_other_phones(request),
        "sure": sure,
        "evening": whole_of(asked.get("evening", ""), 0),
        "coming": asked.get("coming", "") if asked.get("coming") in ANSWERS else "",
        "here": EVENING if asked.get("here") == EVENING else "",
        "mine": "mine" in request.GET,
    }
    return render(request, "tournaments/club/me.html", context)


def _page_number(request: ClubRequest) -> int:
    """Return the requested page of a long list."""
    return whole_of(request.GET.get("page", ""), 1, digits=6)


def _refused(request: ClubRequest, error: RuleError) -> HttpResponse:
    """Render the club's page with an error."""
    frame = ClubFrame(request.club, request.rights, "home")
    message = " ".join(sentences(error.mistakes))
    context = {"frame": frame, "page": ClubPage(frame, calling_member(request)), "refused": message}
    return render(request, "tournaments/club/home.html", context, status=status_of(error))


def _evening(request: ClubRequest, pk: int) -> Evening:
    found: Evening = get_object_or_404(
        Evening.objects.select_related("club"), pk=pk, club=request.club
    )
    return found


def _back_to(evening: Evening, here: str) -> str:
    """Return the page from which somebody answered: the evening's, else the club's."""
    if here == EVENING:
        return reverse("club_evening", args=[evening.club_id, evening.night.isoformat()])
    return reverse("club_home", args=[evening.club_id])
