"""The people that a phone knows: those of its own list, and of the club that it has joined."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.games.access.devices import known_device
from scoring.games.host import ClubRole, host
from scoring.games.names.seat_names import erased_name
from scoring.games.permissions import keeps, rights_in
from scoring.models import Player
from scoring.pages.people.access import LONGEST_ASKED, known, page_asked, render_about, unknown
from scoring.pages.people.claiming import asked_of
from scoring.pages.people.erasing import ErasingPage
from scoring.pages.people.merging import Pairing, asked_about, merged_into
from scoring.pages.people.name_list import NameList
from scoring.pages.people.name_visibility import person_of
from scoring.pages.people.queries import PersonPage
from scoring.people.statistics.games import people_known_to


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
        "page": NameList(people_known_to(device, request.user), asked=page_asked(request)),
        "club": club,
        "leads": bool(led),
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
    page = PersonPage(
        player, device, request.GET.get("open", "")[:LONGEST_ASKED], user=request.user
    )
    keeper = keeps(player, device, request.user)
    own: bool = player.is_own  # type: ignore[attr-defined]  # see `known`
    context: dict[str, object] = {"page": page, "keeps": keeper, "own": own}
    context["visible"] = person_of(player).seen or erased_name()
    if keeper and player.goes_by_several:  # type: ignore[attr-defined]  # see `known`
        context["merged"] = merged_into(player)
    if (keeper or own) and "erase" in request.GET:
        context["erasing"] = ErasingPage(player)
    context["asked"] = player.is_asked  # type: ignore[attr-defined]  # see `known`
    return render_about(request, player, "person", context)
