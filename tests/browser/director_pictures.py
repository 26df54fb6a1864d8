"""The pictures of docs/director.md: an evening of sixteen pairs, made and led through the real
pages.

What the director does is done in a browser; the hands of the tables come from the simulation of
`manage.py simulate`.
"""

import re
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright, expect

from tests.browser.pressing import answered
from tests.browser.servers import Site, chromium_options, running_site

DESK, PHONE, WALL = (1280, 800), (390, 844), (1280, 720)
LARGEST = 120_000  # bytes of a picture
COLOURS = 96
# Under this address the pages are shown, as a laptop in a hall's network has one.
HALL = "192.168.1.20:8000"
PAIRS = [
    "Anna Meier / Beat Keller; Bern", "Carla Roth / Dino Bianchi; Bern",
    "Eva Frei / Franz Huber; Basel", "Gül Aydin / Hans Weber; Basel",
    "Ines Graf / Jan Kunz; Zürich", "Kim Lee / Leo Fischer; Zürich", "Mia Vogel / Nico Wyss; Bern",
    "Olga Petrova / Paul Sutter; Bern", "Rosa Klein / Samir Haddad; Basel",
    "Tina Moser / Urs Gerber; Thun", "Vera Lang / Wim de Boer; Thun",
    "Xenia Kühn / Yann Morel; Genève", "Zoé Favre / Aldo Conti; Genève",
    "Britta Haas / Cem Kaya; Zürich", "Doris Egli / Emil Baumann; Thun",
    "Fiona Walsh / Georg Steiner; Basel",
]  # fmt: skip

# So many hands at each table of the session round that is played, None for a whole match; then, by
# table: the other side agrees, says that the result is wrong, a table calls, a phone asks to write.
TABLES = """
import random, secrets
from datetime import timedelta
from django.utils import timezone
from scoring.games.access.devices import hash_of
from scoring.models import Device
from tournaments.actions import agreeing, table_phones
from tournaments.match.figures import figures_of, fingerprint
from tournaments.actions.playing import play_match
from tournaments.actions.simulating import Simulation
from tournaments.models import Match, SessionRound

def phone(kind):
    return Device.objects.create(key_hash=hash_of(secrets.token_urlsafe(32)), kind=kind)

row = SessionRound.objects.filter(state="published").latest("number")
hands, agreed, disputed, calls, asks = {hands}, {agreed}, {disputed}, {calls}, {asks}
matches = Match.objects.filter(session_round=row).order_by("number")
matches = matches.select_related("session_round__stage__tournament")
for match, most in zip(matches, hands, strict=True):
    if most == 0:
        continue
    lot = random.Random(row.number * 100 + match.number)
    writer = phone("Android phone")
    table_phones.sit(match, writer, 0, write=True)
    play_match(match, writer, Simulation(lot).hands, most)
    match.refresh_from_db()
    other = phone("iPhone")
    if match.number in agreed:
        table_phones.sit(match, other, 1)
        agreeing.agree(match, 1, fingerprint(match), how=Match.Agreed.OTHER_PHONE, device=other)
    if match.number in disputed:
        table_phones.sit(match, other, 1)
        [[first, second]] = figures_of(list(match.games.select_related("game")))
        version = [[first - 100, second]]
        text = "The Tichu in the fourth hand was lost"
        agreeing.dispute_result(match, 1, text, version, device=other)
    if match.number in calls:
        agreeing.call_director(match, 0, calls[match.number], device=writer)
    if match.number in asks:
        table_phones.sit(match, other, 1)
        table_phones.ask_to_write(match, other)
minutes = {minutes}
if minutes:
    began = timezone.now() - timedelta(minutes=minutes, seconds=20)
    SessionRound.objects.filter(pk=row.pk).update(clock_started_at=began)
"""

