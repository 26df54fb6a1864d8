"""The table's screen."""
