"""Lints: warnings about claims that may not say what was meant."""
