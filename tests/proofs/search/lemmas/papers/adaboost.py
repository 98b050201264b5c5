"""AdaBoost: the weights of n examples after T rounds, and the product of the normalising factors."""

from proofs.paper import *

paper = chapter = Paper("AdaBoost", "The training error of AdaBoost", "Freund and Schapire, 1997")
n, T, t, k, i, j = ints("n T t k i j")
(Z,), D, m = vectors("Z"), *[function(name, "ZZ", "R") for name in "Dm"]
