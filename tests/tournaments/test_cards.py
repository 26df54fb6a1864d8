"""Cards for tables: made once, each with a code of its own, and hopeless to guess."""

from contextlib import suppress
from datetime import timedelta
from itertools import product

import pytest
from django.test import Client, override_settings
from django.utils import timezone

from scoring.models import Device
from scoring.rules import RuleError
from tests.scoring.games import a_device
from tests.tournaments import desks
from tests.tournaments.refusing import refused
from tournaments import table_codes
from tournaments.actions import cards
from tournaments.models import Card, LogLine, Match, WrongCode
from tournaments.models import entrants as models_of_entrants
from tournaments.pages.table.card import matches_of_card
from tournaments.tokens import match_of, token_of

pytestmark = pytest.mark.django_db


def made(*numbers: int) -> list[Card]:
    return cards.make_cards(desks.a_tournament(entrants=0), numbers)


def wrong_codes(count: int) -> list[str]:
    """So many codes of the right form."""
    every = ("".join(characters) for characters in product(table_codes.ALPHABET, repeat=6))
    return [code for code, _ in zip(every, range(count), strict=False)]


# Making them
# --------------------------------------------------------------------------------------------------


def test_cards_are_made_once_and_stay_as_they_were() -> None:
    tournament = desks.a_tournament(entrants=0)
    first = cards.make_cards(tournament, [2, 1])
    again = cards.make_cards(tournament, range(1, 5))
    assert [card.number for card in again] == [1, 2, 3, 4]
    assert [(card.pk, card.key) for card in again[:2]] == [(card.pk, card.key) for card in first]
    assert len({table_codes.code_of(card) for card in again}) == 4
    assert cards.make_cards(tournament, []) == []


def test_two_cards_never_have_one_code(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = desks.a_tournament(entrants=0)
    met: list[str] = []

    def by_first_letter(card: Card) -> str:
        met.append(card.key)
        return card.key[0]

    keys = iter(["aX", "aY", "aZ", "bX"])
    monkeypatch.setattr(models_of_entrants, "a_key", lambda: next(keys))
    monkeypatch.setattr(cards, "a_key", lambda: next(keys))
    monkeypatch.setattr(cards, "code_of", by_first_letter)
    Card.objects.create(
        tournament=tournament, number=9, key="aQ", code_hash=table_codes.hash_of_code("a")
    )
    card = Card(tournament=tournament, number=1, key="aW")
    cards._give_code(card)
    assert card.key == "bX"
    assert met == ["aW", "aX", "aY", "aZ", "bX"]


def test_no_free_code_is_said_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = desks.a_tournament(entrants=0)
    monkeypatch.setattr(cards, "code_of", lambda _card: "AAAAAA")
    with refused("no_code_left"):
        cards.make_cards(tournament, [1, 2])
    assert not Card.objects.exists()


def test_cards_of_an_older_secret_are_made_readable_again() -> None:
    tournament = desks.a_tournament(entrants=0)
    with override_settings(SECRET_KEY="the secret that the site had before, long enough"):
        (old,) = cards.make_cards(tournament, [1])
    assert table_codes.card_by_code(table_codes.code_of(old)) is None
    (card,) = cards.make_cards(tournament, [1])
    assert table_codes.card_by_code(table_codes.code_of(card)) == card == old


def test_a_card_made_anew_stands_in_the_log() -> None:
    (card,) = made(3)
    user = desks.a_user()
    cards.renew_card(card, user)
    line = LogLine.objects.order_by("-pk")[0]
    assert (line.action, line.by, line.params) == ("card_renewed", user, {"table": 3})


def test_with_a_card_the_link_it_led_to_is_worthless_and_no_other() -> None:
    tournament = desks.a_tournament("pairs_swiss", 8)
    desks.play_round(desks.draw(tournament))
    desks.draw(tournament, 2)
    card = cards.make_cards(tournament, [1])[0]
    rows = list(Match.objects.order_by("session_round__number", "number"))
    before = [token_of(match) for match in rows]
    cards.renew_card(card, None)
    opened = [match_of(token) for token in before]
    current = next(
        at for at, match in enumerate(rows) if match.session_round.number == 2 and match.number == 1
    )
    assert opened == [None if at == current else match for at, match in enumerate(rows)]
    again = next(iter(matches_of_card(card)), None)
    assert again is not None
    assert match_of(token_of(again)) == rows[current]


# Typing one
# --------------------------------------------------------------------------------------------------


def test_a_right_code_leads_to_its_card_and_is_counted_nowhere() -> None:
    (card,) = made(1)
    assert cards.type_code(table_codes.code_of(card).lower(), "192.0.2.1") == card
    assert not WrongCode.objects.exists()


def guessed(count: int, address: str = "192.0.2.1", device: Device | None = None) -> None:
    for code in wrong_codes(count):
        with refused("no_such_code"):
            cards.type_code(code, address, device)


def typed_before(count: int) -> None:
    """So many wrong codes of the last hour, each from an address of its own."""
    WrongCode.objects.bulk_create(
        WrongCode(address_hash=f"{number:064}") for number in range(count)
    )


def lately(count: int, whose: str = "192.0.2.1") -> None:
    """So many wrong codes of the last minutes, all from one address."""
    WrongCode.objects.bulk_create(WrongCode(address_hash=whose) for _ in range(count))


def test_the_six_hundred_and_first_wrong_code_of_an_address_is_not_looked_at() -> None:
    (card,) = made(1)
    lately(599)
    assert cards.type_code(table_codes.code_of(card), "192.0.2.1") == card
    guessed(1)
    with refused("too_many_codes"):
        cards.type_code(table_codes.code_of(card), "192.0.2.1")
    assert cards.type_code(table_codes.code_of(card), "192.0.2.2") == card


def test_a_phone_that_was_here_on_another_day_answers_for_itself_alone() -> None:
    (card,) = made(1)
    new, old = a_device("one of today"), a_device("one of last week")
    Device.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=7))
    old.refresh_from_db()
    lately(600)
    with refused("too_many_codes"):
        cards.type_code(table_codes.code_of(card), "192.0.2.1", new)
    assert cards.type_code(table_codes.code_of(card), "192.0.2.1", old) == card
    guessed(10, device=old)
    with refused("too_many_codes"):
        cards.type_code(table_codes.code_of(card), "192.0.2.1", old)


