#include "mahala/optimize/regression/form_problem.hpp"

#include <numeric>

#include "mahala/core/error.hpp"

namespace mahala {

FormProblem::FormProblem(Matrix points, Forms forms, Loss loss)
    : points_(std::move(points)), forms_(std::move(forms)), loss_(loss), all_(forms_.size()) {
  require(!forms_.empty(), "there are no forms");
  std::iota(all_.begin(), all_.end(), Index{0});
}

FormProblem::Used FormProblem::used_by(std::span<const Index> which) const {
  Used used{.place = std::vector<Index>(static_cast<std::size_t>(points_.cols()), -1)};
  const auto use = [&](Index point) {
    if (point == origin || used.place[static_cast<std::size_t>(point)] >= 0) return;
    used.place[static_cast<std::size_t>(point)] = std::ssize(used.points);
    used.points.push_back(point);
  };
  for (const Index k : which) {
    for (const FormTerm& term : forms_[static_cast<std::size_t>(k)].terms) {
      use(term.i);
      use(term.j);
    }
  }
  return used;
}

double FormProblem::predicted(const Form& form, const Matrix& z, const Used& used) const {
  double sum = 0;
  for (const FormTerm& term : form.terms) {
    const auto at = z.col(used.place[static_cast<std::size_t>(term.i)]);
    sum += term.factor *
           (term.j == origin
                ? at.squaredNorm()
                : (at - z.col(used.place[static_cast<std::size_t>(term.j)])).squaredNorm());
  }
  return sum;
}

double FormProblem::cost(const Matrix& g, std::span<const Index> which) const {
  const Used used = used_by(which);
  const Matrix z = g.transpose() * points_(Eigen::all, used.points);
  double sum = 0;
  for (const Index k : which) {
    const Form& form = forms_[static_cast<std::size_t>(k)];
    sum += weighted_loss(loss_, form.relation, predicted(form, z, used) - form.value, form.weight);
  }
  return sum / static_cast<double>(which.size());
}

Matrix FormProblem::slope(const Matrix& g, const Matrix& m, std::span<const Index> which) const {
  const Used used = used_by(which);
  const Matrix points = points_(Eigen::all, used.points);
  const Matrix z = g.transpose() * points, seen = m.transpose() * points;
  Matrix pulled = Matrix::Zero(seen.rows(), seen.cols());
  for (const Index k : which) {
    const Form& form = forms_[static_cast<std::size_t>(k)];
    const double slope = form.weight / static_cast<double>(which.size()) *
                         loss_slope(loss_, form.relation, predicted(form, z, used) - form.value);
    if (slope == 0) continue;
    for (const FormTerm& term : form.terms) {
      const Index i = used.place[static_cast<std::size_t>(term.i)];
      if (term.j == origin) {
        pulled.col(i) += slope * term.factor * seen.col(i);
        continue;
      }
      const Index j = used.place[static_cast<std::size_t>(term.j)];
      const Vector along = slope * term.factor * (seen.col(i) - seen.col(j));
      pulled.col(i) += along;
      pulled.col(j) -= along;
    }
  }
  return points * pulled.transpose();
}

double FormProblem::best_multiple(const Matrix& g) const {
  const Used used = used_by(all_);
  const Matrix z = g.transpose() * points_(Eigen::all, used.points);
  double asked = 0, had = 0;
  for (const Form& form : forms_) {
    if (form.relation != Relation::equal) continue;
    const double yhat = predicted(form, z, used);
    asked += form.weight * yhat * form.value;
    had += form.weight * yhat * yhat;
  }
  return asked > 0 && had > 0 ? asked / had : 1;
}

}  // namespace mahala
