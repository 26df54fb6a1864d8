"""One sitting: recording at the table, permissions, and the queries behind its pages."""
