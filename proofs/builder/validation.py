"""Validation of the names and wordings of a paper.

They become parts of file names, terminal output, pages and sources in other languages, where they are escaped. The
checks here ensure that keys and ids are unambiguous, and that a sentence is one line.
"""

from __future__ import annotations

import re

OBJECT = re.compile(r"[A-Za-z_]\w*(\.\w+)*:[A-Za-z_]\w*")
NAME = re.compile(r"[^\W\d_][\w -]*")
KEY = re.compile(r"[^\W\d_][\w-]*")
LONGEST_KEY, LONGEST_ID = 40, 120
TAKEN = ":#"  # reserved: separators between a key and an id, and before the number of an erratum
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def checked_name(name: str) -> str:
    """Return the name of a chapter.

    Raises
    ------
    ValueError
        if it is invalid.
    """
    if not (isinstance(name, str) and NAME.fullmatch(name)):
        raise ValueError(
            f"{_shown(name)} cannot name a chapter: it begins with a letter, and has letters, digits, _ and -"
        )
    return name


def checked_key(key: str) -> str:
    """Return the key of a paper.

    Raises
    ------
    ValueError
        if it is invalid.

    >>> checked_key("KS")
    'KS'
    >>> checked_key("a:b")
    Traceback (most recent call last):
        ...
    ValueError: 'a:b' cannot be a key: it begins with a letter, and has letters, digits, _ and - only, at most 40
    """
    if not (isinstance(key, str) and KEY.fullmatch(key) and len(key) <= LONGEST_KEY):
        allowed = f"it begins with a letter, and has letters, digits, _ and - only, at most {LONGEST_KEY}"
        raise ValueError(f"{_shown(key)} cannot be a key: {allowed}")
    return key


def checked_id(id: str, key: str) -> str:
    """Return the id of a statement or a constant inside the paper with this key.

    Raises
    ------
    ValueError
        if it is invalid.

    >>> checked_id("lemma 1", "KS")
    Traceback (most recent call last):
        ...
    ValueError: KS: 'lemma 1' cannot be an id: it has no spaces, ':', '#' or control characters, and at most 120 others
    """
    fits = isinstance(id, str) and id.isprintable() and not re.search(rf"[\s{TAKEN}]", id)
    if not (fits and 0 < len(id) <= LONGEST_ID):
        allowed = f"it has no spaces, ':', '#' or control characters, and at most {LONGEST_ID} others"
        raise ValueError(f"{key}: {_shown(id)} cannot be an id: {allowed}")
    return id


def checked_object(name: str, what: str) -> str:
    """Return "module:name", which names an object that is imported only when it is used.

    Raises
    ------
    ValueError
        if it has another form.

    >>> checked_object("numeric.lemma_checks:ks_lemma_4", "a spot check")
    'numeric.lemma_checks:ks_lemma_4'
    >>> checked_object("ks_lemma_4", "a spot check")
    Traceback (most recent call last):
        ...
    ValueError: a spot check is named as "module:name", not 'ks_lemma_4'
    """
    if not (isinstance(name, str) and OBJECT.fullmatch(name)):
        raise ValueError(f'{what} is named as "module:name", not {_shown(name)}')
    return name


def one_line(text: str, what: str) -> str:
    """Return the text with each run of spaces and line ends replaced by one space.

    Raises
    ------
    ValueError
        if it is not a string, or has control characters.

    >>> one_line("a number is\\n    below its square", "the wording")
    'a number is below its square'
    >>> one_line("red \\x1b[31m", "the wording")
    Traceback (most recent call last):
        ...
    ValueError: the wording has a control character, U+001B, at position 4: 'red \\x1b[31m'
    """
    if not isinstance(text, str):
        raise ValueError(f"{what} is a text, not {_shown(text)}")
    line = " ".join(text.split()) if CONTROL.search(text) else text
    if found := CONTROL.search(line):
        at = f"U+{ord(found[0]):04X}, at position {found.start()}"
        raise ValueError(f"{what} has a control character, {at}: {_shown(line)}")
    return line


def _shown(x: object) -> str:
    """Return the `repr` of a value, shortened in the middle if it is long."""
    text = ascii(x) if isinstance(x, str) and not x.isprintable() else repr(x)
    return text if len(text) <= 80 else f"{text[:60]}…{text[-15:]}"
