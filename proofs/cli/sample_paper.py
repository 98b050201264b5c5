"""Means: a small paper, to be changed into your own. `lemmata check FILE` says how well each statement is established.

A statement has an id, a sentence in words, and formulas: `printed` as the paper has them, `corrected` if these are
wrong. A formula is a `Claim`: hypotheses, what they imply, and the theorem that proves it, if there is one. Nobody
writes down whether something is proved: the check finds that out.
"""

from proofs.paper import Claim, Erratum, Fact, Max, Paper, Proof, Search, Sum, fun, ints, inv, num, vectors

paper = chapter = Paper("Sample", "Means of n numbers", "A. Author, 2026")  # the key begins all ids: "Sample:lemma-1"

# Variables: integers n, i, and n numbers a(1), …, a(n). Sums and maxima run over a range whose ends may be symbols.
n, i, k = ints("n i k")
(a,) = vectors("a")
total = Sum(lambda i: a(i), 1, n)
squares = Sum(lambda i: a(i) ** 2, 1, n)
largest = Max(lambda i: a(i), 1, n)
mean = inv(n) * total

# --- a definition: `given` is what makes it meaningful; here 1/n has to be defined. It gets a name in print.

paper.notions.define(mean, (a, n), "mean({0}, {1})", r"\mathrm{{mean}}_{{{1}}}({0})")
paper.state("definition-1", "the mean of n numbers", section="1", kind="definition", given=[1 <= n], defines=mean)

# --- a lemma and its proof: named facts, one a line. `have` does arithmetic; `apply` uses a theorem of the library
#     or of this paper (`lemmata theorems max` finds some); `rule` is a rule of the kernel.


@paper.claim(given=[1 <= n], shows=mean <= largest)
def mean_le_max(p: Proof) -> Fact:
    """Each number is at most the largest, and there are n of them."""
    p.given(some=1 <= n, low=1 <= i, high=i <= n)
    positive = p.have(0 < n, "some")
    member = p.max_ge(largest, i, "low", "high")
    members = p.generalize(i, member, "low", "high")
    sums = p.apply("sum_le", members, f=a, g=fun(lambda i: largest), lo=1, hi=n)
    count = p.apply("sum_const", lo=1, hi=n)
    return p.have(mean <= largest, sums, (count, largest), positive, scale=[positive])


paper.state("lemma-1", "the mean is at most the largest number", section="1", kind="lemma", printed=mean_le_max)

# --- a formula that is false as printed: no theorem is named, the erratum says what is wrong, and where the check may
#     look for a counterexample. `corrected` is what the paper should have said, with its proof. The sentence in words
#     states that, and says after "corrected:" where the two differ.


@paper.claim(given=[1 <= n], shows=total**2 <= n * squares)
def square_of_sum(p: Proof) -> Fact:
    """0 <= Σ (n a_i − Σ a)², divided by n."""
    p.given(some=1 <= n)
    positive = p.have(0 < n, "some")
    square = p.apply("square_nonneg", x=n * a(k) - total)
    p.generalize(k, square, 1 <= k, k <= n, label="squares")
    sum_ = p.apply("sum_nonneg", "squares", f=fun(lambda i: (n * a(i) - total) ** 2), lo=1, hi=n)
    count = p.apply("sum_const", lo=1, hi=n)
    return p.have(total**2 <= n * squares, sum_, (count, total * total), scale=[positive])


lemma_2 = paper.state(
    "lemma-2",
    "the square of a sum is at most n times the sum of the squares; corrected: the factor n was missing",
    section="1",
    kind="lemma",
    printed=Claim((1 <= n,), total**2 <= squares),
    corrected=square_of_sum,
    errata=Erratum(
        "false",
        "The factor n is missing.",
        search=Search(sizes={"n": [1, 2]}, entries={"a": [0, 1]}, length={"a": "n"}),
    ),
)

# --- a constant: the paper's, the one that the proof needs, the sharp one, and a proof that a smaller one fails.

(c,) = ints("c")
ones = Sum(lambda i: num(1), 1, n)


@paper.claim(given=[1 <= n, c < n], shows=c * ones < ones**2)
def smaller_factor_fails(p: Proof) -> Fact:
    """At n equal numbers."""
    p.given(some=1 <= n, less=c < n)
    count = p.apply("sum_const", lo=1, hi=n)
    in_n = p.have(c * n < n * n, "some", "less")
    return p.have(c * ones < ones**2, in_n, (count, ones), (count, n), (count, c))


paper.constant(
    "factor", lemma_2, "the factor before the sum of squares", 2 * n, needed=n, needed_by=square_of_sum,
    sharp=n, sharp_by=square_of_sum, beyond=smaller_factor_fails,
)  # fmt: skip
