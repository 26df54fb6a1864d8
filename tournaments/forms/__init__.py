"""What people type at the desk: kept as it was typed, checked, and turned into plans."""
