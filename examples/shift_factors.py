"""How small the factors of Yun et al.'s contextual mapping may be: γ for δ^(-d), Γ for δ^(-(n+1)d), by exhaustion.

For n >= 3 columns γ = M − n is the least (M = δ^(-d)), as long as (n − 1)γ >= M: proved for all sizes, as is that Γ
>= γ^n (M − 1) is enough. For n = 2 no γ < M does in any case run. A smaller Γ may do by chance; the table has the
largest that does not, which for γ = M has a closed form in all cases run (`enough_for_last`).

Run: uv run python examples/shift_factors.py [LARGEST_M]
"""

import sys
from math import comb

from numeric.constructions.shift_factors import bad_last_factors, enough_for_last, good_factors

SEQUENCES, PAIRS = 3000, 130  # at most so many sequences


def main() -> None:
    """Print the two tables."""
    largest = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    print(" M  n   least γ   proved   (paper: M)")
    for big in range(3, largest + 1):
        for n in range(2, min(big, 7)):
            if comb(big, n) > SEQUENCES:
                continue
            good = good_factors(big, n)
            assert good == list(range(good[0], big + 1))  # no gaps
            least = big - n if n > 2 and big - n >= 2 and (n - 1) * (big - n) >= big else None
            assert least in (None, good[0])
            print(f"{big:2} {n:2} {good[0]:9}   {'–' if least is None else least:>6}")
    print("\n M  n   γ   largest bad Γ      enough, by the proof   paper's M^(n+1)")
    for big in range(3, largest + 1):
        for n in range(2, min(big, 5)):
            if comb(big, n) > PAIRS:
                continue
            for factor in sorted({big, good_factors(big, n)[0]}):
                worst = bad_last_factors(big, n, factor)[-1]
                proved = factor**n * (big - 1)
                assert worst < proved and (factor < big or worst + 1 == enough_for_last(big, n))
                print(f"{big:2} {n:2} {factor:3} {worst:15} {proved:27} {big ** (n + 1):17}")


if __name__ == "__main__":
    main()
