"""The confirmation page for erasing a person: what is deleted and what stays."""

from collections.abc import Sequence
from functools import cached_property

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.games.access.devices import device_of, known_device
from scoring.games.host import host
from scoring.games.names.seat_names import erased_name
from scoring.models import Player
from scoring.pages.club_frame import frame_about
from scoring.pages.people.access import person_for_keeper
from scoring.people.actions.erasing import Erasing, erase, preview_erasing


class ErasingPage:
    """Six queries."""

    def __init__(self, player: Player) -> None:
        self.player = player

    @cached_property
    def erasing(self) -> Erasing:
        return preview_erasing(self.player)

    @cached_property
    def entered(self) -> Sequence[str]:
        """Tournaments that show the name."""
        return host().entries_of(self.player)

    @property
    def word(self) -> str:
        """What replaces the name."""
        return erased_name()

    @property
    def days(self) -> int:
        """How many days the last back-up is kept."""
        return int(settings.BACKUP_DAYS)


@require_POST
def erase_person(request: HttpRequest, player_id: int) -> HttpResponse:
    """Erase, after confirmation: for the keeper, and for the person. A double tap erases once."""
    player = person_for_keeper(request, player_id, among=Player.objects, theirs=True)
    erase(player, device_of(request), request.user.pk)
    inside = frame_about(player, known_device(request), request.user)
    people = reverse("club_people", args=[player.club_id]) if inside else reverse("people")
    return redirect(f"{people}?erased=1")
