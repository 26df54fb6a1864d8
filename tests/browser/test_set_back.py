"""The site is set back to an older copy: the phones at the tables give it again what they were
told.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Troubles
from tests.browser.playing import Hand, arrived, reads, rested
from tests.browser.sending import ANNAS, BEATS, NO_LINE, on_server, start_whole, write
from tests.browser.servers import Site, free_port, running_site
from tests.reliability.outbox import HURRY

# Cases of tables: [told, news, { unknown, gone, held }] and what is to be sent again.
GIVEN = """async (cases) => {
  const { doubtful, toGive } = await import("/static/scoring/again.js");
  const rounds = (ids) =>
    ids.map(([id, replaces], at) => ({ id, number: at + 1, replaces, data: {}, sides: [] }));
  return cases.map(([told, news, { unknown, gone, held }]) => toGive(
    { rounds: rounds(told) }, { rounds: rounds(news) },
    { unknown: new Set(unknown), gone: new Set(gone), held: new Set(held) },
  ).map(({ id, kind, number, replaces, about }) => [kind, number, id[0], replaces ?? about]));
}"""

LOSE = "Game.objects.update(deleted_at='2000-01-01T00:00Z')"


def named(letter: str) -> str:
    return f"{letter * 8}-0000-4000-8000-000000000000"


A, B, C, D, X = map(named, "abcdf")
TABLES: list[tuple[str, list[Any], list[Any], dict[str, list[str]], list[list[Any]]]] = [
    ("nothing is lost", [[A], [B]], [[A], [B]], {}, []),
    (
        "two rounds are lost",
        [[A], [B], [C]], [[A]], {"unknown": [B, C]},
        [["round", 2, "b", None], ["round", 3, "c", None]],
    ),
    ("they wait here already", [[A], [B], [C]], [[A]], {"unknown": [B, C], "held": [B]}, [["round",
    3, "c", None]]),
    ("another phone was quicker", [[A], [B], [C]], [[A], [B]], {"unknown": [C]}, [["round", 3, "c",
    None]]),
    ("a correction is lost", [[A], [C, B]], [[A], [B]], {"unknown": [C], "gone": [B]},
    [["correction", 2, "c", B]]),
    ("the round that it corrects too", [[A], [C, B]], [[A]], {"unknown": [C], "gone": [B]},
    [["round", 2, "c", None]]),
    ("a round was taken back", [[A]], [[A], [B]], {"gone": [B]}, [["undo", 2, "b", B]]),
    (
        "a round was taken back and played again",
        [[A], [C], [D]], [[A], [B]], {"unknown": [C, D], "gone": [B]},
        [["undo", 2, "b", B], ["round", 2, "c", None], ["round", 3, "d", None]],
    ),
    (
        "the table has gone on from the copy: both are shown, nothing goes under",
        [[A], [B]], [[A], [X]], {"unknown": [B]}, [["round", 2, "b", None]],
    ),
    ("another has written since what this phone never saw", [[A]], [[A], [X]], {}, []),
]  # fmt: skip


def test_what_is_sent_again(scratch: Page) -> None:
    empty: dict[str, list[str]] = {"unknown": [], "gone": [], "held": []}
    told = scratch.evaluate(
        GIVEN, [[told, news, empty | known] for _what, told, news, known, _given in TABLES]
    )
    for (what, *_case, given), found in zip(TABLES, told, strict=True):
        assert found == given, what


# A game on the front page or its sheet: two entries that the server had said to have, the first of
# which it lost since.
AWAY = """async ([game, lost, there]) => {
  const { Outbox } = await import("/static/scoring/outbox.js");
  const { Held } = await import("/static/scoring/held.js");
  const outbox = await Outbox.open();
  for (const [at, id] of [lost, there].entries()) {
    await outbox.add({ id, game, kind: "round", number: at + 1, data: {},
      state: "sent", outcome: "counted" });
  }
  const told = { game, version: 3, rounds: [], urls: {} };
  const held = new Held(outbox, { game, screen: told, at: 0 }, () => {});
  window.fetch = async () => Response.json({ ...told, version: 1, rounds: [{ id: there }] });
  Object.assign(held.sender, {
    unknown: async (ids) => new Set(ids.filter((id) => id === lost)),
    flush: () => {},
  });
  await held.ask();
  return (await outbox.of(game)).map(({ id, state }) => [id, state]);
}"""


def test_away_from_the_table_what_the_server_lost_waits_again_and_nothing_else(phone: Page) -> None:
    phone.goto("/")
    assert phone.evaluate(AWAY, [X, A, B]) == [[A, "waiting"]]


@pytest.fixture
def table(new_phone: Callable[..., Page], troubles: Troubles) -> Callable[[str], Page]:
    """Take a phone to hand whose pauses pass quickly."""
    troubles.expect(NO_LINE)
    troubles.expect(
        "ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET"
    )
    troubles.expect("status of (404|503)")

    def take(url: str) -> Page:
        troubles.home = url.removeprefix("http://")
        page = new_phone(base_url=url, service_workers="block")
        page.add_init_script(HURRY)
        return page

    return take


@contextmanager
def a_site(folder: Path, port: str) -> Iterator[Site]:
    with running_site(folder, PORT=port) as site:
        yield site


def a_copy(site: Site) -> str:
    """Copy everything, and give the file."""
    return (
        site.manage("backup")
        .stdout.splitlines()[0]
        .removeprefix("Everything: ")
        .partition(".sqlite3")[0]
        + ".sqlite3"
    )


# In short: test_lost_rows.py, where the rows are lost beside a server that goes on
@pytest.mark.slow
def test_a_phone_gives_a_site_that_was_set_back_what_it_was_told(
    tmp_path: Path, table: Callable[[str], Page]
) -> None:
    port = str(free_port())
    with a_site(tmp_path, port) as site:
        empty = a_copy(site)
        phone = table(site.url)
        hand = Hand(phone)
        address = start_whole(phone)
        write(hand, ANNAS, BEATS, ANNAS)
        arrived(phone, 3)
        copy = a_copy(site)
        phone.get_by_role("button", name="Undo round 3").tap()
        expect(phone.locator("#heading")).to_contain_text("3")
        rested(phone)
        hand.out(0)  # her place is what is left of the round
        write(hand, BEATS, BEATS)
        arrived(phone, 4)
    site.manage("restore", copy)
    with a_site(tmp_path, port):
        reads(phone, "restored from an older copy. Sent again: Round 3, Round 4")
        arrived(phone, 4)
        assert on_server(phone, address) == [ANNAS, BEATS, BEATS, BEATS]
        write(hand, ANNAS)
        arrived(phone, 5)
        assert on_server(phone, address) == [ANNAS, BEATS, BEATS, BEATS, ANNAS], (
            "no hand in the place of another"
        )
    site.manage("restore", empty)
    with a_site(tmp_path, port) as site:
        expect(phone.locator("#age")).to_contain_text("not open on this phone")
        phone.locator("#whole").tap()
        expect(phone.locator("#age")).to_be_hidden()
        assert on_server(phone, address) == [ANNAS, BEATS, BEATS, BEATS, ANNAS]
        # The same for a phone that does not lie open at its table, but comes to it anew.
        phone.goto("/")
        site.manage("shell", "-c", f"from scoring.models import Game; {LOSE}")
        site.manage("delete_for_good")
        phone.goto(f"{address}score/")
        phone.get_by_role("link", name="What this phone has").tap()
        phone.get_by_role("button", name="Restore this game on the site").tap()
        phone.get_by_role("link", name="To the table").tap()
        arrived(phone, 5)
        assert on_server(phone, address) == [ANNAS, BEATS, BEATS, BEATS, ANNAS]
