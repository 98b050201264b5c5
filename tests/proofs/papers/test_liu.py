"""Liu: each index id has one node, every replay succeeds; sections 3 to 3.2, A.1, A.2 hold at instances."""

import json
import random
from fractions import Fraction
from pathlib import Path

import pytest
from exact_terms import about_functions, holds, table, value, vector

import proofs.papers.liu as liu
from proofs.builder.paper import PROSE
from proofs.checking.refute import refute_claim
from proofs.checking.report import Report
from proofs.export.defects import defects
from proofs.export.graph import proof_graph, rests_on
from proofs.language.notation import implies
from proofs.papers.liu.section_3_max_affine import existence, indicator, indicator_error
from proofs.papers.liu.section_3_max_affine import indicator_weights as weights
from proofs.papers.liu.section_3_max_affine.exceptional_set import bounded
from proofs.papers.liu.section_4_1_self_attention import grid
from proofs.papers.liu.section_4_corollaries import lusin
from proofs.theorems.algebra.matrices import Matrix, softmax

INDEX = json.loads((Path(liu.__file__).parents[1] / "index.json").read_text())["Liu"]
STATEMENTS = liu.paper.statements
FIRST = {k: s for k, s in STATEMENTS.items() if s.section in ("3", "3.1", "3.2", "A.1", "A.2")}
CLAIMS = {c.name: c for s in FIRST.values() for c in (*s.printed, *s.corrected) if c.by}


@pytest.fixture
def report(liu_report: Report) -> Report:
    return liu_report


FORMAL = {  # no sentences of the text
    id: [i for i in s.index if "¶" not in i] for id, s in STATEMENTS.items() if s.kind != "finding"
}


def test_every_id_of_the_index_has_one_node():
    assert sorted(i for ids in FORMAL.values() for i in ids) == sorted(
        id for id, kind, *_ in INDEX if not kind.startswith(PROSE)
    )
    equations = {id: found for id, _, _, found in INDEX}
    for id in FORMAL:
        assert list(STATEMENTS[id].equations) == equations[STATEMENTS[id].index[0]], id


def test_ids_and_sections():
    for id, s in STATEMENTS.items():
        assert s.says and len(s.says.partition(" Corrected: ")[0]) < 250, id
        if s.kind == "finding":
            assert not s.index, id
            continue
        if not FORMAL[id]:
            assert id in {"Liu:text-" + i.replace("¶", "-") for i in s.index} and s.kind == "fact"
            continue
        (index,) = FORMAL[id]
        place = index.partition("[")[0] if "[" in index else s.section
        assert s.section == place, id
        if s.equations:
            assert id == f"Liu:eq-{s.equations[0]}"
        elif "[" in index:
            assert id == "Liu:" + index.replace("[", "-").removesuffix("]")


def test_nothing_is_wrong_with_what_is_written_down(report):
    assert report.problems == ()
    assert [e.id for e in report.errata if e.fails] == []


def test_all_is_proved_but_what_is_cited(report):
    for item in report.items:
        cited = item.id in ("Liu:eq-B.24", "Liu:eq-B.49")  # the axiom of choice
        assert item.used in (("proved modulo cited",) if cited else ("proved", "defined")), item.id
    for name in ("proposition-3.1", "theorem-4.1", "theorem-4.2", "corollary-4.1.1", "corollary-4.2.1", "theorem-5.1"):
        assert report.by_id[f"Liu:{name}"].used == "proved"


def test_lusins_theorem_rests_on_the_axiom_of_choice_and_the_corollaries_on_nothing(report):
    graph = proof_graph(report)
    cited = {
        "eq-B.24": {lusin.CHOICE},
        "eq-B.49": {lusin.CHOICE},
        "corollary-4.1.1": set(),
        "corollary-4.2.1": set(),
    }
    for id, found in cited.items():
        assert {x["what"] for x in rests_on(graph, f"Liu:{id}").supports} == found


