"""Everything on paper: what can be printed, and each of it as a page for the browser's print dialog."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.http import require_http_methods, require_safe

from scoring.names import alphabetical
from scoring.pages.common import means_this_machine
from scoring.rules import RuleError
from scoring.typed import whole_of
from tournaments.actions.cards import make_cards, renew_card
from tournaments.models import Card, SessionRound, Stage, Tournament
from tournaments.names import names_of
from tournaments.pages.common import SignedInRequest, messages_of, of_tournament
from tournaments.pages.printed.queries import codes as printed_codes
from tournaments.pages.printed.queries import paper
from tournaments.pages.printed.queries import sheets as score_papers
from tournaments.pages.public.queries.cross_table import MOST_IN_A_GRID, cross_table
from tournaments.pages.seen import Seen
from tournaments.pages.where import where_lines
from tournaments.stage.history import RoundRows, rows_of
from tournaments.stage.words import stage_name

CARDS_ON_A_LEAF = (4, 2, 1)
MOST_CERTIFICATES, EVERYBODY = 1_000, "all"
MOST_COPIES = 200
SLIPS_ON_A_LEAF = 8


@dataclass
class PrintRequest:
    """What is to be printed: of which tournament, stage and session round. Raises Http404 for what is not there."""

    request: HttpRequest
    tournament: Tournament

    @cached_property
    def stages(self) -> list[Stage]:
        stages = list(self.tournament.stages.all())
        for stage in stages:
            stage.tournament = self.tournament
        return stages

    @cached_property
    def stage(self) -> Stage:
        number = self.number("stage", 1, len(self.stages))
        if number is None:
            begun = [stage for stage in self.stages if stage.state != Stage.State.WAITING]
            return begun[-1] if begun else self.stages[0]
        return self.stages[number - 1]

    @cached_property
    def rounds(self) -> list[SessionRound]:
        rounds = list(SessionRound.objects.filter(stage=self.stage).order_by("number"))
        for one in rounds:
            one.stage = self.stage
        return rounds

    @cached_property
    def session_round(self) -> SessionRound | None:
        """The session round that was asked for, else the one that people mean; None where nothing is drawn."""
        number = self.number("round", 1, 32_767)
        if number is None:
            return paper.newest(self.rounds)
        found = next((one for one in self.rounds if one.number == number), None)
        if found is None:
            raise Http404(_("There is no such session round."))
        return found

    @cached_property
    def rows(self) -> RoundRows | None:
        return rows_of([self.session_round])[0] if self.session_round else None

    def number(self, name: str, least: int, most: int) -> int | None:
        """A number of the address; None where it is left out."""
        text = self.request.GET.get(name, "")
        if not text:
            return None
        number = whole_of(text, None, digits=6)
        if number is None or not least <= number <= most:
            raise Http404(_("There is no such page to print."))
        return number

    def address(self, path: str) -> str:
        return self.request.build_absolute_uri(path)


Contents = Callable[[PrintRequest], dict[str, Any]]


@dataclass(frozen=True)
class Printed:
    """A kind of page. `of_round`: it is of one session round; `codes`: it bears codes that phones have to follow."""

    title: Any
    template: str
    contents: Contents
    of_round: bool = False
    of_stage: bool = False
    codes: bool = False


# What stands on each ---------------------------------------------------------------------------------------------


def _pairings(asked: PrintRequest) -> dict[str, Any]:
    names = names_of(asked.tournament)
    lines = paper.pairings(asked.rows, names) if asked.rows else []
    free = {
        key: sorted((names.get(who, f"#{who}") for who in many), key=alphabetical)
        for key, many in _free(asked.rows).items()
    }
    return {"lines": lines, "free": free, "two_sides": all(line.two_sides for line in lines)}


def _free(rows: RoundRows | None) -> dict[str, list[int]]:
    return {"byes": rows.byes, "absent": rows.absent} if rows else {"byes": [], "absent": []}


def _names(asked: PrintRequest) -> dict[str, Any]:
    lines = where_lines(asked.tournament, asked.rows) if asked.rows else []
    return {"leaves": paper.leaves(lines)}


def _door(asked: PrintRequest) -> dict[str, Any]:
    lines = paper.entrant_list(asked.tournament)
    return {
        "lines": lines,
        "clubs": any(line.club for line in lines),
        "fixed": any(line.fixed_table for line in lines),
    }


def _cards(asked: PrintRequest) -> dict[str, Any]:
    tables = asked.number("tables", 1, printed_codes.MOST_TABLES)
    tables = tables or printed_codes.tables_needed(asked.tournament, asked.stage)
    each = asked.number("each", 1, 4) or CARDS_ON_A_LEAF[0]
    each = each if each in CARDS_ON_A_LEAF else CARDS_ON_A_LEAF[0]
    only = asked.number("table", 1, printed_codes.MOST_TABLES)
    cards = make_cards(asked.tournament, [only] if only else range(1, tables + 1))
    return {
        "leaves": printed_codes.on_leaves(printed_codes.printed_cards(cards, asked.address), each),
        "each": each,
        "choices": CARDS_ON_A_LEAF,
        "tables": tables,
        "only": only,
        "most": printed_codes.MOST_TABLES,
        "typed_at": asked.address(reverse("table_code")).split("://", 1)[1],
    }


def _own(asked: PrintRequest) -> dict[str, Any]:
    found = printed_codes.slips(asked.tournament, asked.address)
    return {"leaves": printed_codes.on_leaves(found, SLIPS_ON_A_LEAF)}


def _sheets(asked: PrintRequest) -> dict[str, Any]:
    copies, lines = asked.number("blank", 1, MOST_COPIES), asked.number("lines", 1, score_papers.MOST_LINES)
    if copies:
        papers = score_papers.blank_papers(asked.stage, copies, lines)
    else:
        papers = score_papers.empty_papers(asked.stage, asked.rows, lines) if asked.rows else []
    return {"papers": papers, "blank": bool(copies), "wide": bool(papers) and papers[0].paper.wide}


def _filled(asked: PrintRequest) -> dict[str, Any]:
    papers = score_papers.played_papers(asked.rows) if asked.rows else []
    return {"papers": papers, "wide": any(sheet.wide for one in papers for _number, sheet, _why in one.sheets)}


def _standings(asked: PrintRequest) -> dict[str, Any]:
    whole = asked.number("whole", 1, 1) is not None
    page = paper.standings_of(asked.tournament, asked.stage, whole=whole)
    address = reverse("standings", args=[asked.tournament.pk, asked.stage.number])
    return {"page": page, "sections": paper.printed_standings(page, address), "whole": whole}


def _cross_table(asked: PrintRequest) -> dict[str, Any]:
    whole = asked.number("whole", 1, 1) is not None
    table = cross_table(Seen(asked.tournament, whole=whole), asked.stage)
    return {"table": table, "whole": whole, "wide": True, "most": MOST_IN_A_GRID}


def _certificates(asked: PrintRequest) -> dict[str, Any]:
    everybody = asked.request.GET.get("count") == EVERYBODY
    count = MOST_CERTIFICATES if everybody else asked.number("count", 1, MOST_CERTIFICATES) or 3
    found, waiting = paper.certificates(asked.stage, count)
    return {"certificates": found, "waiting": waiting, "count": EVERYBODY if everybody else count, "wide": True}


PAGES: dict[str, Printed] = {
    "door": Printed(gettext_lazy("List to tick at the door"), "door", _door),
    "own": Printed(gettext_lazy("Personal links"), "own", _own, codes=True),
    "cards": Printed(gettext_lazy("Table cards"), "cards", _cards, codes=True),
    "pairings": Printed(gettext_lazy("Pairings by table"), "pairings", _pairings, of_round=True),
    "names": Printed(gettext_lazy("Who sits where, by name"), "names", _names, of_round=True),
    "sheets": Printed(gettext_lazy("Empty score sheets"), "sheets", _sheets, of_round=True),
    "filled": Printed(gettext_lazy("Score sheets as played"), "filled", _filled, of_round=True),
    "standings": Printed(gettext_lazy("Standings"), "standings", _standings, of_stage=True),
    "cross_table": Printed(gettext_lazy("Cross table"), "cross_table", _cross_table, of_stage=True),
    "certificates": Printed(gettext_lazy("Certificates"), "certificates", _certificates, of_stage=True),
}


@require_safe
@of_tournament
def print_hub(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What can be printed, for which session round, and how much of it there is."""
    asked = PrintRequest(request, tournament)
    rows = asked.rows
    context = {
        "tournament": tournament,
        "stages": [(stage.number, stage_name(stage)) for stage in asked.stages],
        "stage": asked.stage,
        "round": asked.session_round,
        "rounds": asked.rounds,
        "tables": len(rows.seated) if rows else 0,
        "cards": printed_codes.tables_needed(tournament, asked.stage),
        "entered": tournament.entrants.filter(state="entered").count(),
        "began": any(one.state != SessionRound.State.DRAFT for one in asked.rounds),
        "only_here": means_this_machine(request),
        "this_page": reverse("desk_print", args=[tournament.pk]),
    }
    return render(request, "tournaments/printed/hub.html", context)


