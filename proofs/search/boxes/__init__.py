"""The sign of a term on a box: plans by cuts, factors and monotonicity, and the proofs of plans by the kernel."""
