"""A count of the work done in this process, by which searches limit themselves.

Time depends on the machine and on what else runs there; this count does not. It grows where most of the work is done:
with new terms, terms of normal forms, evaluations and steps of proofs. A unit takes about a microsecond. Nothing that
the kernel accepts depends on it.
"""


class Work:
    """A counter; `done` is the number of units so far."""

    __slots__ = ("done",)

    def __init__(self) -> None:
        self.done = 0


WORK = Work()
