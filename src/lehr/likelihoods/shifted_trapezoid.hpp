#pragma once

#include <lehr/likelihoods/row_density.hpp>

namespace lehr {

/// RowDensity::draw for any likelihood. With g(x) = p(y | x) N(x | mean, variance) and points x_j = mean + width (j +
/// u), j all integers and u uniform, width * sum_j g(x_j) has the integral of g for its mean. That holds for any g, as
/// every x is as likely a point as any other. A second uniform number picks a point in proportion to g(x_j), which with
/// that weight is as good as a draw from g.
///
/// Points farther than nine cavity sds from both the cavity's mean and the mode of g are left out: they hold less than
/// 1e-17 of what a log-concave g has. With `width` the sd of the row's posterior, about twenty points are left, and the
/// sum differs from the integral by 1e-8 of it.
void draw_by_shifted_trapezoid(const RowDensity& density, std::size_t row, const RowCavity& cavity,
                               const RowNumbers& numbers, std::span<double> log_mass, std::span<double> values);

}  // namespace lehr
