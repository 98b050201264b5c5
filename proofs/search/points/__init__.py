"""Points at which relations hold or fail, in floating point and exact rationals."""
