"""Detect writes since the last back-up by comparing numbers of every table, derived from the
models.

A table not mentioned here is read in full, so a new one is never forgotten. Tables that grow large
have a number that changes with them. Tables whose changes do not justify a back-up are left out,
each with its reason.
"""

from typing import Any
from zlib import crc32

from django.apps import apps
from django.db import models
from django.db.models import Count, Max, Q, Sum

GAME, TOURNAMENT = "scoring.Game", "tournaments.Tournament"

# Tables compared by row count, highest key, number of rows with a value in each nullable column,
# and sum of versions
COUNTED = frozenset(
    {
        GAME,
        TOURNAMENT,
        "scoring.Link",
        "scoring.Grant",
        "scoring.Erasure",
        "tournaments.LogLine",
        "scoring.ClaimLink",
    }
)
# Tables that only change in a transaction that also changes a number of another table
MOVES_WITH: dict[str, str] = {
    label: other
    for other, labels in {
        GAME: "scoring.Seat scoring.Entry scoring.Round scoring.GameEvent",
        "scoring.Import": "scoring.ImportedGame",
        TOURNAMENT: (
            "tournaments.Stage tournaments.SessionRound tournaments.Match tournaments.Place"
            " tournaments.MatchGame tournaments.Entrant tournaments.Member"
            " tournaments.Participation tournaments.Absence tournaments.Ruling tournaments.Change"
            " tournaments.Seal"
        ),
    }.items()
    for label in labels.split()
}
LEFT_OUT: dict[str, str] = {
    label: why
    for why, labels in {
        "follows from entries, and is made anew by rebuild_record and rebuild_ratings": (
            "scoring.Team scoring.TeamMember scoring.Call scoring.Place scoring.Score"
            " scoring.RatingList scoring.RatingMark scoring.Rating scoring.RatingChange"
        ),
        "counts what was asked lately, and is worth nothing an hour later": (
            "scoring.Use scoring.LimitHit tournaments.WrongCode tichu_site.CachedValue"
        ),
        "made by migrate": (
            "contenttypes.ContentType auth.Permission auth.Group auth.Group_permissions"
        ),
        "who is signed in: signing in is no change of what is kept": (
            "sessions.Session tichu_site.SignIn account.EmailConfirmation"
        ),
        "what was sent to other sites: what it told of is in the log": "tournaments.Delivery",
        "who wants messages until a tournament ends, and what waits: one tap asks for them again": (
            "tournaments.Subscription tournaments.Message"
        ),
    }.items()
    for label in labels.split()
}
# Columns, in tables read in full, that change without any action by a user
PASSING: dict[str, frozenset[str]] = {
    "tichu_site.User": frozenset({"last_login"}),
    "mfa.Authenticator": frozenset({"last_used_at"}),
    "scoring.Player": frozenset({"last_played_at"}),
    "scoring.ApiKey": frozenset({"used_at"}),
    "tournaments.Phone": frozenset({"heard_at"}),
    "tournaments.Webhook": frozenset({"failures", "failing_since", "rests_until"}),
}
# What a phone outside clubs did is a row elsewhere
AMONG: dict[str, Q] = {"scoring.Device": Q(club__isnull=False)}


def signature() -> dict[str, int]:
    """Return numbers that change with every write, whatever the clock says."""
    found: dict[str, int] = {}
    for model in apps.get_models(include_auto_created=True):
        label = model._meta.label  # noqa: SLF001
        if label in COUNTED:
            found |= {f"{label} {name}": number for name, number in _counted(model).items()}
        elif label not in MOVES_WITH and label not in LEFT_OUT and model._meta.managed:  # noqa: SLF001
            found[label] = _sum_of(model, columns_read(model))
    return found


def columns_read(model: type[models.Model]) -> list[str]:
    """List the compared columns of a table that is read in full."""
    left_out = PASSING.get(model._meta.label, frozenset())  # noqa: SLF001
    return [field.attname for field in model._meta.concrete_fields if field.attname not in left_out]  # noqa: SLF001


def _counted(model: type[models.Model]) -> dict[str, int]:
    """Return a table's two numbers, and more if its rows have versions or nullable columns. One
    query.
    """
    fields = {field.attname: field for field in model._meta.concrete_fields}  # noqa: SLF001
    wanted: dict[str, Any] = {"rows": Count("pk")}
    if isinstance(model._meta.pk, models.AutoField):  # noqa: SLF001
        wanted["last"] = Max("pk")
    if "version" in fields:
        wanted["moved"] = Sum("version")
    else:
        wanted |= {f"with_{name}": Count(name) for name, field in fields.items() if field.null}
    return {name: number or 0 for name, number in model._base_manager.aggregate(**wanted).items()}  # noqa: SLF001


def _sum_of(model: type[models.Model], columns: list[str]) -> int:
    """Return a number that changes when rows are added, removed or changed in these columns. One
    query.
    """
    number = 0
    rows = model._base_manager.filter(AMONG.get(model._meta.label, Q()))  # noqa: SLF001
    for row in rows.order_by("pk").values_list(*columns).iterator():
        number = crc32(repr(row).encode(), number)
    return number
