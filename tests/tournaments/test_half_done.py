"""The server stopped in the middle of a tap at the desk: nothing of it is kept, and the same tap
works afterwards.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.apps import apps
from django.db.models import Model, QuerySet
from django.urls import reverse

from scoring.games import prepared
from scoring.models import Player, Seat
from tests.scoring.tables import Phone, an_entry
from tests.tournaments import desks
from tests.tournaments.racing import PLAYED, a_phone, game_at, quiet
from tournaments.actions import drawing, stages
from tournaments.models import (
    Entrant,
    LogLine,
    Match,
    MatchGame,
    Member,
    Participation,
    Place,
    SessionRound,
    Stage,
    Tournament,
)
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db

NAMES = 200


class PowerCutError(RuntimeError):
    """What stops the server here: nothing that an action could expect."""


def everything() -> dict[str, list[dict[str, Any]]]:
    """All rows of the scorer and the desk."""
    models = [
        *apps.get_app_config("scoring").get_models(),
        *apps.get_app_config("tournaments").get_models(),
    ]
    return {
        model.__name__: list(model._default_manager.order_by("pk").values()) for model in models
    }


def break_writing(patch: pytest.MonkeyPatch, model: type[Model]) -> None:
    """From now on the power is cut as soon as a row of this model is to be written."""

    def cut_many(self: QuerySet[Any], objs: Any, *args: Any, **options: Any) -> object:
        if self.model is model:
            raise PowerCutError
        return bulk_create(self, objs, *args, **options)

    def cut(self: Model, *args: Any, **options: Any) -> None:
        if isinstance(self, model):
            raise PowerCutError
        save(self, *args, **options)

    def cut_statement(of: type[Model], given: Any) -> Any:
        if of is model:
            raise PowerCutError
        return statements[given.__class__](of, given)

    bulk_create, save = QuerySet.bulk_create, Model.save
    patch.setattr(QuerySet, "bulk_create", cut_many)
    patch.setattr(Model, "save", cut)
    statements = {int: prepared._insert_of, tuple: prepared._update_of}
    patch.setattr(prepared, "_insert_of", cut_statement)
    patch.setattr(prepared, "_update_of", cut_statement)


@dataclass
class Tap:
    """A button with its fields, in the browser of the director or of a phone."""

    desk: desks.Desk
    address: str
    args: tuple[object, ...]
    fields: dict[str, Any]
    done: int = 302
    phone: Phone | None = None

    def press(self) -> int:
        client = self.phone.client if self.phone else self.desk.client
        return quiet(client).post(reverse(self.address, args=self.args), self.fields).status_code


def of_round(
    desk: desks.Desk, tournament: Tournament, number: int, action: str, **fields: str
) -> Tap:
    return Tap(desk, "desk_round_do", (tournament.pk, 1, number, action), fields)


def a_first_draw(desk: desks.Desk) -> Tap:
    return of_round(desk, desks.a_tournament(entrants=9, desk=desk), 1, "draw")


def a_publishing(desk: desks.Desk) -> Tap:
    tournament = desks.a_tournament(entrants=9, desk=desk)
    desks.draw(tournament, publish=False)
    return of_round(desk, tournament, 1, "publish")


def a_redraw(desk: desks.Desk) -> Tap:
    tournament = desks.a_tournament(entrants=9, desk=desk)
    desks.draw(tournament)
    return of_round(desk, tournament, 1, "redraw", reason="somebody is missing", sure="1")


def a_closing(desk: desks.Desk) -> Tap:
    tournament = desks.a_tournament(entrants=8, desk=desk)
    desks.play_round(desks.draw(tournament), close=False)
    return of_round(desk, tournament, 1, "close", accept="1")


def a_swap(desk: desks.Desk) -> Tap:
    tournament = desks.a_tournament(entrants=8, desk=desk)
    drawn = desks.draw(tournament, publish=False)
    first, second = (match.places.first() for match in drawn.matches.all()[:2])
    assert first
    assert second
    who = {"first": str(first.entrant_id), "second": str(second.entrant_id)}
    return Tap(desk, "desk_swap", (tournament.pk, 1, 1), who)


def an_import(desk: desks.Desk) -> Tap:
    tournament = desks.a_tournament("german_championship", 0, desk=desk)
    text = "\n".join(f"Guest {number}" for number in range(NAMES))
    page = desk.client.post(
        reverse("desk_list", args=(tournament.pk,)), {"list": text}
    ).content.decode()
    seen = page.partition('name="seen" value="')[2].partition('"')[0]
    return Tap(desk, "desk_list", (tournament.pk,), {"list": text, "seen": seen, "enter": "1"})


def a_decision(desk: desks.Desk) -> Tap:
    tournament = desks.a_tournament(entrants=8, desk=desk)
    match = desks.draw(tournament).matches.get(number=1)
    return Tap(
        desk,
        "desk_match_do",
        (tournament.pk, match.pk, "rule"),
        {"kind": "half", "reason": "time is up"},
    )


def a_table_opened(desk: desks.Desk) -> Tap:
    match = desks.draw(desks.a_tournament(entrants=8, desk=desk)).matches.get(number=1)
    return Tap(desk, "match_play", (token_of(match), 1), {}, done=303, phone=a_phone("Anna"))


LATE_STEPS: dict[Callable[[desks.Desk], Tap], tuple[type[Model], ...]] = {
    a_first_draw: (Participation, Match, Place, LogLine),
    a_publishing: (MatchGame, SessionRound, LogLine),
    a_redraw: (Match, Place, MatchGame, LogLine),
    a_closing: (LogLine,),
    a_swap: (Match, LogLine),
    an_import: (Entrant, Player, Member, LogLine),
    a_decision: (LogLine,),
    a_table_opened: (Seat, MatchGame),
}


@pytest.mark.parametrize("tap", LATE_STEPS)
def test_what_is_cut_off_in_the_middle_leaves_nothing_behind_and_works_when_it_is_tapped_again(
    monkeypatch: pytest.MonkeyPatch, tap: Callable[[desks.Desk], Tap]
) -> None:
    button = tap(desks.a_desk())
    before = everything()
    for step in LATE_STEPS[tap]:
        with monkeypatch.context() as patch:
            break_writing(patch, step)
            assert button.press() == 500, step
        assert everything() == before, step
    assert button.press() == button.done
    assert everything() != before


def test_a_hand_that_cannot_be_counted_for_its_match_is_not_kept_in_its_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The phone has no acknowledgement then, and sends the same hand again."""
    match = desks.draw(desks.a_tournament(entrants=8)).matches.get(number=1)
    anna = a_phone("Anna")
    game, entry = game_at(match, anna), an_entry(1, PLAYED)
    before = everything()
    with monkeypatch.context() as patch:
        break_writing(patch, Match)
        assert anna.post("api_entries", game, entry).status_code == 500
    assert everything() == before
    assert anna.post("api_entries", game, entry).status_code == 201
    match.refresh_from_db()
    assert match.result


def test_a_stage_of_a_schedule_is_drawn_to_its_end_or_not_at_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Seven session rounds by one tap: the power is cut in the fourth."""
    desk = desks.a_desk()
    tournament = desks.a_tournament("round_robin", 8, desk=desk)
    stage: Stage = desks.first_stage(tournament)
    stages.begin_stage(stage, None)
    before = everything()
    fill, drawn = drawing.fill, []

    def fill_three(session_round: SessionRound, **options: bool) -> None:
        drawn.append(session_round)
        if len(drawn) == 4:
            raise PowerCutError
        fill(session_round, **options)

    button = of_round(desk, tournament, 1, "draw_all")
    with monkeypatch.context() as patch:
        patch.setattr(drawing, "fill", fill_three)
        assert button.press() == 500
    assert everything() == before
    assert button.press() == 302
    assert SessionRound.objects.count() == 7
