"""Proofs that people read, from certificates: see `proofs.readable.explain`."""
