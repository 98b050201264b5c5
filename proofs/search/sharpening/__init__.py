"""Sharp constants: candidates from numerical optima, closed forms for them, and proofs of both halves."""
