"""Who played: lists and names, figures, ratings, milestones."""
