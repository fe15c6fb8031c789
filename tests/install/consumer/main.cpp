#include <mahala/core/random.hpp>
#include <mahala/learn/riemannian/psd_flat.hpp>

int main() {
  mahala::Rng rng = mahala::make_rng(1);
  const mahala::Dataset data{.x = mahala::Samples(mahala::random_normal(5, 20, rng))};
  const mahala::Pairs pairs = {{.i = 0, .j = 1, .relation = mahala::Relation::at_most, .value = 1}};
  const mahala::Fit fit = mahala::psd_flat(data, pairs, {.from = {.rank = 2}});
  return fit.status == mahala::Status::converged && fit.model.rank() == 2 ? 0 : 1;
}
