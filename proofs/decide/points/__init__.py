"""Points at which something holds or fails, in floating point and exact rationals."""
