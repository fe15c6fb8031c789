#include "mahala/data/read/stream.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include "mahala/core/error.hpp"
#include "mahala/core/ranks.hpp"
#include "mahala/data/file/number.hpp"
#include "mahala/data/file/open.hpp"
#include "mahala/data/file/source.hpp"
#include "mahala/data/read/formats.hpp"
#include "mahala/data/read/shared_stream.hpp"

namespace mahala {
namespace {

using reading::ArrayFile;
using reading::Source;

class RowStream : public SampleStream {
 public:
  RowStream(std::unique_ptr<Source> source, reading::Rows rows, std::size_t block)
      : source_(std::move(source)),
        rows_(std::move(rows)),
        block_(rows_->needs_all() ? std::numeric_limits<std::size_t>::max() : block) {}

  Dataset next() override {
    bool any = false;
    while (!ended_ && rows_->bytes() < block_) {
      ended_ = !rows_->read();
      any = any || !ended_;
    }
    return any ? rows_->take() : Dataset();
  }

  std::string where() const override {
    return fmt::format("{}:{}", source_->name(), source_->line_number());
  }

 private:
  std::unique_ptr<Source> source_;
  reading::Rows rows_;
  std::size_t block_;
  bool ended_ = false;
};

class ArrayStream : public SampleStream {
 public:
  ArrayStream(ArrayFile file, std::string name, std::size_t block)
      : file_(std::move(file)), name_(std::move(name)) {
    const auto& shape = file_.samples.shape;
    if (shape.size() != 2 || shape[0] == 0) rows_in(file_, 0, 0);  // says what is wrong
    const auto width = sizeof(double) * static_cast<std::size_t>(std::max<Index>(shape[1], 1));
    const auto most = static_cast<std::size_t>(shape[0]);
    rows_ = static_cast<Index>(std::clamp<std::size_t>(block / width, 1, most));
  }

  Dataset next() override {
    forget(begin_, end_);
    begin_ = end_;
    end_ = std::min(begin_ + rows_, file_.samples.shape[0]);
    return begin_ == end_ ? Dataset() : rows_in(file_, begin_, end_);
  }

  std::string where() const override { return name_; }

 private:
  /// Rows passed need not stay in memory, if they lie together and are not all there is.
  void forget(Index begin, Index end) const {
    const reading::NumberArray& array = file_.samples;
    if (array.row_step < array.column_step || rows_ == array.shape[0]) return;
    reading::forget_pages(array.memory, array.start + begin * array.row_step,
                          array.start + end * array.row_step);
  }

  ArrayFile file_;
  std::string name_;
  Index rows_ = 0, begin_ = 0, end_ = 0;
};

/// What could only be read whole.
class WholeStream : public SampleStream {
 public:
  WholeStream(Dataset data, std::string name) : data_(std::move(data)), name_(std::move(name)) {}
  Dataset next() override { return std::exchange(data_, {}); }
  std::string where() const override { return name_; }

 private:
  Dataset data_;
  std::string name_;
};

/// What a file beside the samples says of them.
enum class Beside { labels, ids };

template <Beside what>
std::vector<std::string> names_in_file(const std::filesystem::path& path, Index max_bytes) {
  Source source(path, max_bytes);
  if (const auto* format = reading::format_of_names(source)) return format->read_names(source);
  std::vector<std::string> names;
  for (std::string_view line; source.line(line);) {
    const std::string_view name = reading::trimmed(reading::without_return(line));
    const bool missing = what == Beside::ids ? name.empty() : reading::is_missing(name);
    require(!missing, "{}:{}: {}", source.name(), source.line_number(),
            what == Beside::ids ? "the id is missing" : reading::no_label(name));
    names.emplace_back(name);
  }
  return names;
}

/// Samples whose labels or ids stand in a file of their own.
template <Beside what>
class NamedStream : public SampleStream {
 public:
  NamedStream(std::unique_ptr<SampleStream> samples, const std::filesystem::path& path,
              const std::string& names_file, const ReadOptions& options)
      : samples_(std::move(samples)),
        path_(path.string()),
        names_file_(names_file),
        names_(names_in_file<what>(names_file, options.max_bytes)) {
    if (what == Beside::labels) return;
    reading::check_unique(names_, names_file_,
                          [](std::size_t i) { return fmt::format("line {}", i + 1); });
  }

  Dataset next() override {
    Dataset data = samples_->next();
    const std::span<const std::string> names(names_);
    const auto size = static_cast<std::size_t>(data.size()), left = names.size() - used_;
    if (size > left || (size == 0 && left > 0)) refuse(used_ + size);
    if constexpr (what == Beside::labels) {
      data.labels = Labels::from_names(names.subspan(used_, size));
    } else {
      data.ids.assign(names.begin() + static_cast<Index>(used_),
                      names.begin() + static_cast<Index>(used_ + size));
    }
    used_ += size;
    return data;
  }

