"""Queries of rounds."""
