"""Delete for good the games that were deleted more than two weeks ago."""

from typing import Any

from django.core.management.base import BaseCommand

from scoring.actions import delete_for_good
from scoring.actions.deleting import KEPT


class Command(BaseCommand):
    help = "Delete for good the games that were deleted more than two weeks ago. A running server does it by itself."

    def handle(self, *args: Any, **options: Any) -> None:
        count = delete_for_good()
        said = "1 game that was" if count == 1 else f"{count} games that were"
        gone = "is" if count == 1 else "are"
        self.stdout.write(f"{said} deleted more than {KEPT.days} days ago {gone} gone for good.")
