"""A stage read from the database: its history, ranking, frozen results and description."""
