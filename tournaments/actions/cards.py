"""Making the cards of tables, making one anew, and typing the code of one, which nobody can do often and wrongly."""

from collections.abc import Collection
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scoring.rules.words import gettext_noop
from tournaments.actions.common import lock, log, refuse
from tournaments.codes import card_by_code, code_of, hash_of_code
from tournaments.models import Card, Tournament, WrongCode
from tournaments.models.entrants import a_key

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

# Wrong codes: from one address, and of the whole site. With fifty cards printed, a hundred guesses an hour find one
# in twenty years.
FROM_ONE, WITHIN = 10, timedelta(minutes=10)
FROM_ALL, KEPT = 101, timedelta(hours=1)
KEYS_TRIED = 20


def make_cards(tournament: Tournament, numbers: Collection[int]) -> list[Card]:
    """The cards of these tables, in order; those that are missing are made. Made twice, they stay as they were."""
    wanted = sorted(set(numbers))
    with transaction.atomic():
        lock(tournament)
        known = {card.number: card for card in Card.objects.filter(tournament=tournament, number__in=wanted)}
        for card in known.values():
            # Printed with another secret of the site: its QR code leads nowhere either, so both are what they are now.
            if card.code_hash != hash_of_code(code_of(card)):
                _give_code(card)
                card.save(update_fields=["key", "code_hash"])
        missing = [Card(tournament=tournament, number=number) for number in wanted if number not in known]
        given: set[str] = set()
        for card in missing:
            _give_code(card, given)
            given.add(card.code_hash)
        Card.objects.bulk_create(missing)
    return sorted([*known.values(), *missing], key=lambda card: card.number)


def renew_card(card: Card, by: "AbstractBaseUser | None") -> Card:
    """Give a table another card: the one that was printed is worthless from now on."""
    with transaction.atomic():
        tournament = lock(card.tournament)
        card = Card.objects.select_for_update(no_key=True).get(pk=card.pk)
        card.key = a_key()
        _give_code(card)
        card.save(update_fields=["key", "code_hash"])
        log(tournament, "card_renewed", by, {"table": card.number})
    card.tournament = tournament
    return card


def _give_code(card: Card, given: Collection[str] = ()) -> None:
    """Find a key whose code no other card has. Two cards of 900 million codes seldom meet; twenty times, never."""
    for _ in range(KEYS_TRIED):
        card.code_hash = hash_of_code(code_of(card))
        if card.code_hash not in given and not _taken(card):
            return
        card.key = a_key()
    raise refuse("no_code_left", "number", gettext_noop("No free code was found for this card: please try again."))


def _taken(card: Card) -> bool:
    return Card.objects.filter(code_hash=card.code_hash).exclude(pk=card.pk).exists()


def type_code(text: str, address: str) -> Card:
    """The card whose code somebody typed. Every code that no card has is counted against the address it came from.

    Raises RuleError "no_such_code", and "too_many_codes" where so many were wrong that none is looked at any more,
    not even a right one: else guessing would go on. QR codes and phones that are seated know nothing of this.
    """
    sender = salted_hmac("tournaments.codes.sender", address, algorithm="sha256").hexdigest()
    now = timezone.now()
    here = WrongCode.objects.filter(address_hash=sender, at__gt=now - WITHIN)
    if here.count() >= FROM_ONE or WrongCode.objects.filter(at__gt=now - KEPT).count() >= FROM_ALL:
        raise refuse(
            "too_many_codes",
            "code",
            gettext_noop("Too many wrong codes were typed: scan the QR code, or ask the director."),
        )
    card = card_by_code(text)
    if card is None:
        with transaction.atomic():
            WrongCode.objects.filter(at__lte=now - KEPT).delete()
            WrongCode.objects.create(address_hash=sender)
        raise refuse("no_such_code", "code", gettext_noop("No table has this code. Look at the card once more."))
    return card
