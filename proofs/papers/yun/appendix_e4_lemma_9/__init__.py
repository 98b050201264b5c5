"""Appendix E.4: feed-forward layers that map contexts to values (Lemma 9)."""
