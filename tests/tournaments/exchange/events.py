"""Whole tournaments to be written out and read back: each with something that is easily lost."""

import uuid

from django.utils import timezone

from scoring.games.actions.writing import record_round
from scoring.rules import Round
from tests.scoring.games import a_device
from tests.tournaments import desks
from tournaments.actions import (
    agreeing,
    attendance,
    common,
    creating,
    disputes,
    draft_changes,
    judging,
    paper_results,
    publishing,
    stages,
    timing,
)
from tournaments.match.figures import fingerprint
from tournaments.models import Entrant, Match, Place, Stage, Tournament


def entrant(tournament: Tournament, number: int) -> Entrant:
    return Entrant.objects.select_related("tournament").get(tournament=tournament, number=number)


def matches(tournament: Tournament, number: int, stage: int = 1) -> list[Match]:
    found = Match.objects.filter(
        session_round__stage__tournament=tournament,
        session_round__stage__number=stage,
        session_round__number=number,
    )
    return list(found.select_related("session_round__stage__tournament").order_by("number"))


def has_played(place: Place) -> bool:
    """Whether who sits here has sat at a table before that was not ruled: there is something to
    take a mean of.
    """
    return Match.objects.filter(
        places__entrant=place.entrant, done=True, ruling__isnull=True
    ).exists()


def individual_with_fives() -> Tournament:
    """Nine persons: a table of four and one of five, two session rounds, the third a draft."""
    tournament = desks.a_tournament("german_championship", 9, format_settings=desks.FIVES)
    for number in (1, 2):
        desks.play_round(desks.draw(tournament, number))
    desks.draw(tournament, 3, publish=False)
    return tournament


def pairs_with_a_history() -> Tournament:
    """Nine pairs, Swiss: a swap by hand, a ruling, a substitute, a penalty taken back and one that
    stands, one who comes late, one who misses a round, one who withdraws; a round that is still
    being played.
    """
    desk = desks.a_desk()
    tournament = desks.a_tournament(
        "pairs_swiss", 9, desk=desk, awards=desks.AWARDS | {"late_entry": "average"}
    )
    stage = desks.first_stage(tournament)
    first = desks.draw(tournament, publish=False)
    draft_changes.swap_entrants(first, desk.user, entrant(tournament, 1), entrant(tournament, 5))
    publishing.publish_round(first, desk.user)
    desks.play_round(first, close=False)
    judging.rule_match(
        matches(tournament, 1)[0], desk.user, {"kind": "forfeit", "winner": 1}, "came an hour late"
    )
    publishing.close_round(first, desk.user)
    desks.enter(tournament, 1, first=51, alias="The late ones", club_name="Harbour")
    attendance.miss_round(entrant(tournament, 3), stage, 2, desk.user)
    member = entrant(tournament, 4).members.first()
    attendance.substitute(
        entrant(tournament, 4), desk.user, "Sub Stitute", instead_of=member, reason="ill"
    )
    desks.play_round(desks.draw(tournament, 2))
    ruling = judging.penalise(
        stage, entrant(tournament, 2), desk.user, kind="penalty", points=-1, reason="late"
    )
    judging.undo_penalty(ruling, desk.user, "was in time")
    judging.penalise(
        stage,
        entrant(tournament, 6),
        desk.user,
        kind="wish",
        score=-200,
        reason="a wish",
        round_number=2,
    )
    attendance.withdraw(entrant(tournament, 7), desk.user, "last train")
    third = desks.draw(tournament, 3)
    for match in matches(tournament, 3)[:2]:
        desks.play_match(match, 5)
    disputes.settle(
        again(match.pk), desk.user, "figures", "two saw it", figures=[[600, 400]], typed=True
    )
    averaged = next(
        match for match in matches(tournament, 3)[2:] if all(map(has_played, match.places.all()))
    )
    judging.rule_match(
        averaged, desk.user, {"kind": "both_average", "met": False}, "a spilt coffee"
    )
    waiting = next(
        match for match in matches(tournament, 3) if match != averaged and not match.done
    )
    publishing.open_game(waiting, 1, desks.table_phone())
    common.log(tournament, "role_removed", desk.user, {"user": desks.a_user("Dora").pk})
    common.log(tournament, "joined", desk.user, {"key": "used up"})
    assert third.state == "published"
    return tournament


