"""What a phone keeps: keys that no other game has, writes that the browser lost, tabs in turn, what
waits long.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.playing import Hand, arrived, let_in
from tests.browser.sending import ANNAS, BEATS, phone, start_whole, take, write

__all__ = ["phone", "take"]  # fixtures

OPEN = """
  const { Outbox } = await import("/static/scoring/outbox.js");
  const outbox = await Outbox.open();
  for (const { seq } of [...(await outbox.of("a")), ...(await outbox.of("b"))])
    await outbox.remove(seq);
  const entry = (game, id) => ({ id, game, kind: "round", number: 1, data: {} });
  const ids = async (game) => (await outbox.of(game)).map(({ id }) => id);
"""


def kept(page: Page, script: str) -> Any:
    return page.evaluate(f"async () => {{ {OPEN} {script} }}")


def test_what_is_put_before_others_takes_no_key_of_another_game(scratch: Page) -> None:
    found = kept(
        scratch,
        """
        await outbox.add(entry("b", "b1"));
        for (const id of ["a1", "b2"]) await outbox.add(entry(id[0], id));
        for (let time = 1; time <= 20; time++) {
          await outbox.addBefore([entry("a", `before ${time}`), entry("a", `then ${time}`)]);
        }
        await outbox.addBefore([entry("b", "b0")]);
        return [await ids("a"), await ids("b")];
        """,
    )
    restored = [f"{word} {time}" for time in range(20, 0, -1) for word in ("before", "then")]
    assert found == [[*restored, "a1"], ["b0", "b1", "b2"]]


def test_what_is_put_before_nothing_is_just_kept(scratch: Page) -> None:
    assert kept(
        scratch, 'await outbox.addBefore([entry("a", "a1"), entry("a", "a2")]); return ids("a");'
    ) == ["a1", "a2"]


ABORTS = """
  const { transaction } = IDBDatabase.prototype;
  let aborts = %d;
  IDBDatabase.prototype.transaction = function (...about) {
    const made = transaction.apply(this, about);
    if (about[1] === "readwrite" && aborts-- > 0) queueMicrotask(() => made.abort());
    return made;
  };
"""


def test_a_write_that_the_browser_aborts_is_tried_once_more_on_a_fresh_connection(
    scratch: Page,
) -> None:
    script = """
        const before = outbox.db;
        await outbox.add(entry("a", "a1"));
        return [await ids("a"), outbox.db !== before];
    """
    assert kept(scratch, ABORTS % 1 + script) == [["a1"], True]
    scratch.reload()
    gone = kept(
        scratch,
        ABORTS % 2 + 'return outbox.add(entry("a", "a1")).then(() => "kept", () => "lost");',
    )
    assert gone == "lost", "what is not kept must not be taken for kept"


def test_a_write_that_was_kept_and_told_as_lost_is_not_doubled(scratch: Page) -> None:
    script = """
        const { attempt } = outbox;
        let lies = 1;
        outbox.attempt = async function (...about) {
          const answer = await attempt.apply(this, about);
          if (lies-- > 0)
            throw new DOMException("connection to the database server lost", "UnknownError");
          return answer;
        };
        const whole = await outbox.add(entry("a", "a1"));
        return [await ids("a"), (await outbox.of("a"))[0].seq === whole.seq];
    """
    assert kept(scratch, script) == [["a1"], True]


@pytest.mark.slow  # in short: a second tab of this phone
def test_a_tab_that_does_not_get_the_turn_does_not_say_that_the_network_is_gone(
    scratch: Page,
) -> None:
    heard = scratch.evaluate(
        """async () => {
          const { Sender } = await import("/static/scoring/sender.js");
          const heard = [];
          let turns = 0;
          const outbox = { turn: async () => ++turns > 2, of: async () => [] };
          const first = new Promise((done) => {
            const sender = new Sender(outbox, { game: "a", urls: {}, csrf: "" }, (what) => {
              heard.push(what);
              done();
            });
            sender.flush();
          });
          await first;
          return [heard, turns];
        }"""
    )
    assert heard == [["done"], 4], "it asks for its turn until it has it, and gives it back"


@pytest.mark.slow  # in short: test_two_phones.py
def test_what_was_said_of_a_round_goes_where_another_version_of_it_is_there(
    take: Callable[[], Page], phone: Page
) -> None:
    address = start_whole(phone)
    beat = take()
    let_in(phone, address, beat)
    beats = Hand(beat)
    beats.out(1)  # so that the other phone's round is no news to it yet
    write(Hand(phone), ANNAS)
    expect(phone.get_by_text("Round 1 saved").first).to_be_attached()
    expect(beat.locator("#trouble")).to_contain_text("Another phone already saved round 1")
    beats.out(3)
    for each in (phone, beat):
        expect(each.locator(".dispute .version")).to_have_count(2)
        expect(each.get_by_text("Round 1 saved")).to_have_count(0)
    beat.locator(".version", has_text="This phone").get_by_role(
        "button", name="This one counts"
    ).tap()
    for each in (phone, beat):
        expect(each.locator(".dispute")).to_have_count(0)
        expect(each.get_by_text("Round 1 saved")).to_have_count(0)


def test_a_second_tab_of_this_phone_is_not_another_phone(phone: Page) -> None:
    address = start_whole(phone)
    context: BrowserContext = phone.context
    tab = context.new_page()
    tab.goto(f"{address}score/")
    Hand(tab).out(1)
    phone.bring_to_front()
    write(Hand(phone), BEATS)
    arrived(phone, 1)
    tab.bring_to_front()
    expect(tab.locator("#trouble")).to_contain_text(
        "Round 1 was saved in another tab of this phone."
    )


@pytest.mark.slow  # in short: test_outbox.py
@pytest.mark.parametrize("days", [0, 2])
def test_a_round_that_has_waited_for_more_than_a_day_is_said_loudly(phone: Page, days: int) -> None:
    address = start_whole(phone)
    expect(phone.locator("#board")).to_be_visible()
    phone.wait_for_function(
        "async (game) => (await (await (await "
        "import('/static/scoring/outbox.js')).Outbox.open()).kept(game))"
        "?.screen.longWait",
        arg=address.split("/")[4],
    )
    phone.context.set_offline(True)
    write(Hand(phone), ANNAS)
    age = """async ([game, days]) => {
      const { Outbox } = await import("/static/scoring/outbox.js");
      const outbox = await Outbox.open();
      for (const { seq } of await outbox.of(game)) {
        await outbox.change(seq, (found) => ({ ...found, at: found.at - days * 86_400_000 }));
      }
    }"""
    phone.evaluate(age, [address.split("/")[4], days])
    phone.context.route("**/entries/", lambda route: route.abort())
    phone.context.set_offline(False)
    for where, word, late in (
        ("#age", "to send", "Rounds waiting on this phone since"),
        ("#unsent", "Rounds not sent yet: 1.", "has waited since"),
    ):
        if where == "#unsent":
            phone.goto("/")
        line = phone.locator(where)
        expect(line).to_contain_text(late if days else word)
        expect(line).to_have_class(re.compile(r"\berror\b" if days else r"^(?!.*\berror\b)"))
