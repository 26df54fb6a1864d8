"""The presets as cards: which come first, and each at a glance."""

from dataclasses import dataclass

from django.db.models import Count, Max
from django.utils.translation import gettext as _

from scoring.models import Club
from tournaments.models import Tournament
from tournaments.pages.stage_facts import Fact, facts_of
from tournaments.plans import PRESETS, Preset

FIRST = "pairs_swiss"  # for a club that has made no tournament yet
OFFERED = ("pairs_swiss", "pairs_swiss_timed", "goettingen", "groups_and_cup")
MOST_CARDS = 4


@dataclass(frozen=True)
class Kind:
    """A preset on its card. `chosen` if the form below is about it."""

    preset: Preset
    facts: list[Fact]
    chosen: bool


def usual_kind(club: Club) -> Preset:
    """Return the club's last preset. One query."""
    last = (
        club.tournaments.exclude(preset="")
        .order_by("-created_at")
        .values_list("preset", flat=True)
        .first()
    )
    return PRESETS.get(last or "", PRESETS[FIRST])


def kinds_of(club: Club, chosen: Preset) -> list[Kind]:
    """Return the club's most used presets, then popular ones; a card keeps its place when chosen.
    One query.

    A preset chosen from the full list that is not among them takes the last place.
    """
    played = club.tournaments.exclude(preset="").values("preset")
    often = played.annotate(times=Count("pk"), last=Max("created_at")).order_by("-times", "-last")
    keys = dict.fromkeys([*(row["preset"] for row in often), *OFFERED])
    known = [PRESETS[key] for key in keys if key in PRESETS][:MOST_CARDS]
    if chosen not in known:
        known[-1] = chosen
    return [Kind(one, facts_of(one.stages[0]), one is chosen) for one in known]


def last_of(club: Club) -> Tournament | None:
    """Return the newest published tournament, for "like last time". One query."""
    return club.tournaments.exclude(state=Tournament.State.DRAFT).order_by("-created_at").first()


def kinds_by_unit() -> list[tuple[str, list[Preset]]]:
    """Return all presets by unit."""
    return [
        (str(label), [one for one in PRESETS.values() if one.unit == unit])
        for unit, label in (
            ("pair", _("For pairs")),
            ("person", _("For players")),
            ("team", _("For teams")),
        )
    ]
