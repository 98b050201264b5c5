"""Replay of stored proofs, chapter by chapter, and the status that follows."""
