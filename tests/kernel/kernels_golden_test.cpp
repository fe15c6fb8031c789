// Kernels against reference values and against their definitions.

#include <gtest/gtest.h>

#include <cmath>

#include "mahala/core/random.hpp"
#include "mahala/kernel/learned_kernel.hpp"
#include "mahala/kernel/manifold_kernel.hpp"
#include "mahala/kernel/pyramid_match.hpp"
#include "tests/support/centred_rows.hpp"
#include "tests/support/logdet_golden.hpp"

namespace mahala::test::kernels_golden_test {
namespace {

Samples samples(const nlohmann::json& rows) { return Samples(Matrix(matrix(rows).transpose())); }

/// Sets as samples, places without a vector filled with -1.
Samples sets(const nlohmann::json& list) {
  std::size_t most = 0;
  for (const auto& set : list) most = std::max(most, set.size());
  const auto size = static_cast<Index>(list[0][0].size());
  Matrix x = Matrix::Constant(size * static_cast<Index>(most), std::ssize(list), -1);
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (std::size_t v = 0; v < list[i].size(); ++v) {
      x.col(static_cast<Index>(i)).segment(size * static_cast<Index>(v), size) = vector(list[i][v]);
    }
  }
  return Samples(std::move(x));
}

TEST(KernelsGolden, GaussianPolynomialSumAndCentring) {
  int seen = 0;
  for (const auto& all : golden_files("logdet", "median_gamma")) {
    const Samples x = samples(all.at("X")), z = samples(all.at("Z"));
    const KernelOptions gaussian{.kernel = "gaussian", .gamma = all.at("gauss").at("gamma")};
    const Matrix k = kernel_matrix(x, gaussian), kz = cross_kernel(z, x, gaussian);
    expect_close(k, matrix(all.at("gauss").at("K")), 1e-10, "gaussian");
    expect_close(kz, matrix(all.at("gauss").at("Kz")), 1e-10, "gaussian of new samples");
    const auto& poly = all.at("poly");
    expect_close(kernel_matrix(x, {.kernel = "polynomial",
                                   .gamma = poly.at("scale"),
                                   .degree = poly.at("degree"),
                                   .offset = poly.at("c")}),
                 matrix(poly.at("K")), 1e-10, "polynomial");
    KernelOptions sum = gaussian;
    sum.kernel = "linear+gaussian";
    expect_close(cross_kernel(x, z, sum), matrix(all.at("sum_lin_gauss")), 1e-10, "sum");
    sum.kernel = "0.5*linear+0.5*gaussian";
    expect_close(cross_kernel(x, z, sum), matrix(all.at("sum_lin_gauss")), 1e-10, "weighted sum");
    expect_close(centred_kernel(k), matrix(all.at("centered").at("K")), 1e-10, "centred");
    expect_close(centred_rows(kz, k), matrix(all.at("centered").at("Kz")), 1e-10,
                 "centred rows of new samples");
    EXPECT_NEAR(fitted({.kernel = "gaussian", .gamma_rule = GammaRule::median}, x).gamma,
                all.at("median_gamma").get<double>(), 1e-12);
    ++seen;
  }
  EXPECT_GT(seen, 0);
}

TEST(KernelsGolden, ManifoldOnTheCloudAndBeyond) {
  int seen = 0;
  for (const auto& all : golden_files("logdet", "manifold")) {
    const auto& wanted = all.at("manifold");
    const Samples x = samples(all.at("X")), z = samples(all.at("Z"));
    const KernelOptions gaussian{.kernel = "gaussian", .gamma = all.at("gauss").at("gamma")};
    const Matrix k = kernel_matrix(x, gaussian);
    ManifoldOptions options{.ratio = wanted.at("ratio"), .neighbours = wanted.at("knn")};
    expect_close(neighbour_graph(x, options), matrix(wanted.at("graph")), 1e-12, "graph");
    const Matrix b = manifold_middle(x, k, options);
    expect_close(manifold_kernel(k, b), matrix(wanted.at("cloud")), 1e-9, "cloud");
    const LearnedKernel beyond(x, -b, gaussian);
    expect_close(beyond.between(z, z), matrix(wanted.at("new")), 1e-9, "new samples");
    options.laplacian = Laplacian::normalised;
    expect_close(manifold_kernel(k, manifold_middle(x, k, options)),
                 matrix(wanted.at("cloud_normalized")), 1e-9, "normalised");
    options.laplacian = Laplacian::plain;
    options.power = 2;
    expect_close(manifold_kernel(k, manifold_middle(x, k, options)),
                 matrix(wanted.at("cloud_power2")), 1e-9, "second power");
    ++seen;
  }
  EXPECT_GT(seen, 0);
}

TEST(KernelsGolden, PyramidMatch) {
  int seen = 0;
  for (const auto& all : golden_files("logdet", "pmk")) {
    const auto& wanted = all.at("pmk");
    const Samples x = sets(wanted.at("sets"));
    const auto size = static_cast<Index>(wanted.at("sets")[0][0].size());
    const KernelOptions options{.kernel = "pyramid", .vector_size = size};
    expect_close(kernel_matrix(x, options), matrix(wanted.at("K")), 1e-12, "pyramid");
    const Matrix raw = pyramid_match(x, x, {size, pyramid_levels(x)}, true);
    expect_close(raw, matrix(wanted.at("raw")), 1e-12, "matches");
    expect_close(raw / static_cast<double>(size), matrix(wanted.at("raw_invd")), 1e-12,
                 "matches by dimension");
    ++seen;
  }
  EXPECT_GT(seen, 0);
}

TEST(KernelsGolden, PrincipalComponents) {
  int seen = 0;
  for (const auto& all : golden_files("logdet", "kpca")) {
    const std::string kernel = all.at("kernel");
    const Matrix k =
        kernel_matrix(samples(all.at("X")),
                      {.kernel = "gaussian", .gamma = std::stod(kernel.substr(kernel.find(' ')))});
    const Vector eigenvalues = vector(all.at("kpca").at("eig"));
    const Matrix components = kernel_components(centred_kernel(k), eigenvalues.size());
    expect_close(components.colwise().squaredNorm().transpose(), eigenvalues, 1e-9, "eigenvalues");
    expect_close(components * components.transpose(), matrix(all.at("kpca").at("scores_gram")),
                 1e-8, "scores");
    ++seen;
  }
  EXPECT_GT(seen, 0);
}

TEST(Kernels, NormalisedOnesHaveSamplesOfLengthOne) {
  Rng rng = make_rng(1);
  const Samples x(random_normal(3, 6, rng)), z(random_normal(3, 4, rng));
  const KernelOptions plain{.kernel = "polynomial", .gamma = 1};
  KernelOptions options = plain;
  options.normalise = true;
  const Matrix k = kernel_matrix(x, options);
  EXPECT_LT((k.diagonal() - Vector::Ones(6)).norm(), 1e-12);
  const Matrix cross = cross_kernel(x, z, options), raw = cross_kernel(x, z, plain);
  const Vector of_x = self_kernel(x, plain), of_z = self_kernel(z, plain);
  EXPECT_NEAR(cross(2, 3), raw(2, 3) / std::sqrt(of_x[2] * of_z[3]), 1e-12);
  EXPECT_LT((self_kernel(z, options) - Vector::Ones(4)).norm(), 1e-12);
}

TEST(Kernels, SumsAreChecked) {
  for (const char* bad : {"", "linear+", "gausian", "0*linear", "x*linear", "2*linear+gaussian",
                          "linear+precomputed", "-1*linear"}) {
    EXPECT_THROW(kernel_terms(bad), Error) << bad;
  }
  try {
    kernel_terms("gausian");
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'gaussian'"), std::string::npos);
  }
}

TEST(Kernels, SetsWithoutVectorsAreRefused) {
  Matrix x(4, 2);
  x << 1, -1, 2, -1, 3, 3, 4, 4;
  EXPECT_EQ(pyramid_match(Samples(x), Samples(x), {2, 3}, true)(0, 1), 1);
  EXPECT_THROW(pyramid_match(Samples(x), Samples(x), {3, 3}), Error);  // 4 numbers, vectors of 3
  x.col(1).setConstant(-1);
  EXPECT_THROW(pyramid_match(Samples(x), Samples(x), {2, 3}), Error);
}

TEST(Kernels, AWeightOfZeroLeavesTheMiddleAlone) {
  Rng rng = make_rng(2);
  const Samples x(random_normal(3, 5, rng)), z(random_normal(3, 4, rng));
  const KernelOptions gaussian{.kernel = "gaussian", .gamma = 0.3};
  const Matrix half = random_normal(5, 2, rng);
  const LearnedKernel kernel(x, half * half.transpose(), gaussian, 0);
  const Matrix rows = cross_kernel(z, x, gaussian) * half;
  EXPECT_LT((kernel.between(z, z) - rows * rows.transpose()).norm(), 1e-12);
  EXPECT_LT((kernel.of_itself(z) - rows.rowwise().squaredNorm()).norm(), 1e-12);
}

TEST(Kernels, PrecomputedRowsStandForTheirSamples) {
  Rng rng = make_rng(2);
  const Matrix half = random_normal(5, 2, rng);
  const LearnedKernel kernel(Samples(Matrix(5, 0)), half * half.transpose(),
                             {.kernel = "precomputed"}, 0);
  const Matrix rows = random_normal(5, 3, rng);
  const Matrix expected = rows.transpose() * half * half.transpose() * rows;
  EXPECT_LT((kernel.between(Samples(rows), Samples(rows)) - expected).norm(), 1e-12);
  EXPECT_THROW(kernel.with_support(Samples(Matrix(4, 1))), Error);
  const LearnedKernel unknown(Samples(Matrix(5, 0)), half * half.transpose(),
                              {.kernel = "precomputed"}, 1);
  EXPECT_THROW(unknown.between(Samples(rows), Samples(rows)), Error);
}

}  // namespace
}  // namespace mahala::test::kernels_golden_test
