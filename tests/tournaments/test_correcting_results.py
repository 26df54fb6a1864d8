"""Correcting a result, wherever it is from: the form has it as it stands, what it changes is told,
the log has both.
"""

import re
from typing import Any

import pytest

from scoring.rules import RuleError
from tests.requests import Response
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, confirm, errors, kept_out, preview, said, text_of
from tests.tournaments.desks import cup_of
from tests.tournaments.hall import Forms
from tournaments.actions import agreeing, disputes, judging, paper_results, publishing
from tournaments.actions.integrity import carry_out, undo
from tournaments.match.figures import figures_now, fingerprint
from tournaments.models import LogLine, Match, Role

pytestmark = pytest.mark.django_db

TEN_HANDS = {"target_score": None, "round_limit": 10}


def a_match(desk: desks.Desk | None = None, preset: str = "pairs_swiss", **stage: Any) -> Match:
    drawn = desks.draw(desks.a_tournament(preset, 4, desk=desk or desks.a_desk(), **stage))
    return desks.reread(drawn.matches.get(number=1))


def on_paper(match: Match, *figures: int) -> Match:
    return paper_results.enter_paper(match, None, paper_results.paper_of([figures]), "paper sheet")


def last_line() -> tuple[str, Any, Any]:
    line = LogLine.objects.latest("pk")
    return line.action, line.params.get("was"), line.params.get("now")


def test_a_result_is_corrected_wherever_it_came_from_and_the_log_has_the_figures_of_both() -> None:
    match = a_match(rules={"target_score": None, "round_limit": 2})
    desks.play_match(match)
    match = desks.reread(match)
    agreeing.agree(match, 1, fingerprint(match), how="other")
    played = " : ".join(map(str, figures_now(desks.reread(match))[0]))
    on_paper(desks.reread(match), 480, 620)
    assert last_line() == ("result_corrected", played, "480 : 620")
    on_paper(desks.reread(match), 620, -20)
    assert last_line() == ("result_corrected", "480 : 620", "620 : -20")
    judging.rule_match(desks.reread(match), None, {"kind": "forfeit", "winner": 1}, "went home")
    on_paper(desks.reread(match), 100, 0)
    assert last_line() == ("result_corrected", "forfeit", "100 : 0")
    found = desks.reread(match)
    assert (found.winner, found.agreement, found.decided) == (0, "agreed", False)
    assert (found.ruling or {})["said"] == "corrected"


def test_what_is_entered_for_the_first_time_is_no_correction() -> None:
    match = a_match()
    on_paper(match, 1000, 500)
    assert last_line() == ("paper_entered", None, "1000 : 500")
    assert "said" not in (desks.reread(match).ruling or {})


def test_a_correction_is_undone_and_the_result_before_stands_again() -> None:
    match = a_match()
    on_paper(match, 1000, 500)
    change = carry_out(
        match.session_round.stage.tournament, lambda: on_paper(desks.reread(match), 500, 1000)
    )
    assert change
    assert desks.reread(match).winner == 1
    undo(change, None, "it was right")
    assert (desks.reread(match).winner, figures_now(desks.reread(match))) == (0, [[1000, 500]])


def test_the_desk_puts_right_what_it_typed_itself_and_not_what_others_settled() -> None:
    match = a_match()
    games = paper_results.paper_of([[1000, 500]])
    paper_results.enter_paper(match, None, games, "paper sheet", may_rule=False)
    paper_results.enter_paper(
        desks.reread(match), None, paper_results.paper_of([[900, 500]]), "misread", may_rule=False
    )
    paper_results.enter_paper(desks.reread(match), None, games, "it was right", may_rule=False)
    disputes.settle(desks.reread(match), None, "stands", "looked at it")
    for _turn in range(2):  # also once the director has put it right
        with pytest.raises(RuleError) as refused:
            paper_results.enter_paper(
                desks.reread(match), None, paper_results.paper_of([[1, 2]]), "again", may_rule=False
            )
        assert [one.code for one in refused.value.mistakes] == ["result_stands"]
        paper_results.enter_paper(
            desks.reread(match), None, paper_results.paper_of([[800, 500]]), "by the director"
        )


