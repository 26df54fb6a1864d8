"""The pages, one folder for each area. Code that two areas share is in this folder."""
