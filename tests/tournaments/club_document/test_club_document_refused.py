"""Documents of clubs that are none, are damaged, or were made by somebody who means harm: a
sentence each, and nothing is changed.
"""

import gzip
import io
import json
import random
import uuid
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Device, Entry, Evening, Game, Player, Use
from scoring.rules import RuleError
from tests.lengths import in_short
from tests.requests import Response
from tests.tournaments import desks
from tests.tournaments.club_document.a_club import (
    Change,
    Written,
    changed,
    club,
    document_of,
    rows,
    with_sum,
)
from tests.tournaments.tampering import found
from tests.work import GROWTH, work_of
from tournaments.clubs import club_document
from tournaments.clubs.club_document.reading import import_club
from tournaments.models import Tournament
from tournaments.pages.desk import whole_club

__all__ = ["club"]  # a fixture
pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("club document")]


def why(document: bytes, most: int = club_document.LARGEST) -> tuple[str, str]:
    """The code and the sentence with which a document is refused; nothing is there afterwards that
    was not before.
    """
    before = [
        model.objects.count() for model in (Club, Player, Device, Game, Entry, Tournament, Evening)
    ]
    with pytest.raises(RuleError) as error:
        import_club(io.BytesIO(document), most=most)
    assert before == [
        model.objects.count() for model in (Club, Player, Device, Game, Entry, Tournament, Evening)
    ]
    (mistake,) = error.value.mistakes
    assert mistake.field == "document"
    return mistake.code, mistake.message


def test_what_is_no_document_of_a_club(club: Written) -> None:
    for wrong in (
        b"",
        b"\n",
        b"Two eggs.",
        b"[]",
        b"{}",
        b"\x1f\x8b",
        b'{"format":"tichu-tournament","version":1}\n',
    ):
        assert why(wrong)[0] in {"no_club", "cut_off"}, wrong
    first = json.loads(club.document.splitlines()[0])
    for version in (0, True, "1", None, 1.5):
        assert why(with_sum([first | {"version": version}]))[0] == "no_club", version
    code, said = why(with_sum([first | {"version": 2}]))
    assert (code, said.endswith("update the program first.")) == ("unknown_version", True)


def test_what_was_cut_off_or_damaged_anywhere(club: Written) -> None:
    lot, whole = random.Random(7), club.document
    packed = gzip.compress(whole)
    for document in (whole, packed):
        for place in sorted(lot.sample(range(20, len(document) - 1), 6)):
            assert why(document[:place])[0] == "cut_off", place
            flipped = bytearray(document)
            flipped[place] ^= 1 << lot.randrange(8)
            assert why(bytes(flipped))[0] in {"damaged", "bad_line", "cut_off", "no_club"}, place
    lines = whole.splitlines(keepends=True)
    assert why(b"".join([*lines[:5], *lines[6:]]))[0] == "damaged"
    assert why(b"".join([*lines[:-3], lines[-2], lines[-3], lines[-1]]))[0] == "damaged"
    assert why(whole + b"\n")[0] == "damaged"


def test_what_is_too_large_is_read_no_further(club: Written) -> None:
    assert why(club.document, len(club.document) - 1)[0] == "too_large"
    bomb = gzip.compress(
        club.document.splitlines(keepends=True)[0] + b'["phone","' + b"a" * 30_000_000
    )
    assert len(bomb) < 50_000
    assert why(bomb)[0] == "bad_line"
    assert why(gzip.compress(b"a" * 30_000_000), 1_000_000)[0] == "too_large"


def test_another_spelling_of_the_same_is_none_of_ours(club: Written) -> None:
    lines = club.document.splitlines(keepends=True)
    for wrong in (
        *(
            b'["phone", "Desk"]',
            b'["phone","Desk","x"]',
            b'["phone","\\u0000"]',
            b'["phone","\\ud800"]',
            b'["phone",NaN]',
        ),
        *(
            b'["phone",1.0]',
            b'["nothing",null]',
            b'"phone"',
            b'["phone","\xc3\xa9"]',
            b'["phone",' + b"9" * 5000 + b"]",
        ),
        b'["phone",' + b"[" * 500 + b"]" * 500 + b"]",
    ):
        code, said = why(b"".join([lines[0], wrong + b"\n", *lines[1:]]))
        assert (code, "Line 2" in said) == ("bad_line", True), wrong


