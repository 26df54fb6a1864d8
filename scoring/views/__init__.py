"""The pages. Each view asks four questions: who may, is the input good, do it, where next."""
