"""Changes after publication, when others rely on what is drawn, played and counted.

Consequences are shown beforehand, changes are recorded, and they can be undone. An action does the
work and writes its line of the log; `carry_out` records with that line which rows it changed.
"""

import secrets
import uuid
from collections.abc import Callable, Collection, Mapping
from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, connection, transaction
from django.db.models import F, Max, ProtectedError, Q, RestrictedError

from scoring.games.actions.late_entries import reject_late, reopen_late
from scoring.models import Entry, Game, RatingMark
from scoring.rules.words import gettext_noop
from tournaments.actions.common import check_reason, conflict, lock, log
from tournaments.actions.consequences import Beyond, Consequences, compare, standings_now
from tournaments.actions.games import invalidate_ratings_after_end, lock_games, move_games
from tournaments.actions.integrity_rows import (
    TABLES,
    Difference,
    changed_since,
    difference,
    put_back,
    restored,
    rows_now,
    snapshot,
)
from tournaments.actions.judging import check_closed
from tournaments.actions.later_rounds import later_stages, settle_bracket
from tournaments.actions.notices import notify_entrants
from tournaments.actions.sealing import log_seat_changes
from tournaments.channels import bump_match
from tournaments.log_actions import ACTIONS, Effect
from tournaments.match import agreement
from tournaments.match.played_games import table_name
from tournaments.match.results import count_match, count_stage
from tournaments.models import (
    Change,
    LogLine,
    Match,
    MatchGame,
    Phone,
    Place,
    SessionRound,
    Stage,
    Tournament,
)
from tournaments.names import names_of
from tournaments.stage.corrections import is_correction
from tournaments.stage.history import seated_match

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

Games = Collection[uuid.UUID]
ABOUT_LATER = [name for name, one in ACTIONS.items() if one.effect is Effect.LATER]
AGREEMENT = frozenset(agreement.COLUMNS)
# Columns of a stage
COUNTING = frozenset({"points", "points_settings", "variant", "rules", "best_of"})


class _PreviewDone(Exception):  # noqa: N818 - not an error: ends a transaction that is rolled back
    """Ends a preview."""


def carry_out(
    tournament: Tournament, do: Callable[[], object], *, games: Games = ()
) -> Change | None:
    """Perform a change that others rely on, and record it so that it can be undone.

    `games` are those whose seats it changes: they are locked first. Returns None if nothing
    changed, or nothing that can be undone. Raises what `do` raises.
    """
    with transaction.atomic():
        lock_games(games)
        lock(tournament)
        before = snapshot(tournament, games)
        line = _line_of(tournament, do)
        changed = difference(before, snapshot(tournament, games))
        if line is None or not _can_be_put_back(changed):
            return None
        return Change.objects.create(line=line, rows=changed)


def _can_be_put_back(rows: Difference) -> bool:
    """Whether a change consists of recorded rows.

    If only counted columns differ, a table's hands have changed: those are not undone by a button.
    """
    if set(rows) - {"match", "seat"}:
        return True
    pairs = [
        (TABLES[name].counted, pair) for name, changed in rows.items() for pair in changed.values()
    ]
    return any(
        before is None
        or after is None
        or set(before) - counted - AGREEMENT
        or not set(before) & counted
        for counted, (before, after) in pairs
    )


def _line_of(tournament: Tournament, do: Callable[[], object]) -> LogLine | None:
    """Perform it and return its line of the log; of several the last."""
    lines = LogLine.objects.filter(tournament=tournament)
    last = lines.aggregate(last=Max("pk"))["last"] or 0
    do()
    return lines.filter(pk__gt=last).order_by("pk").last()


def preview(
    tournament: Tournament,
    do: Callable[[], object],
    *,
    games: Games = (),
    beyond: Callable[[], Beyond] | None = None,
) -> Consequences:
    """Return the consequences of a change by performing it and rolling back.

    `beyond` reads what depends on the tournament outside of it, before and after. Nothing is
    stored, and no notifications are sent. Raises what `do` raises.
    """
    found: list[Consequences] = []
    try:
        with transaction.atomic():
            lock_games(games)
            lock(tournament)
            standings, before = standings_now(tournament), snapshot(tournament, games)
            outside = _Outside(tournament, beyond) if beyond else None
            do()
            after = snapshot(tournament, games)
            known = names_of(tournament, public=False)  # including entrants it adds
            found.append(
                replace(
                    compare(tournament, standings, before, after, difference(before, after)),
                    names=known,
                    **(outside.changed() if outside else {}),
                )
            )
            raise _PreviewDone
    except _PreviewDone:
        return found[0]


