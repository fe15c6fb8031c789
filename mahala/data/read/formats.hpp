/// @file
/// One reader per format; read.cpp chooses among them.
#pragma once

#include <functional>
#include <memory>

#include "mahala/data/file/source.hpp"
#include "mahala/data/read/array.hpp"
#include "mahala/data/read/read.hpp"
#include "mahala/data/read/row_reader.hpp"

namespace mahala::reading {

// Readers of rows keep the source, which has to stay.

/// Delimited text whose separator is one of `separators`, found in the first line.
std::unique_ptr<RowReader> csv_rows(Source& source, const ReadOptions& options,
                                    std::string_view separators);

std::unique_ptr<RowReader> svmlight_rows(Source& source, const ReadOptions& options);

/// Does the first line that decides read "label index:value ..."?
bool looks_like_svmlight(std::string_view text);

ArrayFile npy_arrays(const std::filesystem::path& path, const ReadOptions& options);

/// The entries of a 1-D array as label names; whole numbers without a decimal point.
std::vector<std::string> read_npy_names(const std::filesystem::path& path);

inline constexpr std::string_view npy_magic = "\x93NUMPY";

ArrayFile npz_arrays(const std::filesystem::path& path, const ReadOptions& options);

ArrayFile safetensors_arrays(const std::filesystem::path& path, const ReadOptions& options);
bool looks_like_safetensors(std::string_view start);

ArrayFile idx_arrays(Source& source, const std::filesystem::path& path, const ReadOptions& options);
std::vector<std::string> read_idx_names(Source& source, const std::filesystem::path& path);
bool looks_like_idx(std::string_view start);

/// `format` is fvecs, bvecs or ivecs.
ArrayFile vecs_arrays(const std::filesystem::path& path, const ReadOptions& options,
                      std::string_view format);
/// Which of them a file of `size` bytes is that begins with `start`, or "".
std::string_view recognised_vecs(std::string_view start, std::size_t size);

Dataset read_matrix_market(Source& source, const ReadOptions& options);
bool looks_like_matrix_market(std::string_view start);

std::unique_ptr<RowReader> json_rows(Source& source, const ReadOptions& options);
bool looks_like_json_lines(std::string_view start);

/// Do these options read that format as raw text?
bool is_raw_text(std::string_view format, const ReadOptions& options);
/// `format` is text or jsonl. Without the words of a space, features are the words of all documents
/// read so far.
std::unique_ptr<RowReader> text_rows(Source& source, const ReadOptions& options,
                                     std::string_view format);

std::unique_ptr<RowReader> arff_rows(Source& source, const ReadOptions& options);
bool looks_like_arff(std::string_view text);

/// The name of the format the content is in, as --format has it: what has a mark of its own
/// first, then what only looks like something, CSV last.
std::string_view recognised_format(const Source& source);

/// The format to read the file in: the one asked for, else the one that is recognised and suits the
/// options. Error if one of them is not for that format.
std::string_view chosen_format(const Source& source, const ReadOptions& options);

/// The name of the format for messages.
std::string_view title_of(std::string_view format);

/// Error naming the two places of the first id that occurs twice; `place` says where sample i is.
void check_unique(const std::vector<std::string>& ids, const std::string& file,
                  const std::function<std::string(std::size_t)>& place);

}  // namespace mahala::reading
