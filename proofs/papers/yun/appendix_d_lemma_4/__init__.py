"""Appendix D: approximation of continuous functions by piecewise constant ones (Lemma 4)."""