class _Outside:
    """Reads what depends on a tournament outside of it, before a change and after it."""

    def __init__(self, tournament: Tournament, beyond: Callable[[], Beyond]) -> None:
        self.tournament, self.beyond = tournament, beyond
        self.before = beyond()
        self.marks = RatingMark.objects.filter(club=tournament.club_id)
        self.last_mark = self.marks.aggregate(last=Max("pk"))["last"] or 0

    def changed(self) -> dict[str, Any]:
        """Return the last columns of `Consequences`. The transaction must be rolled back."""
        # Pages cache what they read by the tournament's version, which a real change will soon
        # have: read this under a version that it never has.
        never = 10**9 + secrets.randbelow(10**9)
        Tournament.objects.filter(pk=self.tournament.pk).update(version=never)
        return {
            "beyond": (self.before, self.beyond()),
            "rates_again": self.marks.filter(pk__gt=self.last_mark).exists(),
        }


# Undoing
# --------------------------------------------------------------------------------------------------


def undo(change: Change, by: "AbstractBaseUser | None", reason: str) -> LogLine:
    """Restore the state before a change, and recount what that affects.

    Raises RuleError without a reason, if it was undone already, if part of it was changed since
    (named in the message), and if later draws depend on it.
    """
    reason = check_reason("undone", reason)
    with transaction.atomic():
        lock_games(games_of(change.rows))
        again = is_correction(change.line.action, change.line.params)
        tournament = lock(change.line.tournament, "correct" if again else "enter")
        change = Change.objects.select_related("line__tournament").get(pk=change.pk)
        if change.undone_id is not None:
            raise conflict("undone_already", "line", gettext_noop("This was already undone."))
        now = rows_now(change.rows)
        since = changed_since(change.rows, now)
        if since:
            raise _refused_since(since)
        matches = matches_of(change.rows)
        winners = dict(Match.objects.filter(pk__in=matches).values_list("pk", "winner"))
        # Decisions about dependent rounds were part of the change, and are restored with it.
        decided = _was_decided(change)
        first = Stage.objects.select_related("tournament").get(tournament=tournament, number=1)
        with nullcontext() if decided else later_stages(first, by):
            agreed = _wait_again(tournament, change.rows)
            _put_back(tournament, change.rows)
            _count(change.rows, {} if decided else winners, by)
        for pk, columns in agreed.items():
            Match.objects.filter(pk=pk).update(**columns)
        _agree_again(change.rows)
        invalidate_ratings_after_end(tournament)
        line = log(
            tournament, "undone", by, {**change.line.params, "undid": change.line.action}, reason
        )
        Change.objects.filter(pk=change.pk).update(undone=line)
        for pk in matches_of(change.rows):
            bump_match(pk)
        _update_screens(change.rows)
        _notify_players(line, change.rows)
    return line


def _wait_again(tournament: Tournament, rows: Difference) -> dict[int, dict[str, object]]:
    """Make late hands that a change decided on wait again, the last one first. Those that it wrote
    itself are left out.

    Returns who had agreed to their matches' results, by match: moving the hands resets that.
    """
    matches = Match.objects.filter(games__game__entries__in=list(rows.get("late", {}))).distinct()
    agreed = {
        match.pk: {column: getattr(match, column) for column in agreement.COLUMNS}
        for match in matches
    }
    decided = Entry.objects.filter(pk__in=list(rows.get("late", {}))).select_related(
        "game", "settled_by"
    )
    for late in decided.order_by("-settled_by__position"):
        late.game.refresh_from_db()  # the previous hand has moved it on
        reopen_late(late, uuid.uuid4(), tournament.desk)
        before, _after = rows["late"][str(late.pk)]
        if before is None:
            reject_late(late, tournament.desk)
    return agreed


