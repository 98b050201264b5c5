"""A made-up paper with lines of every status."""

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum, Paper, Search
from proofs.builder.proof import Proof
from proofs.language.notation import exp, log, num, reals

x, y = reals("x y")

paper = chapter = Paper("Toy", "A toy", "Nobody, 2020")


@chapter.theorem
def amgm(p: Proof) -> None:
    p.theorem("helper")
    p.apply("helper", label="sq")
    p.qed(p.have(2 * x * y <= x * x + y * y, "sq"), 2 * x * y <= x * x + y * y, ())


@chapter.theorem
def scaled(p: Proof) -> None:
    p.given(pos=x > 0)
    p.apply("amgm", label="all")
    p.qed(p.have(2 * x * y - 1 <= x * x + y * y, "all"))


@chapter.theorem
def from_a_book(p: Proof) -> None:
    p.qed(p.rule("cite", x * x <= exp(x * x), "Hardy 1908"))


@chapter.theorem
def by_the_book(p: Proof) -> None:
    p.qed(p.have(x * x <= exp(x * x) + 1, p.theorem("from_a_book")))


@chapter.theorem
def handwaved(p: Proof) -> None:
    p.qed(p.rule("argue", x <= exp(x), "clearly"))


@chapter.theorem
def on_sand(p: Proof) -> None:
    p.qed(p.have(x <= exp(x) + 1, p.theorem("handwaved")))


@chapter.theorem
def by_computing(p: Proof) -> None:
    p.qed(p.rule("compute", num(2) < exp(num(1)), [], ["leaf", 64]))


paper.state(
    "lemma-1",
    "two products",
    section="1",
    index="Lemma 1",
    kind="lemma",
    equations="1",
    printed=Claim((), 2 * x * y <= x * x + y * y, "amgm"),
)
paper.state(
    "lemma-2",
    "less one",
    section="1",
    index=("Lemma 2", "1[2]"),
    kind="lemma",
    equations=("2", "3"),
    printed=Claim((x > 0,), 2 * x * y - 1 <= x * x + y * y, "scaled"),
)
paper.state("lemma-3", "cited", section="2", index="Lemma 3", printed=Claim((), x * x <= exp(x * x) + 1, "by_the_book"))
paper.state(
    "lemma-4",
    "argued",
    section="2",
    index="Lemma 4",
    printed=(Claim((), 2 * x * y <= x * x + y * y, "amgm"), Claim((), x <= exp(x) + 1, "on_sand")),
)
paper.state(
    "lemma-5",
    "false for small x",
    section="2",
    index="Lemma 5",
    printed=Claim((x > 0,), x < x * x),
    corrected=Claim((x > 0,), 2 * x * y - 1 <= x * x + y * y, "scaled"),
    errata=Erratum("strictness", "x = 1 is not excluded.", search=Search(reals={"x": (3, 1)})),
)
paper.state("lemma-6", "open", section="2", index="Lemma 6", printed=Claim((), 2 * x < exp(x)))
paper.state(
    "definition-1", "log of x", section="2", index="Definition 1", kind="definition", given=(x > 0,), defines=log(x)
)
paper.state("definition-2", "log of y", section="2", index="Definition 2", kind="definition", defines=log(y))
paper.state(
    "eq-9", "e", section="2", index="2[9]", equations="9", printed=Claim((), num(2) < exp(num(1)), "by_computing")
)
paper.constant(
    "two",
    paper.statements["Toy:lemma-5"],
    "the factor",
    num(2),
    needed=num(1),
    needed_by=Claim((), 2 * x * y <= x * x + y * y, "amgm"),
    beyond=Claim((), exp(x) <= 0),
)
