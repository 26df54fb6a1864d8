"""Addresses of a person's pages, and of the pages about two or four people."""

from django.urls import reverse

from scoring.models import Player


def named(player: Player, name: str) -> Player:
    return Player.objects.get(name=name, device=player.device_id)


def ways(player: Player) -> list[str]:
    return [
        reverse("person", args=[player.pk]),
        reverse("person_rounds", args=[player.pk, "rounds"]),
        reverse("person_games", args=[player.pk, "all"]),
    ]


def paired(anna: Player) -> tuple[list[Player], str, str]:
    people = [anna, *(named(anna, name) for name in ("Carla", "Beat", "Dino"))]
    ids = [one.pk for one in people]
    return people, reverse("person_with", args=ids[:2]), reverse("person_against", args=ids)
