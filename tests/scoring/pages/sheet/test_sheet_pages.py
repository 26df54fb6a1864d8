"""The score sheet: what it shows of all six games, in words and in figures."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse

from scoring.games.actions.correcting import correct_round
from scoring.rules import VARIANTS, Round, RuleSet
from tests.scoring.games import (
    PEOPLE,
    TWO_ROUNDS,
    a_client,
    a_device,
    a_game,
    believable,
    words,
    write,
)

pytestmark = pytest.mark.django_db


def test_the_sheet_tells_calls_sweeps_cards_round_scores_and_totals() -> None:
    page = words(a_client(), "game", a_game(rounds=TWO_ROUNDS).pk)
    for text in (
        "+165 T 165 Round 1 +35 35",
        "−200 G −35 Round 2 +200 235",
        "Out: Anna, Dino, Carla, Beat",
        "Anna: Tichu ✓ made",
        "Carla: Grand Tichu ✗ failed",
        "Double victory: Beat & Dino",
        "Cards: 65 : 35",
    ):
        assert text in page


def test_the_sheet_tells_what_each_team_still_needs_and_who_shuffles_next() -> None:
    page = words(a_client(), "game", a_game(rounds=TWO_ROUNDS).pk)
    assert "Anna & Carla −35 1035 to go" in page
    assert "Beat & Dino 235 765 to go" in page
    assert "Round 3 is next. Beat shuffles." in page


def test_a_game_without_rounds_says_so() -> None:
    assert "Nothing entered yet." in words(a_client(), "game", a_game().pk)


def test_the_rules_stand_in_a_sentence() -> None:
    settings = {
        "target_score": 500,
        "round_limit": 12,
        "grand_allowed": False,
        "mercy_lead": 300,
        "wish_penalty": 100,
        "extra_calls": {"blind": 400},
        "failed_call_pays_opponents": True,
        "partners_may_both_call": False,
        "tie_at_target": "draw",
    }
    page = words(a_client(), "game", a_game(settings=settings, preset="short").pk)
    assert "Tichu Nanking · Short game" in page
    assert (
        "To 500 points, at most 12 rounds. A lead of 300 wins at once. Tichu 100, no Grand Tichu, "
        "blind 400, "
        "Double victory 200, missed wish 100. A failed call pays the opponents. One call a side. "
        "Level at the target is a draw."
    ) in page


def test_the_winner_stands_clearly_at_the_end() -> None:
    game = a_game(rounds=[Round(out=(0, 2), calls={0: "grand"})] * 3)
    page = words(a_client(), "game", game.pk)
    assert "finished" in page
    assert "Anna & Carla 1200 ✓ won after 3 rounds" in page
    assert "to go" not in page


def test_a_draw_names_both() -> None:
    level = Round(out=(0, 1, 2, 3), card_points=(50, 50))
    game = a_game(settings={"target_score": 50, "tie_at_target": "draw"}, rounds=[level])
    page = words(a_client(), "game", game.pk)
    assert "Anna & Carla 50 draw Beat & Dino 50 draw" in page


def test_level_at_the_target_asks_for_one_more_round() -> None:
    level = Round(out=(0, 1, 2, 3), card_points=(50, 50))
    game = a_game(settings={"target_score": 50}, rounds=[level])
    page = words(a_client(), "game", game.pk)
    assert "at the target, and level: one more round" in page
    assert "Level at 50: one more round decides. Round 2 is next." in page
    assert "Level at 50: one more round decides. Anna shuffles" in words(
        a_client(), "score", game.pk
    )


def test_only_those_who_lead_are_level_at_the_target() -> None:
    rounds = [
        Round(out=(0, 1, 2, 3), card_points=(60, 40)),
        Round(out=(0, 2, 1, 3), card_points=(50, 50)),
    ]
    game = a_game("trichu", settings={"target_score": 50, "round_limit": None}, rounds=rounds)
    page = words(a_client(), "game", game.pk)
    assert "Level at 110: one more round decides." in page
    assert (page.count("at the target, and level"), page.count("20 behind")) == (2, 2)


def test_a_missed_wish_is_told() -> None:
    game = a_game(rounds=[Round(out=(0,), calls={1: "tichu"}, wish_violation=2)])
    page = words(a_client(), "game", game.pk)
    assert "Carla did not fulfil the wish" in page
    assert "Beat: Tichu ✗ failed" in page
    assert "Cards:" not in page


def test_tientsin_calls_its_sweep_a_triple_victory() -> None:
    page = words(a_client(), "game", a_game("tientsin", rounds=[Round(out=(0, 2, 4))]).pk)
    assert "Triple victory: Anna & Carla & Eva" in page


def test_trichu_has_four_columns_the_dealer_and_the_table() -> None:
    rounds = [Round(out=(0, 3), calls={3: "tichu"}), Round(out=(2, 0, 1, 3), card_points=(70, 30))]
    game = a_game("trichu", rounds=rounds)
    page = words(a_client(), "game", game.pk)
    assert "No. Anna Beat Carla the Table" in page
    assert "+100 100 dealer 0 0 0 0 +100 100" in page
    assert "the Table: Tichu ✗ failed" in page
    assert "Cards: Carla & the Table 70 : 30" in page
    assert (
        "Round 3 is next. Beat deals, and plays with the Table against Anna and Carla. 7 rounds "
        "left." in page
    )
    assert "in front" in page


def test_wu_wang_names_the_king_and_the_minister() -> None:
    page = words(a_client(), "game", a_game("wu_wang", rounds=[Round(out=(2, 1))]).pk)
    assert "Carla is King, and plays with the Minister against Anna and Beat." in page
    assert "King" in page


def test_the_dummy_can_win() -> None:
    game = a_game(
        "trichu", rounds=[Round(out=(3, 0)), Round(out=(3, 2))], settings={"round_limit": 2}
    )
    assert "the Table 400 ✓ won after 2 rounds" in words(a_client(), "game", game.pk)


def test_grand_seigneur_counts_who_was_first_and_last_how_often_and_the_mean() -> None:
    rounds = [Round(out=(0, 1, 2, 3, 4)), Round(out=(0, 2, 1, 3, 4)), Round(out=(1, 0, 2, 4))]
    page = words(a_client(), "game", a_game("grand_seigneur", rounds=rounds).pk)
    assert "Beat 1 · Great Lord 1× – 2.0" in page
    assert "Anna 2 · Lord 2× 2 in a row – 1.3" in page
    assert "Dino 5 · Wretch – 1× 4.3" in page
    assert "Eva 4 · Pauper – 2× 2 in a row 4.7" in page
    assert "Round 1 2 3 Beat 2 3 1 Anna 1 1 2 Carla 3 2 3 Eva 5 5 4 Dino 4 4 5" in page
    assert "1 Beat, 2 Anna, 3 Carla, 4 Eva, 5 Dino" in page
    assert "Dino shuffles and deals." in page
    assert "Beat Great Lord for 1 round The ranks" in page  # the answer first, then the lines
    assert "how often first and last, and the mean rank Now Great Lord Wretch Mean" in page
    assert "Everyone’s place in every round Round 1 2 3" in page


@pytest.mark.parametrize("variant", ["nanking", "trichu", "grand_seigneur", "always_last"])
def test_the_tables_menu_leads_to_the_rounds_that_can_be_corrected(variant: str) -> None:
    """In a game of ranks they are folded:
    a browser opens the fold for what is asked for inside it.
    """
    played = RuleSet.of(variant), max(VARIANTS[variant].min_players, 3)
    game = a_game(variant, rounds=believable(*played, 2))
    table = a_client().get(reverse("score", args=[game.pk])).content.decode()
    assert f'href="{reverse("game", args=[game.pk])}#rounds"' in table
    sheet = a_client().get(reverse("game", args=[game.pk])).content.decode()
    before, found, after = sheet.partition('id="rounds"')
    assert found
    assert reverse("correct_round", args=[game.pk, 2]) in after
    assert before.count("<details") - before.count("</details>") == VARIANTS[variant].is_rank_game


def test_of_four_columns_what_was_corrected_stands_with_the_story() -> None:
    game = a_game("trichu", rounds=[Round(out=(0, 1, 2, 3), card_points=(50, 50))])
    device = a_device()
    wrong = game.rounds.get().entry
    correct_round(
        game,
        uuid4(),
        1,
        Round(out=(0, 1, 2, 3), card_points=(60, 40)).to_data(),
        device,
        replaces=wrong.pk,
    )
    sheet = a_client().get(reverse("game", args=[game.pk])).content.decode()
    assert re.search(
        r"<p>\s*<span class=\"soft small\">corrected</span>\s*<span[^>]*>on the "
        r"server</span>\s*</p>",
        sheet,
    )


def test_always_last_has_ranks_by_number() -> None:
    page = words(a_client(), "game", a_game("always_last", rounds=[Round(out=(4, 3, 2, 1))]).pk)
    assert "Eva 1 · first among unequals" in page
    assert "Dino 2 –" in page
    assert "Anna 5 · the last" in page


@pytest.mark.parametrize("recording", ["first", "points"])
def test_a_shallow_record_tells_what_it_holds(recording: str) -> None:
    first = {"out": (0,)} if recording == "first" else {"made": 0}
    second = {"out": (1,)} if recording == "first" else {}
    rounds = [Round(calls={0: "tichu"}, card_points=(65, 35), **first), Round(sweep=1, **second)]
    page = words(a_client(), "game", a_game(settings={"recording": recording}, rounds=rounds).pk)
    assert "Anna: Tichu ✓ made" in page
    assert "Double victory: Beat & Dino" in page


def test_names_are_shown_as_typed_and_never_run_as_markup() -> None:
    names = ("<script>alert(1)</script>", "أحمد بن عبد الله", "👩‍👩‍👧‍👦 Familie Küng", "D" * 40)
    answer = a_client().get(reverse("game", args=[a_game(names=names, rounds=TWO_ROUNDS).pk]))
    page = answer.content.decode()
    assert "<script>alert" not in page
    assert "<bdi>أحمد بن عبد الله</bdi>" in page
    assert "<bdi>👩‍👩‍👧‍👦 Familie Küng</bdi>" in page
    assert "D" * 40 in page


def test_the_chart_has_a_text_and_no_style_of_its_own() -> None:
    page = a_client().get(reverse("game", args=[a_game(rounds=TWO_ROUNDS).pk])).content.decode()
    assert "The race to 1000 points</title>" in page
    description = re.sub(r"\s+", " ", page)
    assert (
        "After 2 rounds: Anna &amp; Carla −35, Beat &amp; Dino 235. The table on this"
        in description
    )
    assert "style=" not in page
    assert "onclick" not in page


def test_the_chart_is_drawn_with_points_in_german_too() -> None:
    client = a_client()
    client.cookies["django_language"] = "de"
    page = client.get(reverse("game", args=[a_game(rounds=TWO_ROUNDS).pk])).content.decode()
    numbers = re.findall(r' (?:x|y|x1|y1|x2|y2)="([^"]*)"', page)
    assert numbers
    assert all(re.fullmatch(r"-?\d+(\.\d+)?", number) for number in numbers)


@pytest.mark.parametrize("variant", ["nanking", "trichu", "grand_seigneur"])
def test_a_long_game_costs_as_many_queries_as_a_short_one(
    variant: str, django_assert_max_num_queries
) -> None:
    free = {"nanking": {"target_score": None}, "trichu": {"round_limit": 60}}.get(variant, {})
    players = {"nanking": 4, "trichu": 3}.get(variant, 12)
    rounds = believable(RuleSet.of(variant, free), players, 30)
    game = a_game(variant, names=PEOPLE[:players], settings=free, rounds=rounds[:3])
    client, address = a_client(), reverse("game", args=[game.pk])
    with django_assert_max_num_queries(6) as short:
        assert client.get(address).status_code == 200
    write(game, rounds[3:])
    with django_assert_max_num_queries(6) as long:
        assert client.get(address).status_code == 200
    assert len(long) == len(short)
