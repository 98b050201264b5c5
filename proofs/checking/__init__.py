"""How well each statement is established: replay, definedness, counterexamples, samples, proofs kept on disk."""
