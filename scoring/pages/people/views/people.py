"""The people that a phone knows: those of its own list, and of the club that it has joined."""

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.games.access.claims import claims_of
from scoring.games.access.devices import device_of, known_device
from scoring.games.host import ClubRole, host
from scoring.games.names.seat_names import erased_name
from scoring.games.names.validation import LONGEST_NAME
from scoring.games.nights import FIRST_YEAR, LAST_YEAR
from scoring.games.parsing import whole_of
from scoring.games.permissions import keeps, rights_in
from scoring.models import Device, Player
from scoring.pages.club_frame import frame_about
from scoring.pages.common import by_field, status_of
from scoring.pages.people.access import known, person_for_keeper, unknown
from scoring.pages.people.claiming import asked_of
from scoring.pages.people.drilldown import games_page, rounds_page
from scoring.pages.people.erasing import ErasingPage
from scoring.pages.people.merging import Pairing, asked_about, merged_into
from scoring.pages.people.name_list import NameList, looked_for
from scoring.pages.people.name_visibility import NamePage, person_of
from scoring.pages.people.pairs import PairPage, VersusPage
from scoring.pages.people.personal_data import DataPage, written
from scoring.pages.people.queries import PersonPage
from scoring.pages.people.rated_pages import RatingsPage
from scoring.pages.people.year import YearCard, png
from scoring.people.actions.erasing import erase
from scoring.people.actions.name_visibility import show_person
from scoring.people.actions.people_list import rename
from scoring.people.statistics.games import people_known_to
from scoring.people.statistics.person import Person
from scoring.people.statistics.year import years_of
from scoring.rules import FAMILIES, RuleError

LONGEST = 60  # characters of a name in an address
# Numbers of others in an address: none, a partner, or a partner and two opponents
COMPANIES = (0, 1, 3)


@never_cache
@require_safe
def people(request: HttpRequest) -> HttpResponse:
    """Show everybody that this phone knows."""
    device = known_device(request)
    asked = asked_about(device, request.user)
    club = device and device.club
    led = set(host().clubs_of(request.user, ClubRole.DIRECTOR))
    if club and rights_in(club, device, request.user).keeps:
        led.add(club.pk)
    context: dict[str, object] = {
        "page": NameList(people_known_to(device, request.user), asked=_page(request)),
        "club": club,
        "seasons": host().season_of(club, inside=True) if club else None,
        "erased": "erased" in request.GET,
        "asking": asked_of(led),
    }
    if asked:
        double, stays, goes = asked[0]
        context |= {"pairing": Pairing(stays, goes, double.why), "n_asked": len(asked)}
    return render(request, "scoring/people/people.html", context)


@never_cache
@require_safe
def person(request: HttpRequest, player_id: int) -> HttpResponse:
    """Show a person's games, calls and partners."""
    (player,) = known(request, player_id, among=Player.objects)
    if player.merged_into_id is not None:
        return redirect("person", player.merged_into_id)
    if player.erased_at is not None:
        raise unknown()
    device = known_device(request)
    page = PersonPage(player, device, request.GET.get("open", "")[:LONGEST], user=request.user)
    keeper = keeps(player, device, request.user)
    own: bool = player.is_own  # type: ignore[attr-defined]  # see `known`
    context: dict[str, object] = {"page": page, "keeps": keeper, "own": own}
    context["visible"] = person_of(player).seen or erased_name()
    if keeper and player.goes_by_several:  # type: ignore[attr-defined]  # see `known`
        context["merged"] = merged_into(player)
    if (keeper or own) and "erase" in request.GET:
        context["erasing"] = ErasingPage(player)
    context["asked"] = player.is_asked  # type: ignore[attr-defined]  # see `known`
    return _about(request, player, "person", context)


@never_cache
@require_safe
def pair(request: HttpRequest, player_id: int, partner_id: int) -> HttpResponse:
    """Show two people on one side."""
    player, partner = known(request, player_id, partner_id)
    return _about(
        request, player, "pair", {"page": PairPage(player, partner, known_device(request))}
    )


@never_cache
@require_safe
def versus(
    request: HttpRequest, player_id: int, partner_id: int, third_id: int, fourth_id: int
) -> HttpResponse:
    """Show two pairs against each other."""
    first, second, *others = known(request, player_id, partner_id, third_id, fourth_id)
    page = VersusPage(first, second, others, known_device(request))
    return _about(request, first, "versus", {"page": page})


@never_cache
@require_safe
def rounds(request: HttpRequest, player_id: int, figure: str) -> HttpResponse:
    """Show the rounds behind a figure: all, those with a partner, or those against two
    others too.
    """
    company = [
        whole_of(typed, 0, digits=15)
        for typed in request.GET.get("with", "")[:LONGEST].split("-")
        if typed
    ]
    player, *others = known(request, player_id, *company)
    if len(others) not in COMPANIES:
        raise Http404(_("There is no such figure."))
    device, figure, number = _asked(request, figure)
    return _figure_list(
        request,
        player,
        "rounds",
        rounds_page(PersonPage(player, device, user=request.user), figure, number, others),
    )


@never_cache
@require_safe
def games(request: HttpRequest, player_id: int, figure: str) -> HttpResponse:
    """Show the games behind a figure."""
    (player,) = known(request, player_id)
    device, figure, number = _asked(request, figure)
    return _figure_list(
        request,
        player,
        "games",
        games_page(PersonPage(player, device, user=request.user), figure, number),
    )


