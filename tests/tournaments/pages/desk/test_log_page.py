"""The log: what was done in sentences, with names, doer and reason."""

import re

import pytest
from django.utils import translation

from tests.tournaments.desk_pages import at, queries, words_of
from tests.tournaments.desks import a_desk, a_tournament, draw, first_stage, play_round
from tournaments.actions import attendance, entering, judging
from tournaments.actions.common import log
from tournaments.actions.new_entrants import NewEntrant
from tournaments.log_actions import ACTIONS
from tournaments.models import LogLine
from tournaments.pages import log_lines as log_module
from tournaments.pages.log_lines import MOST_LINES, log_lines

pytestmark = pytest.mark.django_db


def test_the_log_says_who_did_what_to_whom_and_why() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk, entrants=5)
    one, two, *_ = tournament.entrants.all()
    attendance.withdraw(one, desk.user, "ill since the morning")
    attendance.substitute(
        two, desk.user, "Zoe", instead_of=two.members.first(), reason="late train"
    )
    judging_round = draw(tournament)
    match = judging_round.matches.first()
    assert match is not None
    judging.rule_match(match, desk.user, {"kind": "half"}, "spilled coffee")
    judging.penalise(
        first_stage(tournament), two, desk.user, kind="penalty", reason="late", points=-1, score=-50
    )
    told = [(line.who, text_of_line(line.sentence), line.reason) for line in log_lines(tournament)]
    assert told == [
        ("Olga", "Penalty for Zoe & Player 4: points \u22121, Tichu points \u221250.", "late"),
        ("Olga", "Ruled on table 1 in round 1: 50 : 50.", "spilled coffee"),
        ("", "Published round 1.", ""),
        ("", "Drew round 1.", ""),
        ("", "Began stage 1 with 4 entrants.", ""),
        ("Olga", "Zoe plays for Zoe & Player 4 instead of Player 3.", "late train"),
        ("Olga", "Player 1 & Player 2 withdrew.", "ill since the morning"),
        ("Olga", "Opened the tournament to the public.", ""),
        ("", "Entered Player 1 & Player 2, Zoe & Player 4, Player 5 & Player 6 and 2 more.", ""),
        ("Olga", "Created the tournament.", ""),
    ]


def text_of_line(said: str) -> str:
    return said.replace("<bdi>", "").replace("</bdi>", "").replace("&amp;", "&")


def test_names_and_reasons_are_no_markup() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk, entrants=0)
    (entrant,) = entering.enter(tournament, desk.user, [NewEntrant(("<b>Ann", "100%s"))])
    attendance.withdraw(entrant, desk.user, "<i>why")
    page = desk.client.get(at("desk_log", tournament)).content.decode()
    assert "<bdi>&lt;b&gt;Ann &amp; 100%s</bdi> withdrew." in page
    assert "<bdi>&lt;i&gt;why</bdi>" in page


def test_a_line_of_another_version_is_shown_all_the_same() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk, entrants=0)
    LogLine.objects.create(tournament=tournament, action="teleported", params={"entrant": "x"})
    log(tournament, "drawn", desk.user, {})
    log(tournament, "withdrawn", desk.user, {"entrant": 10**9})
    said = [line.sentence for line in log_lines(tournament)][:3]
    assert said == [
        "<bdi>#1000000000</bdi> withdrew.",
        "An action unknown to this version: drawn.",
        "An action unknown to this version: teleported.",
    ]


def test_a_long_log_is_read_a_page_at_a_time() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk, entrants=0)
    LogLine.objects.bulk_create(
        LogLine(tournament=tournament, action="drawn", params={"round": number})
        for number in range(1, MOST_LINES + 1)
    )
    first = desk.client.get(at("desk_log", tournament))
    assert f"Drew round {MOST_LINES}." in words_of(first)
    assert "Created the tournament." not in words_of(first)
    older = log_lines(tournament)[-1].pk
    assert f"?before={older}" in first.content.decode()
    second = words_of(desk.client.get(at("desk_log", tournament) + f"?before={older}"))
    assert "Created the tournament." in second
    assert desk.client.get(at("desk_log", tournament) + "?before=x").status_code == 200


def test_the_log_needs_as_many_queries_for_many_lines_as_for_few() -> None:
    desk = a_desk()
    small, large = a_tournament(desk=desk, entrants=2), a_tournament(desk=desk, entrants=12)
    for entrant in small.entrants.all()[:1]:
        entering.check_in(entrant, desk.user)
    for entrant in large.entrants.all():
        entering.check_in(entrant, desk.user)
    few = queries(desk.client, at("desk_log", small))
    assert queries(desk.client, at("desk_log", large)) == few