def groups_and_a_cup() -> Tournament:
    """Eight pairs in groups, then a knock-out of those who got through, to its end."""
    tournament = desks.a_tournament("groups_and_cup", 8, format_settings={"groups": 2})
    for stage in Stage.objects.filter(tournament=tournament).select_related("tournament"):
        stages.begin_stage(stage, None)
        for number in range(1, {1: 3, 2: 2}[stage.number] + 1):
            desks.play_round(desks.draw(tournament, number, stage=stage.number))
        stages.finish_stage(stage, None)
    creating.finish_tournament(tournament, None)
    return tournament


def tables_of_three() -> Tournament:
    tournament = desks.a_tournament("trichu", 7)
    desks.play_round(desks.draw(tournament))
    return tournament


def large_tables() -> Tournament:
    tournament = desks.a_tournament("grand_seigneur", 11)
    desks.play_round(desks.draw(tournament))
    return tournament


def an_evening_in_the_hall() -> Tournament:
    """Eight pairs with the clock running: a table that waits for agreement, one disputed over two
    versions, one agreed with a hand that came late, one off paper; standings frozen.
    """
    desk = desks.a_desk()
    tournament = desks.a_tournament("pairs_swiss", 8, desk=desk)
    desks.play_round(desks.draw(tournament))
    drawn = desks.draw(tournament, 2)
    timing.start_clock(drawn, desk.user, minutes=75)
    timing.pause_clock(drawn, desk.user)
    waiting, disputed, done, on_paper = [row.pk for row in matches(tournament, 2)]
    for pk in (waiting, disputed, done):
        desks.play_match(again(pk), pk)
    timing.give_minutes(again(waiting), desk.user, 5, "a spilt coffee")
    agreeing.call_director(again(waiting), 0, "How many hands?")
    agreeing.dispute_result(again(disputed), 1, "Hand 2 was 65 : 35", [[300, 700]])
    agreeing.reply(again(disputed), 0, "No, it was not")
    match = again(done)
    agreeing.agree(match, 1, fingerprint(match), how="other")
    hand = Round(out=(0, 1, 2, 3), card_points=(65, 35))
    write_late(match, hand)
    judging.penalise(
        desks.first_stage(tournament),
        entrant(tournament, 1),
        desk.user,
        kind="penalty",
        points=-1,
        reason="late",
    )
    paper_results.enter_paper(
        again(on_paper), desk.user, paper_results.paper_of([[480, 620]]), "from the paper sheet"
    )
    Match.objects.filter(pk=on_paper).update(checked_at=timezone.now())
    Tournament.objects.filter(pk=tournament.pk).update(
        frozen_stage=1,
        frozen_round=2,
        revealed=2,
        announced=[4, 1],
        giving_order="podium",
        objection_minutes=10,
        unfinished="now",
        last_hand_minutes=0,
    )
    tournament.refresh_from_db()
    return tournament


def again(pk: int) -> Match:
    """A match as it is now."""
    return Match.objects.select_related("session_round__stage__tournament").get(pk=pk)


def write_late(match: Match, hand: Round) -> None:
    """Another phone says another first hand when the result is locked."""
    game = match.games.get(number=1).game
    assert game is not None
    record_round(game, uuid.uuid4(), 1, hand.to_data(), a_device("a phone that was offline"))


EVENTS = {
    made.__name__: made
    for made in (
        individual_with_fives,
        pairs_with_a_history,
        groups_and_a_cup,
        tables_of_three,
        large_tables,
        an_evening_in_the_hall,
    )
}
