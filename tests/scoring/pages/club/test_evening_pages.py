"""The list of a club's evenings, one of them, and planning one."""

import re
import uuid
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from scoring.games.actions.game_state import finish_early
from scoring.games.host import ClubRole, host
from scoring.games.permissions import Rights
from scoring.models import Club, Evening, Link, Player
from scoring.pages.club_frame import ClubFrame
from scoring.people.statistics.club import games_of_year, last_night
from scoring.people.statistics.games import with_games
from scoring.rules import Round, RuleSet
from tests.scoring.clubs import a_club, a_desk, a_person, an_evening, moved, tonight
from tests.scoring.games import a_client, a_device, a_game, believable, words
from tests.tournaments import desks
from tournaments.actions import publishing
from tournaments.clubs.actions import evenings as acting
from tournaments.clubs.actions.evenings import Plan, assign_phone, cancel_evening, record_answer
from tournaments.models import Match, Tournament
from tournaments.pages.club.nights import EveningPage

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_zurich")]
ZURICH = ZoneInfo("Europe/Zurich")


def played(at: datetime, seed: int = 4) -> None:
    moved(a_game(rounds=believable(RuleSet.of("nanking", {}), 4, 60, seed), device=a_device()), at)


def a_day(club: Club, day: date, client: Client | None = None, status: int = 200) -> str:
    return words(client or a_client(), "club_evening", club.pk, day.isoformat(), status=status)


def typed(day: date, **more: str) -> dict[str, str]:
    return {
        "day": day.isoformat(),
        "at": "19:30",
        "title": "",
        "place": "",
        "words": "",
        "every": "once",
    } | more


def test_a_night_with_games_is_an_evening_though_nobody_planned_it(club: Club) -> None:
    """A quarter past one belongs to the evening before, and is no evening of its own."""
    for at in (
        datetime(2025, 3, 7, 20, 0, tzinfo=ZURICH),
        datetime(2025, 3, 8, 1, 15, tzinfo=ZURICH),
    ):
        played(at)
    page = words(a_client(), "club_evenings", club.pk, year="2025")
    assert re.search(r"7 Mar \w+ and \w+ won 4 people, 2 games", page)
    assert "8 Mar" not in page
    assert "Games 2" in a_day(club, date(2025, 3, 7))
    assert a_day(club, date(2025, 3, 8), status=404)


def test_a_game_that_was_only_started_is_none_of_the_evening_s(club: Club) -> None:
    """Its people are not counted either, nor does it make an evening of a night or a game of a
    year.
    """
    played(datetime(2025, 3, 7, 20, 0, tzinfo=ZURICH))
    for at in (
        datetime(2025, 3, 7, 21, 0, tzinfo=ZURICH),
        datetime(2025, 3, 14, 20, 0, tzinfo=ZURICH),
    ):
        moved(a_game(names=("Otto", "Paul", "Quentin", "Rita"), device=a_device()), at)
    page = words(a_client(), "club_evenings", club.pk, year="2025")
    assert "4 people, 1 game" in page
    assert "14 Mar" not in page
    assert last_night(club) == date(2025, 3, 7)
    assert games_of_year(club, 2025).count() == 1
    assert dict(
        with_games(Player.objects.filter(name__in=("Anna", "Otto"))).values_list("name", "n_games")
    ) == {
        "Anna": 1,
        "Otto": 0,
    }


def test_the_evening_s_page_has_its_games_and_who_won_them(club: Club) -> None:
    played(datetime(2025, 3, 7, 20, 0, tzinfo=ZURICH))
    page = a_day(club, date(2025, 3, 7))
    assert re.search(r"(Anna & Carla|Beat & Dino) \d+ won", page)
    assert re.search(r"1 (Anna|Beat) 1 of 1 won", page)
    assert "Ties are broken by point difference." in page
    assert "Tournament games are included" not in page
    desk = a_day(club, date(2025, 3, 7), a_desk(club))
    assert "Score sheet" in page  # it was written on this phone
    assert "Score sheet" not in desk


