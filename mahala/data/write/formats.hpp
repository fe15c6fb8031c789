/// @file
/// One writer per format; write.cpp chooses among them.
#pragma once

#include <filesystem>
#include <memory>

#include "mahala/data/write/sink.hpp"
#include "mahala/data/write/survey.hpp"

namespace mahala::writing {

using Sink = std::unique_ptr<SampleSink>;
using Path = std::filesystem::path;

Sink csv_sink(const Survey& survey, const Path& path);
Sink tsv_sink(const Survey& survey, const Path& path);
Sink svmlight_sink(const Survey& survey, const Path& path);
Sink arff_sink(const Survey& survey, const Path& path);
Sink json_lines_sink(const Survey& survey, const Path& path);
Sink matrix_market_sink(const Survey& survey, const Path& path);
Sink npy_sink(const Survey& survey, const Path& path);
Sink npz_sink(const Survey& survey, const Path& path);
Sink safetensors_sink(const Survey& survey, const Path& path);
Sink idx_sink(const Survey& survey, const Path& path);
Sink fvecs_sink(const Survey& survey, const Path& path);
Sink bvecs_sink(const Survey& survey, const Path& path);
Sink ivecs_sink(const Survey& survey, const Path& path);

}  // namespace mahala::writing
