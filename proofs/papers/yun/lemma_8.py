"""Lemma 8 and Definition E.1: the contextual mapping, for columns in any order (E.1.2, with E.3.1 to E.3.3)."""

from __future__ import annotations

from proofs.chapter import Claim
from proofs.kernel.rules import Fact
from proofs.notation import FALSE, Term, eq, every, fun, implies, negation, num, sigma, substitute, vectors
from proofs.paper import Erratum, Search
from proofs.papers.yun.any_columns import ENTRIES, output_id
from proofs.papers.yun.column_ids import U, xy, y
from proofs.papers.yun.last_layer import context, t_l, t_r
from proofs.papers.yun.network import CLASSES, IDS, SWEEP, W, distinct, kappa
from proofs.papers.yun.shifts import GRID, lx, lx2
from proofs.papers.yun.vocabulary import M, d, delta, i, j, k, m, n, paper, q, r, s, tower, x, x2
from proofs.proof import Proof
from proofs.theorems import distinct as places
from proofs.theorems.integers import increasing

(W2,) = vectors("W'", 3)
(y2,) = (fun_ for fun_ in ())
