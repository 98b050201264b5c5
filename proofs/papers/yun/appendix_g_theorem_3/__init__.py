"""Section."""
