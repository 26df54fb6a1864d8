"""People at a table, for the tests: start a game, tap rounds in, count the taps."""

import re
from typing import Any

from playwright.sync_api import APIRequestContext, Page, expect

from scoring.rules import Round

FOUR = ("Anna", "Beat", "Carla", "Dino")
PEOPLE = (*FOUR, "Eva", "Franziska", "Gina", "Hans", "Ida", "Jonas", "Kim", "Lena")
NUMBER_OF = {
    "nanking": 4,
    "tientsin": 6,
    "trichu": 3,
    "wu_wang": 3,
    "nanking_five": 5,
    "nanking_pairs": 6,
    "grand_seigneur": 7,
    "always_last": 6,
}

# What a board says and how its parts are marked; nothing of what is tapped, which only the script
# knows.
BOARD = """(html) => {
  const page = html === null ? document : new DOMParser().parseFromString(html, "text/html");
  const board = page.querySelector("#board");
  const text = (place) => place?.textContent.replace(/\\s+/g, " ").trim() ?? null;
  const inside = (place) =>
    place.innerHTML.replace(/\\s+/g, " ").replaceAll(' translate="no"', "").trim();
  const texts = (places) => [...board.querySelectorAll(places)].map(text);
  const marks = (place) =>
    [...place.classList].filter((name) => name !== "by-itself").sort().join(" ");
  const label = (place) => place.dataset.label ?? place.getAttribute("aria-label");
  const tile = (each) => ({
    seat: each.dataset.tile, marks: marks(each),
    who: text(each.querySelector(".who bdi")), role: text(each.querySelector("small")),
    kind: each.firstElementChild.tagName + "." + marks(each.firstElementChild),
    chips: [...each.querySelectorAll(".chip")].map((chip) =>
      [chip.type, marks(chip), chip.dataset.seat, chip.dataset.call,
        text(chip), label(chip), inside(chip)]),
  });
  return {
    heading: text(board.querySelector("#heading")),
    group: board.querySelector(".entry").getAttribute("aria-label"),
    totals: texts("[data-total]"),
    begins: text(board.querySelector("#begins")),
    hint: marks(board.querySelector(".hint")),
    seats: marks(board.querySelector(".seats")),
    tiles: [...board.querySelectorAll(".tile")].map(tile),
    points: board.querySelector(".grid")?.getAttribute("aria-label") ?? null,
    race: [...board.querySelectorAll("[data-race]")].map((bar) => bar.getAttribute("width")),
    sweeps: [...board.querySelectorAll("[data-sweep]")]
      .map((each) => [marks(each), text(each), label(each)]),
    chairs: [...board.querySelectorAll(".chairs li")].map(inside),
    pushes: texts(".reseating li").filter((line) => line.includes(" gives ")),
    deal: text(board.querySelector(".reseating > p")),
    entry: board.querySelector("#entry").hidden,
    rest: board.querySelector("#rest").hidden,
    winner: texts(".winner"),
  };
}"""

EMOJI, ARABIC, LONG = (
    "👩‍👩‍👧‍👦 Familie Küng",
    "أحمد بن عبد الله",
    "Maximiliane-Alexandra von Hohenlohe-Lang",
)

ANYBODY = (LONG, ARABIC, EMOJI, *PEOPLE[3:])

# The cases of the table in docs/scoring.md: the taps of each, (full, first out only), without Save.
DESIGN: dict[str, tuple[str, str, int, int]] = {
    "65 : 35, no call": ("out0 out1 out2 points65", "out0 points65", 4, 2),
    "65 : 35, one Tichu or Grand, made or failed": (
        "out1 out2 out3 G0 points65",
        "out1 G0 points65",
        5,
        3,
    ),
    "70 : 30, two calls": ("G0 T1 out0 out1 out2 points70", "G0 T1 out0 points70", 6, 4),
    "sweep without calls": ("out0 out2", "out0 sweep", 2, 2),
    "sweep with one call": ("out0 T0 out2", "T0 out0 sweep", 3, 3),
    "-25 : 125": ("out0 out1 out2 points-25", "out0 points-25", 4, 2),
}


def csrf(request: APIRequestContext) -> str:
    """The token for forms of this phone: as good as that in a page, and no page is drawn for it."""
    return str(request.get("/api/v1/session/").json()["csrf"])


def begin(
    request: APIRequestContext, variant: str = "nanking", names: tuple[str, ...] = (), **fields: str
) -> str:
    """Start a game as this phone's form does, and open nothing. Returns the game's path."""
    people = names or PEOPLE[: NUMBER_OF[variant]]
    data = {"csrfmiddlewaretoken": csrf(request), "variant": variant, "action": "start"} | fields
    data |= {f"name_{seat}": name for seat, name in enumerate(people)}
    answer = request.post("/new/", form=data, max_redirects=0)
    table = answer.headers.get("location", "")
    assert table.endswith("/score/"), answer.text()
    return table.removesuffix("score/")


