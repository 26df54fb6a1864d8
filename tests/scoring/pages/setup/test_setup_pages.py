"""The page on which a game is put right: what it shows, saves, refuses beside its field, and
undoes.
"""

import re
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from scoring.games.actions.starting import start_game
from scoring.games.queries import table_of
from scoring.models import Game, Player
from scoring.rules import RuleSet
from tests.requests import Response
from tests.scoring.games import said
from tests.scoring.starting import field_of, seated
from tests.scoring.tables import GRAND_SWEEP, PLAIN, Phone, at, table, write

pytestmark = pytest.mark.django_db

FOUR = ["Anna", "Beat", "Carla", "Dino"]


def fields(phone: Phone, game: Game, **changed: str) -> dict[str, str]:
    """The form as a browser sends it: all that the page shows, with what somebody changed."""
    page = phone.get("put_right", game).content.decode()
    form = page.partition('<form id="start"')[2].partition("</form>")[0]
    found: dict[str, str] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        name, value = (re.search(rf'\b{key}="([^"]*)"', tag) for key in ("name", "value"))
        ticked = "checked" in tag or not re.search(r'type="(?:radio|checkbox)"', tag)
        if name and ticked:
            found[name[1]] = value[1] if value else ""
    return {**found, "action": "save", **changed}


def save(phone: Phone, game: Game, **changed: str) -> Any:
    return phone.send("put_right", game, fields(phone, game, **changed))


def beside(answer: Response, field: str) -> str:
    found = re.search(rf'id="{field}-error">([^<]*)<', answer.content.decode())
    assert found, f"nothing beside {field}"
    return found[1]


def test_the_page_shows_how_the_game_is_set_up(anna: Phone) -> None:
    rules = RuleSet.of("nanking", {"target_score": 700, "extra_calls": {"blind": 400}})
    how = {"table_name": "Stove", "direction": "left", "saving": "asks"}
    game = start_game(anna.device, rules, ["Anna", "", "Carla", ""], **how)
    page = anna.get("put_right", game)
    assert seated(page) == ["Anna", "", "Carla", ""]
    assert 'value="700"' in field_of(page, "rule_target_score")
    assert 'value="blind"' in field_of(page, "rule_call_name_0")
    assert 'value="Stove"' in field_of(page, "table_name")
    text = page.content.decode()
    assert re.search(r'name="direction" value="left" checked', text)
    assert re.search(r'name="saving" value="asks" checked', text)
    assert re.search(r'name="variant" value="nanking" checked', text)


def test_saving_what_is_shown_changes_nothing(anna: Phone, game: Game) -> None:
    rules = RuleSet.of(
        "nanking", {"grand_allowed": False, "extra_calls": {"a": 1, "b": 2, "c": 3, "d": 4}}
    )
    house = start_game(anna.device, rules, FOUR)
    for each in (game, house, table(anna, "always_last"), table(anna, "wu_wang", target_score=300)):
        before = Game.objects.values().get(pk=each.pk)
        assert save(anna, each).status_code == 302
        assert Game.objects.values().get(pk=each.pk) == before
        assert not each.events.exists()


def test_what_was_changed_is_told_and_undone_on_the_spot(anna: Phone, game: Game) -> None:
    write(game, PLAIN)
    answer = save(
        anna, game, name_1="Carla", name_2="Beat", rule_target_score="500", rule_tichu_value="150",
        name_0="Ana", rule_tie_at_target="draw",
    )  # fmt: skip
    page = anna.client.get(answer.url)
    told = re.findall(r"<li><bdi>([^<]*)</bdi></li>", page.content.decode())
    assert told == [
        "Name changed to Ana",
        "Seat 2: Beat → Carla",
        "Seat 3: Carla → Beat",
        "Points to reach: 1000 → 500",
        "Value of Tichu: 100 → 150",
        "Equal totals at the end: play another round → a draw",
    ]
    sheet = said(anna.get("game", game).content.decode())
    assert "Edited Name changed to Ana Seat 2: Beat → Carla" in sheet
    back = anna.send("put_back", game, {"token": token_in(page)})
    assert back.status_code == 302
    kept = table_of(Game.objects.get(pk=game.pk))
    assert (kept.people, kept.rules) == (FOUR, RuleSet.of("nanking"))
    assert "Edit undone" in said(anna.get("game", game).content.decode())


