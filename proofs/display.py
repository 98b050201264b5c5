"""Terms and formulas as text and as LaTeX. Bound variables get letters by nesting, away from the free names."""

from __future__ import annotations

from collections.abc import Sequence

from proofs.kernel.terms import Term

LETTERS = {"Z": "ijklmpqrst", "R": "xyzuvw"}
GREEK = {
    "alpha", "beta", "gamma", "delta", "epsilon", "eta", "theta", "kappa", "lambda", "mu", "nu", "xi", "pi", "rho",
    "sigma", "tau", "phi", "psi", "omega", "Delta", "Gamma", "Sigma", "Phi", "Psi", "Omega",
}  # fmt: skip
UNICODE = dict(
    zip(
        "alpha beta gamma delta epsilon eta theta kappa lambda mu nu xi pi rho sigma tau phi psi omega Delta".split(),
        "αβγδεηθκλμνξπρστφψωΔ",
        strict=True,
    )
)
TEXT = {
    "le": "{} ≤ {}", "lt": "{} < {}", "eq": "{} = {}", "imp": "{} ⇒ {}", "exp": "exp({})", "log": "log({})",
    "abs": "|{}|", "frac": "{}/{}", "ite": "(if {} then {} else {})", "sum": "Σ_{{{}={}}}^{{{}}} {}",
    "prod": "Π_{{{}={}}}^{{{}}} {}", "max": "max_{{{}={}..{}}} {}", "all": "∀{}{}. {}", "deriv": "d/d{} [{}] at {} = {}",
    "times": "·", "false": "⊥", "lam": "({} ↦ {})",
}  # fmt: skip
LATEX = {
    "le": r"{} \le {}", "lt": "{} < {}", "eq": "{} = {}", "imp": r"{} \Rightarrow {}", "exp": "e^{{{}}}",
    "log": r"\log {}", "abs": r"\left|{}\right|", "frac": r"\frac{{{}}}{{{}}}",
    "ite": r"\begin{{cases}} {1} & \text{{if }} {0} \\ {2} & \text{{otherwise}} \end{{cases}}",
    "sum": r"\sum_{{{}={}}}^{{{}}} {}", "prod": r"\prod_{{{}={}}}^{{{}}} {}", "max": r"\max_{{{} \in [{}, {}]}} {}",
    "all": r"\forall {}{}.\ {}", "deriv": r"\left.\frac{{d}}{{d{}}} {}\right|_{{{}}} = {}", "times": r" ",
    "false": r"\bot", "lam": r"({} \mapsto {})",
}  # fmt: skip


def text(t: Term) -> str:
    """A term or formula in one line of Unicode."""
    return _Printer(TEXT, t).show(t, (), 0)


def latex(t: Term) -> str:
    """A term or formula as LaTeX (for maths mode)."""
    return _Printer(LATEX, t).show(t, (), 0)


