"""Duplicate in public and on a pair's own page: nothing before its time, then everything."""

import csv
import re
from collections.abc import Callable, Iterator

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import reverse

from scoring.models import Game, Link
from tests.requests import Response
from tests.scoring.sharing import token
from tests.tournaments import desks
from tests.tournaments.desk_pages import text_of
from tests.tournaments.playing import play_matches
from tests.tournaments.racing import hands
from tests.worlds import built_once
from tournaments.actions import publishing, revealing
from tournaments.actions.board_rulings import give_averages
from tournaments.models import Entrant, Match, SessionRound, Stage, Tournament
from tournaments.stage.history import seated_match
from tournaments.standings.criteria import OF_BOARDS
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db

AWARDS: dict[str, int] = {}


def begun() -> tuple[desks.Desk, Tournament]:
    """Five pairs, the first round published."""
    desk = desks.a_desk()
    session = desks.a_tournament("duplicate_evening", 5, desk=desk, awards=AWARDS)
    desks.draw(session)
    return desk, session


shared = built_once(begun)


@pytest.fixture
def desk(shared: tuple[desks.Desk, Tournament]) -> desks.Desk:
    return shared[0]


@pytest.fixture
def session(shared: tuple[desks.Desk, Tournament]) -> Tournament:
    return Tournament.objects.get(pk=shared[1].pk)


def shows(session: Tournament, others: str) -> None:
    Stage.objects.filter(tournament=session).update(format_settings={"others": others})


def round_of(session: Tournament, number: int = 1) -> SessionRound:
    return SessionRound.objects.get(stage__tournament=session, number=number)


def agreed(session: Tournament, number: int = 1) -> None:
    """Play and close a round: all of its results are agreed."""
    desks.play_round(round_of(session, number))


def tables(session: Tournament, number: int = 1) -> list[Match]:
    return desks.tables(round_of(session, number))


def pair_at(match: Match, side: int = 0) -> Entrant:
    return Entrant.objects.select_related("tournament").get(pk=seated_match(match).sides[side][0])


def own(entrant: Entrant, *board: int) -> Response:
    name = "own_board" if board else "own_boards"
    return Client().get(reverse(name, args=[token_of(entrant), *((1, *board) if board else ())]))


def traveller(session: Tournament, board: int, client: Client | None = None) -> Response:
    return (client or Client()).get(reverse("tournament_board", args=[session.pk, 1, board]))


# Before its time
# --------------------------------------------------------------------------------------------------


def addresses(session: Tournament) -> Iterator[str]:
    """Everything public about the session."""
    key, boards = session.pk, sorted({one for match in tables(session) for one in match.boards})
    for name in ("tournament", "results_csv", "tournament_picture"):
        yield reverse(name, args=[key])
    for name in ("standings", "standings_csv", "cross_table", "tournament_boards"):
        yield reverse(name, args=[key, 1])
    yield reverse("tournament_round", args=[key, 1, 1])
    yield from (reverse("tournament_board", args=[key, 1, board]) for board in boards[::3])
    yield from (reverse("tournament_match", args=[key, match.pk]) for match in tables(session))
    for entrant in session.entrants.filter(places__kind="table")[:2]:
        yield reverse("entrant", args=[key, entrant.pk])
        for criterion in (*OF_BOARDS[:3], "boldness"):
            yield reverse("standings_value", args=[key, 1, entrant.pk, criterion])
    yield from (
        f"/api/v1/tournaments/{key}/{rest}"
        for rest in ("", "rounds/", "rounds/1/1/", "results/1/1/", "standings/1/", "boards/1/")
    )


# What moves with every change, results or not, and when something was asked for
MOVES = re.compile(
    r"version\W+\d+|data-\w+=\S+|W/\S+|\d+:\d\d(:\d\d(\.\d+)?)?|[0-9a-f-]{32,}"
    r"|\b[0-9a-f]{4} [0-9a-f]{4}\b"
)


def seen_after(session: Tournament, seed: int) -> dict[str, str]:
    """What a stranger sees everywhere once these hands have been played; they are taken back."""
    with transaction.atomic():
        play_matches(round_of(session), seed=seed)
        assert all(match.done for match in tables(session))
        shown = {address: _words(Client().get(address)) for address in addresses(session)}
        transaction.set_rollback(True)
    cache.clear()
    return shown


