"""Exact formulas of the papers in SymPy, without numerics. Each module covers one mathematical topic.

`sums`             sums of symbolic length: normal form, Kronecker deltas, derivatives along a coordinate
`places`           inequalities between integers, which decide whether an index lies in a range
`boltzmann`        the Boltzmann operator, log-partition, entropy and their derivatives, symbolic size
`attention`        softmax and hardmax attention columns, masks
`separation`       separated tokens and contextual mappings on finite exact data
`selective_shift`  column ids, the selective shift, its recursion and closed form
`linear_program`   an exact simplex whose answers carry a certificate
`max_affine`       max-affine functions, their cells, the softmax indicator's error and thresholds
`indicator`        attention weights that compute the indicator of a max-affine partition
"""
