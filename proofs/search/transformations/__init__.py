"""Transformations: methods that replace a goal by simpler ones, by substitution, induction, splitting."""
