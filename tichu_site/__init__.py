"""The site around both apps: settings, accounts, server, back-ups."""

__version__ = "1.0.0"
