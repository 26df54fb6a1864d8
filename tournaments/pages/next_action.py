"""The state of a tournament, and the next thing to do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.actions.drawing import total_rounds
from tournaments.models import Entrant, SessionRound, Stage, Tournament
from tournaments.pages.round_steps import RoundLine, StageLine, Step, steps_of_round
from tournaments.pairing.consolation import GROUP as CONSOLATION
from tournaments.plans.words import open_questions
from tournaments.stage.frozen_results import is_frozen
from tournaments.stage.words import plan_of, stage_name

CLOSED, PUBLISHED, DRAFT = (
    SessionRound.State.CLOSED,
    SessionRound.State.PUBLISHED,
    SessionRound.State.DRAFT,
)
# Counted among a tournament's entrants
PEOPLE = ("entered", "asked", "waiting", "here", "withdrawn")


@dataclass
class Now:
    """Everything on the first page of a tournament's desk."""

    tournament: Tournament
    stages: list[StageLine]
    entered: int
    asked: int
    waiting: int
    here: int
    withdrawn: int
    step: Step | None
    others: list[Step]

    @property
    def stage(self) -> StageLine:
        """Return the current or next stage; the last one if all are finished."""
        return _current(self.stages) or self.stages[-1]

    @property
    def size(self) -> int:
        """Return how many play; once the first stage has begun, also those who withdrew since."""
        begun = bool(self.stages) and self.stages[0].taking_part
        return self.entered + (self.withdrawn if begun else 0)

    def steps_of(self, row: SessionRound) -> list[Step]:
        """Return the possible steps of a published session round. One query."""
        for line in self.stages:
            for one in line.rounds:
                if one.row.pk == row.pk:
                    here = 0 < self.here < self.entered
                    return steps_of_round(
                        self.tournament, line, one, last=line is self.stages[-1], here=here
                    )
        return []


def current_state(tournament: Tournament) -> Now:
    """Return a tournament's state: three or four queries for any number of people, tables and
    rounds.
    """
    return current_states([tournament])[0]


def current_states(tournaments: Sequence[Tournament]) -> list[Now]:
    """Return the state of these tournaments: three queries, and some for each stage that has
    begun.
    """
    by_id = {one.pk: one for one in tournaments}
    entered = Q(state=Entrant.State.ENTERED)
    counts = Entrant.objects.filter(tournament__in=by_id).order_by().values("tournament")
    counted = {
        key: dict(zip(PEOPLE, numbers, strict=True))
        for key, *numbers in counts.annotate(
            entered=Count("pk", filter=entered),
            asked=Count("pk", filter=Q(state=Entrant.State.ASKED)),
            waiting=Count("pk", filter=Q(state=Entrant.State.WAITING)),
            here=Count("pk", filter=entered & Q(checked_in_at__isnull=False)),
            withdrawn=Count("pk", filter=Q(state=Entrant.State.WITHDRAWN)),
        ).values_list("tournament", *PEOPLE)
    }
    nobody = dict.fromkeys(PEOPLE, 0)
    stages = _stage_lines(by_id)
    found = []
    for tournament in tournaments:
        now = Now(
            tournament,
            stages[tournament.pk],
            **counted.get(tournament.pk, nobody),
            step=None,
            others=[],
        )
        steps = _steps(now)
        now.step, now.others = (steps[0] if steps else None), steps[1:]
        found.append(now)
    return found


def _stage_lines(tournaments: Mapping[UUID, Tournament]) -> dict[UUID, list[StageLine]]:
    """Return the stages of each with their session rounds: two queries."""
    lines: dict[int, StageLine] = {}
    found: dict[UUID, list[StageLine]] = {key: [] for key in tournaments}
    for row in Stage.objects.filter(tournament__in=tournaments).annotate(
        taking_part=Count("participations", filter=~Q(participations__group=CONSOLATION))
    ):
        row.tournament = tournaments[row.tournament_id]
        address = reverse("desk_stage", args=[row.tournament_id, row.number])
        line = StageLine(
            row, stage_name(row), address, open_questions(plan_of(row)), row.taking_part
        )
        if row.state != Stage.State.WAITING:
            line.total = total_rounds(row)
        lines[row.pk] = line
        found[row.tournament_id].append(line)
    rounds = SessionRound.objects.filter(stage__in=lines).annotate(
        tables=Count("matches"), done=Count("matches", filter=Q(matches__done=True))
    )
    for session_round in rounds.order_by("number"):
        line = lines[session_round.stage_id]
        session_round.stage = line.row
        address = reverse(
            "desk_round", args=[line.row.tournament_id, line.row.number, session_round.number]
        )
        line.rounds.append(
            RoundLine(session_round, session_round.tables, session_round.done, address)
        )
    return found


def _current(stages: list[StageLine]) -> StageLine | None:
    return next((line for line in stages if line.row.state != Stage.State.FINISHED), None)


def _steps(now: Now) -> list[Step]:
    """Return the possible steps, the next one first."""
    tournament = now.tournament
    if tournament.state == Tournament.State.FINISHED:
        standings = reverse("standings", args=[tournament.pk, now.stages[-1].row.number])
        finished = _("The tournament is finished.")
        certificates = reverse("desk_print_page", args=[tournament.pk, "certificates"])
        frozen = is_frozen(tournament)
        prizes = reverse("desk_reveal", args=[tournament.pk])
        return [
            *([Step("prizes", _("Prize-giving"), prizes, sentence=finished)] if frozen else []),
            Step("standings", _("Final standings"), standings, sentence="" if frozen else finished),
            Step(
                "certificates",
                _("Print certificates"),
                f"{certificates}?stage={now.stages[-1].row.number}",
            ),
            Step("wrong", _("A result is wrong"), reverse("desk_wrong", args=[tournament.pk])),
            _turn(now, "reopen", _("Reopen the tournament")),
        ]
    steps = _before_the_first(now) + _playing(now)
    # Registrations can wait while a round needs the director.
    later = {"finish_stage_early"} | ({"confirm"} if now.entered else set())
    return sorted(steps, key=lambda step: step.key in later)


