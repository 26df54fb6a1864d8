"""Late arrivals, missed rounds, withdrawals, substitutes. Nothing already played is changed."""

import uuid
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.db.models import F, Max, Q

from scoring.games.actions.starting import players_in_list
from scoring.games.live import announce
from scoring.games.names.validation import LONGEST_NAME, clean_text
from scoring.models import Game, Player, Seat
from scoring.rules.words import gettext_noop
from tournaments.actions.common import (
    BEGUN,
    check_reason,
    conflict,
    lock,
    lock_entrant,
    log,
    rule_error,
)
from tournaments.actions.contacts import NO_CONTACT
from tournaments.actions.drop_outs import decide_open_matches, reopen_matches
from tournaments.actions.entering import person_twice
from tournaments.actions.new_entrants import SIZES
from tournaments.actions.sealing import log_seat_changes
from tournaments.actions.stand_ins import follow_members
from tournaments.channels import bump_match
from tournaments.models import (
    Absence,
    Entrant,
    Match,
    Member,
    Participation,
    Place,
    SessionRound,
    Stage,
    Tournament,
)
from tournaments.pairing.formats import FORMATS
from tournaments.plans.usual import requested_byes
from tournaments.stage.drop_outs import ends_at_half, played_by
from tournaments.stage.words import plan_of

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

RUNNING = (Game.State.RUNNING, Game.State.PAUSED)


def withdraw(
    entrant: Entrant,
    by: "AbstractBaseUser | None",
    reason: str = "",
    *,
    stays_ranked: bool = True,
    plays_on: bool = False,
) -> Entrant:
    """Withdraw an entrant from now on. Their results and their opponents' points stay.

    Unless they stay ranked they come below all others of the stage, and get no prize. `plays_on`:
    a published match is their last, even if it has not begun; not in a schedule.
    In a schedule they may not count, and open matches are decided: see `stage.drop_outs`. At other
    tables that have not begun, pages show the withdrawal until the round is redrawn or the match
    ruled on.
    """
    with transaction.atomic():
        tournament = lock(entrant.tournament, "enter")
        entrant = lock_entrant(entrant)
        if entrant.state == Entrant.State.WITHDRAWN:
            return entrant
        if entrant.state != Entrant.State.ENTERED:
            raise conflict(
                "not_entered",
                "entrant",
                gettext_noop("They are not entered yet: refuse their request instead."),
            )
        rows = Participation.objects.filter(entrant=entrant, stage__state=Stage.State.RUNNING)
        rows = rows.select_related("stage__tournament")
        _set_last_rounds(rows, plays_on=plays_on)
        if not stays_ranked:
            _rank_below(rows)
        entrant.state = Entrant.State.WITHDRAWN
        entrant.save(update_fields=["state"])
        Member.objects.filter(entrant=entrant).update(**NO_CONTACT)
        for row in rows:
            decide_open_matches(row.stage, by)
        params: dict[str, object] = {"entrant": entrant.pk}
        params |= {} if stays_ranked else {"unranked": True}
        params |= {"plays_on": True} if plays_on else {}
        log(tournament, "withdrawn", by, params, check_reason("withdrawn", reason))
    return entrant


def rank_withdrawn(
    entrant: Entrant, by: "AbstractBaseUser | None", reason: str = "", *, stays_ranked: bool
) -> None:
    """Decide again whether a withdrawn entrant stays ranked, in the stages that they left.

    Raises RuleError unless they have withdrawn.
    """
    with transaction.atomic():
        tournament = lock(entrant.tournament, "enter")
        entrant = lock_entrant(entrant)
        rows = Participation.objects.filter(entrant=entrant, last_round__isnull=False)
        if entrant.state != Entrant.State.WITHDRAWN or not rows:
            raise conflict("not_withdrawn", "entrant", gettext_noop("They have not withdrawn."))
        if stays_ranked:
            rows.update(unranked=False)
        else:
            _rank_below(rows.select_related("stage"))
        log(
            tournament,
            "ranked_again" if stays_ranked else "ranked_below",
            by,
            {"entrant": entrant.pk},
            check_reason("ranked_below", reason),
        )


def _rank_below(rows: Iterable[Participation]) -> None:
    """Rank them below all others, where the standings and no bracket rank."""
    ids = [row.pk for row in rows if not FORMATS[row.stage.format].ranks_itself]
    Participation.objects.filter(pk__in=ids).update(unranked=True)


