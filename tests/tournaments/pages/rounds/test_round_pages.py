"""The desk's pages of session rounds:
drawing, publishing, closing, and every bad luck on the way.
"""

import datetime
import re

import pytest
from django.utils.formats import date_format

from tests.lengths import in_short
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, errors, kept_out, queries, said, text_of
from tests.tournaments.pages.rounds.leading import press, rounds_of, seen_on
from tournaments.actions import entering, judging, publishing
from tournaments.models import Entrant, LogLine, Match, SessionRound, Stage

pytestmark = pytest.mark.django_db
ONE_HAND = {"target_score": None, "round_limit": 1}


# The way through a round
# --------------------------------------------------------------------------------------


def test_the_list_of_rounds_leads_on_while_one_is_played_and_after_the_last(
    desk: desks.Desk,
) -> None:
    tournament = desks.a_tournament("pairs_swiss", 8, desk=desk, rules=ONE_HAND)
    session_round = desks.draw(tournament)
    page = desk.client.get(at("desk_draw", tournament)).content.decode()
    assert "<p>Round 1 is being played</p>" in re.sub(
        r">\s+|\s+<", lambda found: found[0].strip(), page
    )
    assert re.search(
        rf'class="button main" href="{at("desk_board", tournament)}">To the board', page
    )
    desks.play_round(session_round)
    assert desk.client.post(at("desk_stage_do", tournament, 1, "finish")).status_code == 302
    over = text_of(desk.client.get(at("desk_draw", tournament)))
    assert "Finish the tournament Reopen the stage" in over


def test_a_stage_to_come_is_called_by_its_format_without_a_dot_before_it(desk: desks.Desk) -> None:
    cup = desks.a_tournament("groups_and_cup", 4, desk=desk)
    Stage.objects.filter(tournament=cup, number=2).update(name="Final")
    page = text_of(desk.client.get(at("desk_draw", cup)))
    assert "Final not begun Knock-out" in page


def test_a_round_is_drawn_published_played_and_closed_by_its_buttons(desk: desks.Desk) -> None:
    tournament = desks.a_tournament("pairs_swiss", 8, desk=desk, rules=ONE_HAND)
    overview = text_of(desk.client.get(at("desk_draw", tournament)))
    assert "8 are entered. The first draw begins the stage. Draw round 1" in overview
    drawn = press(desk, tournament, "draw")
    assert drawn["Location"] == at("desk_round", tournament, 1, 1)
    assert said(desk.client, drawn) == ["Round 1 is drawn. Check it, then publish it."]
    assert "4 tables ✓ no warnings" in text_of(desk.client.get(drawn["Location"]))
    published = press(desk, tournament, "publish", seen=seen_on(desk, tournament))
    assert said(desk.client, published) == ["Round 1 is published: the tables can begin."]
    session_round = SessionRound.objects.get(stage__tournament=tournament)
    desks.play_round(session_round, close=False)
    page = text_of(desk.client.get(at("desk_round", tournament, 1, 1)))
    assert (
        "Nobody has agreed to the results of these tables: 1, 2, 3, 4. They count as they are."
        in page
    )
    assert page.index("Close round 1 and draw round 2") < page.index("Close only round 1")
    assert "Close round 1 and draw round 2" in text_of(desk.client.get(at("desk_draw", tournament)))
    done = press(desk, tournament, "close", accept="1")
    assert said(desk.client, done) == ["Round 1 is closed. You can still correct its results."]
    assert "Draw round 2" in text_of(desk.client.get(at("desk_draw", tournament)))


def test_a_published_round_says_since_when_everybody_sees_it_and_leads_there(
    desk: desks.Desk,
) -> None:
    tournament = desks.a_tournament("pairs_swiss", 4, desk=desk, rules=ONE_HAND)
    press(desk, tournament, "draw")
    public = at("tournament_round", tournament, 1, 1)
    page = at("desk_round", tournament, 1, 1)
    assert public not in desk.client.get(page).content.decode()
    press(desk, tournament, "publish", seen=seen_on(desk, tournament))
    shown = desk.client.get(page)
    assert re.search(r"published \d\d:\d\d, everybody sees it", text_of(shown))
    assert f'href="{public}"' in shown.content.decode()
    assert desk.client.get(public).status_code == 200
    SessionRound.objects.update(published_at="2026-03-01T12:00Z")
    day = date_format(datetime.date(2026, 3, 1), "SHORT_DATE_FORMAT")
    assert f"published {day}, everybody sees it" in text_of(desk.client.get(page))


