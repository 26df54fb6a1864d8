"""A group from which the first two go on into a cup, decided on paper."""

from tests.tournaments import desks
from tests.tournaments.desks import stage_of
from tournaments.actions import drawing, paper_results, publishing, stages
from tournaments.models import Match, Stage, Tournament
from tournaments.stage.history import seated_match


def wins(match: Match, who: int, score: tuple[int, int] = (600, 400)) -> Match:
    """The match goes to the entrant of this number, on paper."""
    side = next(
        at
        for at, ids in enumerate(seated_match(match).sides)
        if match.session_round.stage.tournament.entrants.get(number=who).pk in ids
    )
    return paper_results.enter_paper(
        match, None, paper_results.paper_of([score if side == 0 else score[::-1]]), "as written"
    )


def groups_then_cup(
    desk: desks.Desk | None = None, carry: str = "none", entrants: int = 4, take: int = 2
) -> Tournament:
    """One group in which the lower number always wins; the first two, or so many, go on into a cup,
    which is drawn.
    """
    cup = desks.a_tournament(
        "groups_and_cup",
        entrants,
        desk=desk,
        format_settings={"groups": 1, "numbers": "seeds"},
        criteria=["points", "score"],
    )
    Stage.objects.filter(tournament=cup, number=2).update(carry=carry, take=take)
    stages.begin_stage(stage_of(cup, 1), None)
    for drawn in drawing.draw_all(stage_of(cup, 1), None):
        publishing.publish_round(drawn, None)
        for match in Match.objects.filter(session_round=drawn).select_related(
            "session_round__stage__tournament"
        ):
            wins(match, min(numbers(match)))
        publishing.close_round(drawn, None)
    stages.finish_stage(stage_of(cup, 1), None)
    desks.draw(cup, 1, stage=2)
    return cup


def numbers(match: Match) -> list[int]:
    return sorted(match.places.values_list("entrant__number", flat=True))


def between(cup: Tournament, one: int, other: int, stage_number: int = 1) -> Match:
    of_stage = Match.objects.filter(
        session_round__stage__tournament=cup, session_round__stage__number=stage_number
    )
    matches = of_stage.select_related("session_round__stage__tournament")
    return next(match for match in matches if numbers(match) == sorted((one, other)))
