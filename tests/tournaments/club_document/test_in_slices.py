"""A club, or a tournament, is read in while others write; of one that is not read in to its end
nothing stays.
"""

import base64
import copy
import io
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import connections
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.games.access.limits import LIMITS
from scoring.models import Club, Device, Evening, Game, Player, Use
from tests.requests import Response
from tests.tournaments import desks
from tests.tournaments.club_document.a_club import Written, club, document_of
from tests.tournaments.refusing import refused
from tests.tournaments.tampering import found
from tichu_site import housekeeping
from tichu_site.management.commands import serve
from tournaments.actions.importing import import_draft
from tournaments.clubs.club_document.reading import import_club
from tournaments.exchange import slices
from tournaments.exchange.checking import read_text
from tournaments.exchange.slices import GIVEN_UP, Slices, delete_interrupted_imports
from tournaments.exchange.writing import document, text_of
from tournaments.models import Role, Season, Tournament

__all__ = ["club"]  # a fixture


def counts() -> dict[str, int]:
    """How many rows each table has."""
    ours = [
        model
        for app in ("scoring", "tournaments")
        for model in apps.get_app_config(app).get_models()
    ]
    return {model._meta.label: model._base_manager.count() for model in ours}


class CutOffError(BaseException):
    """As if the process had ended."""


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each place where a slice may end ends one, however quick the machine is."""
    monkeypatch.setattr(slices, "SLICE", 0.0)


def cut_off(monkeypatch: pytest.MonkeyPatch, club: Written, after: int) -> None:
    """Read it in with so many slices, then nothing more: not even what would take them back."""
    breathe, left = Slices.breathe, [after]

    def counted(self: Slices) -> None:
        breathe(self)
        left[0] -= 1
        if left[0] == 0:
            raise CutOffError

    with monkeypatch.context() as patched:
        patched.setattr(Slices, "breathe", counted)
        patched.setattr(
            "tournaments.clubs.club_document.reading.delete_imported_club",
            lambda club: None,  # noqa: ARG005
        )
        with pytest.raises(CutOffError):
            import_club(io.BytesIO(club.document))


@pytest.fixture
def places(monkeypatch: pytest.MonkeyPatch, club: Written) -> int:
    """How many places there are in this document where a slice may end."""
    breathe, seen = Slices.breathe, [0]

    def counted(self: Slices) -> None:
        seen[0] += 1
        breathe(self)

    from django.db import transaction

    with monkeypatch.context() as patched, transaction.atomic():
        patched.setattr(Slices, "breathe", counted)
        import_club(io.BytesIO(club.document))
        transaction.set_rollback(True)
    return seen[0]


@pytest.mark.slow  # in short: of a tournament that was cut off nothing stays
@pytest.mark.django_db
@pytest.mark.usefixtures("often")
@pytest.mark.parametrize("share", [0.02, 0.2, 0.5, 0.8, 0.99])
def test_what_is_left_of_a_cut_off_reading_is_seen_by_nobody_and_goes(
    monkeypatch: pytest.MonkeyPatch, club: Written, places: int, share: float
) -> None:
    before = counts()
    cut_off(monkeypatch, club, max(1, round(places * share)))
    assert Club.objects.exclude(coming=None).exists()
    for tournament in Tournament.objects.all():
        assert Client().get(reverse("tournament", args=[tournament.pk])).status_code == 404
        assert Client().get(reverse("api_tournament", args=[tournament.pk])).status_code == 404
    Season.objects.update(public=True)
    for season in Season.objects.all():
        assert Client().get(reverse("season", args=[season.pk])).status_code == 404
    left = Club.objects.get()
    assert Client().get(reverse("club_home", args=[left.pk])).status_code == 404
    delete_interrupted_imports()  # somebody may be at it
    assert Club.objects.exists()
    assert found() is None
    Club.objects.update(coming=timezone.now() - GIVEN_UP - timedelta(seconds=1))
    delete_interrupted_imports()
    assert {
        label: (was, now) for label, was in before.items() if (now := counts()[label]) != was
    } == {}


@pytest.mark.django_db
@pytest.mark.usefixtures("often")
def test_a_reading_that_fails_is_taken_back_at_once(
    monkeypatch: pytest.MonkeyPatch, club: Written
) -> None:
    before = counts()
    breathe, left = Slices.breathe, [60]

    def counted(self: Slices) -> None:
        breathe(self)
        left[0] -= 1
        if left[0] == 0:
            raise KeyboardInterrupt

    monkeypatch.setattr(Slices, "breathe", counted)
    with pytest.raises(KeyboardInterrupt):
        import_club(io.BytesIO(club.document))
    assert counts() == before


@pytest.mark.django_db
def test_the_site_looks_for_it_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    Club.objects.create(name="Half a club", coming=timezone.now() - timedelta(hours=1))
    monkeypatch.setattr(housekeeping, "connections", SimpleNamespace(close_all=lambda: None))
    monkeypatch.setattr(housekeeping.Backups, "_write", lambda self: None)  # noqa: ARG005
    housekeeping.Backups().run_once()
    assert not Club.objects.exists()
    Club.objects.create(name="Half a club", coming=timezone.now() - timedelta(hours=1))
    for name in ("make_private", "check_records"):
        monkeypatch.setattr(serve, name, lambda *_, **__: None)
    monkeypatch.setattr(serve, "connections", SimpleNamespace(close_all=lambda: None))
    start = serve.Command(stdout=io.StringIO()).prepare_and_serve
    start("127.0.0.1", 8000, None, 1, print_only=True, prepared=True)
    assert not Club.objects.exists()


@pytest.mark.django_db
def test_a_clock_that_was_set_back_keeps_nothing_half_read(
    monkeypatch: pytest.MonkeyPatch, club: Written, places: int
) -> None:
    cut_off(monkeypatch, club, places // 2)
    Club.objects.update(coming=timezone.now() + timedelta(days=300))
    delete_interrupted_imports()
    assert not Club.objects.exists()


@pytest.mark.django_db
@pytest.mark.usefixtures("often")
def test_in_the_end_it_is_whole_and_its_own(club: Written) -> None:
    olga = desks.a_user()
    made = import_club(io.BytesIO(club.document), olga)
    assert made.coming is None
    assert Club.objects.get(pk=made.pk).coming is None
    assert document_of(made) == club.document
    assert found() is None
    assert made.roles.get().user_id == olga.pk
    assert not made.device_set.filter(tournament__isnull=True).exists()


# Beside a second writer
# ---------------------------------------------------------------------------------------------


class Writer(threading.Thread):
    """Somebody who writes all the time: how often while the club was half there."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.over = threading.Event()
        self.begun = threading.Event()
        self.between, self.failed = 0, ""

    def run(self) -> None:
        try:
            while not self.over.is_set():
                Use.objects.create(what="a test", whose="another writer")
                self.begun.set()
                self.between += Club.objects.exclude(coming=None).exists()
        except Exception as error:  # noqa: BLE001 - the test says it
            self.failed = repr(error)
        finally:
            self.begun.set()
            connections.close_all()


