/// @file
/// From a file to a Dataset.
///
/// The format is recognised by content, not by name: the marks NumPy, zip, safetensors, IDX,
/// Matrix Market and ARFF files begin with, the records of fvecs, the bracket of JSON lines, else
/// svmlight if the first line reads "label index:value ...", else CSV, whose separator is the
/// comma, tab or semicolon that occurs most in its first line. Text and IDX may be compressed with
/// gzip. Errors name file, line and column. See docs/formats.md.
///
/// Raw text becomes counts of words, sparse, with the words as features: a key of JSON lines that
/// is asked for, or every line as a document with format "text". See docs/text.md.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "mahala/core/option.hpp"
#include "mahala/data/dataset.hpp"

namespace mahala {

struct ReadOptions {
  std::string format = "auto";    ///< auto, or one of the names describe() lists
  std::string label = {};         ///< label column by name or 0-based position (negative: from the
                                  ///< end); "" = the column called "label", if there is one;
                                  ///< of svmlight lines only "label", their first token
  std::string id = {};            ///< id column, likewise; "" = the column called "id", if any
  std::string header = "auto";    ///< auto, yes or no: does the first CSV line name the columns?
  std::string labels_file = {};   ///< labels, one line (or .npy or IDX entry) per sample
  std::string ids_file = {};      ///< ids, likewise
  std::string group = {};         ///< column of group names (Dataset::groups), likewise; "" = none
  std::string columns = {};       ///< feature columns, separated by commas; "" = all that are left
  std::string drop = {};          ///< columns to leave out, likewise
  std::string encode = "none";    ///< one-hot: a column of text becomes a 0/1 feature a category
  std::string tensor = {};        ///< the array of an npz or safetensors file that is the samples
  std::string text = {};          ///< the key of JSON lines that holds raw text
  TextOptions text_options = {};  ///< how raw text is cut into words
  bool zero_based = false;        ///< svmlight feature indices start at 0
  Index max_bytes = Index{1} << 36;  ///< what may come out of gzip, zip or a pipe; 0 = no bound
  bool keep_missing = false;         ///< empty cells, NA, NaN and ? become NaN instead of an Error
  /// What the Error of a missing cell says to do.
  std::string missing_advice = "use option impute=median or option impute=mean";
  bool shared = false;  ///< ranks share the samples out (core/ranks.hpp), if there are several
  std::function<bool()> stop = {};      ///< asked while a pipe is silent; true ends it
  Index dim = 0;                        ///< svmlight: at least this many features
  bool exact_dim = false;               ///< svmlight: and no more; an entry beyond them is an Error
  std::optional<TextSpace> space = {};  ///< that of a model: raw text is read its way
  std::optional<TableForm> table = {};  ///< that of a model: columns are chosen and encoded its way
  /// The column `label` may be missing in a file that has labels of its own.
  bool own_labels_will_do = false;
};

/// The fields a user sets (all but those from keep_missing on, which follow from the use).
Options describe(ReadOptions& options);

/// Error if an option is set that the file's format does not have.
///
/// ```cpp
/// #include <fmt/format.h>
/// #include "mahala/data/read/read.hpp"
/// const Dataset data = read_dataset("wine.csv", {.label = "label"});
/// fmt::print("{} samples of {} features\n", data.size(), data.dim());
/// ```
Dataset read_dataset(const std::filesystem::path& path, const ReadOptions& options = {});

/// Reads Dataset::outputs from a file in any format of samples without labels, a row for each of
/// the data's samples; Error unless there are as many.
void read_outputs(const std::filesystem::path& path, Dataset& data);

}  // namespace mahala