def token_in(page: Response) -> str:
    found = re.search(r'name="token" value="([^"]*)"', page.content.decode())
    assert found, "nothing to undo"
    return found[1]


def test_a_change_can_be_undone_later_too_but_for_a_spelling(anna: Phone, game: Game) -> None:
    save(anna, game, rule_target_score="500")
    assert token_in(anna.get("put_right", game))
    save(anna, game, name_0="Ana")
    assert 'name="token"' not in anna.get("put_right", game).content.decode()


def test_an_undo_from_elsewhere_or_too_late_is_refused(anna: Phone, game: Game) -> None:
    page = anna.client.get(save(anna, game, rule_target_score="500").url)
    token = token_in(page)
    save(anna, game, rule_target_score="700")
    for wrong in (token, "x", "", "x" * 10_000):
        answer = anna.send("put_back", game, {"token": wrong})
        assert answer.status_code == 409
        assert "Check again" in answer.content.decode()
    assert anna.client.get(f"{at('put_right', game)}?done=nonsense").status_code == 200


def test_what_the_rounds_do_not_bear_stands_beside_its_field_with_the_round(
    anna: Phone, game: Game
) -> None:
    write(game, GRAND_SWEEP, PLAIN)
    sent = fields(anna, game, rule_target_score="400", name_3="Eva")
    del sent["rule_grand_allowed"]
    answer = anna.send("put_right", game, sent)
    assert answer.status_code == 409
    page = answer.content.decode()
    assert (
        beside(answer, "rule_target_score")
        == "The game would have ended with round 1, but it has 2 rounds."
    )
    assert 'value="Eva"' in field_of(answer, "name_3")  # what was typed stays
    head = re.search(r'<div class="errors" role="alert">(.*?)</div>', page, re.DOTALL)
    assert head
    assert "Round 1 has a Grand Tichu, so it can no longer be switched off." in head[1]
    assert 'href="#rule_grand_allowed"' in head[1]
    assert table_of(game).people == FOUR


def test_a_game_that_would_be_over_asks_first(anna: Phone, game: Game) -> None:
    write(game, GRAND_SWEEP)
    answer = save(anna, game, rule_target_score="300")
    assert answer.status_code == 409
    assert 'name="ends"' in answer.content.decode()
    assert 'name="ends"' not in anna.get("put_right", game).content.decode()
    assert save(anna, game, rule_target_score="300", ends="on").status_code == 302
    assert Game.objects.get(pk=game.pk).state == "finished"


def test_after_the_first_round_the_game_and_its_seats_are_not_offered(anna: Phone) -> None:
    game = table(anna, "grand_seigneur")
    page = anna.get("put_right", game).content.decode()
    assert 'id="games"' in page
    assert 'id="add-seat"' in page
    write(game, {"out": [0, 1, 2, 3, 4]})
    page = anna.get("put_right", game).content.decode()
    assert 'id="games"' not in page
    assert 'id="add-seat"' not in page
    assert "If people changed seats, joined or left during the game" in " ".join(page.split())
    assert save(anna, game, variant="always_last").status_code == 409


def test_how_much_is_recorded_is_offered_after_any_round_and_put_back(
    anna: Phone, game: Game
) -> None:
    write(game, PLAIN)
    page = anna.get("put_right", game).content.decode()
    assert page.count('name="recording"') == 3
    assert "Rounds already entered do not change." in page
    answer = save(anna, game, recording="points")
    kept = table_of(Game.objects.get(pk=game.pk))
    assert (kept.rules.recording, kept.result.totals) == ("points", (65, 35))
    write(game := kept.game, {"card_points": [50, 50]})
    back = anna.send("put_back", game, {"token": token_in(anna.client.get(answer.url))})
    assert back.status_code == 302
    kept = table_of(Game.objects.get(pk=game.pk))
    assert (kept.rules.recording, kept.result.totals) == ("full", (115, 85))


