"""All words over the alphabet 1, …, D in a list: D^m words of length m, and D^(dn) matrices of shape d × n.

Main statements: `words_listed`, `matrices_listed`.
"""

from __future__ import annotations

from collections.abc import Sequence

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.kernel.terms import instantiate_bound
from proofs.language.notation import *
from proofs.theorems.algebra.powers import power
from proofs.theorems.combinatorics.tilings import TILED, quotients, tiling

chapter = Chapter("tuples")
D, d, n, m, e, c, t, k, b = ints("D d n m e c t k b")
(g,) = sequences("g")
G, V = sequences("G V", 2)
(L,) = sequences("L", 3)
WORD, GRID, LIST = "(Z>Z)", "(ZZ>Z)", "(ZZZ>Z)"


def letters(g: Term, m: Term, D: Term = D) -> list[Term]:
    """1 <= g_t <= D for t = 1, …, m."""
    return [every(lambda t: 1 <= g(t), 1, m), every(lambda t: g(t) <= D, 1, m)]


def word_list(V: Term, m: Term, D: Term = D) -> list[Term]:
    """V(1, .), …, V(D^m, .) are words of length m, and every such word is exactly one of them."""
    count = power(D, m)
    word = lambda c: fun(lambda t: V(c, t))  # noqa: E731
    found = lambda g: exists(  # noqa: E731
        lambda c: [1 <= c, c <= count, every(lambda t: Eq(V(c, t), g(t)), 1, m)], "Z"
    )
    return [
        every(lambda c: letters(word(c), m, D)[0], 1, count),
        every(lambda c: letters(word(c), m, D)[1], 1, count),
        for_all(lambda g: implies(*letters(g, m, D), found(g)), WORD),
        every(
            lambda c: every(lambda b: implies(every(lambda t: Eq(V(c, t), V(b, t)), 1, m), Eq(c, b)), 1, count),
            1,
            count,
        ),
    ]


def words(m: Term | int) -> Term:
    """There is a list of all words of length m."""
    return exists(lambda V: word_list(V, num(m) if isinstance(m, int) else m), GRID)


# --- numbering blocks ------------------------------------------------------------------------------------------------

width, blocks = ints("d G")
block, offset = sequences("block offset")
TILES = (WORD, WORD)


def some_tiling(width: Term = width, blocks: Term = blocks) -> Term:
    """There are blocks and offsets of the indices 1, …, width · blocks that form a tiling."""
    return exists(lambda block, offset: tiling(block, offset, width, blocks), *TILES)


@chapter.claim(given=[0 <= width, 0 <= blocks], shows=some_tiling())
def tiles(p: Proof) -> Fact:
    """Division with remainder; if there is no block or the width is 0, there are no indices."""
    p.given(narrow=width <= 0, proper=0 < width, none=blocks <= 0, some=0 < blocks)
    laws = [p.apply(f"tilings.quotient_{name}") for name in TILED]
    there = p.exists_intro(p.goal, quotients, *laws)
    zero = fun(lambda t: num(0))

    def empty(fact: str, factor: Term) -> Fact:
        false = p.have(
            FALSE,
            p.assume(1 <= t),
            p.assume(t <= width * blocks),
            p.have(width * blocks <= 0, (fact, 0 <= width if factor is width else 0 <= blocks)),
        )
        out = []
        for law in tiling(zero, zero):
            inside = law.args[1].args[1].args[1]
            claim = instantiate_bound(inside, (t,))
            out.append(p.generalize(t, p.absurd(false, claim), 1 <= t, t <= width * blocks))
        return p.exists_intro(p.goal, [zero, zero], *out)

    return p.cases(width, 0, empty("narrow", blocks), p.cases(blocks, 0, empty("none", width), there))


# --- words -----------------------------------------------------------------------------------------------------------

count = power(D, m)


def longer(block: Term, offset: Term) -> Term:
    """Return the word with number offset, followed by the number of the block as its last letter."""
    return fun(lambda c, t: ite(t <= m, V(offset(c), t), block(c)), 2)


