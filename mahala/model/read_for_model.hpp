/// @file
/// Samples read for a model that is there already.
#pragma once

#include <filesystem>

#include "mahala/data/read/read.hpp"
#include "mahala/model/feature_check.hpp"

namespace mahala {

/// `reading` with what the model knows better: raw text is read with the words and options it was
/// learned with, columns of a table are chosen and encoded as it did, missing cells are kept if it
/// fills them in, and samples have its features.
ReadOptions reading_for_model(ReadOptions reading, const Model& model);

/// Reads samples as the model takes them. Error if the number or the order of features differs, or
/// the file is text and the model is not; Error if the model places its own samples alone and
/// these are others. Remarks say of features with other names, of categories that the model does
/// not know, and of documents without any word it knows.
Dataset read_for_model(const std::filesystem::path& path, const ReadOptions& reading,
                       const Model& model, const Remark& remark = {});

}  // namespace mahala
