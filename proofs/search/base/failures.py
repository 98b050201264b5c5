"""Exceptions that a search method raises if it finds no proof."""

from __future__ import annotations

from proofs.kernel.terms import KernelError


class LimitReached(KernelError):
    """Raised when the limit of effort is reached."""


class NotFound(KernelError):
    """Raised if a method finds no proof."""
