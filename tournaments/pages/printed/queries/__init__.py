"""Queries of printed pages."""