def test_theorems_4_1_and_4_2_hold_as_they_are_printed(report):
    names = ["theorem-4.1", "theorem-B.1", "4.1-1", "4.1-2", "B.1-1", "B.2-4"]
    names += ["theorem-4.2", "theorem-B.3", "4.2-1", "B.3-1", "B.4-4", "eq-B.50"]
    for name in names:
        found = report.by_id[f"Liu:{name}"]
        assert (found.printed, found.corrected) == ("proved", None)
        assert "rows" not in found.lines[0].wording.text  # W_V is square, as declared


def test_the_corollaries_as_printed_are_refuted(report):
    for name in ("corollary-4.1.1", "corollary-4.2.1", "theorem-B.2", "theorem-B.4"):
        assert report.by_id[f"Liu:{name}"].printed == "refuted"


def test_proposition_3_3_holds_on_any_domain_with_the_gap_and_on_a_bounded_one_but_for_a_small_region(report):
    """There W_V is square; Linear(X) may have more columns than there are pieces, and pieces may be equal."""
    for name in ("proposition-3.3", "proposition-A.3"):
        s = STATEMENTS[f"Liu:{name}"]
        (printed,), (corrected,) = s.printed, s.corrected
        assert corrected.shows is existence.all_of(
            existence.reassigned_in_columns, implies(bounded(existence.U), printed.shows)
        )
        (added,) = set(corrected.given) - set(printed.given)
        assert added is (0 < liu.vocabulary.Delta)
        assert (report.by_id[s.id].printed, report.by_id[s.id].corrected) == ("refuted", "proved")


def test_proposition_3_2_has_no_hypothesis_on_how_many_pieces_and_tokens_there_are():
    (corrected,) = STATEMENTS["Liu:proposition-3.2"].corrected
    added = {liu.paper.notions.text(x) for x in corrected.given} - {"1 ≤ d", "1 ≤ n", "1 ≤ N", "0 < ε", "0 < η"}
    assert added == {"n ≤ M", "N ≤ M", "0 < Δ"}  # M is arbitrary


def test_scores_tend_to_their_limits_only_where_one_centre_is_nearest(report):
    for id in ("eq-B.9", "eq-B.10"):
        found = report.by_id[f"Liu:{id}"]
        assert (found.printed, found.corrected) == ("refuted", "proved")


def test_the_measures_are_compared_link_by_link():
    for id in ("eq-B.25", "eq-B.50"):
        (chain,) = STATEMENTS[f"Liu:{id}"].printed
        assert chain.by and liu.paper.notions.text(chain.shows).count("≤") == 2


COPIES = {  # copies of the first one's defect: the paper repeats it in the next construction, or carries it along
    "eq-B.18": ("eq-B.22", "eq-B.43", "eq-B.47", "eq-C.8", "eq-C.13"),
    "eq-B.21": ("eq-B.46", "eq-C.12"),
    "eq-B.19": ("B.1-50", "B.3-47", "B.3-59", "eq-B.44", "C.1-24"),
    "B.1-17": ("C.1-4",),
    "remark-B.3": ("B.1-62", "C.1-29"),
    "A.2-3": ("eq-A.2",),
}


def test_a_defect_that_is_copied_counts_once(report):
    of = {f.name: k for k, found in enumerate(defects(report.errata)) for f in found}
    for first, copies in COPIES.items():
        assert {of[f"Liu:{id}#1"] for id in copies} == {of[f"Liu:{first}#1"]}, first


def test_the_far_pairs_are_counted_as_printed():
    """(B.46) has G where there are G² pairs: its threshold is that of (B.21), its count a line of its own."""
    alone, pairs = STATEMENTS["Liu:eq-B.21"].printed, STATEMENTS["Liu:eq-B.46"].printed
    assert pairs[0].formula is alone[0].formula
    assert refute_claim(pairs[3], STATEMENTS["Liu:eq-B.46"].errata[3].search).status == "refuted"


GRIDS = ["eq-B.19", "B.1-50", "eq-B.21", "B.3-47", "B.3-59", "eq-B.44", "eq-B.46"]


