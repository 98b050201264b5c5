"""Proposition 1."""
