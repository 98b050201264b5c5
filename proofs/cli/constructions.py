"""The commands `lemmata construct ks|yun|liu`, which run the constructions of the papers on an input."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from proofs.cli.terminal import UNKNOWN, AsJson, BadInput, leave, print_json, print_text, progress_line

if TYPE_CHECKING:
    from numeric.constructions.reports.formatting import Report

TargetText = Annotated[
    str,
    typer.Option(
        "--target",
        metavar="F",
        help="The function f: a formula for an entry of f(X) in x (that entry of X) and mean, most, least of its row.",
    ),
]
InputText = Annotated[
    str, typer.Option("--input", metavar="X", help="The d n entries of X, row by row, such as '0.1, 0.9, 2/5'.")
]
Power = Annotated[str, typer.Option("--p", metavar="P", help="The exponent of the distance d_p.")]

app = typer.Typer(help="Run a construction of a paper on an input, layer by layer.")


@app.callback(invoke_without_command=True)
def construct(context: typer.Context) -> None:
    """Run a construction of a paper on an input, layer by layer."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@contextmanager
def _naming_options() -> Iterator[None]:
    """Turn an error about an argument of a report into one about the command's options."""
    from numeric.constructions.reports.formatting import ArgumentError

    try:
        yield
    except ArgumentError as wrong:
        raise BadInput(f"{', '.join(f'--{name}' for name in wrong.arguments)}: {wrong}") from wrong


def _print_report(report: Report, as_json: bool, result: str = "") -> NoReturn:
    """Print a report, and exit with the status for `as_promised`: 0 for True, 1 for False, 2 for None."""
    data, text = report
    if as_json:
        print_json(({"result": result} if result else {}) | data)
    else:
        print_text(text)
    if data["as_promised"] is None:
        raise typer.Exit(UNKNOWN)
    leave(data["as_promised"])


class LiuResult(StrEnum):
    """The statements of Liu et al. whose constructions can be run."""

    proposition_3_3 = "proposition-3.3"
    theorem_4_1 = "theorem-4.1"
    corollary_4_1_1 = "corollary-4.1.1"
    theorem_4_2 = "theorem-4.2"
    theorem_5_1 = "theorem-5.1"


@app.command()
def liu(
    result: Annotated[
        LiuResult, typer.Argument(help="The statement whose construction to run.")
    ] = LiuResult.theorem_4_1,
    d: Annotated[int, typer.Option("--d", min=1, help="The number of rows.")] = 1,
    n: Annotated[int, typer.Option("--n", min=1, help="The number of columns (tokens).")] = 2,
    error: Annotated[str, typer.Option("--error", metavar="E", help="The allowed error ε.")] = "3/4",
    bound: Annotated[str, typer.Option("--bound", metavar="D", help="Inputs lie in [−D, D].")] = "1",
    target: TargetText = "(x + mean)/2",
    lipschitz: Annotated[
        str, typer.Option("--lipschitz", metavar="L", help="A Lipschitz constant of f; P and R depend on it.")
    ] = "1",
    top: Annotated[
        str,
        typer.Option("--top", metavar="B", help="A bound of |f|, needed where it cannot be computed, as at jumps."),
    ] = "",
    per_side: Annotated[
        int, typer.Option("--per-side", min=0, help="P, the number of centres on a side; 0: chosen by ε.")
    ] = 0,
    balls: Annotated[int, typer.Option("--balls", min=1, help="N_x, the number of balls (theorem-5.1).")] = 4,
    power: Power = "2",
    pieces: Annotated[
        str,
        typer.Option(
            metavar="A", help="The pieces of the max-affine function (proposition-3.3): slopes and offset, rows by ;."
        ),
    ] = "",
    values: Annotated[
        str, typer.Option(metavar="V", help="The values of the pieces, rows separated by ; (proposition-3.3).")
    ] = "",
    gap: Annotated[
        str, typer.Option(metavar="Δ", help="By how much the top piece exceeds the others (proposition-3.3).")
    ] = "",
    entries: InputText = "",
    as_json: AsJson = False,
) -> None:
    """Run a construction of Liu et al. and certify its error.

    proposition-3.3: attention gives each cell of a max-affine partition a value. theorem-4.1 and theorem-4.2 (two
    sequences: the columns of X are first keys, then queries): centres on a grid. theorem-5.1: centres of balls, also
    with n > 2dN_x. corollary-4.1.1: error in d_p, also across jumps, with the values of f at the centres. F may use k,
    the number of the token.

    For up to two coordinates and a few hundred centres, the error is certified in ball arithmetic over the whole
    domain; otherwise it is only evaluated at sample points.

    Exit status: 0 if the error is proved to be at most ε, 1 if it is larger somewhere, 2 if neither is known.
    """
    from numeric.constructions.reports import liu as reports
    from proofs.cli.sequences import Target, matrix, number
    from proofs.cli.sequences import entries as read

    eps, zero = number("--error", error, Fraction(0)), Fraction(0)
    if result is LiuResult.proposition_3_3:
        rest = ", 0" * (d - 1)
        rows = matrix("--pieces", pieces or f"1{rest}, 0; -1{rest}, 0; 0{rest}, 1/4")
        wanted = matrix("--values", values or "; ".join(str(h + 1) for h in range(len(rows))))
        with _naming_options():
            delta = number("--gap", gap, zero) if gap else None
            report = reports.reassignment(read(entries, d, n, low=-1), eps, rows, wanted, delta)
        _print_report(report, as_json, result)
    f = reports.Setting(
        Target(target),
        d,
        n,
        number("--bound", bound, zero),
        number("--lipschitz", lipschitz, zero),
        number("--top", top, zero) if top else None,
        pairs=result is LiuResult.theorem_4_2,
    )
    with _naming_options():
        if result is LiuResult.theorem_5_1:
            x = read(entries, d, f.tokens, low=-1) if entries else None
            report = reports.on_balls(f, eps, balls, x)
        else:
            p = number("--p", power) if result is LiuResult.corollary_4_1_1 else None
            with progress_line() as line:
                report = reports.on_grid(f, eps, per_side, p, read(entries, d, f.tokens, low=-1), line)
    _print_report(report, as_json, result)


