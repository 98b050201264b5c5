"""Models of hypotheses: points that satisfy them, and counterexamples."""
