"""Foundations of the search: ranges, formulas, numbers, single steps of proofs."""
