"""Pages that follow their game: the part they ask for, when it is not sent, who gets it."""

import re
import uuid
from collections.abc import Callable
from urllib.parse import unquote

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring.games.access.links import revoke_link
from scoring.games.actions.game_state import pause_game
from scoring.games.live import channel_of_ticket
from scoring.models import Game
from scoring.pages import live_pages
from scoring.rules import RuleSet
from tests.scoring.games import TWO_ROUNDS, a_client, a_game, believable, said, write
from tests.scoring.sharing import address, part, scorer, token

pytestmark = pytest.mark.django_db

PAGES = ("game", "wall", "look", "look_wall")


def told(answer: HttpResponse) -> dict[str, str]:
    """What #live tells the script, the channels of its stream,
    and where it reports what it shows.
    """
    page = answer.content.decode()
    tag = re.search(r'<div id="live"([^>]*)>', page)
    stream = re.search(r'hx-sse:connect="/live/\?t=([^"]+)"', page)
    assert tag
    assert stream
    reports = re.search(r'<form class="reports" hidden hx-post="([^"]*)"', page)
    return dict(re.findall(r'data-(\w+)="([^"]*)"', tag[1])) | {
        "ticket": unquote(stream[1]),
        "seen": reports[1] if reports else "",
    }


# What the script is told
# ----------------------------------------------------------------------------------------


def test_the_page_tells_its_script_what_it_needs_to_follow() -> None:
    game = a_game(rounds=TWO_ROUNDS)
    for page in PAGES:
        where = address(page, game)
        answer = a_client().get(where)
        game.refresh_from_db()
        live = told(answer)
        assert channel_of_ticket(live["ticket"]) == game.pk, page
        assert (live["channel"], live["version"], live["url"]) == (
            str(game.pk),
            str(game.version),
            where,
        )
        assert "ETag" not in answer, page
        assert part(a_client(), where, live["etag"].replace("&quot;", '"')).status_code == 304, page


def test_the_part_is_what_the_page_holds() -> None:
    game = a_game(rounds=TWO_ROUNDS)
    for page in PAGES:
        where = address(page, game)
        whole, inner = a_client().get(where).content.decode(), part(a_client(), where)
        text = said(f'<main id="main">{inner.content.decode()}</main>')
        assert text, page
        assert text in said(whole), page
        assert "<html" not in inner.content.decode(), page
        assert inner["Cache-Control"] == "no-store", page


def test_whoever_looks_says_so_and_a_wall_does_not() -> None:
    game = a_game()
    addresses = {page: address(page, game) for page in PAGES}
    seen = {page: told(a_client().get(where))["seen"] for page, where in addresses.items()}
    own, theirs = reverse("seen", args=[game.pk]), f"{addresses['look']}seen/"
    assert seen == {"game": own, "wall": "", "look": theirs, "look_wall": ""}


def test_a_page_that_answers_a_refused_button_goes_on_following() -> None:
    game = a_game()
    answer = a_client().post(reverse("finish_early", args=[game.pk]), {"reason": "x" * 201})
    assert answer.status_code == 422
    assert told(answer)["url"] == reverse("game", args=[game.pk])
    assert said(answer.content.decode()).count("Why? (optional)") == 1


# 304
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("client", [a_client, Client])
def test_what_is_known_is_not_sent_again_and_costs_at_most_three_queries(
    page: str, client: Callable[[], Client], django_assert_max_num_queries
) -> None:
    game = a_game(rounds=TWO_ROUNDS)
    phone = client() if page.startswith("look") else scorer(game)
    where = address(page, game)
    etag = part(phone, where)["ETag"]
    with django_assert_max_num_queries(3):
        again = part(phone, where, etag)
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", etag)
    game.refresh_from_db()
    assert etag.startswith(f'W/"{game.version}-')


def test_the_owners_wall_costs_three_queries_while_nothing_changes(
    django_assert_max_num_queries,
) -> None:
    where = address("wall", a_game(rounds=TWO_ROUNDS))
    etag = part(a_client(), where)["ETag"]
    with django_assert_max_num_queries(3):
        assert part(a_client(), where, etag).status_code == 304


