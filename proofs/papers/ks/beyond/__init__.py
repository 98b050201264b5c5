"""Results that the paper does not have: sharper constants, weaker hypotheses."""
