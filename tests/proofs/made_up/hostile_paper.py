"""A paper whose words, names and notation try to be something else on a page."""

from proofs.builder.paper import Paper
from proofs.kernel.terms import exp
from proofs.language.notation import num, reals

SCRIPT = "</script><script>document.title='taken'</script><!--"
paper = chapter = Paper("Bad", f"\"Title\" {SCRIPT} & 'more'", "bad\u202e.txt")
x, y = reals("x y")
paper.notions.define(
    exp(x) + 1, (x,), "odd({0})", r"\text{{</math><img src=x onerror=\"document.title='taken'\">}}({0})"
)

for number, says in enumerate(
    (
        f"a {SCRIPT} b",
        "\"quotes\" 'and' `backticks` ${injected} {{ injected }} {% injected %}",
        "bidi \u202emarks\u202c and \u2066isolates\u2069",
        "long " * 20_000,
        r"$\LaTeX$ \end{lemma} \input{/etc/passwd} % #1",
        "Zahlen über ℝ, 𝔹 and a̧ccents",
    ),
    1,
):
    paper.state(
        f"lemma-{number}", says, section=f"<{number}>", index=f"Lemma {number}", kind="lemma",
        defines=exp(x) + 1 + num(number),
    )  # fmt: skip

paper.state('a"b<c>&d', "an id like no other", section="../..", index=(), kind="remark", defines=x + y)
