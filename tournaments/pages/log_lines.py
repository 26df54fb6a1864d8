"""The log of a tournament in sentences: who did what, when and why."""

import datetime
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from html import unescape
from typing import Any, cast

from django.contrib.auth import get_user_model
from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.html import strip_tags
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.games.names.seat_names import erased_name
from scoring.games.round_words import MINUS, in_form, signed
from scoring.models import Player
from scoring.rules.words import gettext_noop
from tournaments.log_actions import ACTIONS, OTHER, TELLS, Subject
from tournaments.match import paper_sheet
from tournaments.match.reasons import display_reason
from tournaments.models import Change, Entrant, LogLine, Role, Ruling, Stage, Tournament
from tournaments.names import names_of
from tournaments.pages.rendering import escaped, filled, isolated, isolated_figures, joined
from tournaments.pages.round_names import has_names, numbered
from tournaments.pages.search import found_in
from tournaments.standings.numbers import load
from tournaments.standings.points import adjust

MOST_LINES = 100  # per page
AT_ONCE = 1000  # lines that are formatted at once during a search
MOST_NAMES = 3  # of several who were entered together
NOTHING = "\N{EM DASH}"

ROLES = dict(Role.Name.choices)
UNKNOWN = gettext_noop("An action unknown to this version: %(action)s.")

# Words for changed fields.
FIELDS: dict[str, str] = {
    "name": gettext_noop("name"),
    "place": gettext_noop("place"),
    "starts_on": gettext_noop("day"),
    "unit": gettext_noop("who is ranked"),
    "registration": gettext_noop("self-registration"),
    "limit": gettext_noop("limit"),
    "label": gettext_noop("name"),
    "club_name": gettext_noop("club"),
    "seed": gettext_noop("seed"),
    "fixed_table": gettext_noop("fixed table"),
    "five": gettext_noop("tables of five"),
    "alias": gettext_noop("name in public"),
    "hidden": gettext_noop("name in public"),
    "agreement": gettext_noop("agreement"),
    "unfinished": gettext_noop("unfinished matches"),
    "last_hand_minutes": gettext_noop("last hand"),
    "objection_minutes": gettext_noop("objections"),
    "tables": gettext_noop("tables in the room"),
    "room_plan": gettext_noop("shifts or a queue"),
    "papers_twice": gettext_noop("sheets typed twice"),
    "may_leave": gettext_noop("withdrawing on their own page"),
    "names_stand_ins": gettext_noop("who names stand-ins"),
    "stand_in_limit": gettext_noop("limit of stand-ins"),
}


@dataclass(frozen=True)
class ShownLine:
    """A line of the log.

    `who` is empty if it was done without an account; `sentence` is safe HTML with names in it.
    """

    pk: int
    at: datetime.datetime
    who: str
    sentence: SafeString
    reason: str
    may_undo: bool = False  # it can still be undone, as far as the log knows
    was_undone: bool = False
    sign: str = OTHER.sign
    during: tuple[int, int] = (0, 0)  # the stage and session round drawn at that time


def log_lines(
    tournament: Tournament,
    before: int | None = None,
    about: Subject | None = None,
    text: str = "",
    *,
    results: bool = True,
) -> list[ShownLine]:
    """Return the newest lines of the log, at most `MOST_LINES`.

    `before` is a line to continue from, `about` filters by subject, and `text` searches the
    sentences as displayed; without `results`, lines that tell one are left out. Eight queries; a
    search takes seven more for each `AT_ONCE` lines.
    """
    lines = LogLine.objects.filter(tournament=tournament)
    if not results:
        lines = lines.exclude(Q(action__in=TELLS) | Q(action="undone", params__undid__in=TELLS))
    chosen = lines.filter(_of_subject(about)) if about else lines
    if before is not None:
        chosen = chosen.filter(pk__lt=before)
    found = (
        _search(tournament, chosen, text)
        if text
        else format_lines(tournament, list(chosen.order_by("-pk")[:MOST_LINES]))
    )
    if not found:
        return []
    draws = [
        (pk, _round_in(params))
        for pk, params in lines.filter(action="drawn", pk__lte=found[0].pk)
        .order_by("pk")
        .values_list("pk", "params")
    ]
    starts = [pk for pk, _ in draws]
    return [
        replace(one, during=draws[at - 1][1] if (at := bisect_right(starts, one.pk)) else (0, 0))
        for one in found
    ]


