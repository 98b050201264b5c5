"""Section 5: simplified attention with weights of rank one."""
