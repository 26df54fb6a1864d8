"""What there is to look at beside tournaments: games of each kind, people, a club, accounts:
`records(at_home)`.
"""

from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from scoring.games.actions.game_state import pause_game
from scoring.games.nights import night_of
from scoring.games.permissions import ADDRESSES
from scoring.models import Player
from scoring.rules import VARIANTS, RuleSet
from tests.scoring import clubs
from tests.scoring.games import a_device, a_game, believable
from tests.scoring.sharing import token
from tests.tournaments import desks
from tournaments.clubs.actions.evenings import assign_phone

KEY = "phone-at-home"
SITE = [
    "account_login",
    "account_request_login_code",
    "account_signup",
    "account_reset_password",
    "account_inactive",
    "trust",
]
PRIVATE = [
    "account",
    "account_sessions",
    "account_change_password",
    "mfa_list_webauthn",
    "mfa_add_webauthn",
    "account_logout",
]
FIGURES = ("tichu", "grand")
# Scripts, documents and buttons are no pages.
NO_PAGES = {
    *(
        "start_kit",
        "service_worker",
        "manifest",
        "look_picture",
        "game_picture",
        "year_picture",
        "club_evening_picture",
        "look_seen",
        "seen",
    ),
    *("person_file", "table_state", "record_round", "undo_round", "play_again"),
}
NAMES = [
    *(
        "front",
        "front of a stranger",
        "new_game",
        "club",
        "club at home",
        "people",
        "offline",
        "here",
        "handover",
        "example_game",
    ),
    *(f"new {variant}" for variant in VARIANTS),
    *(
        f"{what} {variant}"
        for variant in VARIANTS
        for what in ("score", "sheet", "correct", "end", "sheet of the end")
    ),
    *(f"empty sheet {variant}" for variant in VARIANTS),
    *(
        "history",
        "print",
        "wall",
        "look",
        "look wall",
        "share",
        "put right",
        "paused",
        "page not found",
    ),
    *("person", "person with", "person against", "person_data", "person_merge", "year", "ratings"),
    *(f"rounds behind {figure}" for figure in FIGURES),
    *SITE,
    *PRIVATE,
]
assert set(ADDRESSES) >= NO_PAGES


def at_home() -> dict[str, object]:
    """The phone's key, the cookie of an owner, and every page with whether it is looked at signed
    in.
    """
    phone = a_device(KEY)
    pages: dict[str, str] = {
        "front": "/", "new_game": "/new/", "club": "/club/", "people": "/people/",
        "handover": "/handover/", "offline": "/offline/", "here": "/here/",
        "club at home": "/club/", "front of a stranger": "/?", "ratings": "/ratings/",
        "page not found": "/nowhere/", "example_game": "/example/",
    }  # fmt: skip
    for variant, rules in VARIANTS.items():
        players = rules.min_players
        plain = RuleSet.of(variant, {})
        running = a_game(variant, rounds=believable(plain, players, 3), device=phone)
        limit = {"round_limit": 6} if rules.is_rank_game else {}
        ended = a_game(
            variant,
            rounds=believable(RuleSet.of(variant, limit), players, 30),
            device=phone,
            settings=limit,
        )
        pages |= {
            f"new {variant}": f"/new/?variant={variant}",
            f"score {variant}": reverse("score", args=[running.pk]),
            f"sheet {variant}": reverse("game", args=[running.pk]),
            f"correct {variant}": reverse("correct_round", args=[running.pk, 1]),
            f"end {variant}": reverse("score", args=[ended.pk]),
            f"sheet of the end {variant}": reverse("game", args=[ended.pk]),
            f"empty sheet {variant}": reverse("empty_sheet", args=[variant]),
        }
        if variant == "nanking":
            still = pause_game(a_game(rounds=believable(plain, players, 2), device=phone), phone)
            at = [running.pk]
            pages |= {
                "history": reverse("round_history", args=[running.pk, 1]),
                "print": reverse("game_print", args=at),
                "wall": reverse("wall", args=at),
                "share": reverse("share", args=at),
                "put right": reverse("put_right", args=at),
                "paused": reverse("game", args=[still.pk]),
                "look": reverse("look", args=[token(running, "viewer")]),
            }
            pages["look wall"] = pages["look"] + "wall/"
    anna, beat, carla, dino = (
        Player.objects.get(name=name, device=phone).pk for name in ("Anna", "Beat", "Carla", "Dino")
    )
    pages |= {
        "person": reverse("person", args=[anna]),
        "person with": reverse("person_with", args=[anna, carla]),
        "person against": reverse("person_against", args=[anna, carla, beat, dino]),
        "person_data": reverse("person_data", args=[anna]),
        "person_merge": reverse("person_merge", args=[anna]),
        "year": reverse("year", args=[anna, night_of(timezone.now()).year]),
    }
    pages |= {
        f"rounds behind {figure}": reverse("person_rounds", args=[anna, figure])
        for figure in FIGURES
    }
    pages |= {name: reverse(name) for name in (*SITE, *PRIVATE)}
    assert sorted(pages) == sorted(NAMES), set(pages) ^ set(NAMES)
    return {"key": KEY, "session": desks.session_of(desks.an_owner("Olga")), "pages": pages}


def in_a_club() -> dict[str, object]:
    """The key of a phone whose owner is in a club with an evening to come, and the club's pages."""
    phone = a_device("phone-of-a-club")
    club = clubs.a_club(phone, name="Tichu-Club Zum Drachen")
    player = Player.objects.create(club=club, name="Anna-Katharina Hürlimann")
    assign_phone(phone, player)
    evening = clubs.an_evening(
        club, place="Restaurant Sonne, first floor", words="Bring your own cards."
    )
    names = (
        player.name,
        "Maximiliane-Alexandra von Hohenlohe-Lang",
        "Beat",
        "Przemysław Brzęczyszczykiewicz",
    )
    nanking = RuleSet.of("nanking", {})
    before = timezone.now() - timedelta(days=2)
    clubs.moved(a_game(names=names, rounds=believable(nanking, 4, 60, 4), device=phone), before)
    a_game(names=names, rounds=believable(nanking, 4, 3, 5), device=phone)
    own = ("club_home", "club_evenings", "club_people", "club_me", "club_ratings")
    pages = {name: reverse(name, args=[club.pk]) for name in own}
    pages |= {name: reverse(name, args=[club.pk]) for name in ("club_all_time", "club_records")}
    pages["club_record"] = reverse("club_record", args=[club.pk, "game"])
    pages["club_year"] = reverse("club_year", args=[club.pk, night_of(timezone.now()).year])
    pages["club_evening"] = reverse("club_evening", args=[club.pk, evening.night.isoformat()])
    pages["evening that was"] = reverse(
        "club_evening", args=[club.pk, night_of(before).isoformat()]
    )
    pages |= {"my_game": reverse("my_game"), "front of a phone of a club": reverse("front")}
    return {"key": "phone-of-a-club", "pages": pages}


def names() -> list[str]:
    """What everybody is called whom the records know, but for "Player 1":
    so are fields for a name.
    """
    called = Player.listed.values_list("name", flat=True)
    return sorted({name for name in called if not name.startswith("Player ")})
