"""Publishes a draw, opens the games of its tables, and closes a session round."""

from collections.abc import Collection, Iterable, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Exists, Q, QuerySet
from django.utils import timezone

from scoring.games.access.links import follow, renew_link
from scoring.games.actions.starting import start_game
from scoring.models import Device, Entry, Game, Link, Seat
from scoring.rules import VARIANTS, RuleError, RuleSet
from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments import lifecycle
from tournaments.actions.common import (
    bump_version,
    conflict,
    lock,
    lock_match,
    lock_round,
    log,
    rule_error,
)
from tournaments.actions.drop_outs import decide_open_matches
from tournaments.actions.guards import check_bracket, check_next_stage
from tournaments.actions.impossible_results import check_possible
from tournaments.actions.match_dates import first_due
from tournaments.channels import bump_match, bump_matches, bump_round_screens
from tournaments.match.played_games import rules_of, seats_of, table_name, turned_for
from tournaments.match.stand_ins import with_stand_ins
from tournaments.models import (
    Entrant,
    Match,
    MatchGame,
    Member,
    Place,
    SessionRound,
    Stage,
    Tournament,
)
from tournaments.pairing.formats import FORMATS
from tournaments.standings.points import SCORING_SYSTEMS
from tournaments.standings.points.team_imps import boards_in

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser


def publish_round(session_round: SessionRound, by: "AbstractBaseUser | None") -> SessionRound:
    """Publish a draw and open its tables. All or nothing: a server that stops half-way leaves a
    draft.

    Idempotent.
    """
    with transaction.atomic():
        tournament = lock(session_round.stage.tournament, "lead")
        session_round = lock_round(session_round)
        if session_round.state == SessionRound.State.PUBLISHED:
            return session_round
        lifecycle.check_round("publish", session_round)
        if tournament.state == tournament.State.DRAFT:
            lifecycle.check_tournament("register", tournament)
        before = session_round.stage.session_rounds.filter(
            number__lt=session_round.number, state=SessionRound.State.DRAFT
        ).first()
        if before is not None:
            raise conflict(
                "earlier_draft",
                "round",
                gettext_noop("Round %(number)s is still a draft: publish it first."),
                number=before.number,
            )
        open_matches(session_round)
        session_round.state, session_round.published_at = (
            SessionRound.State.PUBLISHED,
            timezone.now(),
        )
        session_round.due_on = session_round.due_on or first_due(
            session_round, timezone.localdate()
        )
        session_round.save(update_fields=["state", "published_at", "due_on"])
        decide_open_matches(session_round.stage, by)
        for earlier in session_round.stage.session_rounds.filter(number=session_round.number - 1):
            # A finished table shows where its players sit next
            bump_round_screens(earlier.pk)
        log(
            tournament,
            "published",
            by,
            {"stage": session_round.stage.number, "round": session_round.number},
        )
    return session_round


def publish_all(stage: Stage, by: "AbstractBaseUser | None") -> list[SessionRound]:
    """Publish every draft of a stage in order: a fixed schedule."""
    with transaction.atomic():
        lock(stage.tournament, "lead")
        drafts = SessionRound.objects.filter(stage=stage, state=SessionRound.State.DRAFT).order_by(
            "number"
        )
        return [publish_round(draft, by) for draft in drafts.select_related("stage__tournament")]


def open_matches(session_round: SessionRound) -> None:
    """Create the games of every table that has none. Raises RuleError if a table of five cannot
    play evenly.
    """
    matches = Match.objects.filter(session_round=session_round, games__isnull=True)
    lay_out(session_round, matches.prefetch_related("places", "games"))


def lay_out(session_round: SessionRound, matches: Iterable[Match]) -> None:
    """Create the missing games of matches of a session round, none of which has begun."""
    rows: list[MatchGame] = []
    for match in matches:
        sides: dict[int, list[int]] = {}
        for place in match.places.all():
            sides.setdefault(place.side, []).append(place.entrant_id)
        whole = [who for _, who in sorted(sides.items())]
        existing = {game.number for game in match.games.all()}
        rows += [
            game
            for game in games_of(session_round.stage, match, whole)
            if game.number not in existing
        ]
    MatchGame.objects.bulk_create(rows)


