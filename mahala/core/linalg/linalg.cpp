#include "mahala/core/linalg/linalg.hpp"

#include <cblas.h>

#include <algorithm>
#include <semaphore>
#include <vector>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg_single.hpp"
#include "mahala/core/memory.hpp"
#include "mahala/core/parallel.hpp"

extern "C" {
void openblas_set_num_threads(int count);
void* blas_memory_alloc(int);  // OpenBLAS's own, for the buffer of a call
void blas_memory_free(void*);
void dsyevd_(const char* job, const char* triangle, const int* n, double* a, const int* lda,
             double* values, double* work, const int* work_size, int* iwork, const int* iwork_size,
             int* info);
void dsyevr_(const char* job, const char* range, const char* triangle, const int* n, double* a,
             const int* lda, const double* above, const double* upto, const int* first,
             const int* last, const double* tolerance, int* found, double* values, double* vectors,
             const int* ldv, int* support, double* work, const int* work_size, int* iwork,
             const int* iwork_size, int* info);
void dgesdd_(const char* job, const int* m, const int* n, double* a, const int* lda, double* values,
             double* u, const int* ldu, double* vt, const int* ldvt, double* work,
             const int* work_size, int* iwork, int* info);
}

namespace mahala {
namespace {

int narrow(Index n) {
  require(n <= std::numeric_limits<int>::max(), "a matrix side of {} is beyond the reach of BLAS",
          n);
  return static_cast<int>(n);
}

void gemm(CBLAS_TRANSPOSE ta, CBLAS_TRANSPOSE tb, Index inner, const MatrixView& a,
          const MatrixView& b, Eigen::Ref<Matrix> c, bool add) {
  const BlasCall blas;
  if (c.size() == 0) return;
  if (inner == 0) {
    if (!add) c.setZero();
    return;
  }
  cblas_dgemm(CblasColMajor, ta, tb, narrow(c.rows()), narrow(c.cols()), narrow(inner), 1.0,
              a.data(), narrow(a.outerStride()), b.data(), narrow(b.outerStride()), add ? 1.0 : 0.0,
              c.data(), narrow(c.outerStride()));
}

void require_finite(const Matrix& a) {
  require(a.allFinite(), "a {} x {} matrix to be decomposed holds a non-finite entry", a.rows(),
          a.cols());
}

/// What OpenBLAS maps for each call that runs at the same time as others, and never gives back: 128
/// MB, and what other threads may take while it does.
constexpr std::size_t blas_buffer = std::size_t{150} << 20;

/// Has OpenBLAS map so many buffers while they are known to fit.
void map_buffers(int count) {
  std::vector<void*> buffers;
  for (int k = 0; k < count; ++k) buffers.push_back(blas_memory_alloc(0));
  for (void* buffer : buffers) blas_memory_free(buffer);
}

/// Where memory is limited, as many calls run at a time as have a buffer: one for each thread if
/// they leave half of the room there is, else one.
std::counting_semaphore<>& turns() {
  static std::counting_semaphore<> free = [] {
    const auto wanted = static_cast<std::size_t>(threads());
    const bool plenty = has_room(2 * wanted * blas_buffer);
    require(plenty || has_room(blas_buffer),
            "out of memory: linear algebra needs {} MB more than the limit of memory leaves",
            blas_buffer >> 20);
    const int count = plenty ? threads() : 1;
    map_buffers(count);
    return std::counting_semaphore<>(count);
  }();
  return free;
}

/// Of this thread: a library that uses BLAS by itself may be inside a call of ours.
thread_local int calls_around = 0;

/// cblas_dtrsm or cblas_dtrmm, which are called alike.
template <class Call>
void triangular(const Call& call, const MatrixView& l, Applied how, Eigen::Ref<Matrix> b) {
  const BlasCall blas;
  const bool left = how == Applied::left || how == Applied::left_transposed;
  const bool transposed = how == Applied::left_transposed || how == Applied::right_transposed;
  eigen_assert(l.rows() == l.cols() && l.rows() == (left ? b.rows() : b.cols()));
  if (b.size() == 0) return;
  call(CblasColMajor, left ? CblasLeft : CblasRight, CblasLower,
       transposed ? CblasTrans : CblasNoTrans, CblasNonUnit, narrow(b.rows()), narrow(b.cols()),
       1.0, l.data(), narrow(l.outerStride()), b.data(), narrow(b.outerStride()));
}

}  // namespace

BlasCall::BlasCall() {
  static const bool single = (openblas_set_num_threads(1), true);
  (void)single;
  if (!limited_) return;
  if (calls_around == 0) turns().acquire();
  ++calls_around;
}

BlasCall::~BlasCall() {
  if (limited_ && --calls_around == 0) turns().release();
}

void multiply_at_b(const MatrixView& a, const MatrixView& b, Eigen::Ref<Matrix> c, bool add) {
  eigen_assert(a.rows() == b.rows() && c.rows() == a.cols() && c.cols() == b.cols());
  gemm(CblasTrans, CblasNoTrans, a.rows(), a, b, c, add);
}

namespace {

/// c = op(a) op(b) + beta c, where op(a) has `inner` columns; c as it is if there are none.
void single_gemm(CBLAS_TRANSPOSE of_a, CBLAS_TRANSPOSE of_b, Index inner,
                 const Eigen::Ref<const MatrixF>& a, const Eigen::Ref<const MatrixF>& b, float beta,
                 Eigen::Ref<MatrixF> c) {
  const BlasCall blas;
  if (c.size() == 0 || inner == 0) return;
  cblas_sgemm(CblasColMajor, of_a, of_b, narrow(c.rows()), narrow(c.cols()), narrow(inner), 1.0F,
              a.data(), narrow(a.outerStride()), b.data(), narrow(b.outerStride()), beta, c.data(),
              narrow(c.outerStride()));
}

}  // namespace

void multiply_at_b(const Eigen::Ref<const MatrixF>& a, const Eigen::Ref<const MatrixF>& b,
                   Eigen::Ref<MatrixF> c) {
  eigen_assert(a.rows() == b.rows() && c.rows() == a.cols() && c.cols() == b.cols());
  if (a.rows() == 0) c.setZero();
  single_gemm(CblasTrans, CblasNoTrans, a.rows(), a, b, 0, c);
}

void multiply_a_b(const Eigen::Ref<const MatrixF>& a, const Eigen::Ref<const MatrixF>& b,
                  Eigen::Ref<MatrixF> c) {
  eigen_assert(a.cols() == b.rows() && c.rows() == a.rows() && c.cols() == b.cols());
  if (a.cols() == 0) c.setZero();
  single_gemm(CblasNoTrans, CblasNoTrans, a.cols(), a, b, 0, c);
}

void add_a_bt(const Eigen::Ref<const MatrixF>& a, const Eigen::Ref<const MatrixF>& b,
              Eigen::Ref<MatrixF> c) {
  eigen_assert(a.cols() == b.cols() && c.rows() == a.rows() && c.cols() == b.rows());
  single_gemm(CblasNoTrans, CblasTrans, a.cols(), a, b, 1, c);
}

void multiply_a_bt(const MatrixView& a, const MatrixView& b, Eigen::Ref<Matrix> c, bool add) {
  eigen_assert(a.cols() == b.cols() && c.rows() == a.rows() && c.cols() == b.rows());
  gemm(CblasNoTrans, CblasTrans, a.cols(), a, b, c, add);
}

void add_square(double scale, const MatrixView& a, Eigen::Ref<Matrix> c) {
  const BlasCall blas;
  eigen_assert(c.rows() == a.rows() && c.cols() == a.rows());
  if (a.size() == 0) return;
  cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, narrow(a.rows()), narrow(a.cols()), scale,
              a.data(), narrow(a.outerStride()), 1.0, c.data(), narrow(c.outerStride()));
}

