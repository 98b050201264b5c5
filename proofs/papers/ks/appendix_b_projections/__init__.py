"""Appendix B.1: directions that keep the distances of points (Lemmas 2 and 3)."""