def _of_subject(subject: Subject) -> Q:
    """Match lines about a subject, including undos of such lines."""
    actions = [name for name, one in ACTIONS.items() if one.subject is subject]
    return Q(action__in=actions) | Q(action="undone", params__undid__in=actions)


def _search(tournament: Tournament, chosen: QuerySet[LogLine], text: str) -> list[ShownLine]:
    """Return the newest of these lines with the text in the sentence, the reason or the account's
    name.
    """
    found: list[ShownLine] = []
    lines = list(chosen.order_by("-pk"))
    for start in range(0, len(lines), AT_ONCE):
        shown = format_lines(tournament, lines[start : start + AT_ONCE])
        found += [
            one
            for one in shown
            if found_in(f"{unescape(strip_tags(one.sentence))} {one.reason} {one.who}", text)
        ]
        if len(found) >= MOST_LINES:
            break
    return found[:MOST_LINES]


def _round_in(params: Mapping[str, Any]) -> tuple[int, int]:
    stage, number = params.get("stage"), params.get("round")
    return (stage if isinstance(stage, int) else 0, number if isinstance(number, int) else 0)


@dataclass(frozen=True)
class _Names:
    """The names in some lines of the log, by id.

    `shielded` are the entrants whose people are shown under the entrant's public name. `stages` are
    those whose rounds have names, by number, with how many take part.
    """

    entrants: Mapping[int, str]
    people: Mapping[int, str]
    accounts: Mapping[int | None, str]
    stages: Mapping[object, tuple[Stage, int]]
    shielded: Collection[int]

    def entrant(self, pk: int) -> str:
        return self.entrants.get(pk, f"#{pk}")

    def person(self, pk: int, entrant: object) -> str:
        """Return a person's name, in a line about this entrant."""
        if pk in self.people and entrant in self.shielded:
            return self.entrants[cast("int", entrant)]
        return self.people.get(pk, "?")

    def account(self, value: Any) -> str:
        """Return the name of an account; an imported tournament has only the name."""
        return value if isinstance(value, str) else self.accounts.get(value, "?")


def format_lines(
    tournament: Tournament, lines: Sequence[LogLine], *, public: bool = False
) -> list[ShownLine]:
    """Format lines, with all names in them looked up at once.

    With `public`, entrants have their public names, and so do the people of entrants who asked not
    to be named.
    """
    names = _names_in(tournament, lines, public=public)
    changes = Change.objects.none() if public else Change.objects.filter(line__in=lines)
    undone = dict(changes.values_list("line_id", "undone_id"))
    return [
        ShownLine(
            line.pk,
            line.at,
            names.accounts.get(line.by_id) or line.params.get("by_name", ""),
            _format_line(line, names),
            display_reason(line.reason),
            may_undo=line.pk in undone and undone[line.pk] is None,
            was_undone=undone.get(line.pk) is not None,
            sign=_sign(line),
        )
        for line in lines
    ]


def _names_in(tournament: Tournament, lines: Sequence[LogLine], *, public: bool) -> _Names:
    """Look up all names in these lines: a query each for entrants, people, accounts and stages."""
    ids = {who for line in lines for who in _entrants(line.params)}
    entrants = list(Entrant.objects.filter(tournament=tournament, pk__in=ids))
    hidden = [entrant.pk for entrant in entrants if public and (entrant.alias or entrant.hidden)]
    return _Names(
        entrants=names_of(tournament, public=public, in_full=True, entrants=entrants),
        people=_people(lines),
        accounts=_accounts(lines),
        stages=_stages(tournament),
        shielded=frozenset(hidden),
    )


def _stages(tournament: Tournament) -> dict[object, tuple[Stage, int]]:
    found = Stage.objects.filter(tournament=tournament).annotate(among=Count("participations"))
    return {stage.number: (stage, stage.among) for stage in found if has_names(stage)}


def _people(lines: Sequence[LogLine]) -> dict[int, str]:
    ids = {line.params.get(key) for line in lines for key in ("player", "for")} - {None}
    named = Player.objects.filter(pk__in=ids).values_list("pk", "name")
    return {pk: name or erased_name() for pk, name in named}


def _accounts(lines: Sequence[LogLine]) -> dict[int | None, str]:
    users = [user for line in lines for user in (line.by_id, line.params.get("user"))]
    accounts = get_user_model().objects.filter(pk__in={pk for pk in users if isinstance(pk, int)})
    return dict(accounts.values_list("pk", "name"))