@pytest.mark.usefixtures("in_zurich")
def test_days_are_written_as_people_write_them_and_taken_away_is_said_otherwise() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk, entrants=0)
    log(tournament, "due_set", None, {"stage": 1, "round": 2, "day": "2026-11-28"})
    log(tournament, "due_set", None, {"stage": 1, "round": 2, "day": None})
    log(tournament, "date_fixed", None, {"match": 1, "when": "2026-11-28T19:30:00+00:00"})
    log(tournament, "link_renewed", None, {"match": 1, "round": 2, "table": 3})
    assert [line.sentence for line in log_lines(tournament)][:4] == [
        "Made a new link for table 3 in round 2.",
        "Set the date of a match: 28 Nov 2026 20:30",
        "Removed the deadline of round 2.",
        "Set the deadline of round 2: 28 Nov 2026.",
    ]


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_sentence_can_be_said_in_every_language(language: str) -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk, entrants=2)
    entrant = tournament.entrants.all()[0]
    params = {
        "entrant": entrant.pk, "entrants": [entrant.pk], "stage": 1, "round": 2, "table": 3,
        "kind": "half", "points": "-1/2", "score": 0, "what": ["name"], "number": 4, "kept": 0,
        "player": 1, "for": None, "user": 1, "day": "2026-11-28",
        "when": "2026-11-28T19:30:00+00:00", "role": "referee", "to": 4, "undid": "closed",
        "hand": 3, "of": 4, "name": "Spring cup", "told": 5, "minutes": 40, "was": "480 : -20",
        "now": "half", "sites": "https://club.example", "other": entrant.pk, "shift": 2,
        "boards": "5, 6", "board": 5, "first": 1, "last": 9, "hash": "7c41e09a",
    }  # fmt: skip
    LogLine.objects.bulk_create(
        LogLine(
            tournament=tournament,
            action=key,
            params=params | ({"entrants": 3} if key == "stage_begun" else {}),
        )
        for key in ACTIONS
    )
    with translation.override(language):
        said = [line.sentence for line in log_lines(tournament)]
    assert not [line for line in said if "unknown to this version" in line or "%(" in line]


def test_lines_stand_by_the_round_that_was_drawn_by_then() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk, entrants=4)
    first = draw(tournament)
    log(tournament, "ruled", desk.user, {"stage": 1, "round": 1, "table": 1, "kind": "half"})
    play_round(first)
    draw(tournament, 2)
    log(
        tournament,
        "result_corrected",
        desk.user,
        {"stage": 1, "round": 1, "table": 1, "was": "1 : 0", "now": "0 : 1"},
    )
    parts = desk.client.get(at("desk_log", tournament)).context["parts"]
    assert [number for _, number, _ in parts] == [2, 1, 0]
    assert "Corrected" in parts[0][2][0].sentence
    assert [line.sign for line in parts[0][2]] == ["edit", "draw", "draw"]


def test_only_what_is_about_one_subject_is_shown() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk, entrants=4)
    draw(tournament)
    log(tournament, "ruled", desk.user, {"stage": 1, "round": 1, "table": 1, "kind": "half"})
    log(tournament, "undone", desk.user, {"undid": "ruled", "round": 1, "table": 1, "kind": "half"})
    page = words_of(desk.client.get(at("desk_log", tournament) + "?kind=decisions"))
    assert "Undid: Ruled on table 1" in page
    assert "Drew" not in page
    assert "Drew" in words_of(desk.client.get(at("desk_log", tournament) + "?kind=nonsense"))


def test_a_name_a_table_or_a_word_is_looked_for_in_the_lines_as_they_are_read() -> None:
    desk = a_desk()
    tournament = a_tournament(desk=desk, entrants=4)
    draw(tournament)
    for table in (1, 2):
        params = {"stage": 1, "round": 1, "table": table, "kind": "half"}
        log(tournament, "ruled", desk.user, params, "wrote the score twice")
    log(tournament, "withdrawn", None, {"entrant": tournament.entrants.get(number=1).pk}, "is ill")
    address = at("desk_log", tournament)

    def found(**asked: str) -> list[str]:
        parts = desk.client.get(address, asked).context["parts"]
        return [text_of_line(line.sentence) for _stage, _number, lines in parts for line in lines]

    assert [line[:16] for line in found(q="TABLE 2")] == ["Ruled on table 2"]
    assert [line[:16] for line in found(q="score twice")] == [
        "Ruled on table 2",
        "Ruled on table 1",
    ]
    assert found(q="is ill") == found(q="& player 2 with") == ["Player 1 & Player 2 withdrew."]
    assert found(q="player 1", kind="decisions") == []
    assert {line[:8] for line in found(q=desk.user.name, kind="decisions")} == {"Ruled on"}
    page = desk.client.get(address, {"q": "zzz", "kind": "decisions"})
    assert "Nothing found in the log." in words_of(page)
    assert 'name="kind"' in page.content.decode()
    assert 'href="?q=zzz&amp;kind=clock"' in page.content.decode()
    assert found(q="bdi") == []  # what stands in the markup alone is not read


def test_what_is_looked_for_is_found_beyond_the_first_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_module, "AT_ONCE", 7)
    desk = a_desk()
    tournament = a_tournament(desk=desk, entrants=0)
    LogLine.objects.bulk_create(
        LogLine(tournament=tournament, action="drawn", params={"round": number})
        for number in range(1, 2 * MOST_LINES)
    )
    assert [line.sentence for line in log_lines(tournament, text="created the")] == [
        "Created the tournament."
    ]
    assert len(log_lines(tournament, text="drew round")) == MOST_LINES


def test_its_buttons_are_heard_by_the_script_of_the_desk() -> None:
    desk = a_desk()
    page = desk.client.get(at("desk_log", a_tournament(desk=desk, entrants=0))).content.decode()
    # Not that of pages which only follow
    assert re.findall(r'type="module"\s+src="[^"]*/(\w+)\.', page)[0] == "page"
