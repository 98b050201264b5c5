"""Corollaries 4.1.1 and 4.2.1, and sections B.2 and B.4: approximation in L_p."""