def _words(answer: Response) -> str:
    assert answer.status_code == 200
    text = answer.content.decode(errors="replace")
    return MOVES.sub("", text_of(answer) if "<main" in text else text)


def test_no_address_tells_a_stranger_anything_of_a_result_before_the_end(
    session: Tournament,
) -> None:
    one, other = seen_after(session, 1), seen_after(session, 2)
    assert {address for address in one if one[address] != other[address]} == set()
    # Once results are public, they differ: the comparison can tell
    revealing.unfreeze(session, None)
    one, other = seen_after(session, 1), seen_after(session, 2)
    assert len([address for address in one if one[address] != other[address]]) > 5


def test_after_the_end_everybody_sees_the_traveller(session: Tournament) -> None:
    agreed(session)
    board = tables(session)[0].boards[0]
    said = "Results are shown once the session is over"
    assert said in text_of(traveller(session, board))
    revealing.unfreeze(session, None)
    page = traveller(session, board)
    assert said not in text_of(page)
    assert page.context["page"].results


def test_the_desk_sees_the_traveller_at_once(desk: desks.Desk, session: Tournament) -> None:
    agreed(session)
    board = tables(session)[0].boards[0]
    assert traveller(session, board, desk.client).context["page"].results
    assert "Rule" in text_of(traveller(session, board, desk.client))


@pytest.mark.parametrize(("stage", "board"), [(1, 999), (7, 1)])
def test_there_is_no_page_of_a_board_that_nobody_plays(
    session: Tournament, stage: int, board: int
) -> None:
    assert (
        Client().get(reverse("tournament_board", args=[session.pk, stage, board])).status_code
        == 404
    )


def test_another_format_has_no_boards() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    assert Client().get(reverse("tournament_boards", args=[cup.pk, 1])).status_code == 404


KEPT = "Results are shown once the session is over"


def test_before_the_end_nobody_has_a_rank_or_a_percentage(session: Tournament) -> None:
    play_matches(round_of(session))
    client, key, entrant = Client(), session.pk, pair_at(tables(session)[0])
    for address in (
        reverse("tournament", args=[key]),
        reverse("standings", args=[key, 1]),
        reverse("entrant", args=[key, entrant.pk]),
    ):
        page = text_of(client.get(address))
        assert KEPT in page, address
        assert not re.search(r"\b0\s%|Nothing played|\b0 of|(?<!Round )\b\d of 5\b", page), address
    assert client.get(reverse("standings", args=[key, 1])).context["page"].sections == ()
    text = client.get(reverse("standings_csv", args=[key, 1])).content.decode("utf-8-sig")
    assert len(list(csv.reader(text.splitlines()))) == 1
    assert ranks_by_api(session) == []


def ranks_by_api(session: Tournament) -> list[int]:
    """The ranks, and that nothing is explained where there are none."""
    standings = reverse("api_standings", args=[session.pk, 1])
    answer = Client().get(standings, {"explain": 1})
    rows = answer.json()["rows"]
    assert (answer.json()["explained"] is None) == (not rows)
    return [row["rank"] for row in rows]


def test_once_shown_everybody_has_a_rank(session: Tournament) -> None:
    agreed(session)
    revealing.unfreeze(session, None)
    page = Client().get(reverse("standings", args=[session.pk, 1]))
    assert KEPT not in text_of(page)
    assert len(page.context["page"].sections[0].rows) == 5
    rows = Client().get(reverse("standings_csv", args=[session.pk, 1])).content.decode()
    assert rows.splitlines()[1].startswith('"1"')
    assert ranks_by_api(session)[0] == 1


# A match alone decides nothing
# --------------------------------------------------------------------------------------------------

# Nobody wins a match, and it gives no points
DECIDES = re.compile(
    r"\bwon\b|\blost\b|\bwinner\b|\b0 (pts|points)|Points earned|Clearest win|Cross table"
)


def decides(page: Response) -> list[str]:
    assert page.status_code == 200
    return [match[0] for match in DECIDES.finditer(text_of(page))]


