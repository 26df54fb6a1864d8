"""What a visitor of a tournament sees of names: a crawl through all that anybody may open finds no
hidden one.
"""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import resolve, reverse

from scoring.games.names.visibility import ALIAS, FULL, HIDDEN, INITIAL
from scoring.models import Club, Player
from scoring.people.actions.name_visibility import show_club, show_person
from scoring.rules import RuleError
from tests.lengths import in_short
from tests.tournaments import desks
from tests.tournaments.desk_pages import text_of
from tests.tournaments.visitors import crawl, starts
from tournaments import names
from tournaments.actions import (
    attendance,
    creating,
    entering,
    publishing,
    registering,
    revealing,
    stages,
)
from tournaments.actions.new_entrants import NewEntrant
from tournaments.models import Entrant, Screen, Tournament
from tournaments.pages.public import picture
from tournaments.permissions import ADDRESSES
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db

FAMILIES = (
    *(
        "Abegglen",
        "Brunschwiler",
        "Castelberg",
        "Dürrenmatt",
        "Eggimann",
        "Fankhauser",
        "Gugelmann",
        "Hürlimann",
    ),
    *(
        "Imboden",
        "Jegerlehner",
        "Kuhlemann",
        "Lüthardt",
        "Mosimann",
        "Niederberger",
        "Oberhänsli",
        "Pfäffli",
    ),
)
GIVEN = (
    *("Anna", "Beat", "Carla", "Dino", "Emma", "Fritz", "Greta", "Hans"),
    *("Ida", "Jakob", "Karin", "Leo", "Mona", "Noah", "Olga", "Peter"),
)
WHOLE = [f"{given} {family}" for given, family in zip(GIVEN, FAMILIES, strict=True)]
ZOE = "Zoe Zurbuchen"  # comes in for Anna
# Of what anybody may open these are no answers about this tournament, or tell what was typed into
# them
NOT_ASKED = {"table_code", "tournaments", "api_tournaments", "register_row"}
OF_DUPLICATE = {  # asked of a session of its own
    *("tournament_boards", "tournament_board", "travellers_csv", "session_record", "api_boards")
}
PUBLIC = {name for name, action in ADDRESSES.items() if action in {"see", "show"}} - NOT_ASKED


def player(name: str) -> Player:
    return Player.objects.select_related("club", "device").get(name=name)


@pytest.fixture
def cup() -> Tournament:
    """Eight pairs after two rounds, somebody has come in after the first. The club shows first
    names and initials: visitors see Beat in full, whom a team is called after, Carla by an alias,
    Dino and both Eggimann and Fankhauser not at all, and Greta, who is under 18, not in full
    although she asked for it.
    """
    desk = desks.a_desk()
    cup = desks.a_tournament("pairs_swiss", 0, desk=desk, opened=False)
    pairs = [tuple(WHOLE[start : start + 2]) for start in range(0, 16, 2)]
    rows = [NewEntrant(pair, club_name=f"Bern {pair[0][0]}") for pair in pairs]
    rows[6] = NewEntrant(pairs[6], label="Mosimann & Co")
    rows[7] = NewEntrant(pairs[7], label="Dragons")
    entering.enter(cup, None, rows)
    Tournament.objects.filter(pk=cup.pk).update(registration=True)
    creating.open_tournament(cup, desk.user)
    desks.play_round(desks.draw(cup))
    one = Entrant.objects.select_related("tournament").get(tournament=cup, number=1)
    leaves = one.members.select_related("player").get(player__name=WHOLE[0])
    attendance.substitute(one, None, ZOE, instead_of=leaves)
    desks.play_round(desks.draw(cup, 2), close=False)
    Screen.objects.create(
        tournament=cup,
        name="Hall",
        playlist=[
            {"show": show, "seconds": 20}
            for show in ("tables", "names", "standings", "latest", "reveal")
        ],
    )
    show_club(Club.objects.get(), INITIAL)
    show_person(player(WHOLE[1]), FULL)
    show_person(player(WHOLE[2]), ALIAS, "Żubr")
    for name in WHOLE[3:6]:
        show_person(player(name), HIDDEN)
    # As if the date had passed by
    Player.objects.filter(name=WHOLE[6]).update(shown=FULL, minor=True)
    cup.refresh_from_db()
    return cup


