"""The status of a statement, computed from those of its two forms, and how every output shows it.

A form, printed or corrected, has one of six statuses (`FormStatus`). A statement has one of these if its printed form
holds or is the only one; otherwise its status names both forms: "proved as corrected, false as printed". Every output
reads the table `LOOKS`: for each status its words, mark, colours and border.

>>> of_statement("refuted", "proved", "proved", True)
'proved as corrected, false as printed'
>>> of_statement("unproved", "proved modulo cited", "proved modulo cited", True)
'proved modulo cited as corrected, printed form open'
>>> of_statement("unproved", "proved", "proved", False)
'proved as corrected, no formula as printed'
>>> of_statement("proved", None, "proved", True)
'proved'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

FormStatus = Literal["refuted", "unproved", "incomplete", "proved modulo cited", "proved", "defined"]
ORDER: tuple[FormStatus, ...] = ("refuted", "unproved", "incomplete", "proved modulo cited", "proved", "defined")
STANDS: tuple[FormStatus, ...] = ("proved", "proved modulo cited")  # statuses of a claim that holds
Ending = Literal["false as printed", "printed form open", "no formula as printed"]


def prints_hold(printed: FormStatus, corrected: FormStatus | None, is_claimed: bool) -> bool:
    """Return whether the status is that of the printed form: it holds as a formula, or there is no corrected form."""
    return corrected is None or (is_claimed and printed in STANDS)


def of_statement(printed: FormStatus, corrected: FormStatus | None, used: FormStatus, is_claimed: bool) -> str:
    """Return the status of a statement.

    Parameters
    ----------
    printed, corrected
        The statuses of its two forms; `corrected` is None if it has no corrected form.
    used
        The status of the form that later results use.
    is_claimed
        Whether the printed form is written as a formula that can be true or false.
    """
    if prints_hold(printed, corrected, is_claimed):
        return used
    ending: Ending = "no formula as printed"
    if is_claimed:
        ending = "false as printed" if printed == "refuted" else "printed form open"
    return f"{used} as corrected, {ending}"


Colours = tuple[str, str]  # (foreground, background)


@dataclass(frozen=True)
class Look:
    """The presentation of a status.

    `word` is the status itself, `short` an abbreviation, `css` the class in the style sheet, `light` and `dark` the
    colours on paper and on a dark page, `terminal` the style of its words there. A node whose status is that of a
    corrected form has a double border.
    """

    word: str
    short: str
    mark: str
    meaning: str
    css: str
    terminal: str
    light: Colours
    dark: Colours
    corrected: bool = False

    @property
    def form(self) -> str:
        """The status of the form that this status is about: the corrected one, if there is one.

        >>> LOOKS["proved modulo cited as corrected, false as printed"].form
        'proved modulo cited'
        """
        return self.word.partition(" as corrected")[0]

    @property
    def lines(self) -> tuple[str, ...]:
        """The status with a line for each form."""
        form, _, ending = self.word.partition(", ")
        return (f"{form},", ending) if ending else (form,)

    def counted(self, number: int) -> str:
        """Return a number of statements with this status, in words.

        >>> LOOKS["proved as corrected, false as printed"].counted(3)
        '3 proved as corrected (false as printed)'
        """
        form, _, ending = self.word.partition(", ")
        return f"{number} {form}" + (f" ({ending})" if ending else "")


FORMS = (
    Look(
        "proved", "proved", "●", "every step exact or certified, and everything applied is proved",
        "proved", "green", ("#00633f", "#b3e2cd"), ("#5fcda5", "#163c30"),
    ),
    Look(
        "proved modulo cited", "modulo cited", "◐",
        "every step exact or certified, but for named results of the literature",
        "modulo", "cyan", ("#0b4f80", "#cbd5e8"), ("#7fbcec", "#15354d"),
    ),
    Look(
        "defined", "defined", "◆", "a definition whose every term is shown to be well-defined",
        "defined", "blue", ("#5c5a55", "#e6e6e6"), ("#b9b5ac", "#303238"),
    ),
    Look(
        "incomplete", "incomplete", "◔", "some step is only argued or tested, and is named",
        "incomplete", "yellow", ("#7a4f00", "#fff2ae"), ("#ecb94f", "#4a3710"),
    ),
    Look("unproved", "unproved", "○", "not checked", "unproved", "dim", ("#5f5b53", "#fffefb"), ("#a5a198", "#16171a")),
    Look(
        "refuted", "refuted", "✕", "an exact counterexample, itself proved, or a proof of the negation",
        "refuted", "bold red", ("#9c3300", "#fdcdac"), ("#ff9468", "#552413"),
    ),
)  # fmt: skip
MEANS: Mapping[Ending, str] = {
    "false as printed": "the printed form is refuted",
    "printed form open": "the printed form is neither proved nor refuted",
    "no formula as printed": "no formula is written here for the printed form",
}
# For each form status, the (light, dark) backgrounds if the printed form is false, if it is open, and if it is none.
GROUNDS: Mapping[str, tuple[Colours, Colours, Colours]] = {
    "proved": (("#f4cae4", "#4d1f3f"), ("#e6f5c9", "#343d12"), ("#efe6d8", "#38301f")),
    "proved modulo cited": (("#e0cdf0", "#3c2550"), ("#d2edf2", "#123a40"), ("#e3dfe8", "#302c40")),
    "incomplete": (("#f7d6c0", "#532c1c"), ("#f3edbb", "#454012"), ("#f5e6c8", "#443618")),
    "unproved": (("#fbeff6", "#2a1823"), ("#f8faee", "#1f2214"), ("#faf6ee", "#1f1c16")),
    "refuted": (("#f6bcbc", "#5a1a1e"), ("#efd9a8", "#4c3c14"), ("#f0c9b0", "#4f3320")),
}
INKS: Mapping[Ending, Colours] = {
    "false as printed": ("#85205f", "#f5a3d6"),
    "printed form open": ("#4f5700", "#cbd45c"),
    "no formula as printed": ("#5a4632", "#d8c3a5"),
}
# For each ending: the mark of the printed form, an abbreviation, and its part of the CSS class.
PRINTED: Mapping[Ending, tuple[str, str, str]] = {
    "false as printed": ("✕", "printed false", "false"),
    "printed form open": ("○", "printed open", "open"),
    "no formula as printed": ("–", "no printed formula", "none"),
}


def _corrected(form: Look, ending: Ending) -> Look:
    """Return the look of a status of the corrected form, where `ending` describes the printed form."""
    place = list(MEANS).index(ending)
    mark, short, css = PRINTED[ending]
    (light, dark), inks = GROUNDS[form.word][place], INKS[ending]
    return Look(
        f"{form.word} as corrected, {ending}",
        f"corrected{'' if form.word == 'proved' else f', {form.short}'}, {short}",
        f"{mark}✎{form.mark}",
        f"of the corrected form: {form.meaning}; {MEANS[ending]}",
        f"{form.css}-{css}",
        {"green": "magenta", "cyan": "magenta"}.get(form.terminal, form.terminal) if place == 0 else form.terminal,
        (inks[0], light),
        (inks[1], dark),
        corrected=True,
    )


LOOKS: Mapping[str, Look] = {
    look.word: look
    for form in FORMS
    for look in (form, *(_corrected(form, ending) for ending in MEANS if form.word in GROUNDS))
}
NO_LOOK = Look("", "", "·", "", "none", "", ("#5f5b53", "#ffffff"), ("#a5a198", "#16171a"))


def look(status: str) -> Look:
    """Return the look of a status; an unknown one has no words and a white background."""
    return LOOKS.get(status, NO_LOOK)


def counts(statuses: Mapping[str, int]) -> str:
    """Return the number of statements with each status, in words.

    >>> counts({"proved as corrected, false as printed": 1, "proved": 2})
    '2 proved, 1 proved as corrected (false as printed)'
    """
    return ", ".join(look.counted(statuses[word]) for word, look in LOOKS.items() if statuses.get(word))