@never_cache
@require_safe
def ratings(request: HttpRequest, family: str = "teams") -> HttpResponse:
    """Show the ratings of everybody that this phone knows."""
    if family not in FAMILIES:
        raise Http404(_("There is no such figure."))
    device = known_device(request)
    known_people = people_known_to(device, request.user)
    me = (
        claims_of(device, request.user)
        .filter(player__in=known_people)
        .values_list("player", flat=True)
        .first()
    )
    page = RatingsPage(
        known_people, family, _page(request), looked_for(request), me=me, whole="all" in request.GET
    )
    return render(request, "scoring/people/ratings.html", {"page": page})


@never_cache
@require_safe
def year(request: HttpRequest, player_id: int, year: int) -> HttpResponse:
    """Show a person's year as a card."""
    (player,) = known(request, player_id)
    card = _card(player, year)
    return _about(request, player, "year", {"card": card, "years": years_of(Person(player))})


@never_cache
@require_safe
def year_picture(request: HttpRequest, player_id: int, year: int) -> HttpResponse:
    """Serve it as a picture to share."""
    (player,) = known(request, player_id)
    return HttpResponse(png(_card(player, year)), content_type="image/png")


def _card(player: Player, year: int) -> YearCard:
    """Raises Http404 for a year without a finished game of two teams."""
    card = YearCard(player, year) if FIRST_YEAR <= year <= LAST_YEAR else None
    if card is None or not card.won.of:
        raise Http404(_("There are no games from this year."))
    return card


# Actions of the keeper of a list


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def seen_name(request: HttpRequest, player_id: int) -> HttpResponse:
    """Show what visitors see of a person's name, with links to their data and to erasing.

    Only the keeper of the list sets whether they are under 18.
    """
    player = person_for_keeper(request, player_id, theirs=True)
    if request.method == "POST":
        sent = {key: request.POST.get(key, "")[:LONGEST] for key in ("shown", "alias", "minor")}
        if not keeps(player, known_device(request), request.user):
            sent["minor"] = str(int(player.minor))
        try:
            show_person(player, sent["shown"], sent["alias"], minor=sent["minor"] == "1")
        except RuleError as error:
            return _name_page(request, player, sent, error)
        return redirect(f"{reverse('person_name', args=[player.pk])}?saved=1#shown")
    return _name_page(request, player)


@require_POST
def rename_person(request: HttpRequest, player_id: int) -> HttpResponse:
    """Rename a person everywhere: for the keeper of their list."""
    player = person_for_keeper(request, player_id)
    typed = request.POST.get("name", "")[: 2 * LONGEST_NAME]
    try:
        rename(player, typed, device_of(request))
    except RuleError as error:
        return _name_page(request, player, {"name": typed}, error)
    return redirect("person", player.pk)


def _name_page(
    request: HttpRequest,
    player: Player,
    sent: Mapping[str, str] | None = None,
    error: RuleError | None = None,
) -> HttpResponse:
    """Show the page of a person's name, with refused input and its errors."""
    keeper = keeps(player, known_device(request), request.user)
    context: dict[str, object] = {
        "page": NamePage(player, sent, by_field(error.mistakes) if error else {}),
        "keeps": keeper,
        "own": not keeper,
        "saved": "saved" in request.GET and error is None,
    }
    if "erase" in request.GET:
        context["erasing"] = ErasingPage(player)
    status = status_of(error)
    return _about(request, player, "name", context, status=status)


@never_cache
@require_safe
def data(request: HttpRequest, player_id: int) -> HttpResponse:
    """Show everything stored about a person."""
    player = person_for_keeper(request, player_id, theirs=True)
    return _about(request, player, "data", {"page": DataPage(player, _page(request))})


@never_cache
@require_safe
def data_file(request: HttpRequest, player_id: int) -> HttpResponseBase:
    """Serve it as a file for machines, streamed."""
    player = person_for_keeper(request, player_id, theirs=True)
    answer = StreamingHttpResponse(written(player), content_type="application/json; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="tichu-person-{player_id}.json"'
    return answer


@require_POST
def erase_person(request: HttpRequest, player_id: int) -> HttpResponse:
    """Erase, after confirmation: for the keeper, and for the person. A double tap erases once."""
    player = person_for_keeper(request, player_id, among=Player.objects, theirs=True)
    erase(player, device_of(request), request.user.pk)
    inside = frame_about(player, known_device(request), request.user)
    people = reverse("club_people", args=[player.club_id]) if inside else reverse("people")
    return redirect(f"{people}?erased=1")


def _asked(request: HttpRequest, figure: str) -> tuple[Device | None, str, int]:
    return known_device(request), figure[:LONGEST], _page(request)


def _page(request: HttpRequest) -> int:
    return whole_of(request.GET.get("page", ""), 1, digits=6)


def _figure_list(request: HttpRequest, player: Player, kind: str, page: object) -> HttpResponse:
    if page is None:
        raise Http404(_("There is no such figure."))
    return _about(request, player, kind, {"page": page})


def _about(
    request: HttpRequest, player: Player, name: str, context: dict[str, object], status: int = 200
) -> HttpResponse:
    """Render a page about a person, in the frame of their club for callers inside it."""
    frame = frame_about(player, known_device(request), request.user)
    return render(
        request, f"scoring/people/{name}.html", {**context, "frame": frame}, status=status
    )
