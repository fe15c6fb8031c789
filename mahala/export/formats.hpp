/// @file
/// Internal: one function a format of export.hpp.
#pragma once

#include <string>

#include "mahala/search/index_file.hpp"

namespace mahala {

/// A ModelProto with the input "vectors" [n, d] and the output "embeddings" [n, k].
std::string onnx_bytes(const MapChain& chain, Index inputs, Index outputs);

std::string json_text(const MapChain& chain, Index inputs, Index outputs);

std::string c_header(const MapChain& chain, Index inputs, Index outputs);

}  // namespace mahala
