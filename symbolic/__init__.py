"""What the papers say, exactly, in SymPy; no numerics. One module a mathematical topic.

`sums`             sums of symbolic length: normal form, Kronecker deltas, derivatives along a coordinate
`places`           inequalities between integers, by which it is decided whether a place lies in a range
`boltzmann`        the Boltzmann operator, log-partition, entropy and their derivatives, symbolic size
`attention`        softmax and hardmax attention columns, masks
`separation`       separated tokens and contextual mappings on finite exact data
`selective_shift`  column ids, the selective shift, its recursion and closed form
`linear_program`   an exact simplex whose answers carry a certificate
`max_affine`       max-affine functions, their cells, the softmax indicator's error and thresholds
`indicator`        the attention weights that make the indicator of a max-affine partition
"""
