"""Tournaments in the HTTP API, version 1: public data for everyone, drafts for directors."""
