/// @file
/// Arrays of numbers in binary files, whatever their format.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mahala/data/read/read.hpp"

namespace mahala::reading {

/// What one number is. `kind` is f, i, u or b as NumPy calls them, B for bfloat16; U (UTF-32)
/// and S (bytes) are texts of fixed size, which can only be labels.
struct NumberType {
  char kind = 'f';
  Index item_size = 0;  ///< bytes
  bool big_endian = false;

  bool is_text() const { return kind == 'U' || kind == 'S'; }
};

/// An array of one or two axes somewhere in memory. Whoever makes one has checked that all of
/// it is there.
struct NumberArray {
  NumberType type = {};
  std::vector<Index> shape = {};            ///< samples first
  Index row_step = 0, column_step = 0;      ///< bytes from one to the next; columns if 2-D
  const char* start = nullptr;              ///< of the first number
  Index first_row = 0;                      ///< what messages call the first row
  std::shared_ptr<const void> memory = {};  ///< keeps it alive
};

/// What a binary file holds: samples, and labels and groups if it has any.
struct ArrayFile {
  NumberArray samples = {};
  std::string name = {};  ///< of the samples, for messages: the file, or file:array
  ReadOptions options = {};
  std::optional<NumberArray> labels = {};
  std::string labels_name = {};
  std::optional<NumberArray> groups = {};
  std::string groups_name = {};
};

/// Samples begin .. end-1 of the file.
Dataset rows_in(const ArrayFile& file, Index begin, Index end);

/// "60000 x 28 x 28" for a message; of many axes the first few.
std::string shape_in_words(const std::vector<Index>& shape);

/// Bytes of an array of that type and shape, or -1 if no integer holds them.
Index byte_size(const NumberType& type, const std::vector<Index>& shape);

/// The steps of an array without gaps, its last index running fastest.
void set_row_major(NumberArray& array);

/// The rows as samples, less the label and id columns the options name. Contiguous doubles,
/// floats and halves stay where they are, others are converted. Error if a number is not finite.
Dataset samples_in(const NumberArray& array, const ReadOptions& options, const std::string& file);

/// The entries of a 1-D array as label names; whole numbers without a decimal point.
std::vector<std::string> names_in(const NumberArray& array, const std::string& file);

/// How a number names a label or sample: whole ones without a decimal point.
std::string name_of(double number);

}  // namespace mahala::reading
