"""Writing proofs and papers: the proof builder, chapters, papers and their statements."""
