"""Section 3: universal approximation (Theorems 2 and 3), and the numbers of layers and parameters."""