def _entrants(params: Mapping[str, Any]) -> Iterable[int]:
    if isinstance(params.get("entrant"), int):
        yield params["entrant"]
    many = params.get("entrants")
    if isinstance(many, list):
        yield from (who for who in many if isinstance(who, int))


def _sign(line: LogLine) -> str:
    action = str(line.params.get("undid")) if line.action == "undone" else line.action
    return (ACTIONS[action].subject if action in ACTIONS else OTHER).sign


def _format_line(line: LogLine, names: _Names) -> SafeString:
    """Return what was done as safe HTML, with entrants, players and accounts named by their ids.

    Lines that older versions wrote differently are shown as well.
    """
    if line.action == "undone" and line.params.get("undid") not in {None, "undone"}:
        undid = LogLine(action=str(line.params["undid"]), params=line.params)
        return filled(_(ACTIONS["undone"].sentence), {"said": _format_line(undid, names)})
    params = {key: _format_value(key, value, line, names) for key, value in line.params.items()}
    try:
        return filled(in_form(ACTIONS[line.action].sentence_for(line.params), line.params), params)
    except KeyError:
        return escaped(_(UNKNOWN) % {"action": line.action})


def _format_value(key: str, value: Any, line: LogLine, names: _Names) -> str:
    """Return a parameter of a line as text, or as HTML with names in it."""
    if key == "entrant" and isinstance(value, int):
        return isolated(names.entrant(value))
    if key == "entrants" and isinstance(value, list):
        return _joined_names([names.entrant(who) for who in value])
    if key in {"player", "for"}:
        return isolated(names.person(value, line.params.get("entrant")))
    if key == "user":
        return isolated(names.account(value))
    if key in {"round", "closed"} and isinstance(value, int):
        stage, among = names.stages.get(line.params.get("stage"), (None, 0))
        return str(value) if stage is None else numbered(stage, value, among)
    formatted = FORMATTED.get(key)
    return formatted(value) if formatted else str(value)


def _format_fields(value: Any) -> str:
    if not isinstance(value, list):
        return str(value)
    return ", ".join(dict.fromkeys(_(FIELDS[one]) if one in FIELDS else str(one) for one in value))


def _joined_names(people: Sequence[str]) -> SafeString:
    shown = joined(isolated(name) for name in people[:MOST_NAMES])
    if len(people) <= MOST_NAMES:
        return shown
    more = len(people) - MOST_NAMES
    return filled(
        ngettext("%(names)s and %(more)s more", "%(names)s and %(more)s more", more),
        {"names": shown, "more": more},
    )


def _kind(kind: str) -> str:
    if kind == paper_sheet.KIND:
        return _(paper_sheet.NAME)
    if kind in adjust.KINDS:
        return _(adjust.KINDS[kind][0])
    labels = {value: str(label).capitalize() for value, label in Ruling.Kind.choices}
    return labels.get(kind, kind)


def _format_result(text: str) -> SafeString:
    """Format an old or new result: figures, isolated to keep their order, or the name of a
    decision.
    """
    if text in adjust.KINDS:
        return escaped(_kind(text))
    # Keep the two numbers of a result on one line.
    shown = text.replace("-", MINUS).replace(" : ", "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}")
    return isolated_figures(shown or NOTHING)


def _format_date(text: str) -> str:
    """Format a date, or a date and time."""
    try:
        moment = datetime.datetime.fromisoformat(text)
        local = timezone.localtime(moment) if timezone.is_aware(moment) else moment
    except (ValueError, OverflowError):  # OverflowError: another zone has no such year
        return text
    if len(text) <= len("2026-11-28"):
        return date_format(moment, "SHORT_DATE_FORMAT")
    return f"{date_format(local, 'SHORT_DATE_FORMAT')} {time_format(local, 'TIME_FORMAT')}"


def _format_signed(text: str) -> str:
    try:
        number = load(text)
    except (ValueError, ZeroDivisionError):
        return text
    return signed(number)


# How parameters other than names are formatted, by key.
FORMATTED: dict[str, Callable[[Any], str]] = {
    "what": _format_fields,
    "kind": lambda value: _kind(str(value)),
    "was": lambda value: _format_result(str(value)),
    "now": lambda value: _format_result(str(value)),
    "role": lambda value: str(ROLES.get(str(value), value)),
    "day": lambda value: _format_date(value) if isinstance(value, str) else str(value),
    "when": lambda value: _format_date(value) if isinstance(value, str) else str(value),
    "points": lambda value: _format_signed(str(value)),
    "score": lambda value: _format_signed(str(value)),
}
