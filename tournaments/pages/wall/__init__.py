"""Screens on the wall, the remote control of them, and the prize-giving."""
