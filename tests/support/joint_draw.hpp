#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <lehr/model/model.hpp>
#include <lehr/priors/covariance.hpp>
#include <lehr/priors/dense_prior.hpp>
#include <lehr/random/distributions.hpp>

#include "support/latent_problems.hpp"

namespace lehr {

/// Inputs without labels: uniform in a cube of unit variance.
inline Dataset unlabelled_rows(std::size_t rows, std::size_t features, Stream& stream) {
  Dataset data;
  data.rows = rows;
  data.features = features;
  for (std::size_t k = 0; k < features; ++k) data.feature_names.push_back("x" + std::to_string(k + 1));
  for (std::size_t i = 0; i < rows * features; ++i) data.inputs.push_back(3.4641 * (draw_uniform(stream) - 0.5));
  data.responses.value.assign(rows, 1);
  return data;
}

/// What the model says that the world is: parameters from the prior, a latent function, labels.
struct JointDraw {
  std::vector<double> log_theta;
  Vector latent;
  std::vector<double> labels;
};

inline std::vector<double> draw_labels(const Model& model, const Vector& latent, Stream& stream) {
  std::vector<double> labels;
  for (const double f : latent)
    labels.push_back(testing_support::draw_label(model.likelihood(), f, draw_uniform(stream)));
  return labels;
}

inline JointDraw draw_joint(const Model& model, const Dataset& inputs, Stream& stream) {
  JointDraw joint;
  joint.log_theta = model.space().draw_prior(stream);
  DensePrior prior;
  fill_covariance(inputs, model.covariance(model.theta_at(joint.log_theta)), prior.matrix());
  if (!prior.prepare_draws()) throw std::logic_error("a prior draw has no factor");
  joint.latent = prior.draw(stream);
  joint.labels = draw_labels(model, joint.latent, stream);
  return joint;
}

inline double log_likelihood(const Model& model, const std::vector<double>& labels, const Vector& latent) {
  return testing_support::total_log_density(model.likelihood(), labels, {latent.data(), labels.size()});
}

}  // namespace lehr
