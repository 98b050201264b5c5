"""Storage of proofs and results of earlier checks, under hashes of the sources."""
