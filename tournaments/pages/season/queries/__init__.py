"""Queries of seasons."""
