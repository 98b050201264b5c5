"""Deciding real inequalities."""