def _turn(now: Now, action: str, label: str, sentence: str = "") -> Step:
    return Step(
        action,
        label,
        reverse("desk_turn", args=[now.tournament.pk, action]),
        does=True,
        sentence=sentence,
    )


def _before_the_first(now: Now) -> list[Step]:
    """Return the steps before the first draw: entering people and opening."""
    tournament = now.tournament
    steps: list[Step] = []
    draft = tournament.state == Tournament.State.DRAFT
    entrants = reverse("desk_entrants", args=[tournament.pk])
    if now.asked:
        sentence = ngettext(
            "%(count)s has asked to play.", "%(count)s have asked to play.", now.asked
        )
        steps.append(
            Step(
                "confirm", _("Answer requests"), entrants, sentence=sentence % {"count": now.asked}
            )
        )
    if not now.entered:
        sentence = _("Nobody is entered yet.")
        if draft and tournament.registration:
            steps.append(
                _turn(
                    now,
                    "open",
                    _("Open it to the public"),
                    _("Players can enter themselves once it is open."),
                )
            )
            draft = False
        steps.append(Step("enter", _("Enter people"), entrants, sentence=sentence))
    if draft:
        sentence = _("Only directors see it. Open it to let people find it and to publish rounds.")
        steps.append(_turn(now, "open", _("Open it to the public"), sentence))
    return steps


def _playing(now: Now) -> list[Step]:
    """Return the steps of the current stage: drawing, publishing, closing."""
    line = _current(now.stages)
    if line is None:
        return [_turn(now, "finish", _("Finish the tournament"), _("All stages are finished."))]
    if not now.entered and not line.taking_part:
        return []
    if line.row.state == Stage.State.WAITING:
        return [_draw(now, line, 1, _begin_label(now, line))]
    if published := line.first_in(PUBLISHED):
        return now.steps_of(published.row)
    if draft := line.first_in(DRAFT):
        return [_publish(now, line, draft)]
    return _after_closed_rounds(now, line)


def _publish(now: Now, line: StageLine, draft: RoundLine) -> Step:
    is_open = now.tournament.state == Tournament.State.OPEN
    return Step(
        "publish",
        _("Check and publish the draft") if is_open else _("Check the draft"),
        draft.address,
        sentence=_("Round %(number)s is drawn; only directors see it.")
        % {"number": line.numbered(draft.row.number)},
    )


def _after_closed_rounds(now: Now, line: StageLine) -> list[Step]:
    """Return the steps of a stage whose rounds are all closed: draw the next one, or finish."""
    drawn = line.rounds[-1].row.number if line.rounds else 0
    if line.total is None or drawn < line.total:
        label = _("Draw round %(number)s") % {"number": line.numbered(drawn + 1)}
        steps = [_draw(now, line, drawn + 1, label)]
        return [*steps, _finish(now, line, "finish_stage_early")] if drawn else steps
    return [_finish(now, line, "finish_stage")]


def _begin_label(now: Now, line: StageLine) -> str:
    if len(now.stages) == 1:
        return _("Begin and draw round 1")
    return _("Begin %(stage)s and draw its round 1") % {"stage": line.name}


def _draw(now: Now, line: StageLine, number: int, label: str) -> Step:
    address = reverse("desk_round_do", args=[now.tournament.pk, line.row.number, number, "draw"])
    sentence = ngettext("%(count)s is entered.", "%(count)s are entered.", now.entered) % {
        "count": now.entered
    }
    if number > 1:
        sentence = _("Round %(number)s is closed.") % {"number": line.numbered(number - 1)}
    elif line.row.number > 1:
        sentence = _("The previous stage is finished: those who qualified play here.")
    return Step(
        "draw", label, address, does=True, sentence=sentence, asks_here=0 < now.here < now.entered
    )


def _finish(now: Now, line: StageLine, key: str) -> Step:
    """Return the step that ends a stage, and the tournament with its last.

    Its label says so if rounds are left to draw.
    """
    last, early = line is now.stages[-1], key == "finish_stage_early"
    about = {
        "stage": line.name,
        "number": line.numbered(line.rounds[-1].row.number) if line.rounds else 0,
    }
    if last:
        address = reverse("desk_turn", args=[now.tournament.pk, "finish"])
        label = (
            _("Finish the tournament after round %(number)s")
            if early
            else _("Finish the tournament")
        )
        sentence = _(
            "All rounds are closed. Finishing makes the standings final on all pages. You can "
            "reopen it."
        )
        if is_frozen(now.tournament):
            sentence = _(
                "All rounds are closed. Results held back for the prize-giving stay hidden. You "
                "can reopen it."
            )
    else:
        address = reverse("desk_stage_do", args=[now.tournament.pk, line.row.number, "finish"])
        label = _("Finish %(stage)s after round %(number)s") if early else _("Finish %(stage)s")
        sentence = _(
            "All rounds are closed. Finishing decides who goes on. You can reopen this stage "
            "until the next one begins."
        )
    return Step(key, label % about, address, does=True, sentence="" if early else sentence)
