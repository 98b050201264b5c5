r"""The formulas of KS's named statements in the paper's own symbols, and the correspondence to the symbols here.

None of this is checked: the formal sentences are to be compared with it.
"""

from __future__ import annotations

_SEPARATED = (
    r"\|\mathbf{Z}_{:,k}^{(i)}\| > r_{\min}, \quad \|\mathbf{Z}_{:,k}^{(i)}\| < r_{\max} \quad (i \in [N],\ k \in [n])",
    r"\|\mathbf{Z}_{:,k}^{(i)} - \mathbf{Z}_{:,l}^{(j)}\| > \delta \quad"
    r" (\mathbf{Z}_{:,k}^{(i)} \neq \mathbf{Z}_{:,l}^{(j)})",
)
_DATA = (
    r"(\mathbf{X}^{(1)}, \mathbf{Y}^{(1)}), \dots, (\mathbf{X}^{(N)}, \mathbf{Y}^{(N)})"
    r" \subset \mathbb{R}^{d \times n} \times [C]^{d \times n}"
)

FORMULAS: dict[str, tuple[str, ...]] = {
    "definition-1": _SEPARATED,
    "definition-2": (
        r"\|q(\mathbf{X}^{(i)})_{:,k}\| < r \quad (i \in [N],\ k \in [n])",
        r"\|q(\mathbf{X}^{(i)})_{:,k} - q(\mathbf{X}^{(j)})_{:,l}\| > \delta \quad (\mathcal{V}^{(i)} \neq"
        r" \mathcal{V}^{(j)} \text{ or } \mathbf{X}_{:,k}^{(i)} \neq \mathbf{X}_{:,l}^{(j)})",
    ),
    "theorem-1": (
        r"\mathcal{F}_H^{(SA)}(\mathbf{Z}) = \mathbf{Z} + \sum_{i=1}^h \mathbf{W}_i^{(O)}"
        r" (\mathbf{W}_i^{(V)} \mathbf{Z}) \sigma_H [(\mathbf{W}_i^{(K)} \mathbf{Z})^\top"
        r" (\mathbf{W}_i^{(Q)} \mathbf{Z})] \text{ is no contextual mapping}",
    ),
    "theorem-2": (
        r"\mathbf{X}_{:,k}^{(i)} \neq \mathbf{X}_{:,l}^{(i)} \quad (i \in [N],\ k, l \in [n])",
        r"\mathbf{W}^{(O)} \in \mathbb{R}^{d \times s}, \quad"
        r" \mathbf{W}^{(V)}, \mathbf{W}^{(K)}, \mathbf{W}^{(Q)} \in \mathbb{R}^{s \times d} \text{ of rank } 1",
        r"\mathcal{F}_S^{(SA)} \text{ with } h = 1 \text{ is an } (r, \delta) \text{-contextual mapping}",
        r"r = r_{\max} + \frac{\epsilon}{4}",
        r"\delta = \frac{2(\log n)^2 \epsilon^2 r_{\min}}{r_{\max}^2"
        r" (\left|\mathcal{V}\right| + 1)^4 (2 \log n + 3) \pi d}"
        r" \exp\left(-(\left|\mathcal{V}\right| + 1)^4"
        r" \frac{(2 \log n + 3) \pi d r_{\max}^2}{4 \epsilon r_{\min}}\right)",
    ),
    "lemma-1": (
        r"\delta > 2 \log n + 3",
        r"|\mathbf{boltz}(\mathbf{a}^{(i)})| \leq r",
        r"|\mathbf{boltz}(\mathbf{a}^{(i)}) - \mathbf{boltz}(\mathbf{a}^{(j)})| > \delta' = (\log n)^2 e^{-2r} \quad"
        r" (i, j \in [m],\ \mathbf{a}^{(i)} \neq \mathbf{a}^{(j)})",
    ),
    "corollary-1": (
        _DATA,
        r"\mathbf{Y}_{:,k}^{(i)} = \mathbf{Y}_{:,l}^{(j)} \quad (\mathcal{V}^{(i)} = \mathcal{V}^{(j)},"
        r"\ \mathbf{X}_{:,k}^{(i)} = \mathbf{X}_{:,l}^{(j)})",
        r"4(s+d) + d(2nN+d) \text{ weight parameters}",
        r"\mathcal{F}(\mathbf{X}^{(i)}) = \mathcal{F}^{(FF)}(\mathcal{F}_S^{(SA)}(\mathbf{X}^{(i)}))"
        r" = \mathbf{Y}^{(i)}",
    ),
    "corollary-2": (
        _DATA,
        r"\mathbf{Y}^{(i)} = \mathbf{Y}^{(j)} \quad (\mathbf{X}^{(i)} = \mathbf{X}^{(j)})",
        r"4(s+d) + d(2nN+d) \text{ weight parameters}, \quad \mathbf{E} \in \mathbb{R}^{d \times n}",
        r"\mathcal{F}(\mathbf{X}^{(i)} + \mathbf{E}) = \mathcal{F}^{(FF)}(\mathcal{F}_S^{(SA)}(\mathbf{X}^{(i)}"
        r" + \mathbf{E})) = \mathbf{Y}^{(i)}",
    ),
    "proposition-1": (
        r"\mathcal{T}_2 = \{ \mathcal{F}_2^{(FF)} \circ \mathcal{F}_S^{(SA)} \circ \mathcal{F}_1^{(FF)} :"
        r" \mathbb{R}^{n \times d} \rightarrow \mathbb{R}^{n \times d} \}",
        r"1 \leq p < \infty, \quad f \in \mathcal{F}_{\mathrm{PE}}, \quad \epsilon > 0",
        r"\mathbf{d}_p(f, g) < \epsilon \text{ for some } g \in \mathcal{T}_2",
    ),
    "definition-3": (
        r"\mathbf{boltz} : \mathbb{R}^m \rightarrow \mathbb{R}, \quad"
        r" \mathbf{a} \mapsto \mathbf{a}^\top \sigma_S[\mathbf{a}]",
    ),
    "lemma-2": (
        r"\frac{1}{\left|\mathcal{X}\right|^2} \sqrt{\frac{8}{\pi d}} \|\mathbf{x} - \mathbf{x}'\| \leq"
        r" |\mathbf{v}^\top (\mathbf{x} - \mathbf{x}')| \leq \|\mathbf{x} - \mathbf{x}'\| \quad"
        r" (\mathbf{x}, \mathbf{x}' \in \mathcal{X})",
    ),
    "lemma-3": (
        r"|\mathbf{u}^\top \mathbf{u}'| = (\left|\mathcal{V}\right| + 1)^4"
        r" \frac{\pi d}{8} \frac{\delta}{\epsilon r_{\min}}",
        r"|(\mathbf{W}^{(K)} \mathbf{v}_a)^\top (\mathbf{W}^{(Q)} \mathbf{v}_c) - (\mathbf{W}^{(K)} \mathbf{v}_b)^\top"
        r" (\mathbf{W}^{(Q)} \mathbf{v}_c)| > \delta \quad (\mathbf{v}_a \neq \mathbf{v}_b)",
        r"\frac{1}{(\left|\mathcal{V}\right| + 1)^2} \sqrt{\frac{8}{\pi d}} \|\mathbf{v}_c\|"
        r" \leq |\mathbf{v}^\top \mathbf{v}_c|"
        r" \leq \|\mathbf{v}_c\|",
        r"\mathbf{W}^{(K)} = \mathbf{u}\mathbf{v}^\top, \quad \mathbf{W}^{(Q)} = \mathbf{u}'\mathbf{v}^\top",
    ),
    "lemma-4": (
        r"\frac{\partial}{\partial a_i} \mathbf{boltz}(\mathbf{a}) = p_i (1 + \log p_i + \mathcal{S}(\mathbf{p}))",
        r"a_i < \max_{j \in [n]} a_j - \log n - 1 \text{: decreasing in } a_i",
    ),
    "lemma-5": (
        r"\frac{\partial^2}{\partial a_i^2} \mathbf{boltz}(\mathbf{a}) < 0 \quad"
        r" (a_i < \max_{j \in [n]} a_j - \log n - 3)",
    ),
    "lemma-6": (
        r"a_i = b_i \quad (i \in [n - 1])",
        r"\max_{i \in [n-1]} a_i - \delta > a_n > b_n, \quad \delta > \log n + 3",
        r"\mathbf{boltz}(\mathbf{b}) - \mathbf{boltz}(\mathbf{a}) > (a_n - b_n)(\delta + a_n - b_n - \log n - 1) \cdot"
        r" \frac{e^{b_n}}{\sum_{i=1}^n e^{b_i}}",
    ),
    "lemma-7": (
        r"\delta > 2 \log n + 3",
        r"i > j \Rightarrow a_i - a_j, b_i - b_j > \delta",
        r"a_i \neq b_j \Rightarrow |a_i - b_j| > \delta",
        r"(a_1, \dots, a_k) = (b_1, \dots, b_k) \text{ and } a_{k+1} > b_{k+1}",
        r"|\mathbf{boltz}(\mathbf{a}) - \mathbf{boltz}(\mathbf{b})| > (\log n)^2 e^{-(a_1 - b_{k+1})}",
    ),
}  # fmt: skip

LETTERS: dict[str, dict[str, str]] = {
    "definition-1": {r"\mathbf{Z}": "X"},
    "theorem-2": {r"\left|\mathcal{V}\right|": "m"},
    "lemma-2": {r"\mathcal{X}": "w", r"\left|\mathcal{X}\right|": "m"},
    "lemma-3": {r"\mathbf{v}_a": "w_{a}", r"\left|\mathcal{V}\right|": "m"},
}  # fmt: skip