@pytest.mark.parametrize(
    ("entrants", "drawn", "published"),
    [
        (2, "1 round is drawn: check it, then publish it.", "1 round is published."),
        (4, "3 rounds are drawn: check them, then publish them.", "3 rounds are published."),
    ],
)
def test_all_rounds_of_a_schedule_at_once_are_counted_in_words(
    desk: desks.Desk, entrants: int, drawn: str, published: str
) -> None:
    tournament = desks.a_tournament("pairs_league", entrants, desk=desk)
    assert said(desk.client, press(desk, tournament, "draw_all")) == [drawn]
    assert said(desk.client, press(desk, tournament, "publish_all")) == [published]


def test_a_round_far_ahead_is_refused_in_words(desk: desks.Desk) -> None:
    tournament = desks.a_tournament("pairs_swiss", 4, desk=desk)
    for number in (2, 40_000, 99_999_999_999_999_999_999_999):
        answer = press(desk, tournament, "draw", number)
        assert (answer.status_code, errors(answer)) == (
            409,
            [f"Round {number} cannot be drawn yet: round 1 comes first."],
        )


def test_publishing_twice_publishes_once(desk: desks.Desk) -> None:
    tournament = desks.a_tournament("pairs_swiss", 8, desk=desk)
    desks.draw(tournament, publish=False)
    seen = seen_on(desk, tournament)
    assert press(desk, tournament, "publish", seen=seen).status_code == 302
    desk.client.get(at("desk_round", tournament, 1, 1))
    again = press(desk, tournament, "publish", seen=seen)
    assert said(desk.client, again) == ["Round 1 is already published."]
    assert LogLine.objects.filter(tournament=tournament, action="published").count() == 1
    assert Match.objects.filter(games__number=1).count() == 4


# What is refused
# ----------------------------------------------------------------------------------------------


def test_a_round_with_missing_results_stays_open_and_names_the_tables(desk: desks.Desk) -> None:
    tournament = desks.a_tournament("pairs_swiss", 8, desk=desk)
    matches = list(
        desks.draw(tournament).matches.select_related("session_round__stage__tournament")
    )
    desks.play_match(matches[1])
    answer = press(desk, tournament, "close")
    assert answer.status_code == 409
    assert errors(answer) == [
        "These tables have no result yet: 1, 3, 4. Wait for them, or decide the match."
    ]
    assert rounds_of(tournament) == [(1, "published")]


def test_the_next_draw_waits_for_the_round_before(desk: desks.Desk) -> None:
    tournament = desks.a_tournament("pairs_swiss", 8, desk=desk)
    desks.draw(tournament)
    answer = press(desk, tournament, "draw", 2)
    assert answer.status_code == 409
    assert errors(answer) == ["Close round 1 first: the draw depends on its results."]


def test_a_bye_nobody_has_settled_leads_to_the_set_up(desk: desks.Desk) -> None:
    tournament = desks.a_tournament("pairs_swiss", 7, desk=desk, awards={})
    answer = press(desk, tournament, "draw")
    assert answer.status_code == 422
    assert errors(answer) == [
        ("This draw has a bye, and it is not decided what a bye is worth. Set it in the set-up.")
    ]
    assert "To the set-up" in text_of(answer)
    assert Stage.objects.get(tournament=tournament).state == Stage.State.WAITING


def test_who_begins_at_a_table_is_here_where_check_in_is_used(desk: desks.Desk) -> None:
    tournament = desks.a_tournament("pairs_swiss", 8, desk=desk)
    first, second, *_rest = desks.draw(tournament).matches.select_related(
        "session_round__stage__tournament"
    )
    here = Entrant.objects.filter(tournament=tournament, checked_in_at__isnull=False)
    publishing.begin_game(first, 1)
    assert list(here) == []
    there = Entrant.objects.filter(tournament=tournament).exclude(places__match=second).first()
    assert there is not None
    entering.check_in(there, None)
    publishing.begin_game(second, 1)
    sat = second.places.values_list("entrant", flat=True)
    assert set(here.values_list("pk", flat=True)) == {there.pk, *sat}
    assert LogLine.objects.filter(action="checked_in").count() == 1


