"""A club's own page, its people and what is set for it: what stands there, and for whom."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import icalendar
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from scoring.games.access.claims import Holder
from scoring.models import (
    Answer,
    Call,
    Claim,
    Club,
    Game,
    Link,
    PhoneOwner,
    Place,
    Player,
    Round,
    Score,
)
from scoring.people.actions.claiming import claim_own, end
from scoring.rules import RuleSet
from tests.scoring.clubs import (
    a_club,
    a_desk,
    a_member,
    a_person,
    a_played_club,
    an_account,
    an_evening,
    moved,
    tonight,
)
from tests.scoring.games import PEOPLE, a_client, a_device, a_game, believable, next_of, words
from tests.worlds import built_once
from tournaments.clubs.actions.evenings import cancel_evening, record_answer

pytestmark = pytest.mark.django_db
PLACES = ("club_home", "club_evenings", "club_people", "club_setup", "club_plan")
SEEN = ("club_home", "club_evenings")


shared = built_once(a_played_club)


@pytest.fixture
def club(shared: Club) -> Club:
    return Club.objects.get(pk=shared.pk)


def statuses(client: Client, club: Club, names: Sequence[str] = PLACES) -> list[int]:
    return [client.get(reverse(name, args=[club.pk])).status_code for name in names]


def test_the_page_says_who_won_how_often_and_the_year_in_numbers(club: Club) -> None:
    page = words(a_client(), "club_home", club.pk)
    assert re.search(r"Last evening \w+ .* · 4 people", page)
    assert re.search(r"1 Anna \d of 2 won|1 Beat \d of 2 won", page)
    assert "2 games" in page
    assert re.search(r"\d+% Tichus made", page)
    assert "1 evening " in page


def test_dots_tell_won_from_lost(club: Club) -> None:
    page = a_client().get(reverse("club_home", args=[club.pk])).content.decode()
    games = [seat.place == 1 for player in Player.objects.all() for seat in player.seats.all()]
    assert len(games) == 8
    assert page.count('<i class="dot won">') == 2 * sum(games)  # on the evening, and in the year
    assert page.count('<i class="dot">') == 2 * (len(games) - sum(games))


def test_a_club_that_never_played_says_so(client: Client) -> None:
    club = a_club(a_device())
    page = words(a_client(), "club_home", club.pk)
    assert "No games yet. Those recorded on the club’s phones appear here." in page


def test_the_next_evening_stands_on_top_until_the_morning_after(club: Club) -> None:
    an_evening(club, 30, title="Later")
    evening = an_evening(club, 0, title="Tonight", place="Weisser Wind")
    page = words(a_client(), "club_home", club.pk)
    assert page.index("Tonight") < page.index("Last evening")
    assert "19:30" in page
    assert "Weisser Wind" in page
    cancel_evening(evening)
    assert "Later" in words(a_client(), "club_home", club.pk)


# Who may
# --------------------------------------------------------------------------------------------------


def test_a_club_is_open_to_its_phones_and_to_accounts_with_a_role_and_to_nobody_else(
    club: Club,
) -> None:
    other = a_club(a_device("eva's phone"), name="Tichu Thun")
    assert statuses(a_client(), club) == [200, 200, 200, 200, 403]
    for role in ("owner", "director", "referee", "desk"):
        assert statuses(a_desk(club, role), club) == [200] * 5
    for nobody in (Client(), a_client("eva's phone"), a_desk(other), a_desk(club, "screen")):
        assert statuses(nobody, club) == [404] * 5
    assert (
        statuses(Client(), Club(pk=club.pk + 99)) == statuses(Client(), Club(pk=2**70)) == [404] * 5
    )


def test_who_runs_its_tournaments_finds_the_way_back_to_the_desk(club: Club) -> None:
    """The desk's places lead to people and evenings of the club,
    whose own places had no way back.
    """
    desk = a_desk(club, "desk")
    for name in ("club_home", "club_people", "club_evenings"):
        address = reverse(name, args=[club.pk])
        assert f'href="{reverse("desk")}"' in desk.get(address).content.decode()
        assert f'href="{reverse("desk")}"' not in a_client().get(address).content.decode()


def test_a_visitor_of_a_public_club_sees_no_name_of_anybody(club: Club) -> None:
    evening = an_evening(club, title="Friday", place="Weisser Wind")
    record_answer(evening, Player.objects.get(name="Anna"), coming=True)
    Club.objects.update(public=True)
    visitor = Client()
    assert statuses(visitor, club) == [200, 200, 403, 403, 403]
    pages = [reverse(name, args=[club.pk]) for name in SEEN]
    pages += [
        reverse("club_evening", args=[club.pk, day.isoformat()])
        for day in (evening.night, tonight())
    ]
    for address in pages:
        page = visitor.get(address).content.decode()
        assert "Tichu Bern" in page
        assert not [name for name in PEOPLE if re.search(rf"\b{name}\b", page)], address
    assert "Friday" in visitor.get(pages[0]).content.decode()
    assert f"{tonight().year} in numbers" in words(visitor, "club_home", club.pk)
    assert [visitor.post(reverse("club_answer", args=[club.pk, evening.pk])).status_code] == [403]


def test_an_owner_alone_shows_the_club_to_everybody(club: Club) -> None:
    address = reverse("club_public", args=[club.pk])
    for refused in (a_client(), a_desk(club), a_desk(club, "desk")):
        assert refused.post(address, {"public": "1"}).status_code == 403
    owner = a_desk(club, "owner")
    for typed, public in (("1", True), ("0", False), ("", False)):
        assert owner.post(address, {"public": typed}).status_code == 302
        club.refresh_from_db()
        assert club.public is public
    site = Client()
    site.force_login(an_account(name="Site", is_owner=True))
    assert site.post(address, {"public": "1"}).status_code == 302


def test_search_engines_list_a_public_club_that_asked_for_it(club: Club) -> None:
    owner, visitor = a_desk(club, "owner"), Client()
    settings, home = (reverse(name, args=[club.pk]) for name in ("club_public", "club_home"))
    owner.post(settings, {"public": "1"})
    assert visitor.get(home)["X-Robots-Tag"] == "noindex"
    owner.post(settings, {"found": "1"})
    assert visitor.get(home)["X-Robots-Tag"] == "all"
    assert owner.get(home)["X-Robots-Tag"] == "noindex"  # which has names of people on it
    owner.post(settings, {"found": "0"})
    assert visitor.get(home)["X-Robots-Tag"] == "noindex"


def test_a_writing_address_of_a_club_is_not_read(club: Club) -> None:
    evening = an_evening(club)
    desk = a_desk(club, "owner")
    for name, *more in (
        ("club_add",),
        ("club_guests",),
        ("club_feed",),
        ("club_public",),
        ("club_off", evening.pk),
    ):
        address = reverse(name, args=[club.pk, *more])
        assert desk.get(address).status_code == 405
        back = next_of(desk.get(address))
        assert back.startswith(reverse("club_home", args=[club.pk]))
        assert desk.get(back).status_code == 200


# Who comes
# --------------------------------------------------------------------------------------------------


def test_a_phone_says_once_whose_it_is_and_answers_from_then_on(club: Club) -> None:
    evening, phone = an_evening(club), a_client()
    say = reverse("club_answer", args=[club.pk, evening.pk])
    asked = phone.post(say, {"coming": "1"})
    assert "Who are you?" in phone.get(asked.url).content.decode()
    assert f'name="evening" value="{evening.pk}"' in phone.get(asked.url).content.decode()
    anna = Player.objects.get(name="Anna")
    me = reverse("club_me", args=[club.pk])
    answered = phone.post(me, {"player": anna.pk, "evening": evening.pk, "coming": "1"})
    assert answered.url == reverse("club_home", args=[club.pk])
    assert "You are coming" in words(phone, "club_home", club.pk)
    assert "1 coming" in words(phone, "club_home", club.pk)
    phone.post(say, {"coming": "0"})
    assert list(Answer.objects.values_list("player__name", "coming")) == [("Anna", False)]
    page = words(phone, "club_evening", club.pk, evening.night.isoformat())
    assert "You are not coming" in page
    assert "0 coming · 1 not coming" in page
    assert PhoneOwner.objects.count() == 1


def test_a_phone_is_asked_before_it_answers_for_somebody_who_has_another(club: Club) -> None:
    evening, anna = an_evening(club), Player.objects.get(name="Anna")
    me = reverse("club_me", args=[club.pk])
    answer = {"player": anna.pk, "evening": evening.pk, "coming": "1"}
    a_client().post(me, answer)
    other = a_member(club)
    assert "Anna on another phone" in words(other, "club_me", club.pk)
    page = other.post(me, {**answer, "coming": "0"})
    assert "Another phone already answers for <bdi>Anna</bdi>" in page.content.decode()
    assert f'name="evening" value="{evening.pk}"' in page.content.decode()
    assert Answer.objects.values_list("player__name", "coming").get() == ("Anna", True)
    assert PhoneOwner.objects.count() == 1
    other.post(me, {**answer, "coming": "0", "sure": "1"})
    assert Answer.objects.values_list("player__name", "coming").get() == ("Anna", False)
    assert PhoneOwner.objects.count() == 2


def test_who_claimed_a_person_of_the_club_is_not_asked_who_they_are(club: Club) -> None:
    evening, phone, carla = an_evening(club), a_member(club), Player.objects.get(name="Carla")
    claim = claim_own(carla, Holder(phone=a_device("beat's phone")), a_device())
    say = reverse("club_answer", args=[club.pk, evening.pk])
    assert phone.post(say, {"coming": "1"}).url == reverse("club_home", args=[club.pk])
    assert Answer.objects.values_list("player__name", "coming").get() == ("Carla", True)
    page = phone.get(reverse("club_home", args=[club.pk])).content.decode()
    assert reverse("person_claim", args=[carla.pk]) in page
    assert f'href="{reverse("club_me", args=[club.pk])}"' not in page  # nobody asks who else it is
    for asked in (phone.get, phone.post):
        assert asked(reverse("club_me", args=[club.pk]), {"player": carla.pk}).url == reverse(
            "my_game"
        )
    assert not PhoneOwner.objects.exists()
    end(claim, Claim.End.LEFT, a_device("beat's phone"))
    assert "?evening=" in phone.post(say, {"coming": "0"}).url


def test_a_claim_goes_before_whose_phone_it_is_and_an_account_s_before_a_phone_s(
    club: Club,
) -> None:
    evening, phone = an_evening(club), a_member(club)
    anna, beat, carla = (Player.objects.get(name=name) for name in PEOPLE[:3])
    phone.post(reverse("club_me", args=[club.pk]), {"player": beat.pk})
    olga = an_account(name="Olga")

    def answers_for() -> str:
        Answer.objects.all().delete()
        phone.post(reverse("club_answer", args=[club.pk, evening.pk]), {"coming": "1"})
        return Answer.objects.get().player.name

    assert answers_for() == "Beat"
    claim_own(carla, Holder(phone=a_device("beat's phone")), a_device())
    assert answers_for() == "Carla"
    claim_own(anna, Holder(account=olga), a_device())
    assert answers_for() == "Carla"
    phone.force_login(olga)
    assert answers_for() == "Anna"
    assert 'class="mine"' in phone.get(reverse("club_home", args=[club.pk])).content.decode()


def test_an_answer_on_the_page_of_an_evening_comes_back_to_it_and_marks_one_s_own_name(
    club: Club,
) -> None:
    evening = an_evening(club, 3)
    page = reverse("club_evening", args=[club.pk, evening.night.isoformat()])
    address = reverse("club_answer", args=[club.pk, evening.pk])
    anna, beat = (Player.objects.get(name=name) for name in ("Anna", "Beat"))
    record_answer(evening, beat, coming=True)
    phone = a_client()
    assert 'name="here" value="evening"' in phone.get(page).content.decode()
    asked = phone.post(address, {"coming": "1", "here": "evening"})
    form = phone.get(asked["Location"]).content.decode()
    assert 'name="here" value="evening"' in form
    said = {"player": anna.pk, "coming": "1", "evening": evening.pk, "here": "evening"}
    assert phone.post(reverse("club_me", args=[club.pk]), said)["Location"] == page
    own = r'<li class="mine" aria-current="true">\s*<bdi>(\w+)</bdi>'
    assert re.findall(own, phone.get(page).content.decode()) == ["Anna"]
    assert phone.post(address, {"coming": "0", "here": "evening"})["Location"] == page
    assert re.findall(own, phone.get(page).content.decode()) == ["Anna"]
    home = reverse("club_home", args=[club.pk])
    assert phone.post(address, {"coming": "1", "here": "//elsewhere"})["Location"] == home


def test_who_wanted_my_page_gets_there_after_saying_who_they_are(club: Club) -> None:
    anna, phone = Player.objects.get(name="Anna"), a_client()
    PhoneOwner.objects.create(device=a_device("another phone"), player=anna)
    asked = f"{reverse('club_me', args=[club.pk])}?mine=1"
    assert f'action="{asked}"' in phone.get(asked).content.decode()
    sure = phone.post(asked, {"player": anna.pk})
    assert f'action="{asked}"' in sure.content.decode()
    said = phone.post(asked, {"player": anna.pk, "sure": "1"})
    assert said["Location"] == reverse("my_game")
    plain = reverse("club_me", args=[club.pk])
    assert "?mine" not in phone.get(plain).content.decode().split("<main")[1].split("</main")[0]
    home = reverse("club_home", args=[club.pk])
    assert phone.post(plain, {"player": anna.pk, "sure": "1"})["Location"] == home


def test_an_answer_to_what_is_called_off_says_why_not(club: Club) -> None:
    evening, phone = an_evening(club), a_client()
    phone.post(reverse("club_me", args=[club.pk]), {"player": Player.objects.get(name="Anna").pk})
    cancel_evening(evening)
    answer_ = phone.post(reverse("club_answer", args=[club.pk, evening.pk]), {"coming": "1"})
    assert (answer_.status_code, "This evening is called off." in answer_.content.decode()) == (
        409,
        True,
    )


@pytest.mark.parametrize("typed", ["", "x", "2"])
def test_nonsense_is_no_answer(club: Club, typed: str) -> None:
    evening = an_evening(club)
    assert (
        a_client()
        .post(reverse("club_answer", args=[club.pk, evening.pk]), {"coming": typed})
        .status_code
        == 302
    )
    assert not Answer.objects.exists()


def test_a_phone_of_another_club_and_an_account_without_a_phone_do_not_answer(club: Club) -> None:
    evening = an_evening(club)
    thun = a_person(a_club(name="Tichu Thun"), "Eva")
    address = reverse("club_answer", args=[club.pk, evening.pk])
    # Who are they?
    assert a_desk(club).post(address, {"coming": "1"}, follow=True).status_code == 403
    assert a_member(thun.club).post(address, {"coming": "1"}).status_code == 404
    for player in (thun.pk, 0, 2**70):
        assert (
            a_client().post(reverse("club_me", args=[club.pk]), {"player": player}).status_code
            == 404
        )


# The calendar
# -------------------------------------------------------------------------------------------------


def the_feed(page: str) -> str:
    return re.search(r'id="calendar-address" value="http://testserver([^"]+)"', page)[1]


def test_the_calendar_tells_what_is_planned_moved_and_called_off(club: Club) -> None:
    desk = a_desk(club)
    setup = reverse("club_setup", args=[club.pk])
    assert "calendar-address" not in desk.get(setup).content.decode()
    day = timezone.localdate() + timedelta(days=3)
    typed = {"day": day.isoformat(), "at": "19:30", "title": "Friday, as always", "every": "once"}
    desk.post(reverse("club_plan", args=[club.pk]), typed)
    feed = the_feed(desk.get(setup).content.decode())
    evening = club.evenings.get()
    stranger = Client()
    first = one_event(stranger, feed)
    assert (first["SUMMARY"], first["SEQUENCE"], first["STATUS"]) == (
        "Friday, as always",
        0,
        "CONFIRMED",
    )
    assert first["DTSTART"].dt == evening.starts_at
    assert first["URL"].endswith(reverse("club_evening", args=[club.pk, day.isoformat()]))
    desk.post(reverse("club_change", args=[club.pk, evening.pk]), typed | {"at": "20:00"})
    moved_ = one_event(stranger, feed)
    assert (moved_["UID"], moved_["SEQUENCE"]) == (first["UID"], 1)
    assert moved_["DTSTART"].dt == first["DTSTART"].dt + timedelta(minutes=30)
    desk.post(reverse("club_off", args=[club.pk, evening.pk]))
    assert (one_event(stranger, feed)["STATUS"], one_event(stranger, feed)["SEQUENCE"]) == (
        "CANCELLED",
        2,
    )


def one_event(client: Client, feed: str) -> icalendar.Event:
    answer_ = client.get(feed)
    assert (answer_.status_code, answer_["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    (event,) = icalendar.Calendar.from_ical(answer_.content).walk("VEVENT")
    return event


def test_a_new_address_of_the_calendar_ends_the_old_one(club: Club) -> None:
    desk, setup = a_desk(club), reverse("club_setup", args=[club.pk])
    assert a_client().post(reverse("club_feed", args=[club.pk])).status_code == 403
    desk.post(reverse("club_feed", args=[club.pk]))
    old = the_feed(a_client().get(setup).content.decode())  # the club's phones may follow it
    desk.post(reverse("club_feed", args=[club.pk]))
    assert Client().get(old).status_code == 404
    assert Client().get(the_feed(desk.get(setup).content.decode())).status_code == 200
    assert Client().get(reverse("club_calendar", args=["nonsense"])).status_code == 404


def test_the_joining_link_opens_no_calendar(club: Club) -> None:
    owner = a_member(club)
    owner.force_login(an_account(club, "owner", name="Owner"))
    owner.post(reverse("club_link", args=[club.pk]))
    page = owner.get(reverse("club_setup", args=[club.pk])).content.decode()
    token = re.search(r'/club/join/([^/"]+)/', page)[1]
    assert Client().get(reverse("club_calendar", args=[token])).status_code == 404
    assert Link.objects.filter(role=Link.Role.FEED).count() == 0


# What is behind the year's numbers
# ----------------------------------------------------------------------------


def test_each_number_of_the_year_opens_what_it_counts(
    club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    a_game("always_last", rounds=believable(RuleSet.of("always_last", {}), 5, 6), device=a_device())
    before = a_game(rounds=believable(RuleSet.of("nanking", {}), 4, 60, 2), device=a_device())
    moved(before, datetime(2025, 3, 5, tzinfo=UTC))
    page = a_client().get(reverse("club_home", args=[club.pk])).content.decode()
    numbers = dict(re.findall(r'figures/(\w+)/\?year=\d+"\s*><b>([\d%]+)</b>', page))
    year = tonight().year
    rounds = Round.objects.exclude(game=before)
    counted = {
        "games": Game.objects.exclude(pk=before.pk).count(),
        "rounds": rounds.count(),
        "sweeps": Score.objects.filter(round__in=rounds, sweep__gt=0).count(),
        "tichu": len(
            {call.round_id for call in Call.objects.filter(round__in=rounds, call="tichu")}
        ),
        "grand": len(
            {call.round_id for call in Call.objects.filter(round__in=rounds, call="grand")}
        ),
    }
    assert {"games", "rounds", "tichu", "sweeps"} <= numbers.keys()
    for figure, n in counted.items():
        with django_assert_max_num_queries(13):
            behind = a_client().get(reverse("club_figure", args=[club.pk, figure]), {"year": year})
        assert behind.context["page"].total == n, figure
        assert numbers.get(figure, "%").endswith("%") or numbers[figure] == str(n)
        words_ = behind.content.decode()
        assert "Anna" in words_ or not n
    games = (
        a_client()
        .get(reverse("club_figure", args=[club.pk, "games"]), {"year": year})
        .content.decode()
    )
    assert re.search(r'</bdi><span\s+class="unseen"', games)  # no gap before the comma
    assert "0 games" in words(a_client(), "club_figure", club.pk, "games", year="1999")
    older = a_client().get(reverse("club_figure", args=[club.pk, "games"]), {"year": 2025})
    assert older.context["page"].total == 1
    assert (
        a_client()
        .get(reverse("club_figure", args=[club.pk, "games"]), {"year": 1066})
        .context["page"]
        .total
        == 3
    )


def test_a_round_in_the_list_tells_sides_points_and_calls(club: Club) -> None:
    rows = a_client().get(reverse("club_figure", args=[club.pk, "tichu"])).context["page"].rounds
    assert rows
    for told, opens in rows:
        assert opens
        scores = Score.objects.filter(round__game=told.game, round__number=told.number)
        brought = dict(scores.values_list("column", "points"))
        assert [points for _names, points in told.sides] == [brought[0], brought[1]]
        assert [list(names) for names, _points in told.sides] == [
            ["Anna", "Carla"],
            ["Beat", "Dino"],
        ]
        called = Call.objects.filter(round__game=told.game, round__number=told.number).order_by(
            "seat"
        )
        assert [(one.name, one.call, one.made) for one in told.calls] == [
            (one.player.name, one.call, one.made) for one in called
        ]
    places = a_game(
        "always_last", rounds=believable(RuleSet.of("always_last", {}), 5, 3), device=a_device()
    )
    rows = a_client().get(reverse("club_figure", args=[club.pk, "rounds"])).context["page"].rounds
    (told,) = [told for told, _opens in rows if told.game == places.pk and told.number == 2]
    assert [place for _names, place in told.sides] == [1, 2, 3, 4, 5]
    out = Place.objects.filter(round__game=places.pk, round__number=2).order_by("place")
    assert [names[0] for names, _place in told.sides] == [one.player.name for one in out]


def test_what_is_behind_numbers_is_for_the_club_s_people(club: Club) -> None:
    address = reverse("club_figure", args=[club.pk, "rounds"])
    club.public = True
    club.save()
    assert "/figures/" not in Client().get(reverse("club_home", args=[club.pk])).content.decode()
    assert [client.get(address).status_code for client in (a_client(), a_desk(club), Client())] == [
        200,
        200,
        403,
    ]
    assert a_client().get(reverse("club_figure", args=[club.pk, "nonsense"])).status_code == 404
    assert a_client().post(address).status_code == 405
    a_device("a phone of nobody")
    club.public = False
    club.save()
    assert a_client("a phone of nobody").get(address).status_code == 404


# Queries
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "most"),
    [("club_home", 17), ("club_evenings", 15), ("club_people", 11), ("club_setup", 9)],
)
def test_many_games_and_evenings_take_as_few_queries_as_one(
    club: Club, django_assert_max_num_queries: DjangoAssertNumQueries, name: str, most: int
) -> None:
    client = a_desk(club)
    for number in range(4):
        an_evening(club, number)
        moved(
            a_game(rounds=believable(RuleSet.of("nanking", {}), 4, 60, number), device=a_device()),
            datetime(2025, 1 + number, 5, 20, 0, tzinfo=UTC),
        )
    Player.objects.bulk_create(Player(club=club, name=f"Guest {n}", guest=True) for n in range(60))
    with django_assert_max_num_queries(most):  # four of them for who asks, and where
        assert client.get(reverse(name, args=[club.pk])).status_code == 200


def test_a_club_is_offered_its_first_evening_once() -> None:
    club = a_club(a_device())
    desk, plan = a_desk(club), reverse("club_plan", args=[club.pk])
    home = reverse("club_home", args=[club.pk])
    assert desk.get(home).content.decode().count(f'href="{plan}"') == 1
    an_evening(club)
    assert desk.get(home).content.decode().count(f'href="{plan}"') == 1


def test_a_club_is_as_old_as_its_first_game_or_its_list_here(club: Club) -> None:
    """Games that were imported, or written before the club was founded here, are older."""

    def since() -> str:
        page = a_client().get(reverse("club_home", args=[club.pk])).content.decode()
        found = re.search(r"<small>\s*since\s+(\d+)", page)
        assert found
        return found[1]

    this_year = min(timezone.localtime(club.created_at).year, tonight().year)
    assert since() == str(this_year)
    moved(a_game(device=a_device()), datetime(2001, 6, 1, 20, tzinfo=UTC))  # only begun
    assert since() == str(this_year)
    played = a_game(
        rounds=believable(RuleSet.of("nanking", {}), 4, 60), device=a_device(), names=PEOPLE[4:8]
    )
    # Of the last night of 2011, after midnight
    moved(played, datetime(2012, 1, 1, 1, 0, tzinfo=timezone.get_current_timezone()))
    assert since() == "2011"
    Game.objects.filter(pk=played.pk).update(deleted_at=timezone.now())
    assert since() == str(this_year)
