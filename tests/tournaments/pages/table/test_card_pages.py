"""The card of a table on a phone: scanned or typed, it leads to what the table plays now."""

import pytest
from django.test import Client, override_settings
from django.urls import reverse

from tests.requests import Response
from tests.tournaments import desks
from tests.tournaments.desk_pages import errors, text_of
from tournaments import table_codes
from tournaments.actions import agreeing, cards, publishing, stages
from tournaments.match.figures import fingerprint
from tournaments.models import Card, Match, Tournament, WrongCode
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db


def evening(entrants: int = 8) -> tuple[Tournament, Card]:
    """A tournament with nothing drawn, and the card of its first table."""
    tournament = desks.a_tournament("pairs_swiss", entrants)
    return tournament, cards.make_cards(tournament, [1])[0]


def scan(card: Card, phone: Client | None = None) -> Response:
    return (phone or Client()).get(reverse("card", args=[table_codes.token_of_card(card)]))


def type_in(code: str, address: str = "192.0.2.1", **headers: str) -> Response:
    return Client().post(
        reverse("table_code"), {"code": code}, REMOTE_ADDR=address, headers=headers
    )


def leads_to(card: Card) -> Match | None:
    """The match that a scanned card leads to."""
    where = scan(card)
    found = [
        match
        for match in Match.objects.all()
        if where.get("Location") == reverse("match", args=[token_of(match)])
    ]
    assert where.status_code == (302 if found else 200)
    return found[0] if found else None


def table_one(number: int) -> Match:
    return Match.objects.get(session_round__number=number, number=1)


# Scanned
# --------------------------------------------------------------------------------------------------


def test_a_card_leads_to_the_match_of_the_round_that_is_played() -> None:
    tournament, card = evening()
    assert leads_to(card) is None
    first = desks.draw(tournament)
    assert leads_to(card) == table_one(1)
    desks.play_round(first)
    assert leads_to(card) == table_one(1)  # until there is something newer
    desks.draw(tournament, 2)
    assert leads_to(card) == table_one(2)


def test_of_two_open_rounds_the_earlier_comes_first_until_it_is_over() -> None:
    tournament = desks.a_tournament("pairs_league", 4)
    card = cards.make_cards(tournament, [1])[0]
    stage = desks.first_stage(tournament)
    stages.begin_stage(stage, None)
    desks.draw(tournament, 1)
    desks.draw(tournament, 2)
    assert leads_to(card) == table_one(1)
    first = desks.play_match(
        Match.objects.select_related("session_round__stage__tournament").get(pk=table_one(1).pk)
    )
    agreeing.agree(first, 1, fingerprint(first), how="other")
    assert leads_to(card) == table_one(2)


@pytest.mark.parametrize("disputed", [False, True])
def test_a_card_leads_to_the_result_that_is_to_be_agreed_until_the_next_match_begins(
    disputed: bool,
) -> None:
    tournament = desks.a_tournament("pairs_league", 4)
    card = cards.make_cards(tournament, [1])[0]
    desks.draw(tournament, 1)
    first = desks.play_match(
        Match.objects.select_related("session_round__stage__tournament").get(pk=table_one(1).pk)
    )
    if disputed:
        agreeing.dispute_result(first, 1, "hand 2", None)
    assert leads_to(card) == table_one(1)
    desks.draw(tournament, 2)
    choice = scan(card).content.decode()
    addresses = [reverse("match", args=[token_of(table_one(number))]) for number in (1, 2)]
    assert [choice.count(address) for address in addresses] == [1, 1]
    assert choice.index(addresses[0]) < choice.index(addresses[1])
    Client().post(reverse("match_play", args=[token_of(table_one(2)), 1]), {"side": "0"})
    assert leads_to(card) == table_one(2)


def test_a_draft_is_not_shown_and_the_page_waits_for_it() -> None:
    tournament, card = evening()
    draft = desks.draw(tournament, publish=False)
    page = scan(card)
    assert "Table 1 Nothing to play here yet." in text_of(page)
    assert (page["Cache-Control"], page["X-Robots-Tag"]) == ("no-store", "noindex")
    part = Client().get(
        reverse("card", args=[table_codes.token_of_card(card)]), headers={"HX-Request": "true"}
    )
    publishing.publish_round(draft, None)
    newer = Client().get(
        reverse("card", args=[table_codes.token_of_card(card)]),
        headers={"HX-Request": "true", "If-None-Match": part["ETag"]},
    )
    assert newer.status_code == 200
    assert reverse("match", args=[token_of(table_one(1))]) in newer.content.decode()


def test_a_card_knows_its_own_tournament_alone() -> None:
    _, card = evening()
    desks.draw(desks.a_tournament("pairs_swiss", 8, desk=desks.a_desk("Otto", "Another club")))
    assert leads_to(card) is None


def test_a_card_that_was_made_anew_says_so_in_words() -> None:
    _, card = evening()
    old = reverse("card", args=[table_codes.token_of_card(card)])
    cards.renew_card(card, None)
    for address in (old, reverse("card", args=["x"])):
        page = Client().get(address)
        assert (page.status_code, "No table for this card" in text_of(page)) == (404, True)
    part = Client().get(old, headers={"HX-Request": "true"})
    assert (part.status_code, part.json()["errors"][0]["code"]) == (404, "not_open")
    assert Client().post(old).status_code == 405


