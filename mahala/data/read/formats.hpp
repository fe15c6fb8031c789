/// @file
/// The formats that can be read, one row of a table each (formats.cpp). To add one, write a file
/// that recognises and opens it, declare its functions here and give it a row.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <variant>

#include "mahala/data/file/source.hpp"
#include "mahala/data/read/array.hpp"
#include "mahala/data/read/read.hpp"

namespace mahala::reading {

/// Reads the samples of a text file one by one and gives them out in blocks. Keeps a reference to
/// its source.
class RowReader {
 public:
  virtual ~RowReader() = default;

  /// Reads one more sample; false at the end of the file. Error if the file as a whole is wrong.
  virtual bool read() = 0;

  /// About the memory of the samples read and not yet taken.
  virtual std::size_t bytes() const = 0;

  /// Those samples, at least one. Error if two of them have the same id.
  virtual Dataset take() = 0;

  /// Samples can be given out when all of them were read: later ones decide what features are.
  virtual bool needs_all() const { return false; }
};

using Rows = std::unique_ptr<RowReader>;

/// How strongly the beginning of a file speaks for a format, weakest first.
enum class Evidence {
  none,
  fallback,      ///< any text
  entries,       ///< the first line has the entries of the format
  bracket,       ///< the first character opens an object or array
  record_sizes,  ///< the file is a whole number of equal records
  magic          ///< the file begins with the mark of the format
};

inline Evidence evidence_if(bool found, Evidence evidence) {
  return found ? evidence : Evidence::none;
}

using OpenRows = Rows (*)(Source&, const ReadOptions&);         ///< samples one after the other
using OpenArrays = ArrayFile (*)(Source&, const ReadOptions&);  ///< numbers at known places
using ReadWhole = Dataset (*)(Source&, const ReadOptions&);     ///< only all of it at once
using ReadNames = std::vector<std::string> (*)(Source&);

/// What columns of a table may hold: the file has none that could be chosen, numbers, or text too.
enum class Cells { none, numbers, any };

struct Format {
  std::string_view name;                          ///< in ReadOptions::format
  std::string_view title;                         ///< in messages
  Evidence (*evidence)(const Source&) = nullptr;  ///< null: never recognised, only asked for
  std::variant<OpenRows, OpenArrays, ReadWhole> open;
  std::string_view option = {};    ///< the field of ReadOptions that not all formats have
  bool mapped = false;             ///< has to be a regular file that is not compressed
  bool documents = false;          ///< every line is a document of raw text
  ReadNames read_names = nullptr;  ///< of a file of labels; null: those are lines of text
  Cells cells = Cells::none;       ///< of its columns, which can then be chosen
};

/// In the order messages list them.
std::span<const Format> formats();

/// The format to read the file in: the one asked for, else the one with the strongest evidence that
/// suits the options. Error if an option is set that this format does not have, or the file cannot
/// be mapped and has to.
const Format& chosen_format(const Source& source, const ReadOptions& options);

/// The format by which a file of labels is read; null if its lines are the labels.
const Format* format_of_names(const Source& source);

/// Do these options read that format as raw text?
bool is_raw_text(const Format& format, const ReadOptions& options);

/// The key of JSON lines that holds the documents; "" if samples are numbers.
std::string text_key(const ReadOptions& options);

/// Delimited text.
Evidence csv_evidence(const Source& source);
Rows csv_rows(Source& source, const ReadOptions& options);

Evidence svmlight_evidence(const Source& source);
Rows svmlight_rows(Source& source, const ReadOptions& options);

Evidence npy_evidence(const Source& source);
ArrayFile npy_arrays(Source& source, const ReadOptions& options);
std::vector<std::string> npy_names(Source& source);

Evidence npz_evidence(const Source& source);
ArrayFile npz_arrays(Source& source, const ReadOptions& options);

Evidence safetensors_evidence(const Source& source);
ArrayFile safetensors_arrays(Source& source, const ReadOptions& options);

Evidence idx_evidence(const Source& source);
ArrayFile idx_arrays(Source& source, const ReadOptions& options);
std::vector<std::string> idx_names(Source& source);

Evidence arff_evidence(const Source& source);
Rows arff_rows(Source& source, const ReadOptions& options);

Evidence matrix_market_evidence(const Source& source);
Dataset read_matrix_market(Source& source, const ReadOptions& options);

Evidence fvecs_evidence(const Source& source);
Evidence bvecs_evidence(const Source& source);
Evidence ivecs_evidence(const Source& source);
ArrayFile fvecs_arrays(Source& source, const ReadOptions& options);
ArrayFile bvecs_arrays(Source& source, const ReadOptions& options);
ArrayFile ivecs_arrays(Source& source, const ReadOptions& options);

/// Objects or arrays, one a line; documents if there is a text_key.
Evidence json_evidence(const Source& source);
Rows json_rows(Source& source, const ReadOptions& options);

/// Raw text, one document a line.
Rows text_rows(Source& source, const ReadOptions& options);

/// Raw text under `key` of JSON lines. Without the words of a space, features are the words of all
/// documents read so far.
Rows json_text_rows(Source& source, const ReadOptions& options, const std::string& key);

/// Error naming the two places of the first id that occurs twice; `place` says where sample i is.
void check_unique(const std::vector<std::string>& ids, const std::string& file,
                  const std::function<std::string(std::size_t)>& place);

}  // namespace mahala::reading
