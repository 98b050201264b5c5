"""Appendix C: masked attention (Remark 1)."""
