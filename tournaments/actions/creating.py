"""Creates tournaments and their stages, and opens them to the public."""

import secrets
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from django.db import transaction

from scoring.games.access.devices import hash_of
from scoring.games.access.quotas import TOURNAMENTS, check_quota
from scoring.games.names.validation import clean_text
from scoring.models import Club, Device
from scoring.rules import RuleError
from scoring.rules.words import gettext_noop
from tournaments.actions.common import LONGEST_REASON, conflict, lock, lock_stage, log, rule_error
from tournaments.actions.evening import check_agreement
from tournaments.actions.games import invalidate_ratings
from tournaments.actions.nights import assign_nights
from tournaments.durability import check_durable
from tournaments.match.results import count_stage
from tournaments.models import Role, Ruling, SessionRound, Stage, Tournament
from tournaments.pairing.formats import FORMATS
from tournaments.plans import StagePlan
from tournaments.plans.plan import cannot_carry
from tournaments.stage.words import plan_of
from tournaments.standings.points import SCORING_SYSTEMS

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

LONGEST_NAME = 80
MOST_STAGES = 6
NOT_CARRIED = gettext_noop(
    "The stage before is compared in another way, so nothing can be carried over from it: choose "
    "that everybody starts at 0."
)
NEXT_CARRIES = gettext_noop(
    "Stage %(stage)s carries over what this one gave, which would be compared in another way: "
    "choose there first that everybody starts at 0."
)


def start_club(user: "AbstractBaseUser", name: str) -> Club:
    """Create a club with its first owner. Raises RuleError for an empty or overlong name."""
    tidy = _a_name(name, 60)
    with transaction.atomic():
        club = Club.objects.create(name=tidy)
        Role.objects.create(club=club, user_id=user.pk, name=Role.Name.OWNER)
    return club


def make_tournament(
    club: Club,
    by: "AbstractBaseUser | None",
    name: str,
    unit: str,
    stages: list[StagePlan],
    **about: Any,
) -> Tournament:
    """Create a tournament in preparation, with its stages. `about`: further fields of `Tournament`.

    Raises RuleError for an empty or overlong name, for stages that do not fit together, and at the
    club's quota.
    """
    name = _a_name(name, LONGEST_NAME)
    _check_stages(stages, unit)
    with transaction.atomic():
        held = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        if held.example and club.tournaments.exists():
            text = gettext_noop("This example will be deleted: choose a club of your own.")
            raise rule_error("example_club", "club", text)
        check_quota(held, TOURNAMENTS)
        desk = Device.objects.create(
            key_hash=hash_of(secrets.token_urlsafe(32)), kind="Desk", club=club
        )
        tournament = Tournament.objects.create(
            club=club, desk=desk, name=name, unit=unit, created_by_id=by.pk if by else None, **about
        )
        for number, plan in enumerate(stages, start=1):
            Stage.objects.create(tournament=tournament, number=number, **plan.columns())
        log(tournament, "made", by)
    return tournament


def change_tournament(
    tournament: Tournament, by: "AbstractBaseUser | None", **about: Any
) -> Tournament:
    """Change a tournament's name, place, day, registration, limit, or rule for missed rounds."""
    if "name" in about:
        about["name"] = _a_name(about["name"], LONGEST_NAME)
    if "place" in about:
        about["place"] = clean_text(about["place"], "place", most=LONGEST_NAME)
    with transaction.atomic():
        tournament = lock(tournament, "set_up")
        unit = about.get("unit", tournament.unit)
        if unit != tournament.unit and tournament.entrants.exists():
            raise conflict(
                "unit_fixed",
                "unit",
                gettext_noop("You can change who is ranked only before anybody has entered."),
            )
        Tournament.objects.filter(pk=tournament.pk).update(**about)
        log(tournament, "changed", by, {"what": sorted(about)})
    tournament.refresh_from_db()
    return tournament


def set_stage(
    stage: Stage, by: "AbstractBaseUser | None", plan: StagePlan, reason: str = ""
) -> Stage:
    """Set up a stage again. Once it is played, only its ranking (points, awards, criteria) can
    change.
    """
    with transaction.atomic():
        tournament = lock(stage.tournament, "set_up")
        stage = lock_stage(stage, "set_ranking")
        _check_stages([plan], tournament.unit)
        _check_carried(stage, plan)
        check_agreement(tournament.agreement, [plan.points])
        columns = plan.columns()
        if stage.state != Stage.State.WAITING:
            fixed = ("format", "format_settings", "variant", "rules", "best_of")
            rooms = [SCORING_SYSTEMS[key].rooms for key in (plan.points, stage.points)]
            if len({*rooms}) > 1 or any(columns[key] != getattr(stage, key) for key in fixed):
                lock_stage(stage, "set_up")
            _check_awards(stage, plan)
        counted = ("points", "points_settings")
        recount = stage.state != Stage.State.WAITING and any(
            columns[key] != getattr(stage, key) for key in counted
        )
        Stage.objects.filter(pk=stage.pk).update(**columns)
        if recount:
            count_stage(Stage.objects.select_related("tournament").get(pk=stage.pk))
        log(
            tournament,
            "stage_set",
            by,
            {"stage": stage.number},
            clean_text(reason, "reason", most=LONGEST_REASON),
        )
    stage.refresh_from_db()
    return stage


def _check_carried(stage: Stage, plan: StagePlan) -> None:
    """Raise RuleError if points and boards would be carried between this stage and its
    neighbours.
    """
    beside = {one.number: plan_of(one) for one in stage.tournament.stages.all()}
    before, after = beside.get(stage.number - 1), beside.get(stage.number + 1)
    if before is not None and cannot_carry(before, plan):
        raise rule_error("bad_setting", "carry", NOT_CARRIED)
    if after is not None and cannot_carry(plan, after):
        raise rule_error("bad_setting", "format", NEXT_CARRIES, stage=stage.number + 1)