void solve_lower(const MatrixView& l, Applied how, Eigen::Ref<Matrix> b) {
  triangular(cblas_dtrsm, l, how, b);
}

void solve_lower(const MatrixView& l, bool transposed, Vector& b) {
  const BlasCall blas;
  eigen_assert(l.rows() == l.cols() && l.rows() == b.size());
  if (b.size() == 0) return;
  cblas_dtrsv(CblasColMajor, CblasLower, transposed ? CblasTrans : CblasNoTrans, CblasNonUnit,
              narrow(b.size()), l.data(), narrow(l.outerStride()), b.data(), 1);
}

void multiply_lower(const MatrixView& l, Applied how, Eigen::Ref<Matrix> b) {
  triangular(cblas_dtrmm, l, how, b);
}

Spectrum symmetric_eigen(Matrix a) {
  const BlasCall blas;
  require_finite(a);
  const int n = narrow(a.rows());
  Vector values(n);
  if (n == 0) return {values, a};
  int info = 0, iwork_best = 0;
  const int query = -1;
  double work_best = 0;
  dsyevd_("V", "L", &n, a.data(), &n, values.data(), &work_best, &query, &iwork_best, &query,
          &info);
  const int work_size = static_cast<int>(work_best);
  std::vector<double> work(static_cast<std::size_t>(work_size));
  std::vector<int> iwork(static_cast<std::size_t>(iwork_best));
  dsyevd_("V", "L", &n, a.data(), &n, values.data(), work.data(), &work_size, iwork.data(),
          &iwork_best, &info);
  require(info == 0, "LAPACK could not decompose a {} x {} matrix (dsyevd: {})", n, n, info);
  Spectrum spectrum{values.reverse(), a.rowwise().reverse()};
  fix_signs(spectrum.vectors);
  return spectrum;
}

