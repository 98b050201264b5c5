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
    "compactness",
    "leibniz",
    "extrema",
    "distance",
    "shallow",
    "words",
)  # in the order in which they build on one another
