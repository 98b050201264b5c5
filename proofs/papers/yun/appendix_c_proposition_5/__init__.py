"""Appendix C: Lemma 4, Proposition 5 and Lemma 6, from which the paper proves Theorem 2."""