def apply_remedy(stage: Stage, by: "AbstractBaseUser | None") -> Stage:
    """Apply the format's own remedy for what its preview warns about: byes instead of tables of
    five.

    Not possible once the stage is played.
    """
    with transaction.atomic():
        lock(stage.tournament, "set_up")
        stage = lock_stage(stage, "set_up")
        plan, format_ = plan_of(stage), FORMATS[stage.format]
        changes = format_.remedy(format_.read(plan.format_settings))
        return set_stage(
            stage, by, replace(plan, format_settings={**plan.format_settings, **changes})
        )


def _check_awards(stage: Stage, plan: StagePlan) -> None:
    """Raise RuleError if a bye or absence has been drawn and the plan no longer defines its
    points.
    """
    given = set(SessionRound.objects.filter(stage=stage).values_list("places__kind", flat=True))
    for kind in ("bye", "absent"):
        if kind in given and any(
            plan.awards.get(f"{kind}_{what}") is None for what in ("points", "score")
        ):
            text = gettext_noop(
                "This was already drawn, so it must count something: enter a number, or 0."
            )
            raise conflict("awards_needed", f"awards_{kind}", text)


def add_stage(tournament: Tournament, by: "AbstractBaseUser | None", plan: StagePlan) -> Stage:
    """Append a stage."""
    with transaction.atomic():
        tournament = lock(tournament, "set_up")
        stages = list(tournament.stages.all())
        if len(stages) >= MOST_STAGES:
            raise conflict(
                "too_many_stages",
                "stage",
                gettext_noop("A tournament has at most %(most)s stages."),
                most=6,
            )
        _check_stages([plan], tournament.unit)
        check_agreement(tournament.agreement, [plan.points])
        stage = Stage.objects.create(
            tournament=tournament, number=len(stages) + 1, **plan.columns()
        )
        log(tournament, "stage_added", by, {"stage": stage.number})
    return stage


def remove_stage(stage: Stage, by: "AbstractBaseUser | None") -> None:
    """Remove the last stage, if it has not begun."""
    with transaction.atomic():
        tournament = lock(stage.tournament, "set_up")
        stage = lock_stage(stage, "set_up")
        if stage.number == 1 or tournament.stages.filter(number__gt=stage.number).exists():
            raise conflict(
                "stage_needed",
                "stage",
                gettext_noop("Only the last of several stages can be removed."),
            )
        log(tournament, "stage_removed", by, {"stage": stage.number})
        stage.delete()


def open_tournament(tournament: Tournament, by: "AbstractBaseUser | None") -> Tournament:
    """Make the tournament public. Raises RuleError if its hands would not be safe: see
    `durability`.
    """
    check_durable()
    return _change_state(tournament, by, "open", Tournament.State.OPEN)


def finish_tournament(tournament: Tournament, by: "AbstractBaseUser | None") -> Tournament:
    """Finish a tournament: standings are final. Raises RuleError if a session round is open."""
    with transaction.atomic():
        lock(tournament, "finish")
        open_rounds = SessionRound.objects.filter(stage__tournament=tournament).exclude(
            state=SessionRound.State.CLOSED
        )
        if open_rounds.exists():
            raise conflict(
                "rounds_open", "tournament", gettext_noop("A round is still open: close it first.")
            )
        return _change_state(tournament, by, "finish", Tournament.State.FINISHED)


def reopen_tournament(tournament: Tournament, by: "AbstractBaseUser | None") -> Tournament:
    """Reopen a finished tournament."""
    return _change_state(tournament, by, "reopen", Tournament.State.OPEN)


def _change_state(
    tournament: Tournament, by: "AbstractBaseUser | None", action: str, state: str
) -> Tournament:
    with transaction.atomic():
        tournament = lock(tournament, action)
        tournament.state = state
        tournament.concealed = False  # only finished tournaments are hidden
        tournament.save(update_fields=["state", "concealed", "changed_at"])
        log(tournament, action, by)
        if action in {"finish", "reopen"}:  # its games count for ratings once it is finished
            invalidate_ratings(tournament)
        if action == "finish":
            assign_nights(tournament)
    tournament.refresh_from_db()
    return tournament


def delete_tournament(tournament: Tournament) -> None:
    """Delete a tournament that was never opened and has no games."""
    with transaction.atomic():
        tournament = lock(tournament, "delete")
        if SessionRound.objects.filter(
            stage__tournament=tournament, matches__games__game__isnull=False
        ).exists():
            raise conflict(
                "games_played",
                "tournament",
                gettext_noop("Games were played in it: it cannot be deleted."),
            )
        SessionRound.objects.filter(stage__tournament=tournament).delete()
        Ruling.objects.filter(stage__tournament=tournament).delete()
        desk = tournament.desk
        tournament.delete()
        desk.delete()


def _a_name(text: str, most: int) -> str:
    name = clean_text(text, "name", most=most)
    if not name:
        raise rule_error("empty_name", "name", gettext_noop("Enter a name."))
    return name


def _check_stages(stages: list[StagePlan], unit: str) -> None:
    if not stages:
        raise rule_error(
            "no_stage", "stages", gettext_noop("A tournament needs at least one stage.")
        )
    mistakes = [mistake for plan in stages for mistake in plan.mistakes(unit)]
    if not mistakes and any(cannot_carry(*both) for both in pairwise(stages)):
        raise rule_error("bad_setting", "carry", NOT_CARRIED)
    if mistakes:
        raise RuleError(mistakes)