@pytest.fixture
def writer() -> Iterator[Writer]:
    one = Writer()
    one.start()
    one.begun.wait()
    yield one
    one.over.set()
    one.join()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("often")
def test_another_writer_writes_in_between(club: Written, writer: Writer) -> None:
    made = import_club(io.BytesIO(club.document))
    writer.over.set()
    writer.join()
    assert writer.failed == ""
    assert writer.between >= 20
    assert document_of(made) == club.document


# At the desk
# --------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_an_account_reads_in_no_more_than_a_move_needs(
    club: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    nora = desks.signed_in(desks.an_owner("Nora"))
    limit = LIMITS["whole clubs of an account"]
    assert (limit.many, limit.seconds) == (12, 3600)

    def asked() -> int:
        file: Any = io.BytesIO(club.document)
        file.name = "club.jsonl"
        return int(nora.post(reverse("desk_club_import"), {"file": file}).status_code)

    assert asked() == 200
    Use.objects.bulk_create(
        Use(what="whole clubs of an account", whose=str(desks.a_user("Nora").pk))
        for _ in range(limit.many - 1)
    )
    assert asked() == 429


def sent(client: Client, content: bytes) -> Response:
    """Read in at the desk, in both steps."""
    packed = base64.b64encode(content).decode()
    return client.post(reverse("desk_club_import"), {"packed": packed})


