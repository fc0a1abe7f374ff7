"""Looking ahead from a state: one file an algorithm."""
