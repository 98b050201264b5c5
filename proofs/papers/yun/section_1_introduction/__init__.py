"""Section 1: the introduction's statements about feed-forward layers, softmax and a single token."""
