"""The lines of a readable proof: their order, hypotheses and names.

A fact gets its line before its first use, in the scope of the hypotheses that are open there; what the parts of a case
distinction share stands before it. Variables that the question does not have get letters.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import permutations

from proofs.kernel.normal import key
from proofs.kernel.terms import FALSE, Term, eq, is_function, le, substitution, variable
from proofs.language.display import text
from proofs.readable.derivation import Derivation, Node
from proofs.readable.outline import Block, Line, Piece, Pieces, Ref, conditions, enumerated, joined
from proofs.readable.reduction import Reduction, implies, peeled, reachable
from proofs.readable.tidy import tidied

LETTERS = {"R": "tuvwsryz", "Z": "kijmlpqr"}
BLOCKS = ("cases", "absurd", "contrary", "induction", "generalize", "discharge")
LONG = 40  # characters of a formula that is not repeated in each case
SYMMETRIC = 4  # variables, at most, in which symmetry is looked for

Saying = tuple[Pieces, list[Term]]
Renaming = dict[Term, Term]


@dataclass(frozen=True)
class _Scope:
    """Hypotheses that are open, and the lines that are visible there by their nodes."""

    hyps: tuple[Term, ...]
    silent: bool  # whether each line has to say these hypotheses
    said: tuple[Term, ...] = ()  # equations in the title
    names: frozenset[str] = frozenset()
    new: frozenset[Term] = frozenset()
    lines: dict[Node, Line] = field(default_factory=dict)


class Lines(Reduction):
    """The lines of the proof of one statement, whose reasons a subclass gives."""

    def __init__(
        self, derivation: Derivation, everything: bool = False, known: Sequence[Line] = (), as_written: bool = False
    ) -> None:
        """Create a writer; the facts of `known` lines need not be written again.

        With `as_written`, formulas are not simplified, as their authors chose their forms, and lines do not tell where
        they hold.
        """
        super().__init__(derivation, everything)
        self.as_written = as_written
        self.known = {key(line.formula): line for line in known if line.formula is not None}
        self.lines: list[Line] = []
        self.shown: dict[Node, Term] = {}
        self.asked = {v for f in (*derivation.hyps, derivation.concl) for v in f.free}
        self.names: dict[Term, Term] = {}
        self.scopes = [_Scope(derivation.hyps, False, (), frozenset(v.args[0] for v in self.asked))]
        self.renamed: dict[tuple[Term, tuple[tuple[Term, Term], ...]], Term] = {}  # a cache
        self.stated: set[str] = set()  # theorems whose statements were shown
        self.folded: list[Line] = []  # what the reason that is being written tells
        self.inlined = self.find_inlined()

    def say(self, node: Node) -> Saying:
        """Return the reason of a node, and the formulas in it."""
        raise NotImplementedError

    def write(self) -> list[Line]:
        """Return the lines; the last one is the statement."""
        for lemma in self.lemmas:
            if lemma not in self.inlined:
                self.lemma(lemma)
        self.prove(self.derivation.root, self.derivation.concl)
        return self.lines

    def is_obvious(self) -> bool:
        """Return whether the statement needs no proof for its reader."""
        return self.is_trivial(peeled(self.derivation.root)[0])

    def lemma(self, lemma: Node) -> None:
        """Write a lemma, which has its own hypotheses."""
        hyps = tuple(lemma.fact.hyps.values())
        outer, self.scopes = self.scopes, [_Scope((), False, (), self.scopes[0].names)]
        with self.opened(hyps) as lines:
            self.prove(lemma)
            where = tuple(map(self.put, hyps))
        self.scopes = outer
        line = lines[-1]
        if len(lines) == 1:
            line.where = where
        else:
            title: Pieces = ("let ", *conditions(where))
            line = Line(line.formula, (), line.given, (), where, [Block(title, lines)])
        symbols = sorted(lemma.concl.free.union(*(h.free for h in hyps)), key=lambda v: v.order)
        line.arbitrary = tuple(map(self.put, symbols))
        self.lines.append(line)
        self.scopes[0].lines[lemma] = line

    @contextmanager
    def opened(
        self,
        hyps: tuple[Term, ...],
        new: Mapping[Term, str] | tuple[Term, ...] = (),
        silent: bool = False,
        said: tuple[Term, ...] = (),
    ) -> Iterator[list[Line]]:
        """Open a scope; unless it is silent, its lines are collected apart."""
        called = self.scopes[-1].names
        for x in new:
            name = new[x] if isinstance(new, Mapping) else self.letter(x, called)
            self.names[x] = variable(name, x.sort)
            called |= {name}
        hyps = tuple(h for h in hyps if key(h) is not True)
        self.scopes.append(_Scope(hyps, silent, said, called, frozenset(new)))
        outer = self.lines
        if not silent:
            self.lines = []
        yield self.lines
        self.lines = outer
        self.scopes.pop()

    def letter(self, x: Term, called: Collection[str]) -> str:
        """Return a name for a variable that none in the scope has."""
        stem = x.args[0].partition("'")[0]
        if len(stem) == 1 and stem not in called and not is_function(x.sort):
            return stem
        pool = LETTERS.get(x.sort, "fghFGH")
        return next(n for n in (*pool, *(f"{pool[0]}_{k}" for k in range(1, 1000))) if n not in called)

    def given(self) -> tuple[Term, ...]:
        """Return the open hypotheses."""
        return tuple({key(h): h for scope in self.scopes for h in scope.hyps}.values())

    def put(self, t: Term, tidy: bool = True) -> Term:
        """Return a term as it is shown: simplified, with letters for the variables that the question does not have."""
        if tidy and not self.as_written:
            t = tidied(t, self.positives(frozenset(key(h) for h in self.given())))
        free = sorted(t.free, key=lambda v: v.order)
        for v in free:
            if v not in self.names and v not in self.asked:
                self.names[v] = variable(self.letter(v, self.scopes[-1].names), v.sort)
                self.scopes[-1] = replace(self.scopes[-1], names=self.scopes[-1].names | {self.names[v].args[0]})
        letters = tuple((v, self.names[v]) for v in free if v in self.names)
        if (t, letters) not in self.renamed:
            self.renamed[t, letters] = substitution(dict(letters))(t)
        return self.renamed[t, letters]

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
        before = self.known.get(key(node.concl))
        if before is not None and before.formula is not None:
            self.shown[node] = before.formula
        return before

    def refer(self, node: Node, wanted: Term | None = None) -> tuple[Piece, Term]:
        """Return a reference to a fact, written before if it needs a line, and the formula that it refers to."""
        node = self.core(node)
        line = self.line_of(node)
        if line is None and self.is_trivial(node):
            t = node.concl
            if wanted is not None and key(wanted) == key(t) and len(text(self.put(wanted))) < len(text(self.put(t))):
                t = wanted
            turned = t.op == "eq" and t.args[0].op == "num" and t.args[1].op != "num"
            return self.put(eq(*t.args[::-1]) if turned else t), t
        line = line or self.prove(node, wanted)
        return Ref(line), self.shown[node]

    def best(self, node: Node, wanted: Term | None) -> Term:
        """Return the form of a fact that is shown: as it is needed, if this is as short and says the same."""
        t = node.concl
        if wanted is None or wanted is t:
            return eq(*t.args[::-1]) if t.op == "eq" and t.args[0].op == "num" and t.args[1].op == "var" else t
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
        if node.rule == "absurd" and key(node.opened[0][0]) not in node.premises[0].hyps:
            ref, _ = self.refer(node.premises[0], FALSE)
            return self.add(node, formula, ("as this case does not occur by ", ref), [])
        if node.rule in BLOCKS:
            return self.block(node, formula)
        outer, self.folded = self.folded, []
        reason, also = self.say(node)
        line = self.add(node, formula, reason, also)
        line.folded, self.folded = [*line.folded, *self.folded], outer
        return line

    def add(self, node: Node, formula: Term, reason: Pieces, also: list[Term]) -> Line:
        """Append a line."""
        shown = self.put(formula)
        if self.is_void(shown):
            shown = self.put(formula, tidy=False)
            simple = tidied(shown, (), expand=False)
            shown = shown if simple.args[0] is simple.args[1] else simple
        if formula is FALSE and not any("contradict" in piece for piece in reason if isinstance(piece, str)):
            reason = ("this is impossible ", *reason)
        line = Line(None if formula is FALSE else shown, reason, *self.around(node, also))
        same = self.restating(line)
        if same is not None:
            line = same
        else:
            self.lines.append(line)
        self.home(node).lines.setdefault(node, line)
        return line

    def restating(self, line: Line) -> Line | None:
        """Return the line before one that says the same for no other reason."""
        if self.everything or len(line.reason) != 2 or line.reason[0] != "by " or not isinstance(line.reason[1], Ref):
            return None
        before = line.reason[1].line
        same = before in self.lines and not before.arbitrary and before.where == line.where
        if not same or before.formula is None or line.formula is None or key(before.formula) != key(line.formula):
            return None
        if text(before.formula) != text(line.formula):
            before.also, before.formula = (*before.also, before.formula), line.formula
        return before

    def home(self, node: Node) -> _Scope:
        """Return the outermost scope whose lines are printed here and in which a fact holds."""
        home = len(self.scopes) - 1
        while home > 0 and self.scopes[home].silent:
            scope, outer = self.scopes[home], {key(h) for s in self.scopes[:home] for h in s.hyps}
            if scope.new & node.concl.free or any(key(h) in node.hyps - outer for h in scope.hyps):
                break
            home -= 1
        return self.scopes[home]

    def around(self, node: Node, also: list[Term]) -> tuple[tuple[Term, ...], tuple[Term, ...], tuple[Term, ...]]:
        """Return the hypotheses, the further formulas and the hypotheses to be said for a line."""
        silent = [h for scope in self.scopes if scope.silent for h in scope.hyps]
        said = {key(h) for scope in self.scopes if not scope.silent for h in scope.hyps}
        where = [h for h in silent if key(h) in node.hyps and key(h) not in said]
        given = () if self.as_written else tuple(map(self.put, self.given()))
        return given, tuple(also), tuple(map(self.put, dict.fromkeys(where)))

    def block(self, node: Node, formula: Term) -> Line:
        """Write a line whose proof has hypotheses of its own."""
        self.hoist(node)
        if peeled(node)[0] is not node:
            return self.universal(node, formula)
        line = Line(self.put(formula), (), *self.around(node, []))
        self.lines.append(line)
        if node.rule == "cases":
            branches = self.branches(node)
            kept, renamings = self.unlike(branches)
            line.reason = (f"in each of {_count(len(branches))} cases",)
            if renamings:
                line.reason = (*_symmetry([{self.put(x): self.put(t) for x, t in r.items()} for r in renamings]),
                               f"it suffices to consider {_count(len(kept))} case{'s' * (len(kept) > 1)}")  # fmt: skip
            for hyps, branch in kept:
                self.inside(line, ("if ", *self.listed(hyps)), hyps, (), branch, formula)
            for block in line.inside:
                _shorten(block, line)
        elif node.rule == "induction":
            self.induction(node, line)
        else:
            hyps = node.opened[0]
            line.reason = ("by contradiction",)
            self.inside(line, ("suppose that ", *self.listed(hyps)), hyps, (), node.premises[0], FALSE)
            if not self.everything:
                _fold(line)
        self.scopes[-1].lines[node] = line
        return line

    def listed(self, formulas: tuple[Term, ...]) -> Pieces:
        """Return hypotheses as an enumeration without those that others imply; a <= b and b <= a become a = b."""
        kept = [h for h in formulas if key(h) is not True]
        kept = [h for h in kept if not any(g is not h and implies(g, h) for g in kept)]
        shown: dict[Term, None] = {}
        known = [key(h) for h in (*kept, *self.given())]
        for h in kept:
            back = key(le(h.args[1], h.args[0])) if h.op == "le" else None
            if back is None or back not in known:
                shown[self.put(h)] = None
            elif known.index(back) > known.index(key(h)) or back in known[len(kept) :]:
                shown[self.put(eq(*(h.args if h.args[0].op != "num" else h.args[::-1])))] = None
        return conditions(list(shown))

    def inside(
        self,
        line: Line,
        title: Pieces,
        hyps: tuple[Term, ...],
        new: tuple[Term, ...],
        node: Node,
        wanted: Term | None,
        titled: bool = False,
    ) -> None:
        """Write the proof of a node under a title into a line."""
        body, more, opened = peeled(node)
        equations = tuple(p for p in title if isinstance(p, Term) and p.op == "eq")
        with self.opened((*hyps, *opened), (*new, *more), said=equations) as lines:
            said = self.listed(opened)
            if said and not titled:
                title = (*title, ", where " if title[0] == "for " else ", and let ", *said)
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
            once = self.uses.get(inner, 0) <= 1 or inner in self.inlined
            if inner.rule == "cases" and once and key(inner.concl) == key(node.concl):
                out += [((*case, *hyps), leaf) for hyps, leaf in self.branches(inner)]
            else:
                out.append((case, branch))
        return out

    def find_inlined(self) -> set[Node]:
        """Return the lemmas that are cases of a statement, where renamed instances of them are the other cases."""
        users: dict[Node, list[Node]] = {}
        nodes = list(reachable([self.derivation.root], self.core))
        for n in nodes:
            for p in n.premises:
                users.setdefault(self.core(p), []).append(n)
        out = set()
        for n in nodes:
            leaves = list(map(self.core, n.premises))
            for k, lemma in enumerate(leaves if n.rule == "cases" else ()):
                other = leaves[1 - k]
                if lemma in self.lemmas and lemma.rule == "cases" and key(lemma.concl) == key(n.concl) and (
                    self.image_of_lemma(other) and self.core(other.premises[0]) is lemma
                    and set(users[lemma]) == {n, other}
                ):  # fmt: skip
                    out.add(lemma)
        return out

    def image_of_lemma(self, node: Node) -> Renaming | None:
        """Return the renaming by which a node is an instance of a lemma from hypotheses; None for other nodes."""
        if node.rule != "lemma" or any(self.core(p).rule != "assume" for p in node.premises[1:]):
            return None
        values = {x: t for x, t in node.args[0] if x is not t}
        return values if set(values) == set(values.values()) else None

    def unlike(
        self, branches: list[tuple[tuple[Term, ...], Node]]
    ) -> tuple[list[tuple[tuple[Term, ...], Node]], list[Renaming]]:
        """Return the cases none of which is a renamed form of another, and the renamings that give the other ones."""
        kept: list[tuple[tuple[Term, ...], Node]] = []
        renamings: list[Renaming] = []
        outer = self.given()
        for hyps, leaf in branches:
            node = self.core(leaf)
            known = {key(h) for h in (*outer, *hyps)}
            known |= {key(le(*h.args)) for h in (*outer, *hyps) if h.op == "lt"}
            found = self.image_of_lemma(node) if node.rule == "lemma" else None
            if found is not None and self.core(node.premises[0]) not in self.inlined:
                found = None
            for _, other in kept if found is None and not self.everything else ():
                found = self.renaming(self.core(other), node, known)
                if found is not None:
                    break
            if found is None:
                kept.append((hyps, leaf))
            else:
                renamings.append(found)
        return kept, renamings

    def renaming(self, node: Node, other: Node, known: Collection[Hashable]) -> Renaming | None:
        """Return a renaming of variables by which a fact becomes another one, under hypotheses with known keys."""
        variables = sorted(other.concl.free & self.asked_or_named(), key=lambda v: v.order)
        if not 2 <= len(variables) <= SYMMETRIC or len({v.sort for v in variables}) > 1:
            return None
        for values in permutations(variables):
            moved = {x: t for x, t in zip(variables, values, strict=True) if x is not t}
            put = substitution(moved)
            if moved and key(put(node.concl)) == key(other.concl) and all(
                key(put(h)) in known for h in node.fact.hyps.values()
            ):  # fmt: skip
                return moved
        return None

    def asked_or_named(self) -> frozenset[Term]:
        """Return the variables that are arbitrary in the whole proof or in a lemma: all that no open block binds."""
        bound = frozenset().union(*(s.new for s in self.scopes))
        return frozenset(v for n in (self.derivation.root, *self.lemmas) for v in n.concl.free) - bound

    def induction(self, node: Node, line: Line) -> None:
        """Write the base and the step of an induction into a line."""
        _, lo = node.args
        (x,) = node.new
        step = node.opened[1]
        base, following = node.premises
        with self.opened((), (x,), silent=True):
            line.reason = ("by induction on ", self.put(x))
            self.inside(line, ("for ", self.put(eq(x, lo))), (), (), base, node.needs[0])
            _, _, opened = peeled(following)
            shown = tuple(_concluded(h, (*self.given(), *step, *opened)) for h in step)
            said = (*self.listed(shown[1:]), ", where ", *self.listed((*shown[:1], *opened)))
            self.inside(line, ("suppose that ", *said), step, (), following, node.needs[1], titled=True)

    def universal(self, node: Node, formula: Term) -> Line:
        """Write a statement for all values of a variable, or an implication."""
        body, new, hyps = peeled(node)
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
            let: Pieces = ("let ", *said) if said else ("for all ", *joined(names))
            line.inside.append(Block(let, lines))
            self.lines.append(line)
        self.scopes[-1].lines[node] = line
        return line

    def hoist(self, node: Node) -> None:
        """Write what several parts of a block use and what does not depend on them."""
        parts = [list(reachable([self.core(p)], self.core)) for p in node.premises]
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
        below = {m for n in free for m in reachable(list(map(self.core, n.premises)), self.core)}
        for n in free:
            if n not in below and n.rule != "derivative":
                self.refer(n)


def _count(n: int) -> str:
    return {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}.get(
        n, str(n)
    )


def _concluded(h: Term, given: Collection[Term]) -> Term:
    """Return B for a hypothesis A → B where hypotheses that are given imply A."""
    while h.op == "imp" and any(key(g) == key(h.args[0]) or implies(g, h.args[0]) for g in given):
        h = h.args[1]
    return h


def _symmetry(renamings: Sequence[Renaming]) -> Pieces:
    """Return words for the symmetry that renamings of variables show."""
    moved = sorted({x for r in renamings for x in r}, key=lambda x: text(x))
    least = min(len(r) for r in renamings)
    if len(moved) > 3 or max(len(r) for r in renamings) > 3:
        return ("where by symmetry ",)
    return (f"where by {'cyclic ' * (least == 3)}symmetry in ", *joined([(x,) for x in moved]), " ")


def _shorten(block: Block, line: Line) -> None:
    """Do not print the formula of a line again at the end of a case if the case has nothing else or it is long."""
    last = block.lines[-1] if block.lines else None
    if last is None or last.formula is None or line.formula is None or last.where or not last.reason:
        return
    shown = text(last.formula)
    if shown == text(line.formula) and (len(block.lines) == 1 or len(shown) > LONG):
        last.repeats = True


def _fold(line: Line) -> None:
    """Tell a contradiction that follows from one consequence of the contrary in one line."""
    (block,) = line.inside
    if len(block.lines) != 2 or any(x.inside or x.where for x in block.lines):
        return
    first, last = block.lines
    used = [k for k, piece in enumerate(last.reason) if isinstance(piece, Ref) and piece.line is first]
    if first.formula is None or last.formula is not None or len(used) != 1 or not first.reason:
        return
    facts = [piece for piece in last.reason if not isinstance(piece, str) and piece is not last.reason[used[0]]]
    words = {piece for piece in last.reason if isinstance(piece, str)}
    supposed = [piece for piece in block.title if isinstance(piece, Term)]
    why = first.reason[:-2] if first.reason[-2:] == (", from ", *supposed) else first.reason
    line.reason = ("as otherwise ", first.formula, ", ", *why)
    if facts and words <= {"adding ", ", ", " and ", " gives a contradiction"}:
        line.reason = (*line.reason, ", which contradicts ", *enumerated([(x,) for x in facts]))
    else:
        line.reason = (*line.reason, "; ", *("this" if k in used else x for k, x in enumerate(last.reason)))
    line.folded, line.inside = [*first.folded, first, last], []
