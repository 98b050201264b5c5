"""Sharper results that the paper does not have: how large the scale R must be."""