@chapter.claim(given=[1 <= D, 0 <= m, words(m)], shows=words(m + 1))
def words_longer(p: Proof) -> Fact:
    """Every word is followed by every letter."""
    p.apply("power_step", m=D, k=m, label="power")
    tiled = p.apply("tiles", d=count, G=D)
    p.given(c_low=1 <= c, c_high=c <= power(D, m + 1), t_low=1 <= t, t_high=t <= m + 1, early=t <= m, last=m < t)
    new = longer(block, offset)
    chosen = {o: p.ite_eq(new(c, t), o) for o in ("early", "last")}

    def prove(tiles: Sequence[Fact], low: Fact, high: Fact, all_: Fact, once: Fact) -> Fact:
        here = [p.specialize(law, c) for law in tiles]
        out = []
        for number, bound in enumerate((low, high)):
            old = p.specialize(p.specialize(bound, offset(c), using=here), t)
            claim = (1 <= new(c, t)) if number == 0 else (new(c, t) <= D)
            sides = p.have(claim, chosen["early"], old), p.have(claim, chosen["last"], here[number])
            letter = p.cases(t, m, *sides)
            out.append(letter)
        letters_ = [p.assume(f) for f in letters(g, m + 1)]
        short = [p.specialize(f, t, using=[p.have(t <= m + 1, "early")]) for f in letters_]
        last = [p.specialize(f, m + 1) for f in letters_]
        goal = word_list(new, m + 1)[2]
        found = said_at(goal, g)

        def at_word(k_low: Fact, k_high: Fact, same: Fact) -> Fact:
            at = (g(m + 1) - 1) * count + k
            by = {"d": count, "G": D, "block": block, "offset": offset, "j": g(m + 1), "s": k}
            which = p.apply("tile_block", *tiles, *last, k_low, k_high, **by)
            place = p.apply("tile_offset", *tiles, *last, k_low, k_high, **by)
            stop = p.have(at <= power(D, m + 1), "power", k_high, (last[1], count))
            entry = new(at, t)
            first = p.ite_eq(entry, "early")
            swapped = p.congr(lambda y: V(y, t), place)
            first = p.have(Eq(entry, g(t)), first, swapped, p.specialize(same, t))
            after = p.integer_step("last")
            is_last = p.antisymmetry("t_high", after)
            letter = p.congr(g, is_last)
            second = p.have(Eq(entry, g(t)), p.ite_eq(entry, "last"), which, letter)
            each = p.generalize(t, p.cases(t, m, first, second))
            return p.exists_intro(found, [at], k_low, (last[0], count), stop, each)

        one = p.exists_elim(p.specialize(all_, g, using=short), [k], at_word, found)
        out.append(one)
        there = [
            p.specialize(
                law,
                b,
                using=[p.assume(1 <= b), p.have(b <= count * D, p.assume(b <= power(D, m + 1)), "power")],
            )
            for law in tiles
        ]
        equal = p.assume(every(lambda t: Eq(new(c, t), new(b, t)), 1, m + 1))
        letter = p.specialize(equal, t, using=[p.have(t <= m + 1, "early")])
        values_ = [p.ite_eq(new(x, t), "early") for x in (c, b)]
        letter = p.have(Eq(V(offset(c), t), V(offset(b), t)), letter, *values_)
        places = p.specialize(p.specialize(once, offset(c), using=here), offset(b), using=[*there, letter])
        blocks_ = p.have(Eq(block(c), block(b)), p.specialize(equal, m + 1))
        same = p.have(Eq(c, b), here[4], there[4], places, (blocks_, count))
        same = p.generalize(b, p.discharge(same, equal.concl), 1 <= b, b <= power(D, m + 1))
        out.append(same)
        return p.exists_intro(p.goal, [new], *out)

    held = p.obtain(words(m), V)
    tiles = p.obtain(tiled, block, offset)
    return prove(tiles, *held)


@chapter.claim(given={"D_low": 1 <= D, "m_low": 0 <= m}, shows=words(m))
def words_listed(p: Proof) -> Fact:
    """By induction on the length; there is exactly one empty word."""
    p.given(k_low=0 <= k, so_far=words(k))
    no = p.have(FALSE, p.assume(1 <= t), p.assume(t <= 0))
    none = fun(lambda c, t: num(1), 2)

    found = said_at(word_list(none, num(0))[2], g)
    claim = Eq(1, g(t))
    word = p.exists_intro(found, [1], p.generalize(t, p.absurd(no, claim)))
    p.given(b_low=1 <= b, b_high=b <= power(D, num(0)))
    number = p.antisymmetry(
        p.have(c <= b, p.assume(c <= power(D, num(0))), "b_low"),
        p.have(b <= c, "b_high", p.assume(1 <= c)),
    )
    number = p.generalize(b, p.discharge(number, every(lambda t: Eq(none(c, t), none(b, t)), 1, 0)))
    base = p.exists_intro(words(num(0)), [none], word, number)
    step = p.apply("words_longer", m=k)
    all_ = p.induct(words, 0, k, base, step)
    return p.specialize(all_, m)


# --- matrices --------------------------------------------------------------------------------------------------------


