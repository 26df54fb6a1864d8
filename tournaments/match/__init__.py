"""A match counted: its games, its sheet on paper, its result, and whether its sides agree to it."""
