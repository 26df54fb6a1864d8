"""What a running session round needs next: a decision, results, or its end and what follows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from scoring.models import Entry
from tournaments.actions.room_tables import waiting_turn
from tournaments.clock import clock_of
from tournaments.models import Match, SessionRound, Stage, Tournament
from tournaments.pages.round_names import numbered
from tournaments.pages.round_tables import is_level
from tournaments.pages.waiting import shift_name
from tournaments.pairing.formats import FORMATS

DRAFT, PUBLISHED = SessionRound.State.DRAFT, SessionRound.State.PUBLISHED
A = Match.Agreement


@dataclass(frozen=True)
class Step:
    """A button: its label, its address, and whether it is an action (a form) or a link.

    `sentence` is the sentence above it. `asks_here` for a draw that can leave out entrants who are
    not checked in. `accepts` if results that were not agreed count with it, which the sentence
    says.
    """

    key: str
    label: str
    address: str
    does: bool = False
    sentence: str = ""
    asks_here: bool = False
    accepts: bool = False

    @property
    def needs(self) -> str:
        """Return the permission for this step: see `tournaments.permissions.MAY`."""
        if self.key == "wrong":
            return "rule"
        return "direct" if self.does or self.key in {"confirm", "enter", "prizes"} else "attend"


@dataclass
class RoundLine:
    """A session round of the list: how many tables it has and how many are finished."""

    row: SessionRound
    tables: int
    done: int
    address: str

    @property
    def left(self) -> int:
        return self.tables - self.done


@dataclass
class StageLine:
    """A stage with its session rounds.

    `total` is how many there will be, None if its course decides.
    """

    row: Stage
    name: str
    address: str
    questions: tuple[str, ...]  # open questions, see plans.words.open_questions
    taking_part: int = 0
    total: int | None = None
    rounds: list[RoundLine] = field(default_factory=list)

    def numbered(self, number: int) -> str:
        """Return the number of a session round for a sentence, with its name if it has one."""
        return numbered(self.row, number, self.taking_part)

    def first_in(self, state: str) -> RoundLine | None:
        """Return the first session round in this state."""
        return next((one for one in self.rounds if one.row.state == state), None)


def steps_of_round(
    tournament: Tournament, line: StageLine, one: RoundLine, *, last: bool, here: bool
) -> list[Step]:
    """Return the steps of a published session round, the next one first. One query.

    `last` if no stage follows this one; `here` if the draw can leave out entrants who are not
    checked in.
    """
    number = {"number": line.numbered(one.row.number)}
    unsettled = _unsettled(one.row)
    shift = _next_shift(tournament, line, one)
    if unsettled.first is not None:
        return [_settling(tournament, *unsettled.first), *shift]
    if shift:
        return shift
    if one.left:
        board = reverse("desk_board", args=[tournament.pk])
        sentence = ngettext(
            "Round %(number)s is being played: %(count)s table has no result yet.",
            "Round %(number)s is being played: %(count)s tables have no result yet.",
            one.left,
        ) % {**number, "count": one.left}
        return [
            *_clock(tournament, line, one),
            Step("results", _("To the board"), board, sentence=sentence),
        ]
    if unsettled.unagreed:
        tables = ", ".join(map(str, unsettled.unagreed))
        sentence = _(
            "Nobody has agreed to the results of these tables: %(tables)s. They count as they are."
        ) % {"tables": tables}
    else:
        sentence = _("All tables in round %(number)s have a result.") % number
    sentence += " " + _(
        "Closing the round makes the results count. You can still correct them later."
    )
    steps = _closing(line, one, last=last, here=here)
    return [
        Step(
            key,
            label,
            reverse("desk_round_do", args=[tournament.pk, line.row.number, one.row.number, action]),
            does=True,
            sentence=sentence if not index else "",
            asks_here=asks_here,
            accepts=bool(unsettled.unagreed),
        )
        for index, (key, action, label, asks_here) in enumerate(steps)
    ]


def _closing(
    line: StageLine, one: RoundLine, *, last: bool, here: bool
) -> list[tuple[str, str, str, bool]]:
    """Return the ways to end a session round with all its results: key, action, label, whether a
    draw asks who is here.
    """
    numbers = {
        "number": line.numbered(one.row.number),
        "next": line.numbered(one.row.number + 1),
    }
    alone = ("close_only", "close", _("Close only round %(number)s") % numbers, False)
    following = next(
        (other for other in line.rounds if other.row.number == one.row.number + 1), None
    )
    if following is not None and following.row.state == DRAFT:
        label = _("Close round %(number)s and check the draft of round %(next)s")
        return [("close", "close_draw", label % numbers, False), alone]
    if following is not None:
        return [("close", "close", _("Close round %(number)s") % numbers, False)]
    if line.total is None or one.row.number < line.total:
        label = _("Close round %(number)s and draw round %(next)s")
        return [("close", "close_draw", label % numbers, here), alone]
    if last:
        return [("close", "close", _("Close round %(number)s, the last") % numbers, False)]
    label = _("Close round %(number)s and finish %(stage)s") % {**numbers, "stage": line.name}
    return [("close", "close_finish", label, False), alone]


def _next_shift(tournament: Tournament, line: StageLine, one: RoundLine) -> list[Step]:
    """Return the step that calls the next shift, once all tables of this one have a result.

    One query if the room has too few tables.
    """
    if tournament.tables is None or not one.left:
        return []
    matches = list(Match.objects.filter(session_round=one.row))
    coming = waiting_turn(matches)
    if coming is None or any(not match.waiting and not match.done for match in matches):
        return []
    address = reverse(
        "desk_round_do", args=[tournament.pk, line.row.number, one.row.number, "shift"]
    )
    name = shift_name(coming)
    sentence = _("All tables of this shift have a result. Next: %(shift)s.") % {"shift": name}
    label = _("Call the %(shift)s") % {"shift": name}
    return [Step("shift", label, address, does=True, sentence=sentence)]


def _clock(tournament: Tournament, line: StageLine, one: RoundLine) -> list[Step]:
    """Return the step that starts the clock, if the round has minutes and it was never started."""
    row = one.row
    if clock_of(row).minutes is None or row.clock_started_at is not None:
        return []
    if one.done and not _shift_begins(tournament, row):
        return []
    address = reverse("desk_clock", args=[tournament.pk, line.row.number, row.number, "start"])
    sentence = _("Round %(number)s is published: the tables can begin.")
    sentence %= {"number": line.numbered(row.number)}
    return [Step("clock", _("Start the clock"), address, does=True, sentence=sentence)]


def _shift_begins(tournament: Tournament, row: SessionRound) -> bool:
    """Whether a later shift has been called, and none of its tables has a result yet."""
    if tournament.tables is None or tournament.room_plan != Tournament.RoomPlan.SHIFTS:
        return False
    matches = Match.objects.filter(session_round=row, waiting=False).order_by("-turn")
    turns = list(matches.values_list("turn", "done"))
    return turns[0][0] > 1 and not any(done for turn, done in turns if turn == turns[0][0])


# Before the end of a round
# -------------------------------------------------------------------------------------

# Reasons in order of priority: the button, the sentence, the place on the match's page
SETTLING = {
    "disputed": (
        gettext_noop("Settle table %(table)s"),
        gettext_noop("The result of table %(table)s is disputed."),
        "settle",
    ),
    "late": (
        gettext_noop("Decide a late hand at table %(table)s"),
        gettext_noop(
            "Round %(round)s: a hand of table %(table)s came in after its result was locked."
        ),
        "late",
    ),
    "level": (
        gettext_noop("Decide table %(table)s"),
        gettext_noop("Table %(table)s ended level, and somebody has to go on."),
        "decide",
    ),
}


@dataclass(frozen=True)
class _Unsettled:
    """What keeps a round from ending: the first match with its reason, and tables without
    agreement.
    """

    first: tuple[Match, str] | None
    unagreed: Sequence[int]


def _settling(tournament: Tournament, match: Match, why: str) -> Step:
    label, sentence, place = SETTLING[why]
    row = match.session_round
    table = {"table": match.number, "round": numbered(row.stage, row.number)}
    address = reverse("desk_match", args=[tournament.pk, match.pk])
    return Step("settle", _(label) % table, f"{address}#{place}", sentence=_(sentence) % table)


def _unsettled(row: SessionRound) -> _Unsettled:
    entries = Entry.objects.filter(outcome=Entry.Outcome.LATE, settled_by__isnull=True)
    wanted = Q(agreement__in=(A.DISPUTED, A.WAITING)) | Q(late=True)
    goes_on = FORMATS[row.stage.format].ranks_itself
    if goes_on:
        wanted |= Q(done=True, winner__isnull=True)
    matches = Match.objects.annotate(
        late=Exists(entries.filter(game__match_game__match=OuterRef("pk")))
    )
    found: dict[str, Match] = {}
    unagreed = []
    for match in matches.filter(wanted, session_round=row).order_by("number"):
        match.session_round = row
        if match.agreement == A.WAITING:
            unagreed.append(match.number)
        for why in _reasons(match):
            found.setdefault(why, match)
    return _Unsettled(next(((found[why], why) for why in SETTLING if why in found), None), unagreed)


def _reasons(match: Any) -> Iterable[str]:
    """Yield why a match has to be settled: keys of `SETTLING`. `late` was read with it."""
    if match.agreement == A.DISPUTED:
        yield "disputed"
    if match.late:
        yield "late"
    if is_level(match):
        yield "level"
