"""The check of statements: replay, definedness, counterexamples, models of hypotheses, lints, stored results."""
