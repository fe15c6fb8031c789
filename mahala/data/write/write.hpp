/// @file
/// From a Dataset to a file, in the format its name asks for.
///
///   .csv .tsv      header; id first (if any), features, label last (if any)
///   .svm .svmlight .libsvm   1-based, multi-label as "1,4 2:0.5"; zeros left out
///   .arff          id (string) first, features, label (nominal) last; sparse rows if sparse
///   .jsonl         {"id", "label", "x": [...]}, features by name if they have names; multi-label
///   .mtx           coordinates if sparse, else an array; carries no labels
///   .npy           n x d, C order, doubles; carries no labels
///   .npz           x as in .npy, and y: integers, or bytes (numpy's S)
///   .safetensors   tensor x, n x d, float64; carries no labels
///   .fvecs         floats, so numbers are rounded; carries no labels
///
/// Text (all before .npy) may end in .gz; capitals are as good. Numbers but those of .fvecs are
/// written so that they read back exactly.
#pragma once

#include <filesystem>

#include "mahala/data/dataset.hpp"

namespace mahala {

/// Error if the ending is unknown, before anything else is done.
void check_writable_name(const std::filesystem::path& path);

void write_dataset(const Dataset& data, const std::filesystem::path& path);

}  // namespace mahala
