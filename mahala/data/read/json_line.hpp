/// @file
/// One line of JSON lines: a sample of numbers, or a document.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "mahala/data/file/source.hpp"
#include "mahala/data/labels/labels.hpp"
#include "mahala/data/read/read.hpp"

namespace mahala::reading {

/// What one line says. Values are in the order they come.
struct JsonLine {
  bool is_vector = false;              ///< a bare array, or the key x holds one
  std::vector<std::string> keys = {};  ///< of the features
  std::vector<double> values = {};
  std::vector<std::pair<std::size_t, std::string>> texts = {};  ///< and where NaN stands for them
  std::vector<std::string> labels = {};
  bool has_label = false, has_id = false, has_group = false, has_document = false;
  std::string id = {};
  std::string group = {};
  std::string document = {};
};

/// Parses a line. If `field` is not empty it has to be an object in which that key holds a text,
/// the document, and keys other than those of label and id are passed over. Error, without the
/// place, if it is neither that nor a sample.
JsonLine parse_json_line(std::string_view text, const ReadOptions& options,
                         const std::string& field = {});

/// Calls visit(line) for the next line that is not blank, which is bounded in length; what visit
/// finds wrong is an Error that names the place. False if there is none.
bool read_json_line(Source& source, const std::function<void(std::string_view)>& visit);

/// The labels, ids and groups of samples read one after the other.
class SampleNames {
 public:
  /// Error if the sample has an id or group and the first one had none, or the other way round.
  void add(JsonLine& line, Index line_number);

  bool any() const { return any_; }  ///< sample so far
  std::size_t bytes() const { return sizeof(std::string) * ids_.size(); }

  /// Error if there was no sample, or no label or id where the options ask for one.
  void check_end(const ReadOptions& options, const std::string& file) const;

  /// Those of the samples since the last call. Error if an id occurs twice.
  void move_to(Dataset& data, const std::string& file);

 private:
  bool any_ = false, any_label_ = false, any_id_ = false, any_group_ = false;
  std::vector<std::string> ids_;
  std::vector<Index> id_lines_;
  LabelBuilder labels_, groups_;
};

}  // namespace mahala::reading
