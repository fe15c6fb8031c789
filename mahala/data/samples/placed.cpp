#include "mahala/data/samples/placed.hpp"

#include "mahala/core/file/temporary_file.hpp"
#include "mahala/core/linalg/pages.hpp"
#include "mahala/core/memory.hpp"

namespace mahala {
namespace {

/// Lets go of the file and its pages.
struct InTemporaryFile {
  std::shared_ptr<TemporaryFile> file;
  void operator()(const void*) { file.reset(); }
};

}  // namespace

template <class Scalar>
Samples::Storage held(DenseBlock<Scalar> block) {
  if constexpr (std::is_same_v<Scalar, Half>) {
    const auto kept = std::make_shared<const MatrixH>(std::move(block));
    return Mapped<Half>(kept, {kept->data(), kept->rows(), kept->cols()});
  } else {
    return block;
  }
}

template <class Scalar>
Samples::Storage placed(Index dim, Index n,
                        FunctionRef<void(Eigen::Ref<DenseBlock<Scalar>>)> fill) {
  const std::size_t bytes = static_cast<std::size_t>(dim * n) * sizeof(Scalar);
  if (bytes <= largest_block_in_memory()) {
    DenseBlock<Scalar> block(dim, n);
    prefer_huge_pages(block.data(), bytes);
    fill(block);
    return held<Scalar>(std::move(block));
  }
  const auto file = std::make_shared<TemporaryFile>();
  auto* numbers = static_cast<Scalar*>(file->map(bytes));
  const std::shared_ptr<const void> kept(numbers, InTemporaryFile{file});
  fill(Eigen::Map<DenseBlock<Scalar>>(numbers, dim, n));
  return Mapped<Scalar>(kept, {numbers, dim, n});
}

template <class Scalar>
Scalar* changeable(const Mapped<Scalar>& mapped) {
  const bool ours = std::get_deleter<InTemporaryFile>(mapped.file) != nullptr;
  return ours && mapped.file.use_count() == 1 ? const_cast<Scalar*>(mapped.x.data()) : nullptr;
}

template Samples::Storage held<double>(DenseBlock<double>);
template Samples::Storage held<float>(DenseBlock<float>);
template Samples::Storage held<Half>(DenseBlock<Half>);
template Samples::Storage placed<double>(Index, Index,
                                         FunctionRef<void(Eigen::Ref<DenseBlock<double>>)>);
template Samples::Storage placed<float>(Index, Index,
                                        FunctionRef<void(Eigen::Ref<DenseBlock<float>>)>);
template Samples::Storage placed<Half>(Index, Index,
                                       FunctionRef<void(Eigen::Ref<DenseBlock<Half>>)>);
template double* changeable(const Mapped<double>&);
template float* changeable(const Mapped<float>&);
template Half* changeable(const Mapped<Half>&);

}  // namespace mahala