@pytest.mark.parametrize("id", GRIDS)
def test_near_and_far_centres_are_refuted_on_whole_grids(id):
    """All G = P^m centres, and a point of the cube."""
    found = STATEMENTS[f"Liu:{id}"]
    searched = [e for e in found.errata if e.search and "kappa" in e.search.entries]
    assert searched
    for e in searched:
        claims = found.steps if e.defect == "step" else found.printed
        given = claims[e.claim].given
        said = [liu.paper.notions.text(g) for g in given]
        assert grid.counted in given and any("D" in g and "z" in g for g in said), said


@pytest.mark.parametrize(
    "sentence", ["4.1¶2", "4.1¶4", "4.1¶13", "4.1¶16", "3.2¶5", "6¶1", "6¶2", "B.1¶29", "B.3¶11", "B.3¶18", "B.3¶20"]
)
def test_what_is_right_in_the_text_stands_where_it_is_proved(report, sentence):
    (found,) = (s for s in STATEMENTS.values() if sentence in s.index)
    assert report.by_id[found.id].printed == "proved"


def test_functions_on_balls_are_bounded_and_uniformly_continuous_without_a_closed_set():
    for id in ("C.1-6", "C.1-15"):
        (claim,) = STATEMENTS[f"Liu:text-{id}"].printed
        said = [liu.paper.notions.text(g) for g in claim.given]
        assert any("Lipschitz" in g for g in said) and not any("compact" in g or "closed" in g for g in said)


@pytest.mark.parametrize("id", ["B.1-45", "B.3-35", "B.3-40", "B.3-41", "definition-B.3"])
def test_what_is_misprinted_is_not_proved_as_printed(id):
    found = STATEMENTS[f"Liu:{id}"]
    assert not found.printed and {e.defect for e in found.errata} == {"typo"}


def test_a_tie_between_centres_refutes_what_is_said_of_the_nearest(report):
    found = report.by_id["Liu:text-4.1-22"]
    assert (found.printed, found.corrected) == ("refuted", "proved")
    said = [liu.paper.notions.text(g) for g in STATEMENTS[found.id].printed[0].given]
    assert not any("Δ" in g for g in said)  # no gap is required


def test_the_modulus_for_pairs_has_the_signs_of_the_paper():
    (claim,) = STATEMENTS["Liu:text-B.3-32"].printed
    said = liu.paper.notions.text(claim.shows)
    assert "∈ [−δ, δ]^(d×n)" in said and said.endswith("∈ [−ε/3, ε/3]^(d×n)")


def test_a_convention_is_a_definition(report):
    assert report.by_id["Liu:remark-C.1"].status == "defined"


def test_one_constant_serves_for_all_sizes():
    (claim,) = STATEMENTS["Liu:theorem-5.1"].printed
    assert not claim.given and not claim.shows.free
    said = liu.paper.notions.text(claim.shows)
    assert said.startswith("∃B ∈ ℤ. 0 < B ∧ ∀d, n, N_x ∈ ℤ, L, ε ∈ ℝ,")
    assert said.count("with at most B·d·n·N_x entries other than 0, 1 and −1") == 1


def test_the_count_of_entries_is_open_and_the_error_proved(report):
    for name in ("theorem-5.1", "theorem-C.1"):
        found = report.by_id[f"Liu:{name}"]
        assert (found.printed, found.corrected) == ("unproved", "proved")


def test_nothing_is_admitted_as_a_theorem(report):
    own = [t for t in report.theorems if t.name in liu.paper.proofs]
    assert {kind for t in own for kind, _ in t.fact.provenance} == {"uses"}


def test_later_results_rest_on_the_construction(report):
    graph = proof_graph(report)
    for theorem, used in (
        ("theorem-4.1", "B.1-58"),
        ("theorem-4.2", "eq-B.21"),
        ("proposition-3.2", "eq-A.3"),
        ("proposition-3.3", "definition-3.2"),
    ):
        assert f"Liu:{used}" in rests_on(graph, f"Liu:{theorem}").statements, theorem


