"""The desk's page of one entrant, and its actions."""

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from scoring.games.access.links import qr_svg
from scoring.games.names.seat_names import erased_name
from scoring.pages.common import address_for_others, only_here, posted_whole, status_of
from scoring.rules import Mistake, RuleError
from scoring.rules.words import gettext_noop
from tournaments.actions import attendance, entering, keeping_apart, registering, renaming
from tournaments.actions.new_entrants import SIZES
from tournaments.models import (
    Entrant,
    Match,
    Member,
    Participation,
    Place,
    Stage,
    Tournament,
)
from tournaments.names import called, members_of, shown_name
from tournaments.pages.change_preview import Step, is_published, preview_or_take
from tournaments.pages.common import SignedInRequest, of_tournament
from tournaments.pages.drop_outs import warnings_of
from tournaments.pages.entrants.check_in import address_of
from tournaments.pages.entrants.entrants import entrants_page, late
from tournaments.pages.entrants.forms import Fields, current_values, parse_changes
from tournaments.pages.entrants.kept_apart import kept_apart_from, others_to_choose
from tournaments.pages.entrants.prizes import rank_among_prizes
from tournaments.pages.entrants.queries import matches_losing_side
from tournaments.pages.entrants.rounds_off import rounds_off, stage_for_byes
from tournaments.pages.unplayed import unplayed_of
from tournaments.pairing.formats import FORMATS
from tournaments.pairing.kept_apart import MEET
from tournaments.tokens import token_of

S = Entrant.State
# The errors that each form shows itself; others are shown at the top of the page.
MOST_ELSEWHERE = 12
FIELDS = {
    "change": {"label", "club_name", "seed", "fixed_table", "alias"},
    "rename": {"name"},
    "substitute": {"name", "instead_of"},
    "off": {"rounds", "worth"},
    "apart": {"other", "kind"},
    "withdraw": {"reason", "ranked"},
    "rank": {"reason"},
}


@require_GET
@of_tournament
def entrant(request: SignedInRequest, tournament: Tournament, entrant_id: int) -> HttpResponse:
    """Show everything about one entrant."""
    return _page(request, _entrant_or_404(tournament, entrant_id))


def _entrant_or_404(tournament: Tournament, entrant_id: int) -> Entrant:
    row: Entrant = get_object_or_404(Entrant, tournament=tournament, pk=entrant_id)
    row.tournament = tournament
    return row


def _by_state(row: Entrant, stage: Stage | None, *, ranks: bool) -> dict[str, Any]:
    """Return what is shown of entrants who play, or of those who have withdrawn. `ranks`: the
    caller may know them.
    """
    if row.state == S.ENTERED:
        return {
            "off_rounds": rounds_off(row, stage) if stage else None,
            "rank_asked": rank_among_prizes(row) if ranks else 0,
            "leaving": warnings_of(row),
        }
    if row.state == S.WITHDRAWN:
        return {
            "left_stages": _left_stages(row),
            "drafts": attendance.tables_in_drafts(row),
        }
    return {}


def _page(
    request: SignedInRequest, row: Entrant, action: str = "", error: RuleError | None = None
) -> HttpResponse:
    tournament = row.tournament
    everybody = list(Member.objects.filter(entrant=row).select_related("player"))
    members = [member for member in everybody if member.active]
    stage = stage_for_byes(tournament)
    address = address_for_others(request, reverse("own_page", args=[token_of(row)]))
    context: dict[str, Any] = {
        "tournament": tournament,
        "entrant": row,
        "name": shown_name(row, [called(member.player) for member in members], public=False),
        "members": members,
        "somebody": erased_name(),
        "elsewhere": _other_tournaments(row, members),
        "playing": _unfinished_matches(members),
        "former": [member for member in everybody if not member.active],
        "may_grow": len(members) < SIZES[tournament.unit][1],
        "drawn": Place.objects.filter(entrant=row).exists(),
        **_by_state(row, stage, ranks=not unplayed_of(request, tournament)),
        "address": address,
        "qr": qr_svg(address),
        "only_here": only_here(request),
        **_forms(request, row, action, error),
        "kept_apart": kept_apart_from(row),
        "others": others_to_choose(row),
        "by_movement": all(
            FORMATS[format_].compares_boards
            for format_ in tournament.stages.values_list("format", flat=True)
        ),
        "this_page": reverse("desk_entrant", args=[tournament.pk, row.pk]),
    }
    return render(
        request,
        "tournaments/entrants/entrant.html",
        context,
        status=status_of(error),
    )


def _left_stages(row: Entrant) -> list[Participation]:
    """Return the stages that they left and in which the standings rank."""
    rows = Participation.objects.filter(entrant=row, last_round__isnull=False, void=False)
    return [
        one for one in rows.select_related("stage") if not FORMATS[one.stage.format].ranks_itself
    ]


