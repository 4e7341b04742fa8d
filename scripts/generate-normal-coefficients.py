#!/usr/bin/python3
"""Writes coefficients.hpp to standard output.

Each polynomial interpolates its function at Chebyshev nodes, computed with 80 digits (mpmath), and is then expanded in
powers of its variable and rounded to double. The line above each table states the largest error of the unrounded
polynomial, relative to the function.
"""
from mpmath import atanh, cos, erfc, exp, findroot, log, mp, mpf, nstr, pi, sqrt

mp.dps = 80
SHIFT = mpf(4)  # of the variable w = 1 / (a + SHIFT): near the best for all three functions below


def mills(a):
    """(1 - Phi(a)) / N(a)."""
    if a < 100:
        return sqrt(pi / 2) * exp(a * a / 2) * erfc(a / sqrt(mpf(2)))
    term, total, k = 1 / a, mpf(0), 0
    while abs(term) > mpf(10) ** -78 * abs(total):  # asymptotic; from 100 on it reaches 78 digits
        total += term
        term *= -(2 * k + 1) / (a * a)
        k += 1
    return total


def chebyshev(f, degree, lower, upper):
    """Coefficients, in powers of x on [lower, upper], of the interpolant of f at Chebyshev nodes."""
    count = degree + 1
    angles = [pi * (k + mpf(1) / 2) / count for k in range(count)]
    values = [f((lower + upper) / 2 + (upper - lower) / 2 * cos(t)) for t in angles]
    series = [(2 if j else 1) * sum(v * cos(j * t) for v, t in zip(values, angles)) / count for j in range(count)]
    slope, offset = 2 / (upper - lower), -(upper + lower) / (upper - lower)  # y = slope x + offset in [-1, 1]

    def times_y(p):
        out = [mpf(0)] * (len(p) + 1)
        for i, c in enumerate(p):
            out[i] += offset * c
            out[i + 1] += slope * c
        return out

    def add(p, q, scale):
        size = max(len(p), len(q))
        return [(p[i] if i < len(p) else 0) + scale * (q[i] if i < len(q) else 0) for i in range(size)]

    before, current, total = [mpf(1)], times_y([mpf(1)]), [series[0]]
    for c in series[1:]:
        total = add(total, current, c)
        before, current = current, add([2 * v for v in times_y(current)], before, -1)
    return total


def table(name, meaning, f, degree, lower, upper, scale=None):
    lower, upper = mpf(lower), mpf(upper)
    coefficients = chebyshev(f, degree, lower, upper)
    worst = mpf(0)
    for k in range(401):
        x = lower + (upper - lower) * (k + mpf(1) / 3) / 402
        p = sum(c * x**i for i, c in enumerate(coefficients))
        worst = max(worst, abs(p - f(x)) / (scale(x) if scale else abs(f(x))))
    print(f"// {meaning}; error {nstr(worst, 2)}.")
    print(f"inline constexpr std::array<double, {degree + 1}> {name} = {{")
    print("".join(f"    {float(c)!r},\n" for c in coefficients) + "};\n")


def distance(u):
    return SHIFT * (1 + u) / (1 - u)


def excess(a):
    return 1 / mills(a) - a


def third(a):
    d = excess(a)
    return (a + d) * (d * (a + 2 * d) - 1)


def start(u, shift):
    """s - a, where Phi(-a) = exp(-s^2 / 2) and u = (s - shift) / (s + shift)."""
    s = shift * (1 + u) / (1 - u)
    mp.dps = 30
    f = lambda a: -a * a / 2 - log(sqrt(2 * pi) / mills(a)) + s * s / 2
    guess = s - (log(s + 1) + mpf("0.919")) / (s + mpf("0.5"))
    out = s - findroot(f, (guess, guess + mpf("0.01")))
    mp.dps = 80
    return out


def relative_exp(r):
    return (exp(r) - 1 - r) / (r * r) if abs(r) > mpf(10) ** -20 else mpf(1) / 2


def atanh_tail(z):
    s = sqrt(z)
    return (2 * atanh(s) - 2 * s) / s**3


START_SHIFT = mpf(3)
START_TOP = mpf(40)


def start_variable(s):
    return (s - START_SHIFT) / (s + START_SHIFT)


print("""#pragma once

// Written by scripts/generate-normal-coefficients.py: do not edit. Coefficients in rising powers, from polynomials through Chebyshev nodes
// computed with 80 digits. Errors are relative to the function unless said otherwise. Here a >= 0, u = (a - 4) / (a + 4)
// and M(a) = (1 - Phi(a)) / N(a), the Mills ratio.
#include <array>

namespace lehr {

// clang-format off
inline constexpr double kTailShift = 4;
inline constexpr double kQuantileStartShift = 3;
inline constexpr double kQuantileStartTop = 40;
""")
table("kExpTail", "(exp(r) - 1 - r) / r^2 for |r| <= log(2) / 2", relative_exp, 9, -log(mpf(2)) / 2, log(mpf(2)) / 2)
table("kLogTail", "(2 atanh(s) - 2 s) / s^3 in s^2, for |s| <= 3 - 2 sqrt(2)", atanh_tail, 6, mpf(10) ** -12,
      (3 - 2 * sqrt(mpf(2))) ** 2)
table("kTailRatio", "(a + 4) (1 - Phi(a)) / exp(-a^2 / 2) in u",
      lambda u: (distance(u) + SHIFT) * mills(distance(u)) / sqrt(2 * pi), 21, -1, 1)
table("kExcess", "(a + 4) (1 / M(a) - a) in u", lambda u: (distance(u) + SHIFT) * excess(distance(u)), 25, -1, 1)
table("kThird", "(a + 4)^3 (log Phi)'''(-a) in u", lambda u: (distance(u) + SHIFT) ** 3 * third(distance(u)), 31, -1, 1)
table("kQuantileStart", "s - a in (s - 3) / (s + 3), where Phi(-a) = exp(-s^2 / 2), for sqrt(2 log 2) <= s <= 40; absolute",
      lambda u: start(u, START_SHIFT), 7, start_variable(sqrt(2 * log(mpf(2)))), start_variable(START_TOP), lambda u: mpf(1))
print("""// clang-format on
}  // namespace lehr""")
