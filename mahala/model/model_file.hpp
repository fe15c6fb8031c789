/// @file
/// Models on disk: safetensors files, which many languages read and which hold no code.
///
/// Layout: u64 length (little-endian) | JSON header of that length | tensor bytes. Tensors are F64,
/// or F32 where a large factor consists of floats; row-major as the format asks: "left" of shape
/// [r, d] (one row per component, so that numpy's x @ left.T embeds), "right" [r, d] of
/// similarities and rankings (whose "left" is [r, L]; either is absent where the model lacks it),
/// and for step k of the preprocessing "prepare.k.shift" [d], "prepare.k.scale" [d],
/// "prepare.k.axes" [n, d], "prepare.k.weight" [d], "prepare.k.place" [d] (where each feature goes,
/// or -1 if it is dropped). The header's
/// __metadata__ holds text: "format" = "mahala", "format_version", "identity", "prepare"
/// (the plan), "kind" unless it is a metric, "labels" of a ranking (a JSON array), the notes under
/// "note." + name, and how raw text is read under "text." + name (model_text.hpp). A model of
/// domain kernel has "left" of shape [r, s] (so that numpy's k(x, support) @ left.T embeds) and
/// what model_kernel.hpp says. "checksum" is of everything else (checksum in
/// data/file/safetensors.hpp); whoever changes a file may leave it out.
#pragma once

#include <filesystem>

#include "mahala/model/model.hpp"

namespace mahala {

/// Factors of so many numbers and more are stored as F32 if all of them are floats.
inline constexpr Index large_factor = 100'000;

/// Appears whole or not at all.
///
/// ```cpp
/// #include "mahala/model/model_file.hpp"
/// #include "mahala/model/read_for_model.hpp"
/// save(identity_model(13), "plain.model");
/// const Model model = load("plain.model");
/// const Dataset data = read_for_model("wine.csv", {.label = "label"}, model);
/// const Matrix embedded = embed(model, data.x);  // one column per sample
/// ```
void save(const Model& model, const std::filesystem::path& path);

/// Is this file a model, and not data or another program's? A pipe is data: what is read of it
/// would be lost. Error if it is a safetensors file that is broken.
bool is_model(const std::filesystem::path& path);

/// Error naming the file and what is wrong if it is truncated, damaged, foreign, inconsistent
/// or of another version. Sizes are checked against the file before anything is allocated.
Model load(const std::filesystem::path& path);

}  // namespace mahala
