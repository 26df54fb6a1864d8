"""Stand-ins: somebody else plays one match of a league for a member of an entrant.

The result counts for the entrant; games and ratings are those of the people who sat there.
"""

import uuid
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import F

from scoring.games.actions.starting import players_in_list
from scoring.games.live import announce
from scoring.games.names.validation import LONGEST_NAME, clean_text
from scoring.models import Game, Player, Seat
from scoring.rules import shown
from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments import lifecycle
from tournaments.actions.common import (
    BEGUN,
    conflict,
    lock,
    lock_match,
    log,
    match_params,
    rule_error,
)
from tournaments.actions.games import check_held, lock_games
from tournaments.actions.sealing import log_seat_changes
from tournaments.channels import bump_match
from tournaments.match.stand_ins import Pair, has_dates, with_pairs, without_pairs
from tournaments.models import Entrant, Match, Member, Place, Tournament

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser


def name_stand_in(
    match: Match,
    member: int,
    name: str,
    by: "AbstractBaseUser | None",
    *,
    agreed: bool = False,
) -> Player:
    """Let somebody of the club's list, or a new person, play this match for a member (its id).

    `by` is None on the entrants' own page and at the table, which the tournament has to allow.
    `agreed`: the director lets somebody play who is entered with others. Raises RuleError if the
    match has begun or has no date of its own, if the person sits there anyway, and if they have
    stood in as often as the tournament allows.
    """
    tidy = clean_text(name, "name", most=LONGEST_NAME)
    if not tidy:
        raise rule_error("empty_name", "name", gettext_noop("Enter the name of the stand-in."))
    with transaction.atomic():
        held = _lock_open_games(match)
        tournament = lock(match.session_round.stage.tournament, "lead")
        match = _check_open(match, by, tournament, held)
        place, out = _place_of(match, member)
        pairs = [tuple(pair) for pair in place.stand_ins]
        before = dict(pairs).get(out, out)
        people = _people_at(match) - {before}
        (player,) = players_in_list(
            tournament.desk, tournament.club, [tidy], besides=sorted(people - {out}), in_play=True
        )
        if player.pk == before != out:
            return player
        if player.pk in {*people, out}:
            text = gettext_noop("%(name)s plays in this match already.")
            raise rule_error("sits_here", "name", text, name=shown(tidy))
        _check_entered(tournament, player, tidy, by, agreed=agreed)
        _check_limit(tournament, match, player, tidy)
        _store(place, [*(pair for pair in pairs if pair[0] != out), (out, player.pk)])
        with log_seat_changes(tournament, held):
            _take_seats(held, before, player.pk)
        bump_match(match.pk)
        params = {"entrant": place.entrant_id, "player": player.pk, "for": out}
        log(tournament, "stood_in", by, params | match_params(match))
    return player


def take_back_stand_in(match: Match, member: int, by: "AbstractBaseUser | None") -> Match:
    """Let a member play the match after all, as long as it has not begun. Does nothing without a
    stand-in.
    """
    with transaction.atomic():
        held = _lock_open_games(match)
        tournament = lock(match.session_round.stage.tournament, "lead")
        match = _check_open(match, by, tournament, held)
        place, out = _place_of(match, member)
        pairs = [tuple(pair) for pair in place.stand_ins]
        comes = dict(pairs).get(out)
        if comes is not None:
            _store(place, [pair for pair in pairs if pair[0] != out])
            with log_seat_changes(tournament, held):
                _take_seats(held, comes, out)
            bump_match(match.pk)
            params = {"entrant": place.entrant_id, "player": comes, "for": out, "back": True}
            log(tournament, "stood_in", by, params | match_params(match))
    return match


def follow_members(entrant: Entrant) -> None:
    """Update matches to come after a member was replaced for good: a stand-in for somebody who has
    left stays away. The tournament is locked.
    """
    coming = Place.objects.filter(entrant=entrant, match__done=False).exclude(stand_ins=[])
    here = set(Member.objects.filter(entrant=entrant, active=True).values_list("player", flat=True))
    for place in coming.exclude(match__games__game__isnull=False):
        place.people = None
        _store(place, [tuple(pair) for pair in place.stand_ins if pair[0] in here])


def may_name(match: Match, *, director: bool) -> bool:
    """Whether a stand-in can be named, or taken back, as far as the match goes. One query."""
    stage = match.session_round.stage
    return (
        has_dates(stage)
        and (director or stage.tournament.names_stand_ins)
        and stage.tournament.state in lifecycle.TOURNAMENT["lead"]
        and match.session_round.state in lifecycle.ROUND["play"]
        and not match.done
        and not Match.objects.filter(BEGUN, pk=match.pk).exists()
    )