def test_a_phone_that_guesses_locks_out_itself_and_not_its_hall() -> None:
    (card,) = made(1)
    guesser, other = a_device("one that guesses"), a_device("another one")
    guessed(10, device=guesser)
    for address in ("192.0.2.1", "198.51.100.1"):
        with refused("too_many_codes"):
            cards.type_code(table_codes.code_of(card), address, guesser)
    assert cards.type_code(table_codes.code_of(card), "192.0.2.1", other) == card
    assert cards.type_code(table_codes.code_of(card), "192.0.2.1") == card


def test_a_hall_of_forty_people_with_typing_errors_goes_on() -> None:
    (card,) = made(1)
    for number, wrong in enumerate(wrong_codes(40)):
        phone = a_device(f"phone {number}")
        with refused("no_such_code"):
            cards.type_code(wrong, "192.0.2.1", phone)
        assert cards.type_code(table_codes.code_of(card), "192.0.2.1", phone) == card


def test_after_ten_minutes_an_address_and_a_phone_may_try_again() -> None:
    (card,) = made(1)
    phone = a_device("one that guesses")
    lately(590)
    guessed(10, device=phone)
    WrongCode.objects.update(at=timezone.now() - timedelta(minutes=10, seconds=1))
    assert cards.type_code(table_codes.code_of(card), "192.0.2.1", phone) == card


def test_while_somebody_guesses_from_everywhere_only_loud_addresses_are_not_heard() -> None:
    (card,) = made(1)
    typed_before(900)
    lately(99, "a hall with many tables")
    guessed(1, "192.0.2.9", a_device("one that guesses"))  # counted once, though against two
    assert cards.type_code(table_codes.code_of(card), "a hall with many tables") == card
    lately(100, "one that guesses")
    with refused("too_many_codes"):
        cards.type_code(table_codes.code_of(card), "one that guesses")
    WrongCode.objects.exclude(address_hash="one that guesses").delete()
    # By itself it might still be a hall
    assert cards.type_code(table_codes.code_of(card), "one that guesses") == card
    WrongCode.objects.update(at=timezone.now() - timedelta(minutes=61))
    with refused("no_such_code"):
        cards.type_code("222222", "198.51.100.1")
    assert WrongCode.objects.count() == 1  # the old ones are gone


def test_fifty_cards_are_found_by_one_who_guesses_in_no_less_than_two_years() -> None:
    every = len(table_codes.ALPHABET) ** table_codes.LENGTH
    hours = every / (50 + 1) / cards.FROM_ALL.many
    assert (cards.FROM_ALL.many, round(hours / 24 / 365, 1)) == (1_000, 2.0)


def test_no_address_is_kept() -> None:
    Client(REMOTE_ADDR="192.0.2.1").post("/table/", {"code": "222222"})
    row = WrongCode.objects.get()
    assert "192.0.2.1" not in row.address_hash
    assert len(row.address_hash) == 64


@pytest.mark.parametrize("guesses", [200, pytest.param(20_000, marks=pytest.mark.slow)])
def test_whoever_guesses_from_everywhere_finds_no_table(
    guesses: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(*range(1, 51))
    typed_before(900)
    senders = max(2, guesses // 200)  # a hundred of them for the long version
    looked_at: list[str] = []
    # A slow machine would take longer over it than what is counted together
    stands_still = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: stands_still)

    def look(code: str) -> Card | None:
        looked_at.append(code)
        return table_codes.card_by_code(code)

    monkeypatch.setattr(cards, "card_by_code", look)
    for number, code in enumerate(wrong_codes(guesses)):
        with suppress(RuleError):
            cards.type_code(code, f"sender {number % senders}")
    assert len(looked_at) == senders * cards.LOUD.many
