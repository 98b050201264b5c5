"""Appendix B.2, B.3 and section 3.4: the Boltzmann operator, its derivatives, and the separation of its values."""