def _forms(
    request: SignedInRequest, row: Entrant, action: str, error: RuleError | None
) -> dict[str, Any]:
    """Return the page's forms. Each has its own texts and messages; all but the rejected one show
    stored values.
    """
    refused = Fields.refused(request.POST.dict(), error.mistakes) if error else Fields()
    beside = FIELDS.get(action, set())
    forms = {name: Fields() for name in FIELDS} | {"change": current_values(row)}
    if action in FIELDS:
        forms[action] = refused
    return {
        **forms,
        "renamed": posted_whole(request, "member") if action == "rename" else 0,
        "instead_of": posted_whole(request, "instead_of") if action == "substitute" else 0,
        "errors": [message for key, message in refused.wrong.items() if key not in beside],
    }


def _unfinished_matches(members: Sequence[Member]) -> list[Match]:
    """Return the unfinished matches of these people, by table."""
    games = attendance.running_games([member.player_id for member in members])
    return sorted(games.values(), key=lambda one: one.number)


def _other_tournaments(row: Entrant, members: Sequence[Member]) -> list[str]:
    """Return other public tournaments that show one of these people: a new name appears there
    too.
    """
    people = [member.player_id for member in members]
    shown = Tournament.objects.filter(entrants__members__player__in=people).exclude(
        state=Tournament.State.DRAFT
    )
    others = shown.exclude(pk=row.tournament_id).order_by("-created_at").distinct()
    return list(others.values_list("name", flat=True)[:MOST_ELSEWHERE])


# Actions
# --------------------------------------------------------------------------------------------------


def _member(request: SignedInRequest, row: Entrant, field: str) -> Member | None:
    return Member.objects.filter(entrant=row, active=True, pk=posted_whole(request, field)).first()


def _confirm(request: SignedInRequest, row: Entrant) -> str | HttpResponse:
    user = request.user
    page = late(request, row.tournament, lambda reason: registering.confirm(row, user, reason))
    return page or _("%(name)s: entered.")


def _wait(request: SignedInRequest, row: Entrant) -> str:
    registering.refuse_entrant(row, request.user, wait=True)
    return _("%(name)s: on the waiting list.")


def _refuse(request: SignedInRequest, row: Entrant) -> str:
    registering.refuse_entrant(row, request.user)
    return _("%(name)s: refused.")


def _change(request: SignedInRequest, row: Entrant) -> str:
    entering.change_entrant(row, request.user, **parse_changes(request.POST))
    return _("%(name)s: changed.")


def _rename(request: SignedInRequest, row: Entrant) -> str:
    member = _member(request, row, "member")
    if member is None:
        raise Http404
    renaming.rename_person(member, request.user, request.POST.get("name", ""))
    return _("%(name)s: renamed everywhere.")


def _substitute(request: SignedInRequest, row: Entrant) -> str:
    attendance.substitute(
        row,
        request.user,
        request.POST.get("name", ""),
        instead_of=_member(request, row, "instead_of"),
        reason=request.POST.get("reason", ""),
        immediate=request.POST.get("at_once") == "1",
    )
    return _("%(name)s: the substitute plays from now on.")


def _miss(request: SignedInRequest, row: Entrant) -> str:
    stage = get_object_or_404(
        Stage, tournament=row.tournament, number=posted_whole(request, "stage")
    )
    missing = request.POST.get("missing") == "1"
    number = posted_whole(request, "round")
    attendance.miss_round(row, stage, number, request.user, missing=missing)
    return (
        _("%(name)s: marked as missing the round.")
        if missing
        else _("%(name)s: will be there after all.")
    )


def _rounds_off(request: SignedInRequest, row: Entrant) -> str:
    stage = get_object_or_404(
        Stage, tournament=row.tournament, number=posted_whole(request, "stage")
    )
    numbers = {
        int(text) for text in request.POST.getlist("rounds") if text.isdecimal() and len(text) < 5
    }
    worth = request.POST.get("worth", "")
    attendance.miss_rounds(row, stage, numbers, request.user, worth=worth)
    return _("%(name)s: rounds off noted.")


def _keep_apart(request: SignedInRequest, row: Entrant) -> str:
    other = get_object_or_404(
        Entrant, tournament=row.tournament, number=posted_whole(request, "other")
    )
    kind = request.POST.get("kind") or MEET
    keeping_apart.keep_apart(row, other, request.user, kind=kind)
    return _("%(name)s: kept apart from the next draw on.")


def _let_meet(request: SignedInRequest, row: Entrant) -> str:
    keeping_apart.let_meet(row, posted_whole(request, "other"), request.user)
    return _("%(name)s: they may meet again.")


