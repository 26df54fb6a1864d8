"""The log of a tournament in sentences: who did what, when and why."""

import datetime
from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from html import unescape
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.html import escape, format_html, strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from scoring.games.names.seats import somebody_word
from scoring.games.wording import MINUS, in_form, signed
from scoring.models import Player
from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.match import paper_sheet
from tournaments.models import Change, Entrant, LogLine, Role, Ruling, Tournament
from tournaments.names import names_of
from tournaments.pages.log_kinds import OTHER, Kind, sign_of
from tournaments.pages.searching import found_in
from tournaments.standings.numbers import load
from tournaments.standings.points import adjust

MOST_LINES = 100  # of a page
AT_ONCE = 1000  # lines that are put into words at once, where some are looked for
MOST_NAMES = 3  # of many who were entered at once
NOTHING = "\N{EM DASH}"

# What each action that is written down says. The doer stands beside it, so the sentences are about
# what was done.
SENTENCES: dict[str, str] = {
    # The tournament
    "made": gettext_noop("Made the tournament."),
    "repeated": gettext_noop("Took stages, settings and people over from %(name)s."),
    "imported": gettext_noop(
        "Made this tournament from a document; the lines before came with it."
    ),
    "changed": gettext_noop("Changed what is written about the tournament: %(what)s."),
    "open": gettext_noop("Opened the tournament to the public."),
    "finish": gettext_noop("Finished the tournament."),
    "reopen": gettext_noop("Reopened the tournament."),
    "concealed": gettext_noop("Hid the tournament from visitors."),
    "shown_again": gettext_noop("Showed the tournament to visitors again."),
    "joined": gettext_noop("Joined the directors."),
    "joined_as": gettext_noop("Joined: %(role)s."),
    "role_changed": gettext_noop("Changed what %(user)s may do: %(role)s."),
    "role_removed": gettext_noop("Took %(user)s out of the people at the desk."),
    "sites_allowed": gettext_noop(
        "Let these sites show the tournament within their pages: %(sites)s."
    ),
    "sites_allowed_none": gettext_noop("Stopped other sites from showing the tournament."),
    "listed": gettext_noop("Let search engines list the tournament."),
    "unlisted": gettext_noop("Asked search engines to leave the tournament out."),
    # Its stages
    "stage_set": gettext_noop("Changed the set-up of stage %(stage)s."),
    "stage_added": gettext_noop("Added stage %(stage)s."),
    "stage_removed": gettext_noop("Took stage %(stage)s away."),
    "stage_begun": ngettext_noop(
        "Began stage %(stage)s with %(entrants)s entrant.",
        "Began stage %(stage)s with %(entrants)s entrants.",
        "entrants",
    ),
    "level_decided": gettext_noop("Level for stage %(stage)s: %(entrants)s. All of them go on."),
    "level_decided_lot": gettext_noop(
        "Level for stage %(stage)s, the first %(places)s go on by lot number %(lot)s: %(entrants)s."
    ),
    "level_decided_play_off": gettext_noop(
        "Level for stage %(stage)s, the first %(places)s go on after a play-off: %(entrants)s."
    ),
    "stage_finished": gettext_noop("Finished stage %(stage)s."),
    "stage_reopened": gettext_noop("Reopened stage %(stage)s."),
    # Who takes part
    "entered": gettext_noop("Entered %(entrants)s."),
    "asked": gettext_noop("%(entrant)s asked to play."),
    "confirmed": gettext_noop("Let %(entrant)s play."),
    "refused": gettext_noop("Said no to %(entrant)s, or put them on the waiting list."),
    "refused_all": gettext_noop("Said no to all who asked to play: %(entrants)s."),
    "removed": gettext_noop("Took entrant no. %(number)s out of the list."),
    "entrant_changed": gettext_noop("Changed what is written about %(entrant)s: %(what)s."),
    "seeded": gettext_noop("Set the seeds: %(entrants)s."),
    "checked_in": gettext_noop("Checked in: %(entrant)s."),
    "all_checked_in": gettext_noop("All who were missing are here: %(entrants)s."),
    "checked_out": gettext_noop("Not here after all: %(entrant)s."),
    "withdrawn": gettext_noop("%(entrant)s withdrew."),
    "came_back": gettext_noop("Plays again: %(entrant)s."),
    "absent": gettext_noop("Absent in round %(round)s: %(entrant)s."),
    "present": gettext_noop("%(entrant)s will be there in round %(round)s."),
    "substituted": gettext_noop("Added %(player)s: %(entrant)s."),
    "substituted_for": gettext_noop("%(player)s plays for %(entrant)s instead of %(for)s."),
    "renamed": gettext_noop("Put the name of %(player)s of %(entrant)s right."),
    "erased": gettext_noop(
        "Erased the name of a person of %(entrant)s, at the request of the person or the club."
    ),
    "link_renewed": gettext_noop("Made a new personal link for %(entrant)s."),
    # Session rounds
    "drawn": gettext_noop("Drew round %(round)s."),
    "drawn_closing": gettext_noop(
        "Drew round %(round)s, in one press with the end of round %(closed)s."
    ),
    "seated_late": gettext_noop("Seated late at table %(table)s of round %(round)s: %(entrants)s."),
    "redrawn": gettext_noop("Redrew round %(round)s; tables that kept their draw: %(kept)s."),
    "discarded": gettext_noop("Threw the draft of round %(round)s away."),
    "swapped": gettext_noop("Let %(entrants)s change places in round %(round)s."),
    "published": gettext_noop("Published round %(round)s."),
    "unpublished": gettext_noop("Took round %(round)s back to a draft."),
    "closed": gettext_noop("Closed round %(round)s."),
    "round_reopened": gettext_noop("Reopened round %(round)s."),
    "due_set": gettext_noop("Set the last day for round %(round)s: %(day)s."),
    "due_set_none": gettext_noop("Took the last day for round %(round)s away."),
    "date_fixed": gettext_noop("Fixed a date for a match: %(when)s"),
    "date_fixed_none": gettext_noop("Took the date of a match away."),
    "match_link_renewed": gettext_noop("Made a new link for table %(table)s in round %(round)s."),
    # At the tables
    "card_renewed": gettext_noop("Made a new card for table %(table)s."),
    "phone_writes": gettext_noop("Let another phone write at table %(table)s of round %(round)s."),
    "reseated": gettext_noop("Put the seats at table %(table)s of round %(round)s right."),
    # What rests on a result that was corrected
    "bracket_stayed": gettext_noop(
        "Left the later rounds as they were drawn, though %(entrants)s won."
    ),
    "bracket_followed": gettext_noop(
        "Let the later rounds follow, in which these change places: %(entrants)s."
    ),
    "stage_stayed_others": gettext_noop(
        "Left stage %(stage)s as it was drawn; by the corrected results these would be in it: "
        "%(entrants)s."
    ),
    "stage_stayed": gettext_noop(
        "Left stage %(stage)s as it was drawn, though the seeds would be others by the corrected "
        "results."
    ),
    "stage_drawn_again": gettext_noop(
        "Began stage %(stage)s again, with those who get through now."
    ),
    # The clock
    "clock_started": ngettext_noop(
        "Started the clock of round %(round)s: %(minutes)s minute.",
        "Started the clock of round %(round)s: %(minutes)s minutes.",
        "minutes",
    ),
    "clock_planned": gettext_noop("Set the clock of round %(round)s to start: %(when)s"),
    "clock_paused": gettext_noop("Paused the clock of round %(round)s."),
    "clock_went_on": gettext_noop("Let the clock of round %(round)s go on."),
    "clock_minutes": ngettext_noop(
        "Gave round %(round)s %(minutes)s minute.",
        "Gave round %(round)s %(minutes)s minutes.",
        "minutes",
    ),
    "last_hand": gettext_noop("Called the last hand of round %(round)s."),
    "clock_ended": gettext_noop("Ended the time of round %(round)s."),
    "clock_stopped_rest": gettext_noop(
        "Let the tables that still played in round %(round)s count as they stood."
    ),
    "extra_minutes": ngettext_noop(
        "Gave table %(table)s of round %(round)s more time: %(minutes)s minute.",
        "Gave table %(table)s of round %(round)s more time: %(minutes)s minutes.",
        "minutes",
    ),
    "evening_changed": gettext_noop("Changed how the evening is run: %(what)s."),
    # What the public sees
    "frozen": gettext_noop("Kept the results from round %(round)s on for the prize-giving."),
    "unfrozen": gettext_noop("Showed all results to everyone."),
    "revealed": ngettext_noop(
        "Revealed %(told)s of %(of)s rank at the prize-giving.",
        "Revealed %(told)s of %(of)s ranks at the prize-giving.",
        "of",
    ),
    # Decisions
    "ruled": gettext_noop("Decided table %(table)s of round %(round)s: %(kind)s."),
    "paper_entered": gettext_noop(
        "Entered the result of table %(table)s of round %(round)s from paper."
    ),
    "paper_entered_now": gettext_noop(
        "Entered the result of table %(table)s of round %(round)s from paper: %(now)s."
    ),
    "result_corrected": gettext_noop(
        "Corrected the result of table %(table)s of round %(round)s: before %(was)s, now %(now)s."
    ),
    "hand_corrected": gettext_noop(
        "Corrected hand %(hand)s at table %(table)s of round %(round)s: before %(was)s, now "
        "%(now)s."
    ),
    "settled": gettext_noop(
        "Settled the result of table %(table)s of round %(round)s: another one counts than the "
        "table wrote."
    ),
    "settled_stands": gettext_noop(
        "Settled the result of table %(table)s of round %(round)s: it counts."
    ),
    "late_taken": gettext_noop("Took late hand %(hand)s at table %(table)s of round %(round)s in."),
    "late_left": gettext_noop("Left late hand %(hand)s at table %(table)s of round %(round)s out."),
    "objection_answered": gettext_noop(
        "Answered the objection of %(entrant)s to table %(table)s of round %(round)s."
    ),
    "ruling_undone": gettext_noop("Took the decision on table %(table)s of round %(round)s back."),
    "result_undone": gettext_noop(
        "Took the typed result of table %(table)s of round %(round)s back: its hands count."
    ),
    "penalised": gettext_noop(
        "%(kind)s for %(entrant)s: points %(points)s, Tichu points %(score)s."
    ),
    "penalty_undone": gettext_noop("Took a penalty or bonus of %(entrant)s back."),
    "changed_places": gettext_noop(
        "Let %(entrants)s change places in round %(round)s, which is published."
    ),
    "result_moved": gettext_noop(
        "Moved the result of table %(table)s of round %(round)s to table %(to)s, where it was "
        "played."
    ),
    "undone": gettext_noop("Undid: %(said)s"),
}
# Sentences that depend on whether a value is there.
VARYING = (
    "sites",
    "for",
    "day",
    "when",
    "table",
    "role",
    "stands",
    "closed",
    "now",
    "result",
    "lot",
    "won",
    "others",
)
OTHERWISE = {
    ("substituted", "for"): "substituted_for",
    ("joined", "role"): "joined_as",
    ("link_renewed", "table"): "match_link_renewed",
    ("sites_allowed",): "sites_allowed_none",
    ("due_set",): "due_set_none",
    ("date_fixed",): "date_fixed_none",
    ("settled", "table", "stands"): "settled_stands",
    ("clock_started", "when"): "clock_planned",
    ("drawn", "closed"): "drawn_closing",
    ("stage_stayed", "others"): "stage_stayed_others",
    ("level_decided", "lot"): "level_decided_lot",
    ("level_decided", "won"): "level_decided_play_off",
    ("paper_entered", "table", "now"): "paper_entered_now",
    ("ruling_undone", "table", "result"): "result_undone",
}
ROLES = dict(Role.Name.choices)
UNKNOWN = gettext_noop("Did something this version has no words for: %(action)s.")

