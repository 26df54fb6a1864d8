"""The HTTP API, version 1, for the table's phone and for other clients."""
