"""Log-sum-exp and softmax, as textbooks on optimisation have them: a paper of one's own, in a field of its own.

`lemmata check examples/log_sum_exp.py` checks it. All is for n numbers, n symbolic. Two of the statements are entered
in a form that is false: strict where equality occurs, and strictly convex, which log-sum-exp is not.
"""

from lemmata import *
from proofs.theorems.networks.softmax import partition, weight

paper = chapter = Paper("LSE", "Log-sum-exp and softmax", "textbook material")

n, i, k = ints("n i k")
a, b, q = vectors("a b q")
c, r, t, theta = reals("c r t theta")
some = 1 <= n


def soft(a: Term) -> Term:
    """The log-sum-exp of n numbers."""
    return log(partition(a))


def mean(q: Term, a: Term) -> Term:
    """Σ q_i a_i."""
    return Sum(lambda i: q(i) * a(i), 1, n)


def entropy(q: Term) -> Term:
    """−Σ q_i log q_i."""
    return -Sum(lambda i: q(i) * log(q(i)), 1, n)


def softmax(a: Term) -> Term:
    """The vector of the softmax weights."""
    return fun(lambda i: weight(a, i))


def mix(a: Term, b: Term) -> Term:
    """θ a + (1 − θ) b."""
    return fun(lambda i: theta * a(i) + (1 - theta) * b(i))


largest = Max(lambda i: a(i), 1, n)
probabilities = [every(lambda i: 0 < q(i), 1, n), Eq(Sum(lambda i: q(i), 1, n), 1)]
in_range = {"low": 1 <= k, "high": k <= n}

paper.notions.define(soft(a), (a, n), "lse({0}, {1})", r"\mathrm{{lse}}_{{{1}}}({0})")
paper.notions.define(weight(a, k), (a, k, n), "softmax({0}, {2})_{1}", r"\mathrm{{softmax}}_{{{2}}}({0})_{{{1}}}")
paper.notions.define(entropy(q), (q, n), "H({0}, {1})", r"H_{{{1}}}({0})")

paper.state("definition-1", "log-sum-exp", section="1", kind="definition", given=[some], defines=soft(a))
paper.state("definition-2", "softmax", section="1", kind="definition", given=[some], defines=weight(a, k))
paper.state(
    "definition-3", "the entropy of positive weights", section="1", kind="definition", given=[probabilities[0]],
    defines=entropy(q),
)  # fmt: skip

# --- 1. Softmax


@paper.claim(given=[some], shows=Eq(Sum(lambda i: weight(a, i), 1, n), 1))
def weights_sum(p: Proof) -> Fact:
    """The library has it."""
    p.given(some=some)
    return p.apply("softmax_sum")


@paper.claim(given=[some], shows=Eq(log(weight(a, k)), a(k) - soft(a)))
def log_weight(p: Proof) -> Fact:
    """The logarithm of a quotient."""
    p.given(some=some)
    p.apply("partition_pos", label="Z")
    p.exp_pos(a(k), label="e")
    inverse = p.apply("log_inv", x=partition(a))
    p.apply("inv_pos", x=partition(a), label="positive")
    product = p.apply("log_mul", x=exp(a(k)), y=inv(partition(a)))
    return p.have(p.goal, product, inverse)


paper.state("eq-1", "the weights sum to 1", section="1", equations="1", printed=weights_sum)
paper.state("eq-2", "a weight's logarithm", section="1", equations="2", printed=log_weight)

# --- 2. Between the maximum and the maximum plus log n


@paper.claim(given=[some], shows=largest <= soft(a))
def max_le_soft(p: Proof) -> Fact:
    """A weight is at most 1, so its logarithm is at most 0."""
    p.given(some=some, **in_range)
    small = p.apply("softmax_le_one")
    positive = p.apply("softmax_pos")
    log = p.apply("log_le", small, positive, x=weight(a, k), y=1)
    one = p.apply("inequalities.log_one")
    is_ = p.apply("log_weight")
    all_ = p.generalize(k, p.have(a(k) <= soft(a), log, one, is_))
    return p.max_le(largest, soft(a), "some", all_)


