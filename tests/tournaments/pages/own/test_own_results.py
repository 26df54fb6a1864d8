"""The entrant's own page while a round is played: a result to agree to, what is wrong with it, what
was changed.
"""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.games.queries import table_of
from tests.requests import Response
from tests.tournaments import desks
from tests.tournaments.desk_pages import own_do, own_page, queries, text_of
from tests.tournaments.desks import of_side
from tests.worlds import built_once
from tournaments.actions import judging
from tournaments.actions.common import log
from tournaments.channels import bump_tournament, hall_of, match_channel
from tournaments.models import (
    Entrant,
    LogLine,
    Match,
    Notice,
    Phone,
    Remark,
    SessionRound,
    Tournament,
)
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db


def over() -> Match:
    """A match that is over and waits; the phone of its first side wrote it."""
    cup = desks.a_tournament("pairs_swiss", 4)
    found = played(desks.draw(cup, 1))
    Phone.objects.create(
        match=found, device=desks.table_phone(), side=0, writes=True, heard_at=timezone.now()
    )
    return found


shared = built_once(over)


@pytest.fixture
def match(shared: Match) -> Match:
    return Match.objects.select_related("session_round__stage__tournament").get(pk=shared.pk)


def played(session_round: SessionRound) -> Match:
    row = (
        Match.objects.filter(session_round=session_round)
        .select_related("session_round__stage__tournament")
        .first()
    )
    assert row is not None
    return desks.play_match(row)


def figures(match: Match) -> str:
    own = (match.result or {})[str(of_side(match, 0).pk)]
    return f"{own['score']} : {own['score_against']}"


def hand_scores(match: Match) -> list[list[int]]:
    """The scores of both sides in each hand, by who sits where."""
    game = match.games.select_related("game").get()
    assert game.game is not None
    table = table_of(game.game)
    places = {row.entrant_id: row.side for row in match.places.all()}
    found = []
    for line in table.lines:
        scores = [0, 0]
        for seats, score in zip(table.position.sides, line.result.scores, strict=True):
            scores[places[game.seats[seats[0]]]] = score
        found.append(scores)
    return found


def seen_on(answer: Response) -> str:
    found = re.search(r'name="seen" value="(\w+)"', answer.content.decode())
    assert found
    return found[1]


# A result that waits
# ----------------------------------------------------------------------------------------------


def test_in_duplicate_each_board_is_shown_with_the_score_of_both_sides() -> None:
    match = played(desks.draw(desks.a_tournament("duplicate_evening", 4, awards={})))
    assert len(match.boards) > 1
    wanted = " ".join(
        f"Board {board} {first} : {second}"
        for board, (first, second) in zip(match.boards, hand_scores(match), strict=True)
    )
    for side in (0, 1):
        assert wanted in text_of(own_page(of_side(match, side))).replace("\N{MINUS SIGN}", "-")


def test_the_other_side_is_asked_in_big_figures_and_agrees_with_one_tap(match: Match) -> None:
    other = of_side(match, 1)
    answer = own_page(other)
    assert "Is this right?" in text_of(answer)
    (shown,) = answer.context["results"]
    assert " : ".join(str(one.number) for one in shown.games[0].figures) == figures(match)
    done = own_do(other, "agree", match=match.pk, seen=seen_on(answer))
    assert (done.status_code, done["Location"]) == (
        303,
        reverse("own_page", args=[token_of(other)]),
    )
    match.refresh_from_db()
    assert (match.agreement, match.agreed_how, match.agreed_side) == ("agreed", "own", 1)
    assert own_page(other).context["results"] == []


def test_the_side_that_wrote_is_told_that_the_other_one_is_asked(match: Match) -> None:
    answer = own_page(of_side(match, 0))
    assert "The other side is asked to confirm this" in text_of(answer)
    assert "Yes, that is right" not in text_of(answer)
    refused = own_do(
        of_side(match, 0), "agree", match=match.pk, seen=answer.context["results"][0].seen
    )
    assert refused.status_code == 409
    match.refresh_from_db()
    assert match.agreement == "waiting"


