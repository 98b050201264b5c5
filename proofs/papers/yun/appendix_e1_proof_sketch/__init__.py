"""Appendix E.1: the sketch of the proof of Proposition 5, with Lemmas 7, 8 and 9 and Definition E.1."""
