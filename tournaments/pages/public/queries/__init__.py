"""Queries of public pages."""