class _Printer:
    """Prints with a table of forms; levels: 0 formula, 1 sum, 2 product, 3 factor."""

    def __init__(self, forms: dict[str, str], t: Term) -> None:
        self.forms, self.tex = forms, forms is LATEX
        self.taken = {v.args[0] for v in t.free}

    def name(self, name: str) -> str:
        head, _, tail = name.partition("_")
        stem = head.rstrip("0123456789")
        tail = tail or head[len(stem) :]
        primes = "'" * stem.count("'")
        stem = stem.replace("'", "")
        if self.tex:
            out = "\\" + stem if stem in GREEK else stem if len(stem) == 1 else rf"\mathrm{{{stem}}}"
            if tail in ("bar", "tilde", "hat", "under"):
                return rf"{ {'bar': chr(92) + 'bar', 'tilde': chr(92) + 'tilde', 'hat': chr(92) + 'hat'}.get(tail, chr(92) + 'underline')}{{{out}}}{primes}"
            return out + (f"_{{{tail}}}" if tail else "") + primes
        mark = {"bar": "\u0304", "tilde": "\u0303", "hat": "\u0302", "under": "\u0332"}.get(tail)
        out = UNICODE.get(stem, stem)
        return (out + mark if mark else out + tail) + primes

    def bound(self, sort: str, env: Sequence[str]) -> str:
        used = self.taken.union(env)
        return next((x for x in LETTERS[sort] if x not in used), f"{LETTERS[sort][0]}{len(env)}")

    def braced(self, inside: str, wrap: bool) -> str:
        if not wrap:
            return inside
        return rf"\left({inside}\right)" if self.tex else f"({inside})"

    def show(self, t: Term, env: tuple[str, ...], level: int) -> str:
        op, args, forms = t.op, t.args, self.forms
        if op == "num":
            p, q = args
            if q == 1:
                return self.braced(str(p), p < 0 and level > 1)
            return self.braced(forms["frac"].format(p, q), level > 2 or (p < 0 and level > 1))
        if op == "bv":
            return env[args[0]]
        if op in ("var", "fn"):
            return self.name(args[0])
        if op == "app":
            inside = ",".join(self.show(a, env, 0) for a in args[1:])
            if self.tex or len(inside) > 1:
                return f"{self.show(args[0], env, 3)}_{{{inside}}}"
            return f"{self.show(args[0], env, 3)}_{inside}"
        if op == "add":
            parts = [self.show(a, env, 1) for a in args] or ["0"]
            out = parts[0]
            for part in parts[1:]:
                out += f" - {part[1:].lstrip()}" if part.startswith("-") else f" + {part}"
            return self.braced(out, level > 1)
        if op == "mul":
            return self.product(args, env, level)
        if op == "inv":
            return self.braced(forms["frac"].format(1, self.show(args[0], env, 0 if self.tex else 3)), level > 2)
        if op == "exp":
            return forms["exp"].format(self.show(args[0], env, 0))
        if op == "log":
            inside = self.show(args[0], env, 3 if self.tex else 0)
            return self.braced(forms["log"].format(inside), level > 2 and self.tex)
        if op == "abs":
            return forms["abs"].format(self.show(args[0], env, 0))
        if op == "ite":
            return self.braced(forms["ite"].format(*(self.show(a, env, 0) for a in args)), self.tex and level > 1)
        if op in ("sum", "prod", "max"):
            i = self.bound("Z", env)
            lo, hi = (self.show(a, env, 2) for a in args[:2])
            return self.braced(forms[op].format(i, lo, hi, self.show(args[2], (i, *env), 2)), level > 1)
        return self.formula(t, env, level)

    def product(self, args: tuple[Term, ...], env: tuple[str, ...], level: int) -> str:
        sign, above, below = "", [], []
        work = list(args)
        while work:
            a = work.pop(0)
            if a.op == "mul":
                work = [*a.args, *work]
            elif a.op == "num" and a.args == (-1, 1):
                sign = "" if sign else "-"
            elif a.op == "inv":
                inner = a.args[0]
                below.extend(inner.args if inner.op == "mul" else [inner])
            else:
                above.append(a)
        def one(factors: list[Term], alone: int) -> str:
            if not factors:
                return "1"
            if len(factors) == 1:
                return self.show(factors[0], env, alone)
            shown, k = [], 0
            while k < len(factors):
                run = 1
                while k + run < len(factors) and factors[k + run] is factors[k]:
                    run += 1
                base = self.show(factors[k], env, 3)
                if run > 1:
                    simple = factors[k].op in ("var", "bv", "app")
                    base = f"{base if simple else self.braced(base, not base.startswith(('(', chr(92) + 'left(')))}"
                    base += f"^{{{run}}}" if self.tex else f"^{run}"
                shown.append(base)
                k += run
            return self.forms["times"].join(shown)

        if below:
            inner = 0 if self.tex else 3
            out = self.forms["frac"].format(one(above, inner), self.braced(one(below, inner), not self.tex and len(below) > 1))
            return self.braced(sign + out, level > 2 or (bool(sign) and level > 1))
        out = sign + one(above, 2 if sign else max(level, 2))
        several = len(above) > 1
        return self.braced(out, (level > 2 and several) or (bool(sign) and level > 1))

    def formula(self, t: Term, env: tuple[str, ...], level: int) -> str:
        op, args, forms = t.op, t.args, self.forms
        if op in ("le", "lt", "eq"):
            return forms[op].format(*(self.show(a, env, 1) for a in args))
        if op == "false":
            return forms["false"]
        if op == "imp":
            return self.braced(forms["imp"].format(self.show(args[0], env, 1), self.show(args[1], env, 0)), level > 0)
        if op == "all":
            x = self.bound(args[0], env)
            sort = "" if args[0] == "Z" else (r" \in \mathbb{R}" if self.tex else " ∈ ℝ")
            return self.braced(forms["all"].format(x, sort, self.show(args[1], (x, *env), 0)), level > 0)
        if op == "deriv":
            x = self.bound("R", env)
            body = self.show(args[0], (x, *env), 2)
            return forms["deriv"].format(x, body, self.show(args[1], env, 0), self.show(args[2], env, 1))
        if op == "lam":
            names: tuple[str, ...] = ()
            for _ in range(args[0]):
                names = (self.bound("Z", (*names, *env)), *names)
            return forms["lam"].format(",".join(reversed(names)), self.show(args[1], (*names, *env), 0))
        raise ValueError(f"no way to print {op}")