def test_nothing_can_be_here_twice(club: Written) -> None:
    made = import_club(io.BytesIO(club.document))
    code, said = why(club.document)
    assert (code, said.startswith("This club, or part of it, is already here: game ")) == (
        "taken",
        True,
    )
    # One id is enough, whosever it is now.
    ids = {"game": "id", "entry": "id", "tournament": "id", "evening": "uid", "season": "id"}
    for kind, key in ids.items():
        document = changed(club.document, lambda lines: _other_ids(lines, {kind}, ids))  # noqa: B023 - called at once
        code, said = why(document)
        assert (code, f": {kind} " in said) == ("taken", True), kind
        assert key
    assert document_of(made) == club.document


def _other_ids(lines: list[Any], but: set[str], ids: dict[str, str]) -> None:
    """Other ids for everything but these kinds."""
    text = json.dumps(lines)
    for kind in ids.keys() - but:
        for row in rows(lines, kind):
            text = text.replace(row[ids[kind]], uuid.uuid4().hex)
    lines[:] = json.loads(text)


def first(kind: str, /, **values: Any) -> Change:
    """A change of the first row of a kind."""
    return lambda lines: rows(lines, kind)[0].update(values)


def every(kind: str, /, **values: Any) -> Change:
    return lambda lines: [one.update(values) for one in rows(lines, kind)]


def seat_of_a_game(person: object) -> Change:
    return lambda lines: rows(lines, "game")[0].update(seats=[person, None, None, None])


def without(kind: str) -> Change:
    def change(lines: list[Any]) -> None:
        lines[:] = [line for line in lines if not (isinstance(line, list) and line[0] == kind)]

    return change


def moved_to_the_end(kind: str) -> Change:
    def change(lines: list[Any]) -> None:
        lines.append(
            lines.pop(
                next(
                    n for n, line in enumerate(lines) if isinstance(line, list) and line[0] == kind
                )
            )
        )

    return change


def of_the_other_tournament(lines: list[Any]) -> None:
    """The last entrant's member is one of the first tournament's."""
    rows(lines, "member")[-1].update(entrant=1)


HOSTILE: dict[str, Change] = {
    "a person who is nobody": seat_of_a_game(9999),
    "a person of number nothing": seat_of_a_game(0),
    "a person below": seat_of_a_game(-1),
    "a person as a text": seat_of_a_game("1"),
    "yes for a person": seat_of_a_game(True),
    "seats of another number": first("game", seats=[None] * 3),
    "seats that are no list": first("game", seats={"0": 1}),
    "an entrant of another tournament": of_the_other_tournament,
    "a match without its round": without("session_round"),
    "no people": without("person"),
    "a game without its entries": without("entry"),
    "a round that counts otherwise": without("round"),
    "a person at the end": moved_to_the_end("person"),
    "an entry at the end": moved_to_the_end("entry"),
    "a log at the end": moved_to_the_end("line"),
    "a game nobody knows": first("game", variant="poker"),
    "rules nobody knows": first("game", settings={"target": -1}),
    "rules that are none": first("game", settings=[1]),
    "a score that ended its game": first("game", carried={"rounds": 3, "totals": [1000, 0]}),
    "a score of nothing": first("game", carried=[3]),
    "a score put right that is none": first(
        "event", action="put_right", data={"before": {"carried": 1}, "after": {"carried": 2}}
    ),
    "another state": first("game", state="paused"),
    "a state of none": first("game", state="won"),
    "deleted, and nothing says so": first("game", deleted_at="2026-01-01T00:00:00.000000+00:00"),
    "a round of nothing": first("entry", data={"out": [0, 0], "wish": 3}),
    "a seat that is none": first("entry", data={"out": [77]}),
    "a bomb of nobody": first("entry", data={"out": [0, 2], "bombs": [[77]]}),
    "a bomb that cannot be": first("entry", data={"out": [0, 2], "bombs": [[0, 4, 99]]}),
    "sides of nothing": first("entry", sides=[["a"]]),
    "an entry of another kind": first("entry", kind="gift"),
    "an entry about one to come": first("entry", about="00000000000040008000000000000000"),
    "a moment without a zone": first("entry", created_at="2026-01-01T00:00:00.000000"),
    "a moment long ago": first("entry", created_at="0001-01-01T00:00:00.000000+00:00"),
    "a phone that is none": first("entry", phone=500),
    "an event of numbers": first("event", data=[1]),
    "an event with something in it": first(
        "event", action="pause", data={"before": {}, "after": {}}
    ),
    "a chair that is none": first(
        "event", action="chair", data={"entry": "0" * 32, "round": 1, "first": 0, "chair": 9}
    ),
    "rules put right that are none": first(
        "event", action="put_right", data={"before": {"variant": 1}, "after": {"variant": 2}}
    ),
    "a setting whose id is none": first(
        "event", action="put_right", data={"before": {}, "after": {}, "set": "x"}
    ),
    "the seat of a dummy that is none": first("entry", data={"out": [4]}),
    "a column more": first("person", is_owner=True),
    "no name": first("person", name=""),
    "a long name": first("person", name="x" * 81),
    "a name that turns the page round": first("person", name="\u202eanna"),
    "twice the same name": every("person", name="Anna", merged_into=None),
    "merged into oneself": first("person", merged_into=1),
    "another result": first("match", winner=1, done=True, result=None),
    "a result of nobody": first("match", result={"x": {}}),
    "notes of numbers": first("match", reasons=[1]),
    "notes without words": first("match", reasons=[{"who": {"a": [1]}}]),
    "a format nobody knows": first("stage", format="lottery"),
    "criteria nobody knows": first("stage", criteria=["luck"]),
    "a negative number": first("stage", number=-1),
    "a large number": first("tournament", seed=2**40),
    "a desk that is no phone": first("tournament", desk=None),
    "one desk for two": every("tournament", desk=1),
    "games of another desk": first("tournament", desk=3),
    "a log of a script": first("line", params={"x": {"y": 1}}),
    "a formula of none": first("season", formula={"kind": "luck"}),
    "a season that ends before": first("season", last="1999-01-01"),
    "a tournament that is none": first(
        "season_event", tournament="00000000000040008000000000000000", night=None
    ),
    "a merge of nobody": first("merge", person=None),
    "a merge of everything": first("merge", rows={"auth.User": [1]}),
    "a merge of words": first("merge", rows=["x"]),
}


