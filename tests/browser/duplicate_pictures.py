"""The pictures of docs/duplicate.md: a session of nine pairs whose boards the app deals, on its
real pages. What happens at the tables is put into the records, by functions that are called beside
the server: only there Django is set up.
"""

import re
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Playwright, expect

from tests.browser.director_pictures import DESK, PAIRS, PHONE, keep
from tests.browser.records import Records, kept_open
from tests.browser.servers import Site, chromium_options, running_site

NINE = 9
OWN = 1  # the number of the pair whose phone is shown
GIVEN = {
    0: ("pagoda-3", "star-J", "sword-4"),
    1: ("jade-2", "phoenix", "pagoda-5"),
    2: ("dog", "sword-K", "jade-3"),
    3: ("star-2", "jade-10", "sword-5"),
}


def begin() -> dict[str, Any]:
    """Nine pairs; the first round is played and agreed, the second published."""
    from django.utils import timezone

    from scoring.models import Player
    from tests.tournaments import desks
    from tournaments.models import SessionRound, Tournament

    desk = desks.a_desk("Zoé Favre", "Tichu club Bern")
    settings = {"boards": 3, "others": "traveller", "dealing": "app"}
    cup = desks.a_tournament(
        "duplicate_evening", NINE, desk=desk, awards={}, format_settings=settings
    )
    Tournament.objects.filter(pk=cup.pk).update(name="Friday duplicate", place="Bear Inn, Bern")
    names = [name for pair in PAIRS for name in pair.partition(";")[0].split(" / ")]
    members = Player.objects.filter(memberships__tournament=cup).order_by("pk")
    for player, name in zip(members, names, strict=False):
        Player.objects.filter(pk=player.pk).update(name=name)
    cup.entrants.update(checked_in_at=timezone.now())
    play(str(cup.pk), 1)
    desks.draw(cup, 2)
    SessionRound.objects.filter(stage__tournament=cup, number=1).update(state="closed")
    own, match, _boards = seat(str(cup.pk), 2)
    return {"cup": str(cup.pk), "session": desks.session_of(desk.user), "own": own, "match": match}


def play(cup: str, number: int) -> None:
    """Play a round; everything is agreed. The next one is not drawn yet."""
    from tests.tournaments import desks
    from tests.tournaments.playing import play_matches
    from tournaments.models import Match, SessionRound, Tournament

    tournament = Tournament.objects.get(pk=cup)
    stage = desks.first_stage(tournament)
    drawn = stage.session_rounds.filter(number=number).first() or desks.draw(tournament, number)
    play_matches(drawn, seed=number)
    Match.objects.filter(session_round=drawn).update(agreement=Match.Agreement.AGREED)
    if number > 1:
        SessionRound.objects.filter(stage=stage, number=number - 1).update(state="closed")


def seat(cup: str, number: int) -> tuple[str, str, list[int]]:
    """The link of the pair that is shown, of its table in this round, and the boards there."""
    from tests.tournaments import desks
    from tournaments.models import Tournament
    from tournaments.pages.movements import numbers_in
    from tournaments.pairing.duplicate.seating import holders_of
    from tournaments.stage.history import history_of
    from tournaments.tokens import token_of

    tournament = Tournament.objects.get(pk=cup)
    history = history_of(desks.first_stage(tournament))
    who = holders_of(numbers_in(history))[OWN]
    seated = next(one for one in history.by_number[number].seated if who in one.everybody)
    entrant = tournament.entrants.select_related("tournament").get(pk=who)
    return token_of(entrant), token_of(desks.reread(seated.match)), seated.match.boards


def give(cup: str) -> list[int]:
    """Everybody notes the cards they gave on the first board of the second round; then the round
    is played. The match and the board.
    """
    from tournaments.actions.deals import note_given
    from tournaments.models import Match

    _own, link, boards = seat(cup, 2)
    match = Match.objects.get(pk=int(link.partition("-")[0]))
    for number, cards in GIVEN.items():
        note_given(match, boards[0], number, cards)
    play(cup, 2)
    return [match.pk, boards[0]]


