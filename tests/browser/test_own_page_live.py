"""Somebody's own page on a phone: the table comes by itself with the draw, then the result to agree to."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.servers import Site
from tests.browser.starting import NewPhone
from tests.browser.test_agreeing_at_table import Table, begins, sound, writes_the_hand

pytestmark = pytest.mark.any_database

# Four pairs who play one hand; the round is a draft. Anna's pair sits on the second side of table 1.
DRAFT = """
import json
from tests.tournaments import desks
from tournaments import codes
from tournaments.actions import cards
from tournaments.tokens import token_of
desk = desks.a_desk()
tournament = desks.a_tournament("pairs_swiss", 4, desk=desk, rules={"target_score": None, "round_limit": 1})
draft = desks.draw(tournament, publish=False)
match = draft.matches.get(number=1)
card = cards.make_cards(tournament, [1])[0]
places = list(match.places.order_by("side").select_related("entrant"))
sides = [" & ".join(place.entrant.members.values_list("player__name", flat=True)) for place in places]
print("own", json.dumps({
    "table": [token_of(match), codes.token_of_card(card), "", sides], "own": token_of(places[1].entrant),
    "round": f"/desk/{tournament.pk}/rounds/1/1/", "session": desk.client.cookies["sessionid"].value,
}))
"""


def test_the_own_page_follows_the_hall_and_then_the_own_table(
    new_phone: NewPhone, site: Site, axe: Callable[[Page], list[str]]
) -> None:
    made = json.loads(site.manage("shell", "-v", "0", "-c", DRAFT).stdout.rpartition("own ")[2])
    match, card, code, sides = made["table"]
    table = Table(match, card, code, tuple(sides))
    own, first = new_phone(), new_phone()
    desk = new_phone((1280, 800), is_mobile=False, has_touch=False)
    desk.context.add_cookies([{"name": "sessionid", "value": made["session"], "url": site.url}])

    own.goto(f"/own/{made['own']}/")
    expect(own.get_by_text("You are in.")).to_be_visible()
    desk.goto(made["round"])
    desk.get_by_role("button", name="Publish").click()
    expect(own.locator(".table-now")).to_have_text("Table 1")  # by itself
    sound(own, axe)

    writes_the_hand(begins(first, table), first)
    expect(own.get_by_role("heading", name="Is this right?")).to_be_visible()  # by itself, at a table it did not know
    assert own.locator(".digits dd").all_inner_texts() == ["165", "35"]
    own.get_by_role("link", name="Something is wrong").tap()
    own.get_by_role("textbox", name="What is wrong").fill("He had no Tichu")
    sound(own, axe)
    own.get_by_role("link", name="Leave it as it is").tap()
    own.get_by_role("button", name="Yes, that is right").tap()
    expect(own.get_by_role("heading", name="Is this right?")).to_have_count(0)
    first.goto(table.link)
    expect(first.get_by_text(re.compile("Agreed by"))).to_be_visible()
