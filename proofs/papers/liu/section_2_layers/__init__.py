"""Section 2: the layers Linear and Attn, and the shapes of their weights."""
