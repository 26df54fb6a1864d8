"""Somebody is erased who is entered in tournaments:
results stay, and the name is nowhere any more.
"""

import gzip
import io
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.games.actions.starting import start_game
from scoring.games.host import host
from scoring.games.queries import names_known_to, table_of
from scoring.models import Device, Player
from scoring.people.actions.erasing import erase, preview_erasing, purge_remnants
from scoring.rules import RuleError, RuleSet
from tests.scoring.games import a_client, a_device, believable, words, write
from tests.scoring.sharing import holding, texts
from tests.tournaments import desks
from tests.tournaments.visitors import crawled
from tichu_site.backups.site_document import write_site
from tournaments.actions import (
    creating,
    entering,
    judging,
    publishing,
    renaming,
    stages,
)
from tournaments.actions.integrity import carry_out, undo
from tournaments.actions.new_entrants import NewEntrant
from tournaments.actions.webhooks import make_webhook
from tournaments.clubs.club_document.writing import write_club
from tournaments.exchange.reading import import_tournament
from tournaments.exchange.writing import text_of
from tournaments.models import (
    Delivery,
    Entrant,
    LogLine,
    Match,
    Member,
    Remark,
    Ruling,
    Screen,
    Seal,
    Tournament,
)
from tournaments.pages.printed.contents import PAGES
from tournaments.pages.public import picture
from tournaments.tokens import token_of
from tournaments.webhooks.body import body_of
from tournaments.webhooks.events import KINDS

pytestmark = pytest.mark.django_db
NANKING = RuleSet.of("nanking", {})


@pytest.fixture
def match() -> Match:
    """A match of a tournament whose director's phone, of the same club, has a game at home with its
    people, too.
    """
    desks.draw(desks.a_tournament("pairs_swiss", 4))
    match = Match.objects.select_related("session_round__stage__tournament").order_by("number")[0]
    Device.objects.filter(pk=a_device().pk).update(club=match.session_round.stage.tournament.club)
    return match


def test_a_tournament_forgets_the_name_too_and_keeps_the_result(match: Match) -> None:
    tournament = match.session_round.stage.tournament
    played = publishing.open_game(match, 1, a_device())
    names = table_of(played).people
    at_home = start_game(a_device(), NANKING, names)
    write(at_home, believable(NANKING, 4, 3), a_device())
    player = Player.objects.get(name=names[0])
    assert list(host().entries_of(player)) == [tournament.name]
    client = a_client()
    client.force_login(desks.an_owner("Regula"))
    assert tournament.name in words(client, "person", player.pk, erase="1")
    assert tournament.name in words(client, "person_data", player.pk)
    length = Seal.objects.filter(tournament=tournament).count()

    erase(player, a_device())

    assert table_of(played).people == ["", *names[1:]]
    assert table_of(played).names[0] == table_of(at_home).names[0] == "Somebody"
    standings = client.get(reverse("standings", args=[tournament.pk, 1])).content.decode()
    assert not re.search(rf"\b{names[0]}\b", standings)
    assert "Somebody &amp; " in standings
    for page in ("people", "person"):
        args = [Player.objects.get(name=names[1]).pk] if page == "person" else []
        assert not re.search(rf"\b{names[0]}\b", words(client, page, *args))
    assert names[0] not in names_known_to(a_device())
    assert client.get(reverse("person", args=[player.pk])).status_code == 404
    line = LogLine.objects.get(tournament=tournament, action="erased")
    assert Seal.objects.filter(tournament=tournament).count() == length + 1
    desk = desks.desk_of(tournament.club).client
    assert (
        "Erased a person&#x27;s name from"
        in desk.get(reverse("desk_log", args=[tournament.pk])).content.decode()
    )
    assert line.params == {"entrant": Member.objects.get(player=player).entrant_id}
    call_command("verify", stdout=io.StringIO())
    assert purge_remnants() == 0


def test_whoever_is_erased_in_mid_tournament_still_sits_at_the_next_table(match: Match) -> None:
    player = (
        Member.objects.filter(entrant__in=match.places.values("entrant"))
        .order_by("entrant", "order")[0]
        .player
    )
    erase(player, a_device())
    played = publishing.open_game(match, 1, desks.table_phone())
    assert player.pk in [seat.player_id for seat in table_of(played).seats]
    assert Player.objects.get(pk=player.pk).last_played_at is None
    members = Member.objects.filter(player=player).select_related("tournament")
    with pytest.raises(RuleError):
        renaming.rename_person(members[0], None, "Somebody Else")


