#include <fmt/format.h>

#include <cstdint>

#include "mahala/core/output_file.hpp"
#include "mahala/data/write/binary.hpp"
#include "mahala/data/write/formats.hpp"

namespace mahala::writing {

/// Written sample by sample: mapped and sparse data need not fit in memory as doubles.
void write_safetensors_data(const Dataset& data, const std::filesystem::path& path) {
  constexpr std::size_t alignment = 8;  // the length in front is as long
  const std::uint64_t bytes =
      static_cast<std::uint64_t>(data.size()) * static_cast<std::uint64_t>(data.dim()) * 8;
  std::string header =
      fmt::format(R"({{"x":{{"dtype":"F64","shape":[{},{}],"data_offsets":[0,{}]}}}})", data.size(),
                  data.dim(), bytes);
  header.resize((header.size() + alignment - 1) / alignment * alignment, ' ');
  const std::uint64_t length = header.size();
  OutputFile file(path);
  file.write({reinterpret_cast<const char*>(&length), sizeof length});
  file.write(header);
  for_each_sample(data.x, [&](std::string_view sample) { file.write(sample); });
  file.commit();
}

}  // namespace mahala::writing
