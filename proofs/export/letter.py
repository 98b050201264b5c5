"""A letter to the authors of a paper: whether its main results stand, and the defects that matter, on two pages.

The defects come in the order of what falls with them, until the two pages are full; the others are counted. Each entry
gives the place, what is wrong, which main results rest on it, an exact counterexample, and the correction.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from proofs.builder.paper import UNNAMED
from proofs.checking.status import STANDS
from proofs.export.defects import MAIN, SUBSTANTIAL, applied_by, computed, falling, most_serious_first, stated_first
from proofs.export.graph import name_of
from proofs.export.reports import changed, paragraph
from proofs.export.tex import maths, tex_escaped, tex_sentence
from proofs.language.mathml import pieces, width

if TYPE_CHECKING:
    from proofs.checking.report import Finding, Line, Report, Result

LINES = 100  # lines of 80 characters on two pages
PLACES = 3  # how many places of a defect are named
LONG = 160  # the longest formula and the longest counterexample that are shown, in characters
WIDTH = 80
PAGE = 40  # width of a line in the LaTeX document, in em
Words = list[str | tuple[str, str]]  # sentences, and formulas as text and as LaTeX


def letter(report: Report, key: str, tex: bool = False, signed: str = "[your name and address]") -> str:
    """Return the letter about a paper, as text or as LaTeX, with the name of its sender.

    Raises
    ------
    KeyError
        if the report has no paper with that key.
    """
    paper = next((p for p in report.papers if p.key == key), None)
    if paper is None:
        raise KeyError(key)
    found = most_serious_first(report, [f for f in report.errata if f.paper == key and not f.fails])
    own = [r for r in report.items if r.paper == key and r.kind != "finding"]
    opening = _opening(own, f"“{paper.title}” ({paper.source})", found)
    entries: list[tuple[str, Words]] = []
    left = LINES - sum(map(_height, opening)) - 14  # room for the greeting, the end and the space between paragraphs
    others = len(found)
    for number, title, words in _entries(report, found):
        left -= _height(title + _plain(words)) + 1
        if left < 0:
            break
        entries.append((title, words))
        others -= number
    closing = [*_closing(others), signed]
    return (_as_tex if tex else _as_text)(opening, entries, closing)


def _height(words: str) -> int:
    return -(-len(words) // WIDTH)


def _opening(own: Sequence[Result], paper: str, found: Sequence[Sequence[Finding]]) -> list[str]:
    """Return the paragraphs that say what was checked, and whether the main results stand."""
    named = sum(r.kind not in UNNAMED for r in own)
    out = [
        f"We have formalised your paper {paper}: its {named} definitions and named statements, and {len(own) - named} "
        "of its displayed formulas and sentences. A proof checker has checked every proof, and every counterexample "
        "below is exact."
    ]
    main = [r for r in own if r.kind in MAIN] or [r for r in own if r.kind == "lemma"]
    main = stated_first(main, name_of)
    stand = [r for r in main if r.printed in STANDS]
    corrected = [r for r in main if r not in stand and r.used in STANDS]
    other = [r for r in main if r not in stand and r not in corrected]
    said = []
    if stand:
        lead = "" if other else "Your main results stand: "
        said.append(f"{lead}{_listed(stand)} {_are(stand)} proved as printed.")
    if corrected:
        said.append(f"{_listed(corrected)} {_are(corrected)} proved with a correction.")
    if other:
        said.append(f"For {_listed(other)} we have no proof.")
    cited = list(dict.fromkeys(x.what for r in main for x in r.rests_on if x.kind == "cited"))
    if cited:
        said.append(f"What the paper cites is taken as given where it is needed: {'; '.join(cited)}.")
    number, small = len(found), sum(defect[0].defect not in SUBSTANTIAL for defect in found)
    defects = (
        "We found no defect."
        if not number
        else "We found one defect."
        if number == 1
        else f"On the way we found {number} defects{_of_these(small)}. These are the ones that matter most, in the "
        "order of what rests on them."
    )
    return [*out, *([" ".join(said)] if said else []), defects]


def _of_these(small: int) -> str:
    """Return how many of the defects are small, for the end of a sentence; nothing if none is."""
    return f", {small} of them misprints, shapes that do not fit or < for ≤" if small else ""


def _are(results: Sequence[Result]) -> str:
    return "is" if len(results) == 1 else "are"


def _listed(results: Sequence[Result]) -> str:
    """Return names as an enumeration.

    >>> from types import SimpleNamespace as R
    >>> _listed([R(kind="lemma", index=[f"Lemma {k}"], equations=()) for k in (1, 2, 3)])
    'Lemma 1, Lemma 2 and Lemma 3'
    """
    *first, last = map(name_of, results)
    return f"{', '.join(first)} and {last}" if first else last


def _entries(report: Report, found: Sequence[Sequence[Finding]]) -> Iterator[tuple[int, str, Words]]:
    """Yield the entries of the letter: the number of defects, their places, and what is said about them.

    Consecutive defects of one statement share an entry.
    """
    above, seen = applied_by(report), list[Words]()
    for id, several in groupby(found, key=lambda defect: defect[0].id):
        group = list(several)
        result = report.by_id[id]
        names = list(dict.fromkeys(_place(report.by_id[f.id]) for defect in group for f in defect))
        more = len(names) - PLACES
        title = ", ".join(names[:PLACES]) + (f" and {more} more place{'s' * (more > 1)}" if more > 0 else "")
        words: Words = [defect[0].what for defect in group]
        fallen = stated_first([report.by_id[i] for i in falling(report, group[0], above) if i != id], name_of)
        if fallen and result.printed not in STANDS:
            one = len(fallen) == 1
            stand = all(r.used in STANDS for r in fallen)
            saved = f"; {'it holds' if one else 'they hold'} nevertheless" if stand else ""
            words.append(f"{_listed(fallen)} {'rests' if one else 'rest'} on it in the paper{saved}.")
        examples = (f.counterexample for defect in group for f in defect if f.counterexample)
        example = next((x for x in examples if len(x) <= LONG), None)
        if example:
            said = computed(example)
            words.append(f"Counterexample{',' if said.startswith('computed') else ':'} {said}.")
        correction = _correction(result, group[0][0])
        yield len(group), title, [*words, *(correction if correction not in seen else [])]
        seen += [correction] if len(correction) > 1 else []


def _place(r: Result) -> str:
    """Return the place of a statement in the paper, in words that its authors know."""
    name = name_of(r)
    sentence = re.fullmatch(r"(.*)¶(\d+)", name)
    if sentence:
        return f"Section {sentence[1]}, sentence {sentence[2]}"
    if r.kind == "display" and r.equations:
        return f"Equation{'s' * (len(r.equations) > 1)} {name}"
    if r.kind in UNNAMED:
        return f"Section {name}" if r.index else f"Section {r.section}"
    return name if not r.section or r.section in name else f"{name} (section {r.section})"


def _correction(result: Result, defect: Finding) -> Words:
    """Return the corrected line that belongs to a defect, or the hypotheses in which it differs, if that is short."""
    lines = changed(result)
    if result.corrected not in STANDS or not lines:
        return []
    every = [x for x in result.lines if x.form == "corrected"]
    printed = [x for x in result.lines if x.form == "printed"]
    place = defect.line if len(every) == len(printed) else None
    line = every[place] if place is not None and every[place] in lines else lines[0]
    before = printed[every.index(line)] if len(every) == len(printed) else None
    added = _missing(line, before) if before else []
    dropped = _missing(before, line) if before and added else []
    shown = (line.wording.shows or line.wording.text, line.wording.latex_shows or line.wording.latex)
    same = before is not None and before.wording.shows == line.wording.shows
    assumed = [] if same else [*zip(line.wording.given, line.wording.latex_given, strict=False)]
    formulas = [*added, *dropped] if same else [shown, *assumed]
    if not formulas or sum(len(text) for text, _ in formulas) > LONG or not all(_fits(latex) for _, latex in formulas):
        return ["A corrected form is proved."]
    if not same:  # a formula says something with its hypotheses only
        return ["It is proved that", shown, *(["if", *_enumerated(assumed)] if assumed else []), "."]
    out: Words = ["It is proved as printed"]
    if dropped:
        out += ["with", *_enumerated(added), "in place of", *_enumerated(dropped)]
    elif added:
        out += ["under the additional", "hypothesis" if len(added) == 1 else "hypotheses", *_enumerated(added)]
    return [*out, "."]


def _enumerated(formulas: Sequence[tuple[str, str]]) -> Words:
    out: Words = []
    for formula in formulas:
        out += [",", formula] if out else [formula]
    return out


def _fits(latex: str) -> bool:
    return all(width(piece) <= PAGE for piece in pieces(latex))


def _missing(line: Line, other: Line) -> list[tuple[str, str]]:
    """Return the hypotheses of a line that another one lacks, as text and as LaTeX."""
    pairs = zip(line.wording.given, line.wording.latex_given, strict=False)
    return [pair for pair in pairs if pair[0] not in other.wording.given]


def _closing(others: int) -> list[str]:
    more = f"We found {others} further defect{'s' * (others > 1)}, of less weight. " if others else ""
    return [
        f"{more}We would gladly send you the complete list and the proofs, and we would be grateful to hear where we "
        "have misread you.",
        "With kind regards,",
    ]


def _joined(words: Iterable[str]) -> str:
    """Join words by spaces, with none before a full stop or a comma."""
    return re.sub(r" (?=[.,](?: |$))", "", " ".join(words))


def _plain(words: Words) -> str:
    return _joined(x if isinstance(x, str) else x[0] for x in words)


def _as_text(opening: Sequence[str], entries: Sequence[tuple[str, Words]], closing: Sequence[str]) -> str:
    def wrapped(words: str, first: str = "") -> str:
        return paragraph(words, WIDTH, first).plain.rstrip()

    body = [wrapped(f"{title}. {_plain(words)}", f"{k}. ") for k, (title, words) in enumerate(entries, 1)]
    return "\n\n".join(["Dear authors,", *map(wrapped, opening), *body, *map(wrapped, closing)]) + "\n"


def _as_tex(opening: Sequence[str], entries: Sequence[tuple[str, Words]], closing: Sequence[str]) -> str:
    lines = [
        r"\documentclass[10pt]{article}", r"\usepackage[utf8]{inputenc}",
        r"\IfFileExists{lmodern.sty}{\usepackage[T1]{fontenc}\usepackage{lmodern}}{}",
        r"\usepackage{amsmath,amssymb}", r"\usepackage[a4paper,margin=26mm]{geometry}",
        r"\setlength{\parindent}{0pt}\setlength{\parskip}{6pt}\setlength{\emergencystretch}{4em}\pagestyle{empty}",
        r"\begin{document}", "Dear authors,", "", *(f"{tex_escaped(words)}\n" for words in opening),
    ]  # fmt: skip
    if entries:
        lines.append(r"\begin{enumerate}\setlength{\itemsep}{2pt}\setlength{\parskip}{2pt}")
        for title, words in entries:
            said = _joined(tex_sentence(x) if isinstance(x, str) else _shown(x[1]) for x in words)
            lines.append(rf"\item \textbf{{{tex_escaped(title)}.}} {said}")
        lines += [r"\end{enumerate}", ""]
    return "\n".join([*lines, *(f"{tex_escaped(words)}\n" for words in closing), r"\end{document}"]) + "\n"


def _shown(latex: str) -> str:
    """Return a formula for a paragraph, in parts between which a line may break."""
    return "\\allowbreak ".join(f"${'{} ' * bool(k)}{maths(part)}$" for k, part in enumerate(pieces(latex)))
