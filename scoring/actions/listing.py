"""A club's list: adding somebody by hand, and who is a guest."""

from collections.abc import Collection

from django.db import transaction

from scoring.actions.common import refuse
from scoring.models import Club, Player
from scoring.names.checking import LONGEST_NAME, RESERVED, alike, clean_text
from scoring.rules import DUMMY_NAME, shown
from scoring.rules.words import gettext_noop


def add_person(club: Club, name: str, *, guest: bool = False) -> Player:
    """Somebody new in the list, before their first game.

    Raises RuleError for a name that is empty, too long, kept for the dummy, or in the list already.
    """
    tidy = clean_text(name, "name", most=LONGEST_NAME)
    if not tidy:
        raise refuse("empty_name", "name", gettext_noop("Please type a name."))
    if alike(tidy) == DUMMY_NAME:
        raise refuse("reserved_name", "name", RESERVED)
    with transaction.atomic():
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)  # as whoever starts a game, see `lock_list`
        # A name of before is taken as well: it means the one who goes by another now.
        there = Player.objects.filter(club=club, erased_at__isnull=True).values_list("name", flat=True)
        if any(alike(one) == alike(tidy) for one in there):
            text = gettext_noop("%(name)s is in the list already: add a letter to tell them apart.")
            raise refuse("name_taken", "name", text, name=shown(tidy))
        return Player.objects.create(club=club, name=tidy, guest=guest)


def set_guests(club: Club, among: Collection[int], guests: Collection[int]) -> None:
    """Of these people of the list those are guests, the others members. Who is not named stays what they are."""
    listed = Player.listed.filter(club=club, pk__in=set(among))
    with transaction.atomic():
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        listed.filter(pk__in=set(guests)).update(guest=True)
        listed.exclude(pk__in=set(guests)).update(guest=False)
