"""Accounts for people who run tournaments: sign-up links and sign-in pages.

Players need no account.
"""
