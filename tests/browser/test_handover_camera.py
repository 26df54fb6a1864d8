"""The phone that reads a game in: by its camera, and how the page looks."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import APIRequestContext, Browser, Page, expect

from tests.browser.carrying import ROUNDS, data, on_the_server, packed, paste, written
from tests.browser.looking import Axe, too_small, too_wide
from tests.browser.servers import Site, chromium_options
from tests.browser.starting import NewPhone

# The codes in short are in test_handover.py and test_handover_page.py.
pytestmark = pytest.mark.slow

# What stands for a browser that reads codes: it sees what the test holds before the camera.
READS_CODES = """
window.held = [];
window.BarcodeDetector = class {
  constructor({ formats }) { this.formats = formats; }
  async detect(video) {
    if (!video.videoWidth || this.formats[0] !== "qr_code") throw new Error("no picture");
    return window.held.map((rawValue) => ({ rawValue }));
  }
};
window.tracks = [];
const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
navigator.mediaDevices.getUserMedia = async (wish) => {
  const stream = await ask(wish);
  window.tracks.push(...stream.getTracks());
  return stream;
};
"""
TRACKS = "() => window.tracks.map(({ readyState }) => readyState)"


@pytest.fixture(scope="module")
def browser(browser: Browser) -> Iterator[Browser]:
    """A Chromium with a camera that shows moving colours, and a user who allows it."""
    camera = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
    seeing = browser.browser_type.launch(**chromium_options(*camera))
    yield seeing
    seeing.close()


@pytest.fixture
def anna(browser: Browser, site: Site) -> Iterator[APIRequestContext]:
    """What the phone on the table asks the server: of it no more is needed here."""
    context = browser.new_context(base_url=site.url)
    yield context.request
    context.close()


@pytest.fixture
def carla(new_phone: NewPhone) -> Page:
    """A phone whose browser reads codes."""
    phone = new_phone()
    phone.add_init_script(READS_CODES)
    phone.goto("/handover/")
    return phone


def hold(page: Page, *codes: str) -> None:
    page.evaluate("(codes) => { window.held = codes; }", codes)


def test_the_camera_reads_a_game_and_stops(anna: APIRequestContext, carla: Page) -> None:
    game = written(anna, *ROUNDS)
    carla.get_by_role("button", name="Read with the camera").tap()
    expect(carla.locator("#said")).to_have_text("Hold the camera over the code.")
    carla.wait_for_function("() => document.querySelector('#video').videoWidth > 0")
    assert carla.evaluate(TRACKS) == ["live"]
    hold(carla, packed(carla, game)[0])
    expect(carla.locator(".carried")).to_contain_text("Rounds: 3")
    expect(carla.locator("#video")).to_be_hidden()
    assert carla.evaluate(TRACKS) == ["ended"]
    carla.get_by_role("button", name="Send").tap()
    expect(carla.locator(".carried")).to_contain_text("Everything is on the server.")
    assert on_the_server(anna, game) == data(*ROUNDS)


def test_the_camera_reads_part_by_part_and_passes_over_other_codes(
    anna: APIRequestContext, carla: Page
) -> None:
    first, second, third = packed(carla, written(anna, *ROUNDS), most=160)[0].split("\n")
    carla.get_by_role("button", name="Read with the camera").tap()
    hold(carla, second)
    expect(carla.locator("#said")).to_contain_text("Part 1, 3 of 3 is still missing.")
    hold(carla, "https://poster.example/", first)
    expect(carla.locator("#said")).to_contain_text("Part 3 of 3 is still missing.")
    hold(carla, third)
    expect(carla.locator(".carried")).to_contain_text("Rounds: 3")


def test_the_camera_stops_when_asked(carla: Page) -> None:
    carla.get_by_role("button", name="Read with the camera").tap()
    carla.wait_for_function("() => document.querySelector('#video').videoWidth > 0")
    carla.get_by_role("button", name="Stop the camera").tap()
    expect(carla.get_by_role("button", name="Read with the camera")).to_be_visible()
    assert carla.evaluate(TRACKS) == ["ended"]


def test_a_camera_that_is_not_allowed_leaves_the_text(new_phone: NewPhone) -> None:
    phone = new_phone()
    phone.add_init_script(READS_CODES)
    phone.add_init_script(
        "navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', "
        "'NotAllowedError'));"
    )
    phone.goto("/handover/")
    phone.get_by_role("button", name="Read with the camera").tap()
    expect(phone.locator("#said.error")).to_have_text(
        "The camera cannot be used. Allow it for this page, or paste the text."
    )
    expect(phone.locator("#video")).to_be_hidden()


def test_a_browser_that_reads_no_codes_offers_no_camera(phone: Page) -> None:
    phone.goto("/handover/")
    assert not phone.evaluate("() => 'BarcodeDetector' in window")
    expect(phone.get_by_text("This browser cannot read QR codes.")).to_be_visible()
    expect(phone.locator("#hint")).to_be_hidden()
    expect(phone.get_by_role("button", name="Read the text")).to_be_visible()
    expect(phone.locator("#camera")).to_be_hidden()


# Its looks
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [(320, 640), (1280, 800)])
def test_the_page_fits_and_axe_finds_nothing(
    new_phone: NewPhone, anna: APIRequestContext, axe: Axe, viewport: tuple[int, int], scheme: str
) -> None:
    phone = new_phone(viewport=viewport, color_scheme=scheme)
    phone.add_init_script(READS_CODES)
    phone.goto("/handover/")
    assert (axe(phone), too_small(phone), too_wide(phone)) == ([], [], 0)
    paste(phone, packed(phone, written(anna, *ROUNDS))[0])
    phone.get_by_role("button", name="Read with the camera").tap()
    paste(phone, "Hello")
    expect(phone.locator("#said.error")).to_be_visible()
    assert (axe(phone), too_small(phone), too_wide(phone)) == ([], [], 0)


def test_without_javascript_nothing_is_offered_that_would_not_work(new_phone: NewPhone) -> None:
    phone = new_phone(java_script_enabled=False)
    answer = phone.goto("/handover/")
    assert answer
    assert '<noscript><p class="errors">This page needs JavaScript' in answer.text()
    expect(phone.locator("#camera")).to_be_hidden()
    expect(phone.locator("#paste")).to_be_hidden()
