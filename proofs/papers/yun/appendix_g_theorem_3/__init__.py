"""Appendix G: the contextual mapping with positional encodings (Theorem 3)."""
