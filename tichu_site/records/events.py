"""Records of tournaments (from stages to the log), seasons and webhooks."""

from django.contrib.admin import display, register
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tichu_site.records.base import ReadOnly
from tichu_site.records.display import linked
from tichu_site.records.site import records
from tournaments.models import (
    Delivery,
    Entrant,
    LogLine,
    Match,
    MatchGame,
    Member,
    Place,
    Ruling,
    Season,
    SessionRound,
    Stage,
    Tournament,
    Webhook,
)


@register(Tournament, site=records)
class Tournaments(ReadOnly):
    secret = ("chain_salt",)  # with it, names could be guessed and checked
    list_display = ("name", linked("club"), "starts_on", "state", "unit", "created_at")
    list_select_related = ("club",)
    list_filter = ("state", "unit", "starts_on")
    search_fields = ("id", "name", "place", "club__name")
    date_hierarchy = "created_at"
    ordering = ("-created_at",)
    further = (
        ("tournaments.match", "session_round__stage__tournament", "matches"),
        ("tournaments.ruling", "stage__tournament", "rulings"),
    )


@register(Stage, site=records)
class Stages(ReadOnly):
    list_display = ("__str__", linked("tournament"), "state", "format", "variant", "best_of")
    list_select_related = ("tournament",)
    list_filter = ("state",)
    search_fields = ("name", "format", "tournament__name")


@register(SessionRound, site=records)
class SessionRounds(ReadOnly):
    list_display = (
        "number",
        linked("stage__tournament"),
        linked("stage"),
        "state",
        "drawn_at",
        "closed_at",
    )
    list_select_related = ("stage__tournament",)
    list_filter = ("state", "drawn_at")
    search_fields = ("stage__tournament__name",)
    ordering = ("-drawn_at",)


@register(Match, site=records)
class Matches(ReadOnly):
    several = "matches"
    list_display = (
        "number",
        linked("session_round__stage__tournament"),
        linked("session_round"),
        "done",
        "winner",
    )
    list_select_related = ("session_round__stage__tournament",)
    list_filter = ("done", "agreement")
    search_fields = (
        "session_round__stage__tournament__name",
        "places__entrant__members__player__name",
    )
    ordering = ("-session_round__drawn_at", "number")
    secret = ("key",)


@register(Place, site=records)
class Places(ReadOnly):
    list_display = (
        "kind",
        linked("entrant"),
        linked("entrant__tournament"),
        linked("match"),
        "side",
        "order",
    )
    list_select_related = ("entrant__tournament", "match")
    list_filter = ("kind",)
    search_fields = ("entrant__tournament__name", "entrant__members__player__name")


@register(MatchGame, site=records)
class MatchGames(ReadOnly):
    list_display = ("number", linked("match"), linked("game"), "hands")
    list_select_related = ("match", "game")
    search_fields = ("game__id",)


@register(Entrant, site=records)
class Entrants(ReadOnly):
    list_display = ("number", "people", "label", linked("tournament"), "state", "checked_in_at")
    list_select_related = ("tournament",)
    list_filter = ("state", "created_at")
    search_fields = ("label", "club_name", "tournament__name", "members__player__name")
    ordering = ("-created_at", "number")
    secret = ("key",)

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Entrant]":
        return super().get_queryset(request).prefetch_related("members__player")

    @display(description=_("people"))
    def people(self, entrant: Entrant) -> str:
        return ", ".join(filter(None, (member.player.called() for member in entrant.members.all())))


@register(Member, site=records)
class Members(ReadOnly):
    list_display = ("order", linked("player"), linked("entrant"), linked("tournament"), "active")
    list_select_related = ("player", "entrant", "tournament")
    list_filter = ("active",)
    search_fields = ("player__name", "tournament__name")


@register(Ruling, site=records)
class Rulings(ReadOnly):
    list_display = (
        "created_at",
        "kind",
        "points",
        "score",
        linked("entrant"),
        linked("by"),
        "reason",
        "undone_at",
    )
    list_select_related = ("entrant", "by")
    list_filter = ("kind", "created_at")
    search_fields = ("reason", "entrant__members__player__name")
    ordering = ("-pk",)


@register(LogLine, site=records)
class LogLines(ReadOnly):
    list_display = ("at", "action", linked("tournament"), linked("by"), "reason")
    list_select_related = ("tournament", "by")
    list_filter = ("at",)
    search_fields = ("action", "reason", "tournament__name", "by__name")
    ordering = ("-pk",)


@register(Season, site=records)
class Seasons(ReadOnly):
    list_display = ("name", linked("club"), "first", "last", "planned", "public")
    list_select_related = ("club",)
    list_filter = ("public", "first")
    search_fields = ("name", "club__name")
    ordering = ("-first",)


@register(Webhook, site=records)
class Webhooks(ReadOnly):
    list_display = (
        "address",
        linked("club"),
        linked("created_by"),
        "failures",
        "paused_at",
        "stopped_at",
    )
    list_select_related = ("club", "created_by")
    list_filter = ("created_at",)
    search_fields = ("address", "club__name")
    secret = ("key",)


@register(Delivery, site=records)
class Deliveries(ReadOnly):
    several = "deliveries"
    list_display = (
        "created_at",
        "event",
        linked("webhook"),
        linked("tournament"),
        "state",
        "tries",
        "status",
    )
    list_select_related = ("webhook", "tournament")
    list_filter = ("state", "created_at")
    search_fields = ("event", "webhook__address", "tournament__name")
    ordering = ("-created_at",)
