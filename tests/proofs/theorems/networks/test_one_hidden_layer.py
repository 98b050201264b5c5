"""Networks with one hidden layer: what the weights of a network compute."""

from fractions import Fraction

from exact_terms import table, value, vector

from proofs.language.display import Notions
from proofs.theorems.networks import one_hidden_layer
from proofs.theorems.networks.one_hidden_layer import computed, unit


def fractions(rows):
    return [[Fraction(x) for x in row] for row in rows]


def test_a_unit_is_the_positive_part_of_an_affine_function():
    at = {"d": Fraction(2), "w": vector([Fraction(1), Fraction(-2)]), "beta": Fraction(1, 2)}
    for z, wanted in (([3, 1], Fraction(3, 2)), ([1, 3], 0)):
        assert (
            value(
                unit(one_hidden_layer.w, one_hidden_layer.beta, one_hidden_layer.z),
                {**at, "z": vector([Fraction(x) for x in z])},
            )
            == wanted
        )


def test_the_output_is_a_combination_of_the_units():
    into, bias, out = [[1, 0], [0, -1]], [0, 1], [[2, 3], [0, 1]]
    at = {"d": Fraction(2), "q": Fraction(2), "W_1": table(fractions(into)), "W_2": table(fractions(out))}
    at |= {"b": vector([Fraction(x) for x in bias]), "z": vector([Fraction(1, 2), Fraction(-1)])}
    for r, wanted in ((1, 2 * Fraction(1, 2) + 3 * 2), (2, 2)):
        output = computed(
            one_hidden_layer.q,
            one_hidden_layer.W1,
            one_hidden_layer.b,
            one_hidden_layer.W2,
            one_hidden_layer.z,
            one_hidden_layer.r,
        )
        assert value(output, {**at, "r": Fraction(r)}) == wanted


def test_the_notion_prints_by_its_name():
    assert (
        Notions(one_hidden_layer.chapter.notions.definitions).text(one_hidden_layer.shallow(one_hidden_layer.h))
        == "h has one hidden layer"
    )