def test_what_is_wrong_is_corrected():
    for s in FIRST.values():
        open_ = {k for k, c in enumerate(s.printed) if not c.by}
        assert open_ >= {e.claim for e in s.errata if e.search}, s.id
        assert not open_ or s.errata, s.id
        assert all(c.by for c in s.corrected), s.id
        wrong = {e.defect for e in s.errata} - {"typo"}
        assert bool(s.corrected) == bool(wrong) or (wrong == {"gap"} and not s.corrected), s.id
        assert s.printed or s.corrected or s.defines, s.id


WRONG = {
    str(sorted(map(str, (*s.printed[e.claim].given, s.printed[e.claim].shows)))): (s.id, s.printed[e.claim], e.search)
    for s in FIRST.values()
    for e in s.errata
    if e.search
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=lambda w: w[0])
def test_errata_have_counterexamples(wrong):
    _, claim, search = wrong
    answer = refute_claim(claim, search)
    assert answer.status == "refuted"
    assert answer.tried < 500


# --- instances ------------------------------------------------------------------------------------------------


def times(left: list, right: list) -> list:
    return [
        [sum(x * y for x, y in zip(line, column, strict=True)) for column in zip(*right, strict=True)] for line in left
    ]


def construction(d: int, n: int, many: int, x: list, a: list, b: list, scale: Fraction) -> dict[str, list]:
    """L, K and Q, built by hand: the tokens over the identity, the coefficients, the tokens over ones."""
    rest = many - n
    layer = [line + [Fraction(0)] * rest for line in x]
    layer += [[Fraction(p == q) for q in range(many)] for p in range(many)]
    key_weights = [[Fraction(0)] * d + [scale * a[h][c] for h in range(many)] for c in range(d)]
    key_weights += [[Fraction(0)] * d + [scale * b[h] for h in range(many)]]
    query_weights = [[Fraction(p == q) for q in range(d + many)] for p in range(d)]
    query_weights += [[Fraction(d <= q < d + n) for q in range(d + many)]]
    return {"L": layer, "K": times(key_weights, layer), "Q": times(query_weights, layer)}


def instance(rng: random.Random) -> dict:
    """Small sizes and values; labels and k at the greatest piece, or anywhere."""
    d, n, many = rng.randint(1, 2), rng.randint(1, 2), rng.randint(1, 3)

    def number() -> Fraction:
        return Fraction(rng.randint(-4, 4), rng.choice([1, 1, 2]))

    a, b = [[number() for _ in range(d)] for _ in range(many)], [number() for _ in range(many)]
    if rng.random() < 0.2:
        a[-1], b[-1] = list(a[0]), b[0] - rng.choice([0, 0, 1])
    x = [[number() for _ in range(n)] for _ in range(d)]
    i = rng.randint(1, n)

    def ranked(token: list) -> list[int]:
        heights = [sum(s * t for s, t in zip(a[h], token, strict=True)) + b[h] for h in range(many)]
        return sorted(range(1, many + 1), key=lambda h: -heights[h - 1])

    columns = [list(c) for c in zip(*x, strict=True)]
    order = ranked(columns[i - 1])
    point = list(columns[i - 1])
    if rng.random() < 0.1:
        order = rng.sample(order, many)
    scale = Fraction(rng.choice([-1, 0, 1, 2, 4, 9]), rng.choice([1, 2]))
    delta = rng.choice([Fraction(1, 4), Fraction(1, 2), Fraction(1)])
    at = {
        "d": d,
        "n": n,
        "N": many,
        "i": i,
        "k": order[0],
        "k'": order[1] if many > 1 else 1,
        "h": rng.randint(1, many),
        "c": rng.randint(1, d),
        "m": rng.randint(1, many),
        "R": scale,
        "Delta": delta,
        "epsilon": rng.choice([Fraction(1, 4), Fraction(1, 2), Fraction(3, 2)]),
        "t": rng.choice([Fraction(0), Fraction(1, 8), Fraction(-1)]),
        "a": table(a),
        "b": vector(b),
        "X": table(x),
        "x": vector(point),
        "z": vector([c + Fraction(1, 64) for c in point]),
        "label": vector([ranked(column)[0] for column in columns]),
    }
    if many >= n:
        at |= layers(at, x, a, b)
    at["P"] = table([[number() for _ in range(many)] for _ in range(d + many)])
    return at