def test_head_answers_as_get_without_words() -> None:
    game = a_game(rounds=TWO_ROUNDS)
    for page in PAGES:
        where = address(page, game)
        get = part(a_client(), where)
        head = a_client().head(where, headers={"HX-Request": "true"})
        assert (head.status_code, head["ETag"], head.content) == (200, get["ETag"], b""), page
        again = a_client().head(where, headers={"HX-Request": "true", "If-None-Match": get["ETag"]})
        assert again.status_code == 304, page
        assert a_client().head(where).status_code == 200, page


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize(
    "change", [lambda game: write(game, TWO_ROUNDS[1:]), lambda game: pause_game(game, game.device)]
)
def test_a_round_or_a_pause_is_sent(page: str, change: Callable[[Game], object]) -> None:
    game = a_game(rounds=TWO_ROUNDS[:1])
    where = address(page, game)
    before = part(a_client(), where)
    change(game)
    after = part(a_client(), where, before["ETag"])
    assert after.status_code == 200
    assert after["ETag"] != before["ETag"]
    assert int(told(after)["version"]) > int(told(before)["version"])


def test_another_language_is_another_part() -> None:
    game = a_game(rounds=TWO_ROUNDS)
    for page in PAGES:
        where = address(page, game)
        etag = part(a_client(), where)["ETag"]
        german = part(a_client(), where, etag, **{"Accept-Language": "de"})
        assert german.status_code == 200, page
        assert german["ETag"] != etag, page


def test_another_build_is_another_part_and_stands_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game = a_game()
    wheres = [address(page, game) for page in PAGES]
    etags = [part(a_client(), where)["ETag"] for where in wheres]
    monkeypatch.setattr(live_pages, "build_id", lambda: "upgraded")
    for where, etag in zip(wheres, etags, strict=True):
        answer = part(a_client(), where, etag)
        assert (answer.status_code, told(answer)["build"]) == (200, "upgraded"), where


def test_another_role_or_phone_is_another_part() -> None:
    game = a_game(rounds=TWO_ROUNDS)
    where = address("game", game)
    other = scorer(game)
    etag = part(other, where)["ETag"]
    assert part(a_client(), where, etag).status_code == 200
    revoke_link("scorer", game.device, game=game)
    assert part(other, where, etag).status_code == 404


@pytest.mark.parametrize("page", PAGES)
def test_a_long_game_costs_as_many_queries_as_a_short_one(
    page: str, django_assert_max_num_queries
) -> None:
    free = {"target_score": None}
    rounds = believable(RuleSet.of("nanking", free), 4, 30)
    game = a_game(settings=free, rounds=rounds[:3])
    where = address(page, game)
    with django_assert_max_num_queries(7) as short:
        part(a_client(), where)
    write(game, rounds[3:])
    with django_assert_max_num_queries(7) as long:
        part(a_client(), where)
    assert len(short) == len(long)


# Who gets it
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["game", "wall"])
@pytest.mark.parametrize("there", [True, False])
def test_a_stranger_gets_the_reason_as_the_script_reads_it(page: str, there: bool) -> None:
    game = a_game()
    key = game.pk if there else uuid.uuid4()
    etag = part(a_client(), address(page, game))["ETag"]
    answer = part(Client(), reverse(page, args=[key]), etag)
    assert answer.status_code == 404
    assert "not open on this phone" in answer.json()["errors"][0]["message"]
    assert "ETag" not in answer


@pytest.mark.parametrize("page", ["look", "look_wall"])
def test_a_revoked_link_says_so_to_the_page_that_followed_by_it(page: str) -> None:
    game = a_game()
    where = address(page, game)
    etag = part(Client(), where)["ETag"]
    revoke_link("viewer", game.device, game=game)
    answer = part(Client(), where, etag)
    assert answer.status_code == 404
    assert "revoked or replaced" in answer.json()["errors"][0]["message"]
    assert (answer["Cache-Control"], answer["X-Robots-Tag"]) == ("no-store", "noindex")
    assert "This link leads to no game" in Client().get(where, follow=True).content.decode()


@pytest.mark.parametrize("page", ["look", "look_wall"])
def test_no_other_token_opens_it(page: str) -> None:
    game = a_game()
    for wrong in ("x", "ü" * 30, token(game, "scorer"), token(game, "viewer")[:-1], "a" * 2000):
        assert part(Client(), reverse(page, args=[wrong])).status_code == 404
        assert Client().get(reverse(page, args=[wrong])).status_code == 404