def grid(G: Term, d: Term = d, n: Term = n, D: Term = D) -> list[Term]:
    """1 <= G(t, k) <= D for the entries of a d × n matrix."""
    return [
        every(lambda t: every(lambda k: 1 <= G(t, k), 1, n), 1, d),
        every(lambda t: every(lambda k: G(t, k) <= D, 1, n), 1, d),
    ]


def same_entries(A: Term, G: Term, d: Term = d, n: Term = n) -> Term:
    """Return a = G in all entries of a d × n matrix."""
    return every(lambda t: every(lambda k: Eq(A(t, k), G(t, k)), 1, n), 1, d)


def at_number(L: Term, c: Term) -> Term:
    """Return the c-th matrix of a list."""
    return fun(lambda t, k: L(c, t, k), 2)


def matrix_list(L: Term, d: Term = d, n: Term = n, D: Term = D) -> list[Term]:
    """L(1, ., .), …, L(D^(nd), ., .) are d × n matrices of letters, and every such matrix is exactly one of them."""
    count = power(D, n * d)
    found = lambda G: exists(lambda c: [1 <= c, c <= count, same_entries(at_number(L, c), G, d, n)], "Z")  # noqa: E731
    return [
        every(lambda c: grid(at_number(L, c), d, n, D)[0], 1, count),
        every(lambda c: grid(at_number(L, c), d, n, D)[1], 1, count),
        for_all(lambda G: implies(*grid(G, d, n, D), found(G)), GRID),
        every(lambda c: every(
            lambda b: implies(same_entries(at_number(L, c), at_number(L, b), d, n), Eq(c, b)), 1, count), 1, count),
    ]  # fmt: skip


@chapter.claim(given={"D_low": 1 <= D, "d_low": 1 <= d, "n_low": 1 <= n}, shows=exists(matrix_list, LIST))
def matrices_listed(p: Proof) -> Fact:
    """The words of length nd are cut into rows."""
    p.given(c_low=1 <= c, c_high=c <= power(D, n * d))
    p.given(t_low=1 <= t, t_high=t <= d, k_low=1 <= k, k_high=k <= n, e_low=1 <= e, e_high=e <= n * d)
    p.have(0 <= n * d, ("d_low", n), "n_low", label="size")
    listed = p.apply("words_listed", m=n * d)
    tiled = p.apply("tiles", d=n, G=d)
    at = (t - 1) * n + k

    held = p.obtain(listed, V)
    tiles = p.obtain(tiled, block, offset)
    word_list_ = held
    rows = fun(lambda c, t, k: V(c, (t - 1) * n + k), 3)
    out = []
    for bound in word_list_[:2]:
        entry = p.specialize(p.specialize(bound, c), at)
        each = entry
        out.append(each)
    entries = [p.assume(f) for f in grid(G)]
    word = fun(lambda e: G(block(e), offset(e)))
    here = [p.specialize(law, e) for law in tiles]
    letters_ = [p.specialize(p.specialize(f, block(e), using=here), offset(e), using=here) for f in entries]
    by = {"d": n, "G": d, "block": block, "offset": offset, "j": t, "s": k}
    which, place = (p.apply(name, *tiles, **by) for name in ("tile_block", "tile_offset"))
    entry = p.congr(lambda y: G(y, offset(at)), which)
    entry = p.have(Eq(word(at), G(t, k)), entry, p.congr(lambda y: G(t, y), place))
    found = p.specialize(word_list_[2], word, using=letters_)

    def at_word(_low: Fact, _high: Fact, same: Fact) -> Fact:
        value = p.have(Eq(rows(c, t, k), G(t, k)), p.specialize(same, at), entry)
        return p.exists_intro(goal, [c], value)

    goal = exists(lambda c: [1 <= c, c <= power(D, n * d), same_entries(at_number(rows, c), G)], "Z")
    out.append(p.exists_elim(found, [c], at_word, goal))
    equal = p.assume(same_entries(at_number(rows, c), at_number(rows, b)))
    letter = p.specialize(p.specialize(equal, block(e), using=here), offset(e), using=here)
    at_c = p.congr(lambda y: V(c, y), here[4])
    at_b = p.congr(lambda y: V(b, y), here[4])
    letter = p.have(Eq(V(c, e), V(b, e)), letter, at_c, at_b)
    p.given(b_low=1 <= b, b_high=b <= power(D, n * d))
    same = letter
    number = p.specialize(p.specialize(word_list_[3], c), b, using=[same])
    number = p.generalize(b, p.discharge(number, equal.concl))
    out.append(number)
    return p.exists_intro(p.goal, [rows], *out)