@pytest.mark.parametrize("public", [True, False])
def test_no_page_says_that_a_match_was_won_or_what_it_gave(
    desk: desks.Desk, session: Tournament, public: bool
) -> None:
    agreed(session)
    if public:
        revealing.unfreeze(session, None)
    match = tables(session)[0]
    assert match.done
    assert match.winner is None
    entrant = pair_at(match)
    key = session.pk
    for name, *more in (
        ("tournament",),
        ("standings", 1),
        ("tournament_round", 1, 1),
        ("tournament_match", match.pk),
        ("entrant", entrant.pk),
    ):
        assert decides(Client().get(reverse(name, args=[key, *more]))) == [], name
    assert decides(Client().get(reverse("own_page", args=[token_of(entrant)]))) == []
    for name, *more in (("desk_match", match.pk), ("desk_round", 1, 1), ("desk_board",)):
        assert decides(desk.client.get(reverse(name, args=[key, *more]))) == [], name


def test_a_pair_has_a_disc_for_each_round_played_but_no_result_in_it(session: Tournament) -> None:
    agreed(session)
    revealing.unfreeze(session, None)
    entrant = pair_at(tables(session)[0])
    page = text_of(Client().get(reverse("entrant", args=[session.pk, entrant.pk])))
    assert "Round 1: played" in page


def test_the_table_ends_without_a_winner(session: Tournament) -> None:
    match = tables(session)[0]
    phone, at_table = Client(), reverse("match", args=[token_of(match)])
    phone.post(reverse("match_play", args=[token_of(match), 1]), {"side": "0"})
    game = Game.objects.get(match_game__match=match)
    hands(game, len(match.boards))
    page = phone.get(reverse("score", args=[game.pk]))
    assert page.context["ending"] is None
    assert "All boards are played." in text_of(page)
    assert not re.search(r"\d of \d", text_of(page))
    assert decides(page) == []
    look = token(game, Link.Role.VIEWER)
    wall = Client().get(reverse("look_wall", args=[look]))
    assert decides(wall) == []
    assert 'textLength="0"' not in wall.content.decode()
    assert 'class="race"' not in wall.content.decode()
    assert f"Board {match.boards[-1]}" in text_of(wall)
    assert Client().get(reverse("look_picture", args=[look])).status_code == 404
    for address in (reverse("game", args=[game.pk]), reverse("look", args=[look])):
        shown = phone.get(address)
        assert decides(shown) == []
        sheet = shown.context["sheet"]
        assert not any(column.leads or column.total for column in sheet.columns)
        assert [row.label for row in sheet.rows] == match.boards
        assert f"Board {match.boards[0]}" in text_of(shown)
    agreed(session)
    assert decides(phone.get(at_table)) == []


# A pair's own page
# --------------------------------------------------------------------------------------------------


def test_a_pair_sees_where_it_sits_and_which_boards_it_plays(session: Tournament) -> None:
    match = tables(session)[0]
    for side, direction in enumerate(("You sit North–South", "You sit East–West")):
        entrant = pair_at(match, side)
        page = text_of(Client().get(reverse("own_page", args=[token_of(entrant)])))
        assert direction in page
        for board in match.boards:
            assert re.search(rf"\b{board}\b", page)
    free = session.entrants.get(places__session_round__number=1, places__kind="bye")
    page = text_of(Client().get(reverse("own_page", args=[token_of(free)])))
    assert "You sit out round 1." in page


def test_north_and_south_fetch_their_boards(session: Tournament) -> None:
    agreed(session)
    before = {board: match.number for match in tables(session) for board in match.boards}
    match = next(
        match
        for match in desks.tables(desks.draw(session, 2))
        if any(before.get(board) != match.number for board in match.boards)
    )
    pages = [
        text_of(Client().get(reverse("own_page", args=[token_of(pair_at(match, side))])))
        for side in (0, 1)
    ]
    assert ["Fetch:" in page for page in pages] == [True, False]


@pytest.mark.parametrize(
    ("others", "percent", "opens"),
    [("nothing", False, False), ("percent", True, False), ("traveller", True, True)],
)
def test_a_pair_sees_of_others_what_the_director_allows(
    others: str, percent: bool, opens: bool
) -> None:
    session = desks.a_tournament("duplicate_evening", 4, awards=AWARDS)  # all play the same boards
    desks.draw(session)
    shows(session, others)
    agreed(session)
    board = tables(session)[0].boards[0]
    entrant = pair_at(tables(session)[0])
    (score,) = own(entrant).context["scores"]
    assert [len(one.boards) for one in score.rounds] == [3]
    assert bool(score.percent) is percent
    assert (own(entrant, board).status_code == 200) is opens


