"""Formulas for people: notation to write them, text and LaTeX to show them, and readers of text and of SymPy."""
