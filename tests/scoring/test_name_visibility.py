"""What a visitor sees of a name: each way, names of many kinds, and whether a text gives a name
away.
"""

import pytest

from scoring.games.names.visibility import (
    ALIAS,
    FULL,
    HIDDEN,
    INITIAL,
    Person,
    first_and_initial,
    reveals_name,
    seen_by_visitors,
)
from scoring.models import Club, Player
from scoring.people.actions.name_visibility import show_club, show_person
from scoring.rules import RuleError
from tests.rule_errors import codes_of


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Anna-Katharina Hürlimann", "Anna-Katharina H."),
        ("Łucja Wiśniewska", "Łucja W."),
        ("Олег Белов", "Олег Б."),
        ("Olga", "Olga"),
        ("Jan van der Berg", "Jan B."),
        ("Ida von der Mühll", "Ida M."),
        ("Charles d'Artagnan", "Charles A."),
        ("Ida O’Neill", "Ida O."),
        ("Wiśniewska, Łucja", "Łucja W."),
        ("Dr. Anna Maria Meier-Huber", "Anna M."),
        ("Anna M.", "Anna M."),
        ("łucja wiśniewska", "łucja W."),
        ("राम शर्मा", "राम श."),
        ("გია ბერიძე", "გია ბ."),
        ("王伟", "王…"),
        ("Max Meier 2", "Max M. 2"),
        ("Player 7", "Player 7"),
        ("Anna (Bern)", "Anna B."),
        ("", ""),
    ],
)
def test_first_name_and_initial(name: str, shown: str) -> None:
    assert first_and_initial(name) == shown


@pytest.mark.parametrize(
    ("how", "minor", "seen"),
    [
        (FULL, False, "Łucja Wiśniewska"),
        (FULL, True, "Łucja W."),
        (INITIAL, False, "Łucja W."),
        (INITIAL, True, "Łucja W."),
        (ALIAS, False, "Żubr"),
        (ALIAS, True, "Żubr"),
        (HIDDEN, False, ""),
        (HIDDEN, True, ""),
    ],
)
def test_each_way_and_a_minor_never_in_full(how: str, seen: str, *, minor: bool) -> None:
    assert seen_by_visitors("Łucja Wiśniewska", how, alias="Żubr", minor=minor) == seen


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Hürlimann & Co", True),
        ("Die Hürlimanns", True),
        ("Team Huerlimann", False),  # nobody's spelling of it can be known
        ("Hurlimann", True),
        ("AnnaHürlimann", True),
        ("Anna und Beat", False),
        ("Dragons", False),
    ],
)
def test_a_text_that_has_the_name_in_it_gives_it_away(text: str, *, told: bool) -> None:
    assert reveals_name(text, Person("Anna Hürlimann", INITIAL)) is told


def test_who_is_shown_in_full_is_given_away_by_nothing_and_particles_are_nobody_s() -> None:
    assert not reveals_name("Hürlimann & Co", Person("Anna Hürlimann"))
    assert not reveals_name("van der Valk", Person("Jan van der Berg", INITIAL))
    assert reveals_name("Team Anna", Person("Anna Hürlimann", HIDDEN))
    assert reveals_name("Rodzina Wiśniewskich", Person("Łucja Wiśniewska", INITIAL))


@pytest.mark.django_db
def test_a_choice_is_kept_and_what_is_none_is_refused() -> None:
    club = Club.objects.create(name="Tichu Bern")
    player = Player.objects.create(name="Łucja Wiśniewska", club=club)
    assert (club.shown, player.shown) == (FULL, "")
    assert show_person(player, ALIAS, "  Żubr ").alias == "Żubr"
    assert show_person(player, FULL, minor=True).shown == INITIAL
    for shown, alias, code in (
        ("somehow", "", "unknown_choice"),
        (ALIAS, " ", "alias_missing"),
        (ALIAS, "Wiśnia Wiśniewska", "alias_tells"),
        (ALIAS, "Dummy", "reserved_name"),
        (ALIAS, "x" * 81, "too_long"),
    ):
        assert codes_of(show_person, player, shown, alias) == [code]
    with pytest.raises(RuleError):
        show_club(club, ALIAS)  # everybody by one name
    show_club(club, HIDDEN)
    assert Club.objects.get(pk=club.pk).shown == HIDDEN
    assert Player.objects.get(pk=player.pk).shown == INITIAL
