"""Section 3.4 and appendix A.2: softmax attention of rank one is a contextual mapping (Theorem 2)."""