Spectrum leading_eigen(Matrix a, Index count) {
  const BlasCall blas;
  require_finite(a);
  const int n = narrow(a.rows()), first = n - narrow(count) + 1;
  Spectrum spectrum{Vector(n), Matrix(n, count)};
  if (count == 0) return {Vector(0), spectrum.vectors};
  std::vector<int> support(2 * static_cast<std::size_t>(count)), iwork(1);
  std::vector<double> work(1);
  const double none = 0;
  int info = 0, found = 0, work_size = -1, iwork_size = -1;
  const auto call = [&] {
    dsyevr_("V", "I", "L", &n, a.data(), &n, &none, &none, &first, &n, &none, &found,
            spectrum.values.data(), spectrum.vectors.data(), &n, support.data(), work.data(),
            &work_size, iwork.data(), &iwork_size, &info);
  };
  call();
  work_size = static_cast<int>(work[0]);
  iwork_size = iwork[0];
  work.resize(static_cast<std::size_t>(work_size));
  iwork.resize(static_cast<std::size_t>(iwork_size));
  call();
  require(info == 0, "LAPACK could not decompose a {} x {} matrix (dsyevr: {})", n, n, info);
  spectrum = {spectrum.values.head(count).reverse().eval(),
              spectrum.vectors.rowwise().reverse().eval()};
  fix_signs(spectrum.vectors);
  return spectrum;
}

Svd lapack_svd(Matrix a) {
  const BlasCall blas;
  require_finite(a);
  const int m = narrow(a.rows()), n = narrow(a.cols()), k = std::min(m, n);
  Svd svd{Matrix(m, k), Vector(k), Matrix()};
  Matrix vt(k, n);
  std::vector<int> iwork(8 * static_cast<std::size_t>(k));
  int info = 0, work_size = -1;
  const auto call = [&](double* work) {
    dgesdd_("S", &m, &n, a.data(), &m, svd.values.data(), svd.u.data(), &m, vt.data(), &k, work,
            &work_size, iwork.data(), &info);
  };
  double work_best = 0;
  call(&work_best);
  work_size = static_cast<int>(work_best);
  std::vector<double> work(static_cast<std::size_t>(work_size));
  call(work.data());
  require(info == 0, "LAPACK could not decompose a {} x {} matrix (dgesdd: {})", m, n, info);
  svd.v = vt.transpose();
  return svd;
}

void fix_signs(Matrix& columns) {
  for (Index c = 0; c < columns.cols(); ++c) {
    Index largest = 0;
    columns.col(c).cwiseAbs().maxCoeff(&largest);
    if (columns(largest, c) < 0) columns.col(c) = -columns.col(c);
  }
}

}  // namespace mahala