class KSResult(StrEnum):
    """The statements of Kajitsuka & Sato whose constructions can be run."""

    theorem_2 = "theorem-2"
    corollary_1 = "corollary-1"
    corollary_2 = "corollary-2"
    proposition_1 = "proposition-1"


@app.command()
def ks(
    result: Annotated[KSResult, typer.Argument(help="The statement whose construction to run.")] = KSResult.corollary_1,
    sequences: Annotated[
        str, typer.Option(metavar="X", help="The sequences, separated by |; rows separated by ;, one column a token.")
    ] = "1, 3, 1/2; 2, -1, 1 | 1, 3, -2; 2, -1, 3/2",
    labels: Annotated[
        str, typer.Option(metavar="Y", help="The labels of the tokens, in the same shape (corollaries).")
    ] = "1, 2, 3; 4, 1, 2 | 3, 3, 1; 2, 2, 4",
    head_size: Annotated[int, typer.Option(min=1, help="The size s of the head.")] = 1,
    d: Annotated[int, typer.Option("--d", min=1, help="The number of rows (proposition-1).")] = 1,
    n: Annotated[int, typer.Option("--n", min=1, help="The number of columns (proposition-1).")] = 2,
    cells: Annotated[int, typer.Option("--cells", min=2, help="D, the number of cells on a side (proposition-1).")] = 8,
    step: Annotated[
        str, typer.Option(metavar="S", help="The width of the quantiser's steps (proposition-1).")
    ] = "1/100",
    target: TargetText = "x - mean",
    entries: InputText = "",
    as_json: AsJson = False,
) -> None:
    """Run a construction of Kajitsuka & Sato in ball arithmetic; printed numbers enclose the exact ones.

    theorem-2: one attention head of rank 1 computes contextual ids. corollary-1 and corollary-2 (with positional
    encodings): a block that maps the sequences to their labels. proposition-1: a network that approximates f on
    [0, 1]^(d×n).

    Exit status: 0 if the statement's promise is certified, 1 if it is not.
    """
    from numeric.constructions.reports import ks as reports
    from proofs.cli.sequences import Target, matrix, number
    from proofs.cli.sequences import entries as read

    with _naming_options():
        if result is KSResult.proposition_1:
            f, x = Target(target, positional=False), read(entries, d, n)
            report = reports.approximation(d, n, cells, number("--step", step), f, x)
        else:
            data = [matrix("--sequences", part) for part in sequences.split("|")]
            if result is KSResult.theorem_2:
                report = reports.contextual_ids(data, head_size)
            else:
                wanted = [matrix("--labels", part) for part in labels.split("|")]
                report = reports.memorization(data, wanted, head_size, result is KSResult.corollary_2)
    _print_report(report, as_json, result)


class Mixing(StrEnum):
    """The mechanisms that mix the tokens."""

    attention = "attention"
    bproj = "bproj"
    sepconv = "sepconv"
    average = "average"


LAYERS = {Mixing.attention: "", Mixing.bproj: "bilinear", Mixing.sepconv: "separable", Mixing.average: "average"}


@app.command()
def yun(
    d: Annotated[int, typer.Option("--d", min=1, help="The number of rows (the embedding dimension).")] = 1,
    n: Annotated[int, typer.Option("--n", min=2, help="The number of columns (tokens).")] = 3,
    cells: Annotated[int, typer.Option("--cells", min=2, help="1/δ, the number of cells on a side.")] = 4,
    entries: InputText = "",
    target: TargetText = "(x + mean)/2",
    positional: Annotated[
        bool,
        typer.Option("--positional", help="Add positional encodings (Theorem 3); F may use k, the number of a token."),
    ] = False,
    mixing: Annotated[
        Mixing, typer.Option("--mixing", help="The replacement of attention (appendix H); needs --positional.")
    ] = Mixing.attention,
    within: Annotated[
        str,
        typer.Option("--within", metavar="E", help="Also run with softmax and ReLUs, within E of f in d_p, certified."),
    ] = "",
    power: Power = "2",
    as_json: AsJson = False,
) -> None:
    """Run the network of Yun et al. exactly: quantise, map contexts, assign values (E.2 to E.4, G).

    Prints every layer that changes something. On a cube, the network should have the value of f at the centre; for
    equal columns, or outside [0, 1), the value 0.

    Exit status: 0 if it has that value, 1 if not.
    """
    from numeric.constructions.reports import yun as reports
    from proofs.cli.sequences import Target, number
    from proofs.cli.sequences import entries as read

    if mixing is not Mixing.attention and not positional:
        raise BadInput(
            f"--mixing {mixing} needs --positional: the construction without encodings is for attention only"
        )
    f = Target(target, positional=positional)
    with _naming_options():
        network = reports.network_for(d, n, cells, f, positional, LAYERS[mixing])
        distance = number("--within", within) if within else None
        report = reports.report(network, f, read(entries, d, n), distance, number("--p", power))
    _print_report(report, as_json)
