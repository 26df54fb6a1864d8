"""Somebody loads a page while a director draws anew: the page is answered, whatever was read before
and after.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.lengths import in_short
from tests.tournaments import desks
from tournaments.actions import drawing
from tournaments.models import Match, Tournament
from tournaments.stage.history import rows_of

pytestmark = pytest.mark.django_db

# The draw comes just before what is named here is read: rounds, then their matches, then who sits
# there.
READ = ("tournaments_sessionround", "tournaments_match", "tournaments_place")


@contextmanager
def just_before(table: str, happens: Callable[[], object]) -> Iterator[list[str]]:
    """Let something happen before the first query that reads this table; the list is empty until it
    has.
    """
    done: list[str] = []

    def wrapper(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not done and f'FROM "{table}"' in sql:
            done.append(sql)
            happens()
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        yield done


def addresses(cup: Tournament) -> list[str]:
    """All that shows a draw to everybody."""
    one = cup.entrants.order_by("number")[0].pk
    found = [
        reverse("tournament_round", args=[cup.pk, 1, 1]),
        reverse("standings", args=[cup.pk, 1]),
    ]
    found += [reverse("cross_table", args=[cup.pk, 1]), reverse("entrant", args=[cup.pk, one])]
    found += [
        reverse("results_csv", args=[cup.pk]),
        reverse("standings_value", args=[cup.pk, 1, one, "points"]),
    ]
    return [*found, *(reverse(name, args=[cup.pk, 1, 1]) for name in ("api_round", "api_results"))]


@pytest.mark.parametrize("table", READ)
@pytest.mark.parametrize("preset", in_short(["pairs_swiss", "cup", "double_elimination"], {"cup"}))
def test_every_page_is_answered_while_its_round_is_drawn_anew(preset: str, table: str) -> None:
    cup = desks.a_tournament(preset, 6, criteria=["points"])
    drawn = desks.draw(cup)
    happened = 0
    for address in addresses(cup):
        with just_before(table, lambda: drawing.redraw_round(drawn, None)) as done:
            assert Client().get(address).status_code == 200, address
        happened += len(done)
    assert happened


@pytest.mark.parametrize("table", ["tournaments_match", "tournaments_place"])
def test_tables_of_which_one_half_was_read_are_left_out(table: str) -> None:
    cup = desks.a_tournament(entrants=6)
    drawn = desks.draw(cup)
    before = set(Match.objects.values_list("pk", flat=True))
    with just_before(table, lambda: drawing.redraw_round(drawn, None)) as done:
        (rows,) = rows_of([drawn])
    assert done
    assert not before & set(Match.objects.values_list("pk", flat=True))
    if table == "tournaments_match":
        assert len(rows.seated) == 3
    else:
        assert rows.seated == []
    assert all(len(seated.sides) == 2 for seated in rows.seated)
