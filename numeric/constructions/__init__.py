"""numeric/constructions."""
