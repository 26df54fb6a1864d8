"""Choose what visitors see of a name: each option with its result, and the name in an
example list.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scoring.games.access.devices import device_of, known_device
from scoring.games.host import host
from scoring.games.names.seat_names import erased_name
from scoring.games.names.validation import LONGEST_NAME
from scoring.games.names.visibility import ALIAS, COLUMNS, FULL, Person, person
from scoring.games.permissions import keeps
from scoring.models import Player
from scoring.models.games import OF_A_PERSON
from scoring.pages.common import by_field, status_of
from scoring.pages.people.access import LONGEST_ASKED, person_for_keeper, render_about
from scoring.pages.people.erasing import ErasingPage
from scoring.people.actions.name_visibility import show_person
from scoring.people.actions.people_list import rename
from scoring.rules import RuleError


@dataclass(frozen=True)
class Way:
    """An option: its key, its label, its result."""

    key: str
    name: str
    seen: str
    chosen: bool


class NamePage:
    """`typed` is refused input, shown with its errors. Three queries."""

    def __init__(
        self,
        player: Player,
        typed: Mapping[str, str] | None = None,
        wrong: Mapping[str, str] | None = None,
    ) -> None:
        self.player, self.wrong = player, wrong or {}
        sent = typed or {}
        self.shown = sent.get("shown", player.shown)
        self.alias = sent.get("alias", player.alias)
        self.new_name = sent.get("name", player.name)
        self.minor = sent.get("minor") == "1" if "shown" in sent else player.minor

    @cached_property
    def ways(self) -> list[Way]:
        """The available options: a minor has no full name."""
        of_club = self.player.club.shown if self.player.club else None
        return [
            Way(
                key,
                str(name),
                person(self.player.name, key, self.alias, self.minor, of_club).seen
                or ("" if key == ALIAS else erased_name()),
                key == self.shown,
            )
            for key, name in OF_A_PERSON
            if not (key == FULL and self.minor)
        ]

    @cached_property
    def entered(self) -> Sequence[str]:
        """Tournaments that follow this choice, finished ones included."""
        return host().entries_of(self.player)

    @property
    def seen(self) -> str:
        """The name as currently shown."""
        return person_of(self.player).seen or erased_name()

    @cached_property
    def among(self) -> Sequence[tuple[int, str, bool]]:
        """A list as visitors see it: rank, name, whether it is this person's; the others as they
        chose.
        """
        rows = (
            Player.listed.filter(club=self.player.club_id)
            .exclude(pk=self.player.pk)
            .order_by("-last_played_at", "pk")
            .values_list(*COLUMNS)[:2]
        )
        names = [(person(*row).seen or erased_name(), False) for row in rows]
        names.insert(min(1, len(names)), (self.seen, True))
        return [(rank, name, own) for rank, (name, own) in enumerate(names, start=1)]


def person_of(player: Player) -> Person:
    """Return a player as visitors see them. Expects the club to be loaded."""
    return person(
        player.name,
        player.shown,
        player.alias,
        player.minor,
        player.club.shown if player.club else None,
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def seen_name(request: HttpRequest, player_id: int) -> HttpResponse:
    """Show what visitors see of a person's name, with links to their data and to erasing.

    Only the keeper of the list sets whether they are under 18.
    """
    player = person_for_keeper(request, player_id, theirs=True)
    if request.method == "POST":
        sent = {
            key: request.POST.get(key, "")[:LONGEST_ASKED] for key in ("shown", "alias", "minor")
        }
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
    return render_about(request, player, "name", context, status=status)
