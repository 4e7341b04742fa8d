#!/usr/bin/python3
"""Writes src/lehr/diagnostics/rhat_limits.hpp: how large R-hat is for chains of independent draws.

    scripts/generate-rhat-limits.py > src/lehr/diagnostics/rhat_limits.hpp

C chains are split in M = 2 C halves of n = E / M draws each. For independent normal scores n B/W (B the variance of the halves'
means, W the mean of their variances) is distributed as F with M - 1 and M (n - 1) degrees of freedom, so
    R-hat^2 = (n - 1) / n + F / n.
R-hat is the larger of two of them (of the draws, and of their distances from the median), which are uncorrelated. All 2 p of
p independent parameters are below the quantile of F at .999^(1 / (2 p)) with a probability of 99.9 %. What is written is
E (R-hat - 1), which hardly depends on E. tests/statistical/goal_test.cpp counts how often independent draws are above.
"""

import math

CHAINS = [1, 2, 3, 4, 6, 8, 16, 32]
SIZES = [100, 400, 1600, 6400]  # effective, of all chains
PARAMETERS = [1, 2, 3, 5, 10, 20, 50, 100]
PASSING = 0.999


def continued_fraction(a, b, x):
    """Of the incomplete beta function, by Lentz's method; quick for x < (a + 1) / (a + b + 2)."""
    tiny = 1e-300
    c, d = 1.0, 1 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) > tiny else tiny)
    value = d
    for m in range(1, 10000):
        for step in (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                     -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))):
            d = 1 + step * d
            d = 1 / (d if abs(d) > tiny else tiny)
            c = 1 + step / c
            c = c if abs(c) > tiny else tiny
            value *= c * d
        if abs(c * d - 1) < 1e-15:
            return value
    raise ArithmeticError("the continued fraction does not converge")


def beta_above(a, b, x):
    """1 - I_x(a, b), exact where it is small."""
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return 1 - front * continued_fraction(a, b, x) / a
    return front * continued_fraction(b, a, 1 - x) / b


def f_quantile(above, first, second):
    """The value that F with these degrees of freedom is above with that probability, by bisection."""
    low, high = 0.0, 1e6
    for _ in range(200):
        middle = (low + high) / 2
        x = first * middle / (first * middle + second)
        low, high = (middle, high) if beta_above(first / 2, second / 2, x) > above else (low, middle)
    return low


def limit(chains, size, parameters):
    halves = 2 * chains
    draws = size / halves
    if draws < 3:
        return 0.0  # too few for a variance: the plain limit holds
    above = -math.expm1(math.log(PASSING) / (2 * parameters))
    f = f_quantile(above, halves - 1, halves * (draws - 1))
    return size * (math.sqrt((draws - 1) / draws + f / draws) - 1)


def main():
    print("#pragma once\n\n#include <array>\n\n// Written by scripts/generate-rhat-limits.py, which says what the numbers are.")
    print("namespace lehr::rhat_limits {\n")
    print("inline constexpr std::array<double, %d> kChainCounts = {%s};" % (len(CHAINS), ", ".join(map(str, CHAINS))))
    print("inline constexpr std::array<double, %d> kSizes = {%s};" % (len(SIZES), ", ".join(map(str, SIZES))))
    print("inline constexpr std::array<double, %d> kParameterCounts = {%s};" % (len(PARAMETERS), ", ".join(map(str, PARAMETERS))))
    print("inline constexpr double kExcess[%d][%d][%d] = {" % (len(CHAINS), len(SIZES), len(PARAMETERS)))
    for chains in CHAINS:
        print("    {")
        for size in SIZES:
            print("        {%s}," % ", ".join("%.2f" % limit(chains, size, p) for p in PARAMETERS))
        print("    },")
    print("};\n\n}  // namespace lehr::rhat_limits")


if __name__ == "__main__":
    main()
