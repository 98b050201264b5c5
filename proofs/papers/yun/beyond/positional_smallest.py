"""Appendix G for d = 1 and n = 2, where one L is shifted twice (`positional_sweep`): the contexts differ nevertheless.

The ids are l_1 = h_1 δ and l_2 = (m + h_2) δ, and the sweep goes through the levels 0, δ, …, (2m − 1)δ. For
L = (1 − δ, 1), that is h = (m − 1, 0), the first shifted id is (2m − 1)δ, the last level: it is shifted once more, to
F δ with F = m³ − 2m² + 3m − 1, above the second, which is m² δ. For all other L the ids are l̃ as in `positional_sweep`.
The last layer adds 2m⁴ times the greatest id.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.beyond import two_columns as two
from proofs.papers.yun.vocabulary import m, paper, v

(T,) = vectors("T", 2)
h_1, h_2 = ints("h_1 h_2")
twice_shifted = m * m * m - 2 * (m * m) + 3 * m - 1  # F
MORE = {"m_low": 2 <= m}


def smaller(t: Term) -> Term:
    """A term of `two_columns` for L = (1 − δ, 1): a = m − 1, b = m, the factor m and C = 2m − 1."""
    values = {two.a: m - 1, two.b_id: m, two.f: m, two.C: 2 * m - 1, two.S: m * m, two.F: twice_shifted}
    return substitute(t, {x: y for x, y in values.items() if x in t.free})


RUN = {**MORE} | {label: smaller(two.RUN[label]) for label in ("begin_1", "begin_2", "layers")}


@paper.claim([*RUN.values(), 0 <= v, v <= 2 * m], shows=smaller(two.at_level(v)))
def smallest_sweep(p: Proof) -> Fact:
    """The sweep over L = (1 − δ, 1) shifts column 1 once more at its last level."""
    p.given(**RUN)
    p.have(2 * m - 1 + 1 <= m * m, "m_low", label="square")
    values = {"a": m - 1, "b_": m, "f": m, "C": 2 * m - 1, "S": m * m, "F": twice_shifted}
    return p.apply("sweep_shifts_twice", **values)


# --- the contexts -------------------------------------------------------------------------------------------------

jump = 2 * (m * m * m * m)  # n δ^(-(n+1)d-1), the factor of the last layer
ID_RANGE = {**MORE, "h_1_low": 0 <= h_1, "h_1_high": h_1 <= m - 1, "h_2_low": 0 <= h_2, "h_2_high": h_2 <= m - 1}


def first_shifted_id(h_1: Term, h_2: Term) -> Term:
    """l̃_1 in units of δ: x_1 + m (x_2 − x_1) with x_1 = h_1 and x_2 = m + h_2."""
    return h_1 + m * (m + h_2 - h_1)


def last_shifted_id(h_1: Term, h_2: Term) -> Term:
    """l̃_2 = x_2 + m (l̃_1 − x_2)."""
    return m + h_2 + m * (first_shifted_id(h_1, h_2) - (m + h_2))


@paper.claim({**ID_RANGE, "smaller": h_1 <= m - 2}, shows=2 * m - 1 < first_shifted_id(h_1, h_2))
def only_one_is_near(p: Proof) -> None:
    """For h_1 <= m − 2 the first shifted id is beyond the last level, 2m − 1."""
    p.have(0 <= (m - 1) * (m - 2 - h_1), (m - 1, "smaller"), label="product")


@paper.claim({**ID_RANGE, "larger": 1 <= h_2}, shows=2 * m - 1 < first_shifted_id(h_1, h_2))
def only_one_is_near_2(p: Proof) -> Fact:
    """The same for h_2 >= 1: only L = (1 − δ, 1) is shifted twice."""
    return p.have(p.goal, (m - 1, "h_1_high"), "larger", "m_low")


@paper.claim(ID_RANGE, shows=negation(Eq(last_shifted_id(h_1, h_2), twice_shifted)))
def last_id_differs(p: Proof) -> None:
    """The difference is (m² − m)(h_1 − h_2 − 1) + m − 1 − h_2, and m − 1 − h_2 is below m² − m."""
    p.given(hit=Eq(last_shifted_id(h_1, h_2), twice_shifted))
    big, left, times = m * m - m, m - 1 - h_2, h_2 + 1 - h_1
    p.apply("small_multiple", x=left, b=big, y=times, label="none")


@paper.claim([2 <= m], shows=m * m < twice_shifted)
def two_entries(p: Proof) -> Fact:
    """F − m² = (m − 1)³."""
    return p.have(p.goal, (m - 1, m - 1, m - 1))


def inside(entry: Term) -> tuple[Term, Term]:
    """0 <= entry < n δ^(-(n+1)d-1)."""
    return 0 <= entry, entry < jump


@paper.claim(MORE, shows=twice_shifted < jump)
def entries_inside(p: Proof) -> Fact:
    """All shifted ids are below the factor of the last layer, here those of L = (1 − δ, 1)."""
    return p.have(twice_shifted < jump, m - 2, degree=4)


@paper.theorem
def first_not_negative(p: Proof) -> None:
    """0 <= l̃_1."""
    p.given(**ID_RANGE)
    p.qed(p.have(0 <= first_shifted_id(h_1, h_2), ("m_low", m + h_2 - h_1), m + h_2 - h_1, "h_1_low"))


@paper.theorem
def last_inside(p: Proof) -> None:
    """l̃_2 < 2m⁴."""
    p.given(**ID_RANGE)
    apart = p.have(m + h_2 - h_1 <= 2 * m - 1, "h_2_high", "h_1_low")
    weight = p.have(0 <= m * (m - 1), m - 1)
    room = p.have(m * (m - 1) * (2 * m - 1) + 2 * m - 1 < jump, m - 2, degree=4)
    p.qed(p.have(last_shifted_id(h_1, h_2) < jump, (weight, apart), room, "h_2_high"))


x, y = ints("x y")
SPECIAL = {"x_low": m * m <= x, "x_high": x <= twice_shifted}
OTHER = {"y_low": first_shifted_id(h_1, h_2) <= y, "y_high": y <= last_shifted_id(h_1, h_2)}


@paper.claim(
    {**ID_RANGE, **SPECIAL, **OTHER}, shows=negation(Eq(x + jump * twice_shifted, y + jump * last_shifted_id(h_1, h_2)))
)
def smallest_contexts(p: Proof) -> None:
    """No entry x of L = (1 − δ, 1), m² or F, makes the same context as an entry y, l̃_1 or l̃_2, of another L."""
    other = last_shifted_id(h_1, h_2)
    p.given(hit=Eq(x + jump * twice_shifted, y + jump * other))
    p.apply("entries_inside", label="F_high")
    p.apply("first_not_negative", label="first_low")
    last_high = p.apply("last_inside")
    p.have(-jump < x - y, "x_low", m * m, "y_high", last_high, label="above")
    p.apply("small_multiple", x=x - y, b=jump, y=other - twice_shifted, label="none")
    p.apply("last_id_differs", label="differ")
