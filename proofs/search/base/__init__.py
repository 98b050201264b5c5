"""What all of the search stands on: ranges, formulas, numbers, single steps of proofs."""
