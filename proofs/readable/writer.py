"""The writer of readable proofs: from derivations to numbered lines with reasons.

Each rule of the kernel has one way to be said. Facts that are obvious (signs of squares and exponentials, hypotheses,
numerical comparisons) are mentioned in the reason that uses them; the others become lines, each before its first use.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from flint import fmpq

from proofs.kernel import rules
from proofs.kernel.normal import canonical, constant, key, normal, plus, scaled
from proofs.kernel.terms import (
    FALSE,
    Term,
    add,
    eq,
    exp,
    instantiate_bound,
    is_function,
    le,
    lt,
    mul,
    num,
    substitution,
    variable,
)
from proofs.language.display import text
from proofs.readable.derivation import Derivation, Node, restated
from proofs.readable.outline import Block, Line, Piece, Pieces, Ref, joined
from proofs.readable.phrases import boxes, theorem_phrase
from proofs.readable.tidy import difference, gap, is_obvious, same_key, tidied

LETTERS = {"R": "tuvwsryz", "Z": "kijmlpqr"}
SQUARE = "elementary.square_nonneg"
BLOCKS = ("cases", "absurd", "contrary", "induction", "generalize", "discharge")
ITEMS = 3  # facts in a sum that is said in words; longer ones are shown as an identity
SHORT = 45  # characters of a numerical fact that is mentioned in a reason

Saying = tuple[Pieces, list[Term]]


@dataclass(frozen=True)
class _Scope:
    """Hypotheses that are open, and the lines that are visible there by their nodes."""

    hyps: tuple[Term, ...]
    silent: bool  # whether each line has to say these hypotheses
    names: frozenset[str]
    lines: dict[Node, Line] = field(default_factory=dict)


class Writer:
    """The lines of the proof of one statement."""

    def __init__(self, derivation: Derivation, everything: bool = False) -> None:
        self.derivation, self.everything = derivation, everything
        self.lines: list[Line] = []
        self.shown: dict[Node, Term] = {}
        self.asked = {v for f in (*derivation.hyps, derivation.concl) for v in f.free}
        self.names: dict[Term, Term] = {}
        own = frozenset(v.args[0] for v in self.asked)
        self.scopes = [_Scope(derivation.hyps, False, own)]
        self.cores: dict[Node, Node] = {}
        self.trivials: dict[Node, bool] = {}
        nodes = list(_reachable([derivation.root], lambda node: node))
        self.positive = [
            (canonical(n.premises[0].concl.args[1]), n.premises[0].hyps) for n in nodes if n.rule == "exp_log"
        ]
        self.assumed = list({key(h): h for n in nodes for h in n.fact.hyps.values()}.values())
        self.positive_under: dict[frozenset[Hashable], frozenset[Term]] = {}
        self.uses: dict[Node, int] = {}
        for n in _reachable([derivation.root], self.core):
            for p in {self.core(p): None for p in n.premises}:
                self.uses[p] = self.uses.get(p, 0) + 1
        self.lemmas = list(dict.fromkeys(self.core(n.premises[0]) for n in nodes if n.rule == "lemma"))

    def write(self) -> list[Line]:
        """Return the lines; the last one is the statement."""
        for lemma in self.lemmas:
            self.lemma(lemma)
        self.prove(self.derivation.root, self.derivation.concl)
        return self.lines

    def is_obvious(self) -> bool:
        """Return whether the statement needs no proof for its reader."""
        return self.is_trivial(_peeled(self.derivation.root)[0])

    def lemma(self, lemma: Node) -> None:
        """Write a lemma, which has its own hypotheses."""
        hyps = tuple(lemma.fact.hyps.values())
        outer, self.scopes = self.scopes, [_Scope((), False, self.scopes[0].names)]
        with self.opened(hyps) as lines:
            self.prove(lemma)
            where = tuple(map(self.put, hyps))
        self.scopes = outer
        line = lines[-1]
        if len(lines) == 1:
            line.where = where
        else:
            title = ("let ", *joined([(h,) for h in where]))
            line = Line(line.formula, (), line.given, (), where, [Block(title, lines)])
        symbols = sorted(lemma.concl.free.union(*(h.free for h in hyps)), key=lambda v: v.order)
        line.arbitrary = tuple(map(self.put, symbols))
        self.lines.append(line)
        self.scopes[0].lines[lemma] = line

    # --- scopes and names
    @contextmanager
    def opened(
        self, hyps: tuple[Term, ...], new: Mapping[Term, str] | tuple[Term, ...] = (), silent: bool = False
    ) -> Iterator[list[Line]]:
        """Open a scope; unless it is silent, its lines are collected apart."""
        called = self.scopes[-1].names
        for x in new:
            name = new[x] if isinstance(new, Mapping) else self.letter(x, called)
            self.names[x] = variable(name, x.sort)
            called |= {name}
        hyps = tuple(h for h in hyps if key(h) is not True)
        self.scopes.append(_Scope(hyps, silent, called))
        outer = self.lines
        if not silent:
            self.lines = []
        yield self.lines
        self.lines = outer
        self.scopes.pop()

    def letter(self, x: Term, called: Collection[str]) -> str:
        stem = x.args[0].partition("'")[0]
        if len(stem) == 1 and stem not in called and not is_function(x.sort):
            return stem
        pool = LETTERS.get(x.sort, "fghFGH")
        return next(n for n in (*pool, *(f"{pool[0]}_{k}" for k in range(1, 1000))) if n not in called)

    def given(self) -> tuple[Term, ...]:
        """The open hypotheses."""
        return tuple({key(h): h for scope in self.scopes for h in scope.hyps}.values())

    def positives(self, hyps: Collection[Hashable]) -> frozenset[Term]:
        known = frozenset(key(h) for h in self.derivation.hyps).union(hyps)
        if known not in self.positive_under:
            bounds = {
                canonical(h.args[1]) for h in (*self.derivation.hyps, *self.assumed) if key(h) in known and _is_bound(h)
            }
            self.positive_under[known] = frozenset(t for t, needs in self.positive if needs <= known) | bounds
        return self.positive_under[known]

    def put(self, t: Term, tidy: bool = True) -> Term:
        """Return a term as it is shown: simplified, with letters for the variables that the question does not have."""
        if tidy:
            t = tidied(t, self.positives({key(h) for h in self.given()}))
        for v in sorted(t.free, key=lambda v: v.order):
            if v not in self.names and v not in self.asked:
                self.names[v] = variable(self.letter(v, self.scopes[-1].names), v.sort)
                last = self.scopes[-1]
                self.scopes[-1] = _Scope(last.hyps, last.silent, last.names | {self.names[v].args[0]}, last.lines)
        return substitution({v: self.names[v] for v in t.free if v in self.names})(t)

    def line_of(self, node: Node) -> Line | None:
        """Return the visible line of a node."""
        for scope in reversed(self.scopes):
            if node in scope.lines:
                return scope.lines[node]
        for scope in reversed(self.scopes):
            for other, line in scope.lines.items():
                if node.hyps >= other.hyps and other in self.shown and key(self.shown[other]) == key(node.concl):
                    self.shown[node] = self.shown[other]
                    return line
        return None

    # --- what is skipped
    def core(self, node: Node) -> Node:
        """Return the node that a node only restates."""
        if node not in self.cores:
            inner = self.restated(node)
            self.cores[node] = node if inner is node else self.core(inner)
        return self.cores[node]

    def restated(self, node: Node) -> Node:
        positive = self.positives(node.hyps)
        if node.rule == "arith" and node.concl.op != "false" and not (self.everything and node.args[2]):
            for k in dict.fromkeys(k for _, facts in node.args[1] for k in facts):
                p, need = node.premises[k], node.needs[k]
                if not self.is_square(node, k) and self.alike(node.concl, need, positive):
                    if self.alike(need, p.concl, positive):
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
        if node.rule == "discharge":
            return self.as_nonzero(node) or node
        if node.rule == "cases":
            return self.as_square(node) or self.as_contrary(node) or node
        return node

    def alike(self, new: Term, old: Term, positive: frozenset[Term]) -> bool:
        """Return whether a relation is another one in other words, or the weaker form of it."""
        if new.op not in ("le", "lt", "eq") or old.op not in ("le", "lt", "eq"):
            return key(new) == key(old)
        (op, p), (of, q) = same_key(new, positive), same_key(old, positive)  # type: ignore[misc]
        return p == q and (op == of or (op == "le" and of == "lt"))

    def items(self, node: Node) -> tuple[list[tuple[Term, list[int]]], fmpq]:
        """Return the summands of a linear combination that are not numbers, and the sum of those that are."""
        out: list[tuple[Term, list[int]]] = []
        positive = self.positives(node.hyps)
        total = fmpq(0)
        for c, facts in node.args[1]:
            value, rest = fmpq(1), []
            for k in facts:
                number = constant(gap(node.needs[k], positive)) if node.needs[k].op in ("le", "lt", "eq") else None
                value, rest = (value, [*rest, k]) if number is None else (value * number, rest)
            c = c if value == 1 else num(value * fmpq(*c.args)) if c.op == "num" else mul(num(value), c)
            if c.op == "num" and c.args[0] == 0:
                continue
            if rest or c.op != "num":
                out.append((c, rest))
            else:
                total += fmpq(*c.args)
        return out, total

    def as_square(self, node: Node) -> Node | None:
        """Return a linear combination with a square, for two cases in which the same product has both signs."""
        low, high = map(self.core, node.premises)
        if low.rule != "arith" or high.rule != "arith" or low.args[2:] != [[], []] and low.args[2] != []:
            return None
        s, t = node.args
        found = []
        for branch, case, sign in ((low, le(s, t), 1), (high, lt(t, s), -1)):
            if branch.args[2] or branch.args[3]:
                return None
            rows = []
            for c, facts in branch.args[1]:
                own = [k for k in facts if key(branch.needs[k]) == key(case)]
                if len(own) % 2 or c.op != "num":
                    return None
                ratio = fmpq(*c.args)
                for k in own:
                    ratio *= _ratio(branch.needs[k], case, frozenset()) or 0
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
        items, _ = self.items(body)
        rest = [k for _, facts in items for k in facts if key(body.needs[k]) != key(node.concl.args[0])]
        if len(rest) != 1 or len(items) != 2 or body.needs[rest[0]].op != "lt":
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
        if node.rule == "assume" or key(node.concl) is True:
            return True
        if not self.everything and self.is_void(tidied(node.concl, self.positives(node.hyps))):
            return True
        if self.everything:
            return False
        if node.rule in ("exp_pos", "derivative") or (node.rule == "theorem" and node.args[0] == SQUARE):
            return True
        t = node.concl
        if node.rule == "compute" and not t.free:
            return len(text(t)) <= SHORT and boxes(node.args[2]) == 1
        if node.rule == "generalize":
            return self.is_trivial(_peeled(node)[0])
        if not all(map(self.is_trivial, node.premises)):
            return False
        if node.rule in ("mp", "specialize"):
            return True
        if node.rule == "nonzero":
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
            plain = not node.args[2] and all(len(facts) == 1 for _, facts in items)
            few = sum(1 for _, facts in items for k in facts if self.core(node.premises[k]).rule == "assume")
            if plain and few == len(items) <= 2 and all(c.op == "num" and c.args == (1, 1) for c, _ in items):
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

    # --- lines
    def refer(self, node: Node, wanted: Term | None = None) -> tuple[Piece, Term]:
        """Return a reference to a fact, written before if it needs a line, and the formula that it refers to."""
        node = self.core(node)
        line = self.line_of(node)
        if line is None and self.is_trivial(node):
            return self.put(node.concl), node.concl
        line = line or self.prove(node, wanted)
        return Ref(line), self.shown[node]

    def best(self, node: Node, wanted: Term | None) -> Term:
        """Return the form of a fact that is shown: as it is needed, if this is as short and says the same."""
        t = node.concl
        if wanted is None or wanted is t:
            return t
        if wanted is self.derivation.concl:
            return wanted
        positive = self.positives(node.hyps)
        once = self.uses.get(node, 0) <= 1
        same = self.alike(wanted, t, positive) and (once or self.alike(t, wanted, positive))
        return wanted if same and len(text(self.put(wanted))) <= len(text(self.put(t))) + 4 else t

    def prove(self, node: Node, wanted: Term | None = None) -> Line:
        """Write the line of a node, even if it is trivial, and the lines that it needs."""
        node = self.core(node)
        formula = self.best(node, wanted)
        known = self.line_of(node)
        if known is not None:
            return self.add(node, formula, ("this is ", Ref(known)), [])
        self.shown[node] = formula
        if node.rule in BLOCKS:
            return self.block(node, formula)
        reason, also = self.say(node)
        return self.add(node, formula, reason, also)

    def add(self, node: Node, formula: Term, reason: Pieces, also: list[Term]) -> Line:
        """Append a line."""
        shown = self.put(formula)
        if self.is_void(shown):
            shown = self.put(formula, tidy=False)
        line = Line(None if formula is FALSE else shown, reason, *self.around(node, also))
        self.lines.append(line)
        self.scopes[-1].lines.setdefault(node, line)
        return line

    def around(self, node: Node, also: list[Term]) -> tuple[tuple[Term, ...], tuple[Term, ...], tuple[Term, ...]]:
        """Return the hypotheses, the further formulas and the hypotheses to be said for a line."""
        silent = [h for scope in self.scopes if scope.silent for h in scope.hyps]
        said = {key(h) for scope in self.scopes if not scope.silent for h in scope.hyps}
        where = [h for h in silent if key(h) in node.hyps and key(h) not in said]
        return tuple(map(self.put, self.given())), tuple(also), tuple(map(self.put, dict.fromkeys(where)))

    def block(self, node: Node, formula: Term) -> Line:
        """Write a line whose proof has hypotheses of its own."""
        self.hoist(node)
        if _peeled(node)[0] is not node:
            return self.universal(node, formula)
        line = Line(self.put(formula), (), *self.around(node, []))
        self.lines.append(line)
        if node.rule == "cases":
            branches = self.branches(node)
            line.reason = (f"in each of {_count(len(branches))} cases",)
            for hyps, branch in branches:
                self.inside(line, ("if ", *self.listed(hyps)), hyps, (), branch, formula)
        elif node.rule == "induction":
            self.induction(node, line)
        else:
            hyps = node.opened[0]
            line.reason = ("by contradiction",)
            self.inside(line, ("suppose that ", *self.listed(hyps)), hyps, (), node.premises[0], FALSE)
        self.scopes[-1].lines[node] = line
        return line

    def listed(self, formulas: tuple[Term, ...]) -> Pieces:
        """Return hypotheses as an enumeration without those that others imply; a <= b and b <= a become a = b."""
        kept = [h for h in formulas if key(h) is not True]
        kept = [h for h in kept if not any(g is not h and _implies(g, h) for g in kept)]
        shown: dict[Piece, None] = {}
        known = [key(h) for h in kept]
        for h in kept:
            back = key(le(h.args[1], h.args[0])) if h.op == "le" else None
            if back is None or back not in known:
                shown[self.put(h)] = None
            elif known.index(back) > known.index(key(h)):
                shown[self.put(eq(*(h.args if h.args[0].op != "num" else h.args[::-1])))] = None
        return joined([(h,) for h in shown])

    def inside(
        self, line: Line, title: Pieces, hyps: tuple[Term, ...], new: tuple[Term, ...], node: Node, wanted: Term | None
    ) -> None:
        """Write the proof of a node under a title into a line."""
        body, more, opened = _peeled(node)
        with self.opened((*hyps, *opened), (*new, *more)) as lines:
            said = [(self.put(h),) for h in opened if key(h) is not True]
            if said:
                title = (*title, ", and let ", *joined(said))
            block = Block(title, lines)
            line.inside.append(block)
            for _ in opened:
                wanted = wanted.args[1] if wanted is not None and wanted.op == "imp" else None
            self.prove(body, wanted)

    def branches(self, node: Node) -> list[tuple[tuple[Term, ...], Node]]:
        """Return the cases with their hypotheses; cases within a case are cases of the whole."""
        out = []
        for case, branch in zip(node.opened, node.premises, strict=True):
            inner = self.core(branch)
            if inner.rule == "cases" and self.uses.get(inner, 0) <= 1 and key(inner.concl) == key(node.concl):
                out += [((*case, *hyps), leaf) for hyps, leaf in self.branches(inner)]
            else:
                out.append((case, branch))
        return out

    def induction(self, node: Node, line: Line) -> None:
        template, lo = node.args
        (x,) = node.new
        step = node.opened[1]
        base, following = node.premises
        with self.opened((), (x,), silent=True):
            line.reason = ("by induction on ", self.put(x))
            self.inside(line, ("for ", self.put(eq(x, lo))), (), (), base, node.needs[0])
            self.inside(line, ("suppose that ", *self.listed(step)), step, (), following, node.needs[1])

    def universal(self, node: Node, formula: Term) -> Line:
        """Write a statement for all values of a variable, or an implication."""
        body, new, hyps = _peeled(node)
        with self.opened(hyps, new) as lines:
            self.prove(body)
            names = [(self.put(x),) for x in new]
            said = self.listed(hyps)
            also = list(lines[-1].also) if lines else []
            given = lines[-1].given
        if len(lines) == 1 and not lines[0].inside:
            line = lines[0]
            line.formula, line.where = self.put(formula), self.around(node, [])[2]
            line.also, line.given = (*also,), given
            self.lines.append(line)
        else:
            line = Line(self.put(formula), (), *self.around(node, []))
            let: Pieces = ("let ", *(joined(names) if names else ()), *((" with ",) if names and said else ()), *said)
            line.inside.append(Block(let, lines))
            self.lines.append(line)
        self.scopes[-1].lines[node] = line
        return line

    def hoist(self, node: Node) -> None:
        """Write what several parts of a block use and what does not depend on them."""
        parts = [list(_reachable([self.core(p)], self.core)) for p in node.premises]
        if len(parts) < 2:
            return
        shared = [n for n in parts[0] if any(n in set(part) for part in parts[1:])]
        opened = {key(h) for hyps in node.opened for h in hyps}
        known = {key(h) for h in self.given()}
        free = [
            n for n in shared
            if n.hyps <= known and not n.hyps & opened and not n.concl.free.intersection(node.new)
            and n.concl.op in ("le", "lt", "eq", "all")
            and not self.is_trivial(n) and self.line_of(n) is None
        ]  # fmt: skip
        below = {m for n in free for m in _reachable(list(map(self.core, n.premises)), self.core)}
        for n in free:
            if n not in below and n.rule != "derivative":
                self.refer(n)

    # --- reasons
    def say(self, node: Node) -> Saying:
        """Return the reason of a node, and the formulas in it."""
        find: dict[str, Callable[[Node], Saying]] = {
            "arith": self.say_arith, "replace": self.say_replace, "theorem": self.say_theorem,
            "compute": self.say_compute, "mean_value": self.say_mean_value, "lemma": self.say_lemma,
            "mp": self.say_application, "specialize": self.say_application,
        }  # fmt: skip
        if key(node.concl) is True:
            return ("by computing both sides",), []
        if node.rule == "assume":
            return ("by hypothesis",), []
        if node.rule in find:
            return find[node.rule](node)
        return self.with_sources(RULES_IN_WORDS.get(node.rule, (f"by the kernel's rule {node.rule}",)), node)

    def with_sources(self, words: Pieces, node: Node, most: int = 6) -> Saying:
        """Return words followed by the facts that a node uses."""
        also: list[Term] = []
        parts: dict[Any, Pieces] = {}
        for p, need in zip(node.premises, node.needs, strict=True):
            if key(need) is True:
                continue
            ref, _ = self.refer(p, need)
            if self.is_void(ref):
                continue
            if isinstance(ref, Term):
                also.append(ref)
            parts[ref] = (ref,)
        if not parts:
            return words, []
        start = ", from " if words else "as " if node.rule == "nonzero" else "from "
        return (*words, start, *joined(list(parts.values()))), also

    def say_arith(self, node: Node) -> Saying:
        goal, _, scale, nonzero = node.args
        items, total = self.items(node)
        positive = self.positives(node.hyps)
        if not items and not scale:
            if nonzero:
                return self.with_sources(("by clearing denominators",), node)
            return ("by rearranging",) if goal.op == "eq" else ("by computing both sides",), []
        if goal.op == "eq" or goal is FALSE or (
            len(scale) <= 1 and items and len(items) <= ITEMS and all(len(f) == 1 and not self.is_square(node, f[0]) for _, f in items)
        ):  # fmt: skip
            return self.say_sum(node, items, total, positive)
        if not scale and len(items) == 1 and not total and len(items[0][1]) == 2:
            (k, j) = items[0][1]
            if self.core(node.premises[k]) is not self.core(node.premises[j]) and not (
                self.is_square(node, k) or self.is_square(node, j)
            ):
                refs = [self.refer(node.premises[i], node.needs[i])[0] for i in (k, j)]
                return ("by multiplying ", refs[0], " by ", refs[1]), [r for r in refs if isinstance(r, Term)]
        return self.say_identity(node, items, total)

    def is_square(self, node: Node, k: int) -> bool:
        p = self.core(node.premises[k])
        return p.rule == "theorem" and p.args[0] == SQUARE

    def say_sum(
        self, node: Node, items: list[tuple[Term, list[int]]], total: fmpq, positive: frozenset[Term]
    ) -> Saying:
        """Say which multiples of which facts are added."""
        also: list[Term] = []
        parts: list[Pieces] = []
        equations: dict[Piece, None] = {}
        void: dict[Piece, None] = {}
        for c, facts in items:
            factors: list[Piece] = []
            equation = any(node.needs[k].op == "eq" for k in facts)
            for k in facts:
                ref, formula = self.refer(node.premises[k], node.needs[k])
                if self.is_void(ref):
                    void[self.put(node.needs[k], tidy=False)] = None
                    continue
                ratio = _ratio(node.needs[k], formula, positive)
                if ratio is not None and ratio != 1:
                    c = num(fmpq(*c.args) * ratio) if c.op == "num" else mul(num(ratio), c)
                if isinstance(ref, Term):
                    also.append(ref)
                factors.append(ref)
            if equation:
                equations |= dict.fromkeys(factors)
            elif factors:
                parts.append((*_times(self.put(c)), *joined([(f,) for f in factors], " times ")))
        if total and (parts or not equations):
            parts.append((self.put(lt(0, num(total))),))
            also.append(self.put(lt(0, num(total))))
        using = joined([(e,) for e in equations])
        if node.concl is FALSE:
            if len(parts) + len(equations) == 1:
                return ("a contradiction to ", *(parts[0][-1:] if parts else using)), also
            return ("a contradiction: add ", *joined([*parts, *([using] if using else [])])), also
        divided: Pieces = ()
        if node.args[2]:
            (k,) = node.args[2]
            ref, _ = self.refer(node.premises[k], node.needs[k])
            if isinstance(ref, Term):
                also.append(ref)
            positive_by: Pieces = (" by ", ref) if isinstance(ref, Ref) else ()
            divided = (" and dividing by ", difference(self.put(node.needs[k])), ", which is positive", *positive_by)
        if not parts:
            if not using:
                raw = [v for v in void if not (isinstance(v, Term) and key(v) is True)]
                also += [v for v in void if isinstance(v, Term)]
                return ("as ", *joined([(v,) for v in raw])) if raw else ("by rearranging",), also
            return ("by ", *using, *divided), also
        if len(parts) == 1:
            parts = [parts[0][-1:]]
        if len(parts) == 1 and not divided:
            return ("by ", *joined([*parts, *([using] if using else [])])), also
        words: Pieces = ("by adding ", *joined(parts)) if len(parts) > 1 else ("by taking ", *parts[0])
        return (*words, *((" and using ", *using) if using else ()), *divided), also

    def say_identity(self, node: Node, items: list[tuple[Term, list[int]]], total: fmpq) -> Saying:
        """Show the difference of the sides, times positive factors, as a sum of nonnegative terms."""
        _, _, scale, nonzero = node.args
        also: list[Term] = []
        mentioned: dict[Any, Pieces] = {}

        def mention(k: int, strict: bool = False) -> None:
            p = self.core(node.premises[k])
            if self.is_square(node, k) or p.rule == "exp_pos" or key(node.needs[k]) is True:
                return
            ref, _ = self.refer(p, node.needs[k])
            if isinstance(ref, Term):
                if not self.everything and p.rule != "assume" and is_obvious(p.concl, self.nonnegative(p)):
                    also.append(ref)
                also.append(ref)
                mentioned[ref] = (ref,)
            else:
                shown = self.put((lt if node.needs[k].op == "lt" else le)(num(0), difference(node.needs[k])))
                shown = self.put(eq(difference(node.needs[k]), num(0))) if node.needs[k].op == "eq" else shown
                also.append(shown)
                mentioned[ref] = (shown, " by ", ref)

        summands = []
        for c, facts in items:
            if any(self.is_void(self.put(node.needs[k])) and node.needs[k].op == "eq" for k in facts):
                continue
            count = {k: facts.count(k) for k in facts}
            cores = [self.core(node.premises[k]) for k in facts]
            for k in count:
                if cores.count(self.core(node.premises[k])) % 2:
                    mention(k)
            factors = [self.put(difference(node.needs[k])) for k in facts]
            factors = sorted(factors, key=lambda t: t.order)
            if c.op != "num" or c.args != (1, 1):
                factors.insert(0, self.put(c))
            summands.append(mul(*factors) if len(factors) > 1 else factors[0])
        if total or not summands:
            summands.append(num(total))
        whole = add(*summands) if len(summands) > 1 else summands[0]
        goal = node.concl if _ratio(node.concl, self.shown[node], frozenset()) != 1 else self.shown[node]
        left = difference(self.put(goal))
        if scale:
            left = mul(*(self.put(difference(node.needs[k])) for k in scale), left)
        for k in dict.fromkeys((*scale, *nonzero)):
            mention(k)
        identity = eq(left, whole)
        if self.is_void(identity) and mentioned and not any(self.is_square(node, k) for _, f in items for k in f):
            return ("as ", *joined(list(mentioned.values()))), also
        also.append(identity)
        tail: Pieces = (", where ", *joined(list(mentioned.values()))) if mentioned else ()
        return ("as ", identity, *tail), also

    def say_replace(self, node: Node) -> Saying:
        equations: list[tuple[Node, Term]] = []
        while True:
            equations.append((node.premises[0], node.needs[0]))
            body = self.core(node.premises[1])
            if body.rule != "replace" or self.line_of(body) is not None or self.uses.get(body, 0) > 1:
                break
            node = body
        also: list[Term] = []
        words: dict[Piece, None] = {}
        numbered: dict[Piece, None] = {}
        for p, need in equations:
            ref, _ = self.refer(p, need)
            if isinstance(ref, Term) and not self.is_void(ref):
                also.append(ref)
                words[ref] = None
            elif isinstance(ref, Ref):
                numbered[ref] = None
        ends = (", as ", *joined([(w,) for w in words])) if words else ()
        need = self.put(node.needs[1])
        if self.is_void(need) or key(node.needs[1]) is True:
            if not words and not numbered:
                raw = [self.put(need, tidy=False) for _, need in equations]
                shown = [(r,) for r in dict.fromkeys(raw) if key(r) is not True]
                return ("as ", *joined(shown)) if shown else ("by rearranging",), [*also, *raw]
            sources = (*(("by ", *joined([(n,) for n in numbered])) if numbered else ()), *ends)
            if sources[0] == ", as ":
                sources = ("as ", *sources[1:])
            instance = self.put(node.needs[1], tidy=False)
            if instance is self.put(node.concl, tidy=False) or instance.op == "eq":
                return sources, also
            return (*sources, ", so that it says ", instance), also
        ref, _ = self.refer(body, node.needs[1])
        if isinstance(ref, Term):
            also.append(ref)
            if words and not numbered and text(ref) != text(need):
                also.append(need)
                return (
                    "as ",
                    *joined([(w,) for w in words]),
                    ", so that it says ",
                    need,
                    ", which follows from ",
                    ref,
                ), also
        return ("by ", *joined([(r,) for r in (ref, *numbered)]), *ends), also

    def say_theorem(self, node: Node) -> Saying:
        phrase, shown = theorem_phrase(node.args[0])
        values = [(x, " = ", self.put(t)) for x, t in node.args[1] if x.args[0] not in ("lo", "hi") and x is not t]
        short = [v for v in values if len(text(v[-1])) <= SHORT]
        words: Pieces = (phrase, *((" with ", *joined(short)) if shown and short else ()))
        return self.with_sources(words, node)

    def say_compute(self, node: Node) -> Saying:
        goal, box, tree, values = node.args
        count = boxes(tree)
        how = "by interval arithmetic" if count > 1 or goal.free else "by computing both sides"
        cut = f" on {count} intervals" if count > 1 and len(box) == 1 else f" on {count} boxes" if count > 1 else ""
        if all(v.op in ("var", "num") for v in values):
            plain = [k for k, p in enumerate(node.premises) if self.core(p).rule != "assume"]
            rest = Node(
                node.rule, node.fact, tuple(node.premises[k] for k in plain), tuple(node.needs[k] for k in plain)
            )
            return self.with_sources((how + cut,), rest)
        with self.opened((), (), silent=True):
            fresh = {x: variable(self.letter(x, self.scopes[-1].names), x.sort) for x, _, _ in box}
            put = substitution({x: t for x, t in fresh.items() if x in goal.free})
            general = put(goal)
            words: list[Piece] = [how + cut, ": ", tidied(general)]
            ends = [put(h) for x, lo, hi in box for h in _ends(x, lo, hi)]
            words += [" for all ", *joined([(fresh[x],) for x, _, _ in box])]
            words += [" with ", *joined([(h,) for h in ends])] if ends else []
        places = [(eq(fresh[x], self.put(v)),) for (x, _, _), v in zip(box, values, strict=True) if x in goal.free]
        sources, also = self.with_sources((), node)
        return (*words, "; take ", *joined(places), *((", ", *sources) if sources else ())), also

    def say_mean_value(self, node: Node) -> Saying:
        f, g, a, b = node.args[:4]
        order, slope, bound = node.premises
        body, (x,), hyps = _peeled(bound)
        inner, (y,), closed = _peeled(slope)
        name = self.letter(x, self.scopes[-1].names) if "inner" not in x.args[0] else "t"
        if name in self.scopes[-1].names:
            name = self.letter(variable("inner'", "R"), self.scopes[-1].names)
        value, rate = (instantiate_bound(h.args[1].args[0], (x,)) for h in (f, g))
        low = node.needs[2].args[1].args[1].args[1]
        wanted = instantiate_bound(low, (x,))
        with self.opened(closed, {y: name}, silent=True):
            for p, need in zip(self.core(inner).premises, self.core(inner).needs, strict=True):
                self.refer(p, need)
        with self.opened(hyps, {x: name}, silent=True):
            c = wanted.args[1]
            short = type(wanted) and (le if wanted.op == "le" else lt)(canonical(rate), canonical(c))
            ref, _ = self.refer(body, short)
            if isinstance(ref, Term) and self.is_void(ref):
                ref = self.put(short)
            shown_f, shown_g = self.put(value), self.put(canonical(rate))
            place, flat = self.put(x), constant(normal(c)) == 0
            condition = self.put(short)
        reason: Pieces = ("as ", shown_f, " has the derivative ", shown_g)
        start, end = eq(place, self.put(a)), eq(place, self.put(b))
        size: Pieces = (" <= " if wanted.op == "le" else " < ", self.put(c))
        size = (", which is ", "at most " if wanted.op == "le" else "less than ", self.put(c))
        if flat and shown_g is num(0):
            return (*reason, ", so that it has the same value at ", start, " and at ", end), []
        if flat:
            size = (", which is ", "not positive" if wanted.op == "le" else "negative")
        reason = (*reason, *size, *((" by ", ref) if isinstance(ref, Ref) else (" as ", condition)))
        if flat:
            less = "at most that" if wanted.op == "le" else "less than that"
            reason = (*reason, ", so that its value at ", end, f" is {less} at ", start)
        else:
            reason = (*reason, "; this is the mean value theorem between ", start, " and ", end)
        if not self.is_trivial(order):
            reason = (*reason, ", where ", self.refer(order)[0])
        return reason, []

    def say_lemma(self, node: Node) -> Saying:
        lemma = self.core(node.premises[0])
        line = self.line_of(lemma) or self.prove(lemma)
        values = [(self.put(x), " = ", self.put(t)) for x, t in node.args[0] if self.put(x) is not self.put(t)]
        if len(values) == 2 and values[0][0] is values[1][2] and values[0][2] is values[1][0]:
            values = [(values[0][0], " and ", values[1][0], " exchanged")]
        rest = Node(node.rule, node.fact, node.premises[1:], node.needs[1:])
        words: Pieces = ("by ", Ref(line), *((" with ", *joined(values)) if values else ()))
        sources, also = self.with_sources((), rest)
        return (*words, *((", ", *sources) if sources else ())), also

    def say_application(self, node: Node) -> Saying:
        also: list[Term] = []
        facts: dict[Piece, None] = {}
        values: list[Term] = []
        while node.rule in ("mp", "specialize"):
            if node.rule == "mp" and key(node.needs[1]) is not True:
                facts[self.refer(node.premises[1], node.needs[1])[0]] = None
            elif node.rule == "specialize":
                values.append(self.put(node.args[0]))
            node = self.core(node.premises[0])
        ref, _ = self.refer(node)
        found = [ref, *reversed(facts)]
        also += [r for r in found if isinstance(r, Term)]
        at: Pieces = (" at ", *joined([(v,) for v in reversed(values)])) if values else ()
        tail: Pieces = (", as ", *joined([(f,) for f in found[1:]])) if found[1:] else ()
        return ("by ", ref, *at, *tail), also


_u = variable("u", "R")
RULES_IN_WORDS: dict[str, Pieces] = {
    "antisymmetry": ("as each side is at most the other",),
    "integer_step": ("as both sides are integers",),
    "big_empty": ("as the range is empty",),
    "big_step": ("by splitting off the last term",),
    "max_ge": ("as no member exceeds the maximum",),
    "max_le": ("as a bound of all members bounds the maximum",),
    "exp_ge": ("as ", le(1 + _u, exp(_u)), " for all ", _u),
    "exp_pos": ("as the exponential function is positive",),
    "exp_log": ("as the logarithm is the inverse of the exponential function",),
    "ite_eq": ("by the definition of the left side",),
    "abs_value": ("by the definition of the absolute value",),
    "nonzero": (),
    "supremum": ("by the completeness of the real numbers",),
    "derivative": ("by the rules of differentiation",),
}


def _reachable(roots: list[Node], step: Callable[[Node], Node]) -> Iterator[Node]:
    """Yield all nodes below, in the order of a search."""
    seen: dict[Node, None] = {}
    work = [step(r) for r in reversed(roots)]
    while work:
        node = work.pop()
        if node not in seen:
            seen[node] = None
            yield node
            work += [step(p) for p in reversed(node.premises)]


def _peeled(node: Node) -> tuple[Node, tuple[Term, ...], tuple[Term, ...]]:
    """Return the body of a universal implication, with its variables and premises."""
    new: tuple[Term, ...] = ()
    hyps: tuple[Term, ...] = ()
    while node.rule in ("generalize", "discharge") and not (node.rule == "discharge" and node.concl.args[1] is FALSE):
        new, hyps = (*new, *node.new), (*hyps, *node.opened[0])
        (node,) = node.premises
    return node, new, hyps


def _is_bound(h: Term) -> bool:
    """Return whether a hypothesis says that a term is positive."""
    if h.op not in ("le", "lt") or len(normal(h.args[1])) != 1:
        return False
    low = constant(normal(h.args[0]))
    return low is not None and (low > 0 or (low == 0 and h.op == "lt"))


def _implies(h: Term, other: Term) -> bool:
    """Return whether a relation is another one with room to spare."""
    if h.op not in ("le", "lt") or other.op not in ("le", "lt"):
        return False
    room = constant(plus(normal(difference(other)), normal(difference(h)), -1))
    return room is not None and (room > 0 or (room == 0 and (h.op, other.op) == ("lt", "le")))


def _square(s: Term, t: Term) -> Node:
    """Return the node of 0 <= (t − s)²."""
    u = t if constant(normal(s)) == 0 else s if constant(normal(t)) == 0 else t - s
    goal = le(num(0), mul(u, u))
    below, above = rules.assume(le(s, t)), rules.assume(lt(t, s))
    fact = rules.cases(
        s, t, rules.arith(goal, [(num(1), [below, below])]), rules.arith(goal, [(num(1), [above, above])])
    )
    return Node("theorem", fact, (), (), (SQUARE, ()))


def _ratio(need: Term, shown: Term, positive: frozenset[Term]) -> fmpq | None:
    """Return the number by which a shown relation is multiplied to give the needed one."""
    if need.op not in ("le", "lt", "eq") or shown.op not in ("le", "lt", "eq"):
        return None
    (p, c), (q, d) = (scaled(gap(f, positive), signed=f.op == "eq") for f in (need, shown))
    return fmpq(c) / d if p == q else None


def _times(c: Term) -> Pieces:
    """Return the words for a multiple."""
    if c.op == "num" and c.args[1] == 1 and c.args[0] in (1, 2):
        return () if c.args[0] == 1 else ("twice ",)
    return (c, " times ")


def _ends(x: Term, lo: str | None, hi: str | None) -> list[Term]:
    from proofs.kernel import evaluate

    return list(evaluate.ends(x, lo, hi))


def _count(n: int) -> str:
    return {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}.get(n, str(n))
