#include "mahala/export/export.hpp"

#include <algorithm>
#include <array>

#include "mahala/core/error.hpp"
#include "mahala/core/file/output_file.hpp"
#include "mahala/data/write/write.hpp"
#include "mahala/export/formats.hpp"

namespace mahala {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 9> export_endings = {
    {{".faiss", "faiss"},
     {".index", "faiss"},
     {".onnx", "onnx"},
     {".npy", "npy"},
     {".fvecs", "fvecs"},
     {".json", "json"},
     {".h", "c"},
     {".hpp", "c"},
     {".c", "c"}}};

void check_exports(const Model& model) {
  require(model.domain == Domain::features,
          "the model {}, so it has no map that another program could take",
          model.domain == Domain::kernel ? "embeds by a kernel"
                                         : "places the samples it was learned from alone");
  require(model.kind != ModelKind::ranking || model.input_dim() > 0,
          "the model has no features to map");
}

bool scales(const MapChain& chain) {
  return std::ranges::any_of(chain, [](const MapStage& stage) { return !stage.affine; });
}

/// The product of all matrices. Scaling in between changes the length of what comes out and not
/// its direction, unless something is shifted.
Matrix product_of(const MapChain& chain, Index inputs) {
  Matrix product = Matrix::Identity(inputs, inputs);
  const bool scaled = scales(chain);
  for (const MapStage& stage : chain) {
    if (!stage.affine) continue;
    require(stage.affine->b.isZero(0),
            "the map shifts vectors{}, which a matrix cannot hold; export onnx, json or c",
            scaled ? " and scales them" : "");
    product = stage.affine->a * product;
  }
  return product;
}

/// What is left to do where the file is the matrix alone.
std::vector<std::string> left_to_do(const Model& model, const MapChain& chain, Side side) {
  if (!scales(chain)) return {};
  if (model.kind != ModelKind::metric && side == Side::left) {
    return {
        "the map scales queries to unit length, which a matrix cannot hold: scores are a "
        "multiple of the model's, a query's order of items is the same"};
  }
  const bool last = !chain.back().affine;
  return {last ? "scale what comes out to unit length"
               : "the map scales vectors to unit length on the way: scale what goes in"};
}

std::vector<std::string> write_matrix(const Model& model, const MapChain& chain, Index inputs,
                                      Side side, const std::filesystem::path& path,
                                      std::string_view format) {
  const Dataset rows{.x = Samples(Matrix(product_of(chain, inputs).transpose()))};
  const Writer writer(path, format);
  const Survey survey{.size = rows.size(), .dim = rows.dim()};
  const auto sink = writer.open(survey);
  sink->append(rows);
  sink->finish();
  return left_to_do(model, chain, side);
}

void write_text(const std::string& text, const std::filesystem::path& path) {
  OutputFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace

std::vector<std::string> export_formats() { return {"faiss", "onnx", "npy", "fvecs", "json", "c"}; }

std::string export_format_of(const std::filesystem::path& path) {
  const std::string ending = path.extension().string();
  const auto found =
      std::ranges::find(export_endings, ending, [](auto& pair) { return pair.first; });
  require(found != export_endings.end(),
          "{}: the ending '{}' says no format (there are: .faiss, .onnx, .npy, .fvecs, .json, .h; "
          "or set option format)",
          path.string(), ending);
  return std::string(found->second);
}

std::vector<std::string> export_model(const Model& model, const std::filesystem::path& path,
                                      const ExportOptions& options) {
  const std::string format = options.format.empty() ? export_format_of(path) : options.format;
  const auto formats = export_formats();
  require(std::ranges::find(formats, format) != formats.end(),
          "there is no format '{}' (there are: {})", format, fmt::join(formats, ", "));
  check_exports(model);
  const Side side = model.kind == ModelKind::ranking ? Side::right : options.side;
  const MapChain chain = map_chain(model, side);
  const Index inputs = model.input_dim(), outputs = searched_dim(model);
  if (format == "npy" || format == "fvecs") {
    return write_matrix(model, chain, inputs, side, path, format);
  }
  if (format == "faiss") {
    require(model.kind != ModelKind::ranking,
            "the model ranks labels, which FAISS does not search");
    const IndexKind kind{.name = "Flat", .products = model.kind == ModelKind::similarity};
    write_faiss_index(chain, map_chain(model, Side::right), nullptr, kind, path);
    return {"the index is empty and maps queries; 'mahala index' writes one with its items"};
  }
  write_text(format == "onnx"   ? onnx_bytes(chain, inputs, outputs)
             : format == "json" ? json_text(chain, inputs, outputs)
                                : c_header(chain, inputs, outputs),
             path);
  return {};
}

}  // namespace mahala