def games_of(stage: Stage, match: Match, sides: list[list[int]]) -> list[MatchGame]:
    """Return the games of a match between these sides as they will be played. Nothing is saved.

    Raises RuleError if a table of five cannot play evenly.
    """
    rules = RuleSet.of(stage.variant, stage.rules)
    rooms = SCORING_SYSTEMS[stage.points].rooms
    # A duplicate table plays each of its boards once
    hands = len(match.boards) or hands_of_plan(stage, rules, match.plan, len(sides))
    games: Sequence[list[list[int]]] = match.plan or [sides] * max(stage.best_of, rooms)
    return [
        MatchGame(
            match=match,
            number=number,
            sides=game,
            hands=hands,
            boards=boards_in(number, rules.round_limit or 0) if rooms > 1 else [],
        )
        for number, game in enumerate(games, start=1)
    ]


def hands_of_plan(stage: Stage, rules: RuleSet, plan: Sequence[object], people: int) -> int | None:
    """Return the hands per game at a table of five, so that all play as many as at a table of four.

    None if the table plays games of the usual length.
    """
    if len(plan) != people or people == 4 or rules.round_limit is None:
        return None
    each = rules.round_limit * ordinary_games(stage)
    if each % (people - 1):
        raise conflict(
            "hands_uneven",
            "round_limit",
            gettext_noop(
                "Tables of five are fair only if the number of hands per person divides by four; "
                "here it is %(hands)s. Choose byes, or another number of hands."
            ),
            hands=each,
        )
    return each // (people - 1)


def ordinary_games(stage: Stage) -> int:
    """Return how many games a table of four plays in one session round."""
    return 3 if stage.format == "evening_of_four" else stage.best_of


# A table's games
# ----------------------------------------------------------------------------------------------


def open_game(
    match: Match, number: int, device: Device, *, line_up: Sequence[Sequence[int]] | None = None
) -> Game:
    """Start (or find) a game of a match, and let this phone write it.

    `line_up` are the ids of the playing members by side, if a side has more members than seats; by
    default the first of each. Raises RuleError if the session round is not open, and if an earlier
    game is still running.
    """
    game = begin_game(match, number, line_up)
    grant_writing(game, device)
    return game


def begin_game(match: Match, number: int, line_up: Sequence[Sequence[int]] | None = None) -> Game:
    """Start (or find) a game of a match. Give a phone access afterwards, outside of any
    transaction.
    """
    with transaction.atomic():
        tournament = lock(match.session_round.stage.tournament, "lead")
        match = lock_match(match)
        lifecycle.check_round("play", match.session_round)
        games = list(match.games.select_related("game"))
        row = next((game for game in games if game.number == number), None)
        if row is None:
            raise conflict(
                "no_such_game",
                "game",
                gettext_noop("This match has no game %(number)s."),
                number=number,
            )
        if row.game is None:
            _check_called(match)
            _check_before(match, games, row)
            row.game = _begin(tournament.desk, match, row, line_up)
            row.save(update_fields=["game", "seats"])
            check_in_seated([match], tournament)
            bump_match(match.pk)
            bump_version(tournament)
        game: Game = row.game
    return game


def _check_called(match: Match) -> None:
    """Raise RuleError if the table of a match is not free yet."""
    if match.waits:
        raise conflict(
            "match_waits",
            "match",
            gettext_noop("This match has no free table yet: wait until it is called."),
        )


def check_in_seated(matches: Collection[Match], tournament: Tournament) -> None:
    """Check in everybody who sits at these matches, if the tournament uses check-in."""
    entrants = Entrant.objects.filter(tournament=tournament)
    used = entrants.filter(checked_in_at__isnull=False)
    seated = Place.objects.filter(match__in=matches).values("entrant")
    away = entrants.filter(
        Exists(used), pk__in=seated, state=Entrant.State.ENTERED, checked_in_at__isnull=True
    )
    away.update(checked_in_at=timezone.now())


def grant_writing(game: Game, device: Device) -> None:
    """Let a phone write a game of a match, by the link that all phones of the table share.

    Creating a link locks its game, and code that holds a tournament must not lock a game.
    """
    with transaction.atomic():
        # Two concurrent phones would each renew the link and invalidate the other's.
        Game.objects.select_for_update().get(pk=game.pk)
        live = Link.objects.filter(
            game=game, role=Link.Role.SCORER, revoked_at__isnull=True
        ).first()
        follow(live or renew_link(Link.Role.SCORER, game.device, game=game), device)


def _check_before(match: Match, games: Sequence[MatchGame], row: MatchGame) -> None:
    # At a table of five each game has its own sides: all are played, unless the director ruled. Two
    # tables that play the same boards play at the same time.
    if match.ruling is not None or (match.done and not match.plan):
        raise conflict(
            "match_over", "game", gettext_noop("This match is decided: no more games are played.")
        )
    over = {Game.State.FINISHED, Game.State.STOPPED}
    earlier = [] if row.boards else [game for game in games if game.number < row.number]
    for game in earlier:
        if game.game is None or game.game.state not in over:
            raise conflict(
                "game_before_running",
                "game",
                gettext_noop(
                    "Game %(number)s of this match comes first: finish it before the next."
                ),
                number=game.number,
            )