def test_a_board_opens_only_once_the_own_result_is_agreed(session: Tournament) -> None:
    shows(session, "traveller")
    match = tables(session)[0]
    board, entrant = match.boards[0], pair_at(match)
    assert own(entrant, board).status_code == 404
    play_matches(round_of(session))
    assert Match.objects.get(pk=match.pk).agreement == Match.Agreement.WAITING
    assert own(entrant, board).status_code == 404
    publishing.close_round(round_of(session), None, accept=True)
    assert own(entrant, board).status_code == 200
    free = session.entrants.get(places__session_round__number=1, places__kind="bye")
    assert (
        own(Entrant.objects.select_related("tournament").get(pk=free.pk), board).status_code == 404
    )


def test_a_link_that_nobody_was_given_opens_no_boards(session: Tournament) -> None:
    for name, more in (("own_boards", ()), ("own_board", (1, 1))):
        address = reverse(name, args=["1-AAAAAAAAAAAAAAAA", *more])
        assert Client().get(address).status_code == 404
    entrant = pair_at(tables(session)[0])
    assert Client().post(reverse("own_boards", args=[token_of(entrant)])).status_code == 405


# At the desk
# --------------------------------------------------------------------------------------------------


def test_without_a_second_result_there_is_no_percentage(
    desk: desks.Desk, session: Tournament
) -> None:
    """With five pairs the two tables of the first round play other boards."""
    agreed(session)
    first, second = (set(match.boards) for match in tables(session))
    assert not first & second
    address = reverse("standings", args=[session.pk, 1])
    (section,) = desk.client.get(address).context["page"].sections
    assert {figure for row in section.rows for figure in row.figures} == {"–"}
    entrant = pair_at(tables(session)[0])
    page = desk.client.get(reverse("entrant", args=[session.pk, entrant.pk]))
    assert [shown.points for shown in page.context["page"].stages] == ["–"]
    assert not re.search(r"\b0\s%|– pts", text_of(page))
    desks.play_round(desks.draw(session, 2))
    (section,) = desk.client.get(address).context["page"].sections
    assert any(figure != "–" for row in section.rows for figure in row.figures)


@pytest.mark.parametrize(("preset", "said"), [("duplicate_evening", True), ("pairs_swiss", False)])
def test_the_page_of_penalties_says_that_they_do_not_change_a_percentage(
    desk: desks.Desk, preset: str, said: bool
) -> None:
    event = desks.a_tournament(preset, 4, desk=desk, awards=AWARDS)
    page = text_of(desk.client.get(reverse("desk_penalties", args=[event.pk])))
    assert ("penalties do not change the percentage" in page) is said


def test_the_movement_is_planned_before_anything_is_drawn(desk: desks.Desk) -> None:
    session = desks.a_tournament("duplicate_evening", 9, desk=desk, awards=AWARDS)
    page = desk.client.get(reverse("desk_movement", args=[session.pk, 1]))
    assert [len(page.context[key]) for key in ("rounds", "pairs")] == [9, 0]
    assert "Any two pairs are compared on 6 to 12 boards." in text_of(page)


def test_a_movement_that_is_balanced_has_one_number_of_boards(desk: desks.Desk) -> None:
    session = desks.a_tournament("duplicate_evening", 4, desk=desk, awards=AWARDS)
    page = text_of(desk.client.get(reverse("desk_movement", args=[session.pk, 1])))
    said = re.search(r"Any two pairs are compared on the same number of boards: \d+\.", page)
    assert said is not None
    assert " to " not in said[0]
    assert "Perfectly balanced." in page


def test_the_movement_shows_where_boards_are(desk: desks.Desk, session: Tournament) -> None:
    page = desk.client.get(reverse("desk_movement", args=[session.pk, 1]))
    assert [one.seat.boards for one in page.context["tables"]] == [
        tuple(match.boards) for match in tables(session)
    ]
    assert len(page.context["rounds"]) == 5
    assert page.context["pairs"][0][0] == 1