def _was_decided(change: Change) -> bool:
    """Whether a director decided on later rounds or stages with a change: that line precedes its
    own, after that of any other change or undo.
    """
    lines = LogLine.objects.filter(tournament=change.line.tournament_id, pk__lt=change.line_id)
    others = lines.filter(Q(change__isnull=False) | Q(undoes__isnull=False))
    before = others.aggregate(last=Max("pk"))["last"] or 0
    return lines.filter(pk__gt=before, action__in=ABOUT_LATER).exists()


def _put_back(tournament: Tournament, rows: Difference) -> None:
    try:
        with transaction.atomic():
            with log_seat_changes(tournament, games_of(rows)):
                put_back(rows)
            _turn_phones(rows)
            # Foreign keys are checked only at the end: a row that another relied on may be gone by
            # now.
            tables = [TABLES[name].model._meta.db_table for name in rows]  # noqa: SLF001
            connection.check_constraints(tables)
    except (ProtectedError, RestrictedError, IntegrityError) as error:
        raise conflict(
            "changed_since",
            "line",
            gettext_noop(
                "Later changes depend on this, so it can no longer be undone. Change it by hand."
            ),
        ) from error


def _turn_phones(rows: Difference) -> None:
    """Let the phones of tables change sides whose two sides have changed places, as they did when
    that happened: phones are no part of a change.
    """
    turned = [
        int(key) for key, (was, _now) in rows.get("place", {}).items() if was and {*was} == {"side"}
    ]
    matches = Place.objects.filter(pk__in=turned).values("match")
    whole = Match.objects.filter(pk__in=matches).exclude(
        pk__in=Place.objects.filter(match__in=matches).exclude(pk__in=turned).values("match")
    )
    Phone.objects.filter(match__in=whole, side__isnull=False).update(side=1 - F("side"))


def games_of(rows: Difference) -> list[uuid.UUID]:
    """Return the games whose seats a change affected, including those its matches play."""
    found = {
        value["game_id"]
        for name in ("seat", "game")
        for pair in rows.get(name, {}).values()
        for value in pair
        if value and value.get("game_id")
    }
    if late := rows.get("late"):
        found |= set(
            map(str, Entry.objects.filter(pk__in=list(late)).values_list("game", flat=True))
        )
    seats = rows.get("seat", {})
    if seats:
        found |= set(
            map(
                str,
                Game.objects.filter(seats__in=list(map(int, seats))).values_list("pk", flat=True),
            )
        )
    return sorted(map(uuid.UUID, found))


def matches_of(rows: Difference) -> set[int]:
    """Return the matches a change affected."""
    found = {int(key) for key in rows.get("match", {})}
    for name in ("place", "game"):
        touched = rows.get(name, {})
        found |= {
            value["match_id"]
            for pair in touched.values()
            for value in pair
            if value and value.get("match_id")
        }
    if rows.get("game"):
        found |= set(
            MatchGame.objects.filter(pk__in=list(rows["game"])).values_list("match_id", flat=True)
        )
    if late := rows.get("late"):
        found |= set(
            MatchGame.objects.filter(game__entries__in=list(late)).values_list(
                "match_id", flat=True
            )
        )
    if rows.get("place"):
        places = Place.objects.filter(pk__in=list(rows["place"]), match__isnull=False)
        found |= set(places.values_list("match_id", flat=True))
    return found


def _refused_since(since: list[tuple[str, str]]) -> Exception:
    """Return the error for undoing, naming the first row changed since."""
    tables = sorted({pk for name, key in since if (pk := _match_of(name, key)) is not None})
    numbers = Match.objects.filter(pk__in=tables).order_by("session_round__number", "number")
    first = numbers.select_related("session_round").first()
    if first is not None:
        if any(name in {"game", "seat"} for name, _ in since):
            text = gettext_noop(
                "Table %(table)s in round %(round)s has begun since: this can no longer be undone."
            )
        else:
            text = gettext_noop(
                "Table %(table)s in round %(round)s has been changed since: undo that first, or "
                "change it by hand."
            )
        where = {"match": first.pk, "table": first.number, "round": first.session_round.number}
        return conflict("changed_since", "line", text, **where)
    round_ids = [key for name, key in since if name == "round"]
    number = SessionRound.objects.filter(pk__in=round_ids).values_list("number", flat=True).first()
    if number is not None:
        text = gettext_noop(
            "Round %(number)s has been changed since: undo that first, or change it by hand."
        )
        return conflict("changed_since", "line", text, number=number)
    texts = {
        "stage": gettext_noop(
            "The set-up of the stage has been changed since: undo that first, or change it by hand."
        ),
        "tournament": gettext_noop(
            "The settings have been changed since: undo that first, or change them by hand."
        ),
    }
    text = gettext_noop(
        "Their own part has been changed since: undo that first, or change it by hand."
    )
    return conflict("changed_since", "line", texts.get(since[0][0], text))


