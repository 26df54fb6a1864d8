"""A club's seasons: their tables, and their settings."""
