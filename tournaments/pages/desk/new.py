"""A new tournament from a preset, with its entrants: one page, one button."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.db.models import Count, Max
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.games.access.limit_counts import TOURNAMENTS, check_more, count_more
from scoring.models import Club
from scoring.pages.common import by_field, check_not_closed
from scoring.rules import VARIANTS, Mistake, RuleError
from tournaments.actions import creating, entering
from tournaments.models import Tournament
from tournaments.pages.common import SignedInRequest
from tournaments.pages.desk.awards import awards_context, messages_without_field
from tournaments.pages.desk.forms.new import NewForm
from tournaments.pages.pasted_list import count_valid_rows, parsed_list_context, with_namesakes
from tournaments.pages.round_tables import MOST_NAMED, few_people
from tournaments.pages.rounds.stage_list import cost_forecast
from tournaments.pages.rounds_advice import advice, everybody_advances, rounds_in_general
from tournaments.pages.stage_facts import Fact, facts_by_field, facts_of, summary_of
from tournaments.pairing.formats import FORMATS
from tournaments.permissions import accounts_that_may
from tournaments.plans import PRESETS, Preset
from tournaments.plans.plan import StagePlan
from tournaments.plans.words import course
from tournaments.stage.words import sentences
from tournaments.standings.points import SCORING_SYSTEMS

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


ALL = "all"  # ?kinds=
OWN_FIELDS = {"name", "place", "starts_on", "minutes"}


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def new(request: SignedInRequest, club_id: int) -> HttpResponse:
    """Create a tournament: choose a preset and who plays. Everything else has a default.

    `?kinds=all` shows every preset. The buttons `kind` (another preset) and `look` (parse the list)
    create nothing.
    """
    club = get_object_or_404(
        Club, pk=club_id, roles__user=request.user.pk, roles__name__in=accounts_that_may("direct")
    )
    check_not_closed(club)
    if request.GET.get("kinds") == ALL:
        return render(
            request, "tournaments/desk/presets.html", {"club": club, "units": kinds_by_unit()}
        )
    wanted = request.POST.get("kind") or request.POST.get("preset") or request.GET.get("preset", "")
    preset = PRESETS.get(wanted) or usual_kind(club)
    if request.method != "POST":
        return _page(
            request, club, NewForm(preset, {"starts_on": timezone.localdate().isoformat()})
        )
    form = NewForm(preset, request.POST)
    if "kind" in request.POST or "look" in request.POST:
        return _page(request, club, form)
    try:
        about, stages = form.check()
        check_more(TOURNAMENTS, request)
        with transaction.atomic():
            count_more(TOURNAMENTS, request)
            name = about.pop("name")
            made = creating.make_tournament(
                club, request.user, name, preset.unit, stages, preset=preset.key, **about
            )
            if form.entrants:
                entering.enter(made, request.user, form.entrants)
    except RuleError as error:
        return _page(request, club, form, error)
    messages.success(request, _success_message(len(form.entrants)))
    return redirect("desk_board", made.pk)


def _success_message(count: int) -> str:
    created = _("The tournament has been created. Only its directors can see it for now.")
    if not count:
        return created
    added = ngettext("%(count)s entrant added.", "%(count)s entrants added.", count)
    return f"{created} {added % {'count': count}}"


def _page(
    request: SignedInRequest, club: Club, form: NewForm, error: RuleError | None = None
) -> HttpResponse:
    errors = by_field(error.mistakes) if error else {}
    listed = form.list_mistakes()
    others = {key: text for key, text in errors.items() if not _is_of_list(key, listed)}
    stages, reading = form.shown(), with_namesakes(form.reading, club)
    count = count_valid_rows(reading, listed)
    form.count.show(errors)
    form.boards.show(errors)
    form.rules.show(errors)
    counted = next(iter(form.count), None)
    in_sight = {"name", "starts_on", counted.html_name if counted else ""}
    context = {
        "club": club,
        "form": form,
        # Keep the cursor where it is while typing
        "fresh": not error and "look" not in request.POST,
        "refused": error is not None,
        "preset": form.preset,
        "kinds": kinds_of(club, form.preset),
        "last": last_of(club),
        **_forecast(form.preset, stages, count),
        "counted": counted,
        "length_fields": form.length,
        "rest_open": bool(others.keys() - in_sight),
        **parsed_list_context(reading, listed, form.chosen),
        "short": _short(stages[0], form),
        **awards_context(form.awards, form.asking, errors),
        "field_errors": errors,
        "errors": messages_without_field(others, OWN_FIELDS) if error else [],
        "this_page": f"{reverse('desk_new', args=[club.pk])}?preset={form.preset.key}",
    }
    return render(request, "tournaments/desk/new.html", context, status=422 if error else 200)


def _forecast(preset: Preset, stages: list[StagePlan], count: int) -> dict[str, Any]:
    """Return how the event would go with this many entrants."""
    plan, unit = stages[0], preset.unit
    return {
        "words": [sentences(course(one, unit)) for one in preset.stages],
        "cost_forecast": [text for one in stages for text in _cost_forecast(one, count)],
        "all_go_on": everybody_advances(plan, stages[1], count) if len(stages) > 1 else "",
        "advice": advice(plan, unit, count) or rounds_in_general(plan, unit),
        "said": facts_by_field(plan),
        "summary": summary_of(plan, unit, count),
    }


def _short(plan: StagePlan, form: NewForm) -> list[str]:
    """Return the pairs and teams with fewer people than seats: allowed, but shown."""
    at_table = VARIANTS[plan.variant].side_size * SCORING_SYSTEMS[plan.points].rooms
    size = 1 if form.preset.unit == Tournament.Unit.PERSON else at_table
    # A missing partner is shown at the line
    rows = [row for row in form.reading.rows if not row.open_places]
    named = [(row.label or " & ".join(row.names), len(row.names)) for row in rows]
    return [few_people(name, count, size) for name, count in named if 0 < count < size][:MOST_NAMED]


def _is_of_list(key: str, listed: list[Mistake]) -> bool:
    return any(mistake.field == key for mistake in listed)


def _cost_forecast(plan: Any, count: int) -> list[str]:
    format_ = FORMATS[plan.format]
    return cost_forecast(format_, format_.read(plan.format_settings), count)
