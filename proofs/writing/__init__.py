"""What proofs and papers are written with: the builder of proofs, chapters, papers and their statements."""
