// Probit evidences against R's mvtnorm (Genz and Bretz) on fifty random problems of up to twelve rows. The answers are
// kept in tests/oracle/mvtnorm_reference.csv; where R is there, they are found again by
// tests/oracle/mvtnorm_reference.R. To write the file anew: LEHR_WRITE_MVTNORM=answers.csv statistical_tests
// --gtest_filter='Mvtnorm*'.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include <support/finite_moments.hpp>
#include <support/latent_case.hpp>
#include <support/z_scores.hpp>

namespace lehr {
namespace {

constexpr int kProblems = 50;
constexpr std::size_t kParticles = 10000;

struct Problem {
  std::string labels;
  std::string covariance;
  double probability = 0;
  double error = 0;

  LatentCase latent() const {
    const auto n = static_cast<Index>(labels.size());
    std::vector<double> y;
    for (const char c : labels) y.push_back(c == '+' ? 1 : -1);
    Matrix k(n, n);
    std::istringstream numbers(covariance);
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j <= i; ++j) {
        numbers >> k(i, j);
        k(j, i) = k(i, j);
      }
    }
    return {k, y, likelihoods::named("probit")};
  }
};

/// Covariances of four digits, so that a problem is the same text on every machine. Half of them are wide.
std::vector<Problem> random_problems() {
  std::vector<Problem> problems;
  for (int number = 0; number < kProblems; ++number) {
    Stream stream({.seed = 50, .purpose = Purpose::simulation, .chain = static_cast<std::uint64_t>(number)});
    const Index n = 1 + number % 12;
    const double scale = number % 2 == 0 ? uniform_between(stream, 2, 12) : uniform_between(stream, 0.1, 0.6);
    const Matrix k = random_covariance(n, scale, stream);
    Problem problem;
    for (const double y : random_labels(n, stream)) problem.labels += y > 0 ? '+' : '-';
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j <= i; ++j) {
        char text[32];
        std::snprintf(text, sizeof text, "%s%.4f", problem.covariance.empty() ? "" : " ", k(i, j));
        problem.covariance += text;
      }
    }
    problems.push_back(problem);
  }
  return problems;
}

std::vector<Problem> read_answers(const std::string& path) {
  std::ifstream file(path);
  std::vector<Problem> answers;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::string number;
    std::string probability;
    std::string error;
    Problem problem;
    std::getline(fields, number, ',');
    std::getline(fields, problem.labels, ',');
    std::getline(fields, problem.covariance, ',');
    std::getline(fields, probability, ',');
    std::getline(fields, error, ',');
    problem.probability = std::strtod(probability.c_str(), nullptr);
    problem.error = std::strtod(error.c_str(), nullptr);
    answers.push_back(problem);
  }
  return answers;
}

std::vector<Problem> reference() { return read_answers(LEHR_SOURCE_DIR "/tests/oracle/mvtnorm_reference.csv"); }

TEST(MvtnormReference, HoldsFiftyProblemsOfUpToTwelveRows) {
  const std::vector<Problem> answers = reference();
  ASSERT_EQ(answers.size(), static_cast<std::size_t>(kProblems));
  std::size_t most = 0;
  for (const Problem& answer : answers) {
    most = std::max(most, answer.labels.size());
    EXPECT_GT(answer.probability, 0);
    EXPECT_LT(answer.error, 2e-3 * answer.probability) << answer.labels;
  }
  EXPECT_EQ(most, 12U);
}

