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

Survey survey_of(const std::filesystem::path& in, const ReadOptions& options, const Writer& out) {
  Surveyor surveyor(out.needs_numbers());
  const auto samples = open_samples(in, options);
  for (Dataset block = samples->next(); block.size() > 0; block = samples->next()) {
    surveyor.add(block);
  }
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

Conversion convert_file(const std::filesystem::path& in, ReadOptions options, const Writer& out) {
  options.space = find_words(in, options);
  Conversion done{.survey = survey_of(in, options, out)};
  check_zeros(in, done.survey, out, options.max_bytes);
  done.losses = out.losses(done.survey);
  const auto sink = out.open(done.survey);
  const auto samples = open_samples(in, options);
  Index written = 0;
  for (Dataset block = samples->next(); block.size() > 0; block = samples->next()) {
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

Conversion convert(const std::filesystem::path& in, const ReadOptions& options, const Writer& out) {
  ReadOptions reading = options;
  reading.keep_missing = true;
  require(can_be_read_twice(options.labels_file),
          "{}: labels are read twice here and must be in a regular file", options.labels_file);
  if (can_be_read_twice(in)) return convert_file(in, reading, out);
  TemporaryFile waiting;
  copy(in, options.max_bytes, waiting);
  try {
    return convert_file(waiting.path(), reading, out);
  } catch (const Error& error) {
    throw Error(renamed(error.what(), waiting.path().string(), in.string()));
  }
}

}  // namespace mahala
