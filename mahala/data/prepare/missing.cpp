#include "mahala/data/prepare/missing.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <type_traits>
#include <vector>

#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/core/ranks.hpp"

namespace mahala {
namespace {

/// Features gathered at a time: the doubles of one cache line.
constexpr Index features_at_once = 8;

void check_cell(double value, Index sample, Index feature, std::string_view remark) {
  require(!std::isnan(value), "sample {}, feature {}: missing value{}", sample, feature, remark);
  require(std::isfinite(value), "sample {}, feature {}: infinite value", sample, feature);
}

void check_column(const Eigen::Ref<const Vector>& column, Index sample, std::string_view remark) {
  if (column.allFinite()) return;
  for (Index k = 0; k < column.size(); ++k) check_cell(column[k], sample, k, remark);
}

double middle(std::vector<double>& values) {
  const auto half = values.begin() + std::ssize(values) / 2;
  std::nth_element(values.begin(), half, values.end());
  if (values.size() % 2 == 1) return *half;
  const double below = *std::max_element(values.begin(), half);
  return below + (*half - below) / 2;
}

double average(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

template <class X>
void fill_features(const X& x, Index begin, Index end, Fill fill, Vector& fills) {
  std::vector<std::vector<double>> present(static_cast<std::size_t>(end - begin));
  for (Index i = 0; i < x.cols(); ++i) {
    for (Index k = begin; k < end; ++k) {
      const auto value = static_cast<double>(x(k, i));
      if (!std::isnan(value)) present[static_cast<std::size_t>(k - begin)].push_back(value);
    }
  }
  for (Index k = begin; k < end; ++k) {
    auto& values = present[static_cast<std::size_t>(k - begin)];
    require(!values.empty(), "feature {}: every value is missing, so there is none to impute", k);
    fills[k] = fill == Fill::median ? middle(values) : average(values);
  }
}

}  // namespace

void check_complete(const Samples& x, std::string_view remark) {
  if (const auto* sparse = x.sparse()) {
    for (Index i = 0; i < sparse->cols(); ++i) {
      for (SparseMatrix::InnerIterator it(*sparse, i); it; ++it) {
        check_cell(it.value(), i, it.row(), remark);
      }
    }
    return;
  }
  const auto check_own = [&] {
    const Index first = x.own_begin();
    x.for_own_blocks(first, first + x.own_size(), [&](Index begin, const MatrixView& block) {
      for (Index j = 0; j < block.cols(); ++j) check_column(block.col(j), begin + j, remark);
    });
  };
  x.is_shared() ? together(check_own) : check_own();
}

Vector fill_values(const Samples& x, Fill fill) {
  Vector fills(x.dim());
  const auto fill_all = [&](const auto& matrix) {
    parallel_parts(x.dim(), features_at_once,
                   [&](Index begin, Index end) { fill_features(matrix, begin, end, fill, fills); });
  };
  std::visit(
      [&](const auto& storage) {
        if constexpr (requires { storage.file; }) {
          fill_all(storage.x);
        } else if constexpr (std::is_same_v<std::decay_t<decltype(storage)>, SparseMatrix>) {
          fail("missing cells of sparse samples cannot be told from zeros");
        } else {
          fill_all(storage);
        }
      },
      x.storage());
  return fills;
}

}  // namespace mahala
