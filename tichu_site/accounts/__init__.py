"""Accounts of those who run tournaments: the links that make them, and the pages to sign in.
Players need none.
"""