# What is still open is told at the desk: sums off paper, a dispute, a call.
OFF_PAPER = """
from tournaments.actions import agreeing, disputes, paper_results
from tournaments.models import Match, Remark, SessionRound

row = SessionRound.objects.filter(state="published").latest("number")
for call in Remark.objects.filter(kind="call", settled_at__isnull=True):
    agreeing.answer_call(call, None)
matches = Match.objects.filter(session_round=row)
for match in matches.select_related("session_round__stage__tournament"):
    if match.agreement == "disputed":
        disputes.settle(match, None, "stands", "Both had counted the last trick twice")
    elif not match.done:
        points = [350 + 10 * match.number, 250 - 10 * match.number]
        paper_results.enter_paper(match, None, paper_results.paper_of([points]), "paper")
"""


def press(page: Page, name: str | re.Pattern[str]) -> None:
    with answered(page):
        page.locator("main").get_by_role("button", name=name).first.click()


def keep(shown: Page | Locator, path: Path) -> None:
    """Take a picture in few colours: what is flat loses nothing by that."""
    taken = shown.screenshot(animations="disabled")
    picture = Image.open(BytesIO(taken)).convert("RGB")
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    if path.stat().st_size > LARGEST:
        raise RuntimeError(f"{path.name} has {path.stat().st_size} bytes, more than {LARGEST}.")


