"""Irrational counterexamples, which need proofs: at numbers in closed form, and at zeros without one."""
