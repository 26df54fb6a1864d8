"""How the evening is run: the choices in plain words, and what is written down when they change."""

from typing import Any

import pytest

from tests.tournaments import desks
from tests.tournaments.desk_pages import at, errors, kept_out, said, text_of
from tournaments.models import LogLine, Tournament

pytestmark = pytest.mark.django_db

AS_MADE = {
    "agreement": "confirm",
    "unfinished": "hand",
    "last_hand_minutes": "5",
    "objection_minutes": "30",
}
TICKED = {"may_leave": "on"}


def settings(tournament: Tournament) -> dict[str, Any]:
    rows = Tournament.objects.filter(pk=tournament.pk)
    return {key: str(value) for key, value in rows.values(*AS_MADE)[0].items()}


def test_the_page_shows_every_choice_in_words_and_what_stands_now() -> None:
    tournament = desks.a_tournament(entrants=0)
    client = desks.signed_in(desks.a_user())
    page = client.get(at("desk_evening", tournament))
    assert "The other side agrees with one tap It sees the result in big digits." in text_of(page)
    content = page.content.decode()
    assert [
        f'value="{value}" checked' in content for value in ("confirm", "trust", "hand", "now")
    ] == [
        *(True, False, True, False),
    ]
    assert settings(tournament) == AS_MADE


def test_what_is_changed_is_kept_and_logged_by_name() -> None:
    tournament = desks.a_tournament(entrants=0)
    client = desks.signed_in(desks.a_user())
    new = {
        "agreement": "blind",
        "unfinished": "now",
        "last_hand_minutes": "0",
        "objection_minutes": "30",
    }
    assert said(client, client.post(at("desk_evening", tournament), new | TICKED)) == ["Saved."]
    assert settings(tournament) == new
    line = LogLine.objects.get(action="evening_changed")
    assert (line.params, line.by) == (
        {"what": ["agreement", "unfinished", "last_hand_minutes"]},
        desks.a_user(),
    )
    told = "Changed how the evening is run: agreement, unfinished matches, last hand."
    assert told in text_of(client.get(at("desk_log", tournament)))


def test_what_is_not_changed_is_not_logged() -> None:
    tournament = desks.a_tournament(entrants=0)
    desks.signed_in(desks.a_user()).post(at("desk_evening", tournament), AS_MADE | TICKED)
    assert not LogLine.objects.filter(action="evening_changed").exists()


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("agreement", "vote", "Choose one of these."),
        ("agreement", "", "Choose one of these."),
        ("unfinished", "never", "Choose one of these."),
        ("last_hand_minutes", "61", "Enter whole minutes from 0 to 60."),
        ("last_hand_minutes", "-1", "Enter whole minutes from 0 to 60."),
        ("objection_minutes", "soon", "Enter whole minutes from 0 to 1440."),
        ("objection_minutes", "", "Enter whole minutes from 0 to 1440."),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_nothing_is_kept(
    field: str, value: str, words: str
) -> None:
    tournament = desks.a_tournament(entrants=0)
    client = desks.signed_in(desks.a_user())
    answer = client.post(
        at("desk_evening", tournament), {**AS_MADE, "objection_minutes": "99", field: value}
    )
    assert (answer.status_code, errors(answer)) == (422, [words])
    assert settings(tournament) == AS_MADE


def test_of_a_finished_tournament_nothing_is_changed() -> None:
    desk = desks.a_desk()
    tournament = desks.a_tournament(entrants=4, desk=desk)
    desks.play_round(desks.draw(tournament))
    Tournament.objects.filter(pk=tournament.pk).update(state="finished")
    answer = desk.client.post(at("desk_evening", tournament), {**AS_MADE, "agreement": "trust"})
    assert (answer.status_code, errors(answer)) == (
        409,
        ["The tournament is finished: a director can reopen it."],
    )
    assert "These settings applied" in text_of(desk.client.get(at("desk_evening", tournament)))


def test_strangers_do_not_set_the_evening() -> None:
    tournament = desks.a_tournament(entrants=0)
    kept_out(
        at("desk_evening", tournament), tournament, {**AS_MADE, "agreement": "trust"}, post=False
    )
    desks.signed_in(desks.a_user("Stranger")).post(
        at("desk_evening", tournament), {**AS_MADE, "agreement": "trust"}
    )
    assert settings(tournament) == AS_MADE


def test_the_set_up_leads_there() -> None:
    tournament = desks.a_tournament(entrants=0)
    page = desks.signed_in(desks.a_user()).get(at("desk_about", tournament)).content.decode()
    assert f'href="{at("desk_evening", tournament)}"' in page