@pytest.mark.django_db
def test_what_was_read_in_is_taken_back_as_a_whole(club: Written) -> None:
    nora = desks.signed_in(desks.an_owner("Nora"))
    before = counts()
    assert sent(nora, club.document).status_code == 302
    made = Club.objects.get()
    page = nora.get(reverse("desk_club_import")).content.decode()
    assert "unchanged since" in page
    assert f'name="back" value="{made.pk}"' in page
    for other in (desks.a_desk("Otto", "Another club").client, Client()):
        other.post(reverse("desk_club_import"), {"back": made.pk})
        assert Club.objects.filter(pk=made.pk).exists()
    Club.objects.filter(name="Another club").delete()
    assert nora.post(reverse("desk_club_import"), {"back": made.pk}).status_code == 302
    after = counts()
    assert {key for key, many in before.items() if after[key] != many} == {"scoring.Use"}
    assert sent(nora, club.document).status_code == 302  # what has gone can come again


DONE: dict[str, Callable[[Club], object]] = {
    "a phone joined": lambda club: Device.objects.create(key_hash="x" * 64, club=club),
    "somebody was added": lambda club: Player.objects.create(club=club, name="Zora"),
    "somebody was renamed": lambda club: Player.objects.filter(pk=club.players.first().pk).update(
        name="Zora"
    ),  # type: ignore[union-attr]
    "a game went on": lambda club: Game.objects.filter(club=club).update(version=F("version") + 1),
    "a tournament went on": lambda club: Tournament.objects.filter(club=club).update(
        version=F("version") + 1
    ),
    "somebody got a role": lambda club: Role.objects.create(
        club=club, user=desks.a_user("Dora"), name="desk"
    ),
    "an evening was planned": lambda club: Evening.objects.filter(club=club).delete(),
}


@pytest.mark.django_db
@pytest.mark.parametrize("what", DONE)
def test_once_something_was_done_in_it_it_stays(club: Written, what: str) -> None:
    user = desks.an_owner("Nora")
    made = import_club(io.BytesIO(club.document), user)
    nora = desks.signed_in(user)
    DONE[what](made)
    assert "unchanged since" not in nora.get(reverse("desk_club_import")).content.decode()
    refused = nora.post(reverse("desk_club_import"), {"back": made.pk})
    assert refused.status_code == 422
    assert "Something was done in this club" in refused.content.decode()
    assert Club.objects.filter(pk=made.pk, coming=None).exists()
    for nonsense in ("", "0", "x", "9" * 40):
        assert nora.post(reverse("desk_club_import"), {"back": nonsense}).status_code == 422


# A tournament at the desk
# -------------------------------------------------------------------------------------------


@pytest.fixture
def cup() -> dict[str, Any]:
    """Of another club, as a document that was read."""
    played = desks.a_tournament("pairs_swiss", 5, desk=desks.a_desk("Clara", "Where it was played"))
    desks.play_round(desks.draw(played))
    return read_text(text_of(played))


@pytest.fixture
def harbour() -> Club:
    """A club that knows somebody of the tournament, who has never played."""
    club = desks.a_desk("Ben", "Harbour club").club
    Player.objects.create(club=club, name="Player 3")
    return club


