"""Rating everybody again in memory, and holding what is kept against it."""

from collections.abc import Iterator

from scoring.models import Rating, RatingChange, RatingList
from scoring.rating_lists import AS_KEPT, as_kept, games_after, is_up_to_date, played_in, seats_of
from scoring.ratings import MODEL, Replay
from scoring.verifying import Difference

CHUNK = 2000  # games that are read at once
TOLD = ("games", "mu_before", "sigma_before", "mu", "sigma", "chance")


def differences_in_ratings() -> Iterator[Difference]:
    """The first difference of each list that has one. What is rated once somebody asks is left out."""
    for row in RatingList.objects.order_by("pk"):
        if is_up_to_date(row):
            found = _difference(row)
            if found:
                yield Difference(f"ratings, {row}", found)


def _difference(row: RatingList) -> str:
    """What of a list does not follow from its games; "" where all does. Four queries for every 2,000 games."""
    rated, changes = Replay(MODEL), 0
    so_far = RatingList(pk=row.pk, device_id=row.device_id, club_id=row.club_id, family=row.family)
    while True:
        batch = games_after(so_far)[:CHUNK]
        games = list(batch.values_list(AS_KEPT, "started_at", "variant"))
        kept = RatingChange.objects.filter(in_list=row, game__in=batch.values("pk"))
        there = set(kept.values_list(as_kept("game"), "player", *TOLD))
        wanted = {
            (one.key, player, games_now, *before, *after, chance)
            for one in played_in(games, seats_of(batch))
            for player, (before, _games), (after, games_now), chance in rated.play(one)
        }
        if there != wanted:
            return f"what games changed that began from {games[0][1]:%Y-%m-%d %H:%M} on is not what follows from them"
        changes += len(there)
        if len(games) < CHUNK:
            break
        so_far.game, so_far.at, _variant = games[-1]
    if RatingChange.objects.filter(in_list=row).count() != changes:
        return "games changed something that do not count"
    ratings = Rating.objects.filter(in_list=row).values_list("player", "mu", "sigma", "games")
    if set(ratings) != {(player, *skill, count) for player, (skill, count) in rated.standings.items()}:
        return "they are not those after the last game"
    return ""