def test_who_is_entered_again_is_somebody_new(match: Match) -> None:
    (player, *_others) = Player.objects.filter(memberships__isnull=False).order_by("pk")
    erase(player, a_device())
    start_game(a_device(), NANKING, [player.name, "Xaver", "Yves", "Zoe"])
    assert Player.listed.get(name=player.name).pk != player.pk


def test_names_that_an_earlier_version_kept_for_tournaments_go_with_the_housekeeping(
    match: Match,
) -> None:
    player = Player.objects.filter(memberships__isnull=False).order_by("pk")[0]
    Player.objects.filter(pk=player.pk).update(erased_at=timezone.now())
    assert player.name in "\n".join(text for _table, text in texts())
    assert purge_remnants() == 1
    assert Player.objects.get(pk=player.pk).name == ""
    assert LogLine.objects.filter(action="erased").count() == 1


# Five tournaments
# -------------------------------------------------------------------------------------------------

NAME, WORDS = "Zebulon Quarx", ("Zebulon", "Quarx")


def a_pair(tournament: Tournament, label: str = "", **about: object) -> Entrant:
    return entering.enter(
        tournament, None, [NewEntrant((NAME, "Ida Imboden"), label=label, **about)]
    )[0]


def whole_rounds(tournament: Tournament, rounds: int, *, over: bool) -> Tournament:
    for number in range(1, rounds + 1):
        desks.play_round(desks.draw(tournament, number))
    if over:
        stages.finish_stage(desks.first_stage(tournament), None)
        creating.finish_tournament(tournament, desks.desk_of(tournament.club).user)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def five(monkeypatch: pytest.MonkeyPatch) -> list[Tournament]:
    """Two that are finished, one of them of persons; one that is running, one that is open, one in
    preparation.
    """
    monkeypatch.setattr(picture, "as_png", lambda svg: svg.encode())
    desk = desks.a_desk()
    found = []
    for nth, preset in enumerate(
        ["pairs_swiss", "german_championship", "pairs_swiss", "pairs_swiss", "pairs_swiss"]
    ):
        cup = desks.a_tournament(
            preset, 7 if preset == "german_championship" else 3, desk=desk, opened=False
        )
        if preset == "german_championship":
            entering.enter(cup, None, [NewEntrant((NAME,), alias="Zebulon the Great")])
        else:
            a_pair(cup, ("The Quarxes", "", "Dragons", "Zebulon & Co", "")[nth])
        if nth < 4:
            creating.open_tournament(cup, desk.user)
        Screen.objects.create(
            tournament=cup,
            name="Hall",
            text=f"Welcome, {NAME}!",
            playlist=[
                {"show": show, "seconds": 20}
                for show in ("tables", "names", "standings", "latest", "reveal")
            ],
        )
        found.append(cup)
    make_webhook(desk.club, desk.user, "https://elsewhere.example/", KINDS, "https://tichu.example")
    whole_rounds(found[0], 2, over=True)
    whole_rounds(found[1], 2, over=True)
    running = whole_rounds(found[2], 1, over=False)
    desks.play_round(desks.draw(running, 2), close=False)
    match = Match.objects.filter(session_round__stage__tournament=running).first()
    Remark.objects.create(
        match=match, kind=Remark.Kind.CALL, side=0, text="zebulon quarx is missing"
    )
    Entrant.objects.create(
        tournament=found[3], number=99, state=Entrant.State.REFUSED, asked_names=[NAME, "Nora"]
    )
    return [Tournament.objects.get(pk=cup.pk) for cup in found]


def every_answer(
    cup: Tournament, desk: Client, *, rounds: int, wholes_alone: bool = False
) -> Iterator[tuple[str, str]]:
    """What visitors get at all that is public, and directors at the desk, of one tournament."""
    if cup.state != Tournament.State.DRAFT:
        yield from crawled(cup, rounds=rounds, wholes_alone=wholes_alone)
    for name in (
        "desk_board",
        "desk_entrants",
        "desk_log",
        "desk_export",
        "desk_print",
        "desk_people",
    ):
        yield name, desk.get(reverse(name, args=[cup.pk])).content.decode()
    for page in PAGES:
        yield (
            f"printed {page}",
            desk.get(reverse("desk_print_page", args=[cup.pk, page])).content.decode(),
        )
    for entrant in cup.entrants.all():
        yield (
            "desk_entrant",
            desk.get(reverse("desk_entrant", args=[cup.pk, entrant.pk])).content.decode(),
        )
        yield (
            "own_page",
            Client().get(reverse("own_page", args=[token_of(entrant)])).content.decode(),
        )


def telling(found: Iterable[tuple[str, str]]) -> Iterator[str]:
    return (
        where for where, text in found if any(word.casefold() in text.casefold() for word in WORDS)
    )


