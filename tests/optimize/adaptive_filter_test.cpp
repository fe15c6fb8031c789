#include "mahala/optimize/online/adaptive_filter.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "tests/support/golden.hpp"

namespace mahala::test::adaptive_filter_test {
namespace {

FilterSettings settings_of(const nlohmann::json& each) {
  FilterSettings settings{.normalised = each.at("name").get<std::string>().starts_with("nlms"),
                          .gain = each.at("eta"),
                          .lambda = each.value("lam", 0.5),
                          .log_limit = each.value("L", 5.0),
                          .clip_margin = each.value("delta", 0.1)};
  const std::string retraction = each.value("retr", "uf"), mode = each.value("mode", "retr");
  if (retraction != "first") settings.retraction = named<FrameRetraction>(retraction).value();
  if (mode == "euler" || retraction == "first") settings.discretisation = Discretisation::euler;
  if (mode == "euler_orth") settings.discretisation = Discretisation::euler_frame;
  const std::string norm = each.value("norm", "fro");
  if (norm == "spec") settings.core_norm = CoreNorm::spectral;
  if (norm == "trace") settings.core_norm = CoreNorm::trace;
  return settings;
}

void expect_near(const Matrix& found, const nlohmann::json& expected) {
  // A vector is a flat list.
  const Matrix m = expected.front().is_array()
                       ? matrix(expected)
                       : Matrix(matrix(nlohmann::json::array({expected})).transpose());
  EXPECT_LT((found - m).norm(), 1e-12 * (1 + m.norm()));
}

/// Feeds ten samples to a filter and compares the states listed.
template <class Filter, class Output, class State>
void follow(Filter filter, const nlohmann::json& each, const Matrix& x, const Output& y,
            const State& state) {
  for (Index t = 0; t < 10; ++t) {
    filter.update(x.col(t), y(t));
    const std::string at = std::to_string(t + 1);
    if (!each.at("steps").contains(at)) continue;
    const std::vector<Matrix> found = state(filter);
    for (std::size_t k = 0; k < found.size(); ++k) {
      expect_near(found[k], each.at("steps").at(at)[k]);
    }
  }
}

/// All filters of one file; how many there were.
int follow_file(const nlohmann::json& all) {
  const auto data = golden("geometry/data.json");
  const Matrix x = matrix(data.at("data").at("dense").at("x")).transpose();
  const auto init = [&](const char* name) { return matrix(data.at("init").at(name)); };
  int followed = 0;
  for (const auto& each : all.at("cases")) {
    SCOPED_TRACE(each.at("name").get<std::string>());
    const FilterSettings settings = settings_of(each);
    const std::string space = each.at("state").front(), source = each.at("y");
    const auto& outputs = source == "dense" ? data.at("data").at("dense").at("y") : all.at(source);
    const auto y = [&](Index t) { return outputs[static_cast<std::size_t>(t)].get<double>(); };
    const auto factor = [](const auto& f) { return std::vector<Matrix>{f.factor()}; };
    if (space == "w") {
      const auto w = all.at("w0").get<std::vector<double>>();
      follow(VectorFilter(Eigen::Map<const Vector>(w.data(), std::ssize(w)), settings), each, x, y,
             factor);
    } else if (space == "G") {
      follow(FlatFilter(init("G0"), settings), each, x, y, factor);
    } else if (space == "W") {
      follow(AffineFilter(init("W0"), settings), each, x, y,
             [](const AffineFilter& f) { return std::vector<Matrix>{f.metric()}; });
    } else if (each.at("state").size() == 1) {
      const Matrix vectors = matrix(outputs).transpose();
      follow(
          SubspaceFilter(init("U0"), settings), each, x,
          [&](Index t) -> Vector { return vectors.col(t); }, factor);
    } else {
      follow(PolarFilter({init("U0"), init("B0")}, settings), each, x, y, [](const PolarFilter& f) {
        return std::vector<Matrix>{f.frame(), f.core()};
      });
    }
    ++followed;
  }
  return followed;
}

TEST(AdaptiveFilter, MatchesTheReference) {
  int followed = 0;
  for (const auto& all : golden_files("geometry", "w0")) followed += follow_file(all);
  EXPECT_GE(followed, 1);
}

TEST(AdaptiveFilter, ClampsTheLogarithmAsTheReferenceDoes) {
  const auto all = golden("geometry/evaluation.json");
  for (const auto& each : all.at("log_error")) {
    EXPECT_NEAR(log_error(each.at("yhat"), each.at("y"), 5), each.at("E").get<double>(), 1e-11);
  }
}

TEST(LogdetStep, MatchesTheReferenceAndItsOptimality) {
  const auto data = golden("geometry/data.json");
  int followed = 0;
  for (const auto& each : golden_cases("geometry", "init")) {
    if (!each.at("name").get<std::string>().starts_with("logdet_implicit")) continue;
    ++followed;
    const std::string name = each.at("data");
    const auto& samples = data.at("data").at(name.substr(0, name.find('_')));
    const Matrix x = matrix(samples.at("x")).transpose();
    Matrix w = matrix(data.at("init").at(each.at("init").get<std::string>()));
    const double s = each.at("s");
    for (Index t = 0; t < 10; ++t) {
      const Matrix before = w;
      const double y = samples.at("y")[static_cast<std::size_t>(t)];
      logdet_step(w, x.col(t), y, s);
      // V^{-1} - W^{-1} + s e x x^T = 0 at the minimiser W.
      const double e = x.col(t).dot(w * x.col(t)) - y;
      const Matrix kkt = inverse(before) - inverse(w) + s * e * x.col(t) * x.col(t).transpose();
      EXPECT_LT(kkt.norm(), 1e-9 * inverse(before).norm());
      const std::string at = std::to_string(t + 1);
      if (each.at("steps").contains(at)) expect_near(w, each.at("steps").at(at).at("W"));
    }
  }
  EXPECT_GE(followed, 1);
}

TEST(LogdetStep, KeepsItsDigitsForSmallStepsAndStaysWithNone) {
  const Matrix one = Matrix::Identity(1, 1);
  const Vector x = Vector::Ones(1);
  Matrix w = one;
  logdet_step(w, x, 3, 0);
  EXPECT_EQ(w, one);
  // To first order W moves by -s (yhat - y) u u^T = 2 s.
  for (const double s : {1e-6, 1e-10, 1e-14}) {
    w = one;
    logdet_step(w, x, 3, s);
    EXPECT_NEAR((w(0, 0) - 1) / s, 2, 20 * s + 1e-15 / s) << s;
  }
  w = 1e-9 * one;
  logdet_step(w, x, 3e-9, 1e9);
  EXPECT_NEAR(w(0, 0), 1e-9 + 2e-9 * 1e9 * 1e-18, 1e-22);
}

/// The same stream in other units must give the same run in those units.
template <class Make>
void expect_scale_invariance(const Make& make) {
  Rng rng(11);
  const Matrix truth = random_normal(8, 2, rng), start = random_normal(8, 2, rng);
  const double x_scale = 1e3, w_scale = 1e-6;
  auto plain = make(start);
  auto scaled = make(std::sqrt(w_scale) * start);
  for (int t = 0; t < 300; ++t) {
    const Vector x = random_normal(8, 1, rng);
    const double y = (truth.transpose() * x).squaredNorm();
    plain.update(x, y);
    scaled.update(x_scale * x, x_scale * x_scale * w_scale * y);
  }
  const Matrix g = plain.factor(), h = scaled.factor();
  const Matrix w = g * g.transpose();
  EXPECT_LT((h * h.transpose() / w_scale - w).norm(), 1e-9 * w.norm());
}

TEST(AdaptiveFilter, NormalisedRunsAreTheSameInAllUnits) {
  expect_scale_invariance([](const Matrix& g) { return FlatFilter(g, {.gain = 0.3}); });
  for (const CoreNorm norm : {CoreNorm::frobenius, CoreNorm::spectral, CoreNorm::trace}) {
    expect_scale_invariance([norm](const Matrix& g) {
      const Matrix root = sqrt_symmetric(g.transpose() * g);
      return PolarFilter({uf(g), root * root}, {.gain = 1, .core_norm = norm});
    });
  }
  expect_scale_invariance([](const Matrix& g) {
    const double scale = g.squaredNorm();
    return AffineFilter(g * g.transpose() + scale * Matrix::Identity(8, 8), {.gain = 0.5});
  });
}

TEST(AdaptiveFilter, ExponentialStepsContractTheErrorOfTheirSample) {
  // Flat: E+ = (1 - 2 gain) E; affine: E+ = (1 - gain) E, exactly.
  Rng rng(12);
  const Vector x = random_normal(6, 1, rng);
  FlatFilter flat(random_normal(6, 2, rng), {.gain = 0.2});
  const double y = 2 * flat.predict(x), before = std::log(flat.predict(x) / y);
  flat.update(x, y);
  EXPECT_NEAR(std::log(flat.predict(x) / y), 0.6 * before, 1e-12);
  AffineFilter affine(Matrix::Identity(6, 6), {.gain = 1});
  affine.update(x, y);
  EXPECT_NEAR(affine.predict(x), y, 1e-12 * y);
}

TEST(AdaptiveFilter, SubspacesHeedHowTheyAreDiscretised) {
  Rng rng(14);
  const Matrix start = random_frame(8, 2, rng);
  const auto strayed = [&](Discretisation discretisation) {
    SubspaceFilter filter(start, {.gain = 0.3, .discretisation = discretisation});
    Rng inputs(15);
    for (int t = 0; t < 50; ++t) {
      const Vector x = random_normal(8, 1, inputs);
      filter.update(x, x);
    }
    const Matrix u = filter.factor();
    return (u.transpose() * u - Matrix::Identity(2, 2)).norm();
  };
  EXPECT_GT(strayed(Discretisation::euler), 1e-3);
  EXPECT_LT(strayed(Discretisation::euler_frame), 1e-12);
  EXPECT_LT(strayed(Discretisation::retraction), 1e-12);
}

TEST(AdaptiveFilter, SaysWhatItExpectedBeforeItLearned) {
  Rng rng(16);
  const Vector x = random_normal(5, 1, rng);
  FlatFilter filter(random_normal(5, 2, rng), {.gain = 0.2});
  const double expected = filter.predict(x);
  EXPECT_EQ(filter.update(x, 1), expected);
  EXPECT_NE(filter.predict(x), expected);
}

TEST(AdaptiveFilter, PlainEulerLeavesTheFrames) {
  // The reason for retractions: 200 steps of Euler's rule stray visibly.
  Rng rng(13);
  const Matrix truth = random_normal(8, 2, rng) / 3;
  PolarFilter euler({random_frame(8, 2, rng), Matrix::Identity(2, 2)},
                    {.normalised = false, .gain = 5e-3, .discretisation = Discretisation::euler});
  for (int t = 0; t < 200; ++t) {
    const Vector x = random_normal(8, 1, rng);
    euler.update(x, (truth.transpose() * x).squaredNorm());
  }
  const Matrix& u = euler.frame();
  EXPECT_GT((u.transpose() * u - Matrix::Identity(2, 2)).norm(), 1e-3);
}

}  // namespace
}  // namespace mahala::test::adaptive_filter_test
