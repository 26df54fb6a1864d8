"""Entries by the API: who may send them, what is answered, and the same answer for ever."""

import json
import uuid

import pytest
from django.test import Client, RequestFactory

from scoring.games.access.devices import bearer_key
from scoring.games.queries import table_of
from scoring.models import Entry, Game
from tests.scoring.tables import (
    PLAIN,
    SWEEP,
    agree,
    an_entry,
    at,
    choose,
    correct,
    finish,
    let_in,
    pause,
    phone_of,
    record_on,
    stop,
    table,
    told,
    totals,
    unchanged,
    undo,
    write,
)
from tests.worlds import undone

pytestmark = pytest.mark.django_db


def test_an_entry_is_answered_with_what_came_of_it(anna, game):
    entry = an_entry(1, PLAIN, kind="round", sides=[[0, 2], [1, 3]])
    answer = anna.post("api_entries", game, entry)
    kept = Entry.objects.get()
    assert answer.status_code == 201
    assert answer["Cache-Control"] == "no-store"
    assert answer.json() == {
        "id": entry["id"],
        "game": str(game.pk),
        "number": 1,
        "kind": "round",
        "outcome": "counted",
        "about": None,
        "recorded_at": kept.created_at.isoformat().replace("+00:00", "Z"),
    }


def test_every_kind_of_entry_comes_in_by_one_address(anna, beat, game):
    first = anna.write(game, 1, PLAIN).json()
    same = beat.write(game, 1, PLAIN).json()
    rival = beat.write(game, 1, SWEEP).json()
    choice = anna.write(game, 1, kind="choice", about=rival["id"]).json()
    agreement = beat.write(game, 1, kind="agreement", about=choice["id"]).json()
    correction = anna.write(game, 1, PLAIN, kind="correction", replaces=choice["id"]).json()
    undone = anna.write(game, 1, kind="undo", about=correction["id"]).json()
    came = [first, same, rival, choice, agreement, correction, undone]
    assert [each["outcome"] for each in came] == ["counted", "same", "rival", *["counted"] * 4]
    assert [each["about"] for each in came] == [
        None, first["id"], first["id"], rival["id"], choice["id"], None, correction["id"]
    ]  # fmt: skip
    assert [str(entry.pk) for entry in Entry.objects.order_by("created_at")] == [
        each["id"] for each in came
    ]
    assert table_of(game).entries == []


def take_back(game: Game) -> None:
    undo(game, 2)
    undo(game, 1)


def dispute_and_choose(game: Game) -> None:
    choose(game, 1, record_on(phone_of("Carla"), game, 1, {**PLAIN, "card_points": [0, 100]}))


SINCE = [
    lambda game: write(game, SWEEP),
    lambda game: correct(game, 1, {**PLAIN, "card_points": [5, 95]}),
    take_back,
    pause,
    stop,
    finish,
    dispute_and_choose,
    lambda game: agree(game, 1, phone_of("Dino")),
]


@pytest.mark.parametrize(
    "kind", ["round", "same", "rival", "correction", "undo", "choice", "agreement"]
)
def test_an_entry_sent_again_gets_the_same_bytes_whatever_has_happened_since(
    anna, beat, game, kind
):
    first, second = write(game, PLAIN, PLAIN)
    entry = {
        "round": lambda: an_entry(3, PLAIN),
        "same": lambda: an_entry(1, PLAIN),
        "rival": lambda: an_entry(2, SWEEP),
        "correction": lambda: an_entry(1, SWEEP, kind="correction", replaces=str(first.pk)),
        "undo": lambda: an_entry(2, kind="undo", about=str(second.pk)),
        "choice": lambda: an_entry(2, kind="choice", about=str(record_on(beat, game, 2, SWEEP).pk)),
        "agreement": lambda: an_entry(1, kind="agreement", about=str(first.pk)),
    }[kind]()
    sent = beat.post("api_entries", game, entry)
    assert sent.status_code == 201
    for since in SINCE:
        # What waits for a choice is neither undone nor finished, and what was taken back is not
        # taken back again.
        waits = kind in {"undo", "rival"} and since in {take_back, stop, finish}
        if waits or (kind == "round" and since is take_back):
            continue
        with undone():
            since(game)
            with unchanged(game):
                for phone in (beat, anna):
                    again = phone.post("api_entries", game, entry)
                    assert (again.status_code, again.content) == (sent.status_code, sent.content), (
                        since
                    )


@pytest.mark.parametrize(
    "otherwise",
    [
        {"number": 2},
        {"round": SWEEP},
        {"kind": "undo"},
        {"kind": "agreement"},
        {"kind": "correction"},
        {"kind": "choice"},
        {"sides": [[0, 1], [2, 3]]},
    ],
)
def test_the_same_id_with_another_content_is_refused_and_changes_nothing(anna, game, otherwise):
    entry = an_entry(1, PLAIN)
    anna.post("api_entries", game, entry)
    more = {"about": entry["id"], "replaces": entry["id"]} if "kind" in otherwise else {}
    with unchanged(game):
        answer = anna.post("api_entries", game, entry | more | otherwise)
    assert (answer.status_code, told(answer)) == (409, [("id_used", "id")])