# Typed
# --------------------------------------------------------------------------------------------------


def test_the_typed_code_leads_to_the_card() -> None:
    _, card = evening()
    form = Client().get(reverse("table_code"))
    assert (form.status_code, form["X-Robots-Tag"], form.cookies.get("device")) == (
        200,
        "noindex",
        None,
    )
    answer = type_in(table_codes.shown_code(table_codes.code_of(card)).lower())
    assert (answer.status_code, answer["Location"]) == (
        303,
        reverse("card", args=[table_codes.token_of_card(card)]),
    )


def test_an_address_that_leads_nowhere_takes_the_code_without_a_cookie() -> None:
    lost = Client().get("/nowhere/at/all/")
    form = (
        lost.content.decode()
        .partition('<form class="card" method="get"')[2]
        .partition("</form>")[0]
    )
    assert lost.status_code == 404
    assert f'action="{reverse("table_code")}"' in form
    assert 'name="code"' in form
    assert "csrf" not in form
    page = Client().get(reverse("table_code"), {"code": "k7p 3qx<b>" + "x" * 100}).content.decode()
    assert 'value="k7p 3qx&lt;b&gt;xxxxxxxxxx"' in page


def test_a_wrong_code_stays_in_its_field_with_the_reason() -> None:
    evening()
    answer = type_in("K7P 3QX<b>" + "x" * 100)
    assert (answer.status_code, errors(answer)) == (
        422,
        ["No table has this code. Check the card."],
    )
    assert 'value="K7P 3QX&lt;b&gt;xxxxxxxxxx"' in answer.content.decode()


def guess(count: int) -> list[int]:
    return [type_in(f"2222{a}{b}", "192.0.2.0").status_code for a, b in pairs(count)]


def pairs(count: int) -> list[tuple[str, str]]:
    every = [(a, b) for a in table_codes.ALPHABET for b in table_codes.ALPHABET]
    return every[:count]


def typed_from(address: str, count: int) -> None:
    """So many wrong codes from this address in the last minutes."""
    WrongCode.objects.all().delete()
    guess_one = type_in("222222", address)
    assert guess_one.status_code == 422
    row = WrongCode.objects.get()
    WrongCode.objects.bulk_create(
        WrongCode(address_hash=row.address_hash) for _ in range(count - 1)
    )


def test_guessing_ends_and_locks_out_nobody_who_scans_or_sits() -> None:
    tournament, card = evening()
    desks.draw(tournament)
    seated = Client()
    link = reverse("match", args=[token_of(table_one(1))])
    seated.post(reverse("match_play", args=[token_of(table_one(1)), 1]), {"side": "0"})
    typed_from("192.0.2.0", 598)
    assert guess(4) == [422] * 2 + [429] * 2
    right = type_in(table_codes.code_of(card), "192.0.2.0")
    assert (right.status_code, errors(right)) == (
        429,
        ["Too many wrong codes: scan the QR code, or ask the director."],
    )
    assert right["Retry-After"] == "600"
    assert type_in(table_codes.code_of(card), "192.0.2.77").status_code == 303
    assert [scan(card, seated).status_code, seated.get(link).status_code] == [302, 200]
    assert (
        seated.post(reverse("match_do", args=[token_of(table_one(1)), "call"])).status_code == 303
    )


def test_a_phone_that_is_known_guesses_ten_times() -> None:
    tournament, card = evening()
    desks.draw(tournament)
    phone = Client()
    phone.post(reverse("match_play", args=[token_of(table_one(1)), 1]), {"side": "0"})
    tries = [
        phone.post(reverse("table_code"), {"code": f"2222{a}{b}"}).status_code for a, b in pairs(12)
    ]
    assert tries == [422] * 10 + [429] * 2
    assert (
        Client().post(reverse("table_code"), {"code": table_codes.code_of(card)}).status_code == 303
    )
    assert scan(card, phone).status_code == 302


def test_while_others_guess_from_everywhere_a_right_code_leads_to_its_table() -> None:
    tournament, card = evening()
    desks.draw(tournament)
    WrongCode.objects.bulk_create(WrongCode(address_hash=f"{n:064}") for n in range(2_000))
    assert type_in("222222", "198.51.100.9").status_code == 422
    assert type_in(table_codes.code_of(card), "198.51.100.9").status_code == 303
    assert scan(card).status_code == 302


def test_a_forged_header_is_no_other_address() -> None:
    evening()
    typed_from("192.0.2.1", 599)
    answers = [
        type_in(f"2222{a}{b}", **{"X-Forwarded-For": f"203.0.113.{n}"})
        for n, (a, b) in enumerate(pairs(2))
    ]
    assert [answer.status_code for answer in answers] == [422, 429]


@override_settings(ALLAUTH_TRUSTED_PROXY_COUNT=1)
def test_behind_a_proxy_the_browsers_own_address_counts() -> None:
    evening()
    typed_from("198.51.100.1", 599)
    for n, (a, b) in enumerate(pairs(2)):
        forged = f"203.0.113.{n}, 198.51.100.1"  # the last was written by the proxy itself
        answer = type_in(f"2222{a}{b}", "127.0.0.1", **{"X-Forwarded-For": forged})
        assert answer.status_code == (422, 429)[n]
    other = type_in("222222", "127.0.0.1", **{"X-Forwarded-For": "198.51.100.2"})
    assert other.status_code == 422
