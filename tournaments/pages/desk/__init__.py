"""The desk: clubs, their tournaments, setting one up."""