@pytest.mark.parametrize("kind", ["correction", "undo", "choice", "agreement"])
def test_the_same_id_for_another_entry_to_be_about_is_refused(anna, beat, game, kind):
    first, second = write(game, PLAIN, PLAIN)
    about = record_on(beat, game, 2, SWEEP) if kind == "choice" else second
    names = "replaces" if kind == "correction" else "about"
    entry = an_entry(2, SWEEP if kind == "correction" else None, kind=kind) | {names: str(about.pk)}
    assert beat.post("api_entries", game, entry).status_code == 201
    with unchanged(game):
        answer = beat.post("api_entries", game, entry | {names: str(first.pk)})
    assert (answer.status_code, told(answer)) == (409, [("id_used", "id")])


def test_an_id_of_another_game_is_refused(anna, game):
    other, entry = table(anna), an_entry(1, PLAIN)
    anna.post("api_entries", other, entry)
    with unchanged(game), unchanged(other):
        answer = anna.post("api_entries", game, entry)
    assert (answer.status_code, told(answer)) == (409, [("id_used", "id")])


# Who may
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("role", "status"), [("scorer", 201), ("", 404)])
def test_only_who_may_write_sends_entries(game, role, status):
    beat = phone_of("Beat")
    if role:
        let_in(beat, game, role)
    answer = beat.write(game, 1, PLAIN)
    assert answer.status_code == status
    assert Entry.objects.count() == (status == 201)
    if status != 201:
        assert told(answer) == [("not_open", "")]


def test_a_game_that_is_not_there_is_answered_like_a_stranger_s(anna):
    here, nowhere = table(phone_of("Beat")), Game(pk=uuid.uuid4())
    answers = [anna.write(each, 1, PLAIN) for each in (here, nowhere)]
    assert answers[0].content == answers[1].content
    assert [answer.status_code for answer in answers] == [404, 404]


def test_the_key_in_the_header_is_the_phone(anna, game):
    client = Client(enforce_csrf_checks=True)
    body = json.dumps(an_entry(1, PLAIN))
    keys = (
        ("Device nobody", 404),
        ("Bearer " + anna.key, 401),
        ("Key " + anna.key, 401),
        (f"device {anna.key} ", 201),
    )
    for header, status in keys:
        answer = client.post(
            at("api_entries", game),
            body,
            content_type="application/json",
            headers={"Authorization": header},
        )
        assert answer.status_code == status
    assert totals(game) == (65, 35)
    # A header that opens nothing is not made good by a cookie that would.
    client.cookies = anna.client.cookies
    answer = client.post(
        at("api_entries", game),
        body,
        content_type="application/json",
        headers={"Authorization": "Device nobody"},
    )
    assert answer.status_code == 404


@pytest.mark.parametrize("kind", ["Bearer", "Key", "Phone", ""])
def test_only_a_device_s_key_is_one_on_pages_too(kind: str) -> None:
    request = RequestFactory().get("/", headers={"Authorization": f"{kind} secret".strip()})
    assert bearer_key(request) == ""
    request = RequestFactory().get("/", headers={"Authorization": "device secret"})
    assert bearer_key(request) == "secret"


def test_what_the_game_never_had_is_told(anna, game):
    written = anna.write(game, 1, PLAIN).json()
    undone = anna.write(game, 1, kind="undo", about=written["id"]).json()
    other = anna.write(table(anna), 1, PLAIN).json()
    never = str(uuid.uuid4())
    asked = [never, written["id"], undone["id"], other["id"]]
    answer = anna.client.get(at("api_unknown", game), {"entry": asked})
    assert answer.json() == {"game": str(game.pk), "unknown": [never, other["id"]]}
    assert anna.client.get(at("api_unknown", game)).json()["unknown"] == []
    for wrong in (["x"], [never, ""], [never] * 101, ["1" * 10_000]):
        answer = anna.client.get(at("api_unknown", game), {"entry": wrong})
        assert (answer.status_code, answer.json()["errors"][0]["field"][:5]) == (422, "entry")


def test_a_state_that_was_set_back_is_other_also_where_its_version_is_the_same(anna, game):
    anna.write(game, 1, PLAIN)
    told = anna.client.get(at("table_state", game))
    back = Game.objects.get(pk=game.pk)
    anna.write(game, 1, kind="undo")
    Game.objects.filter(pk=game.pk).update(version=back.version)
    again = anna.client.get(at("table_state", game), headers={"If-None-Match": told["ETag"]})
    assert again.status_code == 200
