"""A decision procedure for inequalities: a proof that can be re-checked, an exact counterexample, or "unknown".

`decide` takes text, terms of the kernel or SymPy relations. The search is not trusted: a result is reported as proved
or refuted only with a stored theorem that the kernel has replayed and that states exactly the question. If a term of a
question is undefined at a point that satisfies the hypotheses (a logarithm of 0, a pole), an error reports the point.
A hypothesis may be a recursion: at each index, its definedness may depend on the hypothesis at smaller indices.
The search runs in its own process, which is stopped when it exceeds its time or memory limit.

>>> from proofs.search import decide
>>> decide("log(1 + x) <= x", given=["x >= 0"]).answer
'proved'
>>> print(decide("x**2 > x", given=["x > 0"]))
refuted: for real x with x > 0: x**2 > x fails at x = 1

Goals may contain sums, products and maxima over ranges of symbolic length, written as in SymPy:

>>> asked = "sum(x[i], (i, 1, n))**2 <= n*sum(x[i]**2, (i, 1, n))", ["integer n", "n >= 1"]
>>> decide(*asked).answer
'proved'

The modules, from the interface inwards; no module imports a module listed before it:

- `sharpening`: sharp constants, from candidates and two proofs;
- `entry_points` and `batch`: the functions for users;
- `settle`: the search in the worker process; `proof_step`: automatic steps in hand-written proofs; `ablation`: which
  methods a proof needs;
- `answer`, `margin`, `worker_calls`, `question`: questions, answers, and calls of a worker process;
- `advice`: messages about unanswered questions;
- `counterexamples`: irrational counterexamples with their proofs;
- `table`, `transformations`, `procedures`, `lemmas`: the proof methods, and the table of their order;
- `cones`: homogeneous rational functions on cones, possibly with roots;
- `reductions`: changes of variables and case splits, which several methods use;
- `sequences`: sums, products and maxima of n numbers for symbolic n, and facts at an index;
- `engine`: the search through the table of methods;
- `boxes`, `points`: signs on boxes, samples and rational counterexamples;
- `base`: tools that all of these share;
- `certificate_theorems`: the theorems that certificates use.
"""

from __future__ import annotations

from proofs.language.parse import ParseError
from proofs.search.answer import FAILED, Answer, UndefinedError
from proofs.search.entry_points import decide, prove, refute
from proofs.search.question import READING, listed, question
from proofs.search.worker_calls import check_limits

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
