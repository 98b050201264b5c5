"""Sections 4.2 and B.3: cross-attention approximates continuous functions of two sequences."""