TEST(MvtnormReference, IsWhatRFindsNow) {
  if (std::system("Rscript -e 'library(mvtnorm)' > /dev/null 2>&1") != 0) {
    GTEST_SKIP() << "needs Rscript and the R package mvtnorm (Debian: r-base-core r-cran-mvtnorm)";
  }
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("lehr-mvtnorm-" + std::to_string(::getpid()));
  std::filesystem::create_directory(folder);
  const std::string in = (folder / "problems.csv").string();
  const char* kept = std::getenv("LEHR_WRITE_MVTNORM");
  const std::string out = kept != nullptr ? kept : (folder / "answers.csv").string();
  {
    std::ofstream file(in);
    file << "problem,labels,covariance\n";
    int number = 0;
    for (const Problem& problem : random_problems()) {
      file << ++number << "," << problem.labels << "," << problem.covariance << "\n";
    }
  }
  const std::string command =
      "Rscript '" LEHR_SOURCE_DIR "/tests/oracle/mvtnorm_reference.R' '" + in + "' '" + out + "'";
  const int status = std::system(command.c_str());
  const std::vector<Problem> now = read_answers(out);
  std::filesystem::remove_all(folder);
  ASSERT_EQ(status, 0);
  const std::vector<Problem> before = reference();
  ASSERT_EQ(now.size(), before.size());
  for (std::size_t i = 0; i < now.size(); ++i) {
    EXPECT_EQ(now[i].labels, before[i].labels) << i;
    EXPECT_EQ(now[i].covariance, before[i].covariance) << i;
    EXPECT_NEAR(now[i].probability, before[i].probability, 1e-13 + 2 * (now[i].error + before[i].error)) << i;
  }
}

struct Way {
  const char* estimator;
  const char* sites;
};

std::ostream& operator<<(std::ostream& out, const Way& way) { return out << way.estimator << " from " << way.sites; }

class Mvtnorm : public testing::TestWithParam<Way> {};

/// The sites, weakened until the weights have a finite fourth moment: any sites give an unbiased estimate.
SitePosterior weakened(const SitePosterior& posterior, const Way& way, const LatentCase& latent) {
  for (double strength = 1;; strength *= 0.8) {
    SitePosterior weaker = with_sites(latent, strength * posterior.sites.precision, strength * posterior.sites.shift);
    if (has_finite_moment(4, way.estimator, latent, weaker)) return weaker;
  }
}

// All fifty problems. False-alarm rate 1e-6 for each way (ZScores).
TEST_P(Mvtnorm, AgreesWithTheEstimates) {
  const Way way = GetParam();
  const Ladder ladder = make_ladder("default", 8);
  ZScores scores;
  std::uint64_t seed = 60;
  for (const Problem& problem : reference()) {
    ++seed;
    const LatentCase latent = problem.latent();
    Stream stream({.seed = seed, .purpose = Purpose::simulation});
    const SitePosterior posterior = weakened(sites_by_name(latent, way.sites, stream), way, latent);
    const Particles particles =
        run_particles(estimators::named(way.estimator), latent, posterior, ladder, kParticles, seed);
    // mvtnorm's error is a 99 % bound: 2.58 standard errors.
    const double relative_error = problem.error / 2.58 / problem.probability;
    scores.add(z_score_of_weights(particles.log_weights, std::log(problem.probability), relative_error),
               problem.labels + " " + std::to_string(seed));
  }
  EXPECT_EQ(scores.size(), static_cast<std::size_t>(kProblems));
  scores.expect_standard_normal();
}

INSTANTIATE_TEST_SUITE_P(All, Mvtnorm,
                         testing::Values(Way{"is", "prior"}, Way{"is", "laplace"}, Way{"is", "ep"}, Way{"is", "wrong"},
                                         Way{"ais", "prior"}, Way{"ais", "laplace"}, Way{"ais", "ep"},
                                         Way{"ais", "one sweep"}, Way{"ais", "wrong"}, Way{"look-ahead", "prior"},
                                         Way{"look-ahead", "laplace"}, Way{"look-ahead", "ep"},
                                         Way{"look-ahead", "one sweep"}, Way{"look-ahead", "wrong"}),
                         [](const auto& info) {
                           std::string name = std::string(info.param.estimator) + "_from_" + info.param.sites;
                           for (char& c : name) c = c == ' ' || c == '-' ? '_' : c;
                           return name;
                         });

}  // namespace
}  // namespace lehr
