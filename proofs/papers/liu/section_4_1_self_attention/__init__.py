"""Sections 4.1 and B.1: self-attention approximates continuous functions on compact sets."""
