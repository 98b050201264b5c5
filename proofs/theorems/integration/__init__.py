"""Integration: upper integrals, measures, the spaces L_p and Lusin's theorem."""
