"""Boldness as a prize list of its own beside the standings of a session of duplicate."""

import csv
import re
from typing import Any

import pytest
from django.test import Client

from scoring.games.queries import table_of
from scoring.rules import Round
from tests.requests import Response
from tests.scoring.games import write
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, text_of
from tests.worlds import built_once
from tournaments.actions import attendance, judging, publishing, revealing
from tournaments.models import Entrant, Match, MatchGame, Stage, Tournament
from tournaments.names import names_of
from tournaments.plans import PRESETS
from tournaments.stage.history import seated_match

pytestmark = pytest.mark.django_db

SHORT = {"rounds": 4, "boards": 2}
NO_CALLS = "No calls were recorded."
Row = tuple[str, str, str]


def played() -> tuple[desks.Desk, dict[str, Tournament]]:
    """A session of four pairs and one of eight players, all rounds closed, results held back."""
    desk = desks.a_desk()
    pairs = desks.a_tournament("duplicate_evening", 4, desk=desk, awards={})
    alone = desks.a_tournament(
        "individual_duplicate", 8, desk=desk, awards={}, format_settings=SHORT
    )
    for session, rounds in ((pairs, 3), (alone, 4)):
        for number in range(1, rounds + 1):
            desks.play_round(desks.draw(session, number), seed=number)
    return desk, {"pairs": pairs, "alone": alone}


shared = built_once(played)


@pytest.fixture
def desk(shared: tuple[desks.Desk, dict[str, Tournament]]) -> desks.Desk:
    return shared[0]


@pytest.fixture(params=["pairs", "alone"])
def session(
    request: pytest.FixtureRequest, shared: tuple[desks.Desk, dict[str, Tournament]]
) -> Tournament:
    return Tournament.objects.get(pk=shared[1][request.param].pk)


@pytest.fixture
def pairs(shared: tuple[desks.Desk, dict[str, Tournament]]) -> Tournament:
    return Tournament.objects.get(pk=shared[1]["pairs"].pk)


def counted(session: Tournament) -> dict[str, int]:
    """Everybody's boldness by name, counted from the hands: nobody could call a Grand Tichu, and
    all played the same number of boards.
    """
    called: dict[tuple[int, int], dict[tuple[int, ...], bool]] = {}
    games = MatchGame.objects.filter(match__session_round__stage__tournament=session)
    for row in games.select_related("match", "game"):
        for board, line in zip(row.match.boards, table_of(row.game).lines, strict=True):
            for direction, side in enumerate(row.sides):
                calls = [call for seat, call in line.played.calls if seat % 2 == direction]
                called.setdefault((board, direction), {})[tuple(side)] = bool(calls)
    found = dict.fromkeys(names_of(session).values(), 0)
    for there in called.values():
        for side, dared in there.items():
            for who in side:
                found[names_of(session)[who]] += dared * list(there.values()).count(False)
    return found


def ranked_by_hand(session: Tournament) -> set[tuple[int, str, str]]:
    worth = counted(session)
    return {
        (1 + sum(other > value for other in worth.values()), name, str(value))
        for name, value in worth.items()
    }


def standings(session: Tournament, client: Client | None = None, **asked: Any) -> Response:
    return (client or Client()).get(at("standings", session, 1), asked)


def listed(answer: Response) -> list[Row]:
    """The rows of the only list: rank, name, boldness."""
    (page,) = answer.context["page"].lists
    assert page.name == "Boldness"
    return [(row.rank, row.name, *row.figures) for section in page.sections for row in section.rows]


def by_api(session: Tournament, **asked: Any) -> Any:
    return Client().get(at("api_standings", session, 1), asked).json()


def as_csv(session: Tournament) -> list[dict[str, str]]:
    text = Client().get(at("standings_csv", session, 1)).content.decode("utf-8-sig")
    return list(csv.DictReader(text.splitlines()))


def printed(desk: desks.Desk, session: Tournament, what: str, asked: str = "") -> Response:
    answer: Response = desk.client.get(at("desk_print_page", session, what) + asked)
    assert answer.status_code == 200
    return answer


def shown(session: Tournament) -> Tournament:
    return revealing.unfreeze(session, None)


def test_the_hands_are_worth_a_list(session: Tournament) -> None:
    """The tests below would see nothing if nobody had dared, or all the same."""
    assert len({rank for rank, _name, _value in ranked_by_hand(session)}) > 2


