/// @file
/// The items whose inner product with a query is largest, exactly.
///
/// Products of blocks give approximate scores and a bound of their error; whatever may be among
/// the k largest is computed again one by one, in double. So equal products are found equal and
/// listed by item number.
#pragma once

#include "mahala/search/neighbours.hpp"

namespace mahala {

/// x_i^T z_j, summed over the features in their order, whatever the storages.
double inner_product(const Samples& x, Index i, const Samples& z, Index j);

/// The min(k, items) items of the largest products for every query, largest first; `distance`
/// of the answer holds the products. Error if k or the number of items is not positive, the
/// dimensions differ or a number is not finite.
Neighbours largest_products(const Samples& items, const Samples& queries, Index k);

}  // namespace mahala