def _begin(
    desk: Device, match: Match, row: MatchGame, line_up: Sequence[Sequence[int]] | None
) -> Game:
    stage = match.session_round.stage
    rules = rules_of(row, stage.variant, stage.rules)
    members = _members(row, line_up, side_size(stage.variant))
    order = seats_of(members, turned_for(row))
    row.seats = [member.entrant_id for member in order]
    return start_game(
        desk,
        rules,
        (),
        people=[member.player for member in order],
        table_name=table_name(row),
        saving=Game.Saving.ASKS,
        of_match=True,
    )


def side_size(variant: str) -> int:
    """Return how many people of a side sit at a table of this game."""
    return VARIANTS[variant].side_size


def _members(
    row: MatchGame, line_up: Sequence[Sequence[int]] | None, size: int
) -> list[list[Member]]:
    """Return the members who sit down, by side.

    Raises RuleError if a side has too few, or the line-up is not theirs.
    """
    known = members_of([entrant for side in row.sides for entrant in side])
    elsewhere = _at_other_table(row)
    with_stand_ins(row.match, [member for some in known.values() for member in some])
    sides = []
    for side, wanted in zip_longest(row.sides, (line_up or ())[: len(row.sides)]):
        squad = [member for entrant in side for member in known[entrant]]
        if wanted:
            sides.append(_lined_up(squad, wanted, size, elsewhere))
        else:
            sides.append(usual_line_up(row, squad, size, elsewhere))
    if any(len(side) < size for side in sides):
        raise _too_few(size)
    return sides


def _at_other_table(row: MatchGame) -> set[int]:
    """Return who plays at the other table of a match that is played at two: ids of players."""
    if not row.boards:
        return set()
    others = Seat.objects.filter(game__match_game__match=row.match_id)
    seated = others.exclude(game__match_game=row.pk).values_list("player", flat=True)
    return {player for player in seated if player is not None}


def usual_line_up(
    row: MatchGame, squad: Sequence[Member], size: int, elsewhere: Collection[int | None] = ()
) -> list[Member]:
    """Return who of a side sits at a table if nobody chooses: the first members, at the second
    table of a match the next ones. `elsewhere` are the players at its other table.
    """
    skip = size * (row.number - 1) if row.boards else 0
    in_turn = [*squad[skip:], *squad[:skip]]
    return [member for member in in_turn if member.player_id not in elsewhere][:size]


def _too_few(size: int) -> RuleError:
    return rule_error(
        "too_few_members",
        "line_up",
        ngettext_noop(
            "A side at this table needs %(size)s person: the director adds a substitute first.",
            "A side at this table needs %(size)s people: the director adds a substitute first.",
            "size",
        ),
        size=size,
    )


def members_of(entrants: Collection[int]) -> dict[int, list[Member]]:
    """Return the members of each entrant in order: one query."""
    members = Member.objects.filter(entrant__in=entrants, active=True).select_related("player")
    found: dict[int, list[Member]] = {entrant: [] for entrant in entrants}
    for member in members.order_by("order", "pk"):
        found[member.entrant_id].append(member)
    return found


def _lined_up(
    squad: Sequence[Member], wanted: Sequence[int], size: int, elsewhere: Collection[int]
) -> list[Member]:
    """Return the chosen members of a side. Raises RuleError for anybody else, for players at the
    other table (`elsewhere`), or another number.
    """
    by_id = {member.pk: member for member in squad if member.player_id not in elsewhere}
    ids = list(dict.fromkeys(wanted))
    if len(ids) != size or any(pk not in by_id for pk in ids):
        raise rule_error(
            "bad_line_up",
            "line_up",
            ngettext_noop(
                "Choose one of this side's own people.",
                "Choose %(size)s of this side's own people.",
                "size",
            ),
            size=size,
        )
    return [by_id[pk] for pk in ids]


# End of a session round
# -----------------------------------------------------------------------------------


