"""Draws a session round as a draft, with reasons and warnings, exactly once.

The lock on the tournament gives two directors who ask at the same time one draw; the database would
refuse a second.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Max

from scoring.rules import RuleError
from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments import lifecycle
from tournaments.actions.common import (
    BEGUN,
    conflict,
    lock,
    lock_round,
    lock_stage,
    log,
    rule_error,
)
from tournaments.actions.drop_outs import decide_open_matches
from tournaments.actions.publishing import open_matches
from tournaments.actions.room_tables import assign_tables
from tournaments.models import Absence, Entrant, Match, Participation, Place, SessionRound, Stage
from tournaments.models.tournaments import a_seed
from tournaments.pairing import values
from tournaments.pairing.format import Format
from tournaments.pairing.formats import FORMATS
from tournaments.pairing.kept_apart import pairs_of, with_notes
from tournaments.stage.drop_outs import ends_at_half
from tournaments.stage.history import History, history_of, requested_byes
from tournaments.stage.notes import note_data
from tournaments.stage.qualifying import seed_ties
from tournaments.stage.ranking import ranked

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser


def draw_round(
    stage: Stage,
    by: "AbstractBaseUser | None",
    number: int,
    *,
    only_checked_in: bool = False,
    seed: int | None = None,
    together_with: int | None = None,
) -> SessionRound:
    """Draw session round `number` as a draft.

    A round already drawn is returned unchanged, so a second tap has no effect. `only_checked_in`:
    entrants not checked in count as absent. `together_with`: the session round closed by the same
    request, for the log.

    Raises RuleError if it is not this round's turn, if no draw is possible, and if the points for a
    bye are not settled.
    """
    with transaction.atomic():
        tournament = lock(stage.tournament, "lead")
        stage = lock_stage(stage)
        found = SessionRound.objects.filter(stage=stage, number=number).first()
        if found is not None:
            return found
        lifecycle.check_stage("draw", stage)
        _check_next(stage, number)
        add_late_entrants(stage, number)
        _check_turn(stage, number)
        session_round = SessionRound.objects.create(
            stage=stage,
            number=number,
            seed=a_seed() if seed is None else seed,
            drawn_by_id=by.pk if by else None,
        )
        fill(session_round, only_checked_in=only_checked_in)
        params = {"stage": stage.number, "round": number}
        log(tournament, "drawn", by, params | ({"closed": together_with} if together_with else {}))
    return session_round


def draw_all(stage: Stage, by: "AbstractBaseUser | None") -> list[SessionRound]:
    """Draw all remaining session rounds of a stage with a fixed schedule."""
    with transaction.atomic():
        lock(stage.tournament, "lead")
        if not FORMATS[stage.format].whole_stage:
            raise conflict(
                "no_schedule",
                "round",
                gettext_noop("This format draws one round at a time, based on the results."),
            )
        drawn = [draw_round(stage, by, next_number(stage))]
        while next_number(stage) <= (total_rounds(stage) or 0):
            drawn.append(draw_round(stage, by, next_number(stage)))
        return drawn


def next_number(stage: Stage) -> int:
    """Return the number of the next session round, from 1."""
    return (stage.session_rounds.aggregate(last=Max("number"))["last"] or 0) + 1


def total_rounds(stage: Stage) -> int | None:
    """Return the number of session rounds in the stage; None if it depends on results.

    Late entries and withdrawals change a schedule; a bracket is over when it has a winner.
    """
    format_ = FORMATS[stage.format]
    settings = format_.read(stage.format_settings)
    if stage.state == Stage.State.WAITING:
        entered = stage.tournament.entrants.filter(state=Entrant.State.ENTERED).count()
        return format_.rounds(entered, settings)
    if not (format_.whole_stage or format_.ranks_itself):
        return format_.rounds(stage.participations.count(), settings)
    history = history_of(stage)
    coming = SessionRound(stage=stage, number=len(history.rounds) + 1, seed=0)
    present, absent = present_and_absent(history, coming.number)
    if format_.whole_stage:  # including matches waiting for an absent entrant
        return format_.rounds_of(field_for(history, coming, present | absent))
    field = field_for(history, coming, present)
    try:
        format_.draw(field)
    except RuleError as error:
        if any(mistake.code == "stage_over" for mistake in error.mistakes):
            return len(history.rounds)
    return None


def _check_next(stage: Stage, number: int) -> None:
    expected = next_number(stage)
    if number != expected:
        raise conflict(
            "round_out_of_turn",
            "round",
            gettext_noop("Round %(number)s cannot be drawn yet: round %(next)s comes first."),
            number=number,
            next=expected,
        )


def _check_turn(stage: Stage, number: int) -> None:
    format_ = FORMATS[stage.format]
    # A bracket decides itself when it is over: a withdrawal may cost it a round, or need another.
    total = None if format_.ranks_itself else total_rounds(stage)
    if total is not None and number > total:
        raise conflict(
            "stage_over",
            "round",
            ngettext_noop(
                "The only round of this stage is drawn: finish the stage.",
                "All %(total)s rounds of this stage are drawn: finish the stage.",
                "total",
            ),
            total=total,
        )
    if format_.whole_stage:
        return
    before = stage.session_rounds.exclude(state=SessionRound.State.CLOSED).first()
    if before is not None:
        raise conflict(
            "round_not_closed",
            "round",
            gettext_noop("Close round %(number)s first: the draw depends on its results."),
            number=before.number,
        )


def add_late_entrants(stage: Stage, number: int) -> int:
    """Add entrants since the last draw to the stage; return how many. Not for later stages or
    knock-outs.
    """
    if stage.number > 1 or (number > 1 and not FORMATS[stage.format].takes_late):
        return 0
    known = stage.participations.values("entrant")
    new = stage.tournament.entrants.filter(state=Entrant.State.ENTERED).exclude(pk__in=known)
    last = stage.participations.aggregate(last=Max("seed"))["last"] or 0
    rows = Participation.objects.bulk_create(
        Participation(stage=stage, entrant=entrant, seed=seed, first_round=number)
        for seed, entrant in enumerate(by_seed(new), start=last + 1)
    )
    return len(rows)


def by_seed(entrants: Iterable[Entrant]) -> list[Entrant]:
    """Return entrants with a seed first, in seed order; then the others in order of entry."""
    return sorted(
        entrants, key=lambda entrant: (entrant.seed is None, entrant.seed or 0, entrant.number)
    )


def fill(session_round: SessionRound, *, only_checked_in: bool = False) -> None:
    """Seat everybody present in this empty session round: writes its tables and places."""
    stage = session_round.stage
    history = history_of(stage)
    drawn = history.by_number.get(session_round.number)
    kept = drawn.seated if drawn else []
    present, absent = present_and_absent(
        history, session_round.number, only_checked_in=only_checked_in
    )
    seated = {who for table in kept for who in table.everybody}
    try:
        draw = _draw(
            field_for(history, session_round, present - seated),
            FORMATS[stage.format],
            beside=bool(seated),
        )
    except RuleError as error:
        _check_waiting(history, session_round, present, absent, error)
        raise
    if draw.byes and FORMATS[stage.format].byes_count:
        check_awards(stage, "bye")
    requested = requested_byes([stage.pk]).get((stage.pk, session_round.number), {})
    if absent - requested.keys() and FORMATS[stage.format].needs_awards:
        check_awards(stage, "absent")
    session_round.relaxed = note_data(draw.relaxed)
    session_round.warnings = note_data([*draw.warnings, *_level_for_seeds(session_round)])
    session_round.save(update_fields=["relaxed", "warnings"])
    _keep_groups(history, draw)
    write_tables(session_round, draw.tables, taken={table.match.number for table in kept})
    assign_tables(session_round)
    _write_free(session_round, draw.byes, absent)


def _write_free(session_round: SessionRound, byes: Sequence[int], absent: Collection[int]) -> None:
    """Write the places of those without a table."""
    Place.objects.bulk_create(
        [
            Place(session_round=session_round, entrant_id=who, kind=Place.Kind.BYE, order=order)
            for order, who in enumerate(byes)
        ]
        + [
            Place(session_round=session_round, entrant_id=who, kind=Place.Kind.ABSENT)
            for who in sorted(absent)
        ]
    )


def _level_for_seeds(session_round: SessionRound) -> list[values.Note]:
    """Return notes on ties at the first draw by seeds of a later stage; none for a schedule."""
    stage = session_round.stage
    by_seeds = (
        session_round.number == 1 and stage.number > 1 and not FORMATS[stage.format].whole_stage
    )
    return seed_ties(stage) if by_seeds else []


def _check_waiting(
    history: History,
    session_round: SessionRound,
    present: set[int],
    absent: set[int],
    error: RuleError,
) -> None:
    """Raise RuleError `matches_wait` if a schedule is over only for those present, and others have
    matches left.
    """
    format_ = FORMATS[history.stage.format]
    codes = {mistake.code for mistake in error.mistakes}
    if not absent or not format_.whole_stage or not codes & {"stage_over", "too_few"}:
        return
    try:
        left = format_.draw(field_for(history, session_round, present | absent)).tables
    except RuleError:
        return
    if left:
        numbers = {row.entrant_id: row.entrant.number for row in history.participations}
        raise conflict(
            "matches_wait",
            "round",
            gettext_noop(
                "Everyone here has already met; only matches with absent players are left "
                "(entrants %(numbers)s). Draw the round once those players are here, or finish "
                "the stage without these matches."
            ),
            numbers=", ".join(str(numbers[who]) for who in sorted(absent, key=numbers.__getitem__)),
        )


def _draw(field: values.Field, format_: Format, *, beside: bool) -> values.Draw:
    """Draw a field. Those left `beside` tables in play, too few for a table, each have a bye."""
    try:
        return with_notes(format_.draw(field), field)
    except RuleError as error:
        if not beside or [mistake.code for mistake in error.mistakes] != ["too_few"]:
            raise
        text = gettext_noop("Too few are left for a table: they have a bye.")
        left = sorted(field.entrants, key=lambda one: one.place)
        return values.Draw(
            byes=tuple(one.id for one in left), warnings=(values.Note("byes", text),)
        )


def present_and_absent(
    history: History, number: int, *, only_checked_in: bool = False
) -> tuple[set[int], set[int]]:
    """Return who can be drawn for a session round, and who of the stage is absent from it.

    Entrants who have left a schedule with half of it played stay in it: their opponents win.
    """
    stage = history.stage
    stays = ends_at_half(stage)
    away = set(
        Absence.objects.filter(stage=stage, round_number=number).values_list(
            "entrant_id", flat=True
        )
    )
    present: set[int] = set()
    absent: set[int] = set()
    for row in history.participations:
        if row.has_left and stays and not row.void:
            present.add(row.entrant_id)
            continue
        if row.first_round > number or row.has_left:
            continue
        missing = only_checked_in and row.entrant.checked_in_at is None
        (absent if row.entrant_id in away or missing else present).add(row.entrant_id)
    return present, absent


def field_for(
    history: History, session_round: SessionRound, present: Collection[int]
) -> values.Field:
    """Return the input of a session round's draw."""
    stage = history.stage
    format_ = FORMATS[stage.format]
    # Club names are compared loosely; the first spelling is kept.
    clubs: dict[str, str] = {}
    for row in history.participations:
        clubs.setdefault(row.entrant.club_name.casefold(), row.entrant.club_name)
    standings = {row.id: (place, row) for place, row in enumerate(ranked(history), start=1)}
    past = history.past(session_round.number)
    ids = {row.entrant.number: row.entrant_id for row in history.participations}
    apart, not_partners = pairs_of(stage.tournament.kept_apart, ids)
    entrants = []
    for row in history.participations:
        if row.entrant_id not in present:
            continue
        place, standing = standings[row.entrant_id]
        entrants.append(
            values.Entrant(
                id=row.entrant_id,
                # A bracket places its slots by seed, all others draw by the standings.
                place=row.seed if not past or format_.ranks_itself else place,
                points=standing.points,
                club=clubs[row.entrant.club_name.casefold()],
                group=row.group,
                fixed_table=row.entrant.fixed_table,
                five=row.entrant.five,
            )
        )
    return values.Field(
        entrants=tuple(entrants),
        past=past,
        number=session_round.number,
        seed=session_round.seed
        if not format_.whole_stage
        else stage.tournament.seed + stage.number,
        settings=format_.read(stage.format_settings),
        apart=apart,
        not_partners=not_partners,
        groups=history.groups,
        left=frozenset(row.entrant_id for row in history.participations if row.has_left),
    )


