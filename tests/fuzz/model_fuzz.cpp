// Model files of any bytes: load gives a model or an Error, never anything else.

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "mahala/core/error.hpp"
#include "mahala/model/model_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const int file = memfd_create("model", 0);
  if (file < 0) return -1;
  if (write(file, data, size) == static_cast<ssize_t>(size)) {
    try {
      const mahala::Model model = mahala::load("/proc/self/fd/" + std::to_string(file));
      // What was taken has to be usable; a huge identity would embed to as huge a sample.
      if (model.input_dim() < 1000) {
        const mahala::Matrix x = mahala::Matrix::Ones(model.input_dim(), 2);
        if (!mahala::embed(model, mahala::Samples(x)).allFinite()) __builtin_trap();
      }
    } catch (const mahala::Error&) {
    }
  }
  close(file);
  return 0;
}