def test_a_result_that_was_changed_meanwhile_is_not_agreed_to(match: Match) -> None:
    answer = own_do(of_side(match, 1), "agree", match=match.pk, seen="another")
    assert answer.status_code == 409
    assert "The result has changed" in text_of(answer)
    match.refresh_from_db()
    assert match.agreement == "waiting"


def test_what_is_wrong_is_typed_outside_of_the_part_that_follows(match: Match) -> None:
    other = of_side(match, 1)
    body = own_page(other, wrong=match.pk).content.decode()
    before, _live, _after = body.partition('<div id="live"')
    assert 'id="say-text"' in before
    assert 'name="figures_0_1"' in before


def test_an_own_version_is_said_and_the_result_is_disputed(match: Match) -> None:
    other = of_side(match, 1)
    done = own_do(
        other, "wrong", match=match.pk, text="We had 500", figures_0_0="500", figures_0_1="600"
    )
    assert done.status_code == 303
    remark = Remark.objects.get(match=match)
    assert (remark.kind, remark.side, remark.entrant, remark.text, remark.figures) == (
        "wrong",
        1,
        other,
        "We had 500",
        [[500, 600]],
    )
    for side in (0, 1):
        assert "You do not agree on the result" in text_of(own_page(of_side(match, side)))


def test_words_alone_are_enough_and_half_a_version_is_not(match: Match) -> None:
    other = of_side(match, 1)
    half = own_do(other, "wrong", match=match.pk, text="Wrong", figures_0_0="500")
    assert half.status_code == 422
    assert "Enter a number for every side." in text_of(half)
    assert 'value="500"' in half.content.decode()
    assert ">Wrong</textarea>" in half.content.decode()
    assert not Remark.objects.exists()
    assert own_do(other, "wrong", match=match.pk, text="Wrong").status_code == 303
    assert Remark.objects.get().figures is None


def test_nothing_said_is_refused(match: Match) -> None:
    answer = own_do(of_side(match, 1), "wrong", match=match.pk)
    assert answer.status_code in {409, 422}
    assert "Say what is wrong" in text_of(answer)
    assert not Remark.objects.exists()


def test_where_both_sides_enter_blindly_the_result_is_not_shown(match: Match) -> None:
    Tournament.objects.update(agreement="blind")
    answer = own_page(of_side(match, 1))
    assert "Enter your result" in text_of(answer)
    assert answer.context["results"][0].games == []
    assert "own_score" not in answer.content.decode()
    for number in figures(match).split(" : "):
        assert f'<dd class="num">{number}</dd>' not in answer.content.decode()


@pytest.mark.parametrize("action", ["agree", "wrong", "object"])
def test_a_match_of_others_is_not_there(match: Match, action: str) -> None:
    stranger = Entrant.objects.exclude(places__match=match).first()
    assert stranger is not None
    for given in (match.pk, "", "x", 0, "9" * 30):
        assert own_do(stranger, action, match=given, text="x", seen="x").status_code == 404
    assert not Remark.objects.exists()


def test_what_there_is_not_cannot_be_done(match: Match) -> None:
    entrant = of_side(match, 1)
    assert own_do(entrant, "dance", match=match.pk).status_code == 404
    assert Client().get(reverse("own_do", args=[token_of(entrant), "agree"])).status_code == 405
    assert (
        Client().post(reverse("own_do", args=["1-x", "agree"]), {"match": match.pk}).status_code
        == 404
    )


# Objections and notices
# -------------------------------------------------------------------------------------------


@pytest.fixture
def published(match: Match) -> Match:
    SessionRound.objects.update(state="closed", closed_at=timezone.now())
    Match.objects.filter(pk=match.pk).update(agreement="agreed", agreed_at=timezone.now())
    bump_tournament(match.session_round.stage.tournament_id, hall=True)
    return match


def test_whoever_played_objects_and_reads_that_the_director_has_it(published: Match) -> None:
    entrant = of_side(published, 0)
    assert "Something is wrong with this result" in text_of(own_page(entrant))
    assert "What is wrong?" in text_of(own_page(entrant, object=published.pk))
    assert own_do(entrant, "object", match=published.pk, text="We won").status_code == 303
    assert list(Remark.objects.values_list("kind", "entrant", "text")) == [
        ("objection", entrant.pk, "We won")
    ]
    assert "Your objection is with the director." in text_of(own_page(entrant))
    assert "Something is wrong with this result" not in text_of(own_page(entrant))
    again = own_do(entrant, "object", match=published.pk, text="Really")
    assert (again.status_code, Remark.objects.count()) == (409, 1)


