"""Section 3.3 and appendix A.1: hardmax attention is no contextual mapping (Theorem 1)."""