@paper.claim(given=[some], shows=soft(a) <= largest + log(n))
def soft_le(p: Proof) -> Fact:
    """n terms, each at most e^max."""
    p.given(some=some, **in_range)
    p.apply("partition_pos", label="Z")
    member = p.max_ge(largest, k, "low", "high")
    grow = p.apply("exp_le", member, x=a(k), y=largest)
    terms = p.generalize(k, grow)
    sums = p.apply("sum_le", terms, f=fun(lambda i: exp(a(i))), g=fun(lambda i: exp(largest)), lo=1, hi=n)
    count = p.apply("sum_const", lo=1, hi=n)
    bound = p.have(partition(a) <= n * exp(largest), sums, (count, exp(largest)))
    logs = p.apply("log_le", bound, x=partition(a), y=n * exp(largest))
    p.have(0 < n, "some", label="positive")
    p.exp_pos(largest, label="e")
    product = p.apply("log_mul", x=n, y=exp(largest))
    return p.have(p.goal, logs, product)


paper.state("proposition-1", "at least the maximum", section="2", kind="proposition", printed=max_le_soft)
proposition_2 = paper.state(
    "proposition-2", "at most the maximum plus log n; corrected: at most, not below", section="2", kind="proposition",
    printed=Claim((some,), soft(a) < largest + log(n)), corrected=soft_le,
    errata=Erratum(
        "strictness", "If all numbers are equal, so are the two sides.",
        search=Search(sizes={"n": [1, 2]}, entries={"a": [0]}, length={"a": "n"}),
    ),
)  # fmt: skip

# --- 3. Shifts, order, distance


@paper.claim(given=[some], shows=Eq(soft(fun(lambda i: a(i) + c)), soft(a) + c))
def shifted(p: Proof) -> Fact:
    """The factor e^c leaves the sum."""
    p.given(some=some)
    p.apply("partition_pos", label="Z")
    p.exp_pos(c, label="e")
    product = p.apply("log_mul", x=exp(c), y=partition(a))
    return p.have(p.goal, product)


@paper.claim(given=[some, every(lambda i: a(i) <= b(i), 1, n)], shows=soft(a) <= soft(b))
def increasing(p: Proof) -> Fact:
    """Term by term."""
    p.given(some=some, below=every(lambda i: a(i) <= b(i), 1, n), **in_range)
    p.apply("partition_pos", label="Z")
    terms = p.generalize(k, p.apply("exp_le", p.specialize("below", k), x=a(k), y=b(k)))
    sums = p.apply("sum_le", terms, f=fun(lambda i: exp(a(i))), g=fun(lambda i: exp(b(i))), lo=1, hi=n)
    return p.apply("log_le", sums, x=partition(a), y=partition(b))


near = every(lambda i: abs(a(i) - b(i)) <= r, 1, n)


@paper.claim(given=[some, near], shows=abs(soft(a) - soft(b)) <= r)
def nonexpansive(p: Proof) -> Fact:
    """a <= b + r and b <= a + r."""
    p.given(some=some, near=near, **in_range)
    here = p.specialize("near", k)
    for label, s, t in (("up", a, b), ("down", b, a)):
        p.apply("abs_ge", x=s(k) - t(k), label=f"abs_{label}")
        moved = fun(lambda i, t=t: t(i) + r)
        p.generalize(k, p.have(s(k) <= moved(k), f"abs_{label}", here), label=f"terms_{label}")
        p.apply("increasing", f"terms_{label}", a=s, b=moved, label=f"le_{label}")
        p.apply("shifted", a=t, c=r, label=f"is_{label}")
    most = p.have(soft(a) - soft(b) <= r, "le_up", "is_up")
    least = p.have(-r <= soft(a) - soft(b), "le_down", "is_down")
    return p.apply("abs_le", most, least, x=soft(a) - soft(b), u=r)


paper.state("proposition-3", "a shift of all numbers is one of lse", section="3", kind="proposition", printed=shifted)
paper.state("proposition-4", "lse is increasing", section="3", kind="proposition", printed=increasing)
paper.state("proposition-5", "lse is 1-Lipschitz in ‖·‖_∞", section="3", kind="proposition", printed=nonexpansive)


