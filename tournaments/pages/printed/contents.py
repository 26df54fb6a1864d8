"""The kinds of printed pages: their contents, head, and number of pages."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, npgettext, pgettext_lazy

from scoring.games.names.validation import alphabetical
from tournaments.actions.cards import make_cards
from tournaments.models import Tournament
from tournaments.names import names_of
from tournaments.pages.printed import certificates as given
from tournaments.pages.printed import codes as printed_codes
from tournaments.pages.printed import guides, paper
from tournaments.pages.printed import sheets as score_papers
from tournaments.pages.printed.page_breaks import paginate
from tournaments.pages.printed.print_request import PrintRequest
from tournaments.pages.public.criteria import columns_of
from tournaments.pages.public.cross_table import cross_table
from tournaments.pages.public.standing import standing_of
from tournaments.pages.seat_list import where_lines
from tournaments.pages.stage_facts import of_unit
from tournaments.pages.viewer import Viewer
from tournaments.pairing.duplicate.movement import MOST_PAIRS
from tournaments.stage.history import history_of
from tournaments.stage.prize_lists import list_keys
from tournaments.stage.words import facts_of, stage_name

CARDS_PER_PAGE = (4, 1)
SLIPS_PER_PAGE = 10
GUIDES_PER_PAGE = 2
MOST_CERTIFICATES, EVERYBODY = 1_000, "all"
MOST_COPIES = 200

Contents = Callable[[PrintRequest], dict[str, Any]]


@dataclass(frozen=True)
class Printed:
    """A kind of page.

    `of_round` if it is about one session round; `codes` if it has QR codes that phones must be able
    to open.
    """

    title: Any
    contents: Contents
    of_round: bool = False
    of_stage: bool = False
    codes: bool = False


def page_of(asked: PrintRequest, what: str) -> dict[str, Any]:
    """Return the template context of a kind of page: its contents and its head."""
    printed = PAGES[what]
    about = []
    if (printed.of_round or printed.of_stage) and len(asked.stages) > 1:
        about.append(stage_name(asked.stage))
    if printed.of_round and asked.session_round:
        about.append(asked.round_name)
    found = {
        "tournament": asked.tournament,
        "what": what,
        "title": printed.title,
        "about": about,
        "stage": asked.stage,
        "round": asked.session_round if printed.of_round else None,
        "now": timezone.localtime(),
        "day": asked.tournament.starts_on or timezone.localdate(),
        **printed.contents(asked),
    }
    return {"heading": printed.title, "beside": [" · ".join(map(str, about))], **found}


# Contents
# ---------------------------------------------------------------------------------------------


def _pairings(asked: PrintRequest) -> dict[str, Any]:
    names, rows = names_of(asked.tournament), asked.rows
    free = [
        (word, sorted((names.get(who, f"#{who}") for who in many), key=alphabetical))
        for word, many in (
            (_("Bye"), rows.byes if rows else ()),
            (_("Absent"), rows.absent if rows else ()),
        )
        if many
    ]
    stage = [stage_name(asked.stage)] if len(asked.stages) > 1 else []
    return {
        "pages": paper.pairing_pages(paper.pairings(rows, names), free) if rows else [],
        "free": free,
        "heading": _round_heading(asked),
        "beside": [*stage, *_when(asked)],
        "rules": _rules(asked),
    }


def _rules(asked: PrintRequest) -> list[str]:
    """Return the rules in the shortest possible form."""
    facts = {sign: (head, foot) for sign, head, foot in facts_of(asked.stage, None)}
    said = [facts[sign][0] for sign in ("rules", "flag") if sign in facts]
    return said + [part for part in reversed(facts.get("star", ())) if part]


def _round_heading(asked: PrintRequest) -> str:
    return asked.round_name or str(PAGES["pairings"].title)


def _when(asked: PrintRequest) -> list[str]:
    """Return when a session round begins, if the clock has it, and how long it takes."""
    row = asked.session_round
    minutes = row and (row.minutes or asked.stage.minutes)
    said = []
    if row and row.clock_started_at:
        begins = time_format(timezone.localtime(row.clock_started_at), "TIME_FORMAT")
        said.append(_("begins %(time)s") % {"time": begins})
    if minutes:
        said.append(ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes})
    return [", ".join(said)] if said else []


def _names(asked: PrintRequest) -> dict[str, Any]:
    return {
        "pages": paper.name_pages(where_lines(asked.tournament, asked.rows)) if asked.rows else []
    }


def _door(asked: PrintRequest) -> dict[str, Any]:
    lines = paper.entrant_list(asked.tournament)
    return {
        "pages": paper.door_pages(lines),
        "count": len(lines),
        "clubs": any(line.club for line in lines),
        "fixed": any(line.fixed_table for line in lines),
        "beside": [of_unit(asked.tournament.unit, len(lines))],
    }


def _cards(asked: PrintRequest) -> dict[str, Any]:
    tables = asked.number("tables", 1, printed_codes.MOST_TABLES)
    tables = tables or printed_codes.tables_needed(asked.tournament, asked.stage)
    each = asked.number("each", 1, 4) or CARDS_PER_PAGE[0]
    each = each if each in CARDS_PER_PAGE else CARDS_PER_PAGE[0]
    only = asked.number("table", 1, printed_codes.MOST_TABLES)
    cards = make_cards(asked.tournament, [only] if only else range(1, tables + 1))
    return {
        "pages": paginate(printed_codes.printed_cards(cards, asked.address), each),
        "each": each,
        "choices": CARDS_PER_PAGE,
        "tables": tables,
        "only": only,
        "most": printed_codes.MOST_TABLES,
        "typed_at": asked.address(reverse("table_code")).split("://", 1)[1],
    }


def _own(asked: PrintRequest) -> dict[str, Any]:
    return {"pages": paginate(printed_codes.slips(asked.tournament, asked.address), SLIPS_PER_PAGE)}


def _sheets(asked: PrintRequest) -> dict[str, Any]:
    copies, lines = (
        asked.number("blank", 1, MOST_COPIES),
        asked.number("lines", 1, score_papers.MOST_LINES),
    )
    if copies:
        papers = score_papers.blank_papers(asked.stage, copies, lines)
    else:
        papers = score_papers.empty_papers(asked.stage, asked.rows, lines) if asked.rows else []
    return {"papers": papers, "blank": bool(copies), "wide": bool(papers) and papers[0].paper.wide}


def _filled(asked: PrintRequest) -> dict[str, Any]:
    papers = score_papers.played_papers(asked.rows) if asked.rows else []
    return {
        "papers": papers,
        "wide": any(sheet.wide for one in papers for _number, sheet, _why in one.sheets),
    }


def _standings(asked: PrintRequest) -> dict[str, Any]:
    whole = asked.number("whole", 1, 1) is not None
    after = asked.number("after", 1, 9999)
    page = paper.standings_of(asked.tournament, asked.stage, whole=whole, after=after)
    address = reverse("standings", args=[asked.tournament.pk, asked.stage.number])
    return {
        "page": page,
        "pages": [
            (one, groups)
            for one in (page, *page.lists)
            for groups in paper.standings_pages(one, address)
        ],
        "whole": whole,
        "discs": paper.has_discs(page),
        "alone": asked.tournament.unit == Tournament.Unit.PERSON,
        "corrections": Viewer(asked.tournament, whole=whole).corrections,
        "heading": _("Final standings")
        if page.final
        else (not page.cup and _after(page.after)) or PAGES["standings"].title,
        "beside": _size_and_rounds(
            asked, sum(len(section.rows) for section in page.sections), len(page.rounds)
        ),
    }


def _after(number: int) -> str:
    return _("After round %(number)s") % {"number": number} if number else ""


def _size_and_rounds(asked: PrintRequest, entrants: int, rounds: int) -> list[str]:
    said = [of_unit(asked.tournament.unit, entrants)]
    if rounds:
        said.append(
            npgettext("tournament", "%(rounds)s round", "%(rounds)s rounds", rounds)
            % {"rounds": rounds}
        )
    stage = [stage_name(asked.stage)] if len(asked.stages) > 1 else []
    return [*stage, ", ".join(said)]


def _cross_table(asked: PrintRequest) -> dict[str, Any]:
    whole = asked.number("whole", 1, 1) is not None
    seen = Viewer(asked.tournament, whole=whole)
    table, standing = cross_table(seen, asked.stage), standing_of(seen, asked.stage)
    entrants = sum(len(section.lines) for section in table.sections)
    return {
        "table": table,
        "pages": paper.cross_table_pages(table, standing.results),
        "whole": whole,
        "wide": True,
        "corrections": seen.corrections,
        "beside": _size_and_rounds(asked, entrants, len(table.rounds)),
    }


def _certificates(asked: PrintRequest) -> dict[str, Any]:
    everybody = asked.request.GET.get("count") == EVERYBODY
    count = MOST_CERTIFICATES if everybody else asked.number("count", 1, MOST_CERTIFICATES) or 3
    key = asked.request.GET.get("list", "")
    lists = columns_of(list_keys(asked.stage))
    chosen = next((one.key for one in lists if one.key == key), "")
    found, waiting = (
        (given.list_certificates(asked.stage, chosen, count), False)
        if chosen
        else given.certificates(asked.stage, count)
    )
    return {
        "certificates": found,
        "lists": lists,
        "list": chosen,
        "waiting": waiting,
        "count": EVERYBODY if everybody else count,
        "beads": given.BEADS,
        "corrections": Viewer(asked.tournament, whole=True).corrections,
    }


def _guides(asked: PrintRequest) -> dict[str, Any]:
    first = asked.number("from", 1, MOST_PAIRS)
    if first is None:
        cards = guides.guide_cards(asked.tournament, asked.stage)
    else:
        history, names = history_of(asked.stage), names_of(asked.tournament)
        cards = guides.renewed_cards(history, names, first)
    return {"pages": paginate(cards, GUIDES_PER_PAGE), "alone": _alone(asked)}


def _private(asked: PrintRequest) -> dict[str, Any]:
    return {"cards": guides.guide_cards(asked.tournament, asked.stage), "alone": _alone(asked)}


def _alone(asked: PrintRequest) -> bool:
    """Whether persons are ranked: each has a card of their own."""
    return asked.tournament.unit == Tournament.Unit.PERSON


def _movement(asked: PrintRequest) -> dict[str, Any]:
    return {**guides.master_sheet(asked.tournament, asked.stage), "wide": True}


PAGES: dict[str, Printed] = {
    "door": Printed(gettext_lazy("At the door"), _door),
    "own": Printed(gettext_lazy("Personal links"), _own, codes=True),
    "cards": Printed(gettext_lazy("Table cards"), _cards, codes=True),
    "pairings": Printed(gettext_lazy("Pairings by table"), _pairings, of_round=True),
    "names": Printed(gettext_lazy("Who sits where"), _names, of_round=True),
    "sheets": Printed(gettext_lazy("Empty score sheets"), _sheets, of_round=True),
    "filled": Printed(gettext_lazy("Score sheets as played"), _filled, of_round=True),
    "standings": Printed(gettext_lazy("Standings"), _standings, of_stage=True),
    "cross_table": Printed(gettext_lazy("Cross table"), _cross_table, of_stage=True),
    "guides": Printed(gettext_lazy("Guide cards"), _guides, of_stage=True),
    "private": Printed(gettext_lazy("Private scores"), _private, of_stage=True),
    "movement": Printed(pgettext_lazy("duplicate", "Movement"), _movement, of_stage=True),
    "certificates": Printed(gettext_lazy("Certificates"), _certificates, of_stage=True),
}
OF_A_ROUND: Sequence[str] = [what for what, printed in PAGES.items() if printed.of_round]
