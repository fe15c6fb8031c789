// What reading a file of some content gives, or says.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "mahala/data/read/read.hpp"
#include "tests/support/error_message.hpp"
#include "tests/support/temporary.hpp"

namespace mahala::test {

/// How messages about a column of text end.
inline std::string ways_out_of(const std::string& column) {
  return "; leave the column out (option drop=" + column +
         "), make a 0/1 feature of each of its values (option encode=one-hot), or say what else it "
         "is (option label=" +
         column + ", option id=" + column + ", option group=" + column + ")";
}

/// Reads content as a file of one name.
class ReadingTest : public testing::Test {
 protected:
  explicit ReadingTest(std::string name = "data") : name_(std::move(name)) {}

  Dataset read(std::string_view content, const ReadOptions& options = {}) const {
    return read_dataset(folder.write(name_, content), options);
  }
  /// The message, without the folder's name.
  std::string error_of(std::string_view content, const ReadOptions& options = {}) const {
    return folder.without_root(error_message([&] { read(content, options); }));
  }

  TemporaryDirectory folder;

 private:
  std::string name_;
};

inline Matrix dense(const Dataset& data) { return data.x.block(0, data.size()); }

/// Those of each sample.
inline std::vector<std::vector<std::string>> label_names(const Labels& labels) {
  std::vector<std::vector<std::string>> all;
  for (Index i = 0; i < labels.size(); ++i) {
    auto& own = all.emplace_back();
    for (const Index label : labels[i]) {
      own.push_back(labels.names()[static_cast<std::size_t>(label)]);
    }
  }
  return all;
}

/// As they lie in memory.
template <class T>
std::string bytes(const std::vector<T>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T)};
}

}  // namespace mahala::test