def _match_of(name: str, key: str) -> int | None:
    if name == "match":
        return int(key)
    if name == "game":
        return MatchGame.objects.filter(pk=key).values_list("match_id", flat=True).first()
    if name == "place":
        return Place.objects.filter(pk=key).values_list("match_id", flat=True).first()
    if name == "late":
        return (
            MatchGame.objects.filter(game__entries=uuid.UUID(key))
            .values_list("match_id", flat=True)
            .first()
        )
    if name == "seat":
        return (
            MatchGame.objects.filter(game__seats=int(key))
            .values_list("match_id", flat=True)
            .first()
        )
    return None


def _count(
    rows: Difference, winners: Mapping[int, int | None], by: "AbstractBaseUser | None"
) -> None:
    """Recount restored matches. Raises RuleError if that changes what later draws depend on."""
    stages = {
        int(key)
        for key, (before, _after) in rows.get("stage", {}).items()
        if COUNTING & set(before or ())
    }
    for stage in Stage.objects.select_related("tournament").filter(pk__in=stages):
        count_stage(stage)
    touched = Match.objects.select_related("session_round__stage__tournament").filter(
        pk__in=matches_of(rows)
    )
    for match in touched.order_by("pk"):
        _check_people(match)
        if match.session_round.state == SessionRound.State.DRAFT:
            continue
        count_match(seated_match(match))
        settle_bracket(match, winners.get(match.pk, match.winner), by)
        check_closed(match)
    for session_round in SessionRound.objects.filter(
        pk__in=list(rows.get("round", {}))
    ).select_related("stage"):
        if session_round.state == SessionRound.State.CLOSED:
            for match in session_round.matches.select_related("session_round__stage"):
                check_closed(match)


def _agree_again(rows: Difference) -> None:
    """Restore the agreement to results that are valid again."""
    for key, (before, after) in rows.get("match", {}).items():
        if before is None or after is None:
            continue
        match = Match.objects.get(pk=key)
        same = {"result": match.result, "done": match.done}
        columns = {
            column: value
            for column, value in restored("match", before).items()
            if column in AGREEMENT
        }
        if columns and all(before.get(column, value) == value for column, value in same.items()):
            Match.objects.filter(pk=key).update(**columns)


def _check_people(match: Match) -> None:
    """Raise RuleError if a match's games would belong to people who do not sit at it."""
    seated = set(Place.objects.filter(match=match).values_list("entrant_id", flat=True))
    for sides in match.games.values_list("sides", flat=True):
        if not {who for side in sides for who in side} <= seated:
            raise conflict(
                "changed_since",
                "line",
                gettext_noop(
                    "Table %(table)s in round %(round)s has been changed since: undo that first, "
                    "or change it by hand."
                ),
                match=match.pk,
                table=match.number,
                round=match.session_round.number,
            )


def _update_screens(rows: Difference) -> None:
    """Update the table screens of games whose seats changed."""
    if not rows.get("seat"):
        return
    games = list(Game.objects.filter(seats__in=list(map(int, rows["seat"]))).distinct())
    of_match = MatchGame.objects.filter(game__in=games).select_related("match")
    tables = {row.game_id: table_name(row) for row in of_match}
    for game in games:
        game.table_name = tables.get(game.pk, game.table_name)
    move_games(games)


def _notify_players(line: LogLine, rows: Difference) -> None:
    """Create notices for everybody at a match whose result changed."""
    counted = {"result", "ruling", "winner"}
    changed = [
        int(key)
        for key, pair in rows.get("match", {}).items()
        if all(pair) and counted & set(pair[0] or ())
    ]
    entrants = set(Place.objects.filter(match__in=changed).values_list("entrant_id", flat=True))
    if entrants:
        notify_entrants(line, entrants)
