"""A club: its page, evenings, people and calendar; phones join it."""
