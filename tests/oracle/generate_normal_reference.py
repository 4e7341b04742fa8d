#!/usr/bin/env python3
"""Writes normal_reference.csv to standard output: log Phi(x) and its first three derivatives, by mpmath.

Every x is a double, written exactly; the answers carry 20 digits. The formulas are those of the definitions, not those of
the library.
"""
from mpmath import erfc, exp, log, log1p, mp, mpf, nstr, pi, sqrt


def reference(x):
    # (x + r)(x + 2 r) - 1 cancels like x^-4, and erfc underflows nowhere in mpmath: digits are all that is needed.
    mp.dps = 120
    x = mpf(x)
    upper = erfc(x / sqrt(mpf(2))) / 2  # 1 - Phi(x)
    value = log(erfc(-x / sqrt(mpf(2))) / 2) if x < 0 else log1p(-upper)
    first = exp(-x * x / 2) / sqrt(2 * pi) / exp(value)
    second = -first * (x + first)
    third = first * ((x + first) * (x + 2 * first) - 1)
    return value, first, second, third


def inputs():
    tails = [mpf(10) ** (mpf(k) / 16) for k in range(-48, 49)]  # 1e-3 .. 1e3
    tails += [mpf(10) ** -k for k in (300, 100, 20, 16, 12, 8, 6, 4)]
    tails += [mpf(k) / 8 for k in range(0, 8 * 40, 3)]
    tails += [mpf(4), mpf("37.4"), mpf("37.5"), mpf("37.6"), mpf("37.7"), mpf("38.5"), mpf("40"), mpf(1000)]
    points = {float(sign * t) for t in tails for sign in (-1, 1)}
    # Steps of one ulp about the borders: zero, 1 - Phi = 1 - sqrt(1/2), and the middle of the Mills ratio's variable.
    for border in (-4.0, 0.5449521356173604, 4.0):
        points |= {border * (1 + k * 2.0**-52) for k in (-2, -1, 1, 2)}
    return sorted(points)


print("x,value,first,second,third")
for x in inputs():
    print(",".join([repr(x)] + [nstr(v, 20, min_fixed=0, max_fixed=0) for v in reference(x)]))
