"""proofs/kernel."""
