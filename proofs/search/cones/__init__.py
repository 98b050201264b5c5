"""Inequalities between rational functions on cones, proved by nonnegative coefficients and sums of squares."""
