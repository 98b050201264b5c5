"""Algebra: sums, powers, integers, matrices and inequalities on n numbers."""
