"""Records of accounts, their club memberships and their sessions."""

from django.contrib.admin import register

from tichu_site.models import SignIn, User
from tichu_site.records.base import ReadOnly
from tichu_site.records.display import linked
from tichu_site.records.site import records
from tournaments.models import Role


@register(User, site=records)
class Users(ReadOnly):
    list_display = ("name", "email", "is_owner", "is_active", "created_at", "last_login")
    list_filter = ("is_owner", "is_active", "created_at", "last_login")
    search_fields = ("name", "email")
    secret = ("password",)
    ordering = ("name",)


@register(Role, site=records)
class Roles(ReadOnly):
    list_display = ("name", linked("user"), linked("club"), "created_at")
    list_select_related = ("user", "club")
    list_filter = ("name", "created_at")
    search_fields = ("user__name", "user__email", "club__name")


@register(SignIn, site=records)
class SignIns(ReadOnly):
    list_display = ("used_at", linked("user"), "kind", "address", "created_at")
    list_select_related = ("user",)
    list_filter = ("used_at",)
    search_fields = ("user__name", "user__email", "kind")
    secret = ("session_key",)
    ordering = ("-used_at",)
