"""Appendix F: softmax in place of hardmax, and ReLU in place of the activations φ (Lemma 6)."""