@pytest.mark.parametrize("part", range(4))
def test_what_means_harm_is_refused_with_a_sentence(club: Written, part: int) -> None:
    """In four parts, so that workers share them: each reads the whole club in."""
    taken = []
    for name, change in list(HOSTILE.items())[part::4]:
        document = changed(club.document, change)
        assert document != club.document, name
        with transaction.atomic():
            try:
                import_club(io.BytesIO(document))
            except RuleError as error:
                (mistake,) = error.mistakes
                assert mistake.code in {"bad_line", "not_as_written", "no_club"}, (
                    name,
                    mistake.code,
                )
                assert 20 < len(mistake.message) < 800, name
                assert not Club.objects.exists(), name
            else:
                taken.append(name)
            transaction.set_rollback(True)
    assert taken == []


JUNK: list[Any] = [
    None,
    True,
    -1,
    0,
    3,
    2**70,
    "",
    "x",
    "1",
    "ß" * 50,
    [],
    [1],
    [[]],
    {},
    {"who": 1},
    "0" * 32,
]


def bent(lines: list[Any], lot: random.Random) -> str:
    """Put something else into one place of one row: which."""
    kind = lot.choice(sorted({line[0] for line in lines if isinstance(line, list)}))
    row = lot.choice(rows(lines, kind))
    if not isinstance(row, dict):
        return kind
    key = lot.choice(sorted(row))
    value = row[key]
    inner = (
        lot.choice(sorted(value))
        if isinstance(value, dict) and value and lot.random() < 0.7
        else None
    )
    junk = lot.choice(JUNK)
    if inner is not None:
        value[inner] = junk
    elif isinstance(value, list) and value and lot.random() < 0.7:
        value[lot.randrange(len(value))] = junk
    else:
        row[key] = junk
    return f"{kind}.{key} {inner or ''} {junk!r}"


@pytest.mark.parametrize("seed", in_short(range(20), [0]))
def test_a_bent_document_is_read_as_it_is_or_refused_and_leaves_nothing_half_done(
    club: Written, seed: int
) -> None:
    lot = random.Random(seed)
    for _ in range(12):
        lines = [json.loads(line) for line in club.document.splitlines()[:-1]]
        told = bent(lines, lot)
        document = with_sum(lines)
        with transaction.atomic():
            try:
                made = import_club(io.BytesIO(document))
            except RuleError as error:
                code = error.mistakes[0].code
                assert not Club.objects.exists(), told
            else:
                code = ""
                assert found() is None, told
                assert document_of(made) == document, told
            transaction.set_rollback(True)
        assert code in {"", "bad_line", "not_as_written", "no_club"}, told


@pytest.mark.slow  # in short: tests/tournaments/exchange/test_large.py
def test_twice_as_many_games_are_at_most_twice_and_a_half_the_work(club: Written) -> None:
    def with_games(many: int) -> bytes:
        lines = club.lines[:-1]
        first = next(
            n for n, line in enumerate(lines) if isinstance(line, list) and line[0] == "game"
        )
        after = next(n for n in range(first + 1, len(lines)) if lines[n][0] == "game")
        text, copies = json.dumps(lines[first:after]), []
        for _ in range(many):
            more = text
            for row in (*rows(lines[first:after], "game"), *rows(lines[first:after], "entry")):
                more = more.replace(row["id"], uuid.uuid4().hex)
            copies += json.loads(more)
        return with_sum([*lines[:after], *copies, *lines[after:]])

    def work(many: int) -> int:
        document = with_games(many)
        with transaction.atomic():
            found = work_of(lambda: import_club(io.BytesIO(document)))
            transaction.set_rollback(True)
        return found

    none = work(0)
    assert work(24) - none <= GROWTH * (work(12) - none)


