"""Sections 3 and A: max-affine partitions, their indicator by attention, and values for their cells."""
