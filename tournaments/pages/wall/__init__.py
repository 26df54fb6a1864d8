"""Venue screens, their remote control, and the prize-giving."""
