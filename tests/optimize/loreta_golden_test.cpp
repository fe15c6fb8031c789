// LORETA and what it is compared with, against reference values of 50 digits. W is compared where
// it is what a method is about, factors where they are.

#include "tests/support/loreta_golden.hpp"

#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/optimize/similarity/bilinear_start.hpp"
#include "mahala/optimize/similarity/factor_descent.hpp"
#include "mahala/optimize/similarity/lego.hpp"
#include "mahala/optimize/similarity/loreta.hpp"
#include "mahala/optimize/similarity/manifold_identification.hpp"
#include "mahala/optimize/similarity/oasis.hpp"
#include "mahala/optimize/similarity/passive_aggressive.hpp"
#include "mahala/optimize/similarity/perceptron.hpp"
#include "mahala/optimize/similarity/textbook_loreta.hpp"
#include "mahala/optimize/similarity/wsabie.hpp"
#include "tests/support/retract_psd.hpp"

namespace mahala::test::loreta_golden_test {
namespace {

constexpr double unbounded = 0;  // the reference does not shorten steps

template <class Similarity>
Matrix product(const Similarity& similarity) {
  const auto [a, b] = similarity.factors();
  return a * b.transpose();
}
Matrix product(const LazyBilinearPsd<double>& similarity) {
  const Matrix y = similarity.factor();
  return y * y.transpose();
}
const auto w_of_similarity = [](const auto& method) { return product(method.similarity()); };
const auto w_of_factors = [](const auto& method) { return method.factors().w(); };
const auto w_itself = [](const auto& method) -> Matrix { return method.matrix(); };

/// Files that have all the entries, and at least one of them.
std::vector<nlohmann::json> files(std::initializer_list<const char*> marks) {
  std::vector<nlohmann::json> found;
  for (auto& file : golden_files("loreta", *marks.begin())) {
    const auto has = [&](const char* mark) { return file.contains(mark); };
    if (std::all_of(marks.begin(), marks.end(), has)) found.push_back(std::move(file));
  }
  EXPECT_FALSE(found.empty()) << *marks.begin();
  return found;
}

/// Vectors are lists of numbers, matrices of several columns are lists of lists.
Matrix columns(const nlohmann::json& each) {
  if (each.front().is_array()) return matrix(each);
  const auto numbers = each.get<std::vector<double>>();
  return Eigen::Map<const Vector>(numbers.data(), static_cast<Index>(numbers.size()));
}

TEST(LoretaGolden, RetractionsByDefinition) {
  for (const auto& each : files({"W_out", "Zpsd"})) {
    const FixedRankPoint at{matrix(each.at("A")), matrix(each.at("B"))};
    const FixedRank manifold(at.a.rows(), at.b.rows(), at.a.cols());
    const auto to = manifold.retract(at, manifold.project(at, matrix(each.at("Z"))));
    EXPECT_LT(apart(to.w(), matrix(each.at("W_out"))), each.at("tol"));
    const Matrix y = retract_psd(matrix(each.at("Y")), matrix(each.at("Zpsd")));
    EXPECT_LT(apart(y * y.transpose(), matrix(each.at("Wpsd_out"))), each.at("tol"));
  }
}

TEST(LoretaGolden, ChangesOfPseudoInverses) {
  for (const auto& file : files({"cases", "A"})) {
    const Matrix a = matrix(file.at("A")), inverse = pseudo_inverse(a);
    for (const auto& each : file.at("cases")) {
      const Vector c = columns(each.at("c")), d = columns(each.at("d"));
      if (each.at("rank").get<Index>() < a.cols()) {
        EXPECT_THROW(changed_pseudo_inverse(a, inverse, c, d), Error);
      } else {
        EXPECT_LT(apart(changed_pseudo_inverse(a, inverse, c, d), matrix(each.at("pinv"))),
                  file.at("tol"));
      }
    }
  }
}

TEST(LoretaGolden, CoefficientsOfARankOneStep) {
  for (const auto& file : files({"rows"})) {
    const double tolerance = file.at("tol");
    for (const auto& row : file.at("rows")) {
      const double s = row.at("s"), d = row.at("d"), tau = row.at("tau");
      const RankStep<1> step(1, Small<1>(s));
      EXPECT_NEAR(step.sigma(0), row.at("sigma").get<double>(), tolerance);
      EXPECT_NEAR(step.omega(0), tau, tolerance);
      EXPECT_NEAR(step.inverse_omega(0), tau / (d * d), tolerance);
      EXPECT_NEAR(1 + step.sigma(0) * s, row.at("beta_lazy").get<double>(), tolerance);
    }
  }
}

TEST(LoretaGolden, Steps) {
  for (const auto& each : files({"P", "Q", "A0"})) {
    SCOPED_TRACE(each.at("name").get<std::string>());
    const Matrix a = matrix(each.at("A0")), b = matrix(each.at("B0"));
    LazyBilinear<double> lazy(a, b, unbounded);
    TextbookLoreta textbook(a, b);
    FixedRankPoint point{a, b};
    for (std::size_t t = 0; t < each.at("P").size(); ++t) {
      const Matrix p = columns(each.at("P")[t]), q = columns(each.at("Q")[t]);
      const auto ps = sparse_columns(p), qs = sparse_columns(q);
      if (p.cols() == 1) {
        lazy.step(ps[0].view(), qs[0].view(), 1);
        textbook.step(p, q);
        expect_at(each.at("expected"), t + 1, "A", textbook.point().a, each.at("tol"));
        expect_at(each.at("expected"), t + 1, "B", textbook.point().b, each.at("tol"));
      } else {
        lazy.step(views(ps), views(qs), 1);
      }
      point = loreta_step(point, p, q);
      expect_at(each.at("expected"), t + 1, "W", product(lazy), each.at("tol"));
      expect_at(each.at("expected"), t + 1, "A", point.a, each.at("tol"));
      expect_at(each.at("expected"), t + 1, "B", point.b, each.at("tol"));
    }
  }
}

TEST(LoretaGolden, PsdSteps) {
  for (const auto& each : files({"P", "Q", "Y0"})) {
    SCOPED_TRACE(each.at("name").get<std::string>());
    Matrix y = matrix(each.at("Y0"));
    LazyBilinearPsd<double> lazy(y, unbounded);
    TextbookLoretaPsd textbook(y);
    for (std::size_t t = 0; t < each.at("P").size(); ++t) {
      const Matrix p = columns(each.at("P")[t]), q = columns(each.at("Q")[t]);
      const auto ps = sparse_columns(p), qs = sparse_columns(q);
      const Index r = p.cols();
      if (r == 1) {
        lazy.step(ps[0].view(), qs[0].view(), 1);
        textbook.step(p, q);
        expect_at(each.at("expected"), t + 1, "Y", textbook.factor(), each.at("tol"));
      } else {
        lazy.step(views(ps), views(qs), 1);
      }
      Matrix f(p.rows(), 2 * r), c = Matrix::Zero(2 * r, 2 * r);
      f << p, q;
      c.topRightCorner(r, r) = c.bottomLeftCorner(r, r) = Matrix::Identity(r, r) / 2;
      y = loreta_psd_step(y, f, c);
      expect_at(each.at("expected"), t + 1, "W", product(lazy), each.at("tol"));
      expect_at(each.at("expected"), t + 1, "Y", y, each.at("tol"));
    }
  }
}

/// Every method for triplets by the beginning of the names of its cases.
void follow_named(const nlohmann::json& each) {
  const std::string name = each.at("name");
  const Index n = GoldenTriplets(each).dim(), k = each.at("k");
  const FixedRankPoint start = identity_start(n, n, k);
  const auto number = [&](const char* key) { return each.at(key).get<double>(); };
  if (name.starts_with("triplet_loreta1_psd")) {
    const LazyBilinearPsd<double> psd(start.a, unbounded);
    follow_triplets(each, TripletLoreta(psd, number("eta")), w_of_similarity);
  } else if (name.starts_with("triplet_loreta1")) {
    const LazyBilinear<double> any(start.a, start.b, unbounded);
    follow_triplets(each, TripletLoreta(any, number("eta")), w_of_similarity);
  } else if (name.starts_with("naive_psd_gd")) {
    follow_triplets(each, FactorDescentPsd(start.a, number("eta")), [](const auto& method) {
      return Matrix(method.factor() * method.factor().transpose());
    });
  } else if (name.starts_with("naive_gd")) {
    follow_triplets(each, FactorDescent(start, number("eta")), w_of_factors);
  } else if (name.starts_with("pa_")) {
    const bool sequential = name.starts_with("pa_sequential");
    follow_triplets(each, PassiveAggressive(start, {number("C"), sequential}), w_of_factors);
  } else if (name.starts_with("oasis")) {
    follow_triplets(each, Oasis(n, {.c = number("C")}), w_itself);
  } else if (name.starts_with("lego_hinge")) {
    const LegoBounds bounds{number("u"), number("l")};
    follow_triplets(each, PairLego(n, number("eta"), bounds), w_itself, false);
  } else if (name.starts_with("lego_triplet")) {
    follow_triplets(each, TripletLego(n, number("eta")), w_itself, false);
  } else {
    ADD_FAILURE() << "no method is called " << name;
  }
}

TEST(LoretaGolden, MethodsForTriplets) {
  for (const auto& each : files({"triplets", "expected"})) {
    SCOPED_TRACE(each.at("name").get<std::string>());
    follow_named(each);
  }
}

TEST(LoretaGolden, ManifoldIdentification) {
  for (const auto& each : files({"triplets", "expected_after_round"})) {
    const GoldenTriplets triplets(each);
    const Index inner = each.at("s");
    ManifoldIdentification method(identity_start(triplets.dim(), triplets.dim(), each.at("k")),
                                  {each.at("eta1"), each.at("C2"), inner});
    const auto round = static_cast<std::size_t>(inner + 1);
    for (std::size_t t = 0; t < triplets.size(); ++t) {
      method.update(triplets[t]);
      if ((t + 1) % round != 0) continue;
      expect_at(each.at("expected_after_round"), (t + 1) / round, "W", method.factors().w(),
                each.at("tol"));
    }
  }
}

TEST(LoretaGolden, MethodsForLabels) {
  for (const auto& each : files({"labels", "expected", "mode"})) {
    const std::string name = each.at("name");
    SCOPED_TRACE(name);
    const Index labels = each.at("L"), n = GoldenLabels(each).dim();
    const LabelDirection direction = direction_of(each);
    const double eta = each.at("eta");
    if (name.starts_with("multilabel_loreta1")) {
      const auto start = identity_start(labels, n, each.at("k"));
      follow_labels(each, LabelLoreta<double>(start, eta, direction, unbounded), w_of_similarity);
    } else if (name.starts_with("matrix_perceptron")) {
      follow_labels(each, MatrixPerceptron(labels, n, eta, direction), w_itself);
    } else if (name.starts_with("group_perceptron")) {
      follow_labels(each, GroupPerceptron(labels, n, eta, direction, each.at("p")), w_itself);
    } else {
      ADD_FAILURE() << "no method is called " << name;
    }
  }
}

/// Follows the relevant labels and draws of a case, comparing what is picked.
template <class Method, class Compare>
void follow_draws(const nlohmann::json& each, Method method, const Compare& compare) {
  const GoldenLabels examples(each);
  for (std::size_t t = 0; t < examples.size(); ++t) {
    const auto& draws = each.at("neg_order")[t];
    std::size_t next = 0;
    const WarpPick pick = method.update(examples[t], each.at("y")[t].get<Index>(),
                                        [&] { return draws.at(next++).template get<Index>(); });
    const auto& picked = each.at("picked")[t];
    EXPECT_EQ(pick.negative, picked.is_null() ? -1 : picked[0].template get<Index>());
    if (!picked.is_null()) {
      EXPECT_EQ(pick.trials, picked[1].template get<Index>());
      EXPECT_NEAR(harmonic_numbers(pick.rank).back(), picked[2].template get<double>(), 1e-12);
    }
    compare(method, t + 1);
  }
}

TEST(LoretaGolden, Warp) {
  for (const auto& each : files({"neg_order", "expected", "k"})) {
    const auto start = identity_start(each.at("L"), GoldenLabels(each).dim(), each.at("k"));
    follow_draws(each, WarpLoreta<double>(start, each.at("eta").get<double>(), 0, unbounded),
                 [&](const auto& method, std::size_t step) {
                   expect_at(each.at("expected"), step, "W", product(method.similarity()),
                             each.at("tol"));
                 });
  }
}

TEST(LoretaGolden, Wsabie) {
  for (const auto& each : files({"neg_order", "expected", "A0"})) {
    const FixedRankPoint start{matrix(each.at("A0")), matrix(each.at("B0"))};
    follow_draws(each, Wsabie(start, each.at("eta"), each.at("C"), 0),
                 [&](const auto& method, std::size_t step) {
                   const auto [a, b] = method.factors();
                   expect_at(each.at("expected"), step, "A", a, each.at("tol"));
                   expect_at(each.at("expected"), step, "B", b, each.at("tol"));
                 });
  }
}

TEST(LoretaGolden, Tasks) {
  for (const auto& each : files({"X", "Y", "A0", "expected"})) {
    const auto x = sparse_columns(matrix(each.at("X")).transpose());
    const Matrix y = matrix(each.at("Y")).transpose();
    TaskLoreta<double> method({matrix(each.at("A0")), matrix(each.at("B0"))},
                              each.at("eta").get<double>(), unbounded);
    for (std::size_t t = 0; t < x.size(); ++t) {
      method.update({x[t].view(), y.col(static_cast<Index>(t))});
      expect_at(each.at("expected"), t + 1, "W", product(method.similarity()), each.at("tol"));
    }
  }
}

TEST(LoretaGolden, StartFromZero) {
  for (const auto& each : files({"W_accumulated", "W0", "sigma"})) {
    const GoldenLabels examples(each);
    const Index labels = each.at("L"), k = each.at("k");
    ZeroStart start(labels, examples.dim(), k, each.at("eta"), LabelDirection::exact);
    for (std::size_t t = 0; !start.ready(); ++t) start.update(examples[t]);
    EXPECT_LT(apart(start.sum(), matrix(each.at("W_accumulated"))), each.at("tol"));
    EXPECT_LT(apart(start.start().w(), matrix(each.at("W0"))), each.at("tol"));
  }
}

}  // namespace
}  // namespace mahala::test::loreta_golden_test
