"""How a way of proof fails."""

from __future__ import annotations

from proofs.kernel.terms import KernelError


class OutOfTime(KernelError):
    """The time given is over."""


class NotFound(KernelError):
    """No proof was found this way."""
