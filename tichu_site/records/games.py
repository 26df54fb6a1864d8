"""Records of clubs, people, games and their entries, and what is derived from them."""

from typing import Any

from django.contrib.admin import SimpleListFilter, display, register
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from scoring.models import (
    ApiKey,
    Claim,
    ClaimLink,
    Club,
    Device,
    Entry,
    Erasure,
    Evening,
    Game,
    GameEvent,
    Import,
    Link,
    Merge,
    PhoneCode,
    PhoneKey,
    Player,
    Rating,
    RatingChange,
    RatingList,
    Round,
    Seat,
)
from scoring.rules import VARIANTS
from tichu_site.records.base import ReadOnly
from tichu_site.records.display import label_of, linked
from tichu_site.records.site import records


class OfVariant(SimpleListFilter):
    """Filter by the known games: Django's own filter would scan the whole table for distinct
    values.
    """

    title = "variant"
    parameter_name = "variant"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:  # noqa: ARG002
        return [(key, key) for key in VARIANTS]

    def queryset(self, request: HttpRequest, queryset: "QuerySet[Any]") -> "QuerySet[Any]":  # noqa: ARG002
        return queryset.filter(variant=self.value()) if self.value() else queryset


@register(Club, site=records)
class Clubs(ReadOnly):
    list_display = ("name", "public", "example", "created_at")
    list_filter = ("public", "example")
    search_fields = ("name",)
    date_hierarchy = "created_at"


@register(Device, site=records)
class Devices(ReadOnly):
    list_display = ("__str__", linked("club"), "created_at")
    list_select_related = ("club",)
    list_filter = ("created_at",)
    search_fields = ("kind", "club__name")
    secret = ("key_hash",)


@register(PhoneKey, site=records)
class PhoneKeys(ReadOnly):
    list_display = ("__str__", linked("device"), "joined_at", "noted_at")
    list_select_related = ("device",)
    list_filter = ("joined_at",)
    search_fields = ("kind",)
    secret = ("key_hash",)
    ordering = ("-joined_at",)


@register(PhoneCode, site=records)
class PhoneCodes(ReadOnly):
    list_display = ("kind", linked("device"), "made_at")
    list_select_related = ("device",)
    list_filter = ("kind", "made_at")
    secret = ("code_hash", "salt")
    ordering = ("-made_at",)


@register(Player, site=records)
class Players(ReadOnly):
    list_display = (
        "called_so",
        linked("club"),
        linked("device"),
        "guest",
        "last_played_at",
        "erased_at",
    )
    list_select_related = ("club", "device")
    list_filter = ("guest", "minor", "shown", "last_played_at")
    search_fields = ("name", "club__name")
    further = (("scoring.game", "seats__player", "games"),)

    @display(description=_("name"), ordering="name")
    def called_so(self, person: Player) -> str:
        return label_of(person)


@register(Game, site=records)
class Games(ReadOnly):
    list_display = (
        "started_at",
        "variant",
        "people",
        "state",
        "table_name",
        "of_match",
        linked("club"),
        "deleted_at",
    )
    list_select_related = ("club",)
    list_filter = (OfVariant, "state", "of_match", "started_at")
    search_fields = ("id", "table_name", "club__name", "seats__player__name")
    date_hierarchy = "started_at"
    ordering = ("-started_at",)
    secret = ("handover_salt",)

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Game]":
        return super().get_queryset(request).prefetch_related("seats__player")

    @display(description=_("people"))
    def people(self, game: Game) -> str:
        return ", ".join(label_of(seat.player) for seat in game.seats.all() if seat.player)


@register(Seat, site=records)
class Seats(ReadOnly):
    list_display = ("number", linked("player"), linked("game"), "first", "last", "place", "total")
    list_select_related = ("player", "game")
    list_filter = ("place",)
    search_fields = ("player__name",)
    ordering = ("-game__started_at", "number")

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Seat]":  # noqa: ARG002
        return Seat.ever.order_by(*self.ordering)


@register(Round, site=records)
class Rounds(ReadOnly):
    list_display = ("number", linked("game"), linked("entry"), "seen_at")
    list_select_related = ("game", "entry")
    search_fields = ("game__id",)


@register(Entry, site=records)
class Entries(ReadOnly):
    """Entries, ordered by their chain if filtered to one game."""

    several = "entries"
    list_display = (
        "position",
        "kind",
        "number",
        "outcome",
        linked("game"),
        linked("device"),
        "created_at",
    )
    list_select_related = ("game", "device")
    list_filter = ("kind", "outcome", "created_at")
    search_fields = ("id", "game__id")

    def get_ordering(self, request: HttpRequest) -> tuple[str, ...]:
        return ("position",) if "game__exact" in request.GET else ("-created_at",)