def _set_last_rounds(rows: Iterable[Participation], *, plays_on: bool = False) -> None:
    """Set the last session round of these participations, 0 if none.

    That is the last closed round, or the one in which their own table has begun; if they play on,
    the last published one in which they have a table, unless it is a schedule. Other drawn
    rounds, published or not, still list them; pages show this until they are redrawn.
    """
    for row in rows:
        begun = Match.objects.filter(
            BEGUN, session_round__stage=row.stage_id, places__entrant=row.entrant_id
        )
        took_part = Q(state=SessionRound.State.CLOSED, places__entrant=row.entrant_id) | Q(
            matches__in=begun
        )
        if plays_on and not ends_at_half(row.stage):
            tables = Match.objects.filter(places__entrant=row.entrant_id)
            took_part |= Q(state=SessionRound.State.PUBLISHED, matches__in=tables)
        last = SessionRound.objects.filter(took_part, stage=row.stage_id).aggregate(
            last=Max("number")
        )["last"]
        row.last_round = last or 0
        played = played_by(row)
        row.void = played is not None and played.below_half
        row.save(update_fields=["last_round", "void"])


def update_last_rounds(stage: Stage) -> None:
    """Update a reopened stage for entrants who withdrew or came back while it was finished."""
    rows = Participation.objects.filter(stage=stage)
    rows.filter(entrant__state=Entrant.State.ENTERED).update(
        last_round=None, void=False, unranked=False
    )
    _set_last_rounds(rows.filter(entrant__state=Entrant.State.WITHDRAWN, last_round__isnull=True))


def reinstate(entrant: Entrant, by: "AbstractBaseUser | None", reason: str = "") -> Entrant:
    """Let a withdrawn entrant play again from the next draw on; rounds in between count as
    missed.
    """
    with transaction.atomic():
        tournament = lock(entrant.tournament, "enter")
        entrant = lock_entrant(entrant)
        if entrant.state != Entrant.State.WITHDRAWN:
            raise conflict("not_withdrawn", "entrant", gettext_noop("They have not withdrawn."))
        Participation.objects.filter(entrant=entrant, stage__state=Stage.State.RUNNING).update(
            last_round=None, void=False, unranked=False
        )
        entrant.state = Entrant.State.ENTERED
        entrant.save(update_fields=["state"])
        reopen_matches(entrant, by)
        log(tournament, "came_back", by, {"entrant": entrant.pk}, check_reason("came_back", reason))
    return entrant


def miss_round(
    entrant: Entrant,
    stage: Stage,
    number: int,
    by: "AbstractBaseUser | None",
    *,
    missing: bool = True,
    worth: str = "",
) -> None:
    """Record that an entrant will miss a session round that is not published yet, or will attend
    after all.

    `worth` makes it a requested bye: see `Absence`. Raises RuleError if the round is published,
    and if the stage has no byes of that worth.
    """
    with transaction.atomic():
        tournament = lock(entrant.tournament, "enter")
        entrant = lock_entrant(entrant)
        if (
            stage.session_rounds.filter(number=number)
            .exclude(state=SessionRound.State.DRAFT)
            .exists()
        ):
            raise conflict(
                "round_published",
                "round",
                gettext_noop("Round %(number)s is published: decide their match instead."),
                number=number,
            )
        if not 1 <= number <= 1000:
            raise rule_error("no_such_round", "round", gettext_noop("There is no such round."))
        if missing:
            _check_worth(stage, worth)
            Absence.objects.update_or_create(
                stage=stage, entrant=entrant, round_number=number, defaults={"worth": worth}
            )
        else:
            Absence.objects.filter(stage=stage, entrant=entrant, round_number=number).delete()
        log(
            tournament,
            "absent" if missing else "present",
            by,
            {"entrant": entrant.pk, "stage": stage.number, "round": number}
            | ({f"bye_{worth}": True} if worth and missing else {}),
        )


def miss_rounds(
    entrant: Entrant,
    stage: Stage,
    numbers: Collection[int],
    by: "AbstractBaseUser | None",
    *,
    worth: str = "",
) -> None:
    """Record that an entrant will miss these session rounds, all with the same worth: all or none.

    Raises RuleError as `miss_round`, and if no round is named.
    """
    if not numbers:
        raise rule_error("no_round", "rounds", gettext_noop("Choose at least one round."))
    with transaction.atomic():
        for number in sorted(numbers):
            miss_round(entrant, stage, number, by, worth=worth)


def _check_worth(stage: Stage, worth: str) -> None:
    if worth and worth not in requested_byes(plan_of(stage)):
        raise rule_error(
            "no_such_bye",
            "worth",
            gettext_noop("This stage has no requested byes that are worth this."),
        )


def _order_of(instead_of: Member | None, members: Sequence[Member]) -> int:
    """Return the place of a new member in their side: that of the one replaced, else the last."""
    if instead_of is not None:
        return instead_of.order
    return max((member.order for member in members), default=-1) + 1


