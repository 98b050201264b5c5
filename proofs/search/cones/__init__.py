"""Inequalities between rational functions on cones: what no coefficient can make negative."""
