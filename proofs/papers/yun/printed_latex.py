r"""The formulas of Yun's named statements in the paper's own symbols, and the correspondence to the symbols here.

None of this is checked: the formal sentences are to be compared with it.
"""

from __future__ import annotations

_P = r"1 \leq p < \infty"
FORMULAS: dict[str, tuple[str, ...]] = {
    "claim-1": (
        r"t^{h,m,r}(\mathbf{X}\mathbf{P}) = t^{h,m,r}(\mathbf{X})\mathbf{P} \quad \text{for permutation matrices }"
        r" \mathbf{P}",
    ),
    "theorem-2": (
        rf"{_P}, \quad \epsilon > 0, \quad f \in \mathcal{{F}}_{{\mathrm{{PE}}}}",
        r"d_p(f, g) \leq \epsilon \text{ for some } g \in \mathcal{T}^{2,1,4}",
    ),
    "theorem-3": (
        rf"{_P}, \quad \epsilon > 0, \quad f \in \mathcal{{F}}_{{\mathrm{{CD}}}}",
        r"d_p(f, g) \leq \epsilon \text{ for some } g \in \mathcal{T}_P^{2,1,4}",
        r"\mathcal{T}_P^{h,m,r} := \{g_P(\mathbf{X}) = g(\mathbf{X} + \mathbf{E}) \mid g \in \mathcal{T}^{h,m,r}"
        r" \text{ and } \mathbf{E} \in \mathbb{R}^{d \times n}\}",
    ),
    "lemma-4": (
        rf"f \in \mathcal{{F}}_{{\mathrm{{PE}}}}, \quad {_P}",
        r"d_p(f, \overline{f}) \leq \epsilon/3 \text{ for some } \delta^* > 0 \text{ and some } \overline{f} \in"
        r" \overline{\mathcal{F}}_{\mathrm{PE}}(\delta^*)",
    ),
    "proposition-5": (
        rf"\bar{{f}} \in \bar{{\mathcal{{F}}}}_{{\mathrm{{PE}}}}(\delta), \quad {_P}",
        r"d_p(\bar{f}, \bar{g}) = O(\delta^{d/p}) \text{ for some } \bar{g} \in \bar{\mathcal{T}}^{2,1,1}",
    ),
    "lemma-6": (
        rf"\bar{{g}} \in \bar{{\mathcal{{T}}}}^{{2,1,1}}, \quad {_P}",
        r"d_p(\bar{g}, g) \leq \epsilon/3 \text{ for some } g \in \mathcal{T}^{2,1,4}",
    ),
    "lemma-7": (
        r"g_q^{\mathrm{ent}}(t) = \begin{cases} k\delta & \text{if } k\delta \leq t < (k+1)\delta, \quad"
        r" k = 0, \dots, 1/\delta - 1 \\ -\delta^{-nd} & \text{otherwise} \end{cases}",
        r"g_q : \mathbb{R}^{d \times n} \mapsto \mathbb{G}_{\delta}^{+} \text{ of } \frac{d}{\delta} + d"
        r" \text{ layers with } r = 1",
    ),
    "definition-E.1": (
        r"q(\mathbf{L})_j \neq q(\mathbf{L})_k \quad (j \neq k)",
        r"q(\mathbf{L})_j \neq q(\mathbf{L}')_k \quad (\mathbf{L} \neq \mathbf{L}')",
    ),
    "lemma-8": (
        r"\tilde{\mathbb{G}}_\delta := \{\mathbf{L} \in \mathbb{G}_\delta \mid \mathbf{L}_{:,i} \neq \mathbf{L}_{:,j}"
        r" \text{ for all } i \neq j\}, \quad n \geq 2, \quad \delta^{-1} \geq 2",
        r"q(\mathbf{L}) := \mathbf{u}^T g_c(\mathbf{L}), \quad g_c \text{ of } \delta^{-d} + 1 \text{ layers with }"
        r" h = 2,\ m = 1",
        r"\mathbf{L} \in \tilde{\mathbb{G}}_\delta \text{: the entries of } q(\mathbf{L}) \text{ are distinct and in }"
        r" [t_l, t_r]",
        r"\mathbf{L}, \mathbf{L}' \in \tilde{\mathbb{G}}_\delta \text{ no permutations: those of } q(\mathbf{L}),"
        r" q(\mathbf{L}') \text{ are distinct}",
        r"\mathbf{L} \in \mathbb{G}_\delta^{+} \setminus \tilde{\mathbb{G}}_\delta \text{: those of } q(\mathbf{L})"
        r" \text{ are outside } [t_l, t_r]",
    ),
    "lemma-9": (
        r"g_v(\mathbf{X}) = [g_v^{\mathrm{tkn}}(\mathbf{X}_{:,1}) \quad \dots"
        r" \quad g_v^{\mathrm{tkn}}(\mathbf{X}_{:,n})]",
        r"g_v^{\mathrm{tkn}}(g_c(\mathbf{L})_{:,j}) = \begin{cases} (\mathbf{A}_L)_{:,j} & \text{if }"
        r" \mathbf{L} \in \tilde{\mathbb{G}}_\delta \\ \mathbf{0}_d & \text{if } \mathbf{L} \in \mathbb{G}_\delta^{+}"
        r" \setminus \tilde{\mathbb{G}}_\delta \end{cases}",
        r"O(n(\frac{1}{\delta})^{dn}/n!) \text{ layers with } r = 1",
    ),
    "lemma-10": (
        r"\delta^{-(n-1)d+1}(\delta^{-d} - 1) \leq \tilde{l}_n \leq \delta^{-nd+1}(\delta^{-d} - 1)"
        r" - \delta(\delta^{-d} - 1)^2",
        r"[l_1 \quad l_2 \quad \dots \quad l_n] \mapsto \tilde{l}_n \text{ is one-to-one}",
    ),
}  # fmt: skip

LETTERS: dict[str, dict[str, str]] = {
    "claim-1": {r"\mathbf{P}": r"\pi"},
    "lemma-4": {r"\delta^*": r"\frac{1}{m}"},
    "proposition-5": {r"\delta": r"\frac{1}{m}"},
    "lemma-7": {r"\delta": r"\frac{1}{m}"},
    "lemma-8": {r"\delta": r"\frac{1}{m}", r"\mathbf{u}": "u"},
    "lemma-9": {r"\delta": r"\frac{1}{m}"},
    "lemma-10": {r"\delta": r"\frac{1}{m}", "l_1": r"\frac{x_{1}}{m}"},
}  # fmt: skip
