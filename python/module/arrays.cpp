/// Arrays become Samples where they lie: a C-ordered (n, d) array is our d x n matrix, and a CSR
/// matrix our compressed columns.
#include "mahala/core/error.hpp"
#include "mahala/data/samples/columns.hpp"
#include "python/module/module.hpp"

/// NumPy's float16.
template <>
struct pybind11::detail::npy_format_descriptor<mahala::Half> {
  static constexpr auto name = const_name("numpy.float16");
  static pybind11::dtype dtype() { return pybind11::dtype("e"); }
};

namespace mahala::python {
namespace {

/// Gives a reference back with Python's lock held, whoever holds the last copy.
std::shared_ptr<const void> keep(py::object object) {
  PyObject* raw = object.release().ptr();
  return {raw, [](PyObject* kept) {
            py::gil_scoped_acquire acquire;
            Py_DECREF(kept);
          }};
}

template <class Scalar>
Samples dense(py::array_t<Scalar, 0> array) {
  require(array.ndim() == 2, "samples are an array of 2 dimensions, and this has {}", array.ndim());
  require((array.flags() & py::array::c_style) != 0, "samples are a C-ordered array");
  const typename Mapped<Scalar>::View view(array.data(), array.shape(1), array.shape(0));
  return Samples(Mapped<Scalar>(keep(array), view));
}

void check_rows(Index rows, Index cols, const Index* starts, const Index* rows_of, Index entries) {
  require(starts[0] == 0 && starts[cols] == entries, "indptr does not begin with 0 and end with {}",
          entries);
  for (Index i = 0; i < cols; ++i) {
    require(starts[i] <= starts[i + 1] && starts[i + 1] <= entries, "indptr falls after row {}", i);
    for (Index k = starts[i]; k < starts[i + 1]; ++k) {
      require(rows_of[k] >= 0 && rows_of[k] < rows, "row {}: column {} of {}", i, rows_of[k], rows);
      require(k == starts[i] || rows_of[k - 1] < rows_of[k], "row {}: columns do not ascend", i);
    }
  }
}

using Positions = py::array_t<Index, py::array::c_style>;
using Numbers = py::array_t<double, py::array::c_style>;

Samples sparse(Index rows, const Positions& starts, const Positions& rows_of,
               const Numbers& values) {
  const Index cols = starts.size() - 1;
  require(cols >= 0 && rows_of.size() == values.size(), "no CSR matrix");
  check_rows(rows, cols, starts.data(), rows_of.data(), rows_of.size());
  auto kept = keep(py::make_tuple(starts, rows_of, values));
  return Samples(Samples::Storage(
      std::in_place_type<SparseMatrix>,
      SparseMatrix::referring(rows, cols, starts.data(), rows_of.data(), values.data(), kept)));
}

/// (indptr, indices, data, d) of sparse samples, else an (n, d) array: copies.
py::object to_arrays(const Samples& x) {
  return with_columns(x, [](const auto& columns) -> py::object {
    using X = std::decay_t<decltype(columns)>;
    if constexpr (is_sparse_v<X>) {
      SparseMatrix packed = columns;
      packed.makeCompressed();
      return py::make_tuple(Positions(packed.cols() + 1, packed.outerIndexPtr()),
                            Positions(packed.nonZeros(), packed.innerIndexPtr()),
                            Numbers(packed.nonZeros(), packed.valuePtr()), packed.rows());
    } else {
      py::array_t<typename X::Scalar> rows({columns.cols(), columns.rows()});
      std::copy_n(columns.data(), columns.size(), rows.mutable_data());
      return rows;
    }
  });
}

}  // namespace

Samples shared(const HeldSamples& held) {
  require(held != nullptr, "samples are None");
  const auto* x = std::get_if<SparseMatrix>(&held->storage());
  if (x == nullptr) return *held;
  return Samples(
      Samples::Storage(std::in_place_type<SparseMatrix>,
                       SparseMatrix::referring(x->rows(), x->cols(), x->outerIndexPtr(),
                                               x->innerIndexPtr(), x->valuePtr(), held)));
}

void add_arrays(py::module_& module) {
  py::class_<Samples, HeldSamples>(module, "Samples")
      .def_property_readonly("shape", [](const Samples& x) { return std::pair(x.size(), x.dim()); })
      .def_property_readonly("storage", &Samples::storage_name)
      .def("arrays", &to_arrays);
  module.def("dense_samples", &dense<double>, py::arg("array").noconvert());
  module.def("dense_samples", &dense<float>, py::arg("array").noconvert());
  module.def("dense_samples", &dense<Half>, py::arg("array").noconvert());
  module.def("sparse_samples", &sparse);
}

}  // namespace mahala::python
