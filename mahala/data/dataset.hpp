/// @file
/// Samples with their labels, ids, groups and names of features.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mahala/data/labels/labels.hpp"
#include "mahala/data/samples/samples.hpp"
#include "mahala/data/table_form.hpp"
#include "mahala/data/text/text_form.hpp"

namespace mahala {

struct Dataset {
  Samples x = {};
  Labels labels = {};                      ///< empty, or one entry per sample
  std::vector<std::string> ids = {};       ///< empty, or one unique name per sample
  std::vector<std::string> features = {};  ///< empty, or one name per feature
  std::string source = {};                 ///< where it came from, for messages
  std::optional<TextForm> text = {};       ///< of raw text: how it became counts of `features`

  /// Empty, or one group per sample (`groups.classes()` numbers them): samples that belong
  /// together, such as the visits of one patient, and that splits therefore keep on one side.
  Labels groups = {};

  Matrix outputs = {};  ///< empty, or real outputs that are to be learned, a column per sample

  std::optional<TableForm> table = {};    ///< if columns were chosen or encoded: how
  std::vector<std::string> remarks = {};  ///< what a user should know of how it was read

  Index dim() const { return x.dim(); }
  Index size() const { return x.size(); }

  Dataset select(std::span<const Index> samples) const;
};

/// The same with samples that every rank has (in_one_place).
Dataset in_one_place(Dataset data);

/// A hash of the numbers and labels: equal data give equal fingerprints whatever file
/// format they came from. 16 hexadecimal digits.
std::string fingerprint(const Dataset& data);

/// The label of every sample as a number; Error naming the first sample that has none, several,
/// or one that is not a finite number.
Vector numeric_labels(const Dataset& data);

/// The samples of all blocks with their labels and ids, which either all blocks have or none;
/// sparse if all blocks are. Blocks must have the same number of features.
Dataset concatenate(const std::vector<Dataset>& blocks);

}  // namespace mahala
