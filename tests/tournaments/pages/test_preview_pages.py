"""Buttons whose consequences are told first: nothing happens before, everything after, and it can
be undone.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.games.round_words import figure
from tests.lengths import in_short
from tests.requests import Response
from tests.tournaments import desks
from tests.tournaments.desk_pages import (
    at,
    confirm,
    errors,
    kept_out,
    preview,
    said,
    stage_data,
    text_of,
)
from tests.tournaments.desks import first_match
from tests.worlds import built_once
from tournaments.actions import attendance, judging, publishing
from tournaments.actions.integrity import carry_out
from tournaments.actions.integrity_rows import snapshot
from tournaments.models import Change, LogLine, Match, Tournament
from tournaments.pages import change_preview

pytestmark = pytest.mark.django_db

Button = tuple[str, dict[str, Any]]


def six_pairs() -> Tournament:
    return made(desks.a_desk(), 6)


shared = built_once(six_pairs)


@pytest.fixture
def desk(shared: Tournament) -> desks.Desk:
    return desks.desk_of(shared.club)


def played(desk: desks.Desk, entrants: int = 6) -> Tournament:
    """A session round of pairs played, the next one published."""
    return desk.club.tournaments.get() if entrants == 6 else made(desk, entrants)


def made(desk: desks.Desk, entrants: int) -> Tournament:
    cup = desks.a_tournament(
        "pairs_swiss", entrants, desk=desk, rules={"round_limit": 1, "target_score": None}
    )
    desks.play_round(desks.draw(cup))
    desks.draw(cup, 2)
    return cup


def ruling(cup: Tournament) -> Button:
    return at("desk_match_do", cup, first_match(cup).pk, "rule"), {
        "kind": "half",
        "met": "on",
        "reason": "why",
    }


def taking_a_ruling_back(cup: Tournament) -> Button:
    judging.rule_match(first_match(cup), None, {"kind": "half"}, "why")
    return at("desk_match_do", cup, first_match(cup).pk, "undo"), {}


def redrawing(cup: Tournament) -> Button:
    return at("desk_round_do", cup, 1, 2, "redraw"), {"reason": "why"}


def taking_a_round_back(cup: Tournament) -> Button:
    return at("desk_round_do", cup, 1, 2, "unpublish"), {"reason": "why"}


def reopening(cup: Tournament) -> Button:
    return at("desk_round_do", cup, 1, 1, "reopen"), {"reason": "why"}


def withdrawing(cup: Tournament) -> Button:
    address = at("desk_entrant_do", cup, cup.entrants.get(number=1).pk, "withdraw")
    return address, {"reason": "why", "ranked": "1"}  # one of the first three


def coming_back(cup: Tournament) -> Button:
    attendance.withdraw(cup.entrants.get(number=1), None, "ill")
    return at("desk_entrant_do", cup, cup.entrants.get(number=1).pk, "come-back"), {}


def entering_late(cup: Tournament) -> Button:
    return at("desk_enter", cup), {"name_0": "Zoe", "name_1": "Yves"}


def counting_otherwise(cup: Tournament) -> Button:
    return at("desk_stage", cup, 1), stage_data(
        desks.first_stage(cup), points_win="5", awards_late_entry="nothing"
    )


def a_sheet_for_a_match_that_is_done(cup: Tournament) -> Button:
    match = first_match(cup)
    return at("desk_paper", cup, match.pk), {
        "sum_1_0": "-100",
        "sum_1_1": "200",
        "reason": "why",
        "fine": "on",
    }


def places(cup: Tournament) -> Button:
    one, other = Match.objects.filter(
        session_round__stage__tournament=cup, session_round__number=2
    )[:2]
    first, second = one.places.first(), other.places.first()
    assert first is not None
    assert second is not None
    fields = {"first": first.entrant_id, "second": second.entrant_id, "reason": "why"}
    return at("desk_places", cup, 1, 2), fields


def moving(cup: Tournament) -> Button:
    one, other = Match.objects.filter(
        session_round__stage__tournament=cup, session_round__number=1
    )[:2]
    return at("desk_move_result", cup, one.pk), {
        "target": other.pk,
        "turned": "on",
        "reason": "why",
    }


BUTTONS: dict[str, Callable[[Tournament], Button]] = {
    "ruled": ruling,
    "ruling_undone": taking_a_ruling_back,
    "redrawn": redrawing,
    "unpublished": taking_a_round_back,
    "round_reopened": reopening,
    "withdrawn": withdrawing,
    "came_back": coming_back,
    "entered": entering_late,
    "stage_set": counting_otherwise,
    "result_corrected": a_sheet_for_a_match_that_is_done,
    "changed_places": places,
    "result_moved": moving,
}


def told(page: Response) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """What a page tells: each heading with its lines: who or where, as it is, as it would be."""
    return [
        (part.heading, [(one.name, one.before, one.after) for one in part.pairs])
        for part in page.context["consequences"].parts
    ]


# In short those whose ways are their own: what a change does and how it is undone,
# tests/tournaments/test_integrity.py asks of each of them.
@pytest.mark.parametrize(
    "action", in_short(BUTTONS, {"ruled", "unpublished", "withdrawn", "stage_set", "result_moved"})
)
def test_a_button_tells_what_it_would_do_and_does_it_and_is_undone(
    desk: desks.Desk, action: str
) -> None:
    cup = played(desk)
    address, fields = BUTTONS[action](cup)
    games = list(
        Match.objects.filter(games__game__isnull=False).values_list("games__game", flat=True)
    )
    before, lines = snapshot(cup, games), LogLine.objects.count()
    page = preview(desk.client, address, **fields)
    assert (snapshot(cup, games), LogLine.objects.count()) == (before, lines)
    assert "Nothing has changed yet." in text_of(page)
    done = confirm(desk.client, page, address)
    assert done.status_code == 302, errors(done)
    line = LogLine.objects.select_related("change").latest("pk")
    assert (line.action, line.by) == (action, desk.user)
    assert snapshot(cup, games) != before
    undo = at("desk_undo", cup, line.pk)
    assert f'href="{undo}"' in desk.client.get(at("desk_log", cup)).content.decode()
    looked = desk.client.get(undo)
    assert (looked.status_code, "Undo this?" in text_of(looked)) == (200, True)
    back = desk.client.post(undo, {"reason": "it was right before"})
    assert said(desk.client, back) == ["Undone: everything is as it was before."]
    assert snapshot(cup, games) == before
    log = desk.client.get(at("desk_log", cup))
    assert "Undid: " in text_of(log)
    assert f'href="{undo}"' not in log.content.decode()


def test_what_is_told_and_what_is_done_are_the_same_draw(desk: desks.Desk) -> None:
    cup = desks.a_tournament("pairs_swiss", 12, desk=desk)
    desks.draw(cup)
    address, fields = at("desk_round_do", cup, 1, 1, "redraw"), {"reason": "why"}
    page = preview(desk.client, address, **fields)
    ((_heading, tables),) = [part for part in told(page) if part[0] == "Tables"]
    confirm(desk.client, page, address)
    names = {row.pk: row for row in cup.entrants.all()}
    sat = {
        (
            match.number,
            " \N{EN DASH} ".join(
                _name(names[place.entrant_id]) for place in match.places.order_by("side")
            ),
        )
        for match in Match.objects.filter(
            session_round__stage__tournament=cup, session_round__number=1
        )
    }
    assert {(int(where.rpartition(" ")[2]), after) for where, _before, after in tables} <= sat


def _name(entrant: Any) -> str:
    return " & ".join(entrant.members.order_by("order").values_list("player__name", flat=True))


def test_a_corrected_old_result_tells_ranks_and_the_rounds_that_were_drawn_by_them(
    desk: desks.Desk,
) -> None:
    cup = played(desk)
    page = preview(desk.client, *[BUTTONS["ruled"](cup)[0]], **BUTTONS["ruled"](cup)[1])
    parts = dict(told(page))
    assert list(parts) == ["Results", "Standings"]
    ((where, was, then),) = parts["Results"]
    assert where.startswith("Round 1, table 1: ")
    assert (was.endswith(("(points 2 : 0)", "(points 0 : 2)")), then) == (
        True,
        "0 : 0 (points 1 : 1)",
    )
    assert page.context["consequences"].unaffected == [
        "Round 2 was drawn from the standings at that time: the draw stays.",
        "The other 2 results stay.",
    ]
    assert page.context["consequences"].follow_ups == [
        "Round 3 will be drawn from the new standings."
    ]
    ranks = page.context["consequences"].parts[1]
    ways = [
        int(re.findall(r"\d+", one.before)[0]) - int(re.findall(r"\d+", one.after)[0])
        for one in ranks.pairs
    ]
    assert [one.up for one in ranks.pairs] == ways
    shown = re.findall(r'class="moved"\s+aria-hidden="true"\s*>([^<]*)<', page.content.decode())
    assert shown == [f"{'↑' if up > 0 else '↓'}{abs(up)}" if up else "" for up in ways]
    assert any(ways)


def test_a_corrected_result_stands_side_by_side_with_the_old_one_struck(desk: desks.Desk) -> None:
    cup = played(desk)
    match = first_match(cup)
    score = [
        match.result[str(place.entrant_id)]["score"] for place in match.places.order_by("side")
    ]
    page = preview(
        desk.client,
        at("desk_correct", cup, match.pk),
        sum_1_0=score[1],
        sum_1_1=score[0],
        reason="turned",
    )
    (table,) = re.findall(
        r'<table class="of-sides num">.*?</table>', page.content.decode(), re.DOTALL
    )
    assert re.findall(r"<del>([^<]*)</del>", table) == [figure(score[0]), figure(score[1])]
    cells = [
        " ".join(re.sub(r"<[^>]+>", " ", cell).split())
        for cell in re.findall(r"<td>.*?</td>", table, re.DOTALL)
    ]
    assert cells[1::2] == [
        f"{figure(mine)} {'2' if mine > theirs else '0'} pts"
        for mine, theirs in ((score[1], score[0]), (score[0], score[1]))
    ]
    assert re.findall(r"<b>([^<]*)</b>", table) == [figure(max(score))]
    assert "lock" in page.content.decode()


def test_all_ranks_are_drawn_with_the_reason_of_each_move(desk: desks.Desk) -> None:
    cup = played(desk)
    address, fields = ruling(cup)
    page = preview(desk.client, address, **fields)
    (drawing,) = re.findall(r'<div class="rank-moves".*?</svg>', page.content.decode(), re.DOTALL)
    assert drawing.count("<path") == 6
    (part,) = [part for part in page.context["consequences"].parts if part.is_standings]
    told = {row.name: (row.up, row.why) for row in part.drawing.rows if row.moves}
    assert told == {pair.name: (pair.up, pair.why) for pair in part.pairs}
    assert "points" in {pair.why for pair in part.pairs}
    assert f"{sum(bool(pair.up) for pair in part.pairs)} ranks change" in text_of(page)


def test_the_button_says_what_it_does(desk: desks.Desk) -> None:
    cup = played(desk)
    address, fields = ruling(cup)
    page = preview(desk.client, address, **fields)
    assert f'<button class="button main">{page.context["title"]}</button>' in page.content.decode()


def test_what_is_typed_stays_and_a_reason_is_asked_for_where_a_result_is_changed(
    desk: desks.Desk,
) -> None:
    cup = played(desk)
    address, fields = ruling(cup)
    page = preview(desk.client, address, **fields)
    assert "Why? (optional)" not in page.content.decode()
    refused = confirm(desk.client, page, address, reason=" ")
    assert (refused.status_code, errors(refused)) == (
        422,
        ["Give a reason: everybody concerned can read it."],
    )
    address = at("desk_entrant_do", cup, cup.entrants.get(number=1).pk, "withdraw")
    page = preview(desk.client, address, ranked="1")
    assert "Why? (optional)" in page.content.decode()
    assert confirm(desk.client, page, address, reason=" ").status_code == 302
    late = preview(desk.client, at("desk_enter", cup), name_0="Zoe", name_1="Yves")
    assert 'name="name_0" value="Zoe"' in late.content.decode()


def test_what_is_refused_is_refused_before_anything_is_told(desk: desks.Desk) -> None:
    cup = played(desk)
    desks.play_match(first_match(cup, 2))
    answer = desk.client.post(at("desk_round_do", cup, 1, 2, "unpublish"), {"reason": "why"})
    assert (answer.status_code, errors(answer)) == (
        409,
        ["A table has begun: redraw the unstarted tables instead."],
    )


def test_a_first_decision_is_done_at_once_and_undone_from_the_log(desk: desks.Desk) -> None:
    cup = played(desk)
    match = first_match(cup, 2)
    before = snapshot(cup)
    address = at("desk_match_do", cup, match.pk, "rule")
    done = desk.client.post(address, {"kind": "half", "met": "on", "reason": "nobody came"})
    assert said(desk.client, done) == ["The match is decided. Its games are kept."]
    desk.client.post(at("desk_undo", cup, Change.objects.get().line_id), {"reason": "they came"})
    assert snapshot(cup) == before


def test_a_penalty_is_undone_from_the_log(desk: desks.Desk) -> None:
    cup = played(desk)
    before = snapshot(cup)
    fields = {
        "entrant": cup.entrants.get(number=1).pk,
        "where": "1-1",
        "kind": "penalty",
        "points": "1",
        "reason": "late",
    }
    assert desk.client.post(at("desk_penalties", cup), fields).status_code == 302
    desk.client.post(at("desk_undo", cup, Change.objects.get().line_id), {"reason": "was not late"})
    assert snapshot(cup) == before


def test_a_redraw_is_not_undone_after_a_table_began(desk: desks.Desk) -> None:
    cup = played(desk, 8)
    address, fields = redrawing(cup)
    confirm(desk.client, preview(desk.client, address, **fields), address)
    match = first_match(cup, 2)
    desks.play_match(match)
    undo = at("desk_undo", cup, Change.objects.get().line_id)
    told_why = "Table 1 in round 2 has begun since: this can no longer be undone."
    looked = desk.client.get(undo)
    assert (looked.status_code, errors(looked)) == (409, [told_why])
    before = snapshot(cup)
    refused = desk.client.post(undo, {"reason": "why"})
    assert (refused.status_code, errors(refused), snapshot(cup)) == (409, [told_why], before)


def test_a_table_that_begins_while_the_button_is_pressed_is_looked_at_first(
    desk: desks.Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = played(desk)
    address, fields = places(cup)

    def just_before(*args: Any, **kwargs: Any) -> Change | None:
        publishing.open_game(first_match(cup, 2), 1, desks.table_phone())
        return carry_out(*args, **kwargs)

    monkeypatch.setattr(change_preview, "carry_out", just_before)
    answer = desk.client.post(address, fields | {"sure": "1"})
    told_why = "A table has just begun: check it, then try again."
    assert (answer.status_code, errors(answer)) == (409, [told_why])
    assert not LogLine.objects.filter(tournament=cup, action="changed_places").exists()


def test_undoing_needs_a_reason_and_is_done_once(desk: desks.Desk) -> None:
    cup = played(desk)
    change = carry_out(
        cup, lambda: judging.rule_match(first_match(cup), None, {"kind": "half"}, "why")
    )
    assert change is not None
    undo = at("desk_undo", cup, change.line_id)
    assert errors(desk.client.post(undo, {"reason": ""})) == [
        "Give a reason: everybody concerned can read it."
    ]
    assert desk.client.post(undo, {"reason": "why"}).status_code == 302
    again = desk.client.post(undo, {"reason": "why"})
    assert (again.status_code, errors(again)) == (409, ["This was already undone."])


def test_only_directors_undo_and_only_what_can_be_undone(desk: desks.Desk) -> None:
    cup = played(desk)
    change = carry_out(
        cup, lambda: judging.rule_match(first_match(cup), None, {"kind": "half"}, "why")
    )
    assert change is not None
    undo = at("desk_undo", cup, change.line_id)
    assert desks.let_direct(desk, "Dora").get(undo).status_code == 200
    for role in ("referee", "desk", "screen"):
        assert desks.in_role(desk, role).get(undo).status_code == 404
    kept_out(undo, cup, {"reason": "why"}, post=False)
    plain = LogLine.objects.filter(tournament=cup, change__isnull=True).first()
    assert plain is not None
    assert desk.client.get(at("desk_undo", cup, plain.pk)).status_code == 404
    other = played(desks.a_desk("Olaf", "Another"), 4)
    assert desk.client.get(at("desk_undo", other, change.line_id)).status_code == 404


def test_a_preview_asks_no_more_for_many_tables_than_for_few(desk: desks.Desk) -> None:
    counts = []
    for entrants in (6, 10):
        cup = played(desk, entrants)
        address, fields = ruling(cup)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            preview(desk.client, address, **fields)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_page_that_leads_to_a_preview_leaves_the_reason_to_it(desk: desks.Desk) -> None:
    cup = played(desk)
    match = first_match(cup)
    forms = [
        at("desk_correct", cup, match.pk),
        at("desk_move_result", cup, match.pk),
        at("desk_places", cup, 1, 2),
    ]
    for address in (*forms, at("desk_seats", cup, match.pk)):
        assert "Why?" not in text_of(desk.client.get(address)), address


def test_a_late_entrant_is_added_in_plain_words(desk: desks.Desk) -> None:
    cup = played(desk)
    page = preview(desk.client, at("desk_enter", cup), name_0="Otto", name_1="Olaf")
    assert text_of(page).count("Add a late entrant") >= 2


def test_the_button_of_a_cup_s_draft_and_what_its_draw_could_not_keep_are_plain() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament("cup", 4, desk=desk, format_settings={"first_round": "seeds"})
    cup.entrants.update(club_name="Bern")
    desks.draw(cup, publish=False)
    page = text_of(desk.client.get(at("desk_round", cup, 1, 1)))
    assert "Publish Semi-finals" in page
    assert "Clubs could not be kept apart everywhere" in page
    assert "give up" not in page
