"""Tournaments in the HTTP API, version 1: read by anybody what the public pages show, by directors
also drafts.
"""
