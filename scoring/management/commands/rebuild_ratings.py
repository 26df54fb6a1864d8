"""Recalculate all ratings from the records."""

import gc
from typing import Any

from django.core.management.base import BaseCommand

from scoring.people.rated.lists import bring_up_to_date


class Command(BaseCommand):
    help = (
        "Rate everybody again from all games that count. The outcome is equal, byte for byte; "
        "tables go on writing."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        looked = gc.isenabled()
        # Nothing created here is cyclic, and the cyclic garbage collector takes a fifth of the time
        gc.disable()
        try:
            done = bring_up_to_date(anew=True)
        finally:
            if looked:
                gc.enable()
        self.stdout.write(f"The ratings of {done} lists are rebuilt.")