def test_the_answer_stands_on_the_own_page(published: Match) -> None:
    entrant = of_side(published, 0)
    own_do(entrant, "object", match=published.pk, text="We won")
    Remark.objects.update(settled_at=timezone.now(), answer="You did not")
    assert "The director answers: You did not" in text_of(own_page(entrant))


def test_when_the_time_is_over_nobody_objects(published: Match) -> None:
    Tournament.objects.update(objection_minutes=0)
    entrant = of_side(published, 0)
    assert "Something is wrong with this result" not in text_of(own_page(entrant))
    assert own_page(entrant, object=published.pk).context["form"] is None
    assert own_do(entrant, "object", match=published.pk, text="We won").status_code == 409
    assert not Remark.objects.exists()


def test_a_change_afterwards_is_told_until_it_is_understood(published: Match) -> None:
    olga = desks.a_user("Olga")
    judging.rule_match(published, olga, {"kind": "half"}, "Both were wrong")
    entrant, stranger = (
        of_side(published, 1),
        Entrant.objects.exclude(places__match=published).first(),
    )
    assert stranger is not None
    said = text_of(own_page(entrant))
    assert "One of your results was changed." in said
    assert "Why: Both were wrong" in said
    assert "One of your results was changed." not in text_of(own_page(stranger))
    notice = Notice.objects.get(entrant=entrant)
    assert own_do(stranger, "seen", notice=notice.pk).status_code == 404
    assert own_do(entrant, "seen", notice=notice.pk).status_code == 303
    assert "One of your results was changed." not in text_of(own_page(entrant))
    notice.refresh_from_db()
    assert notice.seen_at is not None


# The log
# --------------------------------------------------------------------------------------------------


def own_log(entrant: Entrant, **query: object) -> Response:
    return Client().get(reverse("own_log", args=[token_of(entrant)]), query)


def test_everybody_concerned_reads_what_was_decided_by_whom_and_why(match: Match) -> None:
    judging.rule_match(match, desks.a_user("Olga"), {"kind": "half"}, "The cards were mixed up")
    said = text_of(own_log(of_side(match, 0)))
    assert "Ruled on table 1 in round 1" in said
    assert "Why: The cards were mixed up" in said
    assert "Olga" in said


def test_the_public_page_of_a_match_tells_why_it_was_decided_so_unless_it_is_kept(
    match: Match,
) -> None:
    judging.rule_match(match, desks.a_user("Olga"), {"kind": "half"}, "The cards were mixed up")
    cup = match.session_round.stage.tournament
    where = reverse("tournament_match", args=[cup.pk, match.pk])
    assert "Why: The cards were mixed up" in text_of(Client().get(where))
    Tournament.objects.update(frozen_stage=1, frozen_round=1)
    assert "The cards were mixed up" not in text_of(Client().get(where))


def test_the_log_keeps_who_asked_to_be_shielded_and_what_is_the_desk_s_own(match: Match) -> None:
    cup, shielded = match.session_round.stage.tournament, of_side(match, 0)
    player = shielded.members.first()
    assert player is not None
    log(cup, "substituted", None, {"entrant": shielded.pk, "player": player.player_id})
    log(cup, "refused", None, {"entrant": shielded.pk})
    log(cup, "joined", None, {"key": "x", "role": "desk"})
    Entrant.objects.filter(pk=shielded.pk).update(alias="Duo")
    said = text_of(own_log(of_side(match, 1)))
    assert "Added Duo : Duo" in said
    assert player.player.name not in said
    assert not [text for text in ("Refused", "Joined") if text in said]


def test_work_on_a_draft_is_told_when_it_is_published(match: Match) -> None:
    cup, entrant = match.session_round.stage.tournament, of_side(match, 0)
    line = log(cup, "swapped", None, {"stage": 1, "round": 2, "entrants": [entrant.pk]})
    draft = SessionRound.objects.create(stage=match.session_round.stage, number=2)
    assert "Swapped places" not in text_of(own_log(entrant))
    SessionRound.objects.filter(pk=draft.pk).update(state="published")
    assert "Swapped places" in text_of(own_log(entrant))
    assert LogLine.objects.filter(pk=line.pk).exists()


