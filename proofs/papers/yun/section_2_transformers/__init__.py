"""Section 2: Transformer blocks, the class T^(h,m,r), and their permutation equivariance."""