  std::string where() const override { return samples_->where(); }

 private:
  [[noreturn]] void refuse(std::size_t count) {
    for (Dataset more = samples_->next(); more.size() > 0; more = samples_->next()) {
      count += static_cast<std::size_t>(more.size());
    }
    fail("{}: {} {} for {} samples of {}", names_file_, names_.size(),
         what == Beside::ids ? "ids" : "labels", count, path_);
  }

  std::unique_ptr<SampleStream> samples_;
  std::string path_, names_file_;
  std::vector<std::string> names_;
  std::size_t used_ = 0;
};

/// What the ranks share out: arrays as they read them, the rest of it after that.
std::unique_ptr<SampleStream> open_shared(const reading::Format& format,
                                          std::unique_ptr<Source> source,
                                          const ReadOptions& options, const std::string& name) {
  if (const auto* open = std::get_if<reading::OpenArrays>(&format.open)) {
    const ArrayFile file = (*open)(*source, options);
    if (file.samples.shape.size() != 2 || file.samples.shape[0] == 0) rows_in(file, 0, 0);
    return std::make_unique<WholeStream>(reading::shared_rows(file), name);
  }
  if (const auto* read = std::get_if<reading::ReadWhole>(&format.open)) {
    return reading::shared_out(std::make_unique<WholeStream>((*read)(*source, options), name));
  }
  auto rows = std::get<reading::OpenRows>(format.open)(*source, options);
  return reading::shared_out(std::make_unique<RowStream>(std::move(source), std::move(rows),
                                                         std::numeric_limits<std::size_t>::max()));
}

std::unique_ptr<SampleStream> open_unlabelled(const std::filesystem::path& path,
                                              const ReadOptions& options, std::size_t block) {
  const reading::Waiting waiting{.stop = options.stop,
                                 .first_line_will_do = options.format != "auto"};
  auto source = std::make_unique<Source>(path, options.max_bytes, waiting);
  const reading::Format& format = reading::chosen_format(*source, options);
  if (options.shared && ranks() > 1)
    return open_shared(format, std::move(source), options, path.string());
  if (const auto* open = std::get_if<reading::OpenArrays>(&format.open)) {
    return std::make_unique<ArrayStream>((*open)(*source, options), path.string(), block);
  }
  if (const auto* read = std::get_if<reading::ReadWhole>(&format.open)) {
    return std::make_unique<WholeStream>((*read)(*source, options), path.string());
  }
  // The features of raw text are known when all of its words are.
  const bool whole = reading::is_raw_text(format, options) && !options.space;
  auto rows = std::get<reading::OpenRows>(format.open)(*source, options);
  return std::make_unique<RowStream>(std::move(source), std::move(rows),
                                     whole ? std::numeric_limits<std::size_t>::max() : block);
}

void check_ranges(ReadOptions options) { check(describe(options)); }

}  // namespace

std::optional<TextSpace> find_words(const std::filesystem::path& path, const ReadOptions& options) {
  check_ranges(options);
  Source source(path, options.max_bytes);
  const reading::Format& format = reading::chosen_format(source, options);
  if (options.space || !reading::is_raw_text(format, options)) return options.space;
  const auto rows = std::get<reading::OpenRows>(format.open)(source, options);
  while (rows->read()) {
    if (rows->bytes() > usual_block) rows->take();
  }
  Dataset last = rows->take();
  return TextSpace{std::move(*last.text), std::move(last.features)};
}

std::unique_ptr<SampleStream> open_samples(const std::filesystem::path& path,
                                           const ReadOptions& options, std::size_t block) {
  check_ranges(options);
  require(options.label.empty() || options.labels_file.empty(),
          "labels cannot come from both column '{}' and the file {}: give label or labels_file",
          options.label, options.labels_file);
  require(options.id.empty() || options.ids_file.empty(),
          "ids cannot come from both column '{}' and the file {}: give id or ids_file", options.id,
          options.ids_file);
  auto samples = open_unlabelled(path, options, block);
  if (!options.labels_file.empty()) {
    samples = std::make_unique<NamedStream<Beside::labels>>(std::move(samples), path,
                                                            options.labels_file, options);
  }
  if (!options.ids_file.empty()) {
    samples = std::make_unique<NamedStream<Beside::ids>>(std::move(samples), path, options.ids_file,
                                                         options);
  }
  return samples;
}

}  // namespace mahala
