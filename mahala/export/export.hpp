/// @file
/// A model as the file another program takes: raw vectors go in, embeddings come out.
///
///   faiss    an IndexPreTransform in front of an empty flat index: the map of the queries
///   onnx     a graph of MatMul, Add and a division by the length, float32, any batch
///   npy      the matrix alone, k x d, float32 or float64 as NumPy holds it
///   fvecs    the same, one row after the other
///   json     the stages: matrices, shifts and where vectors are scaled to unit length
///   c        a header with the numbers and one function
///
/// Preparation is folded into the map. Scaling to unit length is not linear and stays a stage of
/// its own, which matrices cannot hold: they come with a sentence about what is left to do.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "mahala/model/index_map.hpp"

namespace mahala {

/// The formats there are.
std::vector<std::string> export_formats();

/// By the ending: .faiss .index .onnx .npy .fvecs .json .h .hpp; Error for others.
std::string export_format_of(const std::filesystem::path& path);

struct ExportOptions {
  std::string format = {};  ///< "" = by the ending
  Side side = Side::left;   ///< of a similarity: left maps queries, right items
};

/// Returns what the user has to know of the file, one sentence each. Error if the model has no such
/// map: rankings, kernels, objects, imputation.
std::vector<std::string> export_model(const Model& model, const std::filesystem::path& path,
                                      const ExportOptions& options);

}  // namespace mahala
