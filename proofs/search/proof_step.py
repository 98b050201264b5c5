"""Steps of hand-written proofs that the search proves; the steps that it finds become steps of the proof.

A goal about sequences is also asked with numbers in place of its entries, sums, products and maxima at its indices:
0 < a_i, a_i <= Σ b ⊢ 1/Σ b <= 1/a_i becomes 0 < x, x <= y ⊢ 1/y <= 1/x. Hence no lemma about numbers is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import count, islice, product
from math import isqrt

from proofs.builder.cases import by_indices
from proofs.builder.proof import Named, Proof, ProofError
from proofs.kernel.normal import canonical
from proofs.kernel.rules import Fact
from proofs.kernel.terms import (
    KernelError,
    Term,
    app,
    big,
    bv,
    codomain,
    domain,
    eq,
    fn,
    forall,
    imp,
    instantiate_bound,
    lam,
    le,
    lt,
    num,
    rebuild,
    var,
)
from proofs.language.display import text
from proofs.language.notation import conditional, fun
from proofs.search.base.effort import METER, OutOfEffort, budget, spent
from proofs.search.base.failures import NotFound
from proofs.search.base.steps import Steps
from proofs.search.engine import Kind, Question, Search, budgets
from proofs.search.lemmas.own import lemmas_before
from proofs.search.sequences.forms import BIG, of_sequences, root_of, walk, written
from proofs.search.table import TABLE
from proofs.search.worker_calls import EFFORT

AS_NUMBERS = (0.05, 0.25, 1.0)  # the efforts for a goal with numbers in place of entries and sums
BRIEFLY = 0.1  # the effort for a goal about sequences as it is, after the first attempt with numbers
MOST_VALUES = 4  # the maximum number of values of an index that are treated one by one
BITS = 128  # the precision with which both sides are computed
MOST_INSTANCES = 36  # the maximum number of instances of one universal fact
MOST_UNROLLED = 3  # the maximum number of members by which two sums differ
ARITHMETIC = ("num", "add", "mul", "inv")
RELATIONS = ("le", "lt", "eq")


def step(p: Proof, goal: Term, *using: Named, label: str | None = None, effort: float = EFFORT) -> Fact:
    """Prove a goal by the methods of `decide`, from the given facts, or else from the hypotheses and all named facts.

    The theory must contain the chapters that the methods use: `elementary`, and for sums, products and maxima also
    `sums`, `norms` and `inequalities`. A replay of the proof needs no search.

    Raises
    ------
    ProofError
        if no proof is found with this effort.

    Examples
    --------
    >>> from proofs.search.certificate_theorems import theory
    >>> from proofs.language.notation import *
    >>> n, = ints("n")
    >>> x, = vectors("x")
    >>> p = Proof("example.step", theory(of_sequences=True))
    >>> p.given(some=1 <= n, positive=every(lambda i: x(i) > 0, 1, n))
    >>> mean = Sum(lambda i: x(i), 1, n) ** 2 <= n * Sum(lambda i: x(i) ** 2, 1, n)
    >>> print(text(step(p, mean).concl))
    (Σ_{i=1}^{n} x_i)^2 ≤ n·(Σ_{i=1}^{n} x_i^2)
    """
    facts = [p.get(f) for f in using] if using else [*p.hypotheses.values(), *p.facts.values()]
    named_facts, p.facts, finder, p.find = p.facts, {}, p.find, None  # the methods use only the given facts
    try:
        with budget(effort):
            found = _proved(p, facts, goal)
    except (KernelError, RecursionError, OutOfEffort) as wrong:
        place = f"{p.name}, {label}" if label else p.name
        raise ProofError(f"{place}: no proof found with effort {effort:g}: {text(goal)}") from wrong
    finally:
        p.facts, p.find = named_facts, finder
    return p.change(Steps(p).cut(found, facts), goal, label=label)


def _proved(p: Proof, facts: Sequence[Fact], goal: Term) -> Fact:
    """Prove the goal at each value of a short range, by computation, at its indices, or by the methods of `TABLE`."""
    if (ends := _short_range(goal)) is not None:
        template = forall("Z", goal.args[1].args[1].args[1])
        at = [instantiate_bound(template.args[1], (num(k),)) for k in range(ends[0], ends[1] + 1)]
        return by_indices(p, template, *ends, lambda k: p.change(_proved(p, facts, at[k - ends[0]]), at[k - ends[0]]))
    (goal, *given), columns = _as_vectors([goal, *(f.concl for f in facts)])
    if columns:
        return p.rule("instantiate", _proved(p, [p.assume(g) for g in given], goal), list(columns.items()))
    found = None if goal.free else _computed(p, goal)
    if found is None and any(map(of_sequences, (*given, goal))):
        found = _at_indices(p, facts, goal, AS_NUMBERS[:1])
        if found is None:
            with suppress(KernelError, RecursionError, OutOfEffort), budget(BRIEFLY):
                found = proved_in_rounds(p, given, goal, TABLE)[0]
            spent()  # it raises `OutOfEffort` if the budget of the step is used up
        found = found or _at_indices(p, facts, goal, AS_NUMBERS[1:])
    return found or proved_in_rounds(p, given, goal, TABLE)[0]


def _as_vectors(formulas: Sequence[Term]) -> tuple[list[Term], dict[Term, Term]]:
    """Replace a matrix of which only one row or column occurs by a vector; return the values of the new vectors too.

    x_{t + 1,i} = x_{t,i} + 1, for a variable i, becomes x_{t + 1} = x_t + 1: the methods about sequences apply to it.
    """
    found: dict[Term, Term] = {}
    for f in sorted({f for formula in formulas for f in formula.free if domain(f.sort) == ("Z", "Z")}, key=text):
        places = [t.args[1:] for formula in formulas for t in walk(formula) if t.op == "app" and t.args[0] is f]
        bare = sum(a is f for formula in formulas for t in walk(formula) for a in t.args) > len(places)
        fixed = [k for k in (1, 0) if places and len({p[k] for p in places}) == 1 and places[0][k].op == "var"]
        if bare or not fixed:
            continue
        k, free = fixed[0], {x for formula in (*formulas, *found) for x in formula.free}
        vectors = (fn(f.args[0] + "_" * n, 1, codomain(f.sort)) for n in count(1))
        vector = next(v for v in vectors if v not in free)
        at = places[0][k]
        found[vector] = fun(lambda t, f=f, at=at, k=k: f(*(t, at) if k else (at, t)))
        formulas = [_with_vector(formula, f, vector, 1 - k) for formula in formulas]
    return list(formulas), found


def _with_vector(t: Term, f: Term, vector: Term, k: int) -> Term:
    """Replace each application of f by that of a vector to the index at place k."""
    out = rebuild(t, lambda part, _: _with_vector(part, f, vector, k))
    return app(vector, out.args[1 + k]) if out.op == "app" and out.args[0] is f else out


def _short_range(goal: Term) -> tuple[int, int] | None:
    """Return the ends of the range of a goal ∀k ∈ {lo..hi}. A(k) if they are numerals close to each other, or None."""
    if goal.op != "all" or goal.args[0] != "Z" or goal.args[1].op != "imp" or goal.args[1].args[1].op != "imp":
        return None
    (first, k), (k2, last) = goal.args[1].args[0].args, goal.args[1].args[1].args[0].args
    lo, hi = canonical(first), canonical(last)
    if not (lo.op == hi.op == "num" and k is k2 and k.op == "bv" and 0 <= hi.args[0] - lo.args[0] < MOST_VALUES):
        return None
    return int(lo.args[0]), int(hi.args[0])


def _computed(p: Proof, goal: Term) -> Fact | None:
    """Prove a relation between numbers by computing both sides, or by arithmetic; return None on failure."""
    with suppress(KernelError):
        if goal.op in ("le", "lt"):
            return p.rule("compute", goal, [], ["leaf", BITS])
        return p.have(goal, *_rational_roots(p, goal))
    return None


def _rational_roots(p: Proof, formula: Term) -> Iterator[Fact]:
    """Yield √w = r for the roots √w in a formula whose radicand is the square of a rational number r."""
    for w in dict.fromkeys(w for t in walk(formula) if (w := root_of(t)) is not None):
        value = canonical(w)
        if value.op == "num" and value.args[0] >= 0:
            root = num(*map(isqrt, value.args))
            if canonical(root * root) is value:
                fact = p.apply("norms.sqrt_unique", p.side_condition(le(num(0), root)), r=root)
                yield p.rewrite(fact, p.have(eq(root * root, w)))


def _at_indices(p: Proof, facts: Sequence[Fact], goal: Term, efforts: Sequence[float]) -> Fact | None:
    """Prove the goal at its indices as a question about numbers; return None if this fails or takes more effort."""
    introduced, inside = list[Term | Fact](), goal
    while (inside.op == "all" and inside.args[0] == "Z") or conditional(inside):
        if inside.op == "all":
            introduced.append(var(f"index{len(p.made)}'{len(introduced)}", "Z"))
            inside = instantiate_bound(inside.args[1], (introduced[-1],))
        else:
            introduced.append(p.rule("assume", inside.args[0]))
            inside = inside.args[1]
    here = [f for f in introduced if isinstance(f, Fact)]
    if inside.op not in RELATIONS:
        return None
    out = _termwise(p, [*facts, *here], inside, efforts)
    if out is None:
        known = [f for fact in (*facts, *here) for f in _instances(p, fact, inside, here)]
        known += _unrolled(p, [inside, *(f.concl for f in known)], here)
        known += _summed(p, inside, facts)
        out = _with_numbers(p, known, inside, efforts)
    if out is None:
        return None
    for x in reversed(introduced):
        out = p.discharge(out, x.concl) if isinstance(x, Fact) else p.generalize(x, out)
    return out


def _termwise(p: Proof, facts: Sequence[Fact], goal: Term, efforts: Sequence[float]) -> Fact | None:
    """Compare two sums over the same range member by member; return None if this fails or the goal is different."""
    theorem = {"le": "sums.sum_le", "eq": "sums.sum_eq"}.get(goal.op)
    if theorem is None or any(side.op != "sum" for side in goal.args):
        return None
    (lo, hi, f), (lo2, hi2, g) = (side.args for side in goal.args)
    if canonical(lo) is not canonical(lo2) or canonical(hi) is not canonical(hi2):
        return None
    made = {"le": le, "eq": eq}[goal.op]
    members = _at_indices(p, facts, forall("Z", imp(le(lo, bv(0, "Z")), imp(le(bv(0, "Z"), hi), made(f, g)))), efforts)
    if members is None:
        return None
    with suppress(KernelError):
        return p.change(p.apply(theorem, members, f=lam(1, f), g=lam(1, g), lo=lo, hi=hi), goal)
    return None


def _with_numbers(p: Proof, facts: Sequence[Fact], goal: Term, efforts: Sequence[float]) -> Fact | None:
    """Prove the goal about numbers, with its roots abstracted or kept; return None if this takes much effort."""
    ways = [True, False]
    for effort in efforts:
        for whole in tuple(ways):
            try:
                with budget(effort):
                    return _as_numbers(p, facts, goal, whole)
            except OutOfEffort:
                spent()  # it raises `OutOfEffort` if the budget of the step is used up
            except (KernelError, RecursionError):
                ways.remove(whole)
    return None


def _instances(p: Proof, fact: Fact, goal: Term, here: Sequence[Fact]) -> Iterator[Fact]:
    """Yield a relation, or the instances of a universal fact about integers at the indices in the goal."""
    if fact.concl.op in RELATIONS:
        yield fact
    inside, count = fact.concl, 0
    while inside.op in ("all", "imp"):
        if inside.op == "all" and inside.args[0] != "Z":
            return
        count += inside.op == "all"
        inside = inside.args[1]
    places = [a for t in walk(goal) for a in (t.args[1:] if t.op == "app" else (t,) if t.op == "var" else ())]
    indices = dict.fromkeys(a for a in places if a.sort == "Z" and not a.loose)
    if count and inside.op in RELATIONS:
        for values in islice(product(indices, repeat=count), MOST_INSTANCES):
            with suppress(KernelError):
                yield p.specialize(fact, *values, using=here)


def _summed(p: Proof, goal: Term, facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield the sums of universal facts that bound the members of a sum in the goal."""
    for b, fact in product(dict.fromkeys(written(goal, ("sum",))), facts):
        lo, hi, f = b.args
        inside = fact.concl.args[1] if fact.concl.op == "all" and fact.concl.args[0] == "Z" else f
        bounds = [le(lo, bv(0, "Z")), le(bv(0, "Z"), hi)]
        while conditional(inside) and bounds and inside.args[0] is bounds[0]:
            inside = inside.args[1]
            del bounds[0]
        if bounds or inside.op != "le" or f not in inside.args:
            continue
        ends = {"f": lam(1, inside.args[0]), "g": lam(1, inside.args[1]), "lo": lo, "hi": hi}
        (other,) = [side for side in inside.args if side is not f] or [f]
        with suppress(KernelError):
            summed = p.apply("sums.sum_le", fact, **ends)
            yield summed
            if not other.loose:
                count = p.apply("sums.sum_const", p.side_condition(le(lo, hi + 1), *facts), lo=lo, hi=hi)
                whole = (hi - lo + 1) * other
                yield p.have(le(b, whole) if inside.args[0] is f else le(whole, b), summed, (count, other))


