"""What a director sees before something changes that others rely on, on a phone and on a laptop, light and dark."""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.browser.servers import Site
from tests.browser.test_match_at_table import sound

pytestmark = pytest.mark.any_database

# One session round of three tables closed, the next published, one decision that can be undone.
HALL = """
import json
from tests.tournaments import desks
from tournaments.actions import judging
from tournaments.actions.integrity import carry_out
from tournaments.models import Match
desk = desks.a_desk()
tournament = desks.a_tournament(
    "german_championship", entrants=12, desk=desk, rules={"round_limit": 4, "target_score": None}
)
drawn = desks.draw(tournament)
desks.play_round(drawn)
match = Match.objects.filter(session_round=drawn).select_related("session_round__stage__tournament").first()
following = desks.draw(tournament, 2)
change = carry_out(tournament, lambda: judging.rule_match(match, desk.user, {"kind": "half"}, "cards were missing"))
open_one = Match.objects.filter(session_round=following).first()
print("hall", json.dumps([
    str(tournament.pk), match.pk, open_one.pk, change.line_id, desk.client.cookies["sessionid"].value
]))
"""
SIZES = [(320, 640), (1280, 800)]
SHOTS = os.environ.get("SHOTS", "")


@dataclass(frozen=True)
class Hall:
    """A tournament, a match that was decided, one that nobody has begun, the decision's line, a session."""

    tournament: str
    decided: int
    waiting: int
    line: int
    session: str


@pytest.fixture
def hall(site: Site) -> Hall:
    said = site.manage("shell", "-v", "0", "-c", HALL).stdout
    return Hall(*json.loads(said.rpartition("hall ")[2]))


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES, ids=["phone", "laptop"])
def test_every_page_of_changing_what_others_rely_on_is_sound(
    new_phone: Callable[..., Page], site: Site, hall: Hall, axe: Callable[[Page], list[str]],
    size: tuple[int, int], colours: str,
) -> None:  # fmt: skip
    small = size[0] < 500
    page = new_phone(size, is_mobile=small, has_touch=small, color_scheme=colours)
    page.context.add_cookies([{"name": "sessionid", "value": hall.session, "url": site.url}])
    desk = f"/desk/{hall.tournament}"

    def looked(name: str) -> None:
        if SHOTS:
            page.screenshot(path=f"{SHOTS}/{name}-{size[0]}-{colours}.png", full_page=True)
        sound(page, axe)

    page.goto(f"{desk}/log/{hall.line}/undo/")
    looked("undo")
    page.goto(f"{desk}/rounds/1/2/places/")
    looked("places")
    page.get_by_label("Who", exact=True).select_option(index=1)
    page.get_by_label("With whom").select_option(index=5)
    page.get_by_label("Why?").fill("the wrong people sat down")
    page.get_by_role("button", name="Look what it changes").click()
    expect(page.get_by_text("Nothing has happened yet.")).to_be_visible()
    looked("preview")
    page.goto(f"{desk}/matches/{hall.decided}/move/")
    looked("move")
    page.goto(f"{desk}/matches/{hall.waiting}/paper/")
    looked("paper")
    page.goto(f"{desk}/matches/{hall.decided + 1}/correct/")
    expect(page.get_by_role("button", name="Look what it changes")).to_be_visible()
    looked("correct")
    page.goto(f"{desk}/log/")
    looked("log")