def _keep_groups(history: History, draw: values.Draw) -> None:
    """Store the groups dealt by the first draw."""
    groups = dict(draw.groups)
    changed = [
        row
        for row in history.participations
        if row.entrant_id in groups and row.group != groups[row.entrant_id]
    ]
    for row in changed:
        row.group = groups[row.entrant_id]
    Participation.objects.bulk_update(changed, ["group"])


def write_tables(
    session_round: SessionRound, tables: Sequence[values.Table], *, taken: Collection[int] = ()
) -> None:
    """Save drawn tables, skipping numbers `taken` by tables already in play."""
    number_of = _free_numbers([table.number for table in tables], taken)
    matches = Match.objects.bulk_create(
        Match(
            session_round=session_round,
            number=number_of[table.number],
            fixture=table.key,
            plan=[[list(side) for side in sides] for sides in table.games],
            boards=list(table.boards),
            reasons=note_data(table.reasons),
            warnings=note_data(table.warnings),
        )
        for table in tables
    )
    Place.objects.bulk_create(
        Place(session_round=session_round, entrant_id=who, match=match, side=side, order=order)
        for match, table in zip(matches, tables, strict=True)
        for side, members in enumerate(table.sides)
        for order, who in enumerate(members)
    )


def _free_numbers(wanted: Sequence[int], taken: Collection[int]) -> dict[int, int]:
    """Assign table numbers: the wanted one if free, otherwise the next free one."""
    used = set(taken) | {number for number in wanted if number not in taken}
    found = {}
    for number in sorted(wanted):
        if number not in taken:
            found[number] = number
            continue
        free = next(n for n in range(1, len(used) + 2) if n not in used)
        used.add(free)
        found[number] = free
    return found