def test_the_buttons_of_the_form_work_without_script(anna: Phone, game: Game) -> None:
    def press(**changed: str) -> Any:
        return anna.send("put_right", game, fields(anna, game, **changed))

    assert seated(press(action="move_down_0")) == ["Beat", "Anna", "Carla", "Dino"]
    assert sorted(seated(press(action="draw"))) == FOUR
    assert seated(press(action="choose", variant="tientsin")) == [*FOUR, "", ""]
    assert 'value="500"' in field_of(press(action="choose", preset="short"), "rule_target_score")
    table(anna, names=["Eva", "Finn", "Gina", "Hans"])
    assert seated(press(name_1="", action="pick", pick="Eva")) == ["Anna", "Eva", "Carla", "Dino"]
    assert press(action="explode").status_code == 422
    assert table_of(game).people == FOUR


def test_the_form_alone_is_answered_to_htmx(anna: Phone, game: Game) -> None:
    sent = fields(anna, game, action="choose")
    page = anna.client.post(
        at("put_right", game), sent, headers={"HX-Request": "true"}
    ).content.decode()
    assert page.lstrip().startswith('<form id="start"')


def test_two_phones_at_once_the_second_looks_again(anna: Phone, beat: Phone, game: Game) -> None:
    mine = fields(anna, game, rule_target_score="500")
    assert save(beat, game, name_0="Eva").status_code == 302
    answer = anna.send("put_right", game, mine)
    assert answer.status_code == 409
    assert "was corrected here" in answer.content.decode()
    assert 'value="Eva"' in field_of(answer, "name_0")
    sent_again = {
        **mine,
        "name_0": "Eva",
        "seen": re.search(r'name="seen" value="(\w+)"', answer.content.decode())[1],
    }
    assert anna.send("put_right", game, sent_again).status_code == 302


def test_the_tick_mends_the_spelling_in_all_games_and_says_whose_name_it_would_be(
    anna: Phone, game: Game
) -> None:
    other = table(anna)
    assert save(anna, game, name_0="Ana", everywhere="on").status_code == 302
    assert table_of(other).people[0] == "Ana"
    Player.objects.create(device=anna.device, name="Zoe")
    answer = save(anna, game, name_0="Zoe", everywhere="on")
    assert answer.status_code == 409
    assert "already in the list" in beside(answer, "name_0")


def test_wrong_input_is_refused_beside_its_field(anna: Phone, game: Game) -> None:
    answer = save(anna, game, name_1="Anna", rule_target_score="x", table_name="t" * 50)
    assert answer.status_code == 422
    for field in ("name_1", "rule_target_score", "table_name"):
        assert beside(answer, field)
    assert save(anna, game, direction="up").status_code == 422
    assert save(anna, game, variant="poker").status_code == 422
    assert save(anna, game, name_0="x" * 10_000).status_code == 422


def test_a_game_of_a_match_says_where_it_is_put_right(anna: Phone) -> None:
    game = start_game(anna.device, RuleSet.of("nanking"), FOUR, of_match=True)
    page = anna.get("put_right", game)
    assert page.status_code == 200
    assert "belongs to a match" in said(page.content.decode())
    assert "<form id" not in page.content.decode()
    assert anna.send("put_right", game, {"name_0": "Eva"}).status_code == 409
    assert 'href="' + at("put_right", game) not in anna.get("score", game).content.decode()
    assert 'href="' + at("put_right", game) not in anna.get("game", game).content.decode()


def test_menu_and_sheet_lead_there_for_whoever_writes(anna: Phone, beat: Phone, game: Game) -> None:
    for phone in (anna, beat):
        for page in ("score", "game"):
            assert f'href="{at("put_right", game)}' in phone.get(page, game).content.decode()
    page = anna.get("put_right", game).content.decode()
    assert at("delete_game", game) in page
    assert at("start_again", game) in page
    page = beat.get("put_right", game).content.decode()
    assert at("delete_game", game) not in page


def test_the_page_asks_the_same_of_a_long_game(
    anna: Phone, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for rounds in (1, 20):
        game = table(anna, target_score=None)
        write(game, *[PLAIN] * rounds)
        with django_assert_max_num_queries(6):
            anna.get("put_right", game)
    with django_assert_max_num_queries(41):
        save(anna, game, name_0="Eva", rule_tichu_value="150")