def test_everybody_is_ranked_by_boldness_beside_the_standings(session: Tournament) -> None:
    shown(session)
    answer = standings(session)
    rows = listed(answer)
    assert {(int(rank), name, value) for rank, name, value in rows} == ranked_by_hand(session)
    assert [int(row[0]) for row in rows] == sorted(int(row[0]) for row in rows)
    text = text_of(answer)
    assert text.index("Percent") < text.index("Boldness For each call")
    assert "Boldness For each call" in text_of(standings(session, embed="1"))


def test_the_api_and_the_spreadsheet_have_it_too(session: Tournament) -> None:
    shown(session)
    answer = by_api(session)
    (bold,) = answer["lists"]
    assert bold["criterion"] == "boldness"
    assert bold["criterion"] not in answer["criteria"]
    by_hand = ranked_by_hand(session)
    assert {(row["rank"], row["name"], str(row["value"])) for row in bold["rows"]} == by_hand
    assert {(row["Name"], row["Boldness"]) for row in as_csv(session)} == {
        (name, value) for _rank, name, value in by_hand
    }
    first = bold["rows"][0]
    explained = by_api(session, explain=first["entrant"])["explained"]["criteria"]
    assert [one["criterion"] for one in explained] == [*answer["criteria"], "boldness"]
    assert sum(part["number"] for part in explained[-1]["parts"]) == first["value"]


def test_nobody_is_listed_while_results_are_held_back(
    desk: desks.Desk, session: Tournament
) -> None:
    answer = standings(session)
    assert answer.context["page"].lists == []
    assert "Boldness" not in text_of(answer)
    assert by_api(session)["lists"] == []
    assert as_csv(session) == []
    assert "Boldness" not in text_of(printed(desk, session, "standings"))
    who = session.entrants.first()
    assert who is not None
    number = Client().get(at("standings_value", session, 1, who.pk, "boldness"))
    assert (number.context["value"].number, number.context["value"].addends) == ("0", [])


def test_the_desk_sees_the_list_at_once(desk: desks.Desk, session: Tournament) -> None:
    rows = listed(standings(session, desk.client))
    assert {(int(rank), name, value) for rank, name, value in rows} == ranked_by_hand(session)
    paper = text_of(printed(desk, session, "standings", "?whole=1"))
    assert all(name.split(" & ")[0] in paper.partition("Boldness")[2] for _rank, name, _ in rows)


def test_on_paper_the_list_has_a_sheet_of_its_own(desk: desks.Desk, pairs: Tournament) -> None:
    shown(pairs)
    answer = printed(desk, pairs, "standings")
    (_page, _groups), (page, ((group, lines),)) = answer.context["pages"]
    assert (page.name, group, len(lines)) == ("Boldness", "", 4)
    heads = re.findall(r'class="what"[^>]*>\s*([^<]*?)\s*<', paper(answer))
    assert heads == ["After round 3", "Boldness"]
    links = re.findall(r'href="(/[^"]*/boldness/)"', paper(answer))
    assert len(links) == 4
    assert {Client().get(link).status_code for link in links} == {200}
    tile = next(
        one
        for one in desk.client.get(at("desk_print", pairs)).context["hub"].end
        if one.what == "standings"
    )
    assert tile.pages == 2


def paper(answer: Response) -> str:
    return answer.content.decode()


def test_each_number_opens_its_sum(session: Tournament) -> None:
    shown(session)
    rows = listed(standings(session))
    links = re.findall(r'href="(\d+/boldness/)"', standings(session).content.decode())
    assert len(links) == len(rows)
    for link, (_rank, name, value) in zip(links, rows, strict=True):
        address = at("standings", session, 1) + link
        found = Client().get(address).context["value"]
        assert (found.name, found.number, found.column.name) == (name, value, "Boldness")
        assert sum(int(one.number) for one in found.addends) == int(value)
        assert len(found.addends) == 9 - (session.unit == "person")
        # As a part it opens under its row of the list, and nowhere else
        part = Client().get(address, headers={"HX-Request": "true"}).content.decode()
        assert part.count('class="opened"') == part.count('aria-expanded="true"') == 1
        assert part.index('class="opened"') > part.index("<h2>Boldness</h2>")
        assert f'<td colspan="{part.count("<th scope=", part.index("<h2>")) - len(rows)}"' in part


