"""Options shared by the commands of `lemmata construct`."""

from typing import Annotated

import typer

TargetText = Annotated[
    str, typer.Option("--target", metavar="F", help="An entry of f, in x, the entry, and mean, most, least of its row.")
]
InputText = Annotated[
    str, typer.Option("--input", metavar="X", help="The d n entries of X, row by row: '0.1, 0.9, 2/5'.")
]
Power = Annotated[str, typer.Option("--p", metavar="P", help="Distances are in d_p.")]
