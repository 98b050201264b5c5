"""Appendix E.2: feed-forward layers that quantise the entries (Lemma 7)."""
