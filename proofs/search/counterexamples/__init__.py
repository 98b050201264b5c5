"""Counterexamples at irrational points, with proofs: at numbers in closed form, and at zeros without a closed form."""
