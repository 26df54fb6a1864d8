"""What the form that starts a game refuses, beside the field, with everything typed kept."""

import re

import pytest
from django.test import Client

from scoring.models import Game
from tests.scoring.starting import FOUR, NEW, TWELVE, field_of, form, refused, shown

pytestmark = pytest.mark.django_db

BLIND_TWICE = {
    "rule_call_name_0": "blind",
    "rule_call_value_0": "400",
    "rule_call_name_1": "Blind",
    "rule_call_value_1": "300",
}


def test_an_unknown_game_is_refused(client: Client) -> None:
    response = client.post(NEW, form(variant="poker"))
    refused(response, "variant", "Choose")
    assert 'value="Beat"' in field_of(response, "name_1")


def test_unknown_rules_are_refused(client: Client) -> None:
    refused(client.post(NEW, form(preset="poker")), "preset", "Choose")


def test_rules_of_another_game_are_refused(client: Client) -> None:
    response = client.post(NEW, form(TWELVE[:6], variant="tientsin", preset="short"))
    assert response.status_code == 422
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("field", "forged"), [("direction", "up"), ("saving", "never"), ("recording", "all")]
)
def test_a_forged_choice_is_refused(client: Client, field: str, forged: str) -> None:
    response = client.post(NEW, form(**{field: forged}))
    refused(response, field, "Choose")
    assert '<details id="writing" class="fold" open>' in response.content.decode()


def test_points_alone_cannot_be_recorded_in_wu_wang(client: Client) -> None:
    refused(
        client.post(NEW, form(FOUR[:3], variant="wu_wang", recording="points")),
        "recording",
        "Choose",
    )


@pytest.mark.parametrize(
    "typed", ["-5", "1000000000", "many", "9" * 5000, "1.5", "1e9", "0", "²", "\0"]
)
@pytest.mark.parametrize("field", ["rule_target_score", "rule_round_limit", "rule_mercy_lead"])
def test_a_silly_limit_is_refused_beside_its_field(client: Client, field: str, typed: str) -> None:
    response = client.post(NEW, shown(**{field: typed, "name_0": "Zoe"}))
    refused(response, field, "whole number")
    page = response.content.decode()
    assert '<details id="house-rules" class="fold" open>' in page
    assert f'value="{typed[:200]}"' in field_of(response, field)
    assert 'value="Zoe"' in field_of(response, "name_0")


@pytest.mark.parametrize("typed", ["-5", "1000001", "many", "9" * 5000, ""])
@pytest.mark.parametrize(
    "field", ["rule_tichu_value", "rule_grand_value", "rule_sweep_value", "rule_wish_penalty"]
)
def test_a_silly_value_is_refused_beside_its_field(client: Client, field: str, typed: str) -> None:
    refused(client.post(NEW, shown(**{field: typed})), field, "whole number")


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"rule_call_name_0": "blind"}, "rule_call_value_0"),
        ({"rule_call_name_0": "blind", "rule_call_value_0": "-1"}, "rule_call_value_0"),
        ({"rule_call_value_1": "400"}, "rule_call_name_1"),
        ({"rule_call_name_0": "Tichu", "rule_call_value_0": "100"}, "rule_call_name_0"),
        ({"rule_call_name_0": "x" * 21, "rule_call_value_0": "100"}, "rule_call_name_0"),
        ({"rule_call_name_0": "a\0b", "rule_call_value_0": "100"}, "rule_call_name_0"),
        (
            BLIND_TWICE,
            "rule_call_name_1",
        ),
    ],
)
def test_a_wrong_own_call_is_refused_beside_its_field(
    client: Client, fields: dict[str, str], wrong: str
) -> None:
    refused(client.post(NEW, shown(**fields)), wrong, "")


def test_a_forged_choice_among_the_house_rules_is_refused(client: Client) -> None:
    assert client.post(NEW, shown(rule_tie_at_target="fight")).status_code == 422
    assert not Game.objects.exists()


def test_a_table_name_as_long_as_a_form_is_refused(client: Client) -> None:
    refused(client.post(NEW, form(table_name="x" * 50_000)), "table_name", "At most 40")


def test_all_mistakes_are_told_at_once_and_named_at_the_head(client: Client) -> None:
    response = client.post(NEW, shown(name_1="Anna", rule_target_score="x", table_name="t" * 50))
    head = re.search(
        r'<div class="errors" role="alert">(.*?)</div>', response.content.decode(), re.DOTALL
    )[1]
    assert re.findall(r'href="#(\w+)"', head) == ["name_1", "rule_target_score", "table_name"]
    assert "Seat 2: There is already a Anna at this table" in head


def test_an_unknown_button_is_refused(client: Client) -> None:
    assert client.post(NEW, form(action="move_up_0")).status_code == 422
    assert client.post(NEW, form(action="explode")).status_code == 422
    assert not Game.objects.exists()
