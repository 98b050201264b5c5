"""The sign of a number on a box: a search for plans by cuts, factors and monotony, and their proofs by the kernel."""