def _unrolled(p: Proof, formulas: Sequence[Term], here: Sequence[Fact]) -> Iterator[Fact]:
    """Yield equations between sums or products that differ by their last members, and expand those with few members."""
    sums = list(dict.fromkeys(b for f in formulas for b in written(f, ("sum", "prod"))))
    known = {canonical(b) for b in sums}
    for b in sums:
        lo, hi, body = b.args
        parts = [big(b.op, lo, canonical(hi - n), body) for n in range(MOST_UNROLLED + 1)]
        last = next(
            (n for n, c in enumerate(parts) if c.args[1] is canonical(lo - 1) or (n and canonical(c) in known)), 0
        )
        with suppress(KernelError):
            for part in parts[:last]:
                yield p.rule("big_step", part, p.side_condition(le(lo, part.args[1]), *here))
            if parts[last].args[1] is canonical(lo - 1):
                yield p.rule("big_empty", parts[last], p.side_condition(lt(parts[last].args[1], lo)))


def _signs(p: Proof, terms: Iterable[Term], facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield the signs of square roots, exponentials and absolute values."""
    for t in terms:
        if (w := root_of(t)) is not None:
            yield p.apply("norms.sqrt_nonneg", s=w)
            with suppress(KernelError):
                yield p.apply("norms.sqrt_positive", p.positive(w, *facts), s=w)
        elif t.op == "exp":
            yield p.rule("exp_pos", *t.args)
        elif t.op == "abs":
            yield p.apply("elementary.abs_nonneg", x=t.args[0])


def _inverses(p: Proof, formulas: Iterable[Term], facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield 0 < 1/x for the denominators x that are proved to be positive."""
    for t in dict.fromkeys(t for f in formulas for t in walk(f) if t.op == "inv" and not t.loose):
        with suppress(KernelError):
            yield p.instance("elementary.inv_pos", {"x": t.args[0]}, p.positive(t.args[0], *facts))


def _as_numbers(p: Proof, facts: Sequence[Fact], goal: Term, whole: bool) -> Fact:
    """Prove the goal from facts, with numbers in place of entries, sums, products and maxima.

    If `whole` is true, numbers replace all terms that are not built by arithmetic, such as roots of sums.

    Raises
    ------
    NotFound
        if the goal is not about sequences, or is not proved.
    """
    numbers: dict[Term, Term] = {}

    def abstracted(t: Term) -> Term:
        named = t.op in (*BIG, "app") or (t.op == "var" and t.sort == "Z")
        if named or (whole and t.op not in (*ARITHMETIC, *RELATIONS, "var")):
            return numbers.setdefault(canonical(t), var(f"number{len(numbers)}'", "R"))
        return rebuild(t, lambda kid, _: abstracted(kid))

    wanted = abstracted(goal)
    pairs = [(f, abstracted(f.concl)) for f in dict.fromkeys(facts)]
    if not numbers:
        raise NotFound("it is about numbers")
    reached, near = set(wanted.free), list[tuple[Fact, Term]]()
    while new := [pair for pair in pairs if pair not in near and pair[1].free & reached]:
        near += new
        reached.update(*(a.free for _, a in new))
    if whole:
        near += [(f, abstracted(f.concl)) for f in _signs(p, [t for t, v in numbers.items() if v in reached], facts)]
    used = [f for f, _ in near]
    inverses = _inverses(p, [goal, *(f.concl for f in used)], used)
    with suppress(KernelError):
        return p.have(goal, *used, *inverses)
    out, _ = proved_in_rounds(p, [a for _, a in near], wanted, TABLE)
    out = p.rule("instantiate", out, [(v, t) for t, v in numbers.items()])
    return p.change(Steps(p).cut(out, used), goal)


def proved_in_rounds(p: Proof, given: Sequence[Term], goal: Term, table: Sequence[Kind]) -> tuple[Fact, Search]:
    """Prove a goal in rounds with doubling budgets, until `OutOfEffort`; return the last search as well.

    Raises
    ------
    NotFound
        if the goal is not proved with any budget.
    """
    failed: dict[Question, int] = {}
    before = lemmas_before(p.theory)
    lemmas = before if before.lemmas else None
    for share in budgets(any(map(of_sequences, (*given, goal)))):
        cuts = METER.cuts
        search = Search(p, share, table, lemmas=lemmas, failed=failed)
        try:
            return search.prove(given, goal), search
        except (ValueError, ArithmeticError, RecursionError):  # KernelError among them
            if METER.cuts == cuts:
                raise
    raise AssertionError
