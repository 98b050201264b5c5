"""The steps of a derivation that a reader has to see.

A fact that only restates another one is replaced by it; two cases with the same product become a square; a proof by
contradiction becomes a direct one where it can; obvious facts are told from those that need a line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from typing import Any

from flint import fmpq

from proofs.kernel import rules
from proofs.kernel.normal import canonical, constant, key, normal, plus, scaled
from proofs.kernel.terms import FALSE, Term, le, lt, mul, num
from proofs.language.display import text
from proofs.readable.derivation import Derivation, Node, restated
from proofs.readable.phrases import EVIDENT, boxes
from proofs.readable.tidy import difference, gap, is_obvious, is_root, same_key, tidied

SQUARE = "elementary.square_nonneg"
SHORT = 45  # characters of a numerical fact that is mentioned in a reason


class Reduction:
    """A derivation with its steps reduced to those that are shown."""

    def __init__(self, derivation: Derivation, everything: bool = False) -> None:
        self.derivation, self.everything = derivation, everything
        self.cores: dict[Node, Node] = {}
        self.trivials: dict[Node, bool] = {}
        nodes = list(reachable([derivation.root], lambda node: node))
        self.positive = [
            (canonical(n.needs[0].args[1]), n.premises[0].hyps)
            for n in nodes
            if n.rule == "exp_log" or (n.rule == "ite_eq" and n.needs[0].op == "lt" and is_root(n.concl.args[0]))
        ]
        self.assumed = list({key(h): h for n in nodes for h in n.fact.hyps.values()}.values())
        self.positive_under: dict[frozenset[Hashable], frozenset[Term]] = {}
        self.uses: dict[Node, int] = {}
        for n in reachable([derivation.root], self.core):
            for p in {self.core(p): None for p in n.premises}:
                self.uses[p] = self.uses.get(p, 0) + 1
        self.lemmas = list(dict.fromkeys(self.core(n.premises[0]) for n in nodes if n.rule == "lemma"))

    def positives(self, hyps: frozenset[Hashable]) -> frozenset[Term]:
        """Return canonical terms that are positive under hypotheses, given by their keys."""
        if hyps not in self.positive_under:
            known = hyps.union(map(key, self.derivation.hyps))
            bounds = {
                canonical(h.args[1]) for h in (*self.derivation.hyps, *self.assumed) if key(h) in known and _is_bound(h)
            }
            self.positive_under[hyps] = frozenset(t for t, needs in self.positive if needs <= known) | bounds
        return self.positive_under[hyps]

    def core(self, node: Node) -> Node:
        """Return the node that a node only restates."""
        if node not in self.cores:
            inner = self.restated(node)
            self.cores[node] = node if inner is node else self.core(inner)
        return self.cores[node]

    def restated(self, node: Node) -> Node:
        """Return a node that says the same with less; the node itself if there is none."""
        positive = self.positives(node.hyps)
        if node.rule == "arith" and node.concl.op != "false" and not (self.everything and node.args[2]):
            for k in dict.fromkeys(k for _, facts in node.args[1] for k in facts):
                p, need = node.premises[k], node.needs[k]
                same = not self.is_square(node, k) and self.alike(node.concl, need, positive)
                if same and self.alike(need, p.concl, positive):
                    return p
        if node.rule == "replace" and node.concl.op in ("le", "lt", "eq"):
            body = node.premises[1]
            if body.concl.op == node.concl.op and (
                same_key(node.concl, positive) == same_key(body.concl, positive)
                or key(node.needs[1]) == key(node.concl)
            ):
                return body
        if node.rule == "replace" and node.concl.op in ("le", "lt", "eq"):
            return self.moved_inside(node) or node
        if node.rule == "absurd" and key(node.concl) == key(FALSE):
            return node.premises[0]
        if node.rule == "discharge":
            return self.as_nonzero(node) or node
        if node.rule == "cases":
            for case, branch in zip(node.opened, node.premises, strict=True):
                if key(case[0]) in node.hyps:
                    return branch
            return self.as_square(node) or self.as_contrary(node) or node
        return node

    def alike(self, new: Term, old: Term, positive: frozenset[Term]) -> bool:
        """Return whether a relation has the same meaning as another, or is its weaker form."""
        if new.op not in ("le", "lt", "eq") or old.op not in ("le", "lt", "eq"):
            return key(new) == key(old)
        p, q = same_key(new, positive), same_key(old, positive)
        return p == q and (new.op == old.op or (new.op == "le" and old.op == "lt"))

    def items(self, node: Node) -> tuple[list[tuple[Term, list[int]]], fmpq]:
        """Return the summands of a linear combination that are not numbers, and the sum of those that are."""
        out: list[tuple[Term, list[int]]] = []
        positive = self.positives(node.hyps)
        total = fmpq(0)
        for c, facts in node.args[1]:
            value = fmpq(1)
            rest: list[int] = []
            for k in facts:
                number = constant(gap(node.needs[k], positive)) if node.needs[k].op in ("le", "lt", "eq") else None
                value, rest = (value, [*rest, k]) if number is None else (value * number, rest)
            if not value:
                continue
            c = c if value == 1 else num(value * fmpq(*c.args)) if c.op == "num" else mul(num(value), c)
            if c.op == "num" and c.args[0] == 0:
                continue
            if rest or c.op != "num":
                out.append((c, rest))
            else:
                total += fmpq(*c.args)
        return self.merged(node, out), total

    @staticmethod
    def merged(node: Node, items: list[tuple[Term, list[int]]]) -> list[tuple[Term, list[int]]]:
        """Return a linear combination in which each product of inequalities occurs once, of the strict ones if any."""
        out: dict[Hashable, tuple[Term, list[int]]] = {}
        for c, facts in items:
            plain = c.op == "num" and all(node.needs[k].op in ("le", "lt") for k in facts)
            factors = Counter(canonical(difference(node.needs[k])) for k in facts) if plain else {}
            same = frozenset(factors.items()) or len(out)
            if same in out:
                before, others = out[same]
                strict = all(node.needs[k].op == "lt" for k in facts)
                c, facts = num(fmpq(*before.args) + fmpq(*c.args)), facts if strict else others
            out[same] = c, facts
        return list(out.values())

    def as_square(self, node: Node) -> Node | None:
        """Return a linear combination with a square, for two cases in which the same product has both signs."""
        low, high = map(self.core, node.premises)
        if low.rule != "arith" or high.rule != "arith" or (low.args[2:] != [[], []] and low.args[2] != []):
            return None
        s, t = node.args
        found = []
        for branch, case in ((low, le(s, t)), (high, lt(t, s))):
            if branch.args[2] or branch.args[3]:
                return None
            rows = []
            for c, facts in branch.args[1]:
                own = [k for k in facts if key(branch.needs[k]) == key(case)]
                if len(own) % 2 or c.op != "num":
                    return None
                ratio = fmpq(*c.args)
                for k in own:
                    ratio *= ratio_of(branch.needs[k], case, frozenset()) or 0
                rest = [k for k in facts if k not in own]
                rows.append(
                    (
                        ratio,
                        len(own) // 2,
                        tuple((self.core(branch.premises[k]), key(branch.needs[k])) for k in rest),
                        rest,
                    )
                )
            found.append(rows)
        plain = [sorted((str(r), n, sorted(id(p) for p, _ in f)) for r, n, f, _ in rows) for rows in found]
        if plain[0] != plain[1] or any(
            key(le(s, t)) in p.hyps for rows in found[:1] for *_, f, _ in rows for p, _ in f
        ):
            return None
        square = _square(s, t)
        premises, needs, sums = [square], [square.concl], []
        for ratio, n, _, rest in found[0]:
            places = []
            for k in rest:
                places.append(len(premises))
                premises.append(low.premises[k])
                needs.append(low.needs[k])
            sums.append([num(ratio), [0] * n + places])
        return Node("arith", node.fact, tuple(premises), tuple(needs), (node.concl, sums, [], []))

    def as_nonzero(self, node: Node) -> Node | None:
        """Return a proof of t ≠ 0 from t > 0 or t < 0, for one by contradiction."""
        body = self.core(node.premises[0])
        if node.concl.args[1] is not FALSE or node.concl.args[0].op != "eq" or body.rule != "arith" or body.args[2]:
            return None
        items, total = self.items(body)
        rest = [k for _, facts in items for k in facts if key(body.needs[k]) != key(node.concl.args[0])]
        if len(rest) != 1 or len(items) != 2 or (body.needs[rest[0]].op != "lt" and not total > 0):
            return None
        return Node("nonzero", node.fact, (body.premises[rest[0]],), (body.needs[rest[0]],))

    def moved_inside(self, node: Node) -> Node | None:
        """Return cases in each of which equals are put for equals, for equals put for equals in what cases show."""
        equality, body = node.premises
        inner = self.core(body)
        if inner.rule != "cases" or self.everything or key(inner.concl) != key(node.needs[1]):
            return None
        (template,) = node.args
        branches = []
        for branch in inner.premises:
            fact = rules.replace(restated(equality.fact, node.needs[0]), template, restated(branch.fact, node.needs[1]))
            branches.append(Node("replace", fact, (equality, branch), node.needs, node.args))
        return Node("cases", node.fact, tuple(branches), (node.concl,) * 2, inner.args, (), inner.opened)

    def as_contrary(self, node: Node) -> Node | None:
        """Return a proof by contradiction, for two cases one of which is the claim and the other one absurd."""
        for k in (0, 1):
            case, other = node.opened[1 - k][0], node.opened[k][0]
            claim, branch = self.core(node.premises[1 - k]), self.core(node.premises[k])
            if claim.rule == "assume" and key(claim.concl) == key(case) and branch.rule == "absurd":
                return Node("contrary", node.fact, branch.premises, (FALSE,), (case,), (), ((other,),))
        return None

    def is_trivial(self, node: Node) -> bool:
        """Return whether a fact is mentioned in the reason that uses it, without a line of its own."""
        node = self.core(node)
        if node not in self.trivials:
            self.trivials[node] = False
            self.trivials[node] = self.judged(node)
        return self.trivials[node]

    def judged(self, node: Node) -> bool:
        """Return whether a fact is trivial; see `is_trivial`."""
        if node.rule == "assume" or key(node.concl) is True:
            return True
        if self.everything:
            return False
        return self.is_plain(node) or self.is_void(tidied(node.concl, self.positives(node.hyps), expand=None))

    def is_plain(self, node: Node) -> bool:
        """Return whether a fact is trivial by its rule, its form and its premises."""
        if node.rule in ("exp_pos", "derivative") or (node.rule == "theorem" and node.args[0] == SQUARE):
            return True
        t = node.concl
        if node.rule == "compute" and any(implies(h, t) for h in node.fact.hyps.values()):
            return True
        if node.rule == "compute" and not t.free:
            return len(text(t)) <= SHORT and boxes(node.args[2]) == 1
        if node.rule == "generalize":
            return self.is_trivial(peeled(node)[0])
        sides = t.args[0].args if t.op == "imp" and t.args[0].op == "eq" and t.args[1] is FALSE else ()
        sides = t.args[::-1] if t.op == "lt" else sides
        if sides and constant(normal(sides[1])) == 0:
            parts = normal(sides[0]).items()
            if parts and all(c > 0 and all(a.is_exp for a, _ in m) for m, c in parts):
                return True
            by_signs = node.rule in ("discharge", "cases", "contrary")
            if by_signs and is_obvious(le(num(0), sides[0]), self.nonnegative(node)):
                # the sign of a term all of whose parts have it, however it was proved
                return any(all(a.is_exp or a.term in self.positive_parts(node) for a, _ in m) for m in normal(sides[0]))
        if not all(map(self.is_trivial, node.premises)):
            return False
        if node.rule in ("mp", "specialize"):
            return True
        if node.rule == "theorem" and node.args[0] in EVIDENT:
            return len(text(t)) <= 2 * SHORT
        if node.rule == "nonzero" or (node.rule == "replace" and t.op == "imp" and t.args[1] is FALSE):
            return True
        if node.rule in ("exp_log", "ite_eq", "abs_value", "antisymmetry", "big_empty"):
            return len(text(t)) <= 2 * SHORT
        if node.rule == "integer_step":
            return True
        if t.op not in ("le", "lt", "eq"):
            return False
        if node.rule == "arith":
            items, _ = self.items(node)
            if t.op == "eq":
                return not items and not node.args[3] and len(text(t)) <= SHORT
            plain = not node.args[2] and all(len(facts) == 1 and not self.is_square(node, *facts) for _, facts in items)
            if plain and len(items) <= 2 and all(c.op == "num" and c.args == (1, 1) for c, _ in items):
                return True
        if node.rule in ("arith", "compute") or (node.rule == "theorem" and node.args[0].endswith(".inv_pos")):
            return is_obvious(t, self.nonnegative(node))
        return False

    @staticmethod
    def is_void(piece: Any) -> bool:
        """Return whether a formula needs no mention, as its two sides are the same."""
        return isinstance(piece, Term) and piece.sort == "B" and key(piece) is True

    def nonnegative(self, node: Node) -> frozenset[Term]:
        """Return the atoms that a hypothesis of a node bounds below by a number >= 0."""
        out = set()
        for h in (*node.fact.hyps.values(), *(self.core(p).concl for p in node.premises)):
            if h.op in ("le", "lt"):
                low = constant(normal(h.args[0]))
                if low is not None and low >= 0:
                    out.add(canonical(h.args[1]))
        return frozenset(out)

    def positive_parts(self, node: Node) -> frozenset[Term]:
        """Return the terms of which a hypothesis of a node says that they are positive."""
        return frozenset(canonical(h.args[1]) for h in node.fact.hyps.values() if _is_bound(h))

    def is_square(self, node: Node, k: int) -> bool:
        """Return whether a premise says that a square is not negative."""
        p = self.core(node.premises[k])
        return p.rule == "theorem" and p.args[0] == SQUARE


def reachable(roots: list[Node], step: Callable[[Node], Node]) -> Iterator[Node]:
    """Yield all nodes below, in the order of a search."""
    seen: dict[Node, None] = {}
    work = [step(r) for r in reversed(roots)]
    while work:
        node = work.pop()
        if node not in seen:
            seen[node] = None
            yield node
            work += [step(p) for p in reversed(node.premises)]


def peeled(node: Node) -> tuple[Node, tuple[Term, ...], tuple[Term, ...]]:
    """Return the body of a universal implication, with its variables and premises."""
    new: tuple[Term, ...] = ()
    hyps: tuple[Term, ...] = ()
    while node.rule in ("generalize", "discharge") and not (node.rule == "discharge" and node.concl.args[1] is FALSE):
        new, hyps = (*new, *node.new), (*hyps, *node.opened[0])
        (node,) = node.premises
    return node, new, hyps


def _square(s: Term, t: Term) -> Node:
    """Return the node of 0 <= (t − s)²."""
    u = t if constant(normal(s)) == 0 else s if constant(normal(t)) == 0 else t - s
    goal = le(num(0), mul(u, u))
    below, above = rules.assume(le(s, t)), rules.assume(lt(t, s))
    fact = rules.cases(
        s, t, rules.arith(goal, [(num(1), [below, below])]), rules.arith(goal, [(num(1), [above, above])])
    )
    return Node("theorem", fact, (), (), (SQUARE, ()))


def ratio_of(need: Term, shown: Term, positive: frozenset[Term]) -> fmpq | None:
    """Return the number by which a shown relation is multiplied to give the needed one."""
    if need.op not in ("le", "lt", "eq") or shown.op not in ("le", "lt", "eq"):
        return None
    (p, c), (q, d) = (scaled(gap(f, positive), signed=f.op == "eq") for f in (need, shown))
    return fmpq(c) / d if p == q else None


def _is_bound(h: Term) -> bool:
    """Return whether a hypothesis says that a term is positive."""
    if h.op not in ("le", "lt") or len(normal(h.args[1])) != 1:
        return False
    low = constant(normal(h.args[0]))
    return low is not None and (low > 0 or (low == 0 and h.op == "lt"))


def implies(h: Term, other: Term) -> bool:
    """Return whether a relation implies another by the difference of their constants."""
    if h.op not in ("le", "lt") or other.op not in ("le", "lt"):
        return False
    room = constant(plus(normal(difference(other)), normal(difference(h)), -1))
    return room is not None and (room > 0 or (room == 0 and (h.op, other.op) == ("lt", "le")))
