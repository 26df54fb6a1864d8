"""Purge games deleted longer ago than DELETED_DAYS."""

from typing import Any

from django.core.management.base import BaseCommand

from scoring.games.actions.deleting import delete_for_good, restore_period


class Command(BaseCommand):
    help = (
        "Delete for good the games that were deleted longer ago than DELETED_DAYS. A running "
        "server does it by itself."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        count = delete_for_good()
        games = "1 game that was" if count == 1 else f"{count} games that were"
        gone = "is" if count == 1 else "are"
        days = restore_period().days
        self.stdout.write(f"{games} deleted more than {days} days ago {gone} gone for good.")
