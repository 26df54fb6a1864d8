"""Everything stored about a person: a page to read, and a file for machines."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.games.host import host
from scoring.games.names.seat_names import erased_name
from scoring.games.round_words import call_name
from scoring.models import Answer, Claim, Game, Player
from scoring.pages.long_list import Leaf, leaf_of
from scoring.pages.people.access import page_asked, person_for_keeper, render_about
from scoring.pages.people.name_visibility import person_of
from scoring.pages.people.rated_pages import FAMILY_NAMES
from scoring.pages.sheet_words import game_name
from scoring.people.rated.queries import Rated, rating_of
from scoring.people.statistics.personal_data import NOBODY, SELF, Kept, KeptGame, KeptRound
from scoring.rules import FAMILIES, VARIANTS

A_PAGE = 20  # games
FORMAT, VERSION = "tichu-person", 1
ANOTHER = "another player"


@dataclass(frozen=True)
class DataRow:
    """A game on the page."""

    game: KeptGame

    @property
    def name(self) -> str:
        return game_name(self.game.variant)

    @property
    def state(self) -> str:
        return str(Game.State(self.game.state).label)

    @property
    def seat(self) -> int:
        return self.game.seat + 1

    @property
    def seats(self) -> int:
        return len(self.game.who)

    @property
    def partners(self) -> int:
        return sum(who == "partner" for who in self.game.who)

    @property
    def opponents(self) -> int:
        return sum(who == "opponent" for who in self.game.who)

    @property
    def has_points(self) -> bool:
        return not VARIANTS[self.game.variant].is_rank_game

    @property
    def rounds(self) -> list[tuple[KeptRound, str]]:
        return [(one, call_name(one.call) if one.call else "") for one in self.game.rounds]


class DataPage:
    """The page: twenty games at a time, newest first. A dozen queries, and some per family of
    games.
    """

    def __init__(self, player: Player, asked: int) -> None:
        self.player, self.kept = player, Kept(player)
        self.leaf: Leaf = leaf_of(self.kept.total, asked, A_PAGE)

    @cached_property
    def claims(self) -> Sequence[Claim]:
        return claims_on(self.player)

    @property
    def seen(self) -> str:
        """The name as visitors see it."""
        return person_of(self.player).seen or erased_name()

    @cached_property
    def entered(self) -> Sequence[str]:
        return host().entries_of(self.player)

    @cached_property
    def contacts(self) -> Sequence[tuple[str, str]]:
        return host().contacts_of(self.player)

    @cached_property
    def other_names(self) -> Sequence[str]:
        return other_names_of(self.player)

    @cached_property
    def answers(self) -> Sequence[Answer]:
        return answers_of(self.player)

    @cached_property
    def phones(self) -> int:
        """The number of phones that were said to be theirs."""
        return self.player.phones.count()

    @cached_property
    def ratings(self) -> list[tuple[str, Rated]]:
        return [(_(FAMILY_NAMES[family]), one) for family, one in ratings_of(self.player)]

    @cached_property
    def rows(self) -> list[DataRow]:
        return [
            DataRow(game)
            for game in self.kept.games(A_PAGE * self.leaf.before, A_PAGE * self.leaf.number)
        ]


def other_names_of(player: Player) -> list[str]:
    """Return the names of records merged into theirs, which mean them when typed."""
    return list(
        player.merged_names.exclude(name="").order_by("name").values_list("name", flat=True)
    )


def answers_of(player: Player) -> list[Answer]:
    """Return their answers to evenings of the club, newest evening first."""
    return list(player.answers.select_related("evening").order_by("-evening__starts_at"))


def claims_on(player: Player) -> list[Claim]:
    """Return the claims on this person, newest last: one query."""
    return list(player.claims.select_related("account", "phone"))


def ratings_of(player: Player) -> list[tuple[str, Rated]]:
    """Return their ratings by family, for the families they played."""
    found = ((family, rating_of(player, family)) for family in FAMILIES)
    return [(family, rated) for family, rated in found if rated is not None]


def seen_as(player: Player) -> dict[str, Any]:
    """Return the stored choices on how visitors see the name."""
    return {
        "chosen": player.shown or "as the club",
        "alias": player.alias,
        "under_18": player.minor,
        "name": person_of(player).seen,
    }


def written(player: Player) -> Iterator[str]:
    """Yield the file piece by piece: one game per line."""
    kept = Kept(player)
    head = {
        "format": FORMAT,
        "version": VERSION,
        "written_at": _moment(timezone.now()),
        "name": player.name,
        "other_names": other_names_of(player),
        "guest": player.guest,
        "visitors_see": seen_as(player),
        "list": {"of": "club", "name": player.club.name} if player.club else {"of": "phone"},
        "first_seen": _moment(kept.first_seen),
        "last_seen": _moment(kept.last_seen),
        "tournaments": list(host().entries_of(player)),
        "contacts": [{"for": name, "contact": line} for name, line in host().contacts_of(player)],
        "evenings": [
            {
                "on": one.evening.night.isoformat(),
                "coming": one.coming,
                "answered_at": _moment(one.answered_at),
            }
            for one in answers_of(player)
        ],
        "own_phones": player.phones.count(),
        "claims": [
            {
                "by": "account" if one.account_id else "phone",
                "asked_at": _moment(one.asked_at),
                "agreed_at": _moment(one.agreed_at),
                "ended_at": _moment(one.ended_at),
                "ended": one.ended,
                "search_engines": one.found,
            }
            for one in claims_on(player)
        ],
        "ratings": [
            {
                "family": family,
                "rating": one.shown.rating,
                "give_or_take": one.shown.band,
                "games": one.games,
            }
            for family, one in ratings_of(player)
        ],
    }
    yield json.dumps(head, ensure_ascii=False, indent=1).removesuffix("\n}") + ',\n "games": ['
    before = "\n"
    for game in kept.games():
        yield before + "  " + json.dumps(_game(game), ensure_ascii=False)
        before = ",\n"
    yield "\n ]\n}\n"


def _moment(at: datetime | None) -> str | None:
    return at.isoformat() if at else None


def _game(game: KeptGame) -> dict[str, Any]:
    return {
        "started_at": _moment(game.at),
        "variant": game.variant,
        "state": game.state,
        "of_tournament": game.of_match,
        "deleted": game.deleted,
        "seat": game.seat + 1,
        "first_round": game.first,
        "last_round": game.last,
        "counts": game.counts,
        "seats": [_seat(number, who) for number, who in enumerate(game.who, start=1)],
        "place": game.place,
        "result": game.result,
        "points": game.total,
        "points_of_others": game.total_of_others,
        "rounds_before": game.rounds_before,
        "points_before": game.points_before,
        "rounds": [_round(one) for one in game.rounds],
    }


def _seat(number: int, who: str) -> dict[str, Any]:
    if who in {SELF, NOBODY}:
        return {"seat": number, "who": who}
    return {"seat": number, "who": ANOTHER, "as": who}


def _round(one: KeptRound) -> dict[str, Any]:
    call = {"call": one.call, "made": one.made, "ahead": one.margin} if one.call else None
    return {
        "number": one.number,
        "written_at": _moment(one.at),
        "call": call,
        "place": one.place,
        "points": one.points,
        "points_of_others": one.points_of_others,
        "total": one.total,
    }


@never_cache
@require_safe
def data(request: HttpRequest, player_id: int) -> HttpResponse:
    """Show everything stored about a person."""
    player = person_for_keeper(request, player_id, theirs=True)
    return render_about(request, player, "data", {"page": DataPage(player, page_asked(request))})


@never_cache
@require_safe
def data_file(request: HttpRequest, player_id: int) -> HttpResponseBase:
    """Serve it as a file for machines, streamed."""
    player = person_for_keeper(request, player_id, theirs=True)
    answer = StreamingHttpResponse(written(player), content_type="application/json; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="tichu-person-{player_id}.json"'
    return answer
