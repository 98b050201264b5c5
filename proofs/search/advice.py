"""Messages about unanswered questions: the evidence of sampled points, and suggestions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from proofs.kernel.terms import Term
from proofs.language.parse import EULER
from proofs.search.base.formulas import free_variables, ranges
from proofs.search.base.ranges import Side

CLOSE = 1e-7  # two sides that differ by less may be equal
FAR = 10**6  # points with larger coordinates are called far out
NOWHERE = "no point at which the hypotheses hold was found among the few that were tried"
REFUTE = "it is false there: `refute` proves it, or add a hypothesis that excludes the point"


def shown_point(point: Mapping[str, Fraction | str]) -> str:
    """Return a point as text in one line."""
    return ", ".join(f"{name} = {value}" for name, value in point.items())


def points_text(seen: Mapping[str, Any]) -> str:
    """Return a summary in words of the sampled points, at all of which the hypotheses hold."""
    if not seen:
        return ""
    where = shown_point(seen["at"])
    if seen["held"] < seen["points"]:
        return f"it fails{' at ' + where if where else ''}"
    if seen["points"] == 1 and where:
        return f"it seems to hold at {where}, the only point that was looked at"
    least = f"; right − left is least at {where}: {seen['least']:.3g}" if where and seen["least"] is not None else ""
    return f"it seems to hold at all of {seen['points']} points{least}"


def number_text(names: Sequence[str]) -> str:
    """Return a note that e (or E) is a variable, not the number, if it is among these names; otherwise ""."""
    return "; ".join(f"{e} is a variable here: write exp(1) for the number" for e in EULER if e in names)


def tried_text(tried: Mapping[str, int]) -> str:
    """Return a message with the number of methods that were tried."""
    return f"tried: {len(tried)} method{'' if len(tried) == 1 else 's'} of proof (--json lists them)"


def advice(given: Sequence[Term], goals: Sequence[Term], seen: Mapping[str, Any], met: str, finished: bool) -> str:
    """Return suggestions for a question; `met` is a point at which the hypotheses hold, if one is known."""
    names = free_variables((*given, *goals))
    box = ranges(given)
    open_ = [v.args[0] for v in names if box.get(v, Side()).width is None]
    out = []
    if not seen and given:
        out.append(f"the hypotheses hold at {met}" if met else NOWHERE)
    if seen and seen["held"] < seen["points"]:
        out.append(REFUTE)
    elif seen and seen["at"] and seen["least"] is not None and abs(seen["least"]) < CLOSE:
        far = any(isinstance(v, Fraction) and abs(v) > FAR for v in seen["at"].values())
        out.append(
            f"the sides seem to come together {'far out' if far else 'near ' + shown_point(seen['at'])}: "
            + (f"bound {', '.join(open_)}" if far and open_ else "ask on each side of that by itself, or away from it")
        )
    elif open_:
        out.append(f"hypotheses that bound {', '.join(open_)} may help, or asking by pieces")
    elif names:
        out.append("cut the range in pieces and ask about each")
    if not finished:
        out.append("more effort may help")
    return "; ".join(out)


def advice_of_sequences(seen: Mapping[str, Any], met: bool, sizes: Sequence[str], finished: bool) -> str:
    """Return suggestions for a question about sequences."""
    out = []
    if not seen and not met:
        out.append(NOWHERE.replace("point", "instance"))
    elif seen and seen["held"] < seen["points"]:
        out.append(REFUTE.replace("point", "instance"))
    if sizes:
        out.append(f"ask about a few members first, with a small number in place of {' and '.join(sizes)}")
    if not finished:
        out.append("more effort may help")
    return "; ".join(out)
