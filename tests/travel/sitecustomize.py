"""Moves the clock of every Python process that starts with this folder on its path: tests, workers,
servers.

`tests/dates.py` puts it there. Python itself imports a module of this name before anything else can
read the clock. What is written in C reads the real clock all the same: file systems, TLS,
databases, browsers.
"""

import os
import time

import time_machine

time_machine.travel(time.time() + float(os.environ["TEST_CLOCK_AHEAD"]), tick=True).start()
