#include "mahala/learn/form_points.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/linalg/linalg.hpp"

namespace mahala {
namespace {

constexpr double negligible_part = 1e-13;  ///< of an eigenvalue of A, relative to the largest

std::vector<Index> features_named(const Form& form) {
  std::vector<Index> all;
  for (const FormTerm& term : form.terms) all.insert(all.end(), {term.i, term.j});
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// The eigenvectors of A, which are new points, as terms.
Form of_eigenvectors(const Form& form, Index dim, std::vector<Vector>& points, Index before) {
  const std::vector<Index> features = features_named(form);
  const auto place = [&](Index feature) {
    return std::ranges::lower_bound(features, feature) - features.begin();
  };
  Matrix a = Matrix::Zero(std::ssize(features), std::ssize(features));
  for (const FormTerm& term : form.terms) {
    a(place(term.i), place(term.j)) += term.factor / 2;
    a(place(term.j), place(term.i)) += term.factor / 2;
  }
  const auto [values, vectors] = symmetric_eigen(a);
  Form made{.relation = form.relation, .value = form.value, .weight = form.weight};
  const double floor = negligible_part * values.cwiseAbs().maxCoeff();
  for (Index k = 0; k < values.size(); ++k) {
    if (std::abs(values[k]) <= floor) continue;
    Vector point = Vector::Zero(dim);
    point(features) = vectors.col(k);
    made.terms.push_back({before + std::ssize(points), origin, values[k]});
    points.push_back(std::move(point));
  }
  return made;
}

}  // namespace

FormPoints form_points(const Forms& forms, const Samples& x) {
  const std::vector<Index> samples = samples_of(forms);
  const auto place = [&](Index sample) {
    return sample == origin ? origin : std::ranges::lower_bound(samples, sample) - samples.begin();
  };
  FormPoints made;
  std::vector<Vector> more;
  for (const Form& form : forms) {
    if (form.of_features) {
      made.forms.push_back(of_eigenvectors(form, x.dim(), more, std::ssize(samples)));
      continue;
    }
    made.forms.push_back(form);
    for (FormTerm& term : made.forms.back().terms)
      term = {place(term.i), place(term.j), term.factor};
  }
  made.points.resize(x.dim(), std::ssize(samples) + std::ssize(more));
  if (!samples.empty()) {
    made.points.leftCols(std::ssize(samples)) = x.select(samples).block(0, std::ssize(samples));
  }
  for (std::size_t k = 0; k < more.size(); ++k) {
    made.points.col(std::ssize(samples) + static_cast<Index>(k)) = more[k];
  }
  return made;
}

}  // namespace mahala
