"""Merge two records of one person, and separate them again.

The seats of the record that goes are given to the one that stays, each with an event in its game's
chain, and so is everything else that refers to it. The keys of what moved are stored: separating
returns exactly these, and leaves later games with the person who played them.
"""

import logging
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Model, Q
from django.utils import timezone

from scoring.games.actions.chaining import CHAIN, SEATS, add_event, start_chain
from scoring.games.actions.common import rule_error
from scoring.games.actions.rating_marks import mark_games
from scoring.games.actions.record_rows import write_games
from scoring.games.actions.setups import DERIVED
from scoring.games.actions.starting import lock_list
from scoring.games.database import batched
from scoring.games.host import host
from scoring.games.live import announce
from scoring.games.names.visibility import ALIAS, AS_THE_CLUB, FULL, HIDDEN, INITIAL
from scoring.models import Answer, Claim, Device, Game, Merge, Player, Seat, TwoPeople
from scoring.models.claims import HELD
from scoring.people.actions.claiming import both_claimed, drop_open
from scoring.rules import RuleError
from scoring.rules.words import gettext_noop

AT_ONCE = 200  # games whose rows are rebuilt together
GAMES, NAMES = "scoring.Game", "scoring.Player"
ELSEWHERE = "elsewhere"  # what the host stores about them
Moved = dict[str, list[Any]]  # keys of rows, by the label of their model

logger = logging.getLogger("scoring.merging")


def merge(away: Player, stays: Player, device: Device, account: int | None = None) -> Merge:
    """Merge two records of a list under the name of the one that stays. A double tap merges once.

    Raises RuleError if they are certainly two people (they sat at the same table, or are entered in
    the same tournament), if both are claimed, if one is gone, or if either is seated at a table
    now.
    """
    with transaction.atomic():
        done = Merge.objects.filter(person=stays.pk, merged=away.pk, parted_at__isnull=True).first()
        if done is not None and Player.objects.filter(pk=away.pk, merged_into=stays.pk).exists():
            return done
        games = _hold([away.pk, stays.pk], device, away)
        _check_both(away, stays)
        if _at_one_table(away, stays):
            raise two_people()
        if Claim.objects.filter(HELD, player__in=[away.pk, stays.pk]).count() > 1:
            raise both_claimed()
        drop_open(away)
        rows: Moved = {GAMES: _seat(games, away, stays)}
        _answer_once(away, stays)
        rows |= _move_others(away, stays)
        rows[ELSEWHERE] = host().replace_player(away.pk, stays.pk)
        names = Player.objects.filter(Q(pk=away.pk) | Q(merged_into=away.pk))
        rows[NAMES] = list(names.exclude(pk=away.pk).values_list("pk", flat=True))
        names.update(merged_into=stays.pk)
        _keep_last(stays, away)
        _keep_hidden(stays, away)
        TwoPeople.objects.filter(
            first=min(away.pk, stays.pk), second=max(away.pk, stays.pk)
        ).delete()
        made = Merge.objects.create(
            person=stays.pk,
            merged=away.pk,
            club=stays.club,
            device=stays.device,
            at=timezone.now(),
            by_device=device.pk,
            by_account=account,
            rows=rows,
        )
        host().people_renamed([away.pk, stays.pk])
    logger.info("Merged: person %s into %s, by phone %s.", away.pk, stays.pk, device.pk)
    return made


def separate(made: Merge, device: Device) -> None:
    """Separate two merged people: everything that moved goes back. Does nothing if it was done
    already.

    Raises RuleError if the one who stayed was merged into another since, or erased.
    """
    with transaction.atomic():
        games = _hold([made.person], device, _there(made.person))
        made = Merge.objects.select_for_update().get(pk=made.pk)
        if made.parted_at is not None:
            return
        stays, away = (_there(pk) for pk in (made.person, made.merged))
        if stays.merged_into_id is not None:
            raise gone()
        theirs = set(made.rows.get(GAMES, ()))
        _seat([game for game in games if str(game.pk) in theirs], stays, away)
        for label, keys in made.rows.items():
            field = relations().get(label)
            if field is not None:
                field.model._base_manager.filter(pk__in=keys, **{field.name: stays}).update(  # noqa: SLF001
                    **{field.name: away}
                )
        host().replace_player(stays.pk, away.pk, made.rows.get(ELSEWHERE, ()))
        Player.objects.filter(pk=away.pk, merged_into=stays).update(merged_into=None)
        Player.objects.filter(pk__in=made.rows.get(NAMES, ()), merged_into=stays).update(
            merged_into=away
        )
        made.parted_at = timezone.now()
        made.save(update_fields=["parted_at"])
        host().people_renamed([away.pk, stays.pk])
    logger.info("Parted: person %s from %s, by phone %s.", made.merged, made.person, device.pk)


def keep_apart(one: Player, other: Player) -> None:
    """Store that these are two people."""
    first, second = sorted((one.pk, other.pk))
    TwoPeople.objects.get_or_create(first=first, second=second)


def two_people() -> RuleError:
    return rule_error(
        "two_people",
        "with",
        gettext_noop(
            "These are two people: they sat at the same table or entered the same tournament."
        ),
    )


def gone() -> RuleError:
    return rule_error("people_changed", "with", gettext_noop("These names have changed."))


