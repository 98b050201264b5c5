"""Appendix E.3: attention layers that compute a contextual mapping (Lemmas 8 and 10)."""
