"""Sections 5 and C: the number of parameters for Lipschitz functions on N_x balls."""