def test_after_publishing_one_press_starts_the_clock_with_the_minutes_of_the_stage(
    desk: desks.Desk,
) -> None:
    tournament = desks.a_tournament("pairs_swiss", 4, desk=desk)
    drawn = desks.draw(tournament)
    press_it = (
        f'<form method="post" action="{at("desk_clock", tournament, 1, 1, "start")}?at=round">'
    )
    shown = []
    for of_stage, minutes, started in (
        (None, None, None),
        (50, None, None),
        (None, 40, None),
        (50, None, "2026-11-21T09:00Z"),
    ):
        Stage.objects.filter(tournament=tournament).update(minutes=of_stage)
        SessionRound.objects.filter(pk=drawn.pk).update(minutes=minutes, clock_started_at=started)
        shown.append(
            press_it in desk.client.get(at("desk_round", tournament, 1, 1)).content.decode()
        )
    assert shown == [False, True, True, False]
    SessionRound.objects.filter(pk=drawn.pk).update(clock_started_at=None)
    start = at("desk_clock", tournament, 1, 1, "start")
    assert desk.client.post(f"{start}?at=round")["Location"] == at(
        "desk_round", tournament, 1, 1
    ), "it stays here"
    assert desk.client.post(start)["Location"] == at("desk_board", tournament)
    drawn.refresh_from_db()
    assert (drawn.minutes, drawn.clock_started_at is not None) == (50, True)


def test_a_published_round_is_drawn_anew_with_a_reason_and_begun_tables_stay(
    desk: desks.Desk,
) -> None:
    tournament = desks.a_tournament("pairs_swiss", 12, desk=desk)
    session_round = desks.draw(tournament)
    matches = list(session_round.matches.select_related("session_round__stage__tournament"))
    desks.play_match(matches[0])
    sides = list(matches[0].places.values_list("entrant", "side"))
    unsaid = press(desk, tournament, "redraw", sure="1")
    assert (unsaid.status_code, errors(unsaid)) == (
        422,
        ["Give a reason: everybody concerned can read it."],
    )
    done = press(desk, tournament, "redraw", reason="two friends met", sure="1")
    assert said(desk.client, done) == [
        "The unstarted tables in round 1 have been redrawn; the others play on."
    ]
    kept = Match.objects.get(pk=matches[0].pk)
    assert (list(kept.places.values_list("entrant", "side")), kept.done) == (sides, True)
    assert not Match.objects.filter(pk__in=[one.pk for one in matches[1:]]).exists()
    assert session_round.matches.count() == 6
    line = LogLine.objects.get(tournament=tournament, action="redrawn")
    assert (line.reason, line.params["kept"], line.by) == ("two friends met", 1, desk.user)


def test_a_closed_round_is_reopened_and_a_reason_may_be_said(desk: desks.Desk) -> None:
    tournament = desks.a_tournament("pairs_swiss", 4, desk=desk, rules=ONE_HAND)
    desks.play_round(desks.draw(tournament))
    for reason in ("table 2 wrote the wrong side", ""):
        opened = press(desk, tournament, "reopen", reason=reason, sure="1")
        assert said(desk.client, opened) == ["Round 1 is open again."]
        assert rounds_of(tournament) == [(1, "published")]
        assert (
            LogLine.objects.filter(tournament=tournament, action="round_reopened").last().reason
            == reason
        )
        publishing.close_round(SessionRound.objects.get(stage__tournament=tournament), None)


def test_a_knock_out_does_not_close_while_a_table_is_level(desk: desks.Desk) -> None:
    tournament = desks.a_tournament("cup", 4, desk=desk)
    session_round = desks.draw(tournament)
    for match in session_round.matches.select_related("session_round__stage__tournament"):
        judging.rule_match(match, None, {"kind": "half"}, "closing time")
    answer = press(desk, tournament, "close")
    assert answer.status_code == 409
    assert errors(answer) == [
        "These tables ended level, and somebody has to go on: 1, 2. Decide it at the match."
    ]
    assert "Somebody has to go on: decide the match." in text_of(answer)
    for match in session_round.matches.all():
        address = at("desk_match_do", tournament, match.pk, "rule")
        data = {"kind": "half", "winner": "1", "reason": "the lot", "met": "on", "sure": "1"}
        assert desk.client.post(address, data).status_code == 302
    assert press(desk, tournament, "close").status_code == 302
    winners = set(
        Match.objects.filter(session_round=session_round).values_list("winner", flat=True)
    )
    assert winners == {1}
    assert press(desk, tournament, "draw", 2).status_code == 302


# Stages
# --------------------------------------------------------------------------------------------------


