"""Mistakes that the tests must notice: each changes one place of the source in a way that a programmer might."""
from typing import NamedTuple


class Mutation(NamedTuple):
    name: str
    file: str  # below src/lehr
    old: str  # stands there exactly once
    new: str


MUTATIONS = [
    # What keeps the posterior exact.
    Mutation("drop log |B| from the normaliser", "sites/approximation.cpp",
             "0.5 * sites.shift.dot(mean) - 0.5 * factor.log_determinant()", "0.5 * sites.shift.dot(mean)"),
    Mutation("drop the Jacobian of log theta", "model/model.cpp",
             "total += shape * log_theta[k] -", "total += (shape - 1) * log_theta[k] -"),
    Mutation("compute the current estimate again at every step", "samplers/chain.cpp",
             "  Stream proposal_stream({", "  if (auto again = evaluate(state.log_theta, iteration, iteration + 1000000)) "
             "state.log_estimate = again->log_estimate;\n  Stream proposal_stream({"),
    Mutation("take the joint density for the likelihood in the slice", "evidence/elliptical_slice.cpp",
             "if (beta * h > threshold) {",
             "if (beta * h - 0.5 * (proposal - q.mean).squaredNorm() > threshold - 0.5 * (point.f - q.mean).squaredNorm()) {"),
    Mutation("ignore the mean in the slice", "evidence/elliptical_slice.cpp",
             "q.mean + (point.f - q.mean) * std::cos(angle) + z * std::sin(angle)",
             "point.f * std::cos(angle) + z * std::sin(angle)"),
    Mutation("leave the prior out of the acceptance", "samplers/chain.cpp",
             "(next->log_estimate + next->log_prior) - (state.log_estimate + state.log_prior)",
             "next->log_estimate - state.log_estimate"),
    Mutation("leave the emulator's correction out", "samplers/emulator.cpp",
             "to_log_theta(particle.u), first - particle.value}", "to_log_theta(particle.u), 0 * first}"),
    Mutation("turn the emulator's correction round", "samplers/emulator.cpp", "first - particle.value}", "particle.value - first}"),
    Mutation("accept every proposal", "samplers/chain.cpp", "< log_ratio)) return {};", "< log_ratio + 100)) return {};"),
    Mutation("forget whose random numbers the estimate is made of", "samplers/chain.cpp", "  state.numbers_from = numbers_from;\n", ""),
    Mutation("forget the random numbers in a packed state", "samplers/chain_state.cpp",
             "static_cast<double>(state.numbers_from),", "0 * static_cast<double>(state.numbers_from),"),
    Mutation("tie random numbers to the order of the rows", "evidence/ghk_dense.cpp",
             "numbers.col(data_row).data()", "numbers.col(i).data()"),
    # The estimators.
    Mutation("move at the wrong temperature", "evidence/annealed.cpp",
             "elliptical_slice_move(problem, q, ladder_[j],", "elliptical_slice_move(problem, q, ladder_[j - 1],"),
    Mutation("weigh with the step below", "evidence/annealed.cpp",
             "log_weight += (ladder_[j] - ladder_[j + 1]) * point.h;",
             "log_weight += (ladder_[j - 1] - ladder_[j]) * point.h;"),
    Mutation("forget the last step of the ladder", "evidence/annealed.cpp",
             "log_weights[p] = log_weight + (ladder_[0] - ladder_[1]) * point.h;", "log_weights[p] = log_weight;"),
    Mutation("use one draw at two levels", "evidence/annealed.cpp", "z(j - 1), moves", "z(j), moves"),
    Mutation("share the stream of the particles", "evidence/particle_draws.cpp",
             "Stream stream(keys[p].stream(Purpose::particle_draws));",
             "Stream stream(keys[0].stream(Purpose::particle_draws));"),
    Mutation("pick the last particle always", "evidence/at_theta.cpp",
             "(left -= std::exp(weights[picked] - log_total)) > 0", "(left -= 0 * std::exp(weights[picked] - log_total)) > 0"),
    Mutation("a stale site of GHK", "evidence/ghk_dense.cpp",
             "sites_.precision(i), sites_.shift(i), sd_(i) * sd_(i), 0}",
             "sites_.precision(i), sites_.shift(i > 0 ? i - 1 : 0), sd_(i) * sd_(i), 0}"),
    Mutation("GHK on the wrong side", "evidence/ghk_row.cpp", "values[p] = y * sd", "values[p] = -y * sd"),
    Mutation("GHK without log b", "evidence/ghk_row.cpp", "log_mass[p] - half_log_b +", "log_mass[p] - 0 * half_log_b +"),
    Mutation("GHK of low rank that learns nothing from a panel", "evidence/ghk_low_rank.cpp",
             "rankUpdate(gains * root.asDiagonal(), -1)", "rankUpdate(gains * root.asDiagonal(), 0)"),
    Mutation("GHK of low rank with the noise of the site", "evidence/ghk_low_rank.cpp",
             "sites_.shift(i), variance_(i), 1}", "sites_.shift(i), variance_(i), 0}"),
    Mutation("a low rank that leaves out too much", "model/low_rank.cpp", "kTraceLeftOut = 2e-5", "kTraceLeftOut = 2e-1"),
    Mutation("draws from the sites without their noise", "evidence/site_draws.cpp",
             "x = root.asDiagonal() * u + noise;", "x = root.asDiagonal() * u;"),
    Mutation("the paper's ladder one value short", "evidence/ladder.cpp",
             "lower.begin() + 1, lower.end()", "lower.begin() + 2, lower.end()"),
    Mutation("a wrong sign in h", "evidence/tilt.cpp", "0.5 *", "-0.5 *"),
    # The approximations.
    Mutation("EP's cavity with the wrong sign of the shift", "sites/ep.cpp",
             "(mean(i) - v * nu) / b;", "(mean(i) + v * nu) / b;"),
    Mutation("Laplace's evidence at half the determinant", "sites/laplace.cpp",
             "mode->log_joint - 0.5 * posterior.factor.log_determinant()",
             "mode->log_joint - 0.25 * posterior.factor.log_determinant()"),
    Mutation("a stale factor at Laplace's mode", "sites/laplace.cpp",
             "likelihood_derivatives(problem, mode->f);\n    posterior.sites", "likelihood_derivatives(problem, 0.9 * mode->f);\n    posterior.sites"),
    # Model, data, predictions, diagnostics.
    Mutation("a prior's rate for its scale", "model/model.cpp",
             "draw_log_gamma(stream, shape) - std::log(rate)", "draw_log_gamma(stream, shape) + std::log(rate)"),
    Mutation("standardise by n", "data/standardization.cpp",
             "std::max(0.0, squares - remainder * remainder / n) / (n - 1)", "std::max(0.0, squares - remainder * remainder / n) / n"),
    Mutation("standardise new rows by their own moments", "data/apply_encoding.cpp",
             "    for (std::size_t row = 0; row < numbers.size(); ++row) {\n      inputs_.push_back(standardize(numbers[row]));",
             "    const Standardization own = learn_standardization(numbers).value_or(standardize);\n"
             "    for (std::size_t row = 0; row < numbers.size(); ++row) {\n      inputs_.push_back(own(numbers[row]));"),
    Mutation("swap the labels at predict", "data/apply_encoding.cpp", "code == positive ? 1 : -1", "code == positive ? -1 : 1"),
    Mutation("predict without the noise of t", "posterior/predict.cpp",
             "factor.diagonal().array() += 1;", "factor.diagonal().array() += 1e-6;"),
    Mutation("forget the explained variance at predict", "posterior/predict.cpp",
             "std::max(parameters.variance - explained(static_cast<Index>(i)), 0.0)",
             "std::max(parameters.variance - 0 * explained(static_cast<Index>(i)), 0.0)"),
    Mutation("count a repeated draw once", "posterior/predict.cpp",
             "weights_.push_back(static_cast<double>(state.count))", "weights_.push_back(1 + 0 * static_cast<double>(state.count))"),
    Mutation("an interval of twice the tails", "posterior/predict.cpp", "(1 - settings_.interval) / 2", "(1 - settings_.interval)"),
    Mutation("the mixture's spread without the means'", "posterior/latent_mixture.cpp",
             "variances[i] + (means[i] - centre) * (means[i] - centre)", "variances[i] + 0 * (means[i] - centre)"),
    Mutation("one draw too many in the autocovariance", "diagnostics/effective_size.cpp",
             "result.last + 5 < n", "result.last + 3 < n"),
]