def concealed() -> list[str]:
    """The words that no visitor may read."""
    families = [family for family in (*FAMILIES, "Zurbuchen") if family != "Brunschwiler"]
    return [*families, "Carla", "Dino", "Emma", "Fritz", *(f"Bern {letter}" for letter in "CE")]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Pictures as what is drawn, with their texts."""
    monkeypatch.setattr(picture, "as_png", lambda svg: svg.encode())
    return []


def asked(found: dict[str, str]) -> set[str]:
    return {resolve(re.split(r"[? ]", path)[0]).url_name or "" for path in found}


def told(found: dict[str, str]) -> set[tuple[str, str]]:
    """Hidden words, with the address that tells them; what was typed into a search comes back, and
    is nobody's.
    """
    return {
        (resolve(re.split(r"[? ]", path)[0]).url_name or "", word)
        for path, text in found.items()
        for word in concealed()
        if word in unescape(re.sub(r'value="[^"]*"', "", text))
        and not ("?q=" in path and word in path)
    }


def test_a_visitor_finds_no_hidden_name_and_everything_else(
    cup: Tournament, drawn: list[str]
) -> None:
    found = crawl(cup)
    assert not PUBLIC - OF_DUPLICATE - asked(found), "a public address was not asked"
    assert told(found) == set()
    everything = unescape("\n".join(found.values()))
    for shown in (
        "Beat Brunschwiler",
        "Zoe Z.",
        "Żubr",
        "Somebody",
        "No. 3",
        "Greta G.",
        "Dragons",
        "Mona M. & Noah N.",
    ):
        assert shown in everything
    assert "Bern A" in everything  # whoever is known by the first name may be known by the club


@pytest.mark.parametrize("whole", in_short((False, True), (False,)))
def test_nor_once_it_is_over(cup: Tournament, drawn: list[str], whole: bool) -> None:
    stage = desks.first_stage(cup)
    publishing.close_round(cup.stages.get(number=1).session_rounds.get(number=2), None)
    stages.finish_stage(stage, None)
    creating.finish_tournament(cup, desks.desk_of(cup.club).user)
    over = (
        crawl(cup) if whole else {path: Client().get(path).content.decode() for path in starts(cup)}
    )
    assert told(over) == set()
    over |= {
        path: Client().get(path).content.decode() for path in [reverse("tournament", args=[cup.pk])]
    }
    assert told(over) == set()
    assert "from-left-1" in over[reverse("tournament", args=[cup.pk])]


@pytest.mark.parametrize("seam", in_short(["seen_name", "person", "is_shielded"], ["person"]))
def test_where_the_seam_is_cut_the_crawl_finds_them(
    seam: str, cup: Tournament, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = {
        "seen_name": lambda entrant, people, **_in_full: names.shown_name(
            entrant, [one.name for one in people]
        ),
        "person": lambda name, *_about: names.Person(name),
        "is_shielded": lambda *_about: False,
    }
    monkeypatch.setattr(names, seam, whole[seam])
    if seam == "is_shielded":
        monkeypatch.setattr("tournaments.pages.viewer.is_shielded", whole[seam])
    found = told(crawl(cup, wholes_alone=True))
    assert found
    if seam == "person":
        there = {name for name, _word in found}
        assert {
            "tournament",
            "standings",
            "tournament_round",
            "tournament_match",
            "entrant",
            "screen",
        } <= there
        assert {
            "standings_csv",
            "results_csv",
            "tournament_picture",
            "api_tournament",
            "cross_table",
        } <= there


def test_the_boards_of_duplicate_tell_no_hidden_name(drawn: list[str]) -> None:
    session = desks.a_tournament("duplicate_evening", 0, awards={})
    pairs = [tuple(WHOLE[start : start + 2]) for start in range(0, 8, 2)]
    entering.enter(session, None, [entering.NewEntrant(pair) for pair in pairs])
    desks.play_round(desks.draw(session))
    revealing.unfreeze(session, None)
    playlist = [{"show": show, "seconds": 20} for show in ("tables", "standings", "latest")]
    Screen.objects.create(tournament=session, name="Hall", playlist=playlist)
    show_club(Club.objects.get(), INITIAL)
    show_person(player(WHOLE[1]), FULL)
    show_person(player(WHOLE[2]), ALIAS, "Żubr")
    for name in WHOLE[3:6]:
        show_person(player(name), HIDDEN)
    session.refresh_from_db()
    found = crawl(session)
    assert asked(found) >= OF_DUPLICATE
    assert told(found) == set()
    boards = [text for path, text in found.items() if "/boards/" in path]
    assert any("Beat Brunschwiler" in unescape(text) for text in boards)


def test_the_desk_the_own_pages_and_the_tables_have_the_names(cup: Tournament) -> None:
    desk = desks.desk_of(cup.club)
    assert (
        "Dino Dürrenmatt"
        in desk.client.get(reverse("standings", args=[cup.pk, 1])).content.decode()
    )
    assert (
        "Dino Dürrenmatt"
        in desk.client.get(reverse("desk_entrants", args=[cup.pk])).content.decode()
    )
    own = cup.entrants.get(number=2)
    page = unescape(Client().get(reverse("own_page", args=[token_of(own)])).content.decode())
    assert "Dino Dürrenmatt" in page
    assert "Żubr & Somebody" in page  # and what visitors see
    assert not [
        name for name in ("Somebody &", "Zoe Z.") if name in page.replace("Żubr & Somebody", "")
    ]
    match = (
        own.places.filter(session_round__number=2).first().match if hasattr(own, "places") else None
    )
    if match is not None:
        assert "Dino Dürrenmatt" in unescape(
            Client().get(reverse("match", args=[token_of(match)])).content.decode()
        )


def test_what_hangs_in_the_hall_has_the_names_that_visitors_see(cup: Tournament) -> None:
    desk = desks.desk_of(cup.club)
    for page in ("pairings", "names"):
        text = unescape(
            desk.client.get(reverse("desk_print_page", args=[cup.pk, page])).content.decode()
        )
        assert "Zoe Z." in text or "Zoe" in text
        assert not [word for word in concealed() if word in text]


def test_a_choice_is_seen_at_once_and_browsers_ask_anew(cup: Tournament) -> None:
    client, address = Client(), reverse("standings", args=[cup.pk, 1])
    first = client.get(address)
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
    assert "Ida I." in first.content.decode()
    show_person(player("Ida Imboden"), HIDDEN)
    second = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert second.status_code == 200
    assert "Ida" not in text_of(second)  # tokens of attributes may have any three letters
    show_club(Club.objects.get(), FULL)
    assert (
        "Jakob Jegerlehner"
        in client.get(address, headers={"If-None-Match": second["ETag"]}).content.decode()
    )


def test_who_asks_to_play_is_not_told_of_somebody_whose_name_is_hidden(cup: Tournament) -> None:
    row = NewEntrant(("Dino Dürrenmatt", "Xaver Neu"))
    asked_for = registering.register(cup, row)
    assert asked_for.state == Entrant.State.ASKED
    registering.register(cup, row)  # nor that somebody has asked already
    show_person(player("Dino Dürrenmatt"), FULL)
    with pytest.raises(RuleError):
        registering.register(cup, row)


def test_the_form_says_what_will_be_shown(cup: Tournament) -> None:
    def said() -> str:
        return " ".join(Client().get(reverse("register", args=[cup.pk])).content.decode().split())

    assert "“Anna M.”" in said()
    show_club(Club.objects.get(), FULL)
    assert "“By name” shows your full name" in said()
    show_club(Club.objects.get(), HIDDEN)
    assert "the public pages show a number" in said()
