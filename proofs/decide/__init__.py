"""Is an inequality true? A proof that can be re-checked, an exact counterexample, or an honest "unknown".

`decide` takes text, terms of the kernel or SymPy relations. The search is not trusted: what is reported as proved
or refuted is a stored theorem that the kernel has replayed and that says exactly what was asked. A question whose
terms are not everywhere defined under its hypotheses (a logarithm of 0, a pole) is an error that says where.
A recursion among the hypotheses is read of one index after another, each under what it says of those before it.
The search runs in a process of its own, which is stopped when it overruns its time or its memory.

>>> from proofs.decide import decide
>>> decide("log(1 + x) <= x", given=["x >= 0"]).answer
'proved'
>>> print(decide("x**2 > x", given=["x > 0"]))
refuted: for real x with x > 0: x**2 > x fails at x = 1

Sums, products and maxima over ranges of symbolic length are asked about in the same way, in text as SymPy writes them:

>>> asked = "sum(x[i], (i, 1, n))**2 <= n*sum(x[i]**2, (i, 1, n))", ["integer n", "n >= 1"]
>>> decide(*asked).answer
'proved'

The parts, from the door inwards; none imports one before it:

- `asking` (the door), `bracket` and `many`: what one calls;
- `settle`: what a worker does with a question; `step`: a step of a proof that is written by hand; `helping`: which
  methods a proof takes;
- `answer`, `margin`, `calling`, `question`: what is asked and said, and how it gets to a worker and back;
- `advice`: what is said of a question that was not answered;
- `counterexamples`: points that are not rational, with the proof that something fails there;
- `methods`: the ways of proof, a family in each file, and the one table that gives their order;
- `cones`: rational functions on cones, made homogeneous, and roots in them;
- `changes`: a question asked of other variables, which several methods use;
- `sequences`: what is known of n numbers, n symbolic: of sums, products and maxima, and at an index;
- `search`: what goes through the table, and knows no method;
- `boxes`, `points`: signs on boxes, samples and rational counterexamples;
- `base`: what all of it stands on;
- `library`: the theorems that certificates use.
"""

from __future__ import annotations

from proofs.decide.answer import FAILED, Answer, UndefinedError
from proofs.decide.asking import decide, prove, refute
from proofs.decide.calling import check_limits
from proofs.decide.question import READING, listed, question
from proofs.language.parse import ParseError

__all__ = [
    "FAILED",
    "READING",
    "Answer",
    "ParseError",
    "UndefinedError",
    "check_limits",
    "decide",
    "listed",
    "prove",
    "question",
    "refute",
]
