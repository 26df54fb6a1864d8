"""Execute a previewed import: create people and games as if tables had written them."""

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from scoring.games.access.quotas import IMPORTS, PEOPLE, check_quota
from scoring.games.actions.bulk_insert import BulkGames, Played
from scoring.games.actions.record_rows import teams_at
from scoring.games.actions.starting import lock_list
from scoring.games.database import batched
from scoring.games.names.validation import alike
from scoring.models import Club, Device, Game, Import, ImportedGame, Merge, Player, Team
from scoring.rules import Conflict, Mistake, RuleError
from scoring.rules.words import gettext_noop
from tournaments.clubs.actions.imports.name_matching import changed
from tournaments.clubs.actions.imports.preview import (
    AT_ONCE,
    DUPLICATES,
    Plan,
    PlannedGame,
    already_imported,
)

A_PART = 50  # games per transaction: tables in play write in between
logger = logging.getLogger("tournaments.clubs.imports")


def make_import(plan: Plan, device: Device, account: int | None = None) -> Import:
    """Create the people and games of a plan in several transactions. At any time it is known what
    has been created, and it can be undone.

    Raises RuleError if there is nothing to import, at a quota of the club, or after a concurrent
    change: usually before the first part, so nothing is created; between two parts, what has been
    created is kept.
    """
    if plan.empty:
        raise RuleError([Mistake("nothing", "file", gettext_noop("It contains nothing new."))])
    parts = list(batched(plan.games, A_PART))
    with transaction.atomic():
        lock_list(device, plan.club)
        _check_unchanged(plan)
        check_quota(plan.club, IMPORTS)
        check_quota(plan.club, PEOPLE, more=len(plan.names.new))
        made = Import.objects.create(
            club=plan.club,
            form=plan.form,
            at=timezone.now(),
            by_device=device.pk,
            by_account=account,
        )
        new = _make_people(plan, made, device, account)
        if parts:
            _write(made, _ready(plan, device, new, parts[0]))
    for part in parts[1:]:
        ready = _ready(plan, device, new, part)  # before anything is locked
        with transaction.atomic():
            lock_list(device, plan.club)
            if already_imported(plan.club, [game.digest for game in part]):
                raise Conflict([Mistake("imported_before", "file", DUPLICATES["imported_before"])])
            made = Import.objects.select_for_update().get(pk=made.pk)
            if made.undone_at is not None or not _all_listed(plan.club, ready.last):
                raise changed()
            _write(made, ready)
    logger.info(
        "Imported: %s games into club %s, by phone %s.", made.games, plan.club.pk, device.pk
    )
    return made


def _check_unchanged(plan: Plan) -> None:
    """Raise RuleError if the list or the earlier imports have changed since the plan. Locks the
    list.
    """
    existing = {alike(name) for name in _names(plan)}
    if existing & {*plan.names.new, *(alike(name) for name, _who in plan.names.alias_targets)}:
        raise changed()
    if not _all_listed(plan.club, _people_in_list(plan)):
        raise changed()
    if already_imported(plan.club, [game.digest for game in plan.games]):
        raise Conflict([Mistake("imported_before", "file", DUPLICATES["imported_before"])])


def _people_in_list(plan: Plan) -> set[int]:
    """Return the people of the club's list who played, or who get another name."""
    people = {player for game in plan.games for player in game.players}
    people |= {who for _name, who in plan.names.alias_targets}
    return {who for who in people if isinstance(who, int)}


def _all_listed(club: Club, people: Collection[int]) -> bool:
    """Return whether none of these people was erased or merged since the preview. The list is
    locked.
    """
    listed = Player.listed.filter(club=club)
    return sum(listed.filter(pk__in=some).count() for some in batched(people, AT_ONCE)) == len(
        people
    )


def _names(plan: Plan) -> list[str]:
    rows = Player.objects.filter(club=plan.club, erased_at__isnull=True)
    return list(rows.values_list("name", flat=True))


