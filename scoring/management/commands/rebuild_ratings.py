"""Rate everybody anew from the records."""

import gc
from typing import Any

from django.core.management.base import BaseCommand

from scoring.rating_lists import bring_up_to_date


class Command(BaseCommand):
    help = "Rate everybody anew from all games that count. The outcome is equal, byte for byte; tables go on writing."

    def handle(self, *args: Any, **options: Any) -> None:
        gc.freeze()  # what stands here stays: it need not be looked through for each of so many rows
        done = bring_up_to_date(anew=True)
        self.stdout.write(f"The ratings of {done} lists were made anew.")