def at_each_end(monkeypatch: pytest.MonkeyPatch, do: Callable[[int], object]) -> None:
    """Call this wherever a slice may end, with how many have by then."""
    breathe, seen = Slices.breathe, [0]

    def counted(self: Slices) -> None:
        breathe(self)
        seen[0] += 1
        do(seen[0])

    monkeypatch.setattr(Slices, "breathe", counted)


@pytest.mark.django_db
@pytest.mark.usefixtures("often")
def test_a_tournament_is_seen_by_nobody_until_all_of_it_is_there(
    monkeypatch: pytest.MonkeyPatch, cup: dict[str, Any], harbour: Club
) -> None:
    others = set(Tournament.objects.values_list("pk", flat=True))
    seen: list[int] = []

    def look(_nth: int) -> None:
        assert list(harbour.players.values_list("name", flat=True)) == ["Player 3"]
        assert not Tournament.objects.filter(club=harbour).exists()
        keys = Tournament.objects.exclude(pk__in=others).values_list("pk", flat=True)
        seen.extend(Client().get(reverse("tournament", args=[key])).status_code for key in keys)

    at_each_end(monkeypatch, look)
    made = import_draft(harbour, None, cup)
    assert len(seen) > 4
    assert set(seen) == {404}
    here, there = document(made), document(Tournament.objects.get(pk__in=others))
    assert (here["about"].pop("state"), there["about"].pop("state")) == ("draft", "open")
    assert here == there
    assert (made.club, made.desk.club) == (harbour, harbour)
    assert harbour.players.count() == 10
    assert harbour.games.count() == 2
    assert not Club.objects.exclude(coming=None).exists()
    assert found() is None


@pytest.mark.django_db
@pytest.mark.usefixtures("often")
@pytest.mark.parametrize("after", [1, 3, 6])
def test_of_a_tournament_that_was_cut_off_nothing_stays(
    monkeypatch: pytest.MonkeyPatch, cup: dict[str, Any], harbour: Club, after: int
) -> None:
    before = counts()

    def cut(nth: int) -> None:
        if nth == after:
            raise CutOffError

    with monkeypatch.context() as patched:
        at_each_end(patched, cut)
        patched.setattr("tournaments.actions.importing.delete_imported_club", lambda club: None)  # noqa: ARG005
        with pytest.raises(CutOffError):
            import_draft(harbour, None, cup)
    assert counts() != before
    Club.objects.exclude(coming=None).update(
        coming=timezone.now() - GIVEN_UP - timedelta(seconds=1)
    )
    delete_interrupted_imports()
    assert {
        label: (was, now) for label, was in before.items() if (now := counts()[label]) != was
    } == {}


@pytest.mark.django_db
@pytest.mark.usefixtures("often")
def test_a_tournament_that_is_refused_is_taken_back_at_once(
    monkeypatch: pytest.MonkeyPatch, cup: dict[str, Any], harbour: Club
) -> None:
    before = counts()
    wrong = copy.deepcopy(cup)
    wrong["stages"][0]["session_rounds"][0]["tables"][1]["done"] = False
    with refused("result_differs"):
        import_draft(harbour, None, wrong)
    assert counts() == before
    # Somebody types one of the new names while it is read in: that may be another person.
    at_each_end(
        monkeypatch, lambda _nth: Player.objects.get_or_create(club=harbour, name="Player 4")
    )
    with refused("list_changed"):
        import_draft(harbour, None, cup)
    assert counts() == before | {"scoring.Player": before["scoring.Player"] + 1}


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("often")
def test_another_writer_writes_while_a_tournament_is_read_in(
    cup: dict[str, Any], harbour: Club, writer: Writer
) -> None:
    made = import_draft(harbour, None, cup)
    writer.over.set()
    writer.join()
    assert writer.failed == ""
    assert writer.between >= 3
    assert made.club == harbour
