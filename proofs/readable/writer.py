"""The words of a readable proof: each rule of the kernel has one way to be said."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from flint import fmpq

from proofs.kernel import evaluate
from proofs.kernel.normal import canonical, constant, key, normal
from proofs.kernel.terms import (
    FALSE,
    MAKERS,
    Term,
    add,
    eq,
    erf,
    exp,
    instantiate_bound,
    le,
    lt,
    mul,
    num,
    substitution,
    variable,
)
from proofs.language.display import joined as connected
from proofs.language.display import text
from proofs.readable.derivation import Node
from proofs.readable.lines import LONG, Lines, Saying
from proofs.readable.margins import certified_margin
from proofs.readable.outline import Line, Name, Piece, Pieces, Ref, conditions, enumerated, joined
from proofs.readable.phrases import KNOWN, boxes, theorem_phrase
from proofs.readable.reduction import SHORT, implies, peeled, ratio_of
from proofs.readable.tidy import difference, is_obvious, tidied

COMPUTED = "by computing both sides"
MAX_BOXES = 50  # largest number of boxes of a computation for which a margin is computed
ITEMS = 3  # facts in a sum that is said in words; longer ones are shown as an identity

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
    "erf_square": ("as ", le(1 - exp(-(_u * _u)), erf(_u) * erf(_u)), " for all ", _u),
    "exp_log": ("as the logarithm is the inverse of the exponential function",),
    "ite_eq": ("by the definition of the left side",),
    "abs_value": ("by the definition of the absolute value",),
    "nonzero": (),
    "supremum": ("by the completeness of the real numbers",),
    "derivative": ("by the rules of differentiation",),
}


class Writer(Lines):
    """The writer of the lines of a proof with their reasons."""

    def say(self, node: Node) -> Saying:
        """Return the reason of a node, and the formulas in it."""
        find: dict[str, Callable[[Node], Saying]] = {
            "arith": self.say_arith, "replace": self.say_replace, "theorem": self.say_theorem,
            "compute": self.say_compute, "mean_value": self.say_mean_value, "lemma": self.say_lemma,
            "mp": self.say_application, "specialize": self.say_application,
        }  # fmt: skip
        if key(node.concl) is True:
            return (COMPUTED,), []
        if node.rule == "assume":
            return ("by hypothesis",), []
        if node.rule in find:
            return find[node.rule](node)
        if node.rule in ("cite", "argue"):
            return (f"as {'cited from' if node.rule == 'cite' else 'argued, not proved:'} {node.args[1]}",), []
        return self.with_sources(RULES_IN_WORDS.get(node.rule, (f"by the kernel's rule {node.rule}",)), node)

    def with_sources(self, words: Pieces, node: Node, most: int = 6) -> Saying:
        """Return words followed by the facts that a node uses."""
        also: list[Term] = []
        parts: dict[Any, Pieces] = {}
        for p, need in zip(node.premises, node.needs, strict=True):
            if key(need) is True or self.is_about_ranges(need) or self.is_exponential(p):
                continue
            ref, _ = self.refer(p, need)
            if self.is_void(ref):
                continue
            if isinstance(ref, Term):
                also.append(ref)
            parts[ref] = (ref,)
        if not parts:
            return words, []
        plain = "from " if node.rule != "nonzero" else "as " if also else "by "
        start = ", from " if words else plain
        return (*words, start, *enumerated(list(parts.values()))), also

    def is_exponential(self, node: Node) -> bool:
        """Return whether a fact only says that exponentials are positive."""
        return not self.everything and self.core(peeled(self.core(node))[0]).rule == "exp_pos"

    def is_about_ranges(self, need: Term) -> bool:
        """Return whether a premise compares integers and follows from a hypothesis at once, such as 1 ≤ n + 1."""
        if self.everything or need.op not in ("le", "lt") or any(v.sort != "Z" for v in need.free):
            return False
        return any(key(h) == key(need) or implies(h, need) for h in self.given())

    def say_arith(self, node: Node) -> Saying:
        """Say a linear combination: as a sum of facts, a product of two, or an identity."""
        goal, _, scale, nonzero = node.args
        items, total = self.items(node)
        positive = self.positives(node.hyps)
        real = [(c, f) for c, f in items if not any(self.is_void(self.put(node.needs[k])) for k in f)]
        items = real or items
        if not items and not scale:
            if nonzero:
                return self.with_sources(("by clearing denominators",), node)
            return ("by rearranging",) if goal.op == "eq" else (COMPUTED,), []
        added = [(c, facts) for c, facts in items if not any(node.needs[k].op == "eq" for k in facts)]
        single = all(len(facts) == 1 and not self.is_square(node, facts[0]) for _, facts in added)
        few = len(scale) <= 1 and 0 < len(items) and len(added) <= ITEMS and (added or total == 0)
        if goal.op == "eq" or goal is FALSE or (few and single):
            return self.say_sum(node, items, total, positive)
        if not scale and len(items) == 1 and not total and len(items[0][1]) == 2:
            (k, j) = items[0][1]
            if self.core(node.premises[k]) is not self.core(node.premises[j]) and not (
                self.is_square(node, k) or self.is_square(node, j)
            ):
                refs = [self.refer(node.premises[i], node.needs[i])[0] for i in (k, j)]
                return ("by multiplying ", refs[0], " by ", refs[1]), [r for r in refs if isinstance(r, Term)]
        return self.say_identity(node, items, total)

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
                if equation and node.needs[k].op != "eq":
                    continue
                ref, formula = self.refer(node.premises[k], node.needs[k])
                if self.is_void(ref):
                    void[self.put(node.needs[k], tidy=False)] = None
                    continue
                ratio = ratio_of(node.needs[k], formula, positive)
                if ratio is not None and ratio != 1:
                    c = num(fmpq(*c.args) * ratio) if c.op == "num" else mul(num(ratio), c)
                if isinstance(ref, Term):
                    also.append(ref)
                if not equation or node.needs[k].op == "eq":
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
                return ("this contradicts ", *(parts[0][-1:] if parts else using)), also
            return ("adding ", *joined([*parts, *([using] if using else [])]), " gives a contradiction"), also
        divided: Pieces = ()
        if node.args[2]:
            (k,) = node.args[2]
            ref, _ = self.refer(node.premises[k], node.needs[k])
            if isinstance(ref, Term):
                also.append(ref)
            positive_by: Pieces = (" by ", ref) if isinstance(ref, Ref) else ()
            divided = (", and dividing by ", difference(self.put(node.needs[k])), ", which is positive", *positive_by)
        if not parts:
            if not using:
                raw = [v for v in void if not (isinstance(v, Term) and key(v) is True)]
                also += [v for v in void if isinstance(v, Term)]
                return ("as ", *joined([(v,) for v in raw])) if raw else ("by rearranging",), also
            return ("by ", *using, *divided), also
        if len(parts) == 1:
            parts = [parts[0][-1:]]
        if len(parts) == 1 and not divided:
            known = [(e,) for e in equations if isinstance(e, Term)]
            refs = [(e,) for e in equations if isinstance(e, Ref)]
            return ("by ", *joined([*parts, *refs]), *((", as ", *joined(known)) if known else ())), also
        if len(parts) == 1 and not using:
            return ("by dividing ", *parts[0], " by ", *divided[1:]), also
        words: Pieces = ("by adding ", *joined(parts)) if len(parts) > 1 else ("by taking ", *parts[0])
        return (*words, *((", using ", *using) if using else ()), *divided), also

    def say_identity(self, node: Node, items: list[tuple[Term, list[int]]], total: fmpq) -> Saying:
        """Show the difference of the sides, times positive factors, as a sum of nonnegative terms."""
        _, _, scale, nonzero = node.args
        also: list[Term] = []
        void = {k for k, need in enumerate(node.needs) if need.op == "eq" and self.is_void(self.put(need))}
        items = [(c, facts) for c, facts in items if not void.intersection(facts)]
        signs: dict[Piece, Pieces] = {}
        summands = []
        for c, facts in items:
            cores = [self.core(node.premises[k]) for k in facts]
            for k in dict.fromkeys(facts):
                if cores.count(self.core(node.premises[k])) % 2:
                    signs |= self.sign_of(node, k, also)
            factors = sorted((self.put(difference(node.needs[k])) for k in facts), key=lambda t: t.order)
            if c.op != "num" or c.args != (1, 1):
                factors.insert(0, self.put(c))
            summands.append(mul(*factors) if len(factors) > 1 else factors[0])
        if total or not summands:
            summands.append(num(total))
        whole = tidied(add(*summands) if len(summands) > 1 else summands[0], expand=False)
        goal = node.concl if ratio_of(node.concl, self.shown[node], frozenset()) != 1 else self.shown[node]
        left = difference(self.put(goal))
        multiplied: dict[Piece, Pieces] = {}
        for k in dict.fromkeys((*scale, *nonzero)):
            multiplied |= self.sign_of(node, k, also)
        multiplied = {ref: words for ref, words in multiplied.items() if ref not in signs}
        squares = any(self.is_square(node, k) for _, facts in items for k in facts)
        if not scale and not squares:
            plain = [ref for ref in signs if isinstance(ref, Term)]
            if len(plain) == len(signs) > 0 and len(summands) == len(normal(left)) > 2:
                bounds = [t for t in plain if t.op in ("le", "lt") and t.args[1].op not in ("mul", "add")]
                if is_obvious(le(num(0), left), {canonical(t.args[1]) for t in bounds}):
                    return ("as no term of the difference is negative, from ", *conditions(bounds)), also
            if text(left) == text(whole) and signs:
                return ("as ", *enumerated([*signs.values(), *multiplied.values()])), also
        factors = [self.put(difference(node.needs[k])) for k in scale]
        also.append(eq(mul(*factors, left) if factors else left, whole))
        positive: Pieces = ("where ", *enumerated([*multiplied.values()])) if multiplied else ()
        (only,) = signs if len(signs) == 1 else (None,)
        known = only.line.formula if isinstance(only, Ref) else None
        if only is not None and known is not None and text(difference(known)) == text(whole):
            times: Pieces = (", times ", mul(*factors) if factors[1:] else factors[0], ",") if factors else ()
            return (
                "as the difference of the sides",
                *times,
                " is that of ",
                only,
                *((", ", *positive) if positive else ()),
            ), also
        size = ", which is positive" if goal.op == "lt" else ", which is not negative"
        tail: Pieces = (size, *((" as ", *enumerated([*signs.values()])) if signs else ()))
        tail = (*tail, *((", and ", *positive) if positive else ()))
        if not factors and len(text(left)) > LONG and goal is self.shown[node]:
            zero = constant(normal(goal.args[0])) == 0
            return (f"as the right side {'' if zero else 'minus the left side '}is ", whole, *tail), also
        return ("as ", also[-1], *tail), also

    def sign_of(self, node: Node, k: int, also: list[Term]) -> dict[Piece, Pieces]:
        """Return the words for the sign of a factor, by the fact that it is from; none if anyone can see it."""
        p, need = self.core(node.premises[k]), node.needs[k]
        if self.is_square(node, k) or p.rule == "exp_pos" or key(need) is True:
            return {}
        ref, _ = self.refer(p, need)
        if isinstance(ref, Term):
            also.append(ref)
            return {ref: (ref,)}
        if need.op == "eq":
            shown = self.put(eq(difference(need), num(0)))
        else:
            shown = self.put((lt if need.op == "lt" else le)(num(0), difference(need)))
        also.append(shown)
        return {ref: (shown, " by ", ref)}

    def say_replace(self, node: Node) -> Saying:
        """Say that equals are put for equals."""
        equations: list[tuple[Node, Term]] = []
        shown = self.shown[node]
        while True:
            equations.append((node.premises[0], node.needs[0]))
            body = self.core(node.premises[1])
            if body.rule != "replace" or self.line_of(body) is not None or self.uses.get(body, 0) > 1:
                break
            node = body
        made = [self.core(p) for p, _ in equations]
        if connected(shown)[0] and key(node.needs[1]) is True and all(p.rule == "ite_eq" for p in made):
            refs = dict.fromkeys(self.refer(p.premises[0], p.needs[0])[0] for p in made)
            told = [r for r in refs if isinstance(r, Term)]
            return _by([r for r in refs if isinstance(r, Ref)], told), told
        also: list[Term] = []
        words: dict[Piece, None] = {}
        numbered: dict[Piece, None] = {}
        titles = {t for scope in self.scopes for t in scope.said}
        for p, need in equations:
            ref, _ = self.refer(p, need)
            if isinstance(ref, Term) and not self.is_void(ref):
                also.append(ref)
                if ref not in titles:
                    words[ref] = None
            elif isinstance(ref, Ref):
                numbered[ref] = None
        if self.scopes[-1].said and not words and not numbered and also:
            return self.say_instance(node, shown, [need for _, need in equations], body, also)
        need = self.put(node.needs[1])
        if self.is_void(need) or key(node.needs[1]) is True:
            if not words and not numbered:
                raw = [self.put(need, tidy=False) for _, need in equations]
                listed = [(r,) for r in dict.fromkeys(raw) if key(r) is not True]
                return ("as ", *joined(listed)) if listed else ("by rearranging",), [*also, *raw]
            sources = _by(numbered, words)
            instance = self.instance_of(shown, [need for _, need in equations], node)
            if instance is self.put(node.concl, tidy=False) or instance.op == "eq":
                return sources, also
            return (*sources, ", so that it says ", *values(instance)), also
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
        return _by((ref, *numbered), tuple(words)), also

    def instance_of(self, relation: Term, equations: list[Term], node: Node) -> Term:
        """Return a relation with numbers for variables if each equation gives a number, else with equals replaced."""
        values: dict[Term, Term] = {}
        for s, t in (e.args for e in equations if e.op == "eq"):
            x, number = (t, s) if s.op == "num" else (s, t)
            if x.op != "var" or number.op != "num":
                return self.put(node.needs[1], tidy=False)
            values[x] = number
        known = {x: n for x, n in values.items() if x in relation.free and (x.sort == "R" or n.sort == "Z")}
        return self.put(substitution(known)(relation) if known else node.needs[1], tidy=False)

    def say_instance(self, node: Node, shown: Term, equations: list[Term], body: Node, also: list[Term]) -> Saying:
        """Say what a relation reads in a case in which a number is given."""
        need = self.instance_of(shown, equations, node)
        if key(node.needs[1]) is True or self.is_void(self.put(node.needs[1])):
            if need.op == "eq" and need.args[0] is need.args[1]:
                return ("as ", *joined([(t,) for t in self.scopes[-1].said])), also
            return ("as it says ", *values(need)), also
        ref, _ = self.refer(body, node.needs[1])
        if isinstance(ref, Term):
            also.append(ref)
        return ("as it says that ", ref) if isinstance(ref, Term) else ("by ", ref), also

    def say_theorem(self, node: Node) -> Saying:
        """Say that a theorem of the library is applied."""
        name = node.args[0]
        if name in KNOWN:
            return self.with_sources((KNOWN[name],), node)
        called, says = theorem_phrase(name)
        phrase: Pieces = ("by ", Name(name, called))
        if says and (name not in self.stated or self.everything):
            phrase = (*phrase, f" ({says})")
        self.stated.add(name)
        pairs = [(x, _named(self.put(t))) for x, t in node.args[1] if x.args[0] not in ("lo", "hi") and x is not t]
        values = [(x, " = ", t) for x, t in pairs if x is not t]
        short = [v for v in values if len(text(v[-1])) <= SHORT]
        words: Pieces = (*phrase, *((" with ", *joined(short)) if short else ()))
        return self.with_sources(words, node)

    def say_compute(self, node: Node) -> Saying:
        """Say that a relation was computed with intervals."""
        goal, box, tree, values = node.args
        count = boxes(tree)
        how = "by interval arithmetic" if count > 1 or goal.free else COMPUTED
        cut = f" on {count} intervals" if count > 1 and len(box) == 1 else f" on {count} boxes" if count > 1 else ""
        room = certified_margin(goal, box, tree) if 1 < count <= MAX_BOXES else None
        cut += f", where it holds by at least {float(room):g}," if room else ""
        if all(v.op in ("var", "num") for v in values):
            plain = [k for k, p in enumerate(node.premises) if not self.is_trivial(p)]
            rest = Node(
                node.rule, node.fact, tuple(node.premises[k] for k in plain), tuple(node.needs[k] for k in plain)
            )
            said = {*self.around(node, [])[2]}
            said |= {le(*h.args) for h in said if h.op == "lt"}
            over = [h for h in map(self.put, node.needs) if h not in said and key(h) is not True]
            where: Pieces = (" for ", *conditions(over)) if over and how != COMPUTED else ()
            return self.with_sources((how + cut, *where), rest)
        with self.opened((), (), silent=True):
            fresh = {x: variable(self.letter(x, self.scopes[-1].names), x.sort) for x, _, _ in box}
            put = substitution({x: t for x, t in fresh.items() if x in goal.free})
            general = put(goal)
            words: list[Piece] = [how + cut, ": ", tidied(general)]
            ends = [put(h) for x, lo, hi in box for h in evaluate.ends(x, lo, hi)]
            words += [" for all ", *joined([(fresh[x],) for x, _, _ in box])]
            words += [" with ", *conditions(ends)] if ends else []
        places = [(eq(fresh[x], self.put(v)),) for (x, _, _), v in zip(box, values, strict=True) if x in goal.free]
        sources, also = self.with_sources((), node)
        return (*words, "; take ", *joined(places), *((", ", *sources) if sources else ())), also

    def say_mean_value(self, node: Node) -> Saying:
        """Say which derivative has which sign."""
        f, g, a, b = node.args[:4]
        order, slope, bound = node.premises
        body, (x,), hyps = peeled(bound)
        inner, (y,), closed = peeled(slope)
        name = self.letter(x, self.scopes[-1].names) if "inner" not in x.args[0] else "t"
        if name in self.scopes[-1].names:
            name = self.letter(variable("inner'", "R"), self.scopes[-1].names)
        value, rate = (instantiate_bound(h.args[1].args[0], (x,)) for h in (f, g))
        low = node.needs[2].args[1].args[1].args[1]
        wanted = instantiate_bound(low, (x,))
        with self.opened(closed, {y: name}, silent=True):
            rules = self.core(inner)
            needed = list(zip(rules.premises, rules.needs, strict=True))
            domain = dict.fromkeys(self.mention(p, need) for p, need in needed if not self.is_trivial(p))
            domain.pop((), None)
            function, slope_at = (self.put(instantiate_bound(h.args[1].args[0], (y,))) for h in (f, g))
            quoted = (function, slope_at, self.put(y))
            self.folded.append(Line(None, (), tuple(map(self.put, self.given())), derivatives=(quoted,)))
        with self.opened(hyps, {x: name}, silent=True):
            c = wanted.args[1]
            short = (le if wanted.op == "le" else lt)(canonical(rate), canonical(c))
            sign = self.sign(body, short)
            shown_f, shown_g = self.put(value), self.put(canonical(rate))
            place, flat = self.put(x), constant(normal(c)) == 0
        differentiable = (", which is differentiable ", *joined([*domain]), ",") if domain else ()
        reason: Pieces = ("as ", shown_f, *differentiable, " has the derivative ", shown_g)
        start, end = eq(place, self.put(a)), eq(place, self.put(b))
        size: Pieces = (", which is ", "at most " if wanted.op == "le" else "less than ", self.put(c))
        if flat and shown_g is num(0):
            return (*reason, ", so that it has the same value at ", start, " and at ", end), []
        if flat:
            size = (", which is ", "not positive" if wanted.op == "le" else "negative")
        reason = (*reason, *size, *sign)
        if flat:
            less = "at most that" if wanted.op == "le" else "less than that"
            reason = (*reason, ", so that its value at ", end, f" is {less} at ", start)
        else:
            reason = (*reason, "; this is the mean value theorem between ", start, " and ", end)
        if not self.is_trivial(order):
            reason = (*reason, ", where ", self.refer(order)[0])
        return reason, []

    def told(self, node: Node, wanted: Term) -> Pieces | None:
        """Return the reason of a computed fact that is used once, to be told where it is used; None for others.

        The reason of a fact on a single interval is not said, as anyone can see it.
        """
        node = self.core(node)
        if node.rule != "compute" or self.everything or self.uses.get(node, 0) > 1 or self.line_of(node) is not None:
            return None
        if len(text(self.put(wanted))) > 2 * LONG or not all(map(self.is_trivial, node.premises)):
            return None
        outer, self.folded = self.folded, []
        reason, also = self.say(node)
        inner, self.folded = self.folded, outer
        given, also_shown, where = self.around(node, also)
        self.folded.append(Line(self.put(wanted), reason, given, also_shown, where, folded=inner))
        if boxes(node.args[2]) == 1:
            return (", as ", *reason[1:][1:]) if len(reason) > 1 and reason[1] == " for " else ()
        return (", ", *reason)

    def mention(self, node: Node, need: Term) -> Pieces:
        """Return the words "as A" or "by (k)" for a fact; none if anyone can see it."""
        told = self.told(node, need)
        if told is None:
            return ("by ", self.refer(node, need)[0])
        return ("as ", self.put(need), *told) if boxes(self.core(node).args[2]) > 1 else ()

    def sign(self, node: Node, relation: Term) -> Pieces:
        """Return words for where and why a derivative has a sign."""
        told = self.told(node, relation)
        if told is not None:
            where = self.around(self.core(node), [])[2]
            return (*((" for ", *conditions(where)) if where else ()), *told)
        ref, _ = self.refer(node, relation)
        return (" by ", ref) if isinstance(ref, Ref) else ()

    def say_lemma(self, node: Node) -> Saying:
        """Say that a lemma is applied."""
        lemma = self.core(node.premises[0])
        line = self.line_of(lemma) or self.prove(lemma)
        values: list[Pieces] = [
            (self.put(x), " = ", self.put(t)) for x, t in node.args[0] if self.put(x) is not self.put(t)
        ]
        if len(values) == 2 and values[0][0] is values[1][2] and values[0][2] is values[1][0]:
            values = [(values[0][0], " and ", values[1][0], " exchanged")]
        rest = Node(node.rule, node.fact, node.premises[1:], node.needs[1:])
        words: Pieces = ("by ", Ref(line), *((" with ", *joined(values)) if values else ()))
        sources, also = self.with_sources((), rest)
        return (*words, *((", ", *sources) if sources else ())), also

    def say_application(self, node: Node) -> Saying:
        """Say that a universal statement is applied."""
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
        at: Pieces = (" for ", *joined([(v,) for v in reversed(values)])) if values else ()
        tail: Pieces = (", as ", *joined([(f,) for f in found[1:]])) if found[1:] else ()
        return ("by ", ref, *at, *tail), also


def values(relation: Term) -> Pieces:
    """Return a relation, or only the values of its sides if these are numbers.

    >>> from proofs.kernel.terms import num
    >>> values(le(num(0) * num(2), exp(num(0))))
    (le(num(0, 1), num(1, 1)),)
    """
    simple = tidied(relation)
    numbers = [constant(normal(side)) for side in simple.args] if simple.op in ("le", "lt", "eq") else [None]
    if None in numbers:
        return (relation,)
    return (MAKERS[relation.op](*(num(n) for n in numbers if n is not None)),)


def _named(t: Term) -> Term:
    """Return f for i ↦ f_i."""
    if t.op != "lam" or t.args[1].op != "app" or t.args[1].args[0].loose:
        return t
    f, *indices = t.args[1].args
    own = all(i.op == "bv" and i.args[0] == len(indices) - k for k, i in enumerate(indices, 1))
    return f if own and f.sort == t.sort else t


def _by(numbered: Collection[Piece], known: Collection[Piece]) -> Pieces:
    """Return the words "by (1) and (2), as x = 0", or one half of them."""
    by: Pieces = ("by ", *joined([(n,) for n in numbered])) if numbered else ()
    told: Pieces = (", as " if numbered else "as ", *joined([(t,) for t in known])) if known else ()
    return (*by, *told)


def _times(c: Term) -> Pieces:
    """Return the words for a multiple."""
    if c.op == "num" and c.args[1] == 1 and c.args[0] in (1, 2):
        return () if c.args[0] == 1 else ("twice ",)
    return (c, " times ")