def substitute(
    entrant: Entrant,
    by: "AbstractBaseUser | None",
    name: str,
    *,
    instead_of: Member | None = None,
    reason: str = "",
    immediate: bool = False,
) -> Member:
    """Add a person to a side, or replace a member; games already played keep their people.

    A pair with an open place gets a partner, as a team gets another member. A running game keeps
    its people too: the substitute sits down for the next. `immediate`: they take the seat in the
    running game, whose hands so far are then under their name, since a seat has one name. Raises
    RuleError if the name is entered already, and if a squad is full.
    """
    tidy = clean_text(name, "name", most=LONGEST_NAME)
    if not tidy:
        raise rule_error("empty_name", "name", gettext_noop("Enter the name of the new player."))
    with transaction.atomic():
        games = _lock_games(instead_of) if immediate and instead_of is not None else []
        tournament = lock(entrant.tournament, "enter")
        entrant = lock_entrant(entrant)
        members = list(Member.objects.filter(entrant=entrant, active=True))
        if instead_of is None and len(members) >= SIZES[tournament.unit][1]:
            raise rule_error("side_full", "name", gettext_noop("Choose whom they replace."))
        _keep_people(entrant, [member.player_id for member in members], running=not immediate)
        order = _order_of(instead_of, members)
        if instead_of is not None:
            _deactivate(instead_of, members)
        entered = Member.objects.filter(tournament=tournament, active=True).values_list(
            "player", flat=True
        )
        (player,) = players_in_list(
            tournament.desk, tournament.club, [tidy], besides=list(entered), in_play=True
        )
        member = _enter_member(tournament, entrant, player, order)
        follow_members(entrant)
        if instead_of is not None:
            with log_seat_changes(tournament, games):
                _take_seats(games, instead_of, player)
        log(
            tournament,
            "substituted",
            by,
            {
                "entrant": entrant.pk,
                "player": player.pk,
                "for": instead_of.player_id if instead_of else None,
            },
            check_reason("substituted", reason),
        )
    return member


def _deactivate(member: Member, members: Iterable[Member]) -> None:
    """Take a member out of the side. Raises RuleError if they are not among its `members`."""
    if member not in members:
        raise conflict(
            "not_a_member",
            "instead_of",
            gettext_noop("They do not play for this side (any more)."),
        )
    Member.objects.filter(pk=member.pk).update(active=False, **NO_CONTACT)


def _enter_member(tournament: Tournament, entrant: Entrant, player: Player, order: int) -> Member:
    """Make a person a member. Raises RuleError if they play in the tournament already."""
    try:
        with transaction.atomic():
            return Member.objects.create(
                tournament=tournament, entrant=entrant, player=player, order=order
            )
    except IntegrityError as error:
        raise person_twice() from error


def _keep_people(entrant: Entrant, people: Sequence[int], *, running: bool) -> None:
    """Record the members who played the entrant's matches so far, before a substitution.

    `running`: include matches being played; otherwise the substitute has taken a seat there.
    """
    begun = Q(match__done=True)
    if running:
        begun |= Q(match__result__isnull=False) | Q(match__games__game__isnull=False)
    played = (
        Place.objects.filter(begun, entrant=entrant, people__isnull=True)
        .order_by()
        .values_list("pk", flat=True)
    )
    Place.objects.filter(pk__in=set(played)).update(people=list(people))


def running_games(player_ids: Collection[int]) -> dict[int, Match]:
    """Return the matches in whose running game these players sit, by player: two queries."""
    seats = Seat.objects.filter(
        player__in=player_ids, game__state__in=RUNNING, game__match_game__isnull=False
    )
    found = dict(seats.values_list("player", "game__match_game__match"))
    matches = Match.objects.in_bulk(list(found.values()))
    return {player: matches[match] for player, match in found.items()}


def _lock_games(member: Member) -> list[uuid.UUID]:
    """Lock the running games of a member: before the tournament, as everywhere."""
    held = Game.objects.filter(
        seats__player=member.player_id, state__in=RUNNING, match_game__isnull=False
    )
    of_this = held.filter(match_game__match__session_round__stage__tournament=member.tournament_id)
    return [game.pk for game in of_this.order_by("pk").select_for_update(of=("self",))]


def _take_seats(games: Collection[uuid.UUID], member: Member, player: Player) -> None:
    for pk in games:
        Seat.objects.filter(game=pk, player=member.player_id).update(player=player)
        Game.objects.filter(pk=pk).update(version=F("version") + 1)
        announce(pk, Game.objects.values_list("version", flat=True).get(pk=pk))
    for match in Match.objects.filter(games__game__in=games).distinct():
        bump_match(match.pk)


def tables_in_drafts(entrant: Entrant) -> list[Match]:
    """Return the tables of drafts with a withdrawn entrant, which need redrawing; not those of a
    schedule, which are decided when they are published.
    """
    places = Place.objects.filter(
        entrant=entrant, session_round__state=SessionRound.State.DRAFT, match__isnull=False
    )
    return [
        place.match
        for place in places.select_related("match", "session_round__stage")
        if place.match and not ends_at_half(place.session_round.stage)
    ]
