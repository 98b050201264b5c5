"""The weight matrices of the papers' theorems, built and run."""
