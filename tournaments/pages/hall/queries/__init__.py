"""Queries of the hall."""
