"""Analysis: elementary functions, norms, continuous functions, compact sets and convergence."""
