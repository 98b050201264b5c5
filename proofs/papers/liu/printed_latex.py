r"""The formulas of Liu's named statements in the paper's own symbols, and the correspondence to the symbols here.

None of this is checked: the formal sentences are to be compared with it.
"""

from __future__ import annotations

_MAX_AFFINE = r"\mathrm{MaxAff}(x) = \max_{i \in [N_{\mathrm{ma}}]} \{a_i^\top x + b_i\}"
_PARTITION = (
    r"P_{\mathrm{ma}} := \{U_i \mid i \in [N_{\mathrm{ma}}]\}",
    r"U_i := \{x \in \mathcal{X} \mid \mathrm{MaxAff}(x) = a_i^\top x + b_i\}, \quad i \in [N_{\mathrm{ma}}]",
)
_INDICATES = (
    r"\| \mathrm{Softmax}((W_K \mathrm{Linear}(X))^\top W_Q \mathrm{Linear}(X)) W_O"
    r" - [E(X_1), E(X_2), \dots, E(X_n)] \|_{\infty} \leq \epsilon",
)
_REASSIGNS = (r"\|\mathrm{Attn}(X) - [F(X_1), F(X_2), \dots, F(X_n)]\|_{\infty} \leq \epsilon",)
_CONTINUOUS = (r"\|f - \mathrm{Attn} \circ \mathrm{Linear}\|_{L_\infty} \leq \epsilon",)
_INTEGRABLE = (r"\|f - \mathrm{Attn} \circ \mathrm{Linear}\|_{L_p} \leq \epsilon",)
_LIPSCHITZ = (
    r"\|\mathrm{Attn} \circ \mathrm{Linear} - f\|_{\infty} \leq \epsilon",
    r"\mathcal{O}(dnN_x) \text{ trainable parameters}",
)


def _affine(last: str, half: str) -> tuple[str, ...]:
    indices = rf"j \in \{{0, 1, 2, \dots, {last}\}}"
    return (
        rf"\mathrm{{Aff}}_j(\tilde{{Z}}) = v_j^\top \tilde{{Z}} - {half}, \quad {indices}",
        rf"\mathrm{{MaxAff}}(\tilde{{Z}}) = \max_{{{indices}}} \{{\mathrm{{Aff}}_j(\tilde{{Z}})\}}",
    )


FORMULAS: dict[str, tuple[str, ...]] = {
    "definition-3.1": (r"y_i(x) = a_i^\top x + b_i, \quad a_i \in \mathbb{R}^{d_x},\ b_i \in \mathbb{R}", _MAX_AFFINE),
    "proposition-3.1": _PARTITION,
    "definition-3.2": (
        r"E(x) = e_{i_x}^{(N_{\mathrm{ma}})}, \quad i_x := \mathrm{argmax}_{i \in [N_{\mathrm{ma}}]} (y_i(x))",
    ),
    "proposition-3.2": _INDICATES,
    "proposition-3.3": _REASSIGNS,
    "theorem-4.1": _CONTINUOUS,
    "corollary-4.1.1": _INTEGRABLE,
    "theorem-4.2": _CONTINUOUS,
    "corollary-4.2.1": _INTEGRABLE,
    "theorem-5.1": _LIPSCHITZ,
    "proposition-A.1": _PARTITION,
    "proposition-A.2": _INDICATES,
    "definition-A.1": (r"\mathrm{MaxAff}(Z) = \max_{i \in [N_{\mathrm{MaxAff}}]} \{a_i^\top Z + b_i\}",),
    "proposition-A.3": _REASSIGNS,
    "theorem-B.1": _CONTINUOUS,
    "definition-B.1": (
        r"v_{k_1, k_2, \dots, k_{dn}} := [\frac{2Dk_1 - DP}{P}, \frac{2Dk_2 - DP}{P}, \dots,"
        r" \frac{2Dk_{dn} - DP}{P}]^\top, \quad k_i \in \{0, 1, 2, \dots, P-1\}",
    ),
    "remark-B.1": (r"s := \sum_{i=1}^{dn} k_i P^{i-1}, \quad s \in \{0, \dots, P^{dn} - 1\}",),
    "definition-B.2": _affine("G-1", r"\frac{1}{2}\|v_j\|_2^2"),
    "theorem-B.2": _INTEGRABLE,
    "theorem-B.3": (
        r"\|\mathrm{Attn}(\mathrm{Linear}_K(Z_K), \mathrm{Linear}_Q(Z_Q)) - f(Z_K, Z_Q)\|_\infty \leq \epsilon, \quad"
        r" Z_K, Z_Q \in [-D, D]^{d \times n}",
    ),
    "remark-B.3": (
        r"T(Z_k, Z_Q) + E(Z_K, Z_Q) \equiv 2",
        r"T(Z_k, Z_Q) - E(Z_K, Z_Q) = 2f(Z_K, Z_Q)/B_0",
        r"T, E > 0",
    ),
    "definition-B.3": (
        r"\mathrm{Aff}_{i,j}(\tilde{Z}) = v_i^\top \tilde{Z}_K + v_j^\top \tilde{Z}_Q - \frac{1}{2} \|v_i\|_2^2"
        r" - \frac{1}{2} \|v_j\|_2^2, \quad i, j \in \{0, 1, 2, \dots, G-1\}",
        r"\mathrm{MaxAff}(\tilde{Z}) = \max_{i,j \in \{0,1,2,\dots,G-1\}} \{\mathrm{Aff}_{i,j}(\tilde{Z})\}",
    ),
    "theorem-B.4": _INTEGRABLE,
    "theorem-C.1": _LIPSCHITZ,
    "definition-C.1": _affine("N_x - 1", r"\frac{\|v_j\|_2^2}{2}"),
}  # fmt: skip

_PAIRS = {"f": "g"}  # what takes two sequences
LETTERS: dict[str, dict[str, str]] = {
    "theorem-4.2": _PAIRS,
    "corollary-4.2.1": _PAIRS,
    "theorem-B.3": _PAIRS,
    "theorem-B.4": _PAIRS,
    "remark-B.1": {"k_i": "a_{i}", "dn": "m"},
}
