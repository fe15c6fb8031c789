// Learners of bounds on tr(W A): against dense matrices, finite differences and learners of pairs.

#include <gtest/gtest.h>

#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/core/random.hpp"
#include "mahala/learn/bregman/itml.hpp"
#include "mahala/learn/form_points.hpp"
#include "mahala/learn/riemannian/psd_flat.hpp"
#include "mahala/learn/riemannian/psd_polar.hpp"
#include "mahala/optimize/regression/form_problem.hpp"
#include "mahala/optimize/regression/matrix_problem.hpp"
#include "tests/support/blobs.hpp"
#include "tests/support/error_message.hpp"

namespace mahala::test::form_learners_test {
namespace {

/// The entries of a symmetric matrix as a form.
Form form_of(const Matrix& a, Relation relation, double value) {
  Form form{.relation = relation, .value = value, .of_features = true};
  for (Index i = 0; i < a.rows(); ++i) {
    for (Index j = 0; j < a.cols(); ++j) {
      if (a(i, j) != 0) form.terms.push_back({i, j, a(i, j)});
    }
  }
  return form;
}

/// Random symmetric matrices with their traces under G G^T.
struct Observed {
  Matrix g;
  std::vector<Matrix> matrices;
  Forms forms;

  Observed(Index dim, Index rank, Index count) {
    Rng rng = make_rng(3);
    g = random_normal(dim, rank, rng);
    for (Index k = 0; k < count; ++k) {
      matrices.push_back(symmetric_part(random_normal(dim, dim, rng)));
      const Matrix& a = matrices.back();
      forms.push_back(form_of(a, Relation::equal, (g * g.transpose()).cwiseProduct(a).sum()));
    }
  }
};

TEST(FormPoints, SumsOfPointsAreTracesOfMatrices) {
  const Observed seen(5, 2, 8);
  const Dataset data = blobs(20, 5);
  Forms forms = seen.forms;
  forms.push_back({.terms = {{0, 1, 2.0}, {3, origin, -0.5}}, .value = 1});
  const FormPoints made = form_points(forms, data.x);
  const Matrix w = seen.g * seen.g.transpose();
  for (std::size_t k = 0; k < forms.size(); ++k) {
    Matrix a = Matrix::Zero(5, 5);
    for (const FormTerm& term : made.forms[k].terms) {
      Vector v = made.points.col(term.i);
      if (term.j != origin) v -= made.points.col(term.j);
      a += term.factor * v * v.transpose();
    }
    if (k < seen.matrices.size()) {
      EXPECT_LT((a - seen.matrices[k]).norm(), 1e-12);
    } else {
      const Vector d = data.x.column(0) - data.x.column(1), x = data.x.column(3);
      EXPECT_NEAR(a.cwiseProduct(w).sum(), 2 * d.dot(w * d) - 0.5 * x.dot(w * x), 1e-9);
    }
  }
}

TEST(FormProblem, AgreesWithDenseMatricesAndFiniteDifferences) {
  const Observed seen(5, 2, 12);
  Rng rng = make_rng(4);
  std::vector<MatrixObservation> dense;
  Forms forms = seen.forms;
  for (std::size_t k = 0; k < forms.size(); ++k) {
    forms[k].relation = static_cast<Relation>(k % 3);
    forms[k].weight = 1 + 0.1 * static_cast<double>(k);
    dense.push_back({seen.matrices[k], forms[k].relation, forms[k].value, forms[k].weight});
  }
  const FormPoints made = form_points(forms, Samples(Matrix(Matrix::Zero(5, 1))));
  const FormProblem problem(made.points, made.forms);
  const MatrixProblem expected(dense);
  const Matrix g = random_normal(5, 2, rng), u = random_normal(5, 2, rng);
  EXPECT_NEAR(problem.cost(g), expected.cost(g), 1e-11 * expected.cost(g));
  EXPECT_LT((problem.slope(g) - expected.slope(g)).norm(), 1e-11 * expected.slope(g).norm());
  const std::vector<Index> some{1, 5, 7};
  EXPECT_LT((problem.slope(g, u, some) - expected.slope(g, u, some)).norm(), 1e-10);
  const double h = 1e-5;
  const double slope = (problem.cost(g + h * u) - problem.cost(g - h * u)) / (2 * h);
  EXPECT_NEAR(2 * problem.slope(g).cwiseProduct(u).sum(), slope, 1e-5 * std::abs(slope));
}

TEST(FormLearners, RegressionFindsTheMatrixBehindTraces) {
  const Observed seen(6, 2, 60);
  const Dataset data{.x = Samples(Matrix(Matrix::Identity(6, 6)))};
  const Matrix w = seen.g * seen.g.transpose();
  const StartOptions from{.rank = 2, .start = FactorStart::random};
  SolverOptions solver;
  solver.descent.tolerance = 1e-10;
  const Fit flat = psd_flat(data, seen.forms, {.from = from, .solver = solver}, {.seed = 1});
  const Fit polar =
      psd_polar(data, seen.forms, {.from = from, .polar = {}, .solver = solver}, {.seed = 1});
  for (const Fit& fit : {flat, polar}) {
    const Matrix found = fit.model.left * fit.model.left.transpose();
    EXPECT_LT((found - w).norm(), 1e-3 * w.norm()) << fit.message;
  }
}

TEST(FormLearners, ItmlFromFormsOfOnePairIsItmlFromPairs) {
  const Dataset data = blobs(30, 4);
  const Pairs pairs = {{0, 3, Relation::at_most, 0.5},
                       {1, 2, Relation::at_least, 9},
                       {4, 7, Relation::at_most, 0.7, 2},
                       {5, 6, Relation::equal, 3}};
  Forms forms;
  for (const Pair& p : pairs) {
    forms.push_back(
        {.terms = {{p.i, p.j, 1}}, .relation = p.relation, .value = p.value, .weight = p.weight});
  }
  ItmlOptions options;
  options.learning.slack = LogDetSlack::hinge;
  options.learning.solver.sweeps.tolerance = 1e-9;
  const Matrix a = itml(data, pairs, options).model.left, b = itml(data, forms, options).model.left;
  EXPECT_LT((a * a.transpose() - b * b.transpose()).norm(), 1e-4 * (a * a.transpose()).norm());
}

TEST(FormLearners, ItmlKeepsHardBoundsOnEntriesOfTheMetric) {
  const Dataset data = blobs(30, 3);
  Matrix a = Matrix::Zero(3, 3);
  a(0, 1) = a(1, 0) = 0.5;
  const Forms forms = {form_of(a, Relation::at_least, 0.6),
                       form_of(Matrix::Identity(3, 3), Relation::at_most, 2.5)};
  ItmlOptions options;
  options.learning.gamma = "inf";
  const Fit fit = itml(data, forms, options);
  const Matrix w = fit.model.left * fit.model.left.transpose();
  EXPECT_NEAR(w(0, 1), 0.6, 1e-3) << fit.message;
  EXPECT_LE(w.trace(), 2.5 + 1e-3);
}

TEST(FormLearners, OptionsOfPairsAreRefusedBesideForms) {
  const Observed seen(4, 1, 3);
  const Dataset data{.x = Samples(Matrix(Matrix::Identity(4, 4)))};
  PsdFlatOptions options;
  options.solver.stages = false;
  EXPECT_EQ(error_message([&] { psd_flat(data, seen.forms, options); }),
            "option stages: false counts for pairs, not for forms");
  EXPECT_EQ(error_message([&] { itml(data, seen.forms, {.learning = {.gamma = "auto"}}); }),
            "option gamma: auto chooses for pairs; forms take a number");
}

}  // namespace
}  // namespace mahala::test::form_learners_test
