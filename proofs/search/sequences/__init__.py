"""What is known of n numbers, n symbolic: of their sums, products and maxima, and at an index."""
