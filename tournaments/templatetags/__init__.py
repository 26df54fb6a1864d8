"""Filters of the templates of tournaments."""
