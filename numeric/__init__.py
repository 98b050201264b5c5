"""The objects of `symbolic`, evaluated.

`boltzmann`, `attention`, `selective_shift`, `max_affine`   vectorised NumPy (exact integers for ids)
`separation`       separatedness and contextual mappings on whole data sets
`balls`            rigorous enclosures in ball arithmetic
`spot_check`       many samples of a statement, the smallest margin and where it occurs
`lemma_checks`     samplers and margins for the lemmas of the papers
`strategies`       Hypothesis strategies (needs the `testing` extra)
`constructions`    the weight matrices of the theorems, built and run
"""
