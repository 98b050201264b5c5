"""proofs/papers."""
