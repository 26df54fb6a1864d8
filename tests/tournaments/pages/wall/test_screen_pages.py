"""The wall's page by its link, and the director's remote control."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments import desks
from tests.tournaments.desk_pages import at, errors, kept_out, text_of
from tests.tournaments.walls import a_screen
from tournaments.actions import venue_screens
from tournaments.models import Role, Screen, Tournament
from tournaments.pages.wall.queries import ITEMS
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db
PART = {"HX-Request": "true"}


def an_evening(desk: desks.Desk | None = None) -> Tournament:
    cup = desks.a_tournament("pairs_swiss", 8, desk=desk)
    desks.play_match(desks.draw(cup).matches.all()[0])
    return cup


def wall(screen: Screen) -> str:
    return reverse("screen", args=[token_of(screen)])


def test_whoever_has_the_link_sees_the_screen_and_nobody_keeps_it() -> None:
    cup = an_evening()
    address = wall(a_screen(cup))
    page = Client().get(address)
    assert (page.status_code, page["Cache-Control"], page["X-Robots-Tag"]) == (
        200,
        "no-store",
        "noindex",
    )
    assert "Table 1 Player 1 Player 2" in text_of(page)
    turned = re.search(
        r'<noscript><meta http-equiv="refresh" content="60;url=(.*?)"></noscript>',
        page.content.decode(),
    )
    assert turned
    assert turned[1] == f"{address}?item=1&amp;page=1"
    assert Client().post(address).status_code == 405


def test_a_link_that_was_made_anew_or_never_was_shows_nothing() -> None:
    cup = an_evening()
    screen = a_screen(cup)
    old = wall(screen)
    venue_screens.renew_link(screen)
    for address in (
        old,
        reverse("screen", args=["1-AAAAAAAAAAAAAAAA"]),
        reverse("screen", args=["9" * 400]),
    ):
        page = Client().get(address)
        assert (page.status_code, "No screen at this link" in text_of(page)) == (404, True)
        part = Client().get(address, headers=PART)
        assert (part.status_code, part.json()["errors"][0]["code"]) == (404, "not_open")
    assert Client().get(wall(Screen.objects.get(pk=screen.pk))).status_code == 200


@pytest.mark.parametrize(
    "query", ["item=99&page=7", "item=x&page=-1", "item=2&page=9999", "page=0", "item=\u0663"]
)
def test_an_address_that_makes_no_sense_shows_something_all_the_same(query: str) -> None:
    cup = an_evening()
    assert Client().get(f"{wall(a_screen(cup))}?{query}").status_code == 200


def test_every_item_is_a_page_and_a_part_of_it() -> None:
    cup = an_evening()
    screen = venue_screens.set_text(a_screen(cup), "Soup <b>now</b>")
    steps = []
    for item in range(len(ITEMS)):
        page = Client().get(f"{wall(screen)}?item={item}")
        part = Client().get(f"{wall(screen)}?item={item}", headers=PART)
        key = re.search(r'data-step="([\w-]+)"', part.content.decode())
        assert key
        assert f'id="step-{key[1]}"' in page.content.decode()
        assert part.content.decode().startswith('<div id="live"')
        steps.append(key[1])
        again = Client().get(
            f"{wall(screen)}?item={item}", headers=PART | {"If-None-Match": part["ETag"]}
        )
        assert (again.status_code, again.content) == (304, b"")
    assert steps == [
        "tables-1",
        "names-1",
        "clock-1",
        "latest-1",
        "standings-1",
        "words-1",
        "code-1",
        "code-1",
    ]
    assert "Soup &lt;b&gt;now&lt;/b&gt;" in Client().get(f"{wall(screen)}?item=5").content.decode()


def test_one_tap_changes_what_the_hall_sees() -> None:
    desk = desks.a_desk()
    cup = an_evening(desk)
    screen = a_screen(cup)
    part = Client().get(wall(screen), headers=PART)
    answer = desk.client.post(
        at("desk_screen_do", cup, screen.pk, "pin"), {"show": "clock", "back": "list"}
    )
    assert (answer.status_code, answer["Location"]) == (
        303,
        at("desk_screens", cup) + f"#screen-{screen.pk}",
    )
    fresh = Client().get(wall(screen), headers=PART | {"If-None-Match": part["ETag"]})
    assert (fresh.status_code, 'data-step="clock-1"' in fresh.content.decode()) == (200, True)
    answer = desk.client.post(
        at("desk_screen_do", cup, screen.pk, "words"), {"text": "Last orders", "pin": "1"}
    )
    assert answer["Location"] == at("desk_screen", cup, screen.pk)
    assert "Last orders" in text_of(Client().get(wall(screen)))
    desk.client.post(at("desk_screen_do", cup, screen.pk, "unpin"))
    assert 'data-step="tables-1"' in Client().get(wall(screen)).content.decode()


def test_a_screen_is_made_from_a_ready_made_playlist_and_arranged_on_its_page() -> None:
    desk = desks.a_desk()
    cup = an_evening(desk)
    answer = desk.client.post(at("desk_screens", cup), {"make": "everything", "name": "By the bar"})
    screen = Screen.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, at("desk_screen", cup, screen.pk))
    page = desk.client.get(answer["Location"]).content.decode()
    order = re.findall(r'name="order" value="(\w+)"', page)
    assert sorted(order) == sorted(ITEMS)
    assert 'value="By the bar"' in page
    # What comes next stands below all that can be arranged
    assert page.index('href="#link"') < page.index('id="now"')
    save = at("desk_screen_do", cup, screen.pk, "save")
    sent = {
        "order": order,
        "on": ["clock", "code"],
        "name": "Bar",
        **{f"seconds_{key}": "20" for key in order},
    }
    assert desk.client.post(save, sent | {"up": "code"}).status_code == 303
    screen.refresh_from_db()
    assert (screen.name, screen.playlist) == (
        "Bar",
        [{"show": "clock", "seconds": 20}, {"show": "code", "seconds": 20}],
    )
    bad = desk.client.post(save, sent | {"seconds_clock": "three"})
    assert (bad.status_code, errors(bad)) == (422, ["Give each page between 5 and 120 seconds."])
    assert desk.client.post(at("desk_screen_do", cup, screen.pk, "renew")).status_code == 303
    gone = desk.client.post(at("desk_screen_do", cup, screen.pk, "remove"))
    assert (gone.status_code, Screen.objects.count()) == (303, 0)


def test_the_desks_pages_are_for_directors_and_who_hangs_screens_up_sees_the_links() -> None:
    desk = desks.a_desk()
    cup = an_evening(desk)
    screen = a_screen(cup)
    kept_out(at("desk_screens", cup), cup, post=False)
    kept_out(at("desk_screen", cup, screen.pk), cup, post=False)
    kept_out(at("desk_hang", cup), cup, post=False)
    kept_out(at("desk_screen_do", cup, screen.pk, "pin"), cup, {"show": "clock"})
    helper = desks.a_user("Sam")
    Role.objects.create(club=desk.club, user=helper, name=Role.Name.SCREEN)
    client = desks.signed_in(helper)
    page = client.get(at("desk_hang", cup))
    assert wall(screen) in page.content.decode()
    assert at("desk_screens", cup) not in page.content.decode()
    assert client.get(at("desk_screens", cup)).status_code == 404
    for action, show in (("pin", "fish"), ("fly", ""), ("pin", "")):
        assert (
            desk.client.post(
                at("desk_screen_do", cup, screen.pk, action), {"show": show}
            ).status_code
            == 404
        )
    assert desk.client.post(at("desk_screens", cup), {"make": "fish"}).status_code == 404
    assert desk.client.get(at("desk_screen", cup, 10**30)).status_code == 404
    other = an_evening(desks.a_desk("Otto", "Another club"))
    assert desk.client.get(at("desk_screen", cup, a_screen(other).pk)).status_code == 404


def test_the_list_of_screens_costs_as_much_for_three_as_for_one() -> None:
    desk = desks.a_desk()
    cup = an_evening(desk)
    counts = []
    for _more in range(2):
        a_screen(cup)
        with CaptureQueriesContext(connection) as queries:
            assert desk.client.get(at("desk_screens", cup)).status_code == 200
        counts.append(len(queries))
        a_screen(cup)
    assert counts[0] == counts[1]


def test_a_screen_in_a_bright_hall_is_light_and_all_of_its_steps_are() -> None:
    address = wall(a_screen(an_evening()))
    dark, light = (Client().get(f"{address}{query}").content.decode() for query in ("", "?light"))
    assert 'class="hall-screen dark"' in dark
    assert "light&" not in dark.partition("<main")[2]
    assert 'class="hall-screen light"' in light
    assert f'data-after="{address}?item=1&amp;page=1&amp;light"' in light
    assert f'data-url="{address}?item=0&amp;page=1&amp;light"' in light
    assert f'url={address}?item=1&amp;page=1&amp;light"' in light
    part = Client().get(f"{address}?item=1&page=1&light", headers=PART).content.decode()
    assert re.search(r'data-after="[^"]*&amp;light"', part)


@pytest.mark.parametrize("name", ["desk_hang", "desk_screens", "desk_screen"])
def test_where_screens_are_chosen_one_says_whether_they_are_light(name: str) -> None:
    desk = desks.a_desk()
    cup = an_evening(desk)
    screen = a_screen(cup)
    page = at(name, cup, *([screen.pk] if name == "desk_screen" else []))
    for query, leads_to in (("", wall(screen)), ("?light", f"{wall(screen)}?light")):
        shown = desk.client.get(page + query).content.decode()
        assert f'href="http://testserver{leads_to}"' in shown
        assert re.search(rf'href="\?{query[1:]}"\s+aria-current="true"', shown)
