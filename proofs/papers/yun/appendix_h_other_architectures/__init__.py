"""Appendix H: other layers in place of attention."""
