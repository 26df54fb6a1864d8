"""Messages on a phone: the switch on the own page, and what the service worker shows.

Chromium without a window has no push service to subscribe at, and calls notifications denied also
where they are granted. So `PushManager` gives a subscription with keys of the test, and
`Notification.permission` what was granted. Everything after that is real: the form, the server, the
worker. What it would show and open is noted in place of the system's notification.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Worker, expect

from tests.browser import halls
from tests.browser.conftest import PATIENCE
from tests.browser.looking import fits_thumbs
from tests.browser.records import Records, kept_open
from tests.browser.servers import Site, running_site
from tests.browser.starting import NewPhone
from tests.tournaments.messages.phones import Browser, text_of
from tournaments.models import Subscription

SUBSCRIBED = """
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  let made = null;
  const bytes = (text) => Uint8Array.from(
    atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  PushManager.prototype.subscribe = async (options) => {
    if (!options.userVisibleOnly) throw new Error("not allowed");
    made = {
      endpoint: "https://push.invalid/abc",
      options: { applicationServerKey: options.applicationServerKey.buffer },
      toJSON: () => ({ endpoint: made.endpoint, keys: %s }),
    };
    sessionStorage.subscribed = btoa(String.fromCharCode(...options.applicationServerKey));
    return made;
  };
  PushManager.prototype.getSubscription = async () => {
    if (sessionStorage.subscribed) made = {
      endpoint: "https://push.invalid/abc",
      options: { applicationServerKey: bytes(sessionStorage.subscribed).buffer },
      toJSON: () => ({ endpoint: made.endpoint, keys: %s }),
    };
    return made;
  };
"""
NOTED = """() => {
  registration.showNotification = async (title, options) => { self.shown = { title, ...options }; };
  clients.openWindow = async (address) => { self.opened = address; };
}"""
CLICKED = """() => {
  const notification = { data: self.shown.data, close: () => {} };
  self.dispatchEvent(Object.assign(new ExtendableEvent("notificationclick"), { notification }));
}"""
MESSAGE = {
    "title": "Round 1: you sit at table 2",
    "text": "Anna & Beat against Carla & Dino",
    "page": "/own/elsewhere/",
    "tag": "table-1-0",
    "language": "en",
}


@pytest.fixture(scope="module")
def service_workers() -> str:
    return "allow"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    settings = {"DJANGO_SETTINGS_MODULE": "tests.browser.messages_settings"}
    with running_site(tmp_path_factory.mktemp("server"), **settings) as server:
        yield server


@pytest.fixture(scope="module")
def records(site: Site) -> Iterator[Records]:
    with kept_open(site) as records:
        yield records


def who_is_told() -> list[str]:
    return [one.address for one in Subscription.objects.all()]


def subscribing(phone: Page) -> Page:
    browser = Browser()
    keys = json.dumps({"p256dh": text_of(browser.public), "auth": text_of(browser.auth)})
    phone.context.add_init_script(SUBSCRIBED % (keys, keys))
    phone.context.grant_permissions(["notifications"])
    return phone


def push(phone: Page, site: Site) -> None:
    """Hand the message to the service worker, as Chromium does with what a push service sends."""
    found: list[str] = []
    past = phone.context.new_cdp_session(phone)
    past.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    past.send("ServiceWorker.enable")
    soon(phone, lambda: found)
    past.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": site.url, "registrationId": found[-1], "data": json.dumps(MESSAGE)},
    )


def soon(phone: Page, look: Callable[[], Any]) -> Any:
    """What is looked for, once it is there."""
    for _ in range(PATIENCE // 20):
        if found := look():
            return found
        phone.wait_for_timeout(20)
    raise AssertionError("It did not come.")


def noted(phone: Page, worker: Worker, name: str) -> Any:
    """What the worker has noted under this name."""
    return soon(phone, lambda: worker.evaluate(f"() => self.{name}"))


@pytest.mark.slow  # in short: test_own_messages.py, what the switch sends
def test_one_tap_turns_messages_on_and_the_worker_shows_them(
    new_phone: NewPhone, site: Site, records: Records
) -> None:
    phone = subscribing(new_phone())
    phone.goto(f"/own/{records(halls.a_draft)['own']}/")
    switch = phone.get_by_role("switch", name="Tell me on this phone")
    expect(switch).to_have_attribute("aria-checked", "false")
    switch.tap()
    expect(switch).to_have_attribute("aria-checked", "true")
    assert records(who_is_told) == ["https://push.invalid/abc"]
    fits_thumbs(phone)
    phone.reload()
    expect(switch).to_have_attribute("aria-checked", "true")

    (worker,) = phone.context.service_workers
    worker.evaluate(NOTED)
    push(phone, site)
    shown = noted(phone, worker, "shown")
    assert {name: shown[name] for name in ("title", "body", "tag", "lang", "data")} == {
        "title": MESSAGE["title"],
        "body": MESSAGE["text"],
        "tag": MESSAGE["tag"],
        "lang": MESSAGE["language"],
        "data": {"page": MESSAGE["page"]},
    }
    worker.evaluate(CLICKED)
    assert noted(phone, worker, "opened") == f"{site.url}{MESSAGE['page']}"

    switch.tap()
    expect(switch).to_have_attribute("aria-checked", "false")
    assert records(who_is_told) == []
