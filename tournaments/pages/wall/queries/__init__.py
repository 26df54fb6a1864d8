"""Queries of screens."""