def _hold(people: Sequence[int], device: Device, one: Player) -> list[Game]:
    """Lock the games of these people, whatever else refers to them, and their list, in the order
    that all actions keep.
    """
    own = Game.objects.filter(seats__player__in=people)
    games = list(Game.objects.select_for_update().filter(pk__in=own.values("pk")).order_by("pk"))
    host().lock_people(people)
    lock_list(one.device or device, one.club)
    if own.exclude(pk__in=[game.pk for game in games]).exists():
        # Waiting for that game here would deadlock: it waits for the list that is locked here.
        raise rule_error(
            "just_seated",
            "with",
            gettext_noop("A game with these names is just starting. Try again."),
        )
    return games


def _check_both(away: Player, stays: Player) -> None:
    """Raises RuleError unless both are in one list now."""
    rows = (
        Player.listed.select_for_update()
        .filter(pk__in=[away.pk, stays.pk])
        .values_list("club", "device")
    )
    lists = list(rows)
    if away.pk == stays.pk or len(lists) < 2 or len(set(lists)) > 1:
        raise gone()


def _there(pk: int) -> Player:
    player = Player.objects.filter(pk=pk, erased_at__isnull=True).first()
    if player is None:
        raise gone()
    return player


def _at_one_table(one: Player, other: Player) -> bool:
    return Seat.ever.filter(player=one, game__seats__player=other).exists()


def _keep_last(stays: Player, away: Player) -> None:
    """Keep the later of both dates of last play, by which names are suggested."""
    times = [at for at in (stays.last_played_at, away.last_played_at) if at is not None]
    if times:
        Player.objects.filter(pk=stays.pk).update(last_played_at=max(times))


def _keep_hidden(stays: Player, away: Player) -> None:
    """Keep the more careful of both choices of visibility."""
    ways = (AS_THE_CLUB, FULL, INITIAL, ALIAS, HIDDEN)
    first = max((stays, away), key=lambda one: ways.index(one.shown))
    about = {
        "shown": first.shown,
        "alias": first.alias or stays.alias,
        "minor": stays.minor or away.minor,
    }
    Player.objects.filter(pk=stays.pk).update(**about)


# Seats, each with its event


def _seat(games: Sequence[Game], before: Player, after: Player) -> list[str]:
    """Replace one player by the other in the seats of these locked games; return the
    games changed.
    """
    seats: dict[UUID, list[Seat]] = {game.pk: [] for game in games}
    for seat in Seat.ever.filter(game__in=games).order_by("number", "first"):
        seats[seat.game_id].append(seat)
    moved: list[int] = []
    changed = []
    for game in games:
        own = [seat for seat in seats[game.pk] if seat.player_id == before.pk]
        if not own:
            continue
        moved += [seat.pk for seat in own]
        changed.append(game)
        was = [seat.player_id for seat in seats[game.pk] if seat.last is None]
        taken_over = any(seat.last is not None for seat in own)
        _chain_seats(game, was, before, after, [[before.pk, after.pk]] if taken_over else [])
    for some in batched(moved, AT_ONCE):
        Seat.ever.filter(pk__in=some).update(player=after.pk)
    _follow(changed)
    return [str(game.pk) for game in changed]


def _chain_seats(
    game: Game,
    was: list[int | None],
    before: Player,
    after: Player,
    instead: Sequence[Sequence[int]],
) -> None:
    """Append the change of seats to a game's chain; `instead` for rounds before others took
    over.
    """
    if game.chain_head is None:  # the chain starts now, with the first players
        start_chain(game, was)
    now = [after.pk if player == before.pk else player for player in was]
    former = {"instead": instead} if instead else {}
    add_event(game, SEATS, data={"before": was, "after": now, **former})
    game.version += 1
    game.save(update_fields=["version", *CHAIN])


def _follow(changed: Sequence[Game]) -> None:
    """Update everything that follows from the seats of these games."""
    for some in batched(changed, AT_ONCE):
        _write(some)
    mark_games(changed)
    host().chains_grown([game for game in changed if game.of_match])
    for game in changed:
        announce(game.pk, game.version)


def _write(games: Sequence[Game]) -> None:
    """Rebuild the rows of these games, one by one if a game breaks today's rules."""
    try:
        with transaction.atomic():
            write_games(games)
    except RuleError:
        for game in games if len(games) > 1 else ():
            _write([game])


# Everything else that refers to a person


def relations() -> Mapping[str, Any]:
    """Return the fields that refer to a person, by their model's label, without seats and derived
    rows.
    """
    left_out = {Player, Seat, *DERIVED}
    related = (each for each in Player._meta.related_objects if each.related_model not in left_out)  # noqa: SLF001
    return {each.related_model._meta.label: each.field for each in related}  # noqa: SLF001


def _answer_once(away: Player, stays: Player) -> None:
    """Keep one answer where both answered about an evening: that does not make them two people."""
    both = Answer.objects.filter(player=stays).values("evening")
    Answer.objects.filter(player=away, evening__in=both).delete()


def _move_others(away: Player, stays: Player) -> Moved:
    """Move the rows that refer to one person to the other.

    Raises RuleError if both have what one person can have only once.
    """
    moved: Moved = {}
    for label, field in relations().items():
        model: type[Model] = field.model
        rows = model._base_manager.filter(**{field.name: away})  # noqa: SLF001
        keys = list(rows.order_by("pk").values_list("pk", flat=True))
        if not keys:
            continue
        try:
            with transaction.atomic():
                rows.update(**{field.name: stays})
        except IntegrityError as error:
            raise two_people() from error
        moved[label] = keys
    return moved
