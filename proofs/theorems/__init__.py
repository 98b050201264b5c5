"""The library of theorems about sums, maxima and the elementary functions, all proved from the kernel's rules."""

CHAPTERS = (
    "elementary",
    "sums",
    "norms",
    "powers",
    "integers",
    "softmax",
    "tilings",
    "hardmax",
    "expansions",
    "sorting",
    "listing",
    "distinct",
    "relu",
    "continuity",
    "leibniz",
    "extrema",
    "distance",
    "shallow",
    "words",
    "inequalities",
)  # in the order in which they build on one another
