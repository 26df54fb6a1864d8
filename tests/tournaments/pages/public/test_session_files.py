"""What a session of duplicate is worth elsewhere: the record that the command reads, the rows for a
spreadsheet, and the API, for sessions with every mishap.
"""

import json
from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from scoring.models import Player
from tests.requests import Response
from tests.scoring.reading_api import described
from tests.tournaments import desks
from tests.tournaments.asking_api import at, read, told
from tests.tournaments.desk_pages import csv_rows, queries, text_of
from tests.tournaments.sessions import a_session_with_every_mishap, with_two_totals
from tests.worlds import built_once
from tournaments.actions import revealing
from tournaments.actions.fouled_boards import mark_fouled
from tournaments.models import Entrant, Stage, Tournament
from tournaments.stage.history import history_of
from tournaments.stage.ranking import ranked

pytestmark = pytest.mark.django_db

shared = built_once(a_session_with_every_mishap)
FILES = ("travellers_csv", "session_record")
VALUES = ("matchpoints", "percent", "difference", "log_difference", "imps", "boldness")


@pytest.fixture
def session(shared: Tournament) -> Tournament:
    return Tournament.objects.get(pk=shared.pk)


def get(name: str, session: Tournament, client: Client | None = None) -> Response:
    return (client or Client()).get(reverse(name, args=[session.pk, 1]))


def command(line: str, tmp_path: Any) -> dict[str, Any]:
    """What the command answers to a record as it was downloaded."""
    file, out = tmp_path / "record.jsonl", StringIO()
    file.write_text(line, encoding="utf-8")
    call_command("duplicate", str(file), stdout=out)
    (answer,) = out.getvalue().splitlines()
    found: dict[str, Any] = json.loads(answer)
    return found


def shown_standings(session: Tournament) -> list[tuple[int, str, str]]:
    """Rank, name and percentage as everybody reads them on the page."""
    page = Client().get(reverse("standings", args=[session.pk, 1])).context["page"]
    (section,) = page.sections
    return [(row.rank, row.name, row.figures[0]) for row in section.rows]


# The record
# --------------------------------------------------------------------------------------------------


def test_the_command_gives_the_standings_of_the_page(session: Tournament, tmp_path: Any) -> None:
    revealing.unfreeze(session, None)
    line = get("session_record", session).content.decode()
    record = json.loads(line)
    assert {"average", "deal", "score"} <= {key for one in record["results"] for key in one}
    assert len({len(own) for own in _boards(record).values()}) > 1  # pairs played unequally often
    answer = command(line, tmp_path)
    assert answer["ok"], answer
    stage = desks.first_stage(session)
    rows = ranked(history_of(stage))
    names = {row.id: name for row, (_, name, _) in zip(rows, shown_standings(session), strict=True)}
    assert [(one["rank"], one["pair"]) for one in answer["standings"]] == [
        (row.rank, names[row.id]) for row in rows
    ]
    for one, row in zip(answer["standings"], rows, strict=True):
        assert one["values"]["percent"] == pytest.approx(float(row.values["board_percent"]))
        assert one["values"]["matchpoints"] == pytest.approx(float(row.values["matchpoints"]))
        assert one["values"]["log_difference"] == pytest.approx(float(row.values["log_difference"]))


def test_a_board_that_was_struck_out_is_in_the_rows_and_not_in_the_record(
    session: Tournament, tmp_path: Any
) -> None:
    stage = desks.first_stage(session)
    board = desks.tables(rounds(session)[0])[-1].boards[0]
    mark_fouled(stage, None, board, None, "Two packs were mixed", strike=True)
    revealing.unfreeze(session, None)
    record = json.loads(get("session_record", session).content)
    assert record["results"]
    assert board not in {one["board"] for one in record["results"]}
    answer = command(json.dumps(record), tmp_path)
    for one, row in zip(answer["standings"], ranked(history_of(stage)), strict=True):
        assert one["values"]["percent"] == pytest.approx(float(row.values["board_percent"]))
        assert one["values"]["matchpoints"] == pytest.approx(float(row.values["matchpoints"]))
    deals = {row[1] for row in csv_rows(get("travellers_csv", session))[1:] if row[0] == str(board)}
    assert deals == {"struck out"}
    results = {one["board"]: one["results"] for one in read(session, "boards/1/")["boards"]}
    assert {one["deal"] for one in results[board]} == {0}


