"""Reports on the papers' constructions, one module per paper: a construction is run on an input, stage by stage.

Each report is returned twice, as plain data for JSON and as text. An argument for which the construction cannot be run
raises `ArgumentError`.
"""
