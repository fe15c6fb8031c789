#include "mahala/data/samples/coincide.hpp"

namespace mahala {

bool coincide(const Samples& x) {
  for (Index i = 1; i < x.size(); ++i) {
    if (x.squared_distance(0, i) > 0) return false;
  }
  return true;
}

}  // namespace mahala