# The pages
# --------------------------------------------------------------------------------------------------


def fields(page: Response) -> dict[str, str]:
    (form,) = [form for form in Forms(page.content.decode()).found if "sum_1_0" in form.fields]
    return form.fields


def test_a_result_that_the_tables_agreed_to_is_corrected_on_a_page_of_its_own() -> None:
    desk = desks.a_desk()
    match = a_match(desk, rules=TEN_HANDS)
    desks.play_match(match)
    match = desks.reread(match)
    agreeing.agree(match, 1, fingerprint(match), how="other")
    (had,) = figures_now(desks.reread(match))
    page = desk.client.get(at("desk_match", cup_of(match), match.pk)).content.decode()
    address = at("desk_correct", cup_of(match), match.pk)
    assert page.index(f'href="{address}"') < page.index('id="link"')
    assert "Enter the result" not in page
    shown = desk.client.get(address)
    form = fields(shown)
    assert "Correct the result of table 1" in text_of(shown)
    assert [int(form[f"sum_1_{side}"]) for side in (0, 1)] == had
    assert "reason" not in form  # it is asked for beside what it changes
    assert sum(int(form[f"hand_1_{n}_0"]) for n in range(1, 11)) == had[0]
    # Typed sums go before hands that only stood there; nothing happens before it was told what it
    # changes.
    asked = preview(desk.client, address, **form | {"sum_1_0": str(had[0] + 100), "fine": "on"})
    assert "Correct the result of table 1 in round 1" in text_of(asked)
    assert figures_now(desks.reread(match)) == [had]
    done = confirm(desk.client, asked, address, "a Tichu was not written down")
    assert done["Location"] == at("desk_match", cup_of(match), match.pk)
    assert said(desk.client, done) == ["The result of table 1 has been corrected."]
    assert figures_now(desks.reread(match)) == [[had[0] + 100, had[1]]]
    log_page = text_of(desk.client.get(at("desk_log", cup_of(match))))
    was, now = (
        " : ".join(map(str, one)).replace("-", "−") for one in (had, [had[0] + 100, had[1]])
    )
    assert f"Corrected the result of table 1 in round 1: {was} became {now} ." in log_page
    assert "a Tichu was not written down" in log_page
    shown = text_of(desk.client.get(at("desk_match", cup_of(match), match.pk)))
    assert "Result corrected by the director" in shown
    assert "decided" not in shown.lower().replace("decide the match", "")


def test_one_hand_put_right_goes_before_sums_that_only_stood_in_the_form() -> None:
    desk = desks.a_desk()
    match = a_match(desk, rules=TEN_HANDS)
    desks.play_match(match)
    address = at("desk_correct", cup_of(match), match.pk)
    form = fields(desk.client.get(address))
    hand = {
        "hand_1_1_0": str(int(form["hand_1_1_0"]) + 5),
        "hand_1_1_1": str(int(form["hand_1_1_1"]) - 5),
    }
    asked = preview(desk.client, address, **form | hand | {"fine": "on"})
    assert confirm(desk.client, asked, address, "miscounted").status_code == 302
    (now,) = figures_now(desks.reread(match))
    assert now == [int(form["sum_1_0"]) + 5, int(form["sum_1_1"]) - 5]
    # Both typed, and at odds: asked about.
    form = fields(desk.client.get(address))
    refused = desk.client.post(address, form | {"hand_1_1_0": "0", "sum_1_0": "7"})
    assert refused.status_code == 422
    assert "check the sheet" in " ".join(errors(refused))


