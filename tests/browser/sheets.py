"""Sheets of games that were played on this phone."""

from playwright.sync_api import Page

from scoring.rules import RuleSet
from tests.browser import written
from tests.browser.playing import NUMBER_OF, PEOPLE, begin
from tests.browser.records import Records
from tests.scoring.games import believable

VARIANTS = tuple(NUMBER_OF)


def played(
    page: Page,
    records: Records,
    variant: str,
    rounds: int,
    names: tuple[str, ...] = (),
    **settings: str,
) -> str:
    """Start a game on this phone and write rounds. Opens the sheet; returns its address."""
    people = names or PEOPLE[: NUMBER_OF[variant]]
    address = begin(page.context.request, variant, people, **settings)
    written_rounds = believable(RuleSet.of(variant), len(people), rounds)
    records(written.rounds, address.split("/")[2], [each.to_data() for each in written_rounds])
    page.goto(address)
    return address
