"""Search methods for statements about n numbers with symbolic n: sums, products and maxima, and members at an index."""
