/// @file
/// One line of JSON lines: a sample of numbers, or a document.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "mahala/data/read/read.hpp"
#include "mahala/data/read/source.hpp"

namespace mahala::reading {

/// What one line says. Values are in the order they come.
struct JsonLine {
  bool is_vector = false;              ///< a bare array, or the key x holds one
  std::vector<std::string> keys = {};  ///< of the features
  std::vector<double> values = {};
  std::vector<std::string> labels = {};
  bool has_label = false, has_id = false, has_document = false;
  std::string id = {};
  std::string document = {};
};

/// Parses a line. If `field` is not empty it has to be an object in which that key holds a text,
/// the document, and keys other than those of label and id are passed over. Error, without the
/// place, if it is neither that nor a sample.
JsonLine parse_json_line(std::string_view text, const ReadOptions& options,
                         const std::string& field = {});

/// Calls visit(line) for every line that is not blank, which is bounded in length; what visit
/// finds wrong is an Error that names the place.
void for_each_json_line(Source& source, const std::function<void(std::string_view)>& visit);

/// The labels and ids of samples read one after the other.
class SampleNames {
 public:
  /// Error if the sample has an id and the first one had none, or the other way round.
  void add(JsonLine& line, Index line_number);

  Index size() const { return std::ssize(labels_); }

  /// Error if there is no sample, no label or id where the options ask for one, or an id twice.
  void move_to(Dataset& data, const ReadOptions& options, const std::string& file);

 private:
  bool any_label_ = false, any_id_ = false;
  std::vector<std::string> ids_;
  std::vector<std::vector<std::string>> labels_;
  std::vector<Index> lines_;
};

}  // namespace mahala::reading
