"""What to say of a question that was not answered: what points suggest, and what may help."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from proofs.decide.base.formulas import ranges
from proofs.decide.base.ranges import Side
from proofs.decide.points.counter import Outlook, outlook
from proofs.kernel.terms import Term

ROUNDING = 1e-9
CLOSE = 1e-7  # sides so near to each other may be equal
FAR = 1e6  # coordinates beyond are far out


def suggested(given: Sequence[Term], goals: Sequence[Term], deadline: float) -> dict[str, Any]:
    """What points suggest of the goal that fares worst, as `Outlook` in plain data; nothing if there are none."""
    found = [o for goal in goals for o in [outlook(given, goal, deadline)] if o is not None]
    return asdict(min(found, key=lambda o: (o.held - o.points, o.least))) if found else {}


def points_text(seen: dict[str, Any]) -> str:
    """What points suggest, in words."""
    if not seen:
        return ""
    o = Outlook(**seen)
    where = ", ".join(f"{name} = {v:.6g}" for name, v in o.at.items())
    if o.held < o.points:
        return f"it seems to fail at {o.points - o.held} of {o.points} points, such as {where}"
    size = "0, up to rounding" if abs(o.least) < ROUNDING else f"{o.least:.3g}"
    least = f"right − left is least at {where}: {size}" if where else ""
    return f"it seems to hold at all of {o.points} points" + (f"; {least}" if least else "")


def advice(given: Sequence[Term], goals: Sequence[Term], seen: dict[str, Any], met: bool, in_time: bool) -> str:
    """What may help."""
    found = Outlook(**seen) if seen else None
    names = sorted({v for f in (*given, *goals) for v in f.free}, key=lambda v: str(v.args[0]))
    box = ranges(given)
    open_ = [v.args[0] for v in names if box.get(v, Side()).width is None]
    out = []
    if found is None and not met:
        out.append("no point was found at which the hypotheses hold: see whether they contradict each other")
    elif found is not None and found.held < found.points:
        out.append("look for exact numbers near that point at which it fails, or add a hypothesis that excludes it")
    elif found is not None and abs(found.least) < CLOSE:
        where = ", ".join(f"{name} = {v:.6g}" for name, v in found.at.items())
        far = any(abs(v) > FAR for v in found.at.values())
        out.append(
            f"the sides seem to come together {'far out' if far else 'near ' + where}: "
            + (f"bound {', '.join(open_)}" if far and open_ else "ask on each side of that by itself, or away from it")
        )
    elif open_:
        out.append(f"hypotheses that bound {', '.join(open_)} may help, or asking by pieces")
    else:
        out.append("cut the range in pieces and ask about each")
    if not in_time:
        out.append("more time may help")
    return "; ".join(out)


def advice_of_sequences(seen: dict[str, Any], met: bool, in_time: bool) -> str:
    """What may help with a question about sequences."""
    found = Outlook(**seen) if seen else None
    out = []
    if not met:
        out.append("no instance was found at which the hypotheses hold: see whether they contradict each other")
    elif found is not None and found.held < found.points:
        out.append("look for exact numbers near that instance at which it fails, or add a hypothesis that excludes it")
    else:
        out.append("a lemma that bounds its sums may help as a hypothesis, such as what holds of every member")
    if not in_time:
        out.append("more time may help")
    return "; ".join(out)
