"""Creates and renews the cards on tables, and checks typed codes, with a limit on wrong ones."""

from collections.abc import Collection
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from scoring.games.access.limits import LIMITS
from scoring.models import Device
from scoring.rules.words import gettext_noop
from tournaments.actions.common import lock, log, rule_error
from tournaments.channels import bump_match
from tournaments.models import Card, Match, SessionRound, Tournament, WrongCode
from tournaments.models.entrants import a_key
from tournaments.table_codes import card_by_code, code_of, hash_of_code
from tournaments.tokens import renew

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

OF_ONE, FROM_ONE = LIMITS["wrong codes of a phone"], LIMITS["wrong codes of an address"]
FROM_ALL, LOUD = LIMITS["wrong codes of everybody"], LIMITS["wrong codes of a loud address"]
WITHIN, KEPT = timedelta(seconds=FROM_ONE.seconds), timedelta(seconds=FROM_ALL.seconds)
AT_HOME = timedelta(days=1)  # a phone known for at least this long is not a new guesser
# Such a row counts against a phone; the same code is counted against its address as well
BY_PHONE = "phone:"
KEYS_TRIED = 20


def make_cards(tournament: Tournament, numbers: Collection[int]) -> list[Card]:
    """Return the cards of these tables in order, creating missing ones. Existing ones do not
    change.
    """
    wanted = sorted(set(numbers))
    with transaction.atomic():
        lock(tournament)
        known = {
            card.number: card
            for card in Card.objects.filter(tournament=tournament, number__in=wanted)
        }
        for card in known.values():
            # Printed with another secret of the site: its QR code leads nowhere either, so both are
            # updated.
            if card.code_hash != hash_of_code(code_of(card)):
                _give_code(card)
                card.save(update_fields=["key", "code_hash"])
        missing = [
            Card(tournament=tournament, number=number) for number in wanted if number not in known
        ]
        given: set[str] = set()
        for card in missing:
            _give_code(card, given)
            given.add(card.code_hash)
        Card.objects.bulk_create(missing)
    return sorted([*known.values(), *missing], key=lambda card: card.number)


def renew_card(card: Card, by: "AbstractBaseUser | None") -> Card:
    """Give a table a new card and invalidate the printed one.

    The link it led to, of the current match at this table, is invalidated too: phones that write
    already go on, all others scan the new card.
    """
    with transaction.atomic():
        tournament = lock(card.tournament)
        card = Card.objects.select_for_update(no_key=True).get(pk=card.pk)
        card.key = a_key()
        _give_code(card)
        card.save(update_fields=["key", "code_hash"])
        rows = Match.objects.select_related("session_round__stage")
        for match in rows.filter(
            number=card.number,
            session_round__stage__tournament=tournament,
            session_round__state=SessionRound.State.PUBLISHED,
        ):
            renew(match)
            bump_match(match.pk)
        log(tournament, "card_renewed", by, {"table": card.number})
    card.tournament = tournament
    return card


def _give_code(card: Card, given: Collection[str] = ()) -> None:
    """Find a key whose code no other card has. Collisions of 900 million codes are rare; twenty in
    a row do not happen.
    """
    for _ in range(KEYS_TRIED):
        card.code_hash = hash_of_code(code_of(card))
        if card.code_hash not in given and not _taken(card):
            return
        card.key = a_key()
    raise rule_error(
        "no_code_left",
        "number",
        gettext_noop("No free code was found for this card: try again."),
    )


def _taken(card: Card) -> bool:
    return Card.objects.filter(code_hash=card.code_hash).exclude(pk=card.pk).exists()


def type_code(text: str, sender: str, device: Device | None = None) -> Card:
    """Return the card with a typed code.

    Each wrong code is counted against the address it came from (`sender`, its keyed hash), and
    against the phone if known: a guessing phone locks itself out long before its hall. Raises
    RuleError "no_such_code", and "too_many_codes" after too many wrong codes, even for a right one:
    otherwise guessing would go on. QR codes and seated phones are not affected.
    """
    phone = f"{BY_PHONE}{device.pk}" if device is not None else ""
    if _exhausted(sender, device, phone):
        raise rule_error(
            "too_many_codes",
            "code",
            gettext_noop("Too many wrong codes: scan the QR code, or ask the director."),
        )
    card = card_by_code(text)
    if card is None:
        with transaction.atomic():
            WrongCode.objects.filter(at__lte=timezone.now() - KEPT).delete()
            WrongCode.objects.bulk_create(
                WrongCode(address_hash=whose) for whose in (sender, phone) if whose
            )
        raise rule_error(
            "no_such_code",
            "code",
            gettext_noop("No table has this code. Check the card."),
        )
    return card


def _exhausted(sender: str, device: Device | None, phone: str) -> bool:
    """Whether this phone or its address has used up its wrong codes.

    A phone known from another day is counted on its own, whatever its hall does. If everybody
    together has guessed too often, only those who guess a lot are refused: strangers can never lock
    out a hall.
    """
    now = timezone.now()
    lately = WrongCode.objects.filter(at__gt=now - WITHIN)
    if device is not None:
        if lately.filter(address_hash=phone).count() >= OF_ONE.many:
            return True
        if device.created_at < now - AT_HOME:
            return False
    from_here = lately.filter(address_hash=sender).count()
    if from_here < LOUD.many:
        return False
    everywhere = WrongCode.objects.filter(at__gt=now - KEPT).exclude(
        address_hash__startswith=BY_PHONE
    )
    return from_here >= FROM_ONE.many or everywhere.count() >= FROM_ALL.many
