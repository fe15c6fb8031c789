#include "mahala/data/read/shared_stream.hpp"

#include "mahala/core/error.hpp"
#include "mahala/core/ranks.hpp"
#include "mahala/data/read/formats.hpp"
#include "mahala/data/samples/parts.hpp"
#include "mahala/data/samples/shared_columns.hpp"

namespace mahala::reading {
namespace {

constexpr char end_of_name = '\0';  ///< no name of an array has one

std::vector<std::string> names_of_all(const std::vector<std::string>& own) {
  std::string joined;
  for (const std::string& name : own) joined.append(name).push_back(end_of_name);
  std::vector<std::string> names;
  for (const std::string& part : all_gather(joined)) {
    for (std::size_t at = 0; at < part.size();) {
      const std::size_t end = part.find(end_of_name, at);
      names.push_back(part.substr(at, end - at));
      at = end + 1;
    }
  }
  return names;
}

/// One name each, or none.
Labels labels_of_all(const Labels& own, Index count) {
  if (own.empty()) return own;
  std::vector<std::string> names;
  for (Index i = 0; i < count; ++i)
    names.push_back(own.names()[static_cast<std::size_t>(own[i][0])]);
  return Labels::from_names(names_of_all(names));
}

class SharedStream : public SampleStream {
 public:
  explicit SharedStream(std::unique_ptr<SampleStream> all) : all_(std::move(all)) {}

  Dataset next() override {
    Dataset data;
    together([&] { data = all_->next(); });
    if (data.size() > 0) data.x = mahala::shared_out(std::move(data.x));
    return data;
  }

  std::string where() const override { return all_->where(); }

 private:
  std::unique_ptr<SampleStream> all_;
};

}  // namespace

Dataset shared_rows(const ArrayFile& file) {
  const Index n = file.samples.shape[0];
  const auto shares = SampleParts(n).shares();
  const auto me = static_cast<std::size_t>(rank());
  const Index count = shares[me + 1] - shares[me], begin = std::min(shares[me], n - 1);
  Dataset data;
  // A rank without samples looks at one all the same, for what all of them have in common.
  together([&] { data = rows_in(file, begin, begin + std::max<Index>(count, 1)); });
  if (count == 0) data.x = data.x.select({});
  data.x = Samples::shared(std::move(data.x.own()), n);
  data.labels = labels_of_all(data.labels, count);
  data.groups = labels_of_all(data.groups, count);
  if (data.ids.empty()) return data;
  data.ids.resize(static_cast<std::size_t>(count));
  data.ids = names_of_all(data.ids);
  check_unique(data.ids, file.name, [](std::size_t i) { return fmt::format("row {}", i); });
  return data;
}

std::unique_ptr<SampleStream> shared_out(std::unique_ptr<SampleStream> all) {
  return std::make_unique<SharedStream>(std::move(all));
}

}  // namespace mahala::reading