def test_the_sum_of_a_column_opens_in_the_standings_alone(pairs: Tournament) -> None:
    shown(pairs)
    page = standings(pairs)
    (link, *_more) = re.findall(r'href="(\d+/board_percent/)"', page.content.decode())
    part = (
        Client()
        .get(at("standings", pairs, 1) + link, headers={"HX-Request": "true"})
        .content.decode()
    )
    assert part.count('class="opened"') == 1
    assert part.index('class="opened"') < part.index("<h2>Boldness</h2>")


def test_a_criterion_without_list_or_column_has_no_sum(pairs: Tournament) -> None:
    shown(pairs)
    who = pairs.entrants.first()
    assert who is not None
    for key in ("imps", "nonsense"):
        assert Client().get(at("standings_value", pairs, 1, who.pk, key)).status_code == 404


def test_a_search_finds_the_rows_of_the_list(pairs: Tournament) -> None:
    shown(pairs)
    (_rank, name, _value) = listed(standings(pairs))[0]
    one = name.split(" & ")[0]
    (found,) = standings(pairs, q=one).context["page"].lists
    assert [re.sub("<.*?>", "", row.name) for row in found.sections[0].rows] == [
        name.replace("&", "&amp;")
    ]
    nobody = standings(pairs, q="Nobody of that name")
    assert NO_CALLS not in text_of(nobody)
    assert nobody.context["page"].lists == []


def test_the_list_after_an_earlier_round_counts_that_round_alone(pairs: Tournament) -> None:
    shown(pairs)
    then = listed(standings(pairs, after=1))
    assert sum(int(value) for _rank, _name, value in then) < sum(counted(pairs).values())
    assert "/boldness/" not in standings(pairs, after=1).content.decode()


def test_who_has_not_played_is_not_listed() -> None:
    """One of five pairs sits out the first round."""
    session = desks.a_tournament("duplicate_evening", 5, awards={})
    row = desks.draw(session)
    shown(session)
    assert standings(session).context["page"].lists == []
    # A pair that never came, and its opponents
    judging.rule_match(desks.tables(row)[0], None, {"kind": "forfeit", "winner": 0}, "Not there")
    desks.play_round(row)
    assert len(standings(session).context["page"].sections[0].rows) == 5
    seated = seated_match(desks.tables(row)[1])
    names = names_of(session)
    assert {name for _rank, name, _ in listed(standings(session))} == {
        names[who] for who in seated.everybody
    }
    assert [row["Boldness"] for row in as_csv(session)].count("") == 3


def test_a_pair_that_left_is_listed_unless_it_is_not_ranked(pairs: Tournament) -> None:
    shown(pairs)
    names = names_of(pairs)
    stays, goes = Entrant.objects.filter(tournament=pairs)[:2]
    attendance.withdraw(stays, None, "Had to leave")
    attendance.withdraw(goes, None, "Had to leave", stays_ranked=False)
    (page,) = standings(pairs).context["page"].lists
    notes = {row.name: row.note for row in page.sections[0].rows}
    assert notes[names[stays.pk]] == "withdrawn"
    assert names[goes.pk] not in notes
    assert len(notes) == 3


def test_there_is_no_list_of_what_ranks_first_anyway(pairs: Tournament) -> None:
    shown(pairs)
    Stage.objects.filter(tournament=pairs).update(criteria=["boldness", "log_difference"])
    assert standings(pairs).context["page"].lists == []
    assert by_api(pairs)["lists"] == []
    assert set(as_csv(pairs)[0]) == {"Rank", "Name", "Club", "Boldness", "Log difference"}


def test_a_column_of_boldness_keeps_its_list(pairs: Tournament) -> None:
    shown(pairs)
    Stage.objects.filter(tournament=pairs).update(criteria=["board_percent", "boldness"])
    rows = listed(standings(pairs))
    assert {(int(rank), name, value) for rank, name, value in rows} == ranked_by_hand(pairs)
    head = Client().get(at("standings_csv", pairs, 1)).content.decode("utf-8-sig").splitlines()[0]
    assert head == '"Rank","Name","Club","Percent","Boldness"'


def test_another_format_has_no_list() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.play_round(desks.draw(cup))
    assert standings(cup).context["page"].lists == []
    assert by_api(cup)["lists"] == []


# Calls that were not recorded
# --------------------------------------------------------------------------------------------------


def by_totals() -> tuple[Tournament, list[Match]]:
    rules = PRESETS["duplicate_evening"].stages[0].rules | {"recording": "totals"}
    session = desks.a_tournament("duplicate_evening", 4, awards={}, rules=rules)
    return session, desks.tables(desks.draw(session))


def write_hands(match: Match, hands: list[Round]) -> None:
    phone = desks.table_phone()
    write(publishing.open_game(match, 1, phone), hands, phone)


