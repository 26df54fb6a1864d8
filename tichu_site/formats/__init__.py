"""Date and time formats for countries that Django lacks or gets wrong."""
