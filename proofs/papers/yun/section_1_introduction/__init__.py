"""Section 1: what the introduction says of feed-forward layers, of softmax and of a single token."""