def test_frozen_results_are_not_told_by_the_log_nor_the_own_rank(match: Match) -> None:
    judging.rule_match(match, desks.a_user("Olga"), {"kind": "half"}, "The cards were mixed up")
    entrant = of_side(match, 0)
    assert re.search(r"Rank \d of 4", text_of(own_page(entrant)))
    Tournament.objects.update(frozen_stage=1, frozen_round=1)
    assert "The cards were mixed up" not in text_of(own_log(entrant))
    said = text_of(own_page(entrant))
    assert "Your rank is announced at the prize-giving" in said
    assert not re.search(r"Rank \d of 4", said)


def test_a_long_log_goes_on(match: Match) -> None:
    cup = match.session_round.stage.tournament
    LogLine.objects.bulk_create(
        LogLine(tournament=cup, action="closed", params={"round": n}) for n in range(150)
    )
    entrant = of_side(match, 0)
    first = own_log(entrant).context["log"]
    assert len(first.lines) == 100
    rest = own_log(entrant, before=first.older).context["log"]
    assert rest.older is None
    assert first.lines[-1].pk > rest.lines[0].pk
    assert own_log(entrant, before="x").status_code == 200


def test_the_log_of_a_link_that_opens_nothing(match: Match) -> None:
    assert Client().get(reverse("own_log", args=["1-x"])).status_code == 404
    assert Client().post(reverse("own_log", args=[token_of(of_side(match, 0))])).status_code == 405


# Live
# --------------------------------------------------------------------------------------------------


def part(entrant: Entrant, etag: str = "") -> Response:
    headers = {"HX-Request": "true", "If-None-Match": etag}
    return Client().get(reverse("own_page", args=[token_of(entrant)]), headers=headers)


def test_it_follows_the_hall_and_the_own_match(match: Match) -> None:
    body = own_page(of_side(match, 1)).content.decode()
    assert f'data-channel="{hall_of(match.session_round.stage.tournament_id)}"' in body
    assert f'data-also-channel="{match_channel(match.pk)}"' in body


def test_the_script_gets_the_part_alone_and_nothing_where_nothing_changed(match: Match) -> None:
    entrant = of_side(match, 1)
    first = part(entrant)
    assert first.content.decode().startswith('<div id="live"')
    assert "own-link" not in first.content.decode()
    assert part(entrant, first["ETag"]).status_code == 304
    own_do(entrant, "agree", match=match.pk, seen=seen_on(first))
    assert part(entrant, first["ETag"]).status_code == 200


def test_a_hand_at_another_table_is_nothing_new(match: Match) -> None:
    entrant = of_side(match, 1)
    first = part(entrant)
    Match.objects.exclude(pk=match.pk).update(version=7)
    bump_tournament(match.session_round.stage.tournament_id)
    assert part(entrant, first["ETag"]).status_code == 304


def test_the_round_clock_stands_at_the_table_with_its_extra_minutes() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    session_round = desks.draw(cup, 1)
    match = Match.objects.filter(session_round=session_round).first()
    assert match is not None
    assert "clock num" not in own_page(of_side(match, 0)).content.decode()
    SessionRound.objects.update(minutes=60, clock_started_at=timezone.now())
    Match.objects.filter(pk=match.pk).update(extra_minutes=5)
    body = own_page(of_side(match, 0)).content.decode()
    assert re.search(r"data-countdown=.*?>6[45]:\d\d</time>", body)


def test_it_takes_as_many_queries_with_more_to_tell(match: Match) -> None:
    entrant = of_side(match, 1)
    where = reverse("own_page", args=[token_of(entrant)])
    cup = match.session_round.stage.tournament

    def told(count: int) -> int:
        for _ in range(count):
            Notice.objects.create(
                entrant=entrant, line=log(cup, "closed", None, {"stage": 1, "round": 1})
            )
        return queries(Client(), where)

    assert told(1) == told(2)