def _withdraw(request: SignedInRequest, row: Entrant) -> str | HttpResponse:
    user = request.user
    title = _("Withdraw %(name)s") % {"name": _name(row)}
    counts = warnings_of(row)
    warns = [*counts, *matches_losing_side(row)]
    stays_ranked = _stays_ranked(request, row)

    def withdraw(reason: str) -> None:
        attendance.withdraw(row, user, reason, stays_ranked=stays_ranked)

    page = _previewed(request, row, title, "withdrawn", withdraw, warns=warns)
    message = (
        _("%(name)s: withdrawn.") if counts else _("%(name)s: withdrawn. Played matches stay.")
    )
    return page or " ".join([message, *(warning.replace("%", "%%") for warning in warns)])


def _stays_ranked(request: SignedInRequest, row: Entrant) -> bool:
    """Return the answer; they stay ranked if there is nothing to ask.

    Raises RuleError if they are among the prizes and the question is open.
    """
    answer = request.POST.get("ranked", "")
    if answer not in {"0", "1"} and rank_among_prizes(row):
        text = gettext_noop("They are among the first three: choose whether they stay ranked.")
        raise RuleError([Mistake("ranked_open", "ranked", text)])
    return answer != "0"


def _rank(request: SignedInRequest, row: Entrant) -> str | HttpResponse:
    user, stays_ranked = request.user, request.POST.get("ranked") == "1"
    title = _("Rank %(name)s again") if stays_ranked else _("Rank %(name)s below all others")

    def rank(reason: str) -> None:
        attendance.rank_withdrawn(row, user, reason, stays_ranked=stays_ranked)

    action = "ranked_again" if stays_ranked else "ranked_below"
    page = _previewed(request, row, title % {"name": _name(row)}, action, rank)
    if page is not None:
        return page
    return (
        _("%(name)s: ranked by their results.")
        if stays_ranked
        else _("%(name)s: ranked below all others.")
    )


def _come_back(request: SignedInRequest, row: Entrant) -> str | HttpResponse:
    user = request.user
    title = _("Reinstate %(name)s") % {"name": _name(row)}
    page = _previewed(
        request, row, title, "came_back", lambda reason: attendance.reinstate(row, user, reason)
    )
    return page or _("%(name)s: plays again from the next draw.")


def _previewed(
    request: SignedInRequest,
    row: Entrant,
    title: str,
    action: str,
    do: Callable[[str], object],
    *,
    warns: Sequence[str] = (),
) -> HttpResponse | None:
    """Make a change directly before anything is published; afterwards, preview it first."""
    if not is_published(row.tournament):
        do(request.POST.get("reason", ""))
        return None
    back = reverse("desk_entrant", args=[row.tournament_id, row.pk])
    return preview_or_take(request, row.tournament, Step(title, action, do, back, warns=warns))


def _new_link(request: SignedInRequest, row: Entrant) -> str:
    renaming.renew_own_link(row, request.user)
    return _("New link for %(name)s: the old one no longer works.")


def _remove(request: SignedInRequest, row: Entrant) -> str:
    entering.remove_entrant(row, request.user)
    return _("%(name)s: removed from the list.")


DO: dict[str, Callable[[SignedInRequest, Entrant], str | HttpResponse]] = {
    "confirm": _confirm,
    "wait": _wait,
    "refuse": _refuse,
    "change": _change,
    "rename": _rename,
    "substitute": _substitute,
    "absent": _miss,
    "off": _rounds_off,
    "apart": _keep_apart,
    "let-meet": _let_meet,
    "withdraw": _withdraw,
    "rank": _rank,
    "come-back": _come_back,
    "new-link": _new_link,
    "remove": _remove,
}
ON_THE_LIST = {"confirm", "wait", "refuse"}  # these buttons are on the list of entrants


@require_POST
@of_tournament
def entrant_do(
    request: SignedInRequest, tournament: Tournament, entrant_id: int, action: str
) -> HttpResponse:
    """Carry out one of the actions in `DO`, and report it."""
    if action not in DO:
        raise Http404
    row = _entrant_or_404(tournament, entrant_id)
    on_the_list = action in ON_THE_LIST and request.POST.get("on") == "list"
    try:
        name = _name(row)
        message = DO[action](request, row)
        if isinstance(message, HttpResponse):
            return message
        if action != "remove":
            name = _name(row)  # as it is now: a person may have joined
    except RuleError as error:
        if on_the_list:
            return entrants_page(request, tournament, error=error, show="")
        return _page(request, _entrant_or_404(tournament, entrant_id), action, error)
    except Entrant.DoesNotExist as error:  # removed concurrently
        raise Http404 from error
    if request.POST.get("on") == "missing":
        return redirect(address_of(tournament, request.POST.get("q", "")))
    messages.success(request, message % {"name": name})
    if on_the_list or action == "remove":
        return redirect("desk_entrants", tournament.pk)
    return redirect("desk_entrant", tournament.pk, entrant_id)


def _name(row: Entrant) -> str:
    row.refresh_from_db(fields=["label", "asked_names"])
    return shown_name(row, members_of([row]).get(row.pk, ()), public=False)
