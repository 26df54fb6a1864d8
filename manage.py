#!/usr/bin/env python
"""Django's command line for this project."""

import gc
import os
import sys


def main() -> None:
    # What is imported stays: looking through it for garbage every 700 objects was a sixth of each
    # start.
    gc.set_threshold(50_000, 20, 50)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tichu_site.settings")
    from tichu_site.command_line import run  # noqa: PLC0415  (settings first)

    run(sys.argv)


if __name__ == "__main__":
    main()
