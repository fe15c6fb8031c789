#include "python/module/module.hpp"

#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/core/ranks.hpp"

PYBIND11_MODULE(_mahala, module) {
  using namespace mahala::python;
  module.doc() = "The library of mahala; the package mahala is what one uses.";
  py::register_exception_translator([](std::exception_ptr pointer) {
    try {
      if (pointer) std::rethrow_exception(pointer);
    } catch (const mahala::Error& error) {
      PyErr_SetString(PyExc_ValueError, error.what());
    }
  });
  module.def("set_threads", &mahala::set_threads,
             "How many threads may be used; 0 = one per core.");
  module.def("threads", &mahala::threads);
  module.def("knows_ranks", &mahala::knows_ranks);
  module.def("join_ranks", [] {
    mahala::join_ranks();
    return std::pair(mahala::rank(), mahala::ranks());
  });
  module.def("ranks", &mahala::ranks);
  add_arrays(module);
  add_models(module);
  add_learners(module);
  add_road(module);
  add_adapt(module);
}