def test_a_form_in_which_nothing_was_changed_changes_nothing() -> None:
    desk = desks.a_desk()
    match = on_paper(a_match(desk), 1000, 500)
    address = at("desk_correct", cup_of(match), match.pk)
    refused = desk.client.post(
        address, fields(desk.client.get(address)) | {"reason": "x", "fine": "on"}
    )
    assert (refused.status_code, errors(refused)) == (
        422,
        ["This is the current result: change a number, or leave it."],
    )
    unsaid = desk.client.post(
        address, fields(desk.client.get(address)) | {"sum_1_0": "1050", "fine": "on", "sure": "1"}
    )
    assert errors(unsaid) == ["Give a reason: everybody concerned can read it."]


def test_a_decision_is_told_as_one_and_figures_take_its_place() -> None:
    desk = desks.a_desk()
    match = a_match(desk)
    judging.rule_match(match, None, {"kind": "forfeit", "winner": 1}, "went home")
    address = at("desk_correct", cup_of(match), match.pk)
    assert "Decided before: Forfeit" in text_of(desk.client.get(address))
    asked = preview(desk.client, address, sum_1_0="1000", sum_1_1="500")
    assert confirm(desk.client, asked, address, "they came after all").status_code == 302
    assert figures_now(desks.reread(match)) == [[1000, 500]]


def test_where_no_result_stands_it_is_entered_and_where_one_stands_it_is_corrected() -> None:
    desk = desks.a_desk()
    match = a_match(desk)
    pages = [at(name, cup_of(match), match.pk) for name in ("desk_paper", "desk_correct")]
    assert desk.client.get(pages[1])["Location"] == pages[0]
    on_paper(match, 1000, 500)
    assert desk.client.get(pages[0])["Location"] == pages[1]
    # Two at the desk type the same table: who is second sees what stands before it is changed.
    second = preview(desk.client, pages[0], sum_1_0="1100", sum_1_1="500", reason="paper sheet")
    assert "Correct the result of table 1" in text_of(second)


def test_who_may_correct() -> None:
    desk = desks.a_desk()
    match = on_paper(a_match(desk), 1000, 500)
    address = at("desk_correct", cup_of(match), match.pk)
    kept_out(address, cup_of(match), post=False)
    helper = desks.a_user("Helga")
    Role.objects.create(club=desk.club, user=helper, name=Role.Name.DESK)
    client = desks.signed_in(helper)
    assert (
        "Correct the result"
        in client.get(at("desk_match", cup_of(match), match.pk)).content.decode()
    )
    on_paper(desks.reread(match.session_round.matches.get(number=2)), 1000, 0)
    publishing.close_round(match.session_round, None)
    assert (
        "Correct the result"
        not in client.get(at("desk_match", cup_of(match), match.pk)).content.decode()
    )
    assert "Only a director or referee can change this result now" in text_of(client.get(address))
    refused = client.post(address, {"sum_1_0": "1", "sum_1_1": "2", "reason": "x"})
    assert refused.status_code == 409
    assert figures_now(desks.reread(match)) == [[1000, 500]]
    assert desk.client.get(at("desk_correct", cup_of(match), 999_999)).status_code == 404


def test_a_result_is_called_a_result_wherever_it_came_from() -> None:
    desk = desks.a_desk()
    match = on_paper(a_match(desk), 1000, 500)
    cup = cup_of(match)
    board = desk.client.get(at("desk_board", cup)).content.decode()
    assert re.search(r'class="tile is-done', board)
    for page in (at("desk_match", cup, match.pk), at("tournament_match", cup, match.pk)):
        text = text_of(desk.client.get(page))
        assert "Result from paper" in text
        assert "decided by" not in text.lower()
    page = desk.client.get(at("desk_round", cup, 1, 1)).content.decode()
    rows = re.findall(r'<span\s+class="how[^"]*"\s*>(.*?)</span>', page, re.DOTALL)
    assert [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in rows] == [
        "done · off paper",
        "no phone yet",
    ]
    back = desk.client.post(
        at("desk_match_do", cup, match.pk, "undo"), {"reason": "wrong sheet", "sure": "1"}
    )
    assert back.status_code == 302
    assert "Undid the typed result of table 1 in round 1: its hands count." in text_of(
        desk.client.get(at("desk_log", cup))
    )
