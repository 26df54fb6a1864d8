"""One sitting: what is written at the table, who may, what a page asks of it."""