# The words of what was changed, by the name of the field.
FIELDS: dict[str, str] = {
    "name": gettext_noop("name"),
    "place": gettext_noop("place"),
    "starts_on": gettext_noop("day"),
    "unit": gettext_noop("who is ranked"),
    "registration": gettext_noop("entering oneself"),
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
}


@dataclass(frozen=True)
class Told:
    """A line of the log. `who` is empty where nobody with an account did it; `said` is safe HTML
    with names in it.
    """

    pk: int
    at: datetime.datetime
    who: str
    said: SafeString
    reason: str
    may_undo: bool = False  # what was done can still be undone, as far as the log knows
    was_undone: bool = False
    sign: str = OTHER
    during: tuple[int, int] = (0, 0)  # the stage and session round that had been drawn by then


def log_lines(
    tournament: Tournament, before: int | None = None, kind: Kind | None = None, text: str = ""
) -> list[Told]:
    """The newest lines of the log first, at most `MOST_LINES`, of those before the line `before`;
    of one `kind` only those about it, and only those that say a `text` which is looked for. Seven
    queries; what is looked for is in the sentences as they are read, so that six more are asked for
    each `AT_ONCE` lines.
    """
    lines = LogLine.objects.filter(tournament=tournament)
    chosen = lines.filter(kind.lines) if kind else lines
    if before is not None:
        chosen = chosen.filter(pk__lt=before)
    found = (
        _saying(tournament, chosen, text)
        if text
        else told(tournament, list(chosen.order_by("-pk")[:MOST_LINES]))
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


def _saying(tournament: Tournament, chosen: QuerySet[LogLine], text: str) -> list[Told]:
    """The newest of these lines that say a text: in the sentence, the reason or who did it."""
    found: list[Told] = []
    lines = list(chosen.order_by("-pk"))
    for start in range(0, len(lines), AT_ONCE):
        shown = told(tournament, lines[start : start + AT_ONCE])
        found += [
            one
            for one in shown
            if found_in(f"{unescape(strip_tags(one.said))} {one.reason} {one.who}", text)
        ]
        if len(found) >= MOST_LINES:
            break
    return found[:MOST_LINES]


def _round_in(params: Mapping[str, Any]) -> tuple[int, int]:
    stage, number = params.get("stage"), params.get("round")
    return (stage if isinstance(stage, int) else 0, number if isinstance(number, int) else 0)


def told(tournament: Tournament, lines: Sequence[LogLine], *, public: bool = False) -> list[Told]:
    """Lines in words, with the names of everybody in them looked up at once.

    `public`: entrants as everybody who plays may read of them, and the people of those who asked
    not to be named as well.
    """
    ids = {who for line in lines for who in _entrants(line.params)}
    entrants = list(Entrant.objects.filter(tournament=tournament, pk__in=ids))
    names = names_of(tournament, public=public, in_full=True, entrants=entrants)
    shielded = (
        {entrant.pk for entrant in entrants if entrant.alias or entrant.hidden} if public else set()
    )
    asked_players = {line.params.get(key) for line in lines for key in ("player", "for")} - {None}
    named = Player.objects.filter(pk__in=asked_players).values_list("pk", "name")
    players = {pk: name or somebody_word() for pk, name in named}
    meant = [line.by_id for line in lines] + [line.params.get("user") for line in lines]
    accounts = get_user_model().objects.filter(pk__in={pk for pk in meant if isinstance(pk, int)})
    users: dict[int | None, str] = dict(accounts.values_list("pk", "name"))
    changes = Change.objects.none() if public else Change.objects.filter(line__in=lines)
    undone = dict(changes.values_list("line_id", "undone_id"))
    return [
        Told(
            line.pk,
            line.at,
            users.get(line.by_id) or line.params.get("by_name", ""),
            sentence(
                line,
                names,
                _people(line, players, names) if _is_of(line, shielded) else players,
                users,
            ),
            paper_sheet.reason_in_words(line.reason),
            may_undo=line.pk in undone and undone[line.pk] is None,
            was_undone=undone.get(line.pk) is not None,
            sign=sign_of(line.action, str(line.params.get("undid", ""))),
        )
        for line in lines
    ]


def _is_of(line: LogLine, entrants: Collection[int]) -> bool:
    return line.params.get("entrant") in entrants


def _people(line: LogLine, players: Iterable[int], names: Mapping[int, str]) -> dict[int, str]:
    """Everybody by the name that the line's entrant has in public."""
    return dict.fromkeys(players, names[line.params["entrant"]])


def sentence(
    line: LogLine,
    names: Mapping[int, str],
    players: Mapping[int, str],
    users: Mapping[int | None, str],
) -> SafeString:
    """What was done, as safe HTML, with the names of entrants, players and accounts by their ids.

    A line that an older version wrote otherwise is still shown.
    """
    if line.action == "undone" and line.params.get("undid") not in {None, "undone"}:
        undid = LogLine(action=str(line.params["undid"]), params=line.params)
        return mark_safe(  # noqa: S308
            escape(_(SENTENCES["undone"])) % {"said": sentence(undid, names, players, users)}
        )
    key = OTHERWISE.get(
        (line.action, *(name for name in VARYING if line.params.get(name))), line.action
    )
    params: dict[str, object] = {
        name: _name(_account(value, users))
        if name == "user"
        else _said(name, value, names, players)
        for name, value in line.params.items()
    }
    try:
        said = escape(in_form(SENTENCES[key], line.params))
        return mark_safe(said % params)  # noqa: S308 - every value is escaped or a whole number
    except KeyError:
        return format_html("{}", _(UNKNOWN) % {"action": line.action})


def _account(value: Any, users: Mapping[int | None, str]) -> str:
    """The name of an account; where the tournament came from another site there is nothing but the
    name.
    """
    return value if isinstance(value, str) else users.get(value, "?")


def _entrants(params: Mapping[str, Any]) -> Iterable[int]:
    if isinstance(params.get("entrant"), int):
        yield params["entrant"]
    many = params.get("entrants")
    if isinstance(many, list):
        yield from (who for who in many if isinstance(who, int))


def _said(key: str, value: Any, names: Mapping[int, str], players: Mapping[int, str]) -> object:
    if key == "entrant" and isinstance(value, int):
        return _name(names.get(value, f"#{value}"))
    if key == "entrants" and isinstance(value, list):
        return _many([names.get(who, f"#{who}") for who in value])
    if key in {"player", "for"}:
        return _name(players.get(value, "?"))
    if key == "what" and isinstance(value, list):
        return escape(
            ", ".join(dict.fromkeys(_(FIELDS[one]) if one in FIELDS else str(one) for one in value))
        )
    if key == "kind":
        return escape(_kind(str(value)))
    if key in {"was", "now"}:
        return _figures(str(value))
    if key == "role":
        return escape(str(ROLES.get(str(value), value)))
    if key in {"day", "when"} and isinstance(value, str):
        return escape(_day(value))
    if key in {"points", "score"}:
        return escape(_signed(str(value)))
    return escape(str(value))


def _name(name: str) -> SafeString:
    return format_html("<bdi>{}</bdi>", name)


def _many(people: Sequence[str]) -> SafeString:
    shown = mark_safe(", ".join(_name(name) for name in people[:MOST_NAMES]))  # noqa: S308 - escaped one by one
    if len(people) <= MOST_NAMES:
        return shown
    more = escape(_("%(names)s and %(more)s more"))
    return mark_safe(more % {"names": shown, "more": len(people) - MOST_NAMES})  # noqa: S308


def _kind(kind: str) -> str:
    if kind == paper_sheet.KIND:
        return _(paper_sheet.NAME)
    if kind in adjust.KINDS:
        return _(adjust.KINDS[kind][0])
    labels = {value: str(label).capitalize() for value, label in Ruling.Kind.choices}
    return labels.get(kind, kind)


def _figures(text: str) -> SafeString:
    """A result that stood or stands: figures, which keep their order in every script, or the name
    of a decision.
    """
    if text in adjust.KINDS:
        return format_html("{}", _kind(text))
    # The two numbers of a result stay on one line.
    shown = text.replace("-", MINUS).replace(" : ", "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}")
    return format_html('<bdi class="num" dir="ltr">{}</bdi>', shown or NOTHING)


def _day(text: str) -> str:
    """A day, or a moment, as people write it."""
    try:
        moment = datetime.datetime.fromisoformat(text)
        local = timezone.localtime(moment) if timezone.is_aware(moment) else moment
    except (ValueError, OverflowError):  # OverflowError: in another zone there is no such year
        return text
    if len(text) <= len("2026-11-28"):
        return date_format(moment, "SHORT_DATE_FORMAT")
    return f"{date_format(local, 'SHORT_DATE_FORMAT')} {time_format(local, 'TIME_FORMAT')}"


def _signed(text: str) -> str:
    try:
        number = load(text)
    except (ValueError, ZeroDivisionError):
        return text
    return signed(number)
