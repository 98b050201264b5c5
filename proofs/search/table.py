"""The table of proof methods: for each kind of questions, the methods in the order in which they are tried.

To add a method, write a file in `proofs.search.transformations` (if it changes the question) or
`proofs.search.procedures` (if it finds a certificate) with a function decorated by `proofs.search.engine.method`, and
add this function to a row of the table. A theorem needs no method: mark it as usable (`proofs.search.lemmas`).
"""

from __future__ import annotations

from proofs.kernel.normal import key
from proofs.kernel.terms import FALSE
from proofs.search.base.formulas import choices_in, of_waves, solved_for
from proofs.search.engine import Asked, Kind, Search
from proofs.search.lemmas import tactics as lemmas
from proofs.search.procedures import (
    bernoulli,
    bounds_of_products,
    convex_sequences,
    diophantine,
    discriminant,
    double_sums,
    duality,
    elimination_of_sums,
    exponential_chords,
    extremal_index,
    forms_on_cones,
    hoelder,
    ideal_membership,
    induction,
    induction_along_recursions,
    integral_comparison,
    jensen,
    linear_combination,
    log_sum_inequality,
    means_of_neighbours,
    potentials,
    power_means,
    sample_filter,
    solved_recursions,
    squares_of_distances,
    subdivision,
    sum_of_squares,
    tangent_line,
    tangent_line_trick,
    tangent_plane,
    telescoping,
    termwise_comparison,
)
from proofs.search.sequences.forms import of_sequences
from proofs.search.transformations import (
    absolute_values,
    abstraction,
    arctangents,
    cancellation,
    case_split,
    common_factors,
    contraposition,
    definitions,
    equations,
    error_function,
    homogenisation,
    integer_powers,
    integers,
    logarithms,
    maxima,
    monotone_transformations,
    monotonicity,
    orderings,
    quantifiers,
    radicals,
    range_splitting,
    reversal_of_sums,
    scaling,
    shifted_sums,
    substitution,
    symmetrisation,
    trigonometric_identities,
    trigonometric_substitution,
    vectors,
)

__all__ = ["TABLE"]


def _has_lemmas(asked: Asked) -> bool:
    return isinstance(asked.steps, Search) and asked.steps.lemmas is not None


def _has_choices(asked: Asked) -> bool:
    return any(choices_in(f) for f in (*asked.given, asked.goal))


def _is_false(asked: Asked) -> bool:
    return key(asked.goal) is False


def _has_integers(asked: Asked) -> bool:
    return any(v.sort == "Z" for f in (*asked.given, asked.goal) for v in f.free)


def _is_solved(asked: Asked) -> bool:
    return any(solved_for(g) is not None for g in asked.given)


def _has_powers(asked: Asked) -> bool:
    return any(logarithms.exponents(g) is not None for g in asked.given)


def _unequal_angles(asked: Asked) -> bool:
    return _is_unequal(asked) and of_waves(asked.goal) and any(g.op == "eq" for g in asked.given)


def _has_zero_squares(asked: Asked) -> bool:
    return any(equations.zero_of_squares(g) is not None for g in asked.given)


def _has_zero_product(asked: Asked) -> bool:
    return any(equations.zero_product(g) is not None for g in asked.given)


def _is_unequal(asked: Asked) -> bool:
    return asked.goal.op == "imp" and asked.goal.args[1] is FALSE and asked.goal.args[0].op == "eq"


def _of_every(asked: Asked) -> bool:
    return asked.goal.op in ("all", "imp") and not _is_unequal(asked)


def _of_sequences(asked: Asked) -> bool:
    return any(of_sequences(f) for f in (*asked.given, asked.goal))


def _unequal_sequences(asked: Asked) -> bool:
    return _is_unequal(asked) and _of_sequences(asked)


def _is_equal(asked: Asked) -> bool:
    return asked.goal.op == "eq"


def _is_inequality(asked: Asked) -> bool:
    return asked.goal.op in ("le", "lt")


def _of_one(asked: Asked) -> bool:
    return _is_inequality(asked) and not asked.several


def _of_several(asked: Asked) -> bool:
    return _is_inequality(asked) and asked.several


def _under_an_equation(asked: Asked) -> bool:
    return _is_inequality(asked) and any(g.op == "eq" for g in asked.given)