def layers(at: dict, x: list, a: list, b: list) -> dict:
    """L, K, Q, the attention matrix S and its truncation A, for these pieces."""
    many, n = len(b), at["n"]
    made = construction(at["d"], n, many, x, a, b, at["R"])
    made = {name: table(rows) for name, rows in made.items()}
    attention = softmax(indicator.K_.T @ indicator.Q_)
    here = at | made | {"N": many}
    weights = [[value(attention(p + 1, q + 1), here) for q in range(many)] for p in range(many)]
    return made | {"S": table(weights), "A": table([line[:n] for line in weights])}


NEVER = {"cells_cover"}  # it shows that its hypotheses contradict each other


@pytest.mark.parametrize(
    "name", sorted(n for n, c in CLAIMS.items() if n not in NEVER and not about_functions(c.formula))
)
def test_claims_hold_at_instances(name):
    claim = CLAIMS[name]
    rng = random.Random(name)
    met = 0
    for _ in range(1500):
        at = instance(rng)
        if name == "single_piece" and at["N"] != 1:
            continue
        try:
            if all(holds(g, at) for g in sorted(claim.given, key=lambda g: g.op == "all")):
                met += 1
                assert holds(claim.shows, at), at
        except (KeyError, ZeroDivisionError, ValueError):
            continue  # no such construction: fewer pieces than tokens, or ln 0
        if met == 6:
            return
    assert met >= 2, f"{name}: the hypotheses were met {met} times"


@pytest.mark.parametrize("seed", range(8))
def test_the_construction_entry_by_entry(seed):
    rng = random.Random(seed)
    at = instance(rng)
    while at["N"] < at["n"]:
        at = instance(rng)
    d, n, many = at["d"], at["n"], at["N"]

    def rows(matrix: Matrix) -> list:
        shape = int(value(matrix.rows, at)), int(value(matrix.columns, at))
        return [[value(matrix(p + 1, q + 1), at) for q in range(shape[1])] for p in range(shape[0])]

    made = construction(
        d,
        n,
        many,
        [[at["X"](c, i) for i in range(1, n + 1)] for c in range(1, d + 1)],
        [[at["a"](h, c) for c in range(1, d + 1)] for h in range(1, many + 1)],
        [at["b"](h) for h in range(1, many + 1)],
        at["R"],
    )
    layer = weights.linear(weights.tokens)
    assert rows(layer) == rows(weights.stacked) == made["L"]
    assert rows(weights.W_K @ layer) == rows(weights.K) == made["K"]
    assert rows(weights.W_Q @ layer) == rows(weights.Q) == made["Q"]
    scores = times([list(c) for c in zip(*made["K"], strict=True)], made["Q"])
    assert rows((weights.W_K @ layer).T @ (weights.W_Q @ layer)) == scores
    assert rows(weights.K.T @ weights.Q) == rows(weights.S) == scores
    assert rows(indicator_error.W_O) == [[Fraction(p == q) for q in range(n)] for p in range(many)]


def test_the_constant_is_sharp():
    (scale,) = (c for c in liu.paper.constants if c.id == "Liu:scale")
    assert scale.needed_by.by == "Liu.error_at_threshold"
    assert scale.sharp_by.by == "Liu.error_at_sharp"
    at = {"N": 5, "Delta": Fraction(1, 2), "epsilon": Fraction(1, 10)}
    assert value(scale.paper, at) < value(scale.sharp, at) < value(scale.needed, at)
