"""Counterexamples that need proofs: at numbers in closed form, and at zeros that have none."""
