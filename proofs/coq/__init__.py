"""Proofs handed to Coq: proof objects for a checker that is proved sound there, and statements as Coq text.

`library/` is that checker, written in Coq; `objects` writes stored proofs for it, `statements` puts formulas as Coq
text, `project` lays both out as files, `compiling` runs Coq on them. See `README.md` beside this file.
"""
