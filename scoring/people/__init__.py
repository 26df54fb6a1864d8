"""Who played: lists and names, statistics, ratings, milestones."""
