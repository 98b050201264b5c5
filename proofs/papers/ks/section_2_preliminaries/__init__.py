"""Sections 2 and 3.2: layers, distances of functions, separatedness and contextual mappings."""