# At the desk
# --------------------------------------------------------------------------------------------------


def upload(client: Client, content: bytes) -> Response:
    file = io.BytesIO(content)
    file.name = "club.jsonl.gz"
    return client.post(reverse("desk_club_import"), {"file": file})


def test_a_club_goes_out_at_one_desk_and_in_at_another(club: Written) -> None:
    nora = desks.signed_in(desks.an_owner("Nora"))
    shown = upload(nora, gzip.compress(club.document, mtime=0))
    assert shown.status_code == 200
    assert not Club.objects.exists()
    page = shown.content.decode()
    assert "Tichu club" in page
    assert f'<dd class="num">{len(rows(club.lines, "game"))}</dd>' in " ".join(page.split())
    made = nora.post(reverse("desk_club_import"), {"packed": shown.context["packed"]})
    kept = Club.objects.get()
    assert (made.status_code, made["Location"]) == (302, reverse("club_home", args=[kept.pk]))
    assert kept.roles.get().name == "owner"
    assert nora.get(made["Location"]).status_code == 200
    out = nora.get(reverse("desk_club_export", args=[kept.pk]))
    assert gzip.decompress(out.content) == club.document
    assert out["Content-Disposition"] == 'attachment; filename="tichu-club.jsonl.gz"'
    assert "no-store" in out["Cache-Control"]
    again = upload(nora, gzip.compress(club.document))
    assert again.status_code == 422
    assert "is already here" in again.content.decode()
    assert Use.objects.filter(what="clubs of an account").count() == 1


def test_what_is_refused_while_it_is_read_in_counts_as_a_club(club: Written) -> None:
    nora = desks.signed_in(desks.an_owner("Nora"))
    shown = upload(nora, gzip.compress(changed(club.document, without("round"))))
    assert shown.status_code == 200
    made = nora.post(reverse("desk_club_import"), {"packed": shown.context["packed"]})
    assert (made.status_code, Club.objects.count()) == (422, 0)
    assert Use.objects.filter(what="clubs of an account").count() == 1


def test_who_may_take_a_club_out_and_who_may_bring_one_in() -> None:
    desk = desks.a_desk()
    address, bring = reverse("desk_club_export", args=[desk.club.pk]), reverse("desk_club_import")
    assert [
        desk.client.get(address).status_code,
        desks.let_direct(desk, "Dora").get(address).status_code,
    ] == [200, 200]
    for name in ("Rolf", "Dirk"):
        user = desks.a_user(name)
        if name == "Rolf":
            desk.club.roles.create(user=user, name="referee")
        client = desks.signed_in(user)
        assert client.get(address).status_code == 404
        assert [client.get(bring).status_code, upload(client, b"x").status_code] == [403, 403]
        assert "desk_club" not in client.get(reverse("desk")).content.decode()
    assert desks.signed_in(desks.an_owner("Site")).get(address).status_code == 404
    assert Client().get(address).status_code == 302
    assert desk.client.post(address).status_code == 405


def test_a_large_one_is_sent_from_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = desks.a_desk()
    document = document_of(desk.club)
    whole = desk.client.get(reverse("desk_club_export", args=[desk.club.pk])).content
    monkeypatch.setattr(whole_club, "IN_MEMORY", 10)
    sent = desk.client.get(reverse("desk_club_export", args=[desk.club.pk]))
    assert b"".join(sent.streaming_content) == whole  # type: ignore[attr-defined]
    sent.close()
    assert gzip.decompress(whole) == document


def test_what_is_wrong_is_told_on_the_page() -> None:
    desk = desks.a_desk()
    for content, said in (
        (b"Two eggs.", "is not a club export"),
        (b"\x1f\x8b" + b"x" * 2_300_000, "larger than 2.2 MB"),
    ):
        answer = upload(desk.client, content)
        assert (answer.status_code, said in answer.content.decode()) == (422, True), said
    for form in ({}, {"packed": "%%%"}, {"packed": ""}):
        answer = desk.client.post(reverse("desk_club_import"), form)
        assert (answer.status_code, "Choose the file." in answer.content.decode()) == (
            422,
            True,
        )
    assert Club.objects.count() == 1
