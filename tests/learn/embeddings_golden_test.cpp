// Kernel components, singular axes, spectral responses and unfolding beside the golden values.

#include <gtest/gtest.h>

#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/core/random.hpp"
#include "mahala/core/watch.hpp"
#include "mahala/learn/closed_form/kpca.hpp"
#include "mahala/learn/closed_form/ksr.hpp"
#include "mahala/learn/closed_form/lsa.hpp"
#include "mahala/learn/closed_form/pca.hpp"
#include "mahala/learn/convex/mvu.hpp"
#include "tests/support/blobs.hpp"
#include "tests/support/error_message.hpp"
#include "tests/support/golden.hpp"

namespace mahala::test::embeddings_golden_test {
namespace {

Dataset samples_of(const nlohmann::json& golden) {
  return {.x = Samples(Matrix(matrix(golden.at("X")).transpose()))};
}

/// "gaussian 0.3".
KernelOptions kernel_of(const std::string& text) {
  const auto space = text.find(' ');
  return {.kernel = text.substr(0, space), .gamma = std::stod(text.substr(space))};
}

TEST(KpcaGolden, EigenvaluesAndScores) {
  for (const auto& golden : golden_files("logdet", "kpca")) {
    const auto& expected = golden.at("kpca");
    const auto eigenvalues = expected.at("eig").get<std::vector<double>>();
    const Dataset data = samples_of(golden);
    const Fit fit =
        kpca(data, {.rank = std::ssize(eigenvalues), .kernel = kernel_of(golden.at("kernel"))});
    Matrix z = embed(fit.model, data.x);
    z.colwise() -= z.rowwise().mean().eval();
    for (Index k = 0; k < z.rows(); ++k) {
      EXPECT_NEAR(z.row(k).squaredNorm(), eigenvalues[static_cast<std::size_t>(k)], 1e-10);
    }
    EXPECT_LT((z.transpose() * z - matrix(expected.at("scores_gram"))).norm(), 1e-9);
  }
}

TEST(Kpca, PlacesNewSamplesInThePlaneOfTheOthers) {
  const Dataset data = blobs(40, 3), others = blobs(60, 3);
  const KernelOptions kernel{.kernel = "polynomial", .gamma = 0.5, .degree = 2};
  // Ten dimensions hold all polynomials of degree 2 in three features: nothing is left out.
  const Model model = kpca(data, {.rank = 10, .kernel = kernel}).model;
  const Matrix z = embed(model, others.x), k = kernel_matrix(others.x, kernel);
  for (Index i = 0; i < 60; i += 7) {
    const double expected = k(i, i) + k(0, 0) - 2 * k(i, 0);
    EXPECT_NEAR((z.col(i) - z.col(0)).squaredNorm(), expected, 1e-8 * (1 + expected));
  }
}

TEST(LsaGolden, Projector) {
  for (const auto& golden : golden_files("logdet", "lsa")) {
    const auto& expected = golden.at("lsa");
    const Fit fit = lsa(samples_of(golden), {.rank = expected.at("k").get<Index>()});
    const Matrix& u = fit.model.left;
    EXPECT_LT((u * u.transpose() - matrix(expected.at("projector"))).norm(), 1e-10);
  }
}

TEST(Lsa, ObjectiveIsTheMeanSquaredDistanceToTheProjection) {
  Dataset data = blobs(50, 6);
  std::get<Matrix>(data.x.storage()).array() += 2;
  for (const bool centre : {false, true}) {
    const Fit fit = lsa(data, {.rank = 2, .centre = centre});
    Matrix x = data.x.block(0, data.size());
    if (centre) x.colwise() -= x.rowwise().mean().eval();
    const Matrix rest = x - fit.model.left * (fit.model.left.transpose() * x);
    EXPECT_NEAR(fit.objective, rest.squaredNorm() / 50, 1e-10 * rest.squaredNorm());
  }
}

TEST(Lsa, CentredIsPca) {
  const Dataset data = blobs(50, 6);
  EXPECT_EQ(lsa(data, {.rank = 3, .centre = true}).model.left, pca(data, {.rank = 3}).model.left);
}

TEST(Lsa, FindsTheSameAxesInManyDimensions) {
  // Beyond a thousand features, by inner products and by Lanczos.
  for (const Index n : {40, 1100}) {
    Rng rng(3);
    const Matrix factor = random_normal(1050, 3, rng);
    const Matrix x = factor * Vector({{5, 3, 2}}).asDiagonal() * random_normal(3, n, rng) +
                     0.01 * random_normal(1050, n, rng);
    const Fit fit = lsa({.x = Samples(x)}, {.rank = 3});
    const Spectrum s = symmetric_eigen(x * x.transpose());
    const Matrix u = s.vectors.leftCols(3);
    EXPECT_LT((fit.model.left * fit.model.left.transpose() - u * u.transpose()).norm(), 1e-7);
  }
}

TEST(KsrGolden, Projections) {
  for (const auto& golden : golden_files("logdet", "ksr")) {
    const auto& expected = golden.at("ksr");
    const Matrix gram = matrix(expected.at("proj_gram"));
    const Vector values = symmetric_eigen(gram).values;
    const Index rank = (values.array() > 1e-9 * values[0]).count();
    const Matrix k = kernel_matrix(samples_of(golden).x, kernel_of(golden.at("kernel")));
    const Responses found = spectral_responses(matrix(expected.at("N")), rank);
    const Matrix z = smoothed(k, found.y, expected.at("alpha").get<double>());
    EXPECT_LT((z * z.transpose() - gram).norm(), 1e-9);
  }
}

TEST(Ksr, ResponsesAreOrthogonalOverTheGraphAndToTheConstant) {
  Matrix graph = Matrix::Identity(6, 6);
  for (const auto& [i, j] :
       std::vector<std::pair<int, int>>{{0, 1}, {1, 2}, {3, 4}, {4, 5}, {2, 3}}) {
    graph(i, j) = graph(j, i) = 1;
  }
  const Responses found = spectral_responses(graph, 3);
  const Vector degree = graph.rowwise().sum();
  const Matrix inner = found.y.transpose() * degree.asDiagonal() * found.y;
  EXPECT_LT((inner - Matrix::Identity(3, 3)).norm(), 1e-10);
  EXPECT_LT((found.y.transpose() * degree).norm(), 1e-10);
  EXPECT_LT((graph * found.y - degree.asDiagonal() * found.y * found.l.asDiagonal()).norm(), 1e-10);
}

TEST(Ksr, PairsJoinAndPart) {
  const Dataset data = blobs(40, 4);
  EXPECT_NE(ksr(data, Pairs{{0, 1, Relation::at_most, 1}}).model.left,
            ksr(data, Nothing{}).model.left);
  EXPECT_THROW(ksr(data, Pairs{{0, 1, Relation::equal, 1}}), Error);
}

TEST(Ksr, SmoothsByKernelsThatAreNotPositive) {
  const Vector k({{1, -2, 3}}), y = Vector::Ones(3);
  const Vector found = smoothed(k.asDiagonal(), y, 0.5).col(0);
  EXPECT_LT((found.array() - k.array() / (k.array() + 0.5)).matrix().norm(), 1e-14);
}

TEST(MvuGolden, EdgesAndKernel) {
  for (const auto& golden : golden_files("logdet", "mvu")) {
    const auto& expected = golden.at("mvu");
    const Matrix x = matrix(expected.at("X")).transpose();
    Matrix distances(x.cols(), x.cols());
    for (Index i = 0; i < x.cols(); ++i) {
      distances.col(i) = (x.colwise() - x.col(i)).colwise().squaredNorm();
    }
    const Edges edges = mvu_edges(distances, expected.at("k").get<Index>(), false);
    EXPECT_EQ(edges, expected.at("edges").get<Edges>());
    Matrix k;
    const Descent descent = unfold(distances, edges, k, {.tolerance = 1e-9});
    EXPECT_EQ(descent.status, Status::converged) << descent.message;
    const double near = expected.at("tol").get<double>();
    EXPECT_NEAR(k.trace(), expected.at("trace").get<double>(), near * k.trace());
    // The optimum is nearly a face: K is known to the root of what its trace is known to.
    EXPECT_LT((k - matrix(expected.at("K"))).norm(), std::sqrt(near) * k.norm());
    for (const auto& [a, b] : edges) {
      EXPECT_NEAR(k(a, a) + k(b, b) - 2 * k(a, b), distances(a, b), 1e-6 * k.trace());
    }
    EXPECT_LT(k.rowwise().sum().norm(), 1e-9 * k.norm());
  }
}

TEST(Mvu, UnrollsAnArc) {
  // Points on three quarters of a circle: the line they unroll to has their chords as steps.
  Matrix x(2, 20);
  for (Index i = 0; i < 20; ++i) {
    const double angle = 0.25 * static_cast<double>(i);
    x.col(i) << std::cos(angle), std::sin(angle);
  }
  const Fit fit = mvu({.x = Samples(x)}, {.rank = 1, .neighbours = 2});
  const double length = std::abs(fit.model.left(0, 0) - fit.model.left(19, 0));
  EXPECT_NEAR(length, 19 * 2 * std::sin(0.125), 0.05);
  EXPECT_EQ(fit.status, Status::converged) << fit.message;
}

/// Points on a rolled sheet.
Dataset rolled(Index n) {
  Rng rng = make_rng(4);
  const Matrix at = random_normal(2, n, rng);
  Matrix x(3, n);
  x.row(0) = at.row(0).array().cos();
  x.row(1) = at.row(0).array().sin();
  x.row(2) = at.row(1);
  return {.x = Samples(x)};
}

TEST(Mvu, DoesNotDependOnThreads) {
  const Dataset data = rolled(300);  // several blocks of everything
  const int before = threads();
  std::vector<Matrix> places;
  for (const int count : {1, 2, 4}) {
    set_threads(count);
    places.push_back(mvu(data).model.left);
  }
  set_threads(before);
  EXPECT_EQ(places[0], places[1]);
  EXPECT_EQ(places[0], places[2]);
}

TEST(Mvu, StoppedLateIsNearTheSolution) {
  const Dataset data = rolled(150);
  const Matrix whole = mvu(data).model.left;
  const Fit fit = mvu(data, {}, {.monitor = [](const Progress& p) { return p.objective > 1e-4; }});
  EXPECT_EQ(fit.status, Status::stopped);
  const Matrix k = whole * whole.transpose(), rough = fit.model.left * fit.model.left.transpose();
  EXPECT_LT((rough - k).norm(), 0.01 * k.norm());
}

TEST(Mvu, StopsInsideAStep) {
  const Dataset data = rolled(300);
  Index asked = 0;
  const Watch watch([&] { return ++asked > 3; });
  const Fit fit = mvu(data);
  EXPECT_EQ(fit.status, Status::stopped);
  EXPECT_TRUE(fit.model.left.allFinite());
}

TEST(Mvu, RefusesMorePairsOfNeighboursThanItCanSolveFor) {
  Rng rng(2);
  Dataset data;
  data.x = Samples(random_normal(5, 175, rng));
  EXPECT_EQ(error_message([&] { mvu(data, {.neighbours = 174}); }),
            "mvu: 174 neighbours make 15225 pairs of neighbours, more than 15000: give fewer");
}

TEST(Mvu, PlacesCopiesTogether) {
  Rng rng(3);
  Matrix x = random_normal(3, 12, rng);
  x.col(7) = x.col(2);
  x.col(9) = x.col(2);
  const Matrix z = mvu({.x = Samples(x)}).model.left;
  EXPECT_EQ(z.row(7), z.row(2));
  EXPECT_EQ(z.row(9), z.row(2));
}

}  // namespace
}  // namespace mahala::test::embeddings_golden_test
