"""Section 4 and appendix A.5: universal approximation (Proposition 1)."""