def test_a_tournament_stands_on_its_evening_unless_it_is_a_draft(club: Club) -> None:
    def held(state: str, name: str) -> None:
        Tournament.objects.create(
            club=club, desk=a_device(name), name=name, state=state, starts_on=date(2025, 3, 7)
        )

    held("draft", "Secret cup")
    assert a_day(club, date(2025, 3, 7), status=404)
    held("finished", "Spring cup")
    assert "Spring cup" in a_day(club, date(2025, 3, 7))
    assert "Spring cup" in words(a_client(), "club_evenings", club.pk, year="2025")
    assert "Secret cup" not in words(a_client(), "club_evenings", club.pk, year="2025")


def test_todays_tournament_is_to_come_until_it_is_over(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    Tournament.objects.create(
        club=club, desk=a_device("cup"), name="Cup", state="running", starts_on=tonight()
    )
    assert re.search(r"Upcoming .*Cup", words(a_client(), "club_evenings", club.pk))
    monkeypatch.setattr("tournaments.pages.season.short.winners_of", lambda *_: ["Anna"])
    page = words(a_client(), "club_evenings", club.pk)
    assert "Upcoming" not in page
    assert "Cup: Anna won" in page


def test_what_is_planned_and_what_was_played_meet_on_one_night(club: Club) -> None:
    evening = an_evening(club, title="Friday")
    Evening.objects.update(
        night=date(2025, 3, 7), starts_at=datetime(2025, 3, 7, 19, 30, tzinfo=ZURICH)
    )
    played(datetime(2025, 3, 7, 20, 0, tzinfo=ZURICH))
    page = words(a_client(), "club_evenings", club.pk, year="2025")
    assert re.search(r"7 Mar \w+ and \w+ won Friday 4 people, 1 game", page)
    assert page.count("7 Mar") == 1
    assert (
        reverse("club_change", args=[club.pk, evening.pk])
        not in a_desk(club)
        .get(reverse("club_evening", args=[club.pk, "2025-03-07"]))
        .content.decode()
    )  # what is over is no longer changed


def test_the_list_has_what_comes_and_years_that_were(club: Club) -> None:
    played(datetime(2024, 5, 3, 20, 0, tzinfo=ZURICH))
    an_evening(club, 3, title="Soon")
    off = an_evening(club, 4, title="Never")
    cancel_evening(off)
    page = words(a_client(), "club_evenings", club.pk)
    assert page.index("Soon") < page.index("Called off") < page.index("Never")
    assert "2024" in page
    assert "3 May" in words(a_client(), "club_evenings", club.pk, year="2024")
    for year in ("0", "x", "9999", "-1"):
        assert words(a_client(), "club_evenings", club.pk, year=year)


def test_planned_evenings_of_a_new_club_are_not_followed_by_an_empty_year() -> None:
    new = a_club(a_device("another"), name="Tichu Ulm")
    page = words(a_client("another"), "club_evenings", new.pk)
    assert "No evenings yet" in page
    an_evening(new, 7, title="Soon")
    page = a_client("another").get(reverse("club_evenings", args=[new.pk])).content.decode()
    assert "Soon" in page
    assert "No evenings yet" not in page
    assert f"<h2>{tonight().year}</h2>" not in page


def test_tonight_is_to_come_and_says_what_was_played_already(club: Club) -> None:
    an_evening(club, 0, title="Tonight")
    an_evening(club, 7, title="Next")
    assert "No evenings yet" not in words(a_client(), "club_evenings", club.pk)
    played(timezone.now())
    page = words(a_client(), "club_evenings", club.pk)
    assert re.search(r"Tonight 4 people, 1 game \w+ .* Next", page)
    assert "No evenings yet" not in page
    whole = a_client().get(reverse("club_evening", args=[club.pk, tonight()])).content.decode()
    card = whole.partition('<main id="main">')[2].partition("</section>")[0]
    assert card.count('<ul class="signs">') == 1  # all facts in one list, at equal distances
    assert card.index("19:30") < card.index("4 people") < card.index("1 game")


def test_who_comes_tonight_starts_a_game_from_there(club: Club) -> None:
    start = f'href="{reverse("new_game")}">New game'
    for days, coming in ((0, True), (0, False), (7, True)):
        evening = an_evening(club, days)
        assign_phone(a_device(), a_person(club))
        home = reverse("club_home", args=[club.pk])
        assert start not in a_client().get(home).content.decode()
        record_answer(evening, a_person(club), coming=coming)
        assert (start in a_client().get(home).content.decode()) == (coming and not days)
        evening.delete()


def test_the_page_of_an_evening_names_who_comes(club: Club) -> None:
    evening = an_evening(club)
    for name, coming in (("Anna", True), ("Beat", True), ("Carla", False)):
        record_answer(evening, a_person(club, name), coming=coming)
    page = a_day(club, evening.night)
    assert "2 coming · 1 not coming" in page
    assert (
        page.index("Anna") < page.index("Beat") < page.rindex("Not this time") < page.index("Carla")
    )


@pytest.mark.parametrize(
    "night", ["nonsense", "2025-13-01", "0001-01-01", "9999-12-31", "2025-03-08"]
)
def test_a_day_that_is_none_or_has_none_leads_nowhere(club: Club, night: str) -> None:
    assert a_client().get(reverse("club_evening", args=[club.pk, night])).status_code == 404


# Planning
# --------------------------------------------------------------------------------------------------


def test_one_evening_is_planned_and_then_changed_and_called_off(club: Club) -> None:
    desk, day = a_desk(club), tonight() + timedelta(days=5)
    answer_ = desk.post(reverse("club_plan", args=[club.pk]), typed(day, title="Friday"))
    assert answer_.url == reverse("club_evening", args=[club.pk, day.isoformat()])
    assert Link.objects.get().role == Link.Role.FEED
    evening = Evening.objects.get()
    change = reverse("club_change", args=[club.pk, evening.pk])
    form = desk.get(change).content.decode()
    assert ('value="Friday"' in form, 'value="19:30"' in form, 'name="every"' in form) == (
        True,
        True,
        False,
    )
    after = desk.post(change, typed(day + timedelta(days=1), title="Saturday"))
    assert after.url.endswith(f"{day + timedelta(days=1)}/")
    off = reverse("club_off", args=[club.pk, evening.pk])
    desk.post(off)
    assert "Called off" in a_day(club, day + timedelta(days=1))
    desk.post(off, {"back": "1"})
    assert "Called off" not in a_day(club, day + timedelta(days=1))


def test_one_evening_is_changed_whatever_is_sent_about_a_series(club: Club) -> None:
    evening = an_evening(club)
    change = reverse("club_change", args=[club.pk, evening.pk])
    sent = typed(evening.night, title="Friday", every="never", until="nonsense")
    assert a_desk(club).post(change, sent).status_code == 302
    evening.refresh_from_db()
    assert evening.title == "Friday"


def test_a_series_is_planned_at_once(club: Club) -> None:
    day = tonight() + timedelta(days=5)
    until = day + timedelta(days=21)
    answer_ = a_desk(club).post(
        reverse("club_plan", args=[club.pk]), typed(day, every="weekly", until=until.isoformat())
    )
    assert answer_.url == reverse("club_evenings", args=[club.pk])
    assert Evening.objects.count() == 4


def read_back(desk: Client, club: Club, first: date, **more: str) -> str:
    """What the page says of a series before it is planned."""
    response = desk.post(reverse("club_plan", args=[club.pk]), typed(first, **more) | {"look": "1"})
    assert response.status_code == 200
    assert Evening.objects.filter(title="").count() == 0
    found = re.search(r'<p[^>]* id="series"[^>]*>([^<]*)</p>', response.content.decode(), re.S)
    assert found
    return " ".join(found[1].split())


def test_a_series_is_read_back_before_it_is_planned(club: Club) -> None:
    desk, first = a_desk(club), date(2199, 3, 1)
    weekly = {"every": "weekly", "until": "2199-05-20"}
    assert read_back(desk, club, first, **weekly) == "12 evenings, until Fri 17 May 2199."
    assert read_back(desk, club, first, every="once", until="2199-05-20") == ""
    assert read_back(desk, club, first, every="weekly", until="").startswith("Until when?")
    assert (
        read_back(desk, club, first, every="weekly", until="2200-12-31")
        == "At most 60 evenings at once."
    )
    acting.plan_evenings(club, Plan(date(2199, 3, 8), time(19, 30), "Party"))
    taken = "1 day already has an evening, which stays as it is."
    assert read_back(desk, club, first, **weekly) == f"11 evenings, until Fri 17 May 2199. {taken}"
    assert (
        read_back(desk, club, first, every="weekly", until="2199-03-08")
        == f"1 evening, on Fri 1 Mar 2199. {taken}"
    )


def test_a_series_has_an_end_before_anybody_chose_one(club: Club) -> None:
    page = a_desk(club).get(reverse("club_plan", args=[club.pk])).content.decode()
    last = tonight() + timedelta(days=7 + 11 * 7)
    assert re.search(rf'name="until"\s+value="{last}"', page)
    assert 'name="look"' in page  # without scripts


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"day": ""}, "day"),
        ({"day": "31.12."}, "day"),
        ({"day": "2026-02-30"}, "day"),
        ({"at": "25:00"}, "at"),
        ({"at": ""}, "at"),
        ({"title": "x" * 61}, "title"),
        ({"words": "x" * 50_000}, "words"),
        ({"place": "a\0b"}, "place"),
        ({"every": "weekly"}, "until"),
        ({"every": "weekly", "until": "9999-12-31"}, "until"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field(
    club: Club, wrong: dict[str, str], field: str
) -> None:
    sent = typed(tonight() + timedelta(days=5), title="Friday") | wrong
    if field == "place":
        sent |= {"place": "x" * 81}
    response = a_desk(club).post(reverse("club_plan", args=[club.pk]), sent)
    page = response.content.decode()
    assert response.status_code == 422
    assert f'id="{field}-error"' in page
    assert page.count("-error") == 2  # the message, and the field that it describes
    assert not Evening.objects.exists()


def test_a_night_that_has_one_says_so(club: Club) -> None:
    evening = an_evening(club)
    response = a_desk(club).post(reverse("club_plan", args=[club.pk]), typed(evening.night))
    assert (
        response.status_code,
        "already an evening on this day" in response.content.decode(),
    ) == (409, True)


def test_a_phone_alone_plans_nothing_and_no_club_plans_for_another(club: Club) -> None:
    evening = an_evening(club)
    thun = a_club(name="Tichu Thun")
    desk = a_desk(thun)
    for name in ("club_change", "club_off"):
        assert desk.post(reverse(name, args=[thun.pk, evening.pk])).status_code == 404
        assert desk.post(reverse(name, args=[club.pk, evening.pk])).status_code == 404
        assert a_client().post(reverse(name, args=[club.pk, evening.pk])).status_code == 403
    assert (
        a_client().post(reverse("club_plan", args=[club.pk]), typed(tonight())).status_code == 403
    )
    assert Evening.objects.count() == 1


def test_the_next_one_is_proposed_a_week_later_at_the_same_place(club: Club) -> None:
    evening = an_evening(club, place="Weisser Wind")
    page = a_desk(club).get(reverse("club_plan", args=[club.pk])).content.decode()
    assert f'value="{evening.night + timedelta(days=7)}"' in page
    assert 'value="Weisser Wind"' in page
    assert timezone.localtime(evening.starts_at).hour == 19


def test_somebody_who_was_erased_is_somebody_on_the_evening(club: Club) -> None:
    played(datetime(2025, 3, 7, 20, 0, tzinfo=ZURICH))
    Player.objects.filter(name="Anna").update(name="", erased_at=timezone.now())
    page = a_day(club, date(2025, 3, 7))
    assert "Somebody" in page


@pytest.mark.parametrize(
    ("language", "month"),
    [
        ("ru", "декабря"),
        ("pl", "grudnia"),
        ("de", "Dezember"),
        ("fr", "décembre"),
        ("en", "December"),
    ],
)
def test_the_month_beside_a_day_stands_in_the_case_that_a_language_has_for_it(
    language: str, month: str
) -> None:
    with translation.override(language):
        leaf = render_to_string("tournaments/club/_date.html", {"day": date(2026, 12, 11)})
    assert re.sub(r"<[^>]+>|\s+", " ", leaf).split()[-2:] == ["11", month]


def test_the_list_says_who_won_and_whether_one_was_there(club: Club) -> None:
    played(datetime(2025, 3, 7, 20, 0, tzinfo=ZURICH))
    moved(
        a_game(
            names=("Eva", "Franz", "Gül", "Hans"),
            rounds=[Round(out=(0, 2), calls={0: "grand"})] * 3,
            device=a_device(),
        ),
        datetime(2025, 3, 14, 20, 0, tzinfo=ZURICH),
    )
    page = words(a_client(), "club_evenings", club.pk, year="2025")
    assert "Eva and Gül won" in page
    assert "you" not in page  # nobody knows whose phone it is
    assign_phone(a_device(), a_person(club, "Gül"))
    page = words(a_client(), "club_evenings", club.pk, year="2025")
    assert "you were at 1 of 2" in page
    assert re.search(r"14 Mar Eva and Gül won you: place 1 of 4", page)
    assert re.search(r"7 Mar (Anna and Carla|Beat and Dino) won you were not there", page)
    assert "Eva and Gül won Fri 14 Mar 2025 · 4 people" in a_day(club, date(2025, 3, 14))


def test_the_evenings_to_come_say_what_one_has_answered(club: Club) -> None:
    first, second, _third = (an_evening(club, days, title=f"In {days} days") for days in (3, 5, 7))
    anna = a_person(club)
    assert "You are" not in words(a_client(), "club_evenings", club.pk)
    assign_phone(a_device(), anna)
    record_answer(first, anna, coming=True)
    record_answer(second, anna, coming=False)
    page = words(a_client(), "club_evenings", club.pk)
    assert "You are coming In 3 days" in page
    assert "You are not coming In 5 days" in page
    assert page.count("You are") == 2


def test_own_games_stand_first_and_all_of_them_in_a_fold(club: Club) -> None:
    at = datetime(2025, 3, 14, 20, 0, tzinfo=ZURICH)
    sure = [Round(out=(0, 2), calls={0: "grand"})] * 3
    for names in (
        ("Eva", "Franz", "Gül", "Hans"),
        ("Anna", "Beat", "Carla", "Dino"),
        ("Eva", "Anna", "Beat", "Gül"),
    ):
        moved(a_game(names=names, rounds=sure, device=a_device()), at)
    assign_phone(a_device(), a_person(club, "Eva"))
    page = a_day(club, date(2025, 3, 14))
    assert "You won" in page.partition("Games won")[0]
    own = page.partition("Your games")[2].partition("All 3 games")[0]
    assert own.startswith(" 2 of 2 won")
    assert own.count("You &") == 2
    assert "Dino" not in own
    assert "Dino" in page.partition("All 3 games")[2]
    whole = a_client().get(reverse("club_evening", args=[club.pk, "2025-03-14"])).content.decode()
    opened = whole.partition("Your games")[2].partition("<details")[0]
    assert opened.count('class="open"') == 2  # each its sheet


def test_the_first_five_and_the_own_row_stand_there_and_all_where_asked(club: Club) -> None:
    at = datetime(2025, 3, 14, 20, 0, tzinfo=ZURICH)
    for table in range(3):
        names = [f"{letter}{table}" for letter in "ABCD"]
        rounds = believable(RuleSet.of("nanking", {}), 4, 60, table)
        moved(a_game(names=names, rounds=rounds, device=a_device()), at)
    last = EveningPage(
        ClubFrame(club, Rights(joined=True, role=ClubRole.NONE), ""), None, at.date()
    ).rows[-1]
    assign_phone(a_device(), Player.objects.get(pk=last.player))
    page = a_client().get(reverse("club_evening", args=[club.pk, "2025-03-14"])).context["page"]
    assert [row.player for row in page.shown] == [
        row.player for row in (*page.rows[:5], *page.rows[-2:])
    ]
    assert "All 12 people" in a_day(club, date(2025, 3, 14))
    everybody = words(a_client(), "club_evening", club.pk, "2025-03-14", all="1")
    assert "All 12 people" not in everybody
    assert all(row.name in everybody for row in page.rows)


def test_an_evening_of_ranks_names_its_game_and_gives_places(club: Club) -> None:
    at = datetime(2025, 3, 14, 20, 0, tzinfo=ZURICH)
    five = ("Anna", "Beat", "Carla", "Dino", "Eva")
    game = a_game(
        "grand_seigneur", names=five, rounds=[Round(out=(1, 0, 2, 3, 4))] * 2, device=a_device()
    )
    finish_early(moved(game, at), a_device())
    page = a_day(club, date(2025, 3, 14))
    assert "Beat won Fri 14 Mar 2025 · 5 people · Grand Seigneur" in page
    assert "Games won" not in page
    assert "Ranked by mean place, whatever the table size." in page
    assert "Ties are broken by" not in page
    assert re.search(r"Places 1 Beat .*Places: 1 2 Anna .*Places: 2 3 Carla", page)
    listed = words(a_client(), "club_evenings", club.pk, year="2025")
    assert re.search(r"Beat won Grand Seigneur 5 people, 1 game", listed)


def test_a_game_of_a_match_says_its_round_and_table_and_opens_the_match(club: Club) -> None:
    tournament = desks.a_tournament(
        "pairs_swiss", 4, desk=desks.Desk(club, desks.an_owner("Regula"))
    )
    desks.draw(tournament)
    match = Match.objects.select_related("session_round__stage__tournament").order_by("number")[1]
    game = publishing.open_game(match, 1, desks.table_phone())
    at = host().played_at([game.pk, uuid.uuid4()])
    assert {pk: (one.round_number, one.table) for pk, one in at.items()} == {game.pk: (1, 2)}
    assert at[game.pk].address == reverse("tournament_match", args=[tournament.pk, match.pk])


def test_one_winner_is_named_and_visitors_read_no_names(club: Club) -> None:
    for names in (("Anna", "Beat", "Carla", "Dino"), ("Anna", "Carla", "Beat", "Dino")):
        game = a_game(
            names=names, rounds=[Round(out=(0, 2), calls={0: "grand"})] * 3, device=a_device()
        )
        moved(game, datetime(2025, 3, 7, 20, 0, tzinfo=ZURICH))
    assert "Anna won" in words(a_client(), "club_evenings", club.pk, year="2025")
    assert "Anna won" in a_day(club, date(2025, 3, 7))
    Club.objects.update(public=True)
    for page in (
        words(Client(), "club_evenings", club.pk, year="2025"),
        a_day(club, date(2025, 3, 7), Client()),
    ):
        assert "Anna" not in page
        assert "won" not in page
