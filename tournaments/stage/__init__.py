"""A stage read once: its history, its ranking,
what is kept of it for the prize-giving, its words.
"""
