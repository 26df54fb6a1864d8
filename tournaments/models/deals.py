"""Cards of duplicate: the secret seed of a stage's deals, and the cards that players noted.

They are in tables of their own, so that nothing that reads stages or matches can show them.
"""

from typing import ClassVar

from django.db import models

from tournaments.models.rounds import Match
from tournaments.models.tournaments import Stage


class DealSeed(models.Model):
    """The seed from which the app deals a stage's boards: see tournaments.pairing.duplicate.deals.

    `seed_hash` is public from the start, `seed` once the session is over: see
    tournaments.stage.deals. An imported tournament may have the hash alone.
    """

    stage = models.OneToOneField(Stage, on_delete=models.CASCADE, related_name="deal_seed")
    seed = models.BinaryField(max_length=32, null=True)
    seed_hash = models.CharField(max_length=64)
    sealed_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.seed_hash


class GivenCards(models.Model):
    """The three cards that a seat of a duplicate table gave on a board: to the left, to the partner
    and to the right.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="given_cards")
    board = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()  # north, east, south, west
    cards = models.JSONField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="given_once_a_board", fields=["match", "board", "seat"])
        ]

    def __str__(self) -> str:
        return f"{self.match_id}, board {self.board}, seat {self.seat}"


class DealtHand(models.Model):
    """The 14 cards that a seat was dealt on a board, noted by those who played it first.

    Where players deal anew after a board was fouled, `deal` counts on from 1. Two hands of a deal
    may have a card in common: see tournaments.stage.noted_hands.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="dealt_hands")
    board = models.PositiveIntegerField()
    deal = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()  # north, east, south, west
    cards = models.JSONField()  # in the order of a new pack

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                name="one_hand_a_seat", fields=["stage", "board", "deal", "seat"]
            )
        ]

    def __str__(self) -> str:
        return f"{self.stage_id}, board {self.board}, deal {self.deal}, seat {self.seat}"