def moved(t: Term) -> Term:
    """lse of a + t e_k."""
    return soft(fun(lambda i: a(i) + t * ite(Eq(i, k), 1, 0)))


@paper.claim(given=[some, *in_range.values()], shows=derivative_of(moved, num(0), weight(a, k)))
def gradient(p: Proof) -> Fact:
    """Σ e^(a_i) δ_ik = e^(a_k), by the rules of calculus."""
    p.given(some=some, **in_range)
    Z = p.apply("partition_pos")
    picked = p.apply("sum_delta", f=fun(lambda i: exp(a(i))), m=k, lo=1, hi=n)
    return p.derivative(moved, num(0), weight(a, k), picked, Z)


paper.state("theorem-1", "the gradient of lse is softmax", section="3", kind="theorem", printed=gradient)

# --- 4. The variational principle, and what follows from it


@paper.claim(given=[some, *probabilities], shows=mean(q, a) + entropy(q) <= soft(a))
def variational(p: Proof) -> Fact:
    """x log u + x − u <= x log x at x = q_i, u = softmax(a)_i, summed up."""
    p.given(some=some, positive=probabilities[0], one=probabilities[1], **in_range)
    here = p.specialize("positive", k)
    p.apply("softmax_pos", label="weight")
    gibbs = p.apply("log_gibbs", here, "weight", x=q(k), u=weight(a, k))
    is_ = p.apply("log_weight")
    left = fun(lambda i: q(i) * (a(i) - soft(a)) + q(i) - weight(a, i))
    right = fun(lambda i: q(i) * log(q(i)))
    terms = p.generalize(k, p.have(left(k) <= right(k), gibbs, (is_, q(k))))
    sums = p.apply("sum_le", terms, f=left, g=right, lo=1, hi=n)
    total = p.apply("weights_sum")
    return p.have(p.goal, sums, total, "one", ("one", soft(a)))


@paper.claim(given=[some], shows=Eq(mean(softmax(a), a) + entropy(softmax(a)), soft(a)))
def attained(p: Proof) -> Fact:
    """By the logarithm of a weight."""
    p.given(some=some, **in_range)
    is_ = p.apply("log_weight")
    left, right = fun(lambda i: weight(a, i) * log(weight(a, i))), fun(lambda i: weight(a, i) * (a(i) - soft(a)))
    terms = p.generalize(k, p.have(Eq(left(k), right(k)), (is_, weight(a, k))))
    sums = p.apply("sum_eq", terms, f=left, g=right, lo=1, hi=n)
    total = p.apply("weights_sum")
    return p.have(p.goal, sums, (total, soft(a)))


def at_softmax(p: Proof, label: str, s: Term, t: Term) -> Fact:
    """Σ softmax(s)_i t_i + H(softmax(s)) <= lse(t)."""
    p.generalize(k, p.apply("softmax_pos", a=s), 1 <= k, k <= n, label=f"{label}_positive")
    p.apply("weights_sum", a=s, label=f"{label}_one")
    return p.apply("variational", f"{label}_positive", f"{label}_one", q=softmax(s), a=t, label=label)


@paper.claim(given=[some], shows=soft(a) + Sum(lambda i: weight(a, i) * (b(i) - a(i)), 1, n) <= soft(b))
def above_tangent(p: Proof) -> Fact:
    """The principle for b, at the weights where it is attained for a."""
    p.given(some=some)
    at_softmax(p, "here", a, b)
    is_ = p.apply("attained")
    return p.have(p.goal, "here", is_)


@paper.claim(
    given=[some], shows=0 <= Sum(lambda i: (weight(a, i) - weight(b, i)) * (a(i) - b(i)), 1, n)
)  # fmt: skip
def monotone(p: Proof) -> Fact:
    """The two tangents, added."""
    p.given(some=some)
    at_a = p.apply("above_tangent")
    at_b = p.apply("above_tangent", a=b, b=a)
    return p.have(p.goal, at_a, at_b)


between = [0 < theta, theta < 1]