# Rewriting before any certificate is sought: each method removes a logarithm or a root from the goal.
REWRITTEN = (
    logarithms.named_powers,
    logarithms.exp_of_log,
    logarithms.log_of_product,
    logarithms.logs_of_hypotheses,
    radicals.roots_of_variables,  # before factors √x are cancelled, since a variable replaces the root
    radicals.squares_of_several,
    cancellation.common_factors_of_roots_and_waves,
    radicals.squares_of_one,
    radicals.roots_of_terms,
    logarithms.log_of_both_sides,  # last: once roots are removed, the remaining powers of e are genuine
)

TABLE = (
    Kind("with lemmas of your own", _has_lemmas, (lemmas.own,), last=False),
    Kind("of every index", _of_every, (quantifiers.of_every_index,)),
    Kind("s ≠ t, of sequences", _unequal_sequences, (quantifiers.contradictions, equations.orders)),
    Kind(
        "of sequences",
        _of_sequences,
        (
            # first, since the methods below assume that ranges have members
            case_split.empty_or_not,
            case_split.integers,
            quantifiers.signs,
            absolute_values.nearer,
            # goals about |.| and maxima are split before methods for sums see them
            quantifiers.both_signs,
            convex_sequences.second_differences,
            extremal_index.greatest,
            monotone_transformations.roots,
            maxima.maxima,
            maxima.means,
            maxima.at_places,
            quantifiers.every_member,
            extremal_index.bounded_rows,
            bounds_of_products.enclosed,
            # linear arithmetic of hypotheses is cheap, and a goal that it proves needs no other method
            termwise_comparison.linear,
            absolute_values.squares_of_sizes,
            reversal_of_sums.read_backwards,
            squares_of_distances.distances,
            symmetrisation.over_ordered_pairs,
            abstraction.sequences,
            abstraction.squares,
            # before the methods that rewrite a goal, since a lemma fits the goal as it is written
            lemmas.instances,
            maxima.centred,
            monotone_transformations.squares_of_products,
            induction.quotients,
            monotone_transformations.logarithms_of_sides,
            integer_powers.integer_powers,
            elimination_of_sums.equated,
            # before inductions, which need the recursions of numbers that this makes
            vectors.lengths_and_products,
            double_sums.nested,
            double_sums.divergences_of_pairs,
            duality.tested,
            case_split.choices_outside,
            absolute_values.sizes,
            termwise_comparison.outer_members,
            jensen.of_named,
            definitions.written_out,
            reversal_of_sums.ranges_turned,
            common_factors.common_factor,
            # goals about recursions and powers of a size, for which comparisons of members fail slowly
            induction.early_inductions,
            integral_comparison.integrals,
            induction.tight,
            maxima.at_the_end,
            telescoping.recursions,
            common_factors.quotients_of_numbers,
            induction_along_recursions.from_no_steps,
            induction_along_recursions.shorter,
            induction_along_recursions.over_two_neighbours,
            solved_recursions.solved,
            telescoping.with_sums,
            induction_along_recursions.kept,
            monotone_transformations.squares_of_sizes,
            quantifiers.late_signs,
            induction.left_over,
            exponential_chords.chords,
            # a comparison at one index, before methods that change the range or the members
            termwise_comparison.termwise,
            range_splitting.others_by_numbers,
            log_sum_inequality.parts_of_logarithms,
            duality.bounds_of_sums,
            common_factors.others_by_bounds,
            range_splitting.ranges_alike,
            range_splitting.others_bounded,
            means_of_neighbours.means_of_neighbours,
            shifted_sums.alignment,
            abstraction.named,
            range_splitting.portions,
            monotone_transformations.logarithms_of_quotients,
            range_splitting.ranges_split,
            quantifiers.counts,
            reversal_of_sums.mirrored,
            potentials.potentials,
            jensen.mixtures,
            monotone_transformations.squares,
            abstraction.composed,
            hoelder.factored,
            log_sum_inequality.log_sums,
            termwise_comparison.mean_tangent,
            termwise_comparison.summed,
            termwise_comparison.with_multipliers,
            # after inequalities that prove a whole goal, since these lemmas leave a remainder to be proved
            lemmas.rests,
            common_factors.bounded,
            common_factors.denominators,
            monotone_transformations.powers_of_sums,
            symmetrisation.over_pairs,
            elimination_of_sums.sums_out,
            range_splitting.members_apart,
            maxima.as_bounds,
            case_split.vanishing,
            definitions.variables_out,
            termwise_comparison.about_sums,
            monotone_transformations.factors,
            monotone_transformations.logarithms,
            monotone_transformations.tangents,
            monotone_transformations.exponentials,
            quantifiers.attained,
            # combinations of lemmas by products, and induction on every size, are most expensive
            lemmas.more_instances,
            induction.inductions,
            induction.from_sizes,
            induction.stronger,
            induction.two_inequalities,
            # last, since it replaces sums by numbers and loses their definitions
            termwise_comparison.as_numbers,
        ),
    ),
    # Refutations of equations between integers are lost once the integers are relaxed to reals.
    Kind(
        "about integers, and equations",
        _has_integers,
        (diophantine.residues, diophantine.residue_classes, diophantine.between_squares),
        last=False,
    ),
    Kind(
        "with |.| or if-then-else",
        _has_choices,
        (
            # A square root is a conditional term until it is split; these methods need it intact.
            trigonometric_substitution.sine,
            tangent_plane.planes,
            case_split.choices,
        ),
    ),
    Kind("under an order of powers", _has_powers, (logarithms.logs_of_hypothesis,), last=False),
    Kind(
        "a false goal",
        _is_false,
        (linear_combination.contradictions, linear_combination.refuted_hypotheses),
        last=False,
    ),
    Kind(
        "about integers",
        _has_integers,
        (
            integers.reals,  # cheap first: no split
            integers.all_values,
            integers.single_values,
            integers.least_values,
            integers.integer_steps,
        ),
    ),
    # Before a substitution destroys the similarity of sides and variables.
    Kind("s ≠ t, of sin and cos under an equation", _unequal_angles, (equations.orders,), last=False),
    Kind(
        "an inequality under an equation",
        _under_an_equation,
        (tangent_line_trick.tangents_of_summands, radicals.tangents_of_radicals, homogenisation.under_equation),
        last=False,
    ),
    Kind(
        "under an equation that gives a variable",
        _is_solved,
        (equations.own_hypotheses, equations.substitution),
    ),
    Kind("under squares that vanish", _has_zero_squares, (equations.zero_squares,)),
    Kind("s ≠ t", _is_unequal, (equations.equality_excluded, equations.orders)),
    Kind("under an equation with factors", _has_zero_product, (equations.zero_factors,), last=False),
    Kind("an inequality under an equation", _under_an_equation, (equations.without_equations,), last=False),
    Kind(
        "s = t",
        _is_equal,
        (
            equations.identity,  # cheap first: linear arithmetic
            ideal_membership.membership,
            arctangents.sums_of_arcs,
            trigonometric_identities.values,
            trigonometric_identities.sums_of_angles,
            trigonometric_identities.arctangents_of_reciprocals,
            trigonometric_identities.circle,
            logarithms.exp_of_both_sides,
            equations.antisymmetry,  # last: it always applies, and requires two proofs
        ),
    ),
    # The filter rejects false subgoals before other methods are tried; linear arithmetic is cheap.
    Kind(
        "an inequality",
        _is_inequality,
        (sample_filter.false_at_a_sample, linear_combination.linear, equations.equality_excluded),
        last=False,
    ),
    Kind(
        "an inequality in one variable",
        _of_one,
        (
            # Transformations that rarely apply and depend on the form of the question, which rewriting would hide.
            trigonometric_identities.values,
            substitution.shift_from_constant,
            substitution.shift_to_zero,
            trigonometric_substitution.multiples_of_pi,
            scaling.scaled_by_roots,
            contraposition.contraposition,
            logarithms.raised_to_denominator,
            power_means.powers_of_sums,
            power_means.at_means,
            power_means.weighted_means,
            radicals.tangents_of_radicals,
            *REWRITTEN,
            tangent_line.tangents_of_logarithms,  # before exponentiation removes logarithms
            tangent_line.tangent_of_exponential,
            logarithms.exp_of_both_sides,
            # Certificates, cheap first; a sign chart with few cuts settles most of the remaining questions.
            sum_of_squares.squares_times_hypotheses,
            cancellation.over_power_of_e,
            power_means.means_of_exponentials,
            sum_of_squares.squares_alone,
            sum_of_squares.squares_times_ranges,
            radicals.roots_of_numbers,
            subdivision.coarse_chart,
            # sin and cos: theorems first, since addition formulas and the unit circle lose the angle.
            cancellation.signs_of_factors,
            trigonometric_identities.theorems,
            error_function.theorems,
            error_function.bounds,
            error_function.far_apart,
            cancellation.denominators_of_waves,
            ideal_membership.products_as_sums,
            ideal_membership.one_angle,
            trigonometric_substitution.two_ends,
            trigonometric_substitution.ends,
            trigonometric_identities.sums_of_angles,
            trigonometric_identities.arctangents_of_reciprocals,
            trigonometric_substitution.half_lines,
            trigonometric_identities.circle,
            # Singular ends and half-lines; each method leads to one or two questions, to which a chart applies again.
            substitution.ends_apart_first,
            substitution.shift_nearby,
            substitution.inverse,
            logarithms.without_logarithms,
            substitution.ends_apart,
            # Methods that are expensive or rarely sufficient.
            linear_combination.products_of_hypotheses,
            subdivision.chart,
            cancellation.denominators,
            radicals.radicals_as_variables,
            substitution.far_end_apart,
        ),
    ),
    Kind(
        "an inequality in several variables",
        _of_several,
        (
            # Cheap methods first, which inspect the form of the goal.
            contraposition.contraposition,
            sum_of_squares.two_squares,
            sum_of_squares.squares_as_written,
            linear_combination.coefficients,
            scaling.scaled_by_roots,
            discriminant.discriminants,
            trigonometric_identities.values,
            logarithms.raised_to_denominator,
            power_means.powers_of_sums,
            power_means.at_means,
            power_means.weighted_means,
            substitution.shifted_reciprocals,
            logarithms.exp_of_log,
            # Roots: tangents need them in their original form; squaring, in `REWRITTEN`, removes them.
            radicals.roots_dropped,
            radicals.variables_as_powers,
            radicals.tangents_of_radicals,
            radicals.divided_by_radical,
            radicals.radicals_as_variables,
            # Logarithms: eliminate a variable while the question is homogeneous, which rewriting may destroy.
            homogenisation.proportions,
            tangent_line.tangents_of_logarithms,
            tangent_line.tangent_of_exponential,
            *REWRITTEN,
            # sin and cos, which all subsequent methods treat as variables.
            cancellation.signs_of_factors,
            trigonometric_identities.sums_as_products,
            ideal_membership.products_as_sums,
            trigonometric_identities.sums_of_angles,
            trigonometric_identities.circles,
            trigonometric_identities.theorems,
            error_function.theorems,
            trigonometric_identities.arctangents_of_reciprocals,
            trigonometric_identities.circle,
            # Rational functions, while denominators reveal their form; the orders of few variables are cheap.
            orderings.every_order,
            substitution.reciprocals,
            forms_on_cones.cones,
            power_means.means_of_exponentials,
            substitution.quotients,
            homogenisation.quotients,
            homogenisation.powers,
            # Without common factors and denominators; a quotient that vanishes is easier to see before.
            cancellation.common_factors,
            monotonicity.zero_of_quotient,
            cancellation.denominators,
            # Polynomials: circuits and few squares are cheaper than products of hypotheses.
            monotonicity.both_ends,
            forms_on_cones.circuits,
            bernoulli.without_powers,
            sum_of_squares.squares_alone,
            sum_of_squares.strict_squares,
            orderings.signs_of_one,
            linear_combination.contrary,
            sum_of_squares.squares_times_ranges,
            sum_of_squares.large_squares,
            orderings.ratios,
            linear_combination.products_of_others,
            # Elimination of variables or logarithms, for goals that are not polynomial.
            substitution.shift,
            monotonicity.least_point,
            orderings.distances,
            logarithms.exp_of_both_sides,
            logarithms.without_logarithms,
            linear_combination.products_of_ranges,
            logarithms.log_of_sum,
            # Last: boxes need much effort in several variables, and fail if the sides are equal at a point.
            subdivision.few_boxes,
            subdivision.many_boxes,
        ),
    ),
)