@register(GameEvent, site=records)
class GameEvents(ReadOnly):
    list_display = ("position", "action", "reason", linked("game"), linked("device"), "created_at")
    list_select_related = ("game", "device")
    list_filter = ("created_at",)
    search_fields = ("action", "reason", "game__id")

    def get_ordering(self, request: HttpRequest) -> tuple[str, ...]:
        return ("position",) if "game__exact" in request.GET else ("-created_at",)


@register(Link, site=records)
class Links(ReadOnly):
    list_display = ("role", linked("game"), linked("club"), "created_at", "revoked_at")
    list_select_related = ("game", "club")
    list_filter = ("role", "created_at", "revoked_at")
    search_fields = ("club__name", "game__id")
    secret = ("token_hash", "salt")
    ordering = ("-created_at",)


@register(Evening, site=records)
class Evenings(ReadOnly):
    list_display = ("night", "title", "place", linked("club"), "called_off_at")
    list_select_related = ("club",)
    list_filter = ("starts_at", "called_off_at")
    search_fields = ("title", "place", "club__name")
    date_hierarchy = "starts_at"
    secret = ("uid",)
    ordering = ("-starts_at",)


@register(Claim, site=records)
class Claims(ReadOnly):
    list_display = (
        "asked_at",
        linked("player"),
        linked("account"),
        linked("phone"),
        "agreed_at",
        "ended_at",
        "ended",
    )
    list_select_related = ("player", "account", "phone")
    list_filter = ("ended", "asked_at")
    search_fields = ("player__name", "account__name", "account__email")
    ordering = ("-asked_at",)


@register(ClaimLink, site=records)
class ClaimLinks(ReadOnly):
    list_display = (
        "made_at",
        linked("player"),
        linked("by_account"),
        linked("by_device"),
        "closed_at",
    )
    list_select_related = ("player", "by_account", "by_device")
    list_filter = ("made_at", "closed_at")
    search_fields = ("player__name",)
    secret = ("token_hash", "salt")
    ordering = ("-made_at",)


@register(ApiKey, site=records)
class ApiKeys(ReadOnly):
    list_display = (
        "name",
        "prefix",
        linked("account"),
        linked("club"),
        "created_at",
        "used_at",
        "revoked_at",
    )
    list_select_related = ("account", "club")
    list_filter = ("created_at", "used_at", "expires_at", "revoked_at")
    search_fields = ("name", "prefix", "account__name", "account__email", "club__name")
    secret = ("key_hash",)
    ordering = ("-created_at",)


@register(Import, site=records)
class Imports(ReadOnly):
    list_display = ("at", "form", linked("club"), "people", "games", "rounds", "undone_at")
    list_select_related = ("club",)
    list_filter = ("form", "at")
    search_fields = ("club__name",)
    ordering = ("-at",)


@register(Merge, site=records)
class Merges(ReadOnly):
    list_display = ("at", "person", "merged", linked("club"), linked("device"), "parted_at")
    list_select_related = ("club", "device")
    list_filter = ("at",)
    search_fields = ("=person", "=merged", "club__name")
    ordering = ("-at",)


@register(Erasure, site=records)
class Erasures(ReadOnly):
    list_display = ("at", "person", linked("club"), linked("device"))
    list_select_related = ("club", "device")
    list_filter = ("at",)
    search_fields = ("=person", "club__name")
    secret = ("mark",)
    ordering = ("-at",)


@register(RatingList, site=records)
class RatingLists(ReadOnly):
    list_display = ("__str__", linked("club"), linked("device"), "family", "at", "whole")
    list_select_related = ("club", "device")
    list_filter = ("whole", "at")
    search_fields = ("family", "club__name")


@register(Rating, site=records)
class Ratings(ReadOnly):
    list_display = (linked("player"), linked("in_list"), "mu", "sigma", "games")
    list_select_related = ("player", "in_list")
    search_fields = ("player__name",)
    list_display_links = ("mu",)


@register(RatingChange, site=records)
class RatingChanges(ReadOnly):
    list_display = ("at", linked("player"), linked("game"), "mu_before", "mu", "sigma", "chance")
    list_select_related = ("player", "game")
    list_filter = ("at",)
    search_fields = ("player__name",)
    ordering = ("-at",)
