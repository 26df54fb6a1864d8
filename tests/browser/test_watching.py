"""The browser tests notice what a person at the table would not: that a page complains."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Page

from tests.browser.conftest import Troubles
from tests.browser.servers import Site

# Each promise is kept once the page has complained.
THROW = (
    "new Promise((done) => setTimeout(() => { setTimeout(done); throw new Error('lost a card') }))"
)
ADD_STYLE = """new Promise((done) => {
    addEventListener("securitypolicyviolation", () => done());
    document.head.append(Object.assign(document.createElement("style"),
      {textContent: "p {color: red}"}));
})"""


COMPLAINTS = {
    "console.error('no score')": "console: no score",
    THROW: "uncaught: .*lost a card",
    ADD_STYLE: "inline style violates .* Content Security Policy",
    "fetch('http://elsewhere.invalid/').catch(() => 1)": "violates .* Content Security Policy",
    "fetch('/nothing-here/').then(() => 1)": "status of 404",
}


@pytest.mark.slow  # a control is about the check, which seldom changes
def test_a_complaint_of_a_page_is_noticed(phone: Page, troubles: Troubles) -> None:
    phone.goto("/")
    for script, complaint in COMPLAINTS.items():
        troubles.seen.clear()
        phone.evaluate(script)
        assert [line for line in troubles.unexpected() if re.search(complaint, line)] != [], (
            script,
            troubles.seen,
        )
    troubles.expect("")


@pytest.mark.slow  # as above
def test_a_request_to_another_host_is_noticed(
    new_phone: Callable[..., Page], troubles: Troubles, site: Site
) -> None:
    phone = new_phone(bypass_csp=True)
    phone.goto("/")
    phone.evaluate("fetch('http://elsewhere.invalid/').catch(() => 1)")
    complaints = troubles.unexpected()
    troubles.expect("")
    assert "request to another host: http://elsewhere.invalid/" in complaints


def test_the_server_is_the_real_one_with_records_of_its_own(phone: Page, site: Site) -> None:
    answer = phone.goto("/")
    assert answer is not None
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert Path(site.env["DATA_DIR"]) != settings.DATA_DIR


def test_axe_says_what_is_wrong_and_where(phone: Page, axe: Callable[[Page], list[str]]) -> None:
    phone.set_content(
        '<html lang="en"><title>Cards</title><main><h1>Cards</h1><img src="data:,"></main>'
    )
    (line,) = axe(phone)
    assert line.startswith("image-alt (critical): img: ")