@pytest.mark.parametrize("what", ["guides", "movement", "private"])
def test_the_movement_is_printed(desk: desks.Desk, session: Tournament, what: str) -> None:
    address = reverse("desk_print_page", args=[session.pk, what])
    hub = desk.client.get(reverse("desk_print", args=[session.pk])).content.decode()
    assert f'href="{address}?stage=1"' in hub
    page = desk.client.get(address)
    assert page.status_code == 200
    assert all(str(one) in text_of(page) for one in tables(session)[0].boards)


def given(match: Match, *averages: str, **more: str) -> dict[str, str]:
    fields = {f"board_{match.boards[0]}_{side}": average for side, average in enumerate(averages)}
    return {"reason": "A card was missing", **fields, **more}


def post_averages(client: Client, session: Tournament, form: dict[str, str]) -> Response:
    match = tables(session)[0]
    return client.post(reverse("desk_averages", args=[session.pk, match.pk]), form)


def test_each_side_gets_an_average_of_its_own(desk: desks.Desk, session: Tournament) -> None:
    agreed(session)
    match = tables(session)[0]
    answer = post_averages(desk.client, session, given(match, "avg+", "avg-"))
    assert answer.status_code == 302
    match.refresh_from_db()
    assert match.averages == {str(match.boards[0]): ["avg+", "avg-"]}
    results = {who: line["boards"][0] for who, line in (match.result or {}).items()}
    assert sorted(results.values()) == [
        [match.boards[0], 0, "avg+"],
        [match.boards[0], 1, "avg-"],
    ]
    # The board counts as it was played again
    post_averages(desk.client, session, {"reason": "It was whole"})
    match.refresh_from_db()
    assert match.averages == {}
    assert all(len(line["boards"][0]) == 5 for line in (match.result or {}).values())


REFUSED: list[tuple[Callable[[Match], dict[str, str]], str]] = [
    (lambda match: given(match, "avg+"), "choose what each of the two sides gets"),
    (lambda match: given(match, "best", "avg"), "Choose one of the averages in the list."),
]


@pytest.mark.parametrize(("form", "said"), REFUSED)
def test_half_an_average_and_an_unknown_one_are_refused(
    desk: desks.Desk, session: Tournament, form: Callable[[Match], dict[str, str]], said: str
) -> None:
    agreed(session)
    answer = post_averages(desk.client, session, form(tables(session)[0]))
    assert answer.status_code == 422
    assert said in text_of(answer)
    assert tables(session)[0].averages == {}


def test_an_average_needs_a_reason_and_a_result(desk: desks.Desk, session: Tournament) -> None:
    match = tables(session)[0]
    answer = post_averages(desk.client, session, given(match, "avg", "avg"))
    assert answer.status_code == 409
    agreed(session)
    answer = post_averages(desk.client, session, given(match, "avg", "avg", reason=""))
    assert (answer.status_code, tables(session)[0].averages) == (422, {})


def test_a_board_without_a_result_is_listed(desk: desks.Desk, session: Tournament) -> None:
    agreed(session)
    match = tables(session)[0]
    address = reverse("desk_movement", args=[session.pk, 1])
    assert desk.client.get(address).context["open"] == []
    lines = {
        who: line | {"boards": line["boards"][1:]} for who, line in (match.result or {}).items()
    }
    Match.objects.filter(pk=match.pk).update(result=lines)
    assert [(one.board, one.table) for one in desk.client.get(address).context["open"]] == [
        (match.boards[0], match.number)
    ]


def test_a_traveller_opens_the_sum_of_each_result(desk: desks.Desk, session: Tournament) -> None:
    agreed(session)
    match = tables(session)[0]
    give_averages(match, desk.user, {match.boards[0]: ["avg+", "avg-"]}, "A card was missing")
    page = traveller(session, match.boards[0], desk.client).context["page"]
    sides = [side for one in page.results for side in one.sides]
    for side in sides:
        # Halves are written as such
        numbers = [0.5 if one.number == "½" else float(one.number) for one in side.addends]
        if numbers:
            assert sum(numbers) == float(side.points.replace("½", ".5") or 0)
    assert [one.margin for one in page.results][-1] is None
