"""Appendix B: the proof of Claim 1, line by line."""
