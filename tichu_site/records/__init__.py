"""A read-only Django admin for the server's owner, covering everything that is stored."""