TOTALS = [Round(totals=totals, recording="totals") for totals in ((300, 0), (60, -60), (-25, 125))]


def test_without_any_known_call_the_list_says_so() -> None:
    session, tables = by_totals()
    desk = desks.desk_of(session.club)
    for match in tables:
        write_hands(match, TOTALS)
    shown(session)
    answer = standings(session)
    assert listed(answer) == []
    assert NO_CALLS in text_of(answer)
    assert by_api(session)["lists"] == [{"criterion": "boldness", "rows": []}]
    assert {row["Boldness"] for row in as_csv(session)} == {""}
    sheet = printed(desk, session, "standings")
    assert f"Boldness: {NO_CALLS}" in text_of(sheet).replace(" :", ":")
    assert len(sheet.context["pages"]) == 1
    assert NO_CALLS in text_of(printed(desk, session, "certificates", "?list=boldness"))


@pytest.mark.parametrize("known", [True, False])
def test_a_result_without_its_calls_counts_nothing_and_its_sum_says_why(*, known: bool) -> None:
    """The caller is compared with the other table, if its calls are known."""
    session, (first, second) = by_totals()
    if not known:
        write_hands(first, TOTALS)
    rules = PRESETS["duplicate_evening"].stages[0].rules
    Stage.objects.filter(tournament=session).update(rules=rules)
    if known:
        write_hands(desks.reread(first), [Round((0, 1, 2), {}, (50, 50))] * 3)
    write_hands(desks.reread(second), [Round((0, 1, 2), {0: "tichu"}, (50, 50))] * 3)
    shown(session)
    names, caller = names_of(session), seated_match(second).sides[0][0]
    worth = {name: value for _rank, name, value in listed(standings(session))}
    assert worth == dict.fromkeys(names.values(), "0") | {names[caller]: "3" if known else "0"}
    other = seated_match(first).sides[0][0]
    number = Client().get(at("standings_value", session, 1, other, "boldness"))
    words = [one.words for one in number.context["value"].addends]
    assert [word.endswith(": calls not recorded") for word in words] == [not known] * 3


# Certificates
# --------------------------------------------------------------------------------------------------


def test_certificates_can_be_of_the_list(desk: desks.Desk, session: Tournament) -> None:
    answer = printed(desk, session, "certificates", "?list=boldness")
    best = {row for row in ranked_by_hand(session) if row[0] <= 3 and row[2] != "0"}
    found = answer.context["certificates"]
    assert {(one.rank, one.name, one.earned) for one in found} == {
        (rank, name, f"Boldness: {value}") for rank, name, value in best
    }
    assert "Boldness · First place" in text_of(answer)
    assert {
        one.prize for one in printed(desk, session, "certificates").context["certificates"]
    } == {""}
    page = paper(printed(desk, session, "certificates"))
    assert "list=boldness" in page
    other = printed(desk, session, "certificates", "?list=imps").context["certificates"]
    assert {one.prize for one in other} == {""}


# The prize-giving
# --------------------------------------------------------------------------------------------------


def test_the_director_reads_the_first_three_of_the_list(
    desk: desks.Desk, session: Tournament
) -> None:
    best = {row for row in ranked_by_hand(session) if row[0] <= 3 and row[2] != "0"}
    page = desk.client.get(at("desk_reveal", session))
    ((name, lines),) = page.context["prizes"]
    assert name == "Boldness"
    assert {(line.rank, line.name, line.points) for line in lines} == best
    assert "Boldness Call these up as well." in text_of(page)


def test_the_list_is_public_only_after_the_last_rank(session: Tournament) -> None:
    revealing.reveal(session, None, revealing.NEXT)
    assert "Boldness" not in text_of(standings(session))
    assert by_api(session)["lists"] == []
    revealing.reveal(session, None, revealing.EVERYBODY)
    assert len(listed(standings(session))) == len(counted(session))


def test_while_ranks_are_announced_nobody_is_listed_by_the_rounds_before() -> None:
    """The first round was public before the second was held back."""
    session = desks.a_tournament("duplicate_evening", 4, awards={})
    desks.play_round(desks.draw(session))
    shown(session)
    session = revealing.freeze(session, None, 1, 2)
    desks.play_round(desks.draw(session, 2), seed=2)
    assert len(listed(standings(session))) == 4
    revealing.reveal(session, None, revealing.NEXT)
    assert standings(session).context["page"].lists == ()
