/// @file
/// From a Dataset to a file, in the format its name asks for.
///
///   .csv .tsv      header; id first (if any), features, label last (if any)
///   .svm .svmlight .libsvm   1-based, multi-label as "1,4 2:0.5"; zeros left out
///   .arff          id (string) first, features, label (nominal) last; sparse rows if sparse
///   .jsonl         {"id", "label", "x": [...]}, features by name if they have names; multi-label
///   .mtx           coordinates if sparse, else an array; carries no labels
///   .npy           n x d, C order, floats or doubles as they are held; carries no labels
///   .npz           x as in .npy, and y: integers, or bytes (numpy's S)
///   .safetensors   tensor x, n x d, float32 or float64; carries no labels
///   .idx           n x d, the smallest type that holds all numbers; carries no labels
///   .fvecs         floats, so numbers may be rounded; carries no labels
///   .bvecs .ivecs  whole numbers of a byte, of 32 bits; others are an Error; carry no labels
///
/// Text (all before .npy) and .idx may end in .gz; capitals are as good. Numbers but those of
/// .fvecs are written so that they read back exactly.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mahala/data/write/sink.hpp"
#include "mahala/data/write/survey.hpp"

namespace mahala {

/// Error if the ending is unknown, before anything else is done.
void check_writable_name(const std::filesystem::path& path);

void write_dataset(const Dataset& data, const std::filesystem::path& path);

/// The names of the formats that can be written.
std::vector<std::string_view> writable_formats();

/// A file in one of these formats, or in that of its ending if `format` is "". Error as of
/// check_writable_name.
class Writer {
 public:
  Writer(std::filesystem::path path, std::string_view format = "");

  std::string_view format() const;
  bool needs_numbers() const;  ///< the survey has to look at every number

  std::unique_ptr<SampleSink> open(const Survey& survey) const;

  /// What the format has no place for, one sentence each: "ids were left out: ...".
  std::vector<std::string> losses(const Survey& survey) const;

 private:
  std::filesystem::path path_;
  std::size_t format_ = 0;
};

}  // namespace mahala
