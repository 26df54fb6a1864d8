"""The HTTP API, version 1: what the table's phone speaks, and what other clients may speak too."""