def end(cup: str) -> None:
    """The other rounds are played, and the results shown."""
    from tests.tournaments import desks
    from tournaments.actions import revealing, stages
    from tournaments.models import SessionRound, Tournament

    tournament = Tournament.objects.get(pk=cup)
    for number in range(3, NINE + 1):
        play(cup, number)
    SessionRound.objects.filter(stage__tournament=tournament).update(state="closed")
    stages.finish_stage(desks.first_stage(tournament), None)
    revealing.unfreeze(tournament, None)


class Session:
    """The session on a laptop and on a phone, and where its pictures go."""

    def __init__(self, browser: Browser, site: Site, records: Records, folder: Path) -> None:
        self.browser, self.site, self.records, self.folder = browser, site, records, folder
        self.made = records(begin)

    def opened(self, size: tuple[int, int]) -> Page:
        context = self.browser.new_context(
            base_url=self.site.url,
            viewport={"width": size[0], "height": size[1]},
            color_scheme="light",
            locale="en-GB",
            device_scale_factor=1.5 if size == PHONE else 1,
            has_touch=size == PHONE,
        )
        if size == DESK:
            cookie = {"name": "sessionid", "value": self.made["session"], "url": self.site.url}
            context.add_cookies([cookie])  # type: ignore[list-item]
        return context.new_page()

    def path(self, name: str) -> Path:
        return self.folder / f"duplicate-{name}.png"

    def at_the_desk(self) -> None:
        page, desk = self.opened(DESK), f"/desk/{self.made['cup']}/"
        page.goto(f"{desk}movement/1/")
        keep(page, self.path("movement"))
        page.goto(f"{desk}print/guides/?stage=1")
        keep(page.locator(".guide").first, self.path("guide"))
        page.goto(f"{desk}deals/1/")
        page.get_by_label("I do not play in this session").check()
        page.get_by_role("button", name="Open the dealing sheets").click()
        keep(page.locator("article").first, self.path("deal"))

    def at_the_table(self) -> None:
        phone, own = self.opened(PHONE), f"/own/{self.made['own']}/"
        phone.goto(own)
        keep(phone, self.path("seat"))
        table = self.opened(PHONE)
        table.goto(f"/match/{self.made['match']}/")
        table.get_by_role("radio").first.check()
        table.get_by_role("button", name="Keep score").click()
        expect(table.get_by_role("button", name="Keep score")).to_have_count(0)
        expect(table.get_by_role("heading", name=re.compile("^Board"))).to_be_visible()
        keep(table, self.path("table"))
        match, board = self.records(give, self.made["cup"])
        phone.goto(f"{own}cards/{match}/{board}/")
        keep(phone, self.path("back"))
        phone.goto(own)
        keep(phone, self.path("next"))

    def afterwards(self) -> None:
        self.records(end, self.made["cup"])
        phone = self.opened(PHONE)
        phone.goto(f"/tournaments/{self.made['cup']}/boards/1/4/")
        keep(phone, self.path("traveller"))
        phone.goto(f"/tournaments/{self.made['cup']}/standings/1/")
        keep(phone, self.path("standings"))


def take_session(playwright: Playwright, folder: Path, fonts: str) -> None:
    """Hold the session on a server of its own and keep its pictures in a folder. `fonts` is the
    configuration of those that have all signs.
    """
    with (
        tempfile.TemporaryDirectory() as data,
        running_site(Path(data)) as site,
        kept_open(site) as records,
    ):
        browser = playwright.chromium.launch(**chromium_options(FONTCONFIG_FILE=fonts))
        session = Session(browser, site, records, folder)
        session.at_the_desk()
        session.at_the_table()
        session.afterwards()
        browser.close()