def close_round(
    session_round: SessionRound,
    by: "AbstractBaseUser | None",
    *,
    accept: bool = True,
    impossible: Collection[int] | None = None,
) -> SessionRound:
    """Close a session round: its results are final, and the next can be drawn. Idempotent.

    Results without agreement count, unless `accept` is False. `impossible` are the matches (ids)
    whose typed results cannot be right and count all the same: for others RuleError is raised; None
    does not ask. Raises RuleError with the tables that
    have no result, are disputed, or have undecided late hands, and in a knock-out with level ones;
    without `accept` also with those whose result is not agreed.
    """
    with transaction.atomic():
        tournament = lock(session_round.stage.tournament, "lead")
        session_round = lock_round(session_round)
        if session_round.state == SessionRound.State.CLOSED:
            return session_round
        lifecycle.check_round("close", session_round)
        missing = list(
            Match.objects.filter(session_round=session_round, done=False).values_list(
                "number", flat=True
            )
        )
        if missing:
            raise conflict(
                "results_missing",
                "round",
                gettext_noop(
                    "These tables have no result yet: %(tables)s. Wait for them, or decide the "
                    "match."
                ),
                tables=", ".join(map(str, sorted(missing))),
            )
        _check_level(session_round)
        _check_settled(session_round)
        if impossible is not None:
            check_possible(session_round, impossible)
        _accept_results(session_round, accept=accept)
        session_round.state, session_round.closed_at = SessionRound.State.CLOSED, timezone.now()
        session_round.save(update_fields=["state", "closed_at"])
        log(
            tournament,
            "closed",
            by,
            {"stage": session_round.stage.number, "round": session_round.number},
        )
    return session_round


def _check_settled(session_round: SessionRound) -> None:
    """Raise RuleError if a result is disputed, or has undecided late hands."""
    late = Entry.objects.filter(outcome=Entry.Outcome.LATE, settled_by__isnull=True).values(
        "game__match_game__match"
    )
    unsettled = Match.objects.filter(
        Q(agreement=Match.Agreement.DISPUTED) | Q(pk__in=late), session_round=session_round
    )
    if tables := _tables(unsettled):
        text = gettext_noop("Settle these tables first: %(tables)s.")
        raise conflict("results_disputed", "round", text, tables=tables)


def _accept_results(session_round: SessionRound, *, accept: bool) -> None:
    waiting = Match.objects.filter(session_round=session_round, agreement=Match.Agreement.WAITING)
    tables = _tables(waiting)
    if tables and not accept:
        text = gettext_noop("The results of these tables are not agreed yet: %(tables)s.")
        raise conflict("results_not_agreed", "round", text, tables=tables)
    if tables:
        waiting.update(
            agreement=Match.Agreement.AGREED,
            agreed_how=Match.Agreed.CLOSE,
            agreed_at=timezone.now(),
            agreed_side=None,
        )
        bump_matches(session_round.pk)


def _tables(matches: QuerySet[Match]) -> str:
    """Return the numbers of these tables for a sentence."""
    return ", ".join(map(str, sorted(matches.values_list("number", flat=True))))


def _check_level(session_round: SessionRound) -> None:
    """Raise RuleError if a match that needs a winner has none."""
    if not FORMATS[session_round.stage.format].ranks_itself:
        return
    without = Match.objects.filter(session_round=session_round, winner__isnull=True)
    level = [match.number for match in without if not match.both_lost]
    if level:
        raise conflict(
            "match_level",
            "round",
            gettext_noop(
                "These tables ended level, and somebody has to go on: %(tables)s. Decide it at "
                "the match."
            ),
            tables=", ".join(map(str, sorted(level))),
        )


def reopen_round(
    session_round: SessionRound, by: "AbstractBaseUser | None", reason: str = ""
) -> SessionRound:
    """Reopen a closed session round, so that a late or wrong result can be corrected.

    Results that counted only because the round was closed wait for agreement again; those agreed by
    both sides or settled by the director stay. Raises RuleError if the next stage has begun, and in
    a knock-out if the next session round is drawn.
    """
    with transaction.atomic():
        tournament = lock(session_round.stage.tournament, "lead")
        session_round = lock_round(session_round, "reopen")
        check_next_stage(session_round.stage)
        check_bracket(session_round)
        session_round.state, session_round.closed_at = SessionRound.State.PUBLISHED, None
        session_round.save(update_fields=["state", "closed_at"])
        if tournament.agreement != Tournament.Agreement.TRUST:
            accepted = Match.objects.filter(
                session_round=session_round, agreed_how=Match.Agreed.CLOSE
            )
            accepted.update(agreement=Match.Agreement.WAITING, agreed_how="", agreed_at=None)
            bump_matches(session_round.pk)
        log(
            tournament,
            "round_reopened",
            by,
            {"stage": session_round.stage.number, "round": session_round.number},
            reason,
        )
    return session_round
