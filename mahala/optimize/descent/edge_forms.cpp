#include "mahala/optimize/descent/edge_forms.hpp"

#include "mahala/core/parallel.hpp"

namespace mahala {
namespace {

constexpr Index edges_at_once = 64, rows_at_once = 256;

/// Calls work(e, i, j) for all edges, in parts.
template <class Work>
void for_edges(const Edges& edges, const Work& work) {
  parallel_parts(std::ssize(edges), edges_at_once, [&](Index begin, Index end) {
    for (Index e = begin; e < end; ++e) {
      const auto [i, j] = edges[static_cast<std::size_t>(e)];
      work(e, i, j);
    }
  });
}

}  // namespace

Vector edge_forms(const Edges& edges, const Matrix& a) {
  Vector forms(std::ssize(edges));
  for_edges(edges, [&](Index e, Index i, Index j) { forms[e] = a(i, i) + a(j, j) - 2 * a(i, j); });
  return forms;
}

Vector edge_forms(const Edges& edges, const Matrix& a, const Matrix& b) {
  Vector forms(std::ssize(edges));
  for_edges(edges, [&](Index e, Index i, Index j) {
    forms[e] = (a.col(i) - a.col(j)).dot(b.col(i) - b.col(j));
  });
  return forms;
}

void edge_schur(const Edges& edges, const Matrix& a, const Matrix& b, Matrix& schur) {
  const Index m = std::ssize(edges);
  schur.resize(m, m);
  for_edges(edges, [&](Index f, Index k, Index l) {
    const Vector av = a.col(k) - a.col(l), bv = b.col(k) - b.col(l);
    for (Index e = f; e < m; ++e) {
      const auto [i, j] = edges[static_cast<std::size_t>(e)];
      schur(e, f) = (av[i] - av[j]) * (bv[i] - bv[j]);
    }
  });
}

void add_laplacian(const Edges& edges, const Vector& y, double scale, Matrix& a) {
  for (Index e = 0; e < y.size(); ++e) {
    const auto [i, j] = edges[static_cast<std::size_t>(e)];
    const double weight = scale * y[e];
    a(i, i) += weight;
    a(j, j) += weight;
    a(i, j) -= weight;
    a(j, i) -= weight;
  }
}

Vector laplacian_times(const Edges& edges, const Vector& y, const Vector& v) {
  Vector product = Vector::Zero(v.size());
  for (Index e = 0; e < y.size(); ++e) {
    const auto [i, j] = edges[static_cast<std::size_t>(e)];
    const double flow = y[e] * (v[i] - v[j]);
    product[i] += flow;
    product[j] -= flow;
  }
  return product;
}

Matrix times_laplacian(const Matrix& a, const Edges& edges, const Vector& y) {
  Matrix product = Matrix::Zero(a.rows(), a.cols());
  parallel_parts(a.rows(), rows_at_once, [&](Index begin, Index end) {
    const auto from = a.middleRows(begin, end - begin);
    auto to = product.middleRows(begin, end - begin);
    Vector flow(end - begin);
    for (Index e = 0; e < y.size(); ++e) {
      const auto [i, j] = edges[static_cast<std::size_t>(e)];
      flow = y[e] * (from.col(i) - from.col(j));
      to.col(i) += flow;
      to.col(j) -= flow;
    }
  });
  return product;
}

}  // namespace mahala