def test_stages_are_finished_and_begun_one_after_the_other(desk: desks.Desk) -> None:
    tournament = desks.a_tournament(
        "groups_and_cup", 8, desk=desk, format_settings={"groups": 2}, rules=ONE_HAND
    )
    page = text_of(desk.client.get(at("desk_draw", tournament)))
    assert "Begins when the previous stage is finished." in page
    all_drawn = press(desk, tournament, "draw_all")
    assert said(desk.client, all_drawn) == ["3 rounds are drawn: check them, then publish them."]
    for number in (1, 2, 3):
        said(desk.client, press(desk, tournament, "publish", number))
        desks.play_round(SessionRound.objects.get(stage__tournament=tournament, number=number))
    assert "All rounds of this stage are played." in text_of(
        desk.client.get(at("desk_draw", tournament))
    )
    done = desk.client.post(at("desk_stage_do", tournament, 1, "finish"))
    assert said(desk.client, done) == ["The stage is finished."]
    again = desk.client.post(at("desk_stage_do", tournament, 1, "reopen"))
    assert said(desk.client, again) == ["The stage is open again."]
    too_early = press(desk, tournament, "draw", 1, stage=2)
    assert (too_early.status_code, errors(too_early)) == (
        409,
        ["Finish the previous stage first: it decides who qualifies."],
    )
    desk.client.post(at("desk_stage_do", tournament, 1, "finish"))
    begun = desk.client.post(at("desk_stage_do", tournament, 2, "begin"))
    assert said(desk.client, begun) == [
        "The stage is finished.",
        "The stage has begun: draw its first round.",
    ]
    assert press(desk, tournament, "draw", 1, stage=2).status_code == 302
    late = desk.client.post(at("desk_stage_do", tournament, 1, "reopen"))
    assert (late.status_code, errors(late)) == (
        409,
        ["The next stage, which depends on this one, has already begun."],
    )


# Who, and how fast
# --------------------------------------------------------------------------------------------


def test_nobody_else_leads_a_round(desk: desks.Desk) -> None:
    tournament = desks.a_tournament("pairs_swiss", 4, desk=desk)
    desks.draw(tournament, publish=False)
    kept_out(at("desk_draw", tournament), tournament, post=False)
    kept_out(at("desk_round", tournament, 1, 1), tournament, post=False)
    actions = (
        "draw",
        "draw_all",
        "publish",
        "unpublish",
        "redraw",
        "discard",
        "close",
        "reopen",
        "due",
    )
    for action in (*actions, "close_draw", "close_finish"):
        kept_out(at("desk_round_do", tournament, 1, 1, action), tournament)
    for action in ("begin", "finish", "reopen"):
        kept_out(at("desk_stage_do", tournament, 1, action), tournament)
    assert rounds_of(tournament) == [(1, "draft")]
    assert desks.let_direct(desk, "Dora").get(at("desk_round", tournament, 1, 1)).status_code == 200


def test_a_round_that_is_not_there_is_not_found(desk: desks.Desk) -> None:
    tournament = desks.a_tournament("pairs_swiss", 4, desk=desk)
    desks.draw(tournament, publish=False)
    for rest in ((1, 2), (7, 1), (1, 10**30), (10**30, 1)):
        assert desk.client.get(at("desk_round", tournament, *rest)).status_code == 404, rest
        assert (
            desk.client.post(at("desk_round_do", tournament, *rest, "publish")).status_code == 404
        ), rest
    assert desk.client.post(at("desk_round_do", tournament, 1, 1, "explode")).status_code == 404
    assert desk.client.post(at("desk_stage_do", tournament, 1, "explode")).status_code == 404


@pytest.mark.parametrize(
    "state", in_short(["draft", "published", "closed"], {"draft", "published"})
)
def test_a_larger_round_asks_the_database_no_oftener(desk: desks.Desk, state: str) -> None:
    counts = []
    for entrants in (4, 8):
        tournament = desks.a_tournament("pairs_swiss", entrants, desk=desk, rules=ONE_HAND)
        session_round = desks.draw(tournament, publish=state != "draft")
        if state == "closed":
            desks.play_round(session_round)
        elif state == "published":
            desks.play_match(
                session_round.matches.select_related("session_round__stage__tournament")[0]
            )
        counts.append(
            (
                queries(desk.client, at("desk_round", tournament, 1, 1)),
                queries(desk.client, at("desk_draw", tournament)),
            )
        )
    assert counts[0] == counts[1]
    # What is played has the strip of the board, with all that it needs.
    assert counts[0][0] <= {"draft": 20, "published": 36, "closed": 26}[state]
    assert counts[0][1] <= 20


def test_more_rounds_ask_the_database_no_oftener(desk: desks.Desk) -> None:
    tournament = desks.a_tournament("pairs_swiss", 8, desk=desk, rules=ONE_HAND)
    counted = []
    for number in (1, 2, 3):
        drawn = desks.draw(tournament, number)
        pages = [at("desk_draw", tournament), at("desk_round", tournament, 1, number)]
        counted.append([queries(desk.client, page) for page in pages])
        desks.play_round(drawn)
    assert counted[2] == counted[0]