def check_awards(stage: Stage, kind: str) -> None:
    """Raise RuleError if the points for a bye, or an absence, are not settled."""
    if f"{kind}_points" in stage.awards and f"{kind}_score" in stage.awards:
        return
    texts = {
        "bye": gettext_noop(
            "This draw has a bye, and it is not decided what a bye is worth. Set it in the set-up."
        ),
        "absent": gettext_noop(
            "Somebody is absent, and it is not decided what a missed round is worth: set it in "
            "the set-up."
        ),
    }
    raise rule_error(f"{kind}_not_settled", f"{kind}_points", texts[kind])


# Drafts
# --------------------------------------------------------------------------------------------------


def redraw_round(
    session_round: SessionRound,
    by: "AbstractBaseUser | None",
    *,
    only_checked_in: bool = False,
    reason: str = "",
    seed: int | None = None,
) -> SessionRound:
    """Redraw everything that has not begun, with a new seed. Tables with entries stay.

    With a `seed` it repeats the draw shown by a preview with that seed. Raises RuleError if every
    table has begun, and if that would break up a schedule or bracket.
    """
    with transaction.atomic():
        tournament = lock(session_round.stage.tournament, "lead")
        session_round = lock_round(session_round, "redraw")
        stage = session_round.stage
        begun = begun_matches(session_round)
        waiting = Match.objects.filter(session_round=session_round).exclude(pk__in=begun)
        if begun:
            _check_begun(stage, something_waits=waiting.exists())
        later = stage.session_rounds.filter(number__gt=session_round.number).first()
        if later is not None and not FORMATS[stage.format].whole_stage:
            raise conflict(
                "later_round_drawn", "round", gettext_noop("A later round is already drawn.")
            )
        Place.objects.filter(session_round=session_round).exclude(match__in=begun).delete()
        waiting.delete()
        session_round.seed = a_seed() if seed is None else seed
        session_round.save(update_fields=["seed"])
        added = add_late_entrants(stage, session_round.number)
        if added and later is not None and not FORMATS[stage.format].compares_boards:
            # Another field has another schedule: followed by rounds of the old one, pairs would
            # meet twice.
            raise conflict(
                "later_round_drawn",
                "round",
                gettext_noop(
                    "Someone has entered since, which changes the schedule, but round %(number)s "
                    "was drawn from the old one. First discard the drafts after this round, "
                    "starting with the last."
                ),
                number=later.number,
            )
        fill(session_round, only_checked_in=only_checked_in)
        if session_round.state == SessionRound.State.PUBLISHED:
            open_matches(session_round)
            decide_open_matches(stage, by)
        log(
            tournament,
            "redrawn",
            by,
            {"stage": stage.number, "round": session_round.number, "kept": len(begun)},
            reason,
        )
    return session_round


