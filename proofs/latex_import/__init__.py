"""Import of LaTeX sources: the outline of a paper, and the skeleton of a module for it."""
