"""Whether an answer's certificate says what was asked, and both readers accept it."""

from __future__ import annotations

import json

from proofs import checker
from proofs.builder.chapter import Claim
from proofs.checking.refute import refutes
from proofs.kernel.normal import key
from proofs.kernel.rules import Theory
from proofs.kernel.store import replay
from proofs.search import Answer


def rechecked(answer: Answer) -> bool:
    """Whether kernel and second checker accept the certificate, and it says what was asked."""
    theory = Theory()
    facts = [replay(theory, json.loads(json.dumps(stored))) for stored in answer.certificate]
    accepted = all(v.accepted for v in checker.check(answer.certificate))
    if answer.answer == "refuted":
        claims = [Claim(answer.given, goal) for goal in answer.goal]
        return accepted and any(refutes(facts[-1], answer.certificate[-1], claim) for claim in claims)
    own = facts[-len(answer.goal) :]
    same = all(key(fact.concl) == key(goal) for fact, goal in zip(own, answer.goal, strict=True))
    return accepted and same and all(fact.hyps.keys() <= {key(h) for h in answer.given} for fact in own)