def start(page: Page, variant: str = "nanking", names: tuple[str, ...] = (), **fields: str) -> str:
    """Start a game from this phone, and open the table's screen. Returns the game's address."""
    page.goto(f"{begin(page.context.request, variant, names, **fields)}score/")
    return page.url.removesuffix("score/")


def let_in(owner: Page, address: str, other: Page) -> None:
    """Let another phone write in the game, by the link that its owner's phone shows, and open the
    table's screen.
    """
    request = owner.context.request
    press(owner, address, "share/scorer/renew")
    link = re.search(r">(http[^<]*/join/[^<]*)<", request.get(f"{address}share/").text())
    assert link
    joined = other.context.request.get(link[1], max_redirects=0)
    assert joined.headers["location"] in f"{address}score/", joined.text()
    other.goto(f"{address}score/")


def press(owner: Page, address: str, what: str) -> None:
    """Press a button of the score sheet from elsewhere on this phone: "pause", "resume"."""
    request = owner.context.request
    answer = request.post(
        f"{address}{what}/", form={"csrfmiddlewaretoken": csrf(request)}, max_redirects=0
    )
    assert answer.status == 302, answer.text()


class Hand:
    """A thumb on the screen. Counts its taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, selector: str) -> None:
        self.page.wait_for_load_state()  # the board may be there before the script that listens
        self.page.locator(f"#board {selector}").tap()
        self.taps += 1

    def out(self, *seats: int) -> None:
        for seat in seats:
            self.tap(f'button.seat[data-seat="{seat}"]')

    def call(self, seat: int, call: str = "tichu") -> None:
        self.tap(f'.chip[data-seat="{seat}"][data-call="{call}"]')

    def points(self, points: int) -> None:
        self.tap(f'.grid [data-points="{points}"]')

    def sweep(self, side: int = 0) -> None:
        self.tap(f'[data-sweep="{side}"]:visible')

    def wish(self, seat: int) -> None:
        self.page.locator(".grid .wish").tap()
        self.tap(f'button.seat[data-seat="{seat}"]')

    def save(self) -> None:
        self.tap(".save")

    def tap_in(self, round_: Round, n_seats: int, *, saves_itself: bool = True) -> None:
        """Tap a full record of a round in, calls when they are made."""
        for seat, call in round_.calls:
            self.call(seat, call)
        self.out(*round_.out[: n_seats - 1])
        if round_.card_points is not None:
            self.points(round_.card_points[0])
        if not saves_itself:
            self.save()

    def write(self, round_: Round, n_seats: int, *, saves_itself: bool = True) -> None:
        """Tap a full record of a round in, and see it saved."""
        before = number(self.page)
        self.tap_in(round_, n_seats, saves_itself=saves_itself)
        saved(self.page, before)

    def order(self) -> list[int]:
        return self.page.evaluate(
            """() => [...document.querySelectorAll('button.seat[aria-pressed="true"]')]
                 .sort((a, b) => a.querySelector('.place').textContent
                   - b.querySelector('.place').textContent)
                 .map((seat) => Number(seat.dataset.seat))"""
        )


def screen(page: Page) -> dict[str, Any]:
    """What the server told the script when the page was loaded.
    The board may have moved on since.
    """
    return page.evaluate("() => JSON.parse(document.querySelector('#screen').textContent)")


def number(page: Page) -> int:
    """The round that the board asks for."""
    found = re.search(r"\d+", page.locator("#heading").inner_text())
    assert found
    return int(found[0])


def saved(page: Page, before: int) -> None:
    """Wait until the board shows the round after `before`. The round is kept on the phone; see
    `arrived`.
    """
    # Not "3 of 4"
    expect(page.locator("#heading")).to_have_text(re.compile(rf"^\D*{before + 1}\b"))
    rested(page)


def arrived(page: Page, round_: int) -> None:
    """Wait until the server has told this page that it has the round, and nothing waits on the
    phone.
    """
    expect(page.locator(f'#rounds li[value="{round_}"]')).to_be_attached()
    expect(page.locator("#kept")).to_be_hidden()


def rested(page: Page) -> None:
    """Wait until the board takes taps again: after a save or an undo it rests for a moment."""
    page.wait_for_selector("#board:not([data-rests])", state="attached")


def totals(page: Page) -> list[int]:
    """The totals as they stand on the screen."""
    texts = page.locator(".totals b, .columns dd").all_inner_texts()
    return [int(text.replace("−", "-")) for text in texts]


def reads(page: Page, text: str) -> None:
    expect(page.locator("#question, #readback").filter(has_text=text)).to_have_count(1)
