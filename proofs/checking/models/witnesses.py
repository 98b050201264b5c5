"""Points at which hypotheses about functions and sets hold, by witnesses and existence theorems.

Numbers cannot be tried for a function of matrices or a set of matrices. A few witnesses suffice for all claims: the
function 0, the identity, the cube [−1, 1]^(d×n), the empty set. If a theorem states that a number with exactly the
given hypothesis exists (π, for example), this number is left open: the proof shows that the hypotheses do not exclude
all of its values. Witnesses are not trusted: theorems and a short search prove that the hypotheses hold there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice, product

from proofs.builder.automation import Finder, fresh
from proofs.builder.proof import Proof, ProofError
from proofs.checking.models.satisfying_points import satisfying
from proofs.checking.models.seeds import Start
from proofs.checking.refute import Instance
from proofs.kernel.normal import key
from proofs.kernel.rules import Fact, Theory
from proofs.kernel.terms import (
    FALSE,
    KernelError,
    Term,
    domain,
    instantiate_bound,
    lam,
    num,
    substitute,
    takes_integers,
)
from proofs.language.display import text
from proofs.language.notation import MATRIX, OPERATOR, ints, mapping

CHOICES = 60  # choices of witnesses for the variables of a set of hypotheses, or of one ∃
CHOICE = 500  # cost of each choice, in products tried
BITS = 64
POINTS = 2  # numeric points tried for each choice
DRAWN = 8  # points drawn, of which those with the fewest negative numbers are tried: bounds of integrals are >= 0
SIZES = ints("d n")
SET = f"({MATRIX}>R)"
NUMBERS = (num(1), num(0), num(1, 2), num(2))


def stock(sort: str) -> list[Term]:
    """Witnesses for a variable of this sort, which may contain the sizes d and n."""
    if sort in ("Z", "R"):
        return [x for x in NUMBERS if sort in (x.sort, "R")]
    arguments = "".join(domain(sort))
    nothing = lam(arguments, num(0))
    if sort == SET:
        from proofs.theorems.analysis.compactness import (
            cube_set,  # reading the record of a check does not need this chapter
        )

        return [cube_set(num(1), *SIZES), nothing]
    if sort == OPERATOR:
        return [nothing, mapping(lambda X, i, j: X(i, j), MATRIX, "Z", "Z")]
    return [nothing, lam(arguments, num(1))]


def is_plain(formula: Term) -> bool:
    """Return whether a formula contains only numbers and functions of integers, so that points can be tried."""
    seen: set[Term] = set()
    left = [formula]
    while left:
        t = left.pop()
        if t not in seen:
            seen.add(t)
            if (t.op == "all" and t.args[0] != "Z") or not takes_integers(t.sort):
                return False
            left += [a for a in t.args if isinstance(a, Term)]
    return True


def numbers_only(given: Sequence[Term], theory: Theory) -> bool:
    """Return whether a point of numbers and tables can satisfy all of the hypotheses."""
    return all(map(is_plain, given)) and not any(existing(g, v, theory) for g in given for v in g.free)


def witnessed(given: Sequence[Term], theory: Theory, starts: Sequence[Start] = ()) -> Iterator[Instance]:
    """Points at which the plain hypotheses seem to hold; the others have to be proved there."""
    left_open = {v for v in {v for g in given for v in g.free} if any(existing(g, v, theory) for g in given)}
    numbers = [v for v in _free(given) if v not in left_open]
    higher = [v for v in numbers if not is_plain(v)]
    for chosen in islice(product(*(stock(v.sort) for v in higher)), CHOICES):
        point = dict(zip(higher, chosen, strict=True))
        there = [g for g in (substitute(g, point) for g in given) if not g.free & left_open]
        plain = [g for g in there if is_plain(g)]
        drawn = islice(satisfying(plain, starts), DRAWN) if plain else [{}]
        for found in sorted(drawn, key=_negative)[:POINTS]:
            others = {v: stock(v.sort)[0] for v in numbers if v not in point} | found
            sizes = {v: num(1) for v in SIZES} | others
            yield others | {v: substitute(x, sizes) for v, x in point.items()}


def _negative(point: Instance) -> int:
    """Return the number of negative values of a point."""
    return sum(x.op == "num" and x.args[0] < 0 for x in point.values())


def _free(formulas: Sequence[Term]) -> list[Term]:
    return sorted({v for g in formulas for v in g.free}, key=lambda v: (v.args[0], v.op))


def existing(formula: Term, v: Term, theory: Theory) -> str | None:
    """Return the name of a closed theorem which says that a v with this property exists, if there is one."""
    if formula.free != {v}:
        return None
    wanted = key(formula)
    for name, fact in theory.facts.items():
        c = fact.concl
        if not fact.hyps and not c.free and c.op == "imp" and c.args[1] is FALSE and c.args[0].op == "all":
            sort, body = c.args[0].args
            one = sort == v.sort and body.op == "imp" and body.args[1] is FALSE
            if one and key(instantiate_bound(body.args[0], (v,))) == wanted:
                return name
    return None


def computed(p: Proof, formula: Term, bits: int) -> Fact | None:
    """Prove a closed formula by computing with `bits` bits; None if the precision does not suffice."""
    if key(formula) is True:
        return p.rule("assume", formula)
    if formula.free or not is_plain(formula):
        return None
    try:
        return p.rule("compute", formula, [], ["leaf", bits])
    except KernelError:
        return None


def known_of(p: Proof, fact: Fact, v: Term) -> Iterator[Fact]:
    """Consequences, by theorems, of the only property known of a variable."""
    wanted = key(fact.concl)
    for name, theorem in p.theory.facts.items():
        if len(theorem.hyps) == 1:
            (hypothesis,) = theorem.hyps.values()
            if len(hypothesis.free) == 1 and theorem.concl.free <= hypothesis.free:
                (x,) = hypothesis.free
                if x.sort == v.sort and key(substitute(hypothesis, {x: v})) == wanted:
                    yield p.instance(name, {x.args[0]: v}, fact)


def proved(p: Proof, formula: Term, here: tuple[Fact, ...]) -> Fact:
    """Prove a formula from facts: open its quantifiers and conditions, try witnesses for ∃, or search.

    Raises
    ------
    KernelError
        if no proof is found.
    """
    found = computed(p, formula, BITS) or p.find_fact(formula, *here)
    if found is not None:
        return found
    if formula.op == "all":
        x = fresh(p, formula)
        return p.rule("generalize", x, proved(p, instantiate_bound(formula.args[1], (x,)), here))
    if formula.op == "imp" and formula.args[1] is FALSE and formula.args[0].op == "all":
        with suppress(KernelError):
            return Finder(p).find(formula, here)
        return _existing(p, formula, here)
    if formula.op == "imp":
        fact = p.rule("assume", formula.args[0])
        return p.rule("discharge", fact.concl, proved(p, formula.args[1], (*here, fact)))
    with suppress(KernelError):
        return Finder(p).find(formula, here)
    for fact in here:  # such as j ≠ 1, if j is the only index
        if fact.concl.op == "imp" and fact.concl.args[1] is FALSE and fact.concl.args[0].op == "eq":
            with suppress(KernelError):
                one = Finder(p).find(fact.concl.args[0], here)
                return p.rule("absurd", p.rule("mp", fact, one), formula)
    raise ProofError(f"not found: {text(formula)}")


def _existing(p: Proof, formula: Term, here: tuple[Fact, ...]) -> Fact:
    """Prove ∃ … with witnesses from the facts and from the stock."""
    none = p.rule("assume", formula.args[0])
    sorts, body = [], formula.args[0]
    while body.op == "all":
        sorts.append(body.args[0])
        body = body.args[1]
    known = _free([f.concl for f in here])
    pools = [[*stock(sort), *(v for v in known if v.sort == sort)] for sort in sorts]
    for chosen in islice(product(*pools), CHOICES):
        p.work -= CHOICE
        if p.work < 0:
            raise ProofError("too much was tried")
        out = none
        with suppress(KernelError):
            for x in chosen:
                out = p.rule("specialize", out, x)
            while out.concl.op == "imp":
                out = p.rule("mp", out, proved(p, out.concl.args[0], here))
            if out.concl is not FALSE:  # another ∀, for which no value is known
                continue
            return p.rule("discharge", none.concl, out)
    raise ProofError(f"no witness was found for {text(formula)}")
