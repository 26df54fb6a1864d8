"""Season ranking: formula, points, table, reachable ranks and reasons. Pure Python."""
