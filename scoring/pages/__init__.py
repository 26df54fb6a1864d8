"""The pages, a folder a place. Each view asks four questions: who may, is the input good, do it,
where next.

What two places share stands here, one step up.
"""
