"""The pages, a folder a place. What two places share stands here, one step up."""
