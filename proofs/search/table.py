"""The table of proof methods: for each kind of questions, the methods in the order in which they are tried.

To add a method, write a file in `proofs.search.transformations` (it changes the question) or `proofs.search.procedures`
(it finds a certificate), with a function marked by `proofs.search.engine.method`, and name that function in a row here.
What is a theorem needs no method: mark it as usable (`proofs.search.lemmas`).
"""

from __future__ import annotations

from proofs.kernel.normal import key
from proofs.kernel.terms import FALSE
from proofs.search.base.formulas import choices_in, of_waves, solved_for
from proofs.search.engine import Asked, Kind, Search
from proofs.search.lemmas import tactics as lemmas
from proofs.search.methods import (
    algebraic,
    angles,
    arcs,
    arcsines,
    averages,
    bernoulli,
    between,
    charts,
    circuits,
    cones,
    contradictions,
    divided,
    equations,
    factors,
    fractions,
    gibbs,
    halves,
    integer_powers,
    integers,
    isolated,
    lifted,
    logarithms,
    monomials,
    one_sum,
    opposites,
    orders,
    outer,
    planes,
    polars,
    powers,
    products,
    proportions,
    pushed,
    quadratics,
    radicals,
    relaxed,
    residues,
    roots,
    samples,
    scales,
    shifts,
    sides,
    squares,
    steep,
    stretched,
    strictly,
    tangents,
    uniform,
    waves,
    weaker,
    written,
)
from proofs.search.procedures import (
    bounds_of_products,
    convex_sequences,
    double_sums,
    duality,
    elimination_of_sums,
    exponential_chords,
    extremal_index,
    hoelder,
    induction,
    induction_along_recursions,
    integral_comparison,
    jensen,
    log_sum_inequality,
    potentials,
    squares_of_distances,
    telescoping,
    termwise_comparison,
)
from proofs.search.sequences.forms import of_sequences
from proofs.search.transformations import (
    absolute_values,
    abstraction,
    cases,
    common_factors,
    definitions,
    maxima,
    monotone_transformations,
    quantifiers,
    range_splitting,
    reversal_of_sums,
    shifted_sums,
    symmetrisation,
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


def _of_angles(asked: Asked) -> bool:
    return _is_inequality(asked) and of_waves(asked.goal) and any(g.op == "eq" for g in asked.given)


def _unequal_angles(asked: Asked) -> bool:
    return _is_unequal(asked) and of_waves(asked.goal) and any(g.op == "eq" for g in asked.given)


def _has_zero_squares(asked: Asked) -> bool:
    return any(equations.zero_of_squares(g) is not None for g in asked.given)


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


def _of_quotients(asked: Asked) -> bool:
    return _is_inequality(asked) and any(g.op == "eq" for g in asked.given)


REWRITTEN = (
    logarithms.power_of_logarithm,
    logarithms.of_product,
    roots.squares_of_several,
    roots.of_variables,
    factors.common_factors_of_roots_and_waves,
    roots.squares_of_one,
    roots.of_terms,
    logarithms.log_of_both_sides,
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
            cases.empty_or_not,
            cases.integers,
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
            # arithmetic of hypotheses costs little, and what it proves needs no other method
            termwise_comparison.linear,
            absolute_values.squares_of_sizes,
            reversal_of_sums.read_backwards,
            squares_of_distances.distances,
            symmetrisation.over_ordered_pairs,
            # before the methods that rewrite a goal, since a lemma fits the goal as it is written
            lemmas.instances,
            monotone_transformations.squares_of_products,
            induction.quotients,
            monotone_transformations.logarithms_of_sides,
            integer_powers.integer_powers,
            elimination_of_sums.equated,
            double_sums.nested,
            double_sums.divergences_of_pairs,
            duality.tested,
            cases.choices_outside,
            absolute_values.sizes,
            termwise_comparison.outer_members,
            jensen.of_named,
            definitions.written_out,
            reversal_of_sums.ranges_turned,
            common_factors.common_factor,
            definitions.shorter_inside,
            # goals about recursions and powers of a size, before comparisons of their members fail slowly
            induction.early_inductions,
            integral_comparison.integrals,
            induction.tight,
            maxima.at_the_end,
            telescoping.recursions,
            common_factors.quotients_of_numbers,
            induction_along_recursions.from_no_steps,
            induction_along_recursions.shorter,
            induction_along_recursions.over_two_neighbours,
            telescoping.with_sums,
            induction_along_recursions.kept,
            cases.in_either_order,
            monotone_transformations.squares_of_sizes,
            quantifiers.late_signs,
            induction.left_over,
            exponential_chords.chords,
            # a comparison at one index, before what changes the range or the members
            termwise_comparison.termwise,
            range_splitting.others_by_numbers,
            log_sum_inequality.parts_of_logarithms,
            duality.bounds_of_sums,
            common_factors.others_by_bounds,
            range_splitting.ranges_alike,
            range_splitting.others_bounded,
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
            # a whole goal by one inequality, before lemmas that leave a rest to be proved
            hoelder.factored,
            lemmas.rests,
            log_sum_inequality.log_sums,
            termwise_comparison.mean_tangent,
            termwise_comparison.summed,
            termwise_comparison.with_multipliers,
            common_factors.bounded,
            common_factors.denominators,
            monotone_transformations.powers_of_sums,
            symmetrisation.over_pairs,
            elimination_of_sums.sums_out,
            range_splitting.members_apart,
            maxima.centred,
            maxima.as_bounds,
            cases.vanishing,
            definitions.variables_out,
            termwise_comparison.about_sums,
            monotone_transformations.factors,
            monotone_transformations.logarithms,
            monotone_transformations.tangents,
            monotone_transformations.exponentials,
            quantifiers.attained,
            # induction on every size costs most
            induction.inductions,
            induction.from_sizes,
            induction.stronger,
            induction.two_inequalities,
            # last, since it forgets what the sums are
            termwise_comparison.as_numbers,
        ),
    ),
    Kind("about integers, and equations", _has_integers, (residues.residues, between.between_squares), last=False),
    Kind(
        "with |.| or if-then-else",
        _has_choices,
        (arcsines.sines, averages.averages, polars.polars, planes.planes, cases.choices),
    ),
    Kind("a false goal", _is_false, (contradictions.contradictions,), last=False),
    Kind(
        "about integers",
        _has_integers,
        (
            integers.reals,
            integers.all_values,
            integers.single_values,
            integers.two_halves,
            integers.least_values,
            integers.less_than_one_more,
        ),
    ),
    Kind(
        "sin, cos or atan under an equation",
        _of_angles,
        (angles.sign_of_one, halves.acute, halves.triangle, angles.equal_parts),
        last=False,
    ),
    Kind("s ≠ t, of sin and cos under an equation", _unequal_angles, (equations.orders,), last=False),
    Kind(
        "roots under an equation",
        _of_quotients,
        (uniform.homogeneous_roots, radicals.tangents, isolated.isolated),
        last=False,
    ),
    Kind("quotients", _of_quotients, (tangents.of_quotients,), last=False),
    Kind("under an equation that gives a variable", _is_solved, (equations.solved,)),
    Kind("under squares that vanish", _has_zero_squares, (equations.zero_squares,)),
    Kind("s ≠ t", _is_unequal, (equations.orders,)),
    Kind(
        "s = t",
        _is_equal,
        (
            equations.identity,
            algebraic.relations,
            arcs.sums_of_arcs,
            waves.values,
            waves.sums_of_angles,
            waves.reciprocals,
            waves.circle,
            equations.without_logarithm,
            logarithms.powers_of_both_sides,
            equations.both_orders,
        ),
    ),
    Kind("an inequality", _is_inequality, (samples.false_at_a_sample, products.linear), last=False),
    Kind(
        "an inequality in one variable",
        _of_one,
        (
            waves.values,
            angles.by_turns,
            stretched.roots_stretched_away,
            opposites.contraposition,
            outer.powers_of_both_sides,
            powers.of_sums,
            powers.at_means,
            powers.weighted_means,
            radicals.tangents,
            *REWRITTEN,
            gibbs.by_tangents,
            logarithms.exp_of_both_sides,
            squares.squares_times_hypotheses,
            factors.over_power_of_e,
            powers.of_exponentials,
            squares.squares_alone,
            squares.squares_times_ranges,
            roots.of_numbers,
            charts.coarse_chart,
            waves.theorems,
            factors.denominators_of_waves,
            algebraic.sums,
            algebraic.one_angle,
            angles.two_ends,
            angles.ends,
            waves.sums_of_angles,
            waves.reciprocals,
            angles.turns,
            waves.circle,
            shifts.ends_apart_first,
            shifts.shift_nearby,
            shifts.inverse,
            logarithms.without_logarithms,
            shifts.ends_apart,
            products.products_of_hypotheses,
            charts.chart,
            radicals.squares,
            shifts.far_end_apart,
            steep.steep,
        ),
    ),
    Kind(
        "an inequality in several variables",
        _of_several,
        (
            opposites.contraposition,
            one_sum.one_sum,
            squares.two_squares,
            written.squares_as_written,
            products.coefficients,
            stretched.roots_stretched_away,
            quadratics.quadratics,
            waves.values,
            outer.powers_of_both_sides,
            powers.of_sums,
            powers.at_means,
            powers.weighted_means,
            fractions.shifted_reciprocals,
            logarithms.power_of_logarithm,
            roots.roots_left_out,
            roots.squares_of_few,
            radicals.powers,
            radicals.tangents,
            isolated.isolated,
            divided.divided,
            radicals.squares,
            proportions.proportions,
            relaxed.ranges,
            gibbs.by_tangents,
            *REWRITTEN,
            algebraic.sums,
            waves.sums_of_angles,
            angles.circles,
            waves.theorems,
            waves.reciprocals,
            waves.circle,
            orders.every_order,
            fractions.reciprocals,
            weaker.factors_by_binomials,
            lifted.powers_as_variables,
            cones.cones,
            scales.on_a_level,
            powers.of_exponentials,
            fractions.quotients,
            monomials.quotients,
            monomials.powers,
            factors.common_factors,
            pushed.zero_of_quotient,
            factors.denominators,
            pushed.both_ends,
            circuits.circuits,
            bernoulli.without_powers,
            squares.squares_alone,
            strictly.strictly,
            orders.signs_of_one,
            squares.squares_times_ranges,
            sides.two_on_one_side,
            squares.large_squares,
            orders.ratios,
            products.products_of_others,
            shifts.shift,
            pushed.least_point,
            orders.distances,
            logarithms.exp_of_both_sides,
            logarithms.without_logarithms,
            products.products_of_ranges,
            logarithms.of_sum,
            charts.few_boxes,
            charts.many_boxes,
        ),
    ),
)