def _check_open(
    match: Match,
    by: "AbstractBaseUser | None",
    tournament: Tournament,
    held: Collection[uuid.UUID],
) -> Match:
    """Return the current match. Raises RuleError unless a stand-in can be named for it."""
    match = lock_match(match)
    lifecycle.check_round("play", match.session_round)
    if not has_dates(match.session_round.stage):
        raise conflict(
            "no_stand_ins",
            "match",
            gettext_noop("Stand-ins for single matches are for leagues: add a substitute instead."),
        )
    if by is None and not tournament.names_stand_ins:
        raise conflict(
            "director_names_stand_ins",
            "match",
            gettext_noop("Only the director can name a stand-in here: ask them."),
        )
    games = [pk for pk in match.games.values_list("game", flat=True) if pk is not None]
    check_held(games, held, "match")
    if match.done or Match.objects.filter(BEGUN, pk=match.pk).exists():
        raise conflict(
            "match_begun",
            "match",
            gettext_noop("This match has begun: its players can no longer change."),
        )
    return match


def _lock_open_games(match: Match) -> list[uuid.UUID]:
    """Lock the games of a match: before the tournament, as everywhere."""
    games = list(Game.objects.filter(match_game__match=match).values_list("pk", flat=True))
    lock_games(games)
    return games


def _place_of(match: Match, member: int) -> tuple[Place, int]:
    """Return the place of a member's entrant at the match, and the member's player."""
    found = Member.objects.filter(pk=member, active=True).first()
    place = found and Place.objects.filter(match=match, entrant__members=found).first()
    if not found or not place:
        raise conflict(
            "not_a_member",
            "member",
            gettext_noop("They do not play for this side (any more)."),
        )
    return place, found.player_id


def _members_of(entrant: int) -> list[int]:
    rows = Member.objects.filter(entrant=entrant, active=True).order_by("order", "pk")
    return list(rows.values_list("player", flat=True))


def _people_at(match: Match) -> set[int]:
    """Return the players of all entrants at the match, with their stand-ins."""
    found: set[int] = set()
    for place in Place.objects.filter(match=match):
        found.update(place.people or (), _members_of(place.entrant_id))
    return found


def _check_entered(
    tournament: Tournament,
    player: Player,
    name: str,
    by: "AbstractBaseUser | None",
    *,
    agreed: bool,
) -> None:
    """Raise RuleError if the stand-in plays for another entrant and no director agreed to it."""
    if by is not None and agreed:
        return
    others = Member.objects.filter(tournament=tournament, player=player, active=True)
    if others.filter(entrant__state=Entrant.State.ENTERED).exists():
        text = (
            gettext_noop("%(name)s plays for others in this league: only the director can agree.")
            if by is None
            else gettext_noop(
                "%(name)s plays for others in this league. Tick the box if you agree."
            )
        )
        raise conflict("plays_for_others", "name", text, name=shown(name))


def _check_limit(tournament: Tournament, match: Match, player: Player, name: str) -> None:
    """Raise RuleError if somebody has stood in as often as the tournament allows."""
    most = tournament.stand_in_limit
    if most is None:
        return
    places = Place.objects.filter(session_round__stage__tournament=tournament)
    pairs = places.exclude(stand_ins=[]).exclude(match=match).values_list("stand_ins", flat=True)
    if sum(player.pk == comes for some in pairs for _, comes in some) >= most:
        text = ngettext_noop(
            "%(name)s has already stood in %(most)s time, the most allowed here.",
            "%(name)s has already stood in %(most)s times, the most allowed here.",
            "most",
        )
        raise conflict("stood_in_enough", "name", text, name=shown(name), most=most)


def _store(place: Place, pairs: Iterable[Pair]) -> None:
    """Store the stand-ins of a place, and who plays with them."""
    found = [list(pair) for pair in pairs]
    now = _members_of(place.entrant_id)
    # If a member was replaced after the table was opened, the former one still plays there
    people = without_pairs(place.people, place.stand_ins) if place.people else now
    place.stand_ins = found
    place.people = with_pairs(people, pairs) if found else (None if people == now else people)
    place.save(update_fields=["stand_ins", "people"])


def _take_seats(games: Collection[uuid.UUID], before: int, after: int) -> None:
    """Seat another person in games that are open but have no hand."""
    for pk in games:
        if Seat.objects.filter(game=pk, player=before).update(player=after):
            Game.objects.filter(pk=pk).update(version=F("version") + 1)
            announce(pk, Game.objects.values_list("version", flat=True).get(pk=pk))
