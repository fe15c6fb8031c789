/// @file
/// Where experiments find their data: files by name, in folders that are looked through in order.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "mahala/data/read/read.hpp"

namespace mahala::reproduce {

struct DataFile {
  std::string name;       ///< "wine.csv"
  std::string what = {};  ///< what it is, for whoever has to find it
};

class DataFolder {
 public:
  /// `given` is the user's, "" = none; `shipped` comes with the program and holds few.
  DataFolder(std::filesystem::path given, std::filesystem::path shipped)
      : given_(std::move(given)), shipped_(std::move(shipped)) {}

  /// None if it is in neither.
  std::optional<std::filesystem::path> find(const std::string& file) const;

  std::vector<DataFile> missing(const std::vector<DataFile>& files) const;

  /// Error naming the files that are missing and where they were looked for.
  void check(const std::vector<DataFile>& files, const std::string& experiment) const;

  /// Reads a file once, however often it is asked for, and keeps it; from any thread. `options` are
  /// to be the same each time.
  const Dataset& dataset(const std::string& file, const ReadOptions& options = {}) const;

  /// Forgets what was read.
  void release() const;

 private:
  std::filesystem::path given_, shipped_;
  mutable std::mutex reading_;
  mutable std::map<std::string, std::unique_ptr<Dataset>> read_;
};

}  // namespace mahala::reproduce