@paper.claim(given=[some, *between], shows=soft(mix(a, b)) <= theta * soft(a) + (1 - theta) * soft(b))
def convex(p: Proof) -> Fact:
    """The principle for a and for b, at the weights of the point between."""
    p.given(some=some, low=between[0], high=between[1])
    middle = mix(a, b)
    at_softmax(p, "at_a", middle, a)
    at_softmax(p, "at_b", middle, b)
    is_ = p.apply("attained", a=middle)
    rest = p.have(0 <= 1 - theta, "high")
    return p.have(p.goal, is_, ("at_a", "low"), ("at_b", rest))


@paper.claim(given=[some], shows=inv(n) * Sum(lambda i: a(i), 1, n) + log(n) <= soft(a))
def mean_le_soft(p: Proof) -> Fact:
    """The principle at equal weights."""
    p.given(some=some)
    positive = p.have(0 < n, "some")
    share = p.apply("inv_pos", x=n)
    shares = p.generalize(k, share, 1 <= k, k <= n)
    count = p.apply("sum_const", lo=1, hi=n)
    one = p.have(Eq(Sum(lambda i: inv(n), 1, n), 1), (count, inv(n)), positive)
    here = p.apply("variational", shares, one, q=fun(lambda i: inv(n)))
    p.apply("log_inv", x=n, label="log")
    return p.have(p.goal, here, (one, log(inv(n))), "log")


paper.state("theorem-2", "Gibbs' variational principle", section="4", kind="theorem", printed=variational)
paper.state("theorem-3", "softmax attains it", section="4", kind="theorem", printed=attained)
paper.state("corollary-1", "lse lies above its tangents", section="4", kind="corollary", printed=above_tangent)
paper.state("corollary-2", "softmax is monotone", section="4", kind="corollary", printed=monotone)
apart = exists(lambda j: [1 <= j, j <= n, negation(Eq(a(j), b(j)))], "Z")
paper.state(
    "corollary-3", "lse is convex; corrected: not strictly", section="4", kind="corollary",
    printed=Claim((some, *between, apart), soft(mix(a, b)) < theta * soft(a) + (1 - theta) * soft(b)),
    corrected=convex,
    errata=Erratum(
        "strictness", "It is not strictly convex: along the vector of ones it is affine.",
        search=Search(sizes={"n": [1]}, reals={"theta": [rational(1, 2)]}, entries={"a": [0], "b": [1]},
                      length={"a": "n", "b": "n"}),
    ),
)  # fmt: skip
paper.state("corollary-4", "at least the mean plus log n", section="4", kind="corollary", printed=mean_le_soft)

# --- 5. A temperature

cooled = fun(lambda i: a(i) / t)


@paper.claim(given=[some, 0 < t], shows=t * soft(cooled) <= largest + t * log(n))
def cooled_le(p: Proof) -> Fact:
    """The largest of a_i / t is max a / t."""
    p.given(some=some, warm=0 < t, **in_range)
    share = p.apply("inv_pos", x=t)
    member = p.max_ge(largest, k, "low", "high")
    each = p.generalize(k, p.have(cooled(k) <= largest / t, (member, share)))
    top = Max(lambda i: cooled(i), 1, n)
    p.max_le(top, largest / t, "some", each, label="top")
    p.apply("soft_le", a=cooled, label="soft")
    both = p.have(soft(cooled) <= largest / t + log(n), "top", "soft")
    return p.have(p.goal, (both, "warm"), "warm")


paper.state("proposition-6", "lse at a temperature", section="5", kind="proposition", printed=cooled_le)

# --- How far these go

zeros = fun(lambda i: num(0))


@paper.claim(given=[some, c < log(n)], shows=c < soft(zeros))
def less_fails(p: Proof) -> Fact:
    """At n zeros."""
    p.given(some=some, less=c < log(n))
    count = p.apply("sum_const", lo=1, hi=n)
    sum_ = p.have(Eq(partition(zeros), n), count)
    same = p.congr(log, sum_)
    return p.have(p.goal, same, "less")


paper.constant(
    "excess", proposition_2, "by how much lse exceeds the maximum at most", log(n),
    needed=log(n), needed_by=soft_le, sharp=log(n), sharp_by=soft_le, beyond=less_fails,
)  # fmt: skip
