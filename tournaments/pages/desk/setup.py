"""Setting up a tournament: its details, and each of its stages."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.forms import model_to_dict
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring.pages.common import by_field, status_of
from scoring.rules import Mistake, RuleError
from scoring.rules.words import gettext_noop
from tournaments.actions import creating
from tournaments.actions.framing import set_listed
from tournaments.actions.room import set_room
from tournaments.lifecycle import STAGE, TOURNAMENT
from tournaments.models import Stage, Tournament
from tournaments.pages.change_preview import Step, preview_or_take
from tournaments.pages.common import SignedInRequest, of_tournament, stage_or_404
from tournaments.pages.desk.awards import awards_context, messages_without_field
from tournaments.pages.desk.forms.about import AboutForm
from tournaments.pages.desk.forms.awards import NOTHING_TO_ASK
from tournaments.pages.desk.forms.room import ROOM_PLANS, RoomForm
from tournaments.pages.desk.forms.stage import StageForm
from tournaments.pages.desk.room_plan import room_needs
from tournaments.pages.rounds.stage_list import attendance, stage_lines
from tournaments.pages.rounds_advice import everybody_advances
from tournaments.pages.stage_facts import facts_by_field, rows_of, summary_of
from tournaments.pairing.formats import FORMATS
from tournaments.permissions import may, role_in
from tournaments.plans import PRESETS, StagePlan
from tournaments.plans.plan import tables_of
from tournaments.plans.presets import TWO_SESSIONS
from tournaments.plans.words import open_questions
from tournaments.stage.words import plain_words, plan_of, stage_name

READ_AND_WRITE = ["GET", "HEAD", "POST"]


@require_http_methods(READ_AND_WRITE)
@of_tournament
def about(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Show and change name, place, day and registration, with the stages in plain words.

    POST `found`: 1 lets search engines list it. POST `tables`: the room.
    """
    if "found" in request.POST:
        set_listed(tournament, request.user, found=request.POST["found"] == "1")
        return redirect(f"{reverse('desk_about', args=[tournament.pk])}#search-engines")
    if "tables" in request.POST:
        return _set_room(request, tournament)
    form = AboutForm(
        request.POST if request.method == "POST" else None, initial=_details(tournament)
    )
    if form.is_valid():
        with form.collect_errors():
            creating.change_tournament(tournament, request.user, **form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect("desk_about", tournament.pk)
    return _about_page(request, tournament, form)


def _set_room(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Set the tables in the room, and shifts or a queue; show what is wrong beside the field.

    The button `look` says what those typed mean and saves nothing, which is also what the form does
    while it is filled in.
    """
    form, looks = RoomForm(request.POST), "look" in request.POST
    if form.is_valid() and looks:
        for name, value in form.cleaned_data.items():
            setattr(tournament, name, value)
    elif form.is_valid():
        with form.collect_errors():
            set_room(tournament, request.user, **form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect("desk_about", tournament.pk)
    return _about_page(request, tournament, AboutForm(initial=_details(tournament)), room=form)


def _details(tournament: Tournament) -> dict[str, Any]:
    return model_to_dict(tournament, AboutForm.base_fields)


def _about_page(
    request: SignedInRequest,
    tournament: Tournament,
    form: AboutForm,
    not_added: RuleError | None = None,
    room: RoomForm | None = None,
) -> HttpResponse:
    """Show the page, with the error of the button that adds a stage, or of the room."""
    errors = by_field(not_added.mistakes) if not_added else form.messages
    stages = list(tournament.stages.all())
    entered = attendance(tournament).entered
    for stage in stages:
        stage.tournament = tournament
    context = {
        "tournament": tournament,
        "tab": "setup",
        "form": form,
        "units": Tournament.Unit.choices,
        "unit_fixed": tournament.entrants.exists(),
        "may_change": tournament.state in TOURNAMENT["set_up"],
        "facts": _facts_about(tournament),
        "is_over": tournament.state in TOURNAMENT["clear"],
        "may_delete": tournament.state in TOURNAMENT["delete"],
        "may_own": may(role_in(request.user, tournament), "own"),
        "stages": [_stage_row(stage, entered) for stage in stages],
        "may_add": len(stages) < creating.MOST_STAGES,
        "formats": [(key, one) for key, one in FORMATS.items() if tournament.unit in one.units],
        "not_added": not_added,
        "errors": messages_without_field(errors, set(form.fields)),
        "this_page": reverse("desk_about", args=[tournament.pk]),
    }
    room = room or RoomForm(initial=model_to_dict(tournament, RoomForm.base_fields))
    needs = room_needs(stages[0], entered) if stages and room.status == 200 else None
    context |= {"room": room, "room_plans": ROOM_PLANS, "room_needs": needs}
    status = status_of(not_added) if not_added else max(form.status, room.status)
    if "look" in request.POST:
        status = 200
    return render(request, "tournaments/desk/about.html", context, status=status)


def _stage_row(stage: Stage, entered: int) -> tuple[Any, ...]:
    """Return a stage with its name, its plan in words, what is open, and its rows of facts."""
    plan = plan_of(stage)
    rows = rows_of(plan, 0 if stage.number > 1 else entered)
    return stage, stage_name(stage), plain_words(stage), open_questions(plan), rows


def _facts_about(tournament: Tournament) -> list[tuple[str, str, str]]:
    """Return the details that can no longer change: icon, label, value."""
    day = tournament.starts_on
    facts = [
        ("edit", _("Name of the tournament"), tournament.name),
        ("calendar", _("Day"), date_format(day, "SHORT_DATE_FORMAT") if day else ""),
        ("place", pgettext("where it is played", "Place"), tournament.place),
        ("people", _("Who is ranked"), str(tournament.get_unit_display())),
    ]
    return [fact for fact in facts if fact[2]]


# Stages
# --------------------------------------------------------------------------------------------------


@require_http_methods(READ_AND_WRITE)
@of_tournament
def stage(request: SignedInRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show and change a stage's settings.

    A format, game or scoring system just chosen is shown before it is saved.
    """
    row = stage_or_404(tournament, number)
    plan = plan_of(row)
    if request.method != "POST":
        return _stage_page(request, row, StageForm(row, plan))
    form = StageForm(row, plan, request.POST.dict(), request.POST.getlist("criteria"))
    if form.chosen:
        return _stage_page(request, row, form)
    try:
        wanted = form.check(plan)
        if row.state == Stage.State.WAITING:
            creating.set_stage(row, request.user, wanted)
        else:
            page = preview_or_take(request, tournament, _settings_step(request, row, wanted))
            if page is not None:
                return page
    except RuleError as error:
        return _stage_page(request, row, form, error)
    messages.success(request, _("Saved. This is what will be played:"))
    return redirect("desk_stage", tournament.pk, number)


def _settings_step(request: SignedInRequest, row: Stage, plan: StagePlan) -> Step:
    """Return the step that changes the settings of a stage being played: standings may change."""
    user = request.user
    return Step(
        _("Change the set-up of %(stage)s while it is played") % {"stage": stage_name(row)},
        "stage_set",
        lambda reason: creating.set_stage(row, user, plan, reason),
        reverse("desk_stage", args=[row.tournament_id, row.number]),
    )


def _stage_page(
    request: SignedInRequest, row: Stage, form: StageForm, error: RuleError | None = None
) -> HttpResponse:
    tournament = row.tournament
    entered = attendance(tournament).entered
    errors = by_field(error.mistakes) if error else {}
    forecast = form.cost_forecast(entered)
    form.show(errors)
    asking = replace(
        plan_of(row),
        points=form.points,
        variant=form.variant,
        points_settings={} if form.points != row.points else row.points_settings,
        rules={} if form.variant != row.variant else row.rules,
    )
    context: dict[str, Any] = {
        "tournament": tournament,
        "tab": "setup",
        "stage": row,
        "name": stage_name(row),
        "words": plain_words(row),
        "summary": summary_of(plan_of(row), tournament.unit, 0 if row.take else entered),
        "said": facts_by_field(plan_of(row), 0 if row.number > 1 else entered),
        "opened": _open_folds(request, row, form, errors),
        "form": form,
        "more_rounds": row.state == Stage.State.RUNNING and _has_more_rounds(row, entered),
        "formats": form.formats(),
        "cost_forecast": forecast,
        "all_go_on": _all_go_on(row, entered),
        "games": form.games(),
        "rules_wrong": any(key.startswith("rule_") for key in errors),
        "ways": form.ways(),
        "ranks": list(form.ranks()),
        "criteria": form.all_criteria(),
        "unplayed": Stage.Unplayed.choices,
        "carry": _carry_choices(form.format),
        "at_line": Stage.AtLine.choices,
        "may_change": tournament.state in TOURNAMENT["set_up"]
        and row.state in STAGE["set_ranking"],
        "is_last": row.number > 1 and not tournament.stages.filter(number__gt=row.number).exists(),
        **awards_context(form.awards, asking, errors),
        "field_errors": errors,
        "errors": messages_without_field(errors, STAGE_FIELDS),
        "this_page": reverse("desk_stage", args=[tournament.pk, row.number]),
    }
    return render(request, "tournaments/desk/stage.html", context, status=status_of(error))


def _carry_choices(format_key: str) -> list[tuple[str, str]]:
    """Return what a stage of this format can carry over."""
    if not FORMATS[format_key].compares_boards:
        return [(key, str(label)) for key, label in Stage.Carry.choices]
    return [
        (Stage.Carry.NOTHING.value, str(Stage.Carry.NOTHING.label)),
        (Stage.Carry.POINTS.value, _("all boards: the total over the sessions")),
    ]


def _all_go_on(row: Stage, entered: int) -> str:
    """Return a warning if everybody of the first stage advances to the second: at most one query
    each.
    """
    if row.number > 2:
        return ""
    other = Stage.objects.filter(tournament=row.tournament_id, number=3 - row.number).first()
    if other is None or Stage.State.WAITING not in {row.state, other.state}:
        return ""
    first, second = sorted((row, other), key=lambda one: one.number)
    return everybody_advances(plan_of(first), plan_of(second), entered)


def _has_more_rounds(row: Stage, entered: int) -> bool:
    """Whether rounds are left to draw: two queries."""
    return any(
        line.has_more for line in stage_lines(row.tournament, entered) if line.stage.pk == row.pk
    )


# The fold of the page that a field is in, by the start of its name.
FOLDS = {
    "format": ("format",),
    "on": ("take", "carry"),
    "line": ("at_line",),
    "game": ("game", "rule_", "best_of"),
    "minutes": ("minutes",),
    "name": ("name",),
    "points": ("points",),
    "ranking": ("criteria", "unplayed", "ranking_"),
    "bye": ("awards_bye",),
    "absent": ("awards_absent",),
    "late": ("awards_late",),
}


def _open_folds(
    request: SignedInRequest, row: Stage, form: StageForm, errors: Mapping[str, str]
) -> set[str]:
    """Return the open folds: those with errors, unsaved choices or open questions."""
    found = {
        fold for fold, begins in FOLDS.items() if any(key.startswith(begins) for key in errors)
    }
    if form.chosen:
        shown = {
            "format": row.format,
            "points": row.points,
            "game": StageForm(row, plan_of(row)).game,
        }
        found |= {key for key, value in shown.items() if getattr(form, key) != value}
        found |= {key for key in shown if request.POST.get(f"shown_{key}") != getattr(form, key)}
        return found or set(shown)
    return found | set(open_questions(plan_of(row)))


STAGE_FIELDS = {
    "name", "format", "game", "points", "best_of", "minutes", "criteria", "unplayed", "take",
    "carry", "at_line"
}  # fmt: skip


@require_POST
@of_tournament
def stage_add(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Add a stage of a format after the last one, as presets define it; then show its settings."""
    try:
        made = creating.add_stage(
            tournament, request.user, _new_stage(tournament, request.POST.get("format", ""))
        )
    except RuleError as error:
        form = AboutForm(initial=_details(tournament))
        return _about_page(request, tournament, form, not_added=error)
    messages.success(request, _("The stage has been added. Check its description:"))
    return redirect("desk_stage", tournament.pk, made.number)


def _new_stage(tournament: Tournament, key: str) -> StagePlan:
    """Return a stage of this format from a preset, with the previous stage's game if that fits."""
    if key not in FORMATS:
        text = gettext_noop("Choose one of these.")
        raise RuleError([Mistake("unknown_format", "add", text)])
    plan = _usual_stage(key, tournament.unit)
    last = tournament.stages.last()
    if last is not None and tables_of(last.variant) == tables_of(plan.variant):
        fitting = FORMATS[key].variants
        if not fitting or last.variant in fitting:
            plan = replace(plan, variant=last.variant, rules=last.rules)
    awards = {} if FORMATS[key].needs_awards else NOTHING_TO_ASK
    plan = replace(plan, name="", awards=awards)
    if last is not None and FORMATS[key].compares_boards and FORMATS[last.format].compares_boards:
        return replace(plan, carry=Stage.Carry.POINTS, criteria=TWO_SESSIONS)
    return replace(plan, take=plan.take or 4)


def _usual_stage(key: str, unit: str) -> StagePlan:
    """Return the first stage of this format in a preset, of one for the same unit if possible."""
    ready = [
        (one.unit, plan) for one in PRESETS.values() for plan in one.stages if plan.format == key
    ]
    ready.sort(key=lambda pair: pair[0] != unit)
    return ready[0][1] if ready else StagePlan(key)


@require_POST
@of_tournament
def stage_remove(request: SignedInRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Remove the last stage."""
    row = stage_or_404(tournament, number)
    try:
        creating.remove_stage(row, request.user)
    except RuleError as error:
        return _stage_page(request, row, StageForm(row, plan_of(row)), error)
    messages.success(request, _("The stage has been removed."))
    return redirect("desk_about", tournament.pk)