@require_safe
@of_tournament
def print_page(request: HttpRequest, tournament: Tournament, what: str) -> HttpResponse:
    """One kind of paper, `?stage=` and `?round=` where it is of one."""
    printed = PAGES.get(what)
    if printed is None:
        raise Http404(_("There is no such page to print."))
    asked = PrintRequest(request, tournament)
    about = []
    if (printed.of_round or printed.of_stage) and len(asked.stages) > 1:
        about.append(stage_name(asked.stage))
    if printed.of_round and asked.session_round:
        about.append(pgettext("tournament", "Round %(number)s") % {"number": asked.session_round.number})
    context = {
        "tournament": tournament,
        "what": what,
        "title": printed.title,
        "about": about,
        "stage": asked.stage,
        "stages": [(stage.number, stage_name(stage)) for stage in asked.stages] if printed.of_stage else [],
        "round": asked.session_round if printed.of_round else None,
        "numbers": [one.number for one in asked.rounds] if printed.of_round else [],
        "now": timezone.localtime(),
        "only_here": printed.codes and means_this_machine(request),
        **printed.contents(asked),
    }
    return render(request, f"tournaments/printed/{printed.template}.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@of_tournament
def card(request: SignedInRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Make the card of one table anew: what that means, and the button; then the new card, to be printed."""
    row = get_object_or_404(Card, tournament=tournament, number=number)
    errors: list[str] = []
    if request.method == "POST":
        try:
            renew_card(row, request.user)
        except RuleError as error:
            errors = messages_of(error)
        else:
            answer = redirect(f"{reverse('desk_print_page', args=[tournament.pk, 'cards'])}?table={number}")
            answer.status_code = 303
            return answer
    context = {
        "tournament": tournament,
        "number": number,
        "errors": errors,
        "this_page": reverse("desk_card", args=[tournament.pk, number]),
    }
    return render(request, "tournaments/printed/renew_card.html", context, status=409 if errors else 200)