class Evening:
    """The evening in the director's browser, and where its pictures go."""

    def __init__(self, browser: Browser, site: Site, folder: Path) -> None:
        self.browser, self.site, self.folder = browser, site, folder
        self.laptop = self.opened(DESK)

    def opened(self, size: tuple[int, int], scale: float = 1) -> Page:
        context: BrowserContext = self.browser.new_context(
            base_url=f"http://{HALL}",
            viewport={"width": size[0], "height": size[1]},
            color_scheme="light",
            locale="en-GB",
            device_scale_factor=scale,
            has_touch=size == PHONE,
        )
        page = context.new_page()
        page.set_default_timeout(20_000)
        return page

    def keep(self, page: Page, name: str, clip: Locator | None = None) -> None:
        """What the page shows, or a part of it."""
        keep(clip or page, self.folder / f"director-{name}.png")

    def go(self, part: str) -> None:
        self.laptop.goto(f"{self.desk}{part}")

    def tables(self, hands: list[int | None], minutes: int = 0, **said: object) -> None:
        told = {"agreed": (), "disputed": (), "calls": {}, "asks": ()} | said
        code = TABLES
        for key, value in ({"hands": hands, "minutes": minutes} | told).items():
            code = code.replace(f"{{{key}}}", repr(value))
        self.site.manage("shell", "-v", "0", "-c", code)

    def begin(self) -> None:
        """From the link of the first start to sixteen pairs in an open tournament."""
        page = self.laptop
        found = re.search(r"Create the owner account: http://[^/]+(/\S+)", self.site.log)
        if not found:
            raise RuntimeError(f"No link for the first account:\n{self.site.log}")
        page.goto(found[1])
        page.get_by_label("Name").fill("Olga Petrova")
        page.get_by_label("E-mail").fill("olga@club.example")
        page.get_by_label("Password").fill("five ducks in a row")
        press(page, "Create account")
        page.goto("/desk/")
        page.get_by_label("Name of the club or circle").fill("Tichu club Bern")
        press(page, "Prepare the first evening")
        page.get_by_role("button", name=re.compile("^Pairs against the clock")).click()
        page.get_by_label("Name of the tournament").fill("Friday evening")
        page.locator("summary", has_text="Place").click()
        page.get_by_label("Place", exact=True).fill("Bear Inn, Bern")
        page.get_by_label("One pair per line").fill("\n".join(PAIRS))
        expect(page.get_by_text("16 entrants recognised")).to_be_visible()
        press(page, "Create the tournament")
        self.desk = re.sub(r"(/desk/[0-9a-f-]{36}/).*", r"\1", page.url)
        press(page, "Open it to the public")

    def cards(self) -> str:
        """The cards of eight tables; the code on the first."""
        page = self.laptop
        self.go("print/cards/?tables=8")
        self.keep(page, "cards", page.locator(".table-card").first)
        return page.locator(".typed b").first.inner_text()

    def check_in(self, but: int) -> None:
        """Everybody is here but the last so many."""
        self.go("missing/")
        for _ in range(len(PAIRS) - but):
            press(self.laptop, "Check in")

    def draw(self, number: int) -> None:
        self.go("rounds/")
        for box in self.laptop.get_by_label(re.compile("Draw only those checked in")).all():
            box.uncheck()  # the two who are missing are on their way
        press(self.laptop, f"Draw round {number}")
        expect(self.laptop.locator(".match-card")).to_have_count(8)

    def publish(self) -> None:
        press(self.laptop, re.compile("^Publish round"))
        press(self.laptop, "Start the clock")

    def close(self) -> None:
        """Close the session round; the next is drawn with it."""
        self.go("board/")
        press(self.laptop, re.compile("^Close round"))

    def hall(self, code: str) -> None:
        """The second round: a phone at table 1 by its typed code, the board, the result to agree
        to.
        """
        phone = self.opened(PHONE, 1.5)
        phone.goto("/table/")
        phone.get_by_label("Code of the table").fill(code)
        press(phone, "To the table")
        expect(phone.get_by_role("button", name="Keep score")).to_be_visible()
        self.keep(phone, "phone")
        self.tables(
            [None, None, 3, None, 2, 4, None, 0],
            minutes=18,
            agreed=(7,),
            disputed=(2,),
            calls={6: "Who may wish?"},
            asks=(5,),
        )
        self.go("board/")
        self.keep(self.laptop, "board")
        # Who comes when all is played is asked at once, for the side that has still to agree
        phone.goto(phone.url)
        expect(phone.get_by_role("heading", name="Is this right?")).to_be_visible()
        self.keep(phone, "agree")

    def correct(self) -> None:
        """A hundred points that were forgotten in the round before, as far as the page that says
        what they change.
        """
        page = self.laptop
        self.go("rounds/1/1/")
        page.locator("#table-1 h3 a").click()
        page.get_by_role("link", name="Correct the result").click()
        first = page.get_by_label(re.compile("^Hand 1\\b")).first
        first.fill(str(int(first.input_value().replace("−", "-")) + 100))
        press(page, "See what changes")
        page.get_by_label("Why?").fill("A Tichu in the first hand was not written down")
        expect(page.locator(".deed .main")).to_be_visible()
        self.keep(page, "preview")

    def prizes(self) -> None:
        """The last round is kept, and told from the last place up to the third: the wall."""
        page = self.laptop
        self.go("reveal/")
        page.get_by_label(re.compile(r"^\s*Round 3")).check()
        press(page, "Freeze the standings")
        self.go("rounds/1/3/")
        self.publish()
        self.tables([None] * 8, agreed=range(1, 9))
        self.close()
        self.go("screens/")
        page.get_by_label("Location").fill("Stage")
        press(page, re.compile("^Prize-giving"))
        self.go("screens/")
        shown = page.get_by_role("link", name="Open the screen").first.get_attribute("href")
        self.go("reveal/")
        press(page, "Reveal the next 5")
        while int(page.locator(".kept .coming b").first.inner_text()) > 2:
            with answered(page):
                page.get_by_role("button", name="Reveal the next place", exact=True).click()
        wall = self.opened(WALL)
        wall.goto(str(shown))
        expect(wall.locator(".newest").first).to_be_visible()
        self.keep(wall, "prizes")


def take_all(playwright: Playwright, folder: Path) -> None:
    """Hold the evening on a server of its own and keep its pictures in a folder."""
    with (
        tempfile.TemporaryDirectory() as data,
        running_site(Path(data), ALLOWED_HOSTS=HALL.partition(":")[0]) as site,
    ):
        there = f"--host-resolver-rules=MAP {HALL} {site.url.removeprefix('http://')}"
        browser = playwright.chromium.launch(**chromium_options(there))
        evening = Evening(browser, site, folder)
        evening.begin()
        code = evening.cards()
        evening.check_in(but=2)
        evening.draw(1)
        evening.publish()
        evening.tables([None] * 8, agreed=range(1, 9))
        evening.close()
        evening.keep(evening.laptop, "draw")
        evening.publish()
        evening.hall(code)
        evening.correct()
        site.manage("shell", "-v", "0", "-c", OFF_PAPER)
        evening.close()
        evening.prizes()
        browser.close()