def _make_people(plan: Plan, made: Import, device: Device, account: int | None) -> dict[str, int]:
    """Create the new people and the aliases. Return the new people's ids by their key
    in the plan.
    """
    names = plan.names
    people = Player.objects.bulk_create(
        [
            Player(club=plan.club, name=names.spelled[key], guest=names.guests.get(key, False))
            for key in names.new
        ]
    )
    new = {key: player.pk for key, player in zip(names.new, people, strict=True)}
    owners = [who if isinstance(who, int) else new[who] for _name, who in names.alias_targets]
    aliases = Player.objects.bulk_create(
        [
            Player(club=plan.club, name=name, merged_into_id=pk)
            for (name, _who), pk in zip(names.alias_targets, owners, strict=True)
        ]
    )
    # As `merge` leaves a name without games.
    merges = Merge.objects.bulk_create(
        [
            Merge(
                person=pk,
                merged=name.pk,
                club=plan.club,
                at=made.at,
                by_device=device.pk,
                by_account=account,
                rows={},
            )
            for name, pk in zip(aliases, owners, strict=True)
        ]
    )
    made.people = len(people)
    made.made = {
        "people": [player.pk for player in people],
        "names": [player.pk for player in aliases],
        "merges": [merge.pk for merge in merges],
        "teams": [],
        "played": {},
    }
    made.save(update_fields=["people", "made"])
    return new


@dataclass
class _Ready:
    """Games ready to be written: their rows, the source text of each, their teams, and who played
    when.
    """

    bulk: BulkGames = field(default_factory=BulkGames)
    digests: list[tuple[Game, str]] = field(default_factory=list)
    teams: set[str] = field(default_factory=set)
    last: dict[int, datetime] = field(default_factory=dict)


def _ready(
    plan: Plan, device: Device, new: Mapping[str, int], games: Sequence[PlannedGame]
) -> _Ready:
    """Build the rows of these games with their chains. No query."""
    ready = _Ready()
    for one in games:
        players = [player if isinstance(player, int) else new[player] for player in one.players]
        rules = one.record.rules
        game = ready.bulk.add(
            device, plan.club, Played(rules, players, one.record.rounds, one.at, stopped=True)
        )
        ready.digests.append((game, one.digest))
        ready.teams |= {key for key in teams_at(rules.variant, players) if key}
        for player in players:
            ready.last[player] = max(ready.last.get(player, one.at), one.at)
    return ready


def _write(made: Import, ready: _Ready) -> None:
    """Write them within the caller's transaction."""
    known = set(Team.objects.filter(key__in=ready.teams).values_list("key", flat=True))
    ready.bulk.insert()
    ImportedGame.objects.bulk_create(
        [
            ImportedGame(
                of_import=made,
                club_id=made.club_id,
                game=game,
                digest=digest,
                length=game.chain_length or 0,
            )
            for game, digest in ready.digests
        ],
        batch_size=500,
    )
    made.made["teams"] += Team.objects.filter(key__in=ready.teams - known).values_list(
        "pk", flat=True
    )
    _note_last(made.made["played"], ready.last)
    made.games += len(ready.digests)
    made.rounds += len(ready.bulk.entries)
    made.save(update_fields=["games", "rounds", "made"])


def _note_last(played: dict[str, Any], last: Mapping[int, datetime]) -> None:
    """Record when each person last played, keeping the previous value: recent players are suggested
    first.
    """
    changed_ones = []
    for player in Player.objects.filter(pk__in=last):
        before, after = player.last_played_at, last[player.pk]
        if before is None or before < after:
            was = played.get(str(player.pk), [before.isoformat() if before else None])[0]
            played[str(player.pk)] = [was, after.isoformat()]
            player.last_played_at = after
            changed_ones.append(player)
    Player.objects.bulk_update(changed_ones, ["last_played_at"], batch_size=200)
