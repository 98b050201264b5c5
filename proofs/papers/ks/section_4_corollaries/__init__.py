"""Section 4 and appendices A.3, A.4: memorization by one block (Corollaries 1 and 2, Remark 2)."""
