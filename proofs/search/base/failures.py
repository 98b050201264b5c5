"""Exceptions of methods that find no proof."""

from __future__ import annotations

from proofs.kernel.terms import KernelError


class LimitReached(KernelError):
    """Raised when a limit of effort is reached."""


class NotFound(KernelError):
    """Raised if a method finds no proof."""
