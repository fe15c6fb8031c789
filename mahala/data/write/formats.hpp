/// @file
/// One writer per format; write.cpp chooses among them.
#pragma once

#include "mahala/data/write/write.hpp"

namespace mahala::writing {

void write_csv(const Dataset& data, const std::filesystem::path& path, char separator);
void write_svmlight(const Dataset& data, const std::filesystem::path& path);
void write_npy(const Dataset& data, const std::filesystem::path& path);
void write_npz(const Dataset& data, const std::filesystem::path& path);
void write_safetensors_data(const Dataset& data, const std::filesystem::path& path);
void write_fvecs(const Dataset& data, const std::filesystem::path& path);
void write_matrix_market(const Dataset& data, const std::filesystem::path& path);
void write_json_lines(const Dataset& data, const std::filesystem::path& path);
void write_arff(const Dataset& data, const std::filesystem::path& path);

}  // namespace mahala::writing
