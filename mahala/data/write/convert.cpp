#include "mahala/data/write/convert.hpp"

#include <fstream>

#include "mahala/core/error.hpp"
#include "mahala/core/file/temporary_file.hpp"
#include "mahala/data/dense_size.hpp"
#include "mahala/data/read/stream.hpp"

namespace mahala {
namespace {

bool can_be_read_twice(const std::filesystem::path& path) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  return !exists(status) || is_regular_file(status) || is_directory(status);
}

/// Blocks of a file, rounded if that is asked for.
class Blocks {
 public:
  Blocks(const std::filesystem::path& in, const ReadOptions& reading, const ConvertOptions& options)
      : samples_(open_samples(in, reading)), file_(in.string()), options_(options) {}

  Dataset next() {
    Dataset block = samples_->next();
    if (block.size() == 0) return block;
    const SampleNames names{file_, first_};
    if (options_.single) block.x = in_single_precision(std::move(block.x), names);
    if (options_.half) block.x = in_half_precision(std::move(block.x), names);
    first_ += block.size();
    return block;
  }

 private:
  std::unique_ptr<SampleStream> samples_;
  std::string file_;
  Index first_ = 0;  ///< sample of the next block
  ConvertOptions options_;
};

Survey survey_of(Blocks blocks, const Writer& out) {
  Surveyor surveyor(out.needs_numbers());
  for (Dataset block = blocks.next(); block.size() > 0; block = blocks.next()) surveyor.add(block);
  return surveyor.take();
}

/// The block as the rest of the file showed it to be.
void complete(Dataset& block, const Survey& survey) {
  if (block.dim() < survey.dim) block.x.widen(survey.dim);
  if (survey.has_labels && block.labels.empty()) {
    block.labels = Labels::from_names(
        std::vector<std::vector<std::string>>(static_cast<std::size_t>(block.size())));
  }
}

/// Before anything is written.
void check_zeros(const std::filesystem::path& in, const Survey& survey, const Writer& out,
                 Index max_bytes) {
  if (!survey.sparse) return;
  check_dense_size(in, {survey.size, survey.dim, survey.entries}, out.cells(survey), max_bytes);
}

Conversion convert_file(const std::filesystem::path& in, ReadOptions reading, const Writer& out,
                        const ConvertOptions& options) {
  reading.space = find_words(in, reading);
  Conversion done{.survey = survey_of({in, reading, options}, out)};
  check_zeros(in, done.survey, out, reading.max_bytes);
  done.losses = out.losses(done.survey);
  const auto sink = out.open(done.survey);
  Blocks blocks(in, reading, options);
  Index written = 0;
  for (Dataset block = blocks.next(); block.size() > 0; block = blocks.next()) {
    complete(block, done.survey);
    sink->append(block);
    written += block.size();
  }
  require(written == done.survey.size, "{}: changed while it was read", in.string());
  sink->finish();
  for (std::string& loss : sink->losses()) done.losses.push_back(std::move(loss));
  return done;
}

/// What is wrong with the copy of a pipe is wrong with the pipe.
std::string renamed(std::string message, const std::string& from, const std::string& to) {
  for (std::size_t at = message.find(from); at != std::string::npos;
       at = message.find(from, at + to.size())) {
    message.replace(at, from.size(), to);
  }
  return message;
}

void copy(const std::filesystem::path& pipe, Index max_bytes, TemporaryFile& file) {
  std::ifstream stream(pipe, std::ios::binary);
  require(stream.is_open(), "{}: cannot be opened", pipe.string());
  std::string buffer(usual_block, '\0');
  for (Index bytes = 0; stream;) {
    stream.read(buffer.data(), std::ssize(buffer));
    bytes += stream.gcount();
    require(max_bytes == 0 || bytes <= max_bytes,
            "{}: holds more than {} bytes; raise option max_bytes if that is right", pipe.string(),
            max_bytes);
    file.append({buffer.data(), static_cast<std::size_t>(stream.gcount())});
  }
}

}  // namespace

Conversion convert(const std::filesystem::path& in, const ReadOptions& reading, const Writer& out,
                   const ConvertOptions& options) {
  ReadOptions all = reading;
  all.keep_missing = true;
  require(can_be_read_twice(all.labels_file),
          "{}: labels are read twice here and must be in a regular file", all.labels_file);
  if (can_be_read_twice(in)) return convert_file(in, all, out, options);
  TemporaryFile waiting;
  copy(in, all.max_bytes, waiting);
  try {
    return convert_file(waiting.path(), all, out, options);
  } catch (const Error& error) {
    throw Error(renamed(error.what(), waiting.path().string(), in.string()));
  }
}

}  // namespace mahala
