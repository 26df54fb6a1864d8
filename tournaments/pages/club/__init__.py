"""A club: its own page, evenings, people, calendar; a phone joins it."""
