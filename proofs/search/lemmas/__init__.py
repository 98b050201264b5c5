"""Lemmas that the search applies: theorems of the library, and of a user's papers, that are marked as usable."""