@pytest.mark.slow  # in short: the tests below
def test_nothing_of_five_tournaments_has_the_name_any_more(
    five: list[Tournament], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    club = five[0].club
    desk = desks.desk_of(club).client
    player = Player.objects.get(name=NAME)
    rounds = (2, 2, 2, 0, 0)
    for cup, n in zip(five, rounds, strict=True):
        assert len(list(islice(telling(every_answer(cup, desk, rounds=n)), 6))) == 6
    standings = [
        [(line["rank"], line["values"]) for line in Client().get(at).json()["rows"]]
        for at in (reverse("api_standings", args=[cup.pk, 1]) for cup in five[:3])
    ]
    caplog.clear()
    caplog.set_level("DEBUG")

    desk.post(reverse("person_erase", args=[player.pk]))

    assert [
        table
        for table, text in texts()
        if any(word.casefold() in text.casefold() for word in WORDS)
    ] == []
    for cup, n in zip(five, rounds, strict=True):
        # Parts and embedded pages are the same for a finished event as for the running one.
        over = cup.state == Tournament.State.FINISHED
        assert not list(telling(every_answer(cup, desk, rounds=n, wholes_alone=over)))
    assert standings == [
        [(line["rank"], line["values"]) for line in Client().get(at).json()["rows"]]
        for at in (reverse("api_standings", args=[cup.pk, 1]) for cup in five[:3])
    ]
    # What is written from now on: a back-up of all, the club, each tournament; and it can be read
    # again
    write_site(tmp_path / "site.gz", timezone.now())
    whole = gzip.decompress((tmp_path / "site.gz").read_bytes()).decode()
    with (tmp_path / "club").open("wb") as file:
        write_club(club, file)
    documents = [text_of(cup) for cup in five]
    bodies = [
        (body_of(one, timezone.now()) or b"").decode()
        for one in Delivery.objects.select_related("webhook__club", "tournament")
    ]
    assert len(bodies) > 5
    written = [
        whole,
        (tmp_path / "club").read_text(),
        *documents,
        *bodies,
        *(r.getMessage() for r in caplog.records),
    ]
    assert not list(telling((f"{nth}: {text[:40]}", text) for nth, text in enumerate(written)))
    elsewhere = desks.a_desk("Otto", "Elsewhere")
    for document in documents[:3]:
        copy = import_tournament(elsewhere.club, elsewhere.user, document)
        assert text_of(copy) == document
        erased = Member.objects.filter(tournament=copy, player__name="")
        assert [one.player.erased_at is not None for one in erased] == [True]
    call_command("verify", stdout=io.StringIO())


def test_no_label_has_the_name_any_more(five: list[Tournament]) -> None:
    def told() -> list[str]:
        labels = Entrant.objects.filter(tournament__in=five).values_list("label", flat=True)
        return [one for one in labels if any(word.casefold() in one.casefold() for word in WORDS)]

    assert told()
    erase(Player.objects.get(name=NAME), a_device())
    assert told() == []


def test_a_label_of_others_stays_and_reasons_go(five: list[Tournament]) -> None:
    player = Player.objects.get(name=NAME)
    running = five[2]
    one, reason = running.entrants.get(number=1), f"Helped {NAME}"
    judging.penalise(desks.first_stage(running), one, None, kind="bonus", score=10, reason=reason)
    found = preview_erasing(player)
    assert (found.reasons, found.written) == (1, 0)  # the line of the log
    erase(player, a_device())
    assert running.entrants.get(label="Dragons").members.filter(player=player).exists()
    assert Ruling.objects.get(stage__tournament=running).reason == "Helped …"
    assert LogLine.objects.get(tournament=running, action="penalised").reason == "…"
    said = io.StringIO()
    call_command("verify", stdout=said)
    assert "reasons erased with a name: 1." in said.getvalue()


def test_why_a_result_was_decided_goes_with_the_name_and_can_still_be_undone(
    five: list[Tournament],
) -> None:
    player = Player.objects.get(name=NAME)
    match = Match.objects.filter(session_round__stage__tournament=five[2]).order_by("pk").first()
    assert match is not None
    ruling = {"kind": "both_average", "percent": [60, 40]}
    change = carry_out(five[2], lambda: judging.rule_match(match, None, ruling, f"{NAME} was late"))
    assert change is not None
    erase(player, a_device())
    match.refresh_from_db()
    assert match.ruling is not None
    assert match.ruling["reason"] == "… was late"
    assert holding(NAME) == []
    change.refresh_from_db()
    undo(change, None, "It was another")
    call_command("verify", stdout=io.StringIO())
