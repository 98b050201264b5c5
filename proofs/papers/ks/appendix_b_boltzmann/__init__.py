"""Appendices A, B.2 and B.3: the Boltzmann operator, its derivatives, and the separation of its values."""