def _boards(record: dict[str, Any]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {pair: [] for pair in record["pairs"]}
    for one in record["results"]:
        for side in ("ns", "ew"):
            found[one[side]].append(one["board"])
    return found


@pytest.mark.parametrize(
    ("criterion", "value"),
    [
        ("matchpoints", "matchpoints"),
        ("board_difference", "difference"),
        ("imps", "imps"),
        ("boldness", "boldness"),
    ],
)
def test_the_record_ranks_by_the_first_criterion(
    session: Tournament, tmp_path: Any, criterion: str, value: str
) -> None:
    criteria = [criterion, "log_difference"]
    Stage.objects.filter(tournament=session).update(criteria=criteria)
    revealing.unfreeze(session, None)
    answer = command(get("session_record", session).content.decode(), tmp_path)
    rows = ranked(history_of(desks.first_stage(session)))
    assert [one["rank"] for one in answer["standings"]] == [row.rank for row in rows]
    assert [one["values"][value] for one in answer["standings"]] == pytest.approx(
        [float(row.values[criterion]) for row in rows]
    )


def test_two_totals_have_calls_that_were_not_recorded_and_the_wish_that_explains_them(
    tmp_path: Any,
) -> None:
    session = with_two_totals()
    revealing.unfreeze(session, None)
    line = get("session_record", session).content.decode()
    results = json.loads(line)["results"]
    assert [one["calls"] for one in results] == [None] * len(results)
    # 200 : 100 needs a missed wish: who sweeps leaves the others nothing but failed calls
    assert {"wish"} & {key for one in results for key in one}
    answer = command(line, tmp_path)
    assert answer["ok"], answer
    rows = ranked(history_of(desks.first_stage(session)))
    assert [one["rank"] for one in answer["standings"]] == [row.rank for row in rows]


def test_pairs_of_the_same_name_are_told_apart(session: Tournament, tmp_path: Any) -> None:
    first, second = session.entrants.all()[:2]
    Entrant.objects.filter(pk__in=(first.pk, second.pk)).update(alias="The Owls")
    revealing.unfreeze(session, None)
    line = get("session_record", session).content.decode()
    pairs = json.loads(line)["pairs"]
    assert {f"The Owls #{first.number}", f"The Owls #{second.number}"} <= set(pairs)
    assert command(line, tmp_path)["ok"]


def test_individuals_have_rows_and_no_record() -> None:
    desk = desks.a_desk()
    session = desks.a_tournament("individual_duplicate", 8, desk=desk, awards={})
    desks.play_round(desks.draw(session))
    revealing.unfreeze(session, None)
    assert get("session_record", session).status_code == 404
    assert "record.jsonl" not in get("tournament_boards", session).content.decode()
    head, *rows = csv_rows(get("travellers_csv", session))
    assert len(rows) == 2 * 2  # two tables, two boards
    assert all(len(row) == len(head) for row in rows)
    (board, *_) = read(session, "boards/1/")["boards"]
    assert [len(side) for side in board["results"][0]["sides"]] == [2, 2]


# Rows for a spreadsheet
# --------------------------------------------------------------------------------------------------


def test_each_result_is_a_row_with_its_board_and_deal(session: Tournament) -> None:
    revealing.unfreeze(session, None)
    head, *rows = csv_rows(get("travellers_csv", session))
    assert head[:6] == ["Board", "Deal", "Round", "Table", "North–South", "East–West"]
    found = [dict(zip(head, row, strict=True)) for row in rows]
    answer = read(session, "boards/1/")
    told_by_api = [(board["board"], one) for board in answer["boards"] for one in board["results"]]
    assert len(found) == len(told_by_api)
    for row, (number, one) in zip(found, told_by_api, strict=True):
        assert (row["Board"], row["Deal"]) == (str(number), str(one["deal"]))
        if one["scores"] is None:
            assert row["Score, North–South"] == ""
            assert row["Average, North–South"].endswith("%")
        else:
            assert row["Score, East–West"] == str(one["scores"][1])
        percent = one["values"][0]["percent"]
        shown = row["Percent, North–South"]
        assert (float(shown) if shown else None) == (
            percent if percent is None else pytest.approx(number_of(percent))
        )


def number_of(exact: int | str) -> float:
    above, _, below = str(exact).partition("/")
    return int(above) / int(below or 1)


def test_everybody_s_results_name_the_boards(session: Tournament) -> None:
    revealing.unfreeze(session, None)
    head, *rows = csv_rows(Client().get(reverse("results_csv", args=[session.pk])))
    at_ = head.index("Boards")
    assert any("(deal 2)" in row[at_] for row in rows)
    matches = [match for row in rounds(session) for match in desks.tables(row)]
    shown = {row[at_].replace(" (deal 2)", "") for row in rows if row[at_]}
    assert shown == {", ".join(map(str, sorted(one.boards))) for one in matches}


def rounds(session: Tournament) -> list[Any]:
    return list(desks.first_stage(session).session_rounds.select_related("stage__tournament").all())


# The API
# --------------------------------------------------------------------------------------------------


def test_the_api_gives_what_the_record_is_answered(session: Tournament, tmp_path: Any) -> None:
    """All six values of each result, counted by the command from the record."""
    revealing.unfreeze(session, None)
    record = json.loads(get("session_record", session).content)
    by_command = command(json.dumps(record), tmp_path)["boards"]
    answer = read(session, "boards/1/")
    assert (answer["stage"], answer["frozen"]) == (1, False)
    numbers = {one["name"]: one["number"] for one in read(session)["entrants"]}
    compared = 0
    for board, counted in zip(answer["boards"], by_command, strict=True):
        assert board["board"] == counted["board"]
        for one, other in zip(board["results"], counted["results"], strict=True):
            assert one["sides"] == [[numbers[other["ns"]]], [numbers[other["ew"]]]]
            for values, side in zip(one["values"], ("ns", "ew"), strict=True):
                for key in VALUES:
                    expected = other[f"{side}_values"][key]
                    given = values[key]
                    if key != "log_difference" and given is not None:
                        given = number_of(given)
                    assert given == (None if expected is None else pytest.approx(expected)), (
                        board["board"],
                        key,
                    )
                    compared += 1
    assert compared > 500
    results = [one for board in answer["boards"] for one in board["results"]]
    assert [one["averages"] for one in results if one["scores"] is None] == [["avg+", "avg-"]]
    assert {one["deal"] for one in results} == {1, 2}
    calls = [call for one in results for call in one["calls"] or ()]
    assert {call["direction"] for call in calls} == {"ns", "ew"}
    assert {call["call"] for call in calls} == {"tichu"}


def test_the_answer_has_the_keys_that_are_described(session: Tournament) -> None:
    revealing.unfreeze(session, None)
    shapes = described()["components"]["schemas"]
    answer = read(session, "boards/1/")
    results = [one for board in answer["boards"] for one in board["results"]]
    call = next(one["calls"][0] for one in results if one["calls"])
    for data, name in (
        (answer, "BoardsShown"),
        (answer["boards"][0], "BoardShown"),
        (results[0], "BoardResultShown"),
        (results[0]["values"][0], "BoardValues"),
        (call, "CallShown"),
    ):
        assert set(data) == set(shapes[name]["properties"]), name


def test_a_stage_without_boards_and_one_that_is_not_there_have_none(session: Tournament) -> None:
    cup = desks.a_tournament("pairs_swiss", 4, desk=desks.a_desk("Ben", "Another club"))
    for tournament, number in ((cup, 1), (session, 2), (session, 999999999999)):
        assert told(Client().get(at(tournament, f"boards/{number}/")))[0] == 404
        for name in FILES:
            where = reverse(name, args=[tournament.pk, number])
            assert Client().get(where).status_code == 404


def test_a_longer_session_takes_no_more_queries() -> None:
    small, large = (
        desks.a_tournament("duplicate_evening", count, desk=desks.a_desk(f"D{count}", f"C{count}"))
        for count in (4, 10)
    )
    desks.play_round(desks.draw(small))
    for number in (1, 2):
        desks.play_round(desks.draw(large, number))
    for session in (small, large):
        revealing.unfreeze(session, None)
    client = Client()
    for name in ("api_boards", *FILES):
        few, many = (
            queries(client, reverse(name, args=[session.pk, 1])) for session in (small, large)
        )
        assert few == many <= 16, name


def test_only_reading_is_possible(session: Tournament) -> None:
    for name in ("api_boards", *FILES):
        assert Client().post(reverse(name, args=[session.pk, 1])).status_code == 405


# Before its time
# --------------------------------------------------------------------------------------------------

OPENS: dict[str, Callable[[Response], bool]] = {
    "api_boards": lambda answer: not answer.json()["frozen"] and bool(answer.json()["boards"]),
    **dict.fromkeys(FILES, lambda answer: bool(answer.content)),
}


def opens(session: Tournament, client: Client) -> Iterator[str]:
    """What can be read of the results."""
    for name, has_results in OPENS.items():
        answer = get(name, session, client)
        if answer.status_code == 200 and has_results(answer):
            yield name


def test_nothing_is_shown_before_the_session_is_over_but_to_the_desk(session: Tournament) -> None:
    desk = desks.desk_of(session.club)
    assert list(opens(session, Client())) == []
    assert read(session, "boards/1/") == {"stage": 1, "frozen": True, "boards": []}
    assert list(opens(session, desk.client)) == list(OPENS)
    for name in FILES:
        link = reverse(name, args=[session.pk, 1])
        assert link not in get("tournament_boards", session).content.decode()
        assert link in get("tournament_boards", session, desk.client).content.decode()
    revealing.unfreeze(session, None)
    assert list(opens(session, Client())) == list(OPENS)
    for name in FILES:
        link = reverse(name, args=[session.pk, 1])
        assert link in get("tournament_boards", session).content.decode()


def test_a_director_who_plays_gets_no_file_before_the_session_is_over(session: Tournament) -> None:
    desk = desks.desk_of(session.club)
    player = Player.objects.filter(memberships__entrant__tournament=session).first()
    assert player is not None
    Player.objects.filter(pk=player.pk).update(name=desk.user.name)
    assert [name for name in opens(session, desk.client) if name in FILES] == []
    page = get("tournament_boards", session, desk.client)
    assert "record.jsonl" not in page.content.decode()
    refused = get("session_record", session, desk.client)
    assert refused.status_code == 404
    assert "others have yet to play the same boards" in text_of(refused)
    revealing.unfreeze(session, None)
    assert list(opens(session, desk.client)) == list(OPENS)
