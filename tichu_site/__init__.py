"""The site of both apps: settings, accounts, the server, back-ups."""

__version__ = "1.0.0"
