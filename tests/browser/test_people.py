"""The pages of people in a real browser: three taps from the front page to an answer, on the
smallest phone too.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looking import too_small, too_wide
from tests.browser.offline import kept_here
from tests.browser.playing import LONG
from tests.browser.records import Records
from tests.browser.servers import Site
from tests.browser.sheets import played
from tests.browser.starting import NewPhone, sign_in
from tests.reliability.outbox import until


def test_three_taps_from_the_front_page_say_how_often_a_grand_tichu_was_made(
    phone: Page, records: Records, axe: Callable[[Page], list[str]]
) -> None:
    for _ in range(3):
        played(phone, records, "nanking", 40, (LONG, "Beat", "Carla", "Dino"))
    phone.set_viewport_size({"width": 320, "height": 640})
    phone.goto("/")
    phone.get_by_role("link", name="People").tap()
    phone.get_by_role("link", name="Carla").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Carla")
    row = phone.locator("#grand")
    expect(row).to_contain_text(" of ")
    row.get_by_role("link").tap()
    # What is behind the number, in its place
    expect(row.get_by_role("link", name="round")).to_be_visible()
    assert "?open=grand" in phone.url
    assert (too_wide(phone), too_small(phone), axe(phone)) == (0, [], [])
    phone.get_by_role("link", name=LONG).tap()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("&")
    assert (too_wide(phone), too_small(phone), axe(phone)) == (0, [], [])
    phone.get_by_role("link", name="Beat & Dino").tap()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Dino")
    assert (too_wide(phone), too_small(phone), axe(phone)) == (0, [], [])
    phone.goto("/ratings/")
    expect(phone.get_by_role("table")).to_contain_text("Carla")
    assert (too_wide(phone), too_small(phone), axe(phone)) == (0, [], [])
    phone.get_by_role("link", name="Carla").tap()
    phone.emulate_media(reduced_motion="reduce")  # a stamp that is falling yet is too pale for axe
    phone.get_by_role("link", name=re.compile(r"^20\d\d$")).tap()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Your year at the table")
    assert (too_wide(phone), too_small(phone), axe(phone)) == (0, [], [])


def test_a_share_of_all_is_not_on_the_average_of_the_others(
    new_phone: NewPhone, records: Records
) -> None:
    phone = new_phone(locale="de", viewport=(390, 844))
    played(phone, records, "nanking", 40)
    phone.goto("/people/")
    phone.get_by_role("link", name="Carla").tap()
    shares = phone.locator(".share-row:has(> .club)")
    expect(shares.first).to_be_visible()
    for width in (320, 390, 1280):
        phone.set_viewport_size({"width": width, "height": 844})
        gaps = shares.evaluate_all(
            """all => all.map((row) => {
              const [own, club] = [row.querySelector(".percent"), row.querySelector(".club")];
              own.textContent = "100\u00a0%";
              const words = document.createRange();
              words.selectNodeContents(own);
              return club.getBoundingClientRect().left - words.getBoundingClientRect().right;
            })"""
        )
        assert min(gaps) >= 3, width
        assert too_wide(phone) == 0


# All that this phone keeps: pages, tables, the names that it offers.
KEEPS = """async () => {
  const said = [];
  const pages = await caches.open("pages");
  for (const key of await pages.keys())
    said.push(await (await pages.match(key, { ignoreVary: true })).text());
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise((done) => {
      const asked = indexedDB.open(name);
      asked.onsuccess = () => done(asked.result);
    });
    for (const store of db.objectStoreNames) {
      const rows = db.transaction(store).objectStore(store).getAll();
      said.push(await new Promise((done) => {
        rows.onsuccess = () => done(JSON.stringify(rows.result)); }));
    }
    db.close();
  }
  return said.join();
}"""


@pytest.mark.slow  # in short: tests/scoring/test_erasing.py
def test_three_taps_erase_somebody_and_nothing_on_the_phone_has_the_name(
    new_phone: NewPhone, records: Records, axe: Callable[[Page], list[str]]
) -> None:
    phone = new_phone(service_workers="allow")
    sheet = played(phone, records, "nanking", 5, ("Anna", "Beat", "Xquerz", "Dino"))
    phone.goto("/")
    phone.goto("/new/")
    phone.goto(f"{sheet}score/")
    kept_here(phone, "/", "/new/", f"{sheet}score/")
    until(phone, f"async () => (await ({KEEPS})()).split('Xquerz').length > 4")
    phone.goto("/people/")
    phone.get_by_role("link", name="Xquerz").tap()
    phone.get_by_role("link", name="Erase").tap()
    expect(phone.get_by_role("heading", name="Erase Xquerz")).to_be_in_viewport()
    assert (too_wide(phone), too_small(phone), axe(phone)) == (0, [], [])
    phone.get_by_role("button", name="Erase the name").tap()
    expect(phone.get_by_role("status")).to_contain_text("The name is gone")
    phone.goto("/")
    expect(phone.locator("main")).to_contain_text("Somebody")
    until(phone, f"async () => !(await ({KEEPS})()).includes('Xquerz')")
    phone.goto(sheet)
    expect(phone.locator("main")).to_contain_text("Somebody")
    expect(phone.locator("body")).not_to_contain_text("Xquerz")


def in_a_club() -> None:
    """The phone that began the last game joins a club with all of its people."""
    from scoring.models import Club, Device, Game, Player

    club, phone = Club.objects.create(name="Tichu Bern"), Game.objects.latest("started_at").device
    Device.objects.filter(pk=phone.pk).update(club=club)
    Player.objects.filter(device=phone).update(club=club, device=None)


@pytest.mark.slow  # in short: tests/scoring/pages/people
def test_what_a_visitor_sees_of_a_name_saves_itself(
    new_phone: NewPhone, site: Site, records: Records, axe: Callable[[Page], list[str]]
) -> None:
    phone = new_phone()
    played(phone, records, "nanking", 2, (LONG, "Beat Zürcher", "Олег Белов", "Dino"))
    records(in_a_club)
    sign_in(phone, site, records, "Ottilie")
    phone.goto("/people/")
    phone.get_by_role("link", name=LONG).tap()
    phone.get_by_role("link", name="What a visitor sees").tap()
    seen = phone.get_by_role("region", name="What a visitor sees")
    expect(seen).to_contain_text(LONG)
    expect(phone.get_by_role("button", name="Save")).to_be_hidden()
    assert (too_wide(phone), too_small(phone), axe(phone)) == (0, [], [])
    phone.get_by_label("Hidden").tap()
    expect(phone.get_by_role("status")).to_have_text("saved")
    expect(seen).to_contain_text("Somebody")
    phone.get_by_role("radio", name="Alias").tap()  # nothing is sent before one is typed
    alias = phone.get_by_role("textbox", name="Alias")
    expect(alias).to_be_focused()
    alias.fill("Żubr")
    alias.press("Tab")
    expect(seen).to_contain_text("Żubr")
    assert (too_wide(phone), too_small(phone), axe(phone)) == (0, [], [])
    phone.reload()
    expect(phone.get_by_role("radio", name="Alias")).to_be_checked()


@pytest.mark.slow  # in short: tests/scoring/test_merging.py
def test_two_names_are_made_one_person_and_parted_again_on_the_smallest_phone(
    phone: Page, records: Records, axe: Callable[[Page], list[str]]
) -> None:
    played(phone, records, "nanking", 5, (LONG, "Beat", "Carla Meier", "Dino"))
    played(phone, records, "nanking", 5, (LONG, "Beat", "Carla M.", "Dino"))
    phone.set_viewport_size({"width": 320, "height": 640})
    phone.goto("/people/")
    assert (too_wide(phone), too_small(phone), axe(phone)) == (0, [], [])
    phone.get_by_role("link", name="One person?").tap()
    expect(phone.get_by_role("button", name="Two people")).to_be_visible()
    assert (too_wide(phone), too_small(phone), axe(phone)) == (0, [], [])
    phone.get_by_role("button", name="Merge into Carla Meier").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Carla Meier")
    expect(phone.locator(".merged-name")).to_contain_text("Carla M.")
    assert (too_wide(phone), too_small(phone), axe(phone)) == (0, [], [])
    phone.get_by_role("button", name="Separate").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Carla M.")
