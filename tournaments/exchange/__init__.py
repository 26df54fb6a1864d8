"""A whole tournament as one JSON document, out and in: see docs/exchange.md.

`writing` makes the document, `checking` says all that is wrong with one, `reading` makes a
tournament of it. Rows have no ids in it: entrants, stages, session rounds, tables and games go by
their numbers, people by their names.
"""

FORMAT = "tichu-tournament"
VERSION = 1
LARGEST = 3_000_000  # bytes of a document that is pasted at the desk; the command takes any
# In the log of the copy: the one line that belongs to it alone, and that is not written out
IMPORTED = "imported"
# In the params of a line of the log: who did it, where that was on another site
BY_NAME = "by_name"