def _check_begun(stage: Stage, *, something_waits: bool) -> None:
    """Raise RuleError if the rest of a round that has begun cannot be redrawn."""
    if not something_waits:
        raise conflict(
            "all_begun", "round", gettext_noop("Every table has begun: nothing is left to redraw.")
        )
    if FORMATS[stage.format].keeps_schedule:
        raise conflict(
            "schedule_begun",
            "round",
            gettext_noop("This round follows a schedule and has begun: change it by hand."),
        )


def begun_matches(session_round: SessionRound) -> set[int]:
    """Return the ids of matches with something written or decided."""
    return set(
        Match.objects.filter(BEGUN, session_round=session_round).values_list("pk", flat=True)
    )


def discard_draft(session_round: SessionRound, by: "AbstractBaseUser | None") -> None:
    """Discard a draft; only the last one."""
    with transaction.atomic():
        tournament = lock(session_round.stage.tournament, "lead")
        session_round = lock_round(session_round, "discard")
        stage = session_round.stage
        if stage.session_rounds.filter(number__gt=session_round.number).exists():
            raise conflict(
                "later_round_drawn", "round", gettext_noop("A later round is already drawn.")
            )
        log(tournament, "discarded", by, {"stage": stage.number, "round": session_round.number})
        Place.objects.filter(session_round=session_round).delete()
        session_round.delete()
