"""A club and its list: name a new club, add and rename people by hand, mark guests."""

from collections.abc import Collection
from typing import Any

from django.db import transaction

from scoring.games.access.quotas import PEOPLE, check_quota
from scoring.games.actions.common import conflict, rule_error
from scoring.games.actions.starting import lock_list
from scoring.games.host import host
from scoring.games.names.validation import LONGEST_NAME, RESERVED, alike, clean_text
from scoring.models import Club, Device, Player
from scoring.rules import DUMMY_NAME, shown
from scoring.rules.words import gettext_noop

LONGEST_CLUB = 60  # characters


def new_club_name(user: Any, typed: str) -> str:
    """Clean the name of a new club.

    Raises RuleError if it is empty, too long, or that of a club in which the user has a role: that
    is the one they want, and a second club of the name would split its games. Two queries.
    """
    name = clean_text(typed, "name", most=LONGEST_CLUB)
    if not name:
        raise rule_error("empty_name", "name", gettext_noop("Please type the club's name."))
    own = Club.objects.filter(pk__in=host().clubs_of(user)).values_list("name", flat=True)
    if any(alike(one) == alike(name) for one in own):
        text = gettext_noop(
            "You already have a club called %(name)s. Open it from the list of your clubs."
        )
        raise rule_error("club_there", "name", text, name=shown(name))
    return name


def add_person(club: Club, name: str, *, guest: bool = False, beside: bool = False) -> Player:
    """Add a person to the list before their first game.

    With `beside`, they are not the person of this name who is there, and get a number after it by
    which phones and lists tell them apart. Raises RuleError for a name that is empty, too long,
    reserved for the dummy, or already in the list, and if the list is full.
    """
    tidy = _a_name(name)
    with transaction.atomic():
        # In the same order as starting a game, see `lock_list`
        club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        # A merged name is taken as well: it means the person it was merged into.
        there = Player.objects.filter(club=club, erased_at__isnull=True).values_list(
            "name", flat=True
        )
        taken = {alike(one) for one in there}
        if alike(tidy) in taken and not beside:
            text = gettext_noop("%(name)s is already in the list.")
            raise conflict("name_taken", "name", text, name=shown(tidy))
        check_quota(club, PEOPLE)
        return Player.objects.create(club=club, name=numbered(tidy, taken), guest=guest)


def rename(player: Player, name: str, device: Device) -> Player:
    """Rename a person in everything that refers to them. Repeating it changes nothing.

    Raises RuleError for a name that is empty, too long, reserved for the dummy, or another person's
    in the list.
    """
    tidy = _a_name(name)
    with transaction.atomic():
        host().lock_people([player.pk])
        lock_list(player.device or device, player.club)
        player = Player.objects.select_related("club", "device").get(pk=player.pk)
        if player.erased_at is not None or player.name == tidy:
            return player
        same_list = Player.objects.filter(club=player.club_id, device=player.device_id)
        others = same_list.filter(erased_at__isnull=True).exclude(pk=player.pk)
        if alike(tidy) in map(alike, others.values_list("name", flat=True)):
            text = gettext_noop(
                "%(name)s is already in the list. If they are the same person, merge them; if "
                "not, use another name."
            )
            raise conflict("name_taken", "name", text, name=shown(tidy))
        player.name = tidy
        player.save(update_fields=["name"])
        host().people_renamed([player.pk])
    return player


def _a_name(typed: str) -> str:
    """Clean and validate a person's name."""
    tidy = clean_text(typed, "name", most=LONGEST_NAME)
    if not tidy:
        raise rule_error("empty_name", "name", gettext_noop("Enter a name."))
    if alike(tidy) == DUMMY_NAME:
        raise rule_error("reserved_name", "name", RESERVED)
    return tidy


def numbered(name: str, taken: Collection[str]) -> str:
    """Return the name, or if it is taken, with the first free number. `taken` are keys from
    `alike`.
    """
    number, found = 1, name
    while alike(found) in taken:
        number += 1
        found = f"{name[: LONGEST_NAME - len(str(number)) - 3].rstrip()} ({number})"
    return found


def set_guests(club: Club, among: Collection[int], guests: Collection[int]) -> None:
    """Make these people of `among` guests, and the others of it members. The rest of the list
    stays.
    """
    listed = Player.listed.filter(club=club, pk__in=set(among))
    with transaction.atomic():
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        listed.filter(pk__in=set(guests)).update(guest=True)
        listed.exclude(pk__in=set(guests)).update(guest=False)
