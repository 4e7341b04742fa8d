// Geweke's joint test: theta, f and y drawn from the model at once have the same law as a long alternation of
//   y given f, from the likelihood;   (theta, f) given y, from the sampler.
// It tests prior, Jacobian, estimate, acceptance, the pick of the particle and the likelihood together.
//
// A pseudo-marginal chain also carries its particles, in the estimate. Given f and a new y they have to be drawn anew
// from their law in the chain: f is where one particle ended, and the others are independent. The path there is
// annealing run backwards from f. For look-ahead with probit it is t, which given f and y is f and noise on the side of
// y; with logit it is f, and the lattice from which a row's value was taken is the one that this value is on.

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include <Eigen/Dense>

#include <lehr/diagnostics/diagnostics.hpp>
#include <lehr/evidence/elliptical_slice.hpp>
#include <lehr/evidence/look_ahead_sites.hpp>
#include <lehr/evidence/tilt.hpp>
#include <lehr/math/log_sum_exp.hpp>
#include <lehr/math/normal.hpp>
#include <lehr/priors/dense_prior.hpp>
#include <lehr/samplers/chain.hpp>
#include <support/joint_draw.hpp>
#include <support/memory_store.hpp>

#include "support/component_name.hpp"

namespace lehr {
namespace {

constexpr std::size_t kRows = 5;

Dataset five_rows() {
  Stream stream({.seed = 81, .purpose = Purpose::simulation});
  return unlabelled_rows(kRows, 1, stream);
}

struct Statistic {
  const char* name;
  double (*of)(const JointDraw& joint, double log_likelihood);
};

constexpr Statistic kStatistics[] = {
    {"log variance", [](const JointDraw& j, double) { return j.log_theta[0]; }},
    {"log variance squared", [](const JointDraw& j, double) { return j.log_theta[0] * j.log_theta[0]; }},
    {"log lengthscale", [](const JointDraw& j, double) { return j.log_theta[1]; }},
    {"log lengthscale squared", [](const JointDraw& j, double) { return j.log_theta[1] * j.log_theta[1]; }},
    {"f_1", [](const JointDraw& j, double) { return j.latent(0); }},
    {"f_1 squared", [](const JointDraw& j, double) { return j.latent(0) * j.latent(0); }},
    {"f_1 f_3", [](const JointDraw& j, double) { return j.latent(0) * j.latent(2); }},
    {"y_1 f_1", [](const JointDraw& j, double) { return j.labels[0] * j.latent(0); }},
    {"y_1 y_2", [](const JointDraw& j, double) { return j.labels[0] * j.labels[1]; }},
    {"log p(y | f)", [](const JointDraw&, double l) { return l; }},
};

using Values = std::vector<std::vector<double>>;  // of each statistic

void add(const Model& model, const JointDraw& joint, Values& values) {
  values.resize(std::size(kStatistics));
  const double l = log_likelihood(model, joint.labels, joint.latent);
  for (std::size_t s = 0; s < values.size(); ++s) values[s].push_back(kStatistics[s].of(joint, l));
}

/// A proposal frozen before any y: from a walk on the prior.
std::unique_ptr<Proposal> proposal_from_the_prior(const Model& model, const std::string& sampler) {
  const auto log_prior = [&](std::span<const double> log_theta) { return model.space().log_prior(log_theta); };
  const auto evaluate = [&](const std::vector<std::vector<double>>& points) {
    std::vector<EvaluatedPoint> found;
    for (const auto& point : points)
      found.push_back({point, log_prior(point), model.space().log_prior_gradient(point)});
    return std::optional(found);
  };
  const std::optional<Learned> learned = samplers::named(sampler).learn({model, 1, 150, 82}, evaluate);
  std::string reason;
  std::unique_ptr<Proposal> proposal = samplers::named(sampler).freeze(*learned, reason);
  EXPECT_NE(proposal, nullptr) << reason;
  return proposal;
}

struct Way {
  const char* sampler;
  const char* likelihood;
  const char* estimator;
  const char* approximation;
  std::size_t samples;
};

/// The log weight of a particle that ended in f: from beta = 1 the moves of annealing lead back to q, because each of
/// them is reversible.
double log_weight_of_a_path_to(const Vector& f, const EvidenceAtTheta& at_theta, const Ladder& ladder, Stream& stream) {
  const LatentProblem problem = at_theta.problem();
  const SitePosterior& q = at_theta.posterior();
  const Index n = f.size();
  const auto draw = [&] {
    Matrix normals(2 * n, 1);
    fill_normal(stream, {normals.data(), 2 * kRows});
    return Vector(q.law->draw(normals).col(0));
  };
  SlicePoint point{f, tilt(problem, q.sites, {f.data(), kRows})};
  Vector scratch(n);
  double log_weight = q.log_normaliser;
  for (std::size_t j = 0; j + 1 < ladder.size(); ++j) {
    if (j > 0) elliptical_slice_move(problem, q, ladder[j], draw(), stream, point, scratch);
    log_weight += (ladder[j] - ladder[j + 1]) * point.h;
  }
  return log_weight;
}

/// The log of the mass of p(y | x) N(x | mean, sd^2): for probit of the values x on the side of y, else on the lattice
/// with this width that goes through x.
double log_mass(const RowDensity& density, std::size_t row, double y, double mean, double sd, double x, double width) {
  if (density.noise() > 0) return log_normal_cdf(y * mean / sd);
  const double first = std::floor(-30 * sd / width);
  std::vector<double> heights;
  for (double j = first; j <= -first; j += 1) {
    const double z = (x - mean + j * width) / sd;
    heights.push_back(density.log_density(row, x + j * width).value - 0.5 * z * z);
  }
  return std::log(width * double(heights.size()) / sd) - kHalfLogTwoPi + log_mean_exp(heights);
}

/// The log weight of the look-ahead particle t (or f), from the law of t under its sites, N(mu_t, S) with
/// S = (A^-1 + W)^-1: row after row is conditioned on those before it, and its site is taken out.
double log_weight_of_look_ahead(const Vector& t, const EvidenceAtTheta& at_theta, const std::vector<double>& y) {
  const LatentProblem problem = at_theta.problem();
  const auto& prior = dynamic_cast<const DensePrior&>(problem.prior);
  const double noise = std::max(problem.density.noise(), prior.least_noise());
  const OrderedSites sites = look_ahead_sites(at_theta.posterior(), problem.density.noise());
  const Matrix k = prior.lower().selfadjointView<Eigen::Lower>();
  const Matrix a = k(sites.order, sites.order) + noise * Matrix::Identity(t.size(), t.size());
  const Vector left = 1 - noise * sites.precision.array();
  const Vector w = sites.precision.cwiseQuotient(left);
  const Vector nu = sites.shift.cwiseQuotient(left);
  const Vector ordered = t(sites.order);
  const Matrix widened = Matrix::Identity(t.size(), t.size()) + a * w.asDiagonal();
  const Matrix s = widened.fullPivLu().solve(a);
  const Vector mu = s * nu;
  double log_weight = 0.5 * nu.dot(mu) - 0.5 * std::log(widened.determinant());
  for (Index i = 0; i < t.size(); ++i) {
    const Matrix before = s.topLeftCorner(i, i);
    const Vector onto = i > 0 ? Vector(before.ldlt().solve(s.col(i).head(i))) : Vector(0);
    const double mean = mu(i) + onto.dot(ordered.head(i) - mu.head(i));
    const double v = s(i, i) - onto.dot(s.col(i).head(i));
    const double b = 1 - w(i) * v;
    const auto row = static_cast<std::size_t>(sites.order[static_cast<std::size_t>(i)]);
    log_weight +=
        log_mass(problem.density, row, y[row], (mean - v * nu(i)) / b, std::sqrt(v / b), ordered(i), std::sqrt(v)) -
        0.5 * std::log(b) + (w(i) * mean * mean - 2 * nu(i) * mean + v * nu(i) * nu(i)) / (2 * b);
  }
  return log_weight;
}

/// t given f and y.
Vector draw_on_the_side_of(const std::vector<double>& y, const Vector& f, Stream& stream) {
  Vector t(f.size());
  for (Index i = 0; i < f.size(); ++i) {
    do t(i) = f(i) + draw_normal(stream);
    while (y[static_cast<std::size_t>(i)] * t(i) <= 0);
  }
  return t;
}

/// The state of a chain at (theta, f) given its labels, with particles as the chain would have them there.
ChainState carried(const Dataset& data, const Model& model, const EvidenceMethod& method, std::size_t samples,
                   const JointDraw& joint, Stream& stream) {
  EvidenceAtTheta at_theta;
  EXPECT_TRUE(at_theta.prepare(data, model, model.theta_at(joint.log_theta), method));
  const bool is_noisy = at_theta.noise_of_ends() > 0;
  const Vector end = is_noisy ? draw_on_the_side_of(joint.labels, joint.latent, stream) : joint.latent;
  std::vector<double> log_weights = {method.estimator->draws_from_sites()
                                         ? log_weight_of_a_path_to(end, at_theta, method.ladder, stream)
                                         : log_weight_of_look_ahead(end, at_theta, joint.labels)};
  if (samples > 1) {
    const std::vector<double> others = at_theta.log_weights(stream(), 1, samples - 1, {});
    log_weights.insert(log_weights.end(), others.begin(), others.end());
  }
  ChainState state;
  state.log_theta = joint.log_theta;
  state.log_prior = model.space().log_prior(joint.log_theta);
  state.log_estimate = log_mean_exp(log_weights);
  state.latent = joint.latent;
  return state;
}

// The weight above is the program's, but for its proposals' single precision.
class LookAheadParticle : public testing::TestWithParam<const char*> {};

TEST_P(LookAheadParticle, HasTheWeightThatItsPathImplies) {
  Dataset data = five_rows();
  const Model model({.likelihood = GetParam()}, data.feature_names);
  EvidenceSettings settings;
  settings.estimator = "look-ahead";
  const EvidenceMethod method = choose_method(settings, model.likelihood(), data.rows);
  Stream stream({.seed = 85, .purpose = Purpose::simulation});
  for (int world = 0; world < 20; ++world) {
    const JointDraw joint = draw_joint(model, data, stream);
    data.responses = testing_support::responses_for(model.likelihood(), joint.labels);
    EvidenceAtTheta at_theta;
    ASSERT_TRUE(at_theta.prepare(data, model, model.theta_at(joint.log_theta), method));
    Matrix particles;
    const std::vector<double> log_weights = at_theta.log_weights(stream(), 1, 3, {}, &particles);
    for (Index p = 0; p < 3; ++p) {
      EXPECT_NEAR(log_weight_of_look_ahead(particles.col(p), at_theta, joint.labels),
                  log_weights[static_cast<std::size_t>(p)], 1e-5);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Each, LookAheadParticle, testing::Values("probit", "logit"),
                         [](const auto& info) { return std::string(info.param); });

class Geweke : public testing::TestWithParam<Way> {};

TEST_P(Geweke, TheAlternationHasTheLawOfTheModel) {
  const Way& way = GetParam();
  Dataset data = five_rows();
  ModelSettings model_settings;
  model_settings.likelihood = way.likelihood;
  const Model model(model_settings, data.feature_names);

  constexpr std::size_t kIndependent = 200000;
  Values independent;
  Stream stream({.seed = 83, .purpose = Purpose::simulation});
  for (std::size_t i = 0; i < kIndependent; ++i) add(model, draw_joint(model, data, stream), independent);

  EvidenceSettings settings;
  settings.estimator = way.estimator;
  settings.approximation = way.approximation;
  settings.temperatures = 3;
  const EvidenceMethod method = choose_method(settings, model.likelihood(), data.rows);
  const std::unique_ptr<Proposal> proposal = proposal_from_the_prior(model, way.sampler);

  constexpr std::size_t kCycles = 60000;  // f_1 f_3 has long tails: of 20,000 its standard error is not to be trusted
  // Between two draws of y. The carried state is made of no numbers that the chain could keep: its first step cannot
  // tell, since to it those of iteration 0 are new ones, but the steps after that could.
  const std::uint64_t steps = keeps_numbers(method) ? 1 : 4;
  Values alternating;
  JointDraw joint = draw_joint(model, data, stream);
  std::uint64_t iteration = 0;
  for (std::size_t cycle = 0; cycle < kCycles; ++cycle) {
    joint.labels = draw_labels(model, joint.latent, stream);
    data.responses = testing_support::responses_for(model.likelihood(), joint.labels);
    PseudoMarginalChain chain({data, model, method, way.samples, 84, cycle, true, 1});
    ChainState state = carried(data, model, method, way.samples, joint, stream);
    for (std::uint64_t step = 0; step < steps; ++step) chain.step(state, ++iteration, *proposal);
    joint.log_theta = state.log_theta;
    joint.latent = test::latent_of(state);
    add(model, joint, alternating);
  }

  // Each passes 4 standard errors by chance in one of 16,000 seeds; the seed is fixed.
  for (std::size_t s = 0; s < std::size(kStatistics); ++s) {
    const auto mean = [](const std::vector<double>& values) {
      double sum = 0;
      for (const double value : values) sum += value;
      return sum / double(values.size());
    };
    const double error =
        std::hypot(mcse_mean({independent[s], kIndependent}).value(), mcse_mean({alternating[s], kCycles}).value());
    EXPECT_LT(std::abs(mean(alternating[s]) - mean(independent[s])), 4 * error)
        << kStatistics[s].name << ": " << mean(alternating[s]) << " for " << mean(independent[s]) << ", z "
        << (mean(alternating[s]) - mean(independent[s])) / error;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Every, Geweke,
    testing::Values(Way{"metropolis", "probit", "is", "prior", 1}, Way{"emulator", "probit", "is", "prior", 1},
                    Way{"metropolis", "logit", "is", "prior", 3}, Way{"metropolis", "probit", "is", "ep", 4},
                    Way{"metropolis", "probit", "look-ahead", "ep", 1},
                    Way{"emulator", "probit", "look-ahead", "ep", 4}, Way{"emulator", "probit", "ais", "ep", 4},
                    Way{"metropolis", "probit", "ais", "prior", 4}, Way{"metropolis", "logit", "ais", "laplace", 4},
                    Way{"metropolis", "logit", "look-ahead", "ep", 3}),
    [](const auto& info) {
      return testing_support::test_name(std::string(info.param.sampler) + "_" + info.param.likelihood + "_" +
                                        info.param.estimator + "_" + info.param.approximation);
    });

}  // namespace
}  // namespace lehr
