#include "mahala/reproduce/data_folder.hpp"

#include "mahala/core/error.hpp"

namespace mahala::reproduce {

namespace fs = std::filesystem;

std::optional<fs::path> DataFolder::find(const std::string& file) const {
  for (const fs::path& folder : {given_, shipped_}) {
    std::error_code ignored;
    if (!folder.empty() && fs::is_regular_file(folder / file, ignored)) return folder / file;
  }
  return std::nullopt;
}

std::vector<DataFile> DataFolder::missing(const std::vector<DataFile>& files) const {
  std::vector<DataFile> absent;
  for (const DataFile& file : files) {
    if (!find(file.name)) absent.push_back(file);
  }
  return absent;
}

void DataFolder::check(const std::vector<DataFile>& files, const std::string& experiment) const {
  std::string wanted;
  for (const DataFile& file : missing(files)) {
    wanted += fmt::format("{}{} ({})", wanted.empty() ? "" : ", ", file.name, file.what);
  }
  const std::string looked =
      given_.empty() ? "no folder of data was given" : "looked for in " + given_.string();
  require(wanted.empty(), "experiment '{}' wants {}; {}", experiment, wanted, looked);
}

const Dataset& DataFolder::dataset(const std::string& file, const ReadOptions& options) const {
  const std::lock_guard lock(reading_);
  std::unique_ptr<Dataset>& known = read_[file];
  if (known == nullptr) {
    const auto path = find(file);
    require(path.has_value(), "there is no file '{}' in {}", file, given_.string());
    known = std::make_unique<Dataset>(read_dataset(*path, options));
  }
  return *known;
}

void DataFolder::release() const {
  const std::lock_guard lock(reading_);
  read_.clear();
}

}  // namespace mahala::reproduce
